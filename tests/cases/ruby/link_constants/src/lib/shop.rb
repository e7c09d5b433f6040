require "shop/cart"
require "json"

module Shop
  LIMIT = 3
  Base = Class.new

  def self.build
    Cart.new(LIMIT)
  end

  module Errors
    class Empty < StandardError; end
  end
end

class Limit; end
