#include "fd.h"
int run() {
  char buf[10];
  goo::Fd fd(buf, sizeof(buf));
  goo::demangle("a", nullptr);
  goo::internal_::demangle("a", nullptr);
  goo::unmangle("a");
  goo::hidden_::unmangle("a");
  return fd.get();
}
namespace goo {
bool inside() { return demangle("", nullptr) && internal_::demangle("", nullptr) && unmangle(""); }
}
