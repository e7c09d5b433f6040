#include "week.h"

namespace week {
day first() { return next(day::monday); }
}  // namespace week

week::day other() { return week::next(week::day::tuesday); }

detail::day not_seen();

namespace other_week {
day unknown();
}
