class Store
  def find(key)
    error = KeyError.new("missing")
    raise error if key.nil?
    load(key)
  rescue IOError => e
    raise e
  end

  def load(key)
    failure = build(key)
    raise failure
  end
end
