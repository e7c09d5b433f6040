struct Node {
  int value;
};

class List {
 public:
  Node* begin();
  const Node* begin() const;
  int count() const;
  void fill();

 private:
  Node first_;
};

Node* List::begin() { return &first_; }
const Node* List::begin() const { return &first_; }

int List::count() const { return begin()->value; }
void List::fill() { begin()->value = 1; }

int use(const List& constant, List& plain, List* pointer) {
  return constant.begin()->value + plain.begin()->value + pointer->begin()->value;
}

struct Holder {
  List list;
  // The method is not constant, so neither is the field that it reaches by its name.
  int get() { return list.begin()->value; }
};
