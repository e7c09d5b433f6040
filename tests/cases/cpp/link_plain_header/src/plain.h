struct Figure {
  void paint();
};
struct Tile : Figure {};
