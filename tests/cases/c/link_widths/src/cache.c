#include "cache.h"
int cached;
