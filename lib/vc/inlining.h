/* The inlining DAG of the last execution as it is: its instances, and the tree that it stands for. */
#ifndef PLUMB_INLINING_H
#define PLUMB_INLINING_H

#include "vc.h"

/* The instances, in the order in which they were executed: callers before callees, the root first. The caller frees the array with
 * memory_free. */
struct vc_node **vc_instances(const struct vc *vc, size_t *count);

/* How many instances the tree has in which no two calls share one: the ways from the root to an instance, over all instances.
 * Exact up to 2^53, and at most 1e300. */
double vc_tree_size(const struct vc *vc);

#endif
