#define API __attribute__((visibility("default")))
#define PRINTF_LIKE(n, m) __attribute__((format(printf, n, m)))
#define NEXT break;
#define EXPORTED_API

EXPORTED_API
int open_store(const char *name);

EXPORTED_API int close_store(int store);

int say(const char *format, ...) PRINTF_LIKE(1, 2);

/* Words of a comment are none:
EXPORTED_API
*/
int pick(int kind) {
  switch (kind) {
    case 1: kind = 3;
      NEXT
    case 2: kind = 4;
      NEXT
  }
  return kind;
}
