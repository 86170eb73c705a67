/* Cycles of copies: all nodes of one hold the same set, so they become one node (Tarjan's strongly connected components,
 * without recursion). The rest is ranked: a node before those that it copies to, so that sets are complete when
 * they go on. See Pereira and Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009. */
#include "region_internal.h"

#include <string.h>

struct visit {
	node node;
	size_t edge; /* the next to look at */
};

struct search {
	struct regions *r;
	uint32_t *order; /* of discovery, from 1; 0: not yet */
	uint32_t *low;   /* UINT32_MAX: its component is complete */
	uint32_t discovered;
	VEC(struct visit) path;
	VEC(node) open; /* discovered, component not complete */
	VEC(node) done; /* one node of each component, sinks first */
	VEC(struct int64_pair) same;
};

static void discover(struct search *s, node f)
{
	s->order[f] = s->low[f] = ++s->discovered;
	vec_push(&s->path, (struct visit){ f, 0 });
	vec_push(&s->open, f);
}

/* All of the component have been seen: those above F on the stack, and F. */
static void complete(struct search *s, node f)
{
	for (;;) {
		node member = vec_pop(&s->open);
		s->low[member] = UINT32_MAX;
		if (member == f)
			break;
		vec_push(&s->same, (struct int64_pair){ f, member });
	}
	vec_push(&s->done, f);
}

static void leave(struct search *s, node f)
{
	(void)vec_pop(&s->path);
	uint32_t low = s->low[f];
	if (low == s->order[f])
		complete(s, f);
	else if (low < s->low[vec_last(&s->path).node])
		s->low[vec_last(&s->path).node] = low;
}

/* The next copy of F's that leads on; 0: there is none. */
static node next_copy(struct search *s, struct visit *v)
{
	const struct node *n = &s->r->nodes.at[v->node];
	while (v->edge < n->edges.count) {
		const struct edge *e = &n->edges.at[v->edge++];
		if (e->kind == EDGE_COPY)
			return node_find(s->r, e->to);
	}
	return 0;
}

static void search_from(struct search *s, node root)
{
	discover(s, root);
	while (s->path.count) {
		node f = vec_last(&s->path).node, to = next_copy(s, &vec_last(&s->path));
		if (!to)
			leave(s, f);
		else if (!s->order[to])
			discover(s, to);
		else if (s->low[to] != UINT32_MAX && s->order[to] < s->low[f])
			s->low[f] = s->order[to];
	}
}

/* Copies to nodes that have become one, or the node itself, are needed once or not at all. */
static void drop_copies(struct regions *r, node f, node *last)
{
	struct node *n = &r->nodes.at[f];
	size_t kept = 0;
	for (size_t i = 0; i < n->edges.count; i++) {
		struct edge edge = n->edges.at[i];
		if (edge.kind == EDGE_COPY) {
			edge.to = node_find(r, edge.to);
			if (edge.to == f || last[edge.to] == f)
				continue;
			last[edge.to] = f;
		}
		n->edges.at[kept++] = edge;
	}
	n->edges.count = kept;
}

/* Entries of the queue have the ranks of before. */
static void requeue(struct regions *r)
{
	struct region_queue old = r->queue;
	r->queue = (struct region_queue){ 0 };
	for (size_t i = 0; i < old.count; i++) {
		node f = (node)old.at[i];
		queue_push(&r->queue, r->nodes.at[f].rank, f);
	}
	vec_free(&old);
}

void region_collapse(struct regions *r)
{
	struct search s = { .r = r };
	position_sweep(r);
	uint32_t count = (uint32_t)r->nodes.count;
	s.order = memory_alloc(count * sizeof *s.order);
	s.low = memory_alloc(count * sizeof *s.low);
	for (node f = 1; f < count; f++)
		if (r->nodes.at[f].parent == f && !s.order[f])
			search_from(&s, f);
	for (size_t i = 0; i < s.done.count; i++)
		r->nodes.at[s.done.at[i]].rank = (uint32_t)(s.done.count - i);
	for (size_t i = 0; i < s.same.count; i++)
		node_merge(r, (node)s.same.at[i].lo, (node)s.same.at[i].hi);
	memset(s.low, 0, count * sizeof *s.low);
	for (node f = 1; f < count; f++)
		if (r->nodes.at[f].parent == f)
			drop_copies(r, f, s.low);
	requeue(r);
	r->work = 0;
	memory_free(s.order);
	memory_free(s.low);
	vec_free(&s.path);
	vec_free(&s.open);
	vec_free(&s.done);
	vec_free(&s.same);
}
