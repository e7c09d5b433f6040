#define SHARED
