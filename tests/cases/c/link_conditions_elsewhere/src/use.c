#include "all.h"

int use(header *h, int n) {
  return ENCODE(n) + DECODE(n) + OPEN + h->narrow;
}
