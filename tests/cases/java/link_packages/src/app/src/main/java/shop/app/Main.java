package shop.app;

import static shop.core.Cart.LIMIT;
import static shop.core.Cart.empty;
import static shop.core.Cart.Kind.*;

import java.util.*;
import shop.core.Cart;
import shop.core.Cart.Item;

class Main {
  Cart.Kind kind = GIFT;
  String name;
  List<Item> items = new ArrayList<>();
  Map.Entry<Cart, Item> entry;
  shop.core.Cart qualified = empty();

  int run() {
    for (Item item : items) {
      item.price += LIMIT;
    }
    entry.getValue().price = items.get(0).price;
    return new Near().size;
  }
}
