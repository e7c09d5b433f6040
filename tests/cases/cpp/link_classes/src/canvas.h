#pragma once
#include "shape.h"

namespace draw {
class Canvas {
 public:
  void line(const Point& from, const Point& to);
};
}  // namespace draw

int size();
