#include <time.h>
#include "tree.h"

static struct { const char *name; int depth; } levels[] = {{"top", 0}, {.name = "low", .depth = 9}};

struct walk *start(struct node *root);

int count(node_list list, walk_maker make, struct tm *now) {
  struct walk made = {.root = list, .depth = levels[0].depth};
  struct walk *w = &made;
  for (struct node *n = list; n; n = n->next) {
    n->place.line = (*n).place.column + n->number;
    n->child[0]->text = levels[1].name;
    n->visit(n, w)->depth;
    make(n)->root->next = start(n)->root;
    ((struct walk *)n)->depth++;
  }
  return (w + 1)->depth + now->tm_year + now->root + w->next;
}
