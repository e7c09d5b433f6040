ENV["MODE"] = "test"
ENV["LEVEL"] ||= "info"
CACHE = {}
CACHE["MODE"] = "test"

def mode
  ENV["MODE"]
end
