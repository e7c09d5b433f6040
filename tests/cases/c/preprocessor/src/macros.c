#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b)) /* two
   lines */
#ifdef FAST
#define STEP 2
#else
#define STEP 1
#endif

enum flags {
#define FLAG(name) name,
#include "flags.h"
    LAST
};

#ifdef __cplusplus
extern "C" {
#endif

int pick(int x) {
    if (x > LIMIT
#ifdef STRICT
        && x < MAX(x, STEP)
#endif
    ) {
        return 1;
#ifdef _WIN32
    } else if (x) {
#else
    } else {
#endif
        return after(x);
    }
}

int after(int x) { return STEP; }

#ifdef FAST
int twice(void) { return 1; }
#else
int twice(void) { return 2; }
#endif

int calls(void) { return twice(); }
