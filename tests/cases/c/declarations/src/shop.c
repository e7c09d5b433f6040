#include <stdio.h>
#include "cart.h"

/* A cart. */
typedef struct cart {
    int count, *prices;
    struct { int depth; } box;
    int (*compare)(const void *a, const void *b);
    unsigned flags : 3;
} cart_t, *cart_ptr;

typedef enum { EMPTY, FULL = 2 } state_t;
typedef int (*visit_fn)(cart_t *, int);

union number { int i; float f; };
enum color { RED, GREEN };
struct forward;

extern int total;
static const char *names[] = { "a", "b" }, separator = ',';

// Adds one.
static inline int *add(struct cart *cart, int n, ...);
void (*handler(int signal))(int);

static inline int *add(struct cart *cart, int n, ...) {
    cart->prices[n] += total; // not documentation
    return &cart->count;
}

int old_style(a, b) int a; char b; { return a + b; }
