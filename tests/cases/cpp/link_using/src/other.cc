#include "table.h"

using internal::Encode;  // there is no such namespace outside

int Other() { return Encode(1); }
