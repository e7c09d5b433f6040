struct node {
  struct node *next, *child[2];
  union {
    int number;
    const char *text;
  };
  struct {
    int line, column;
  } place;
  int (*visit)(struct node *self, struct walk *walk);
};

struct walk {
  struct node *root;
  int depth;
};

typedef struct node *node_list;
typedef struct walk *(*walk_maker)(struct node *root);
