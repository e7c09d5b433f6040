#include "shared.h"
#include "api.h"
int use1() { return api(1); }
