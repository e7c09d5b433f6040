namespace util {
int parse(const char* text);
namespace detail {
inline int digit(char c) { return c - '0'; }
inline int twice(int n) { return n + n; }
}  // namespace detail
enum class Level { low, high };
enum Plain { one, two };
using Number = int;
}  // namespace util

int parse(const char* text, int base);
