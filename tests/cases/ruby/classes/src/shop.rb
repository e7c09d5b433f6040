require "json"
require_relative "base"
autoload :Order, "shop/order"

# A shop.
module Shop
  LIMIT, MINIMUM = 3, 1

  # Holds items.
  class Cart < Base::Thing
    include Enumerable
    extend Loggable

    # What is inside.
    attr_reader :items, :total

    @@count = 0

    def initialize(items = [], *rest, size:, **options, &block)
      @items = items
      @total ||= 0
      @@count += 1
    end

    def self.build(x) = new(x, size: LIMIT)

    class << self
      def create; end
    end

    def total=(value)
      @total = value
    end

    alias sum total
    define_method(:twice) { |x| x * 2 }

    Line = Struct.new(:name) do
      def text; end
    end
  end

  # Opened again.
  class Cart
    def empty? = items.empty?
  end
end

class Shop::Order; end
