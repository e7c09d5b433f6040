#include "plain.h"

void show(Tile tile) {
  tile.paint();
}
