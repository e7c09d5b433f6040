struct Shape {
  void draw();
};
struct Square : Shape {};
