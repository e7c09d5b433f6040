#include "shared.h"
#include "api.h"
int use3() { return api(3); }
