package shop;

import java.util.Collection;
import java.util.List;

class Overloads {
  void put(int value) {}

  void put(long value) {}

  void put(Integer value) {}

  void put(Object value) {}

  void put(Object... values) {}

  void put(String text, Object value) {}

  void put(char[] value) {}

  <T extends Comparable<T>> void pick(T value) {}

  void pick(Collection<?> values) {}

  void pick(List<?> values) {}

  Overloads() {}

  Overloads(String name) {}

  Overloads(int count) {}

  void calls(byte small, List<String> list, Collection<String> all, Overloads other) {
    put(1);
    put(small);
    put(2L);
    put(2.0);
    put("a");
    put('a');
    put(Integer.valueOf(3));
    put("a", "b");
    put(1, 2, 3);
    put("a".toCharArray());
    put(1 + 2L);
    put("a" + 1);
    put(list.size());
    put(list.isEmpty() ? 1 : 2);
    pick("a");
    pick(list);
    pick(all);
    new Overloads("a");
    new Overloads(list.size());
    new Overloads();
    other.unknown(1);
    put(unknown());
  }
}
