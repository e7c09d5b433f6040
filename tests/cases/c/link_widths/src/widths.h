#include <limits.h>
/* Numbers are as wide as on 64-bit Linux, whatever a command line may say. */
#ifndef MY_WIDTH
#if (ULONG_MAX == 0xFFFFFFFF)
#define MY_WIDTH (32)
#elif (ULONG_MAX == 0xFFFFFFFFFFFFFFFF)
#define MY_WIDTH (64)
#endif
#endif

#if MY_WIDTH == 32
typedef long long wide;
#elif MY_WIDTH == 64
typedef long wide;
#endif

/* Nobody says how wide this is. */
#if SOME_WIDTH > 3
typedef int some;
#else
typedef short some;
#endif

/* Without the first macro, which nothing defines, the second branch is as likely as the third. */
#if defined(OWN_MEM)
typedef OWN_MEM mem;
#elif IS_LARGE
typedef long mem;
#else
typedef short mem;
#endif

/* Needs a macro that nothing defines, so that it is not defined either. */
#if defined(USE_LINUX)
#define USE_LOADER
#endif
