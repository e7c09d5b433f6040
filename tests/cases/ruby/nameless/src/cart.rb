class Cart
  def count
    class.class.count
  end
end
