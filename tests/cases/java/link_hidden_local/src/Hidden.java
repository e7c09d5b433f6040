class Hidden {
  abstract static class Base {
    String field;
  }

  Base make(String field) {
    return new Base() {
      String read() {
        return field;
      }
    };
  }
}

class Shadows {
  static class Plain {
    private int secret;
  }

  int outer;

  Object locals(int outer, int secret, int other) {
    return new Plain() {
      int sum() {
        return outer + secret + other;
      }
    };
  }
}
