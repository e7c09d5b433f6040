#include "util.h"

namespace util {
int parse(const char* text) { return detail::digit(*text) + detail::twice(one); }
}  // namespace util

int parse(const char* text, int base) { return base; }
