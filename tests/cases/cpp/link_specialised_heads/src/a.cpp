#include <type_traits>
struct Plain {};
template <typename T> struct is_list { static constexpr bool value = false; };
template <typename T> struct is_map { static constexpr bool value = false; };
template <typename T, typename Enable = void> struct counted { static const int value = 0; };
template <> struct counted<Plain> { static const int value = 1; };
template <typename T>
struct counted<T, typename std::enable_if<is_list<T>::value && !is_map<T>::value>::type> { static const int value = 2; };
template <typename Plain> struct counted<Plain, int> { Plain kept; };  // the parameter hides the struct
