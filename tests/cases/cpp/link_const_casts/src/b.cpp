struct Item {};
struct Shelf {
  int list(int (*filter)(const Item*) = nullptr) const { return 1; }
  int list(int (*filter)(Item*) = nullptr) { return 2; }
  int sum() const { return list(); }
};
int run(Shelf* shelf, const Shelf& fixed) { return shelf->list() + fixed.list(); }
