#pragma once
#include "shape.h"

namespace draw {

class Circle : public Shape {
 public:
  Circle(Point at, int radius);
  void paint(Canvas& canvas) const override;
  void move(int dx, int dy = 0);
  void move(const Point& by);

 private:
  struct Cache;
  Cache* cache_;
  int radius_;
};

}  // namespace draw
