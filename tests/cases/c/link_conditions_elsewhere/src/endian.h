#ifdef SAFE
#define ENCODE(v) swap(v)
#else
#define ENCODE(v) (v)
#endif

#ifndef PACKED
typedef struct { int wide; } header;
#else
typedef struct { char narrow; } header;
#endif

#ifdef LONELY
#define DECODE(v) swap(v)
#else
#define DECODE(v) (v)
#endif

#if __linux__
#define OPEN 1
#else
#define OPEN 2
#endif
