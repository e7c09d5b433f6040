package shop.app;

class Near {
  int size;
}
