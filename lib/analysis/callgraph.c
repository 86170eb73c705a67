#include "callgraph.h"

#include <string.h>

static uint32_t *numbers(size_t count)
{
	return memory_alloc((count + 1) * sizeof(uint32_t));
}

/* --- edges --- */

struct edges {
	struct callgraph *graph;
	uint32_t *last; /* callee -> caller + 1 for which it was last counted */
	bool store;     /* second round: write them down */
	uint32_t count;
};

static void edge(struct edges *e, uint32_t caller, uint32_t callee)
{
	struct callgraph *g = e->graph;
	if (e->last[callee] == caller + 1)
		return;
	e->last[callee] = caller + 1;
	if (e->store)
		g->callees[e->count] = callee;
	else
		g->caller_start[callee]++;
	e->count++;
}

static void walk_calls(struct edges *e)
{
	struct callgraph *g = e->graph;
	memset(e->last, 0, g->count * sizeof *e->last);
	e->count = 0;
	for (uint32_t i = 0; i < g->count; i++) {
		const struct procedure *proc = g->program->procedures[i];
		g->callee_start[i] = e->count;
		for (uint32_t b = 0; b < proc->block_count; b++)
			for (uint32_t k = 0; k < proc->blocks[b]->statement_count; k++)
				if (proc->blocks[b]->statements[k].kind == STATEMENT_CALL)
					edge(e, i, proc->blocks[b]->statements[k].callee->index);
	}
	g->callee_start[g->count] = e->count;
}

static void add_edges(struct callgraph *g)
{
	struct edges e = { .graph = g, .last = numbers(g->count) };
	g->callee_start = numbers(g->count);
	g->caller_start = numbers(g->count);
	walk_calls(&e);
	g->callees = numbers(e.count);
	g->callers = numbers(e.count);
	e.store = true;
	walk_calls(&e);
	for (uint32_t i = 1; i <= g->count; i++)
		g->caller_start[i] += g->caller_start[i - 1];
	for (uint32_t i = g->count; i-- > 0;)
		for (uint32_t k = g->callee_start[i + 1]; k-- > g->callee_start[i];)
			g->callers[--g->caller_start[g->callees[k]]] = i;
	memory_free(e.last);
}

/* --- strongly connected components: Tarjan's algorithm with an explicit stack --- */

struct tarjan {
	struct callgraph *graph;
	uint32_t *number, *low;     /* number: order of discovery from 1; 0: not yet */
	uint32_t *next;             /* edge to look at next */
	uint32_t *path, depth;      /* the depth-first search */
	uint32_t *open, open_count; /* found, but in no component yet */
	uint32_t last, member_count;
};

static void enter(struct tarjan *t, uint32_t v)
{
	t->number[v] = t->low[v] = ++t->last;
	t->next[v] = t->graph->callee_start[v];
	t->path[t->depth++] = v;
	t->open[t->open_count++] = v;
}

static void close_component(struct tarjan *t, uint32_t root)
{
	struct callgraph *g = t->graph;
	uint32_t v;
	g->member_start[g->component_count] = t->member_count;
	do {
		v = t->open[--t->open_count];
		g->component[v] = g->component_count;
		g->members[t->member_count++] = v;
	} while (v != root);
	g->component_count++;
}

static void leave(struct tarjan *t)
{
	uint32_t v = t->path[--t->depth];
	if (t->low[v] == t->number[v])
		close_component(t, v);
	if (!t->depth)
		return;
	uint32_t caller = t->path[t->depth - 1];
	if (t->low[v] < t->low[caller])
		t->low[caller] = t->low[v];
}

static void search(struct tarjan *t, uint32_t root)
{
	struct callgraph *g = t->graph;
	enter(t, root);
	while (t->depth) {
		uint32_t v = t->path[t->depth - 1];
		if (t->next[v] == g->callee_start[v + 1]) {
			leave(t);
			continue;
		}
		uint32_t callee = g->callees[t->next[v]++];
		if (!t->number[callee])
			enter(t, callee);
		else if (g->component[callee] == UINT32_MAX && t->number[callee] < t->low[v])
			t->low[v] = t->number[callee];
	}
}

