class Checkout
  def open?(user)
    Flipper.enabled?(:fast_lane, user) || Flipper.enabled?("new_basket")
  end

  def look_alike(button)
    button.enabled?(:save) || Feature.enabled?(:own)
  end
end
