require "sinatra/base"

class Shop < Sinatra::Base
  get "/orders/:id" do
    "one"
  end

  post "/orders" do
    "made"
  end
end

class Client
  # not a route: another class's get
  get "/no"
end
