package shop;

record Point(int x, @Named("y") int y, String... tags) implements Comparable<Point> {
  static Point ORIGIN = new Point(0, 0);

  Point {
    x = Math.abs(x);
  }

  Point(int x) {
    this(x, 0);
  }

  int sum() {
    return x + y;
  }
}

enum Color {
  /** Like blood. */
  RED(1) {
    @Override
    int mix() {
      return code;
    }
  },
  @Deprecated
  GREEN(2);

  final int code;

  Color(int code) {
    this.code = code;
  }

  int mix() {
    return GREEN.code;
  }
}
