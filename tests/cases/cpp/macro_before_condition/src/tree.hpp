#ifndef H
#define H
// #define COMPACT
namespace tree {
  struct node_struct;
  class node { public: node_struct* root; node child(const char* name) const;
#ifdef HAS_VIEW
  node child(view_t name) const;
#endif
  };
}
#endif
