class Members extends Base {
  int name;
  Members URI;

  int name() {
    return name;
  }

  URI uri(URI URI) {
    return new URI(URI);
  }

  void calls() {
    inherited();
    name();
    calls();
    int calls = 1;
  }

  static class Closed {
    int one;

    void only() {
      only();
      outerOnly();
      hashCode();
      twice(1);
      Closed.one(2);
      one = this.one;
    }

    void twice(int a) {}

    void twice(long a) {}

    void twice(byte a) {}

    static Object anonymous(int one, int hidden) {
      return new Object() {
        int own = hidden;

        void run() {
          own = one;
          only();
        }
      };
    }
  }

  class Open implements Runnable {
    public void run() {
      name = 2;
      Closed closed = Closed::new;
      Runnable method = this::run;
    }
  }

  public int hashCode() {
    return 1;
  }
}
