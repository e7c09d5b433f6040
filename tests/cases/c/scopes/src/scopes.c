struct node { struct node *next; int node; };
typedef struct node node;
static int depth;
int depth_of(node *start);

int shadow(int depth) {
    int count = depth;
    { int depth_of = 1; count += depth_of; }
    return count;
}

int walk(node *start) {
    struct node first = { .next = start, .node = depth };
    for (int i = 0; i < depth_of(start); i++) {
        depth = i;
        goto done;
    }
done:
    return sizeof(node) + first.node + shadow(depth);
}

int depth_of(node *start) {
    int (*visit)(node *) = walk;
    return visit(start);
}
