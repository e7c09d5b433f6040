using namespace std;
using util::trim;
namespace fs = std::filesystem;

namespace a {
int value = 1;
void twice(int x);
void twice(char x);
struct Holder {
  int value;
  int read() { return value + size(); }
  int size();
};
}

namespace {
int hidden() { return 2; }
}

int run(int value) {
  auto* made = new a::Holder();
  auto [first, second] = split(value);
  for (auto& item : made->items) first += item.count;
  auto add = [&made, step = hidden()](int x) { return x + step + second; };
  if (int found = add(1); found > 0) trim(found);
  a::twice(1);
  twice(2);
  try { fs::exists("x"); } catch (const Error& error) { error.what(); }
  return static_cast<int>(value) + ::global<a::Holder>(value);
}
