package shop;

interface Shape<N extends Number> {
  N area();

  default Shape<N> self() {
    return this;
  }

  class Corner {
    int degrees;
  }
}

abstract class Base implements Shape<Integer> {
  protected int size;
  private int hidden;
  Base next;

  abstract void draw();

  @Override
  public Integer area() {
    return size;
  }

  class Inner {
    int depth = size;
  }
}

class Square extends Base {
  Corner corner;
  int hidden2 = hidden;

  Square(int size) {
    super();
    this.size = size;
  }

  Square() {
    this(1);
  }

  @Override
  void draw() {
    next.draw();
    super.area().intValue();
    corner.degrees = area() + size;
    self().area().intValue();
    new Inner().depth++;
    Inner inner = this.new Inner();
    Square.super.toString();
    Square.this.draw();
  }

  static class Box<T extends Base> {
    T content;
    T[] many;

    T get() {
      content.draw();
      many[0].size = many.length;
      return content;
    }
  }

  int open(Box<Square> box) {
    var found = box.get();
    found.corner.degrees++;
    return box.content.hashCode();
  }
}

record Point(int x, Square of) {
  int sum() {
    return x + of().size + this.x();
  }

  static Object at(Object value) {
    if (value instanceof Point(int left, var square)) {
      square.draw();
    }
    return value instanceof Point p && p.x() > 0 ? p.of() : new Point(1, null).of;
  }
}

@interface Named {
  String value() default "";

  int rank() default 0;
}

@Named(value = "a", rank = 1)
class Marked {}
