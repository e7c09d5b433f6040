class Scopes {
  int size;
  int other;
  Object value;

  int hides(int size) {
    other = size;
    return size;
  }

  int later() {
    size = 1;
    int size = 2;
    size++;
    return size;
  }

  void blocks(Iterable<String> names) {
    for (int size = 0; size < 3; size++) {
      int other = size;
    }
    for (String other : names) System.out.println(other + size);
    try (AutoCloseable value = open()) {
      value.close();
    } catch (RuntimeException | Error other) {
      throw other;
    }
    Runnable run = () -> size++;
    java.util.function.Function<Object, Object> id = value -> value;
    call((size, other) -> size + other + this.size);
  }

  <T, R extends T> R generic(T size, R result) {
    outer:
    while (true) {
      if (size == null) continue outer;
      break outer;
    }
    var local = new java.util.ArrayList<T>();
    return result;
  }

  int patterns(Object input) {
    if (input instanceof String size && size.length() > other) {
      return size.length();
    }
    if (!(input instanceof Integer value)) {
      return size;
    }
    return switch (input) {
      case Point(int x, var other) when x > other -> x;
      case String other -> other.length();
      default -> value + other;
    };
  }

  void local() {
    class Scopes2 {
      int size;
    }
    record Pair(int left) {}
    new Scopes2().size = new Pair(1).left();
  }
}
