package shop.app;

class NearTest {
  Near near = new Near();

  void check() {
    near.size++;
  }
}