static void add_components(struct callgraph *g)
{
	struct tarjan t = { .graph = g,
			    .number = numbers(g->count),
			    .low = numbers(g->count),
			    .next = numbers(g->count),
			    .path = numbers(g->count),
			    .open = numbers(g->count) };
	g->component = numbers(g->count);
	g->member_start = numbers(g->count);
	g->members = numbers(g->count);
	memset(g->component, 0xff, g->count * sizeof *g->component);
	for (uint32_t i = 0; i < g->count; i++)
		if (!t.number[i])
			search(&t, i);
	g->member_start[g->component_count] = t.member_count;
	memory_free(t.number);
	memory_free(t.low);
	memory_free(t.next);
	memory_free(t.path);
	memory_free(t.open);
}

/* --- recursion, reachability --- */

static void add_recursion(struct callgraph *g)
{
	g->recursive = memory_alloc((g->count + 1) * sizeof *g->recursive);
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = g->callee_start[i]; k < g->callee_start[i + 1]; k++)
			if (g->component[g->callees[k]] == g->component[i])
				g->recursive[i] = true;
}

static void add_reachability(struct callgraph *g)
{
	g->reachable = memory_alloc((g->count + 1) * sizeof *g->reachable);
	if (!g->program->entry)
		return;
	/* Callers have higher components: from the top, each is done when it is looked at. */
	g->reachable[g->program->entry->index] = true;
	for (uint32_t c = g->component_count; c-- > 0;) {
		bool any = false;
		for (uint32_t m = g->member_start[c]; m < g->member_start[c + 1]; m++)
			any |= g->reachable[g->members[m]];
		for (uint32_t m = g->member_start[c]; any && m < g->member_start[c + 1]; m++) {
			uint32_t v = g->members[m];
			g->reachable[v] = true;
			for (uint32_t k = g->callee_start[v]; k < g->callee_start[v + 1]; k++)
				g->reachable[g->callees[k]] = true;
		}
	}
}

/* Instances of P; those of its callees are in SIZES. */
static uint32_t tree_size(const struct callgraph *g, uint32_t p, const uint32_t *sizes, uint32_t limit)
{
	const struct procedure *proc = g->program->procedures[p];
	uint64_t size = 1;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *statement = &proc->blocks[b]->statements[i];
			if (statement->kind == STATEMENT_CALL &&
			    g->component[statement->callee->index] != g->component[p])
				size += sizes[statement->callee->index];
			if (size >= limit)
				return limit;
		}
	return (uint32_t)size;
}

uint32_t callgraph_tree_size(const struct callgraph *g, uint32_t limit)
{
	if (!g->program->entry)
		return 0;
	uint32_t *sizes = memory_alloc((size_t)g->count * sizeof *sizes);
	for (uint32_t m = 0; m < g->count; m++)
		sizes[g->members[m]] = tree_size(g, g->members[m], sizes, limit);
	uint32_t size = sizes[g->program->entry->index];
	memory_free(sizes);
	return size;
}

struct callgraph *callgraph_new(const struct program *p)
{
	struct callgraph *g = memory_alloc(sizeof *g);
	g->program = p;
	g->count = p->procedure_count;
	add_edges(g);
	add_components(g);
	add_recursion(g);
	add_reachability(g);
	return g;
}

void callgraph_free(struct callgraph *g)
{
	if (!g)
		return;
	memory_free(g->callee_start);
	memory_free(g->callees);
	memory_free(g->caller_start);
	memory_free(g->callers);
	memory_free(g->component);
	memory_free(g->member_start);
	memory_free(g->members);
	memory_free(g->recursive);
	memory_free(g->reachable);
	memory_free(g);
}
