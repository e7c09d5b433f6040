class HomeController < ActionController::Base
  before_action :load_user, only: [:index]

  def index
    ENV["SHOP_KEY"]
    ENV.fetch("SHOP_PORT") { 80 }
    Rails.logger.warn("slow for #{name}")
    raise NotFound, "no such thing"
  end

  def about
    raise ArgumentError.new("bad")
  rescue ArgumentError
    raise
  end

  def load_user
    raise "plain"
  end
end

class NotFound < StandardError
end

class Cache
  # not routes, not keys: methods and a constant's elements of this program
  TABLE = { "NO" => 1 }

  def warm(client)
    client.get "/no"
    get "/no"
    TABLE["NO"]
  end

  def get(path)
  end
end
