#include <stdlib.h>
#include "shop/cart.h"

struct cart {
  money items[CART_MAX];
  size_t used;
};

int cart_count;

static void grow(cart *c) { c->used++; }

cart *cart_new(void) {
  cart_count++;
  return calloc(1, sizeof(cart));
}

void cart_add(cart *c, money m) {
  c->items[c->used] = m;
  grow(c);
}

size_t cart_size(const cart *c) { return c->used; }
