#include "zone.h"
void run(others::thing* thing) {
  zones::zone z;
  load("x", &z);
  load("x", thing);
  convert(1, z).year();
  convert(zones::date(), z).year();
  plain("x");     // no argument leads to the namespace
  only_here(z.id);
  deep(z);        // not of the namespace itself
  load("x", unknown());
}
bool mine(zones::zone z) { return true; }
void near() { zones::zone z; mine(z); }
