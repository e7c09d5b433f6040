#pragma once
namespace kv {
namespace port { class Mutex { public: void Lock(); }; }
class Env { public: virtual int Now() = 0; };
struct Options { Env* env; };
template <typename Key> class List {
  struct Node;
 public:
  Node* Find(const Key& key) const;
  bool Has(const Key& key) const { return Find(key) != nullptr; }
};
template <typename Key> struct List<Key>::Node { Key key; Node* next; };
template <typename Key> typename List<Key>::Node* List<Key>::Find(const Key& key) const { return nullptr; }
}  // namespace kv
