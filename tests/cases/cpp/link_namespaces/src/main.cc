#include <cstring>
#include <vector>
#include "util.h"

using util::detail::twice;

namespace app {
int parse(const char* text) { return 0; }

int run(const std::vector<int>& values) {
  util::Level level = util::Level::high;
  std::size_t n = strlen("x");
  return parse("1") + ::parse("2", 10) + util::parse("3") + twice(4) + digit('5') + low + values.size();
}
}  // namespace app

using namespace util;
int after() { return two + detail::digit('6'); }
