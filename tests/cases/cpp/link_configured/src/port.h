#pragma once

// What nothing defines is 0 to the preprocessor.
#if HAVE_EXPECT
#define LIKELY(x) (__builtin_expect(!!(x), 1))
#else
#define LIKELY(x) x
#endif

namespace port {
#if USE_ABSL
using View = ::absl::string_view;
#elif __has_include(<string_view>) && __cplusplus >= 201703L
using View = ::std::string_view;
#endif

#if HAVE_MMAP
class Pages {
 public:
  int size();
};
#else
class Pages {
 public:
  int size();
  int spare();
};
#endif
}  // namespace port
