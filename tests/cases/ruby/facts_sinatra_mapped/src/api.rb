require "sinatra/base"
module Admin
  class Endpoint < Sinatra::Base
    get "/" do
    end
    get "/x" do
    end
    %w[a b].each do |name|
      get "/#{name}" do
      end
    end
  end
end
class Other
  def go
    use "something"
    get "/no"
  end
end
