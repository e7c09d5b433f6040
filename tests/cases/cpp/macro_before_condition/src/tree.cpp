#include "tree.hpp"
#define NS_BEGIN namespace tree { namespace impl {
#define NS_END } }

NS_BEGIN
	struct page { int size; };
	static int helper(page* p) { return p->size; }
NS_END

#ifdef COMPACT
namespace tree
{
	struct node_struct { int x; node_struct* next; };
}
#else
namespace tree
{
	struct node_struct { int x; node_struct* next; };
}
#endif

NS_BEGIN
	inline int last(node_struct* n) { return n->next->x; }
NS_END

namespace tree {
}
