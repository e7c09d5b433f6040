#include "value.h"

static int limit = 10;

namespace json {

Value& Reader::current() {
  static Value found;
  return found;
}

Value Reader::last() { return Value(); }

}  // namespace json

Other nothing();
