#include <string.h>
#include "port.h"

#ifdef __APPLE__
static char *strdup(const char *s) { return 0; }
#endif

int use(const char *s) {
  char *copy = strdup(s);
  return sleep_ms(LIMIT) + STEP + copy[0] == SEPARATOR;
}
