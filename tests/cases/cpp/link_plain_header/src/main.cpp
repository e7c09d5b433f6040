#include "shapes.h"

void show(Square square) {
  square.draw();
}
