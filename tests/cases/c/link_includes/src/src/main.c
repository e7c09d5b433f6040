#include <stdio.h>
#include "shop/cart.h"
#include "missing.h"

static void grow(int n) { printf("%d\n", n); }

int main(void) {
  cart *c = cart_new();
  money m = {.amount = 3, .unit = EUR};
  cart_add(c, m);
  grow(cart_count);
  hidden(CART_MAX);
  other_program(c);
  return (int)cart_size(c);
}
