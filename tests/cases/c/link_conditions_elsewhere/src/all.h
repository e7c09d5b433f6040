#include "option.h"
#include "endian.h"
