module Logs
  def log(text)
    host_method
    self
  end
end

module Finders
  def find(key); end
end

module Tools
  module_function

  def clean(text); end
end

class Base
  include Logs
  extend Finders
  attr_accessor :name

  def self.make(*args)
    new(*args)
  end

  class << self
    def count; end
  end

  def save
    @store ||= Store.new
  end

  def total; 1; end
end

class Store
  def put(value); end
  def value=(value); end
end
