#include "plane.h"

void Book::read() const {
  planes_[0].row(1);
  pointed_->row(2);
  this->planes_[0].row(3);
}

void Book::write() {
  planes_[0].row(1);
  pointed_->row(2);
  first_.row(3);
}

void take(const Sheet& fixed, Sheet& open, Sheet* there) {
  fixed.planes[0].row(1);
  open.planes[0].row(2);
  there->plane().row(3);
  fixed.plane().row(4);
  open.fixed->row(5);
  fixed.pointed->row(6);
}

template <typename T>
void either(T&& given) {
  auto& some = given;
  some.row(1);
}
