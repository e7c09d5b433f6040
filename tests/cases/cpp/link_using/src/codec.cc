#include "table.h"

namespace codec {

// A namespace is named as it is seen from where the declaration stands.
using internal::Buffer;
using internal::Encode;
using internal::kMaxTag;
using internal::LITERAL;
using namespace internal::deep;

int Run() {
  Buffer buffer;
  buffer.clear();
  return Encode(LITERAL) + kMaxTag + Depth();
}

}  // namespace codec
