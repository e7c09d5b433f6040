#include <stdarg.h>

#define LOCAL_ONLY __attribute__((visibility("hidden")))
#define MAY_BE_NULL
#define TEXT_OF(x) #x
#define EACH_NODE(n, list) for (struct node *n = (list)->first; n; n = n->next)
#define NEW_ARRAY(type, name, count) type name[count]

struct node { int value; struct node *next; };
struct list { struct node *first; };

LOCAL_ONLY struct node *
first_of(struct list *list MAY_BE_NULL) {
  return list->first;
}

int log_all(const char *format, ...) LOCAL_ONLY;

int sum(struct list *list, ...) {
  va_list args;
  int total = 0;
  EACH_NODE(n, list) {
    total += n->value;
  }
  NEW_ARRAY(struct node *, nodes, 4);
  total += (int)va_arg(args, unsigned long);
  if (total < 0) FAILED;
  if (log_all("at " TEXT_OF(sum) " of", total * 2)) return FAILED;
  return first_of(list) ? total * SCALE(total * 2) : FAILED;
}
