#include <string>
namespace shop {

/// A cart.
template <typename T, int N = 3>
class Cart final : public Base<T>, private detail::Locked {
 public:
  explicit Cart(int size = N) : Base<T>(size), size_(size) {}
  Cart(const Cart&) = delete;
  ~Cart() override;
  int add(const std::string& name, T item) const;
  int add(T item);
  bool operator==(const Cart& other) const { return size_ == other.size_; }
  operator bool() const;
  static constexpr int kMax = 10;
  using value_type = T;
  enum class Kind : int { Small, Large = 2 };
 protected:
  struct Inner { int depth; };
 private:
  int size_, *cache_{nullptr};
};

template <typename T, int N>
Cart<T, N>::~Cart() {}

int Cart<int, 1>::add(int item) { return item + kMax; }

union Number { int i; };
static Number shared;
int Counter::total = 0;
}  // namespace shop

void shop::reset(shop::Number& number) {}
