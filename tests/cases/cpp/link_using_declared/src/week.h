#pragma once
namespace week {
namespace detail {
enum class day { monday, tuesday };
day next(day from);
class clock {
 public:
  WEEK_INLINED clock() noexcept : at_{0} {}
  WEEK_INLINED clock(int at, clock* = nullptr) noexcept : at_(at) {}
  friend WEEK_INLINED clock operator+(clock a, int n) noexcept { return a; }

 private:
  int at_;
};
}  // namespace detail
using detail::day;
using detail::next;
}  // namespace week
