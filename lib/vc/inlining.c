#include "inlining.h"

#include <stdlib.h>

#include "execute.h"

static int by_start(const void *a, const void *b)
{
	const struct vc_node *x = *(struct vc_node *const *)a, *y = *(struct vc_node *const *)b;
	return (x->started > y->started) - (x->started < y->started);
}

struct vc_node **vc_instances(const struct vc *vc, size_t *count)
{
	VEC(struct vc_node *) found = { 0 };
	TABLE(const struct vc_node *, bool) seen = { 0 };
	vec_push(&found, vc->root);
	for (size_t i = 0; i < found.count; i++) {
		const struct vc_node *n = found.at[i];
		for (size_t e = 0; e < n->out.count; e++) {
			struct vc_node *callee = n->out.at[e]->destination;
			if (table_has(&seen, callee))
				continue;
			table_put(&seen, callee, true);
			vec_push(&found, callee);
		}
	}
	table_free(&seen);
	qsort(found.at, found.count, sizeof *found.at, by_start);
	*count = found.count;
	return found.at;
}

double vc_tree_size(const struct vc *vc)
{
	size_t count;
	struct vc_node **instances = vc_instances(vc, &count);
	double *ways = memory_alloc((vc->started + 1) * sizeof *ways), all = 0;
	for (size_t i = 0; i < count; i++) {
		double *own = &ways[instances[i]->started];
		*own = instances[i] == vc->root;
		for (const struct vc_edge *e = instances[i]->in; e; e = e->next_in)
			*own += ways[e->source->started];
		all += *own;
	}
	memory_free(ways);
	memory_free(instances);
	return all < 1e300 ? all : 1e300;
}
