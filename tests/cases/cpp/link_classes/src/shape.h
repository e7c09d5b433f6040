#pragma once
#include <string>

namespace draw {

class Canvas;

struct Point {
  int x, y;
};

class Shape {
 public:
  explicit Shape(Point at) : at_(at) {}
  virtual ~Shape() = default;
  virtual void paint(Canvas& canvas) const = 0;
  Point at() const { return at_; }
  static int count();
  std::string name() const;

 protected:
  Point at_;
  enum Side { kLeft, kRight };
};

template <typename T>
class Handle {
 public:
  T* operator->() const { return value_; }
  T* get() const;

 private:
  T* value_;
};

}  // namespace draw
