/* A procedure with a contract is a leaf of the tree of calls: what is called in exponentially many ways is executed once in each
 * part of the tree. Counts are of calls in the text, whatever an execution makes of them. */
#include "contract_choice.h"

enum { LARGE_TREE = 400, SMALL_TREE = 2, MOST_MORE = 120 };

struct trees {
	const struct callgraph *graph;
	bool *chosen;
	uint32_t *sites; /* by procedure: calls of it */
	uint32_t *size;  /* by procedure: instances of the tree that begins with it; at most LARGE_TREE + 1 */
};

static uint32_t size_below(const struct trees *t, const struct procedure *proc)
{
	uint32_t size = 1;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			if (s->kind == STATEMENT_CALL)
				size += t->chosen[s->callee->index] ? 1 : t->size[s->callee->index];
			if (size > LARGE_TREE)
				return LARGE_TREE + 1;
		}
	return size;
}

static void choose_recursive(struct trees *t)
{
	for (uint32_t i = 0; i < t->graph->count; i++)
		t->chosen[i] = t->graph->reachable[i] && t->graph->recursive[i];
}

static uint32_t count_more(const struct trees *t)
{
	uint32_t more = 0;
	for (uint32_t i = 0; i < t->graph->count; i++)
		more += t->chosen[i] && !t->graph->recursive[i];
	return more;
}

/* Callees come first. What is called at several places and is larger than `most` is chosen too. False: some tree is large. */
static bool measure(struct trees *t, uint32_t most)
{
	const struct program *p = t->graph->program;
	bool small = true;
	for (uint32_t k = 0; k < t->graph->count; k++) {
		uint32_t i = t->graph->members[k];
		if (!t->graph->reachable[i])
			continue;
		t->size[i] = size_below(t, p->procedures[i]);
		small &= t->size[i] <= LARGE_TREE;
		if (t->size[i] > most && t->sites[i] > 1 && p->procedures[i] != p->entry)
			t->chosen[i] = true;
	}
	return small;
}

static void count_sites(struct trees *t)
{
	const struct program *p = t->graph->program;
	for (uint32_t i = 0; i < t->graph->count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count && t->graph->reachable[i]; b++) {
			const struct block *block = p->procedures[i]->blocks[b];
			for (uint32_t k = 0; k < block->statement_count; k++)
				if (block->statements[k].kind == STATEMENT_CALL)
					t->sites[block->statements[k].callee->index]++;
		}
}

uint32_t contract_choice(const struct callgraph *graph, bool *chosen)
{
	struct trees t = { .graph = graph, .chosen = chosen };
	t.sites = memory_alloc((graph->count + 1) * sizeof *t.sites);
	t.size = memory_alloc((graph->count + 1) * sizeof *t.size);
	choose_recursive(&t);
	count_sites(&t);
	bool small = measure(&t, UINT32_MAX);
	/* Small parts have easy queries, but each procedure more is one whose contract must be found. */
	for (uint32_t most = SMALL_TREE; !small && most < LARGE_TREE; most *= 2) {
		choose_recursive(&t);
		measure(&t, most);
		small = count_more(&t) <= MOST_MORE;
	}
	memory_free(t.sites);
	memory_free(t.size);
	return count_more(&t);
}
