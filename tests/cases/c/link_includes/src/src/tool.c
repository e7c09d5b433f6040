/* Includes nothing: what other files have under these names is not meant here. */
int other_program(void *p) { return cart_size(p) + hidden(CART_MAX); }
static int hidden(int n) { return n; }
