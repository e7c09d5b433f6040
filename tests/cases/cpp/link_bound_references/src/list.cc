#include <vector>

struct Item {
  enum Kind { ONE, MANY } kind;
  struct Part { int size; } part;
  int count;
};

enum Flags { OPEN };

class List {
  int total(int place, int flags) {
    const Item& first(items_[place]);
    Item& second(*last());
    Item third(items_[place + 1]);
    Item::Part part;
    if (first.kind == Item::MANY) return part.size;
    return first.count + second.count + third.count + (flags & other(place));
  }
  Item* last();
  int other(int place);
  std::vector<Item> items_;
};
