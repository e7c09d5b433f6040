#include "shared.h"
#include "api.h"
int use2() { return api(2); }
