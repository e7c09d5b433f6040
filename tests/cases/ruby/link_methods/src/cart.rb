class Cart < Base
  attr_reader :store, :any

  def initialize(any)
    super()
    @store = Store.new
    @any = any
  end

  def total
    super + log("x").total
    save.put(1)
    store.put(2)
    @store.value = 3
    any.put(4)
    unknown
    self.name = name
    self.class.count
    item = if any then Store.new else nil end
    item.put(5)
  end

  def self.all
    count
    find(1)
    total
    make.save
    Tools.clean("x")
  end
end

class Base
  def late; end
end

cart = Cart.new(1)
cart.late
cart.log("a").save.put(6)
cart.put
Cart.make.total
Cart.find(2)
"text".total
[1].each { |cart| cart.total }
other.total
describe "x" do
  total
end
