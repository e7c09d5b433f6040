#define SAFE
#ifdef __linux__
#define PACKED
#endif
