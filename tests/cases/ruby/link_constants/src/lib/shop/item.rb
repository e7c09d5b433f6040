module Shop
  class Entity
    DEPTH = 1
  end

  class Item < Entity
    KIND = :item
  end
end

# The nesting of A::B is A::B alone: Shop's constants are not seen.
class Shop::Other < Shop::Entity
  LIMIT
  Limit
  DEPTH
end

module Rack
  class Patch; end
  Request.new
  Patch.new
end

class Minitest::Test
  def check; end
end

class CartTest < Minitest::Test
  def run
    check
    assert_equal 1, Minitest::Spec
  end
end
