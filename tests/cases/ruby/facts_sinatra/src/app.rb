require "sinatra/base"

class Shop < Sinatra::Base
  use Rack::Deflater
  use Rack::Session::Cookie, secret: "x"

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
  use Rack::Lint
end
