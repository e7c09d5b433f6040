package shop.core;

public class Cart {
  public static final int LIMIT = 10;
  Helper helper;

  public static Cart empty() {
    return new Cart();
  }

  public static class Item {
    public int price;
  }

  public enum Kind { GIFT, PLAIN }
}

class Helper {}
