package shop;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

class Functions {
  static class Item {
    String name;

    Item(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    static int compare(Item one, Item other) {
      return one.name.compareTo(other.name);
    }

    static int compare(Item one) {
      return 0;
    }
  }

  interface Visitor<R> {
    R visit(Item item, int depth);
  }

  Function<Item, String> field = item -> item.name;
  Supplier<Item> maker = () -> new Item("a");

  <R> R accept(Visitor<R> visitor) {
    return visitor.visit(maker.get(), 0);
  }

  void run(Runnable task) {}

  <T> T run(Callable<T> task) {
    return null;
  }

  void calls(List<Item> items, Map<String, Item> byName) {
    items.forEach(item -> item.name());
    items.stream().map(Item::name).map(String::length).collect(Collectors.toList());
    items.stream().map(item -> item.name()).filter(text -> text.isEmpty());
    items.stream().sorted(Item::compare).findFirst().get().name();
    items.stream().map(item -> Optional.of(item)).findAny().get().get().name();
    byName.values().stream().map(Item::name).map(Item::new).forEach(made -> made.name());
    byName.entrySet().forEach(entry -> entry.getValue().name());
    byName.computeIfAbsent("a", Item::new).name();
    accept((item, depth) -> item).name();
    Visitor<Item> visitor = (item, depth) -> {
      item.name();
      return item;
    };
    visitor.visit(null, 1).name();
    run(() -> {});
    run(() -> maker.get()).name();
    run(this::nothing);
  }

  void nothing() {}

  Comparator<Item> order = Comparator.comparing(item -> item.name());

  void take(Item... items) {}

  void take(List<Item> items) {}

  void places(List<Item> items, Map<String, List<Item>> groups) {
    items.sort(Comparator.comparing(item -> item.name));
    items.forEach(this::take);
    groups.values().forEach(this::take);
    groups.entrySet().stream().map(Map.Entry::getValue).forEach(group -> group.get(0).name());
    Runnable task = items.isEmpty() ? this::nothing : () -> nothing();
  }

  Function<Item, Item> give() {
    return item -> {
      item.name();
      return item;
    };
  }
}
