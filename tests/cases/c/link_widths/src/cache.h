#define USE_CACHE
