#include "circle.h"
#include "canvas.h"

namespace draw {

static int radius_ = 0;  // the member hides it in methods

struct Circle::Cache {
  int hits;
};

Circle::Circle(Point at, int radius) : Shape(at), cache_(new Cache), radius_(radius) {}

void Circle::paint(Canvas& canvas) const {
  canvas.line(at_, at());
  cache_->hits++;
  this->radius_;
  size();
}

void Circle::move(int dx, int dy) { at_.x += dx + radius_ + kLeft; }
void Circle::move(const Point& by) { move(by.x, by.y); }

int total(Handle<Circle> handle, Shape* shape) {
  Circle c(Point{1, 2}, 3);
  auto copy = Circle(c.at(), radius_);
  copy.move(4);
  copy.move(c.at());
  handle->move(1, 2);
  shape->paint(handle.get()->unknown());
  static_cast<Circle*>(shape)->move(5);
  return Shape::count() + shape->name().size();
}

}  // namespace draw
