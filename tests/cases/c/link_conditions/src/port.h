#ifdef _WIN32
int sleep_ms(int ms);
#define SEPARATOR '\\'
#else
#define SEPARATOR '/'
static inline int sleep_ms(int ms) { return ms; }
#endif

#ifndef LIMIT
#define LIMIT 10
#endif

#ifdef FAST
#define STEP 4
#else
#define STEP 1
#endif
