/** The core. */
module com.shop.core {
  requires java.base;
  exports com.shop.core;
  uses com.shop.core.Cart;
}
