#include "widths.h"

#if defined(USE_LOADER)
static int load(int a) { return a; }
#else
static int load(int a) { return -a; }
#endif

/* Of another file: a header defines it, so that either may be compiled. */
#if defined(USE_CACHE)
static int keep(int a) { return a; }
#else
static int keep(int a) { return 0; }
#endif

int use(wide a, some b, mem c) { return load(a + b + c) + keep(MY_WIDTH); }
