struct Leaf { int size() const; int size(); };
struct Node {
  const Leaf* leaf(int n = 0) const;
  Leaf* leaf(int n = 0) { return const_cast<Leaf*>(const_cast<const Node*>(this)->leaf(n)); }
  Node* next() { return this; }
  const Node* next() const { return this; }
};
const Leaf* Node::leaf(int n) const { return nullptr; }
int run(Node* node, const Node& fixed) {
  int a = node->leaf()->size() + fixed.leaf()->size();
  a += node->next()->leaf()->size() + fixed.next()->leaf()->size();
  return a + static_cast<const Node&>(*node).leaf()->size();
}
