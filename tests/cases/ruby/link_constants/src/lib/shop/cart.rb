require_relative "item"

module Shop
  class Cart < Entity
    LIMIT = 5

    def initialize(limit)
      @limit = limit || LIMIT
      raise Errors::Empty if limit > Shop::LIMIT
    end

    def first
      ::Limit.new
      Item::KIND
      Missing
      DEPTH
      Item::Missing
    end
  end
end
