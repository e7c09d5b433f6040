require "sinatra/base"
require "sinatra/namespace"

class Shop < Sinatra::Base
  register Sinatra::Namespace
  use Rack::Flash

  get "/" do
  end

  namespace "/setup" do
    get "/password" do
      list.map { |x| x }
    end
    namespace "/deep" do
      post "" do
      end
    end
  end
end

class Pages < Sinatra::Base
  get %r{/(edit|create)/(\w+)} do
  end
end
