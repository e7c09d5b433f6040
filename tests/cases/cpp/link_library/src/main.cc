#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Item {
  int size() const;
  int weight;
};
struct Pair {
  Item left;
  Item right;
};

class Shop {
 public:
  using Items = std::map<std::string, std::unique_ptr<Item>>;
  int total();
  Pair both() const;

 private:
  std::vector<Item*> order_;
  Items items_;
};

int Shop::total() {
  int sum = 0;
  for (std::vector<Item*>::const_iterator i = order_.begin(); i != order_.end(); ++i) sum += (*i)->size();
  for (const auto& entry : items_) sum += entry.second->weight;
  for (auto& [name, item] : items_) sum += item->size() + name.size();
  if (auto found = items_.find("x"); found != items_.end()) sum += found->second->weight;
  auto made = std::make_unique<Item>();
  sum += made->size() + order_[0]->weight + order_.back()->size() + items_["y"]->weight;
  std::shared_ptr<Item> shared = std::move(made);
  auto [left, right] = both();
  // The library's own members are none of the repository's, nor is what is not known of it.
  sum += shared.use_count() + order_.size() + std::distance(order_.begin(), order_.end());
  std::unknown_thing<Item> unknown;
  unknown->size();
  return sum + left.weight + right.size();
}
