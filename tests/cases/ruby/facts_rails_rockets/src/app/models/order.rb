module ActiveRecord
  module Quirks
  end
end

class Order < ActiveRecord::Base
  def total
    lines or raise
  end
end

class SpecialOrder < Order
end

class Basket
end
