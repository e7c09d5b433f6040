package com.shop.app;

import static com.shop.core.Tools.help;
import static com.shop.core.Tools.*;

import com.shop.core.Cart;
import com.shop.core.Cart.Item;
import java.util.*;

/** Starts. */
public final class Main {
  private final Cart<Map.Entry<String, Item>> cart = new Cart<>();

  public static void main(String[] args) {
    help(args);
    Cart.Item item = cart.new Item();
    com.shop.core.Cart other = (com.shop.core.Cart) item;
    switch (item.kind()) {
      case RED:
        break;
      case Main.LIMIT:
    }
    int[] counts = new int[args.length];
    counts[0] += Main.class.hashCode();
  }

  @org.junit.Test
  void checks() {}
}
