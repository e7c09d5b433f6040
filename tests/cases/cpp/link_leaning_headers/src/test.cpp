#include "testing.h"
#include "api.h"
int tested() { return api(0); }
