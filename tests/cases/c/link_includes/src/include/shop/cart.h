#ifndef SHOP_CART_H
#define SHOP_CART_H
#include <stddef.h>
#include "money.h"

#define CART_MAX 8

typedef struct cart cart;

cart *cart_new(void);
void cart_add(cart *c, money m);
extern int cart_count;
size_t cart_size(const cart *c);
#endif
