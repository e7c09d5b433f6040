#include "piece.h"
#include "status.h"
#include "log.h"

void report(Log* log, Status status) {
  log->line(Piece("x"));
  log->last = status == StatusOk ? StatusBad : StatusOk;
}

#include <stdlib.h>
#ifdef SOME_OTHER_SYSTEM
int setenv(const char* name, const char* value, int overwrite) { return 0; }
#endif

// The library has it; what stands in for it elsewhere is not meant.
int environment() { return setenv("a", "b", 1); }
