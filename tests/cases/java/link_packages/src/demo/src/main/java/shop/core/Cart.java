package shop.core;

class Cart {
  Cart again;
}
