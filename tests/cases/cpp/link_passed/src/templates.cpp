#include <type_traits>
#include <string>
struct Base {};
struct Derived : Base {};
template <class X, typename std::enable_if<std::is_integral<X>::value>::type* = nullptr> void only(X value) {}
void only(double value) {}
template <class X> void any(X value) {}
void any(const Base& value) {}
void any(int value) {}
template <class X> void same(X one, X two) {}
void same(double one, double two) {}
void run() {
  Derived d;
  only(1.0f);
  any(d);
  any(1);
  any(2.5);
  same(1, 2);
  same(1, 2.5);
}
// What is known of neither argument: both stay.
void both(int value) {}
void both(const Base& value) {}
void unknown() { both(somewhere()); }
