/* Disjointness and the incremental consistency check, against Algorithm 1 on random DAGs. */
#include <stdlib.h>

#include "dag.h"
#include "hash.h"
#include "tap.h"

enum { PROCEDURES = 4, BLOCKS = 6, NODES = 12, ROUNDS = 400 };

static uint32_t seed = 7;

static uint32_t next(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

/* A procedure with a random acyclic flow graph. */
static struct procedure *random_procedure(struct program *p, const char *name)
{
	struct procedure *proc = program_add_procedure(p, name);
	for (int b = 0; b < BLOCKS; b++)
		procedure_add_block(proc, procedure_fresh_block_name(proc, "b"));
	for (uint32_t b = 0; b < BLOCKS; b++) {
		if (b + 1 == BLOCKS) {
			block_return(proc->blocks[b]);
			continue;
		}
		uint32_t room = BLOCKS - b - 1;
		term c = term_variable(p->bank, sort_bool(p->bank), "c");
		block_branch(p, proc->blocks[b], c, proc->blocks[b + 1 + next(room)], proc->blocks[b + 1 + next(room)]);
	}
	return proc;
}

static struct dag_reach *reach[PROCEDURES];

static const struct dag_reach *reach_of(void *context, const struct procedure *proc)
{
	(void)context;
	return reach[proc->index];
}

static void link_edge(struct vc_edge *e, struct vc_node *to)
{
	e->destination = to;
	e->next_in = to->in;
	to->in = e;
	vec_push(&e->source->out, e);
}

static void unlink_edge(struct vc_edge *e)
{
	e->destination->in = e->next_in;
	e->source->out.count--;
	e->destination = NULL;
}

static bool sites_disjoint(const struct vc_edge *a, const struct vc_edge *b)
{
	const struct dag_reach *r = reach[a->source->procedure->index];
	return a->block != b->block && !dag_block_reaches(r, a->block->index, b->block->index) &&
	       !dag_block_reaches(r, b->block->index, a->block->index);
}

static void mark_descendants(const struct vc_node *node, struct table *marks)
{
	VEC(const struct vc_node *) todo = { 0 };
	vec_push(&todo, node);
	while (todo.count) {
		const struct vc_node *n = vec_pop(&todo);
		if (table_has(marks, (uintptr_t)n))
			continue;
		table_put(marks, (uintptr_t)n, 1);
		for (size_t i = 0; i < n->out.count; i++)
			vec_push(&todo, n->out.at[i]->destination);
	}
	vec_free(&todo);
}

static bool tables_meet(const struct table *a, const struct table *b)
{
	for (size_t i = 0; i < a->capacity; i++)
		if (a->keys[i] && table_has(b, a->keys[i] - 1))
			return true;
	return false;
}

/* Algorithm 1 of the paper as it stands, over edges with destinations: quadratic. */
static bool is_consistent(struct vc_edge *const *edges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct table below = { 0 };
		mark_descendants(edges[i]->destination, &below);
		for (size_t k = 0; k < i; k++) {
			if (edges[i]->source != edges[k]->source)
				continue;
			struct table other = { 0 };
			mark_descendants(edges[k]->destination, &other);
			bool fine = !tables_meet(&below, &other) || sites_disjoint(edges[i], edges[k]);
			table_free(&other);
			if (!fine) {
				table_free(&below);
				return false;
			}
		}
		table_free(&below);
	}
	return true;
}

/* Grows a DAG edge by edge; each time asks both checks about joining a node that is there. */
static void random_dag(struct program *p, int *disagree, int *joined, int *refused)
{
	struct vc_node *nodes = memory_alloc(NODES * sizeof *nodes);
	struct vc_edge *edges = memory_alloc(4 * NODES * sizeof *edges), *list[4 * NODES];
	size_t count = 0;
	for (uint32_t i = 0; i < NODES; i++) {
		nodes[i].procedure = p->procedures[next(PROCEDURES)];
		nodes[i].started = i + 1;
	}
	for (uint32_t i = 1; i < NODES; i++) {
		/* Node i has not been executed yet: it gets one edge, and more if the check allows them. */
		for (uint32_t tries = 0; tries < 4 && count < 4 * NODES; tries++) {
			struct vc_edge *e = &edges[count];
			e->source = &nodes[next(i)];
			e->block = e->source->procedure->blocks[next(BLOCKS)];
			if (e->source != &nodes[0] && !e->source->in)
				continue;
			bool fine = !nodes[i].in || dag_compatible(e, &nodes[i], reach_of, NULL);
			list[count] = e;
			link_edge(e, &nodes[i]);
			bool expected = is_consistent(list, count + 1);
			*disagree += fine != expected;
			*joined += fine && e->next_in;
			*refused += !fine;
			if (fine)
				count++;
			else
				unlink_edge(e);
			if (fine != expected)
				printf("# node %u: incremental %d, Algorithm 1 %d\n", i, fine, expected);
		}
	}
	for (uint32_t i = 0; i < NODES; i++)
		vec_free(&nodes[i].out);
	memory_free(nodes);
	memory_free(edges);
}

int main(void)
{
	int disagree = 0, joined = 0, refused = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct program *p = program_new();
		for (int i = 0; i < PROCEDURES; i++) {
			struct procedure *proc = random_procedure(p, program_fresh_name(p, "f"));
			reach[proc->index] = dag_reach_new(proc);
		}
		random_dag(p, &disagree, &joined, &refused);
		for (int i = 0; i < PROCEDURES; i++)
			dag_reach_free(reach[i]);
		program_free(p);
	}
	ok(joined > 500 && refused > 500, "both answers occur (%d joined, %d refused)", joined, refused);
	is_int(disagree, 0, "the incremental check agrees with Algorithm 1");
	return done_testing();
}
