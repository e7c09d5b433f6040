#include "zone.h"

int use(const Zone& zone, const Civil& civil) {
  const auto now = std::chrono::system_clock::now();
  const Zone& same(zone.self());
  for (; const char* at = next(civil); ++at) {
    zone.lookup(at);
  }
  return zone.lookup(civil) + zone.lookup("UTC") + convert(civil, zone) + convert(now, zone) + same.lookup(civil);
}
