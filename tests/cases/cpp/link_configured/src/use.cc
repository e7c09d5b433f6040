#include "port.h"

int Use(port::Pages& pages, port::View view) {
  return LIKELY(pages.size()) ? pages.spare() : 0;
}
