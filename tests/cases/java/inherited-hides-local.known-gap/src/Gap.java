class Gap {
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
