/* Disjointness and the incremental consistency check, against Algorithm 1 on random DAGs. */
#include <stdlib.h>

#include "dag.h"
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
			bool expected = dag_consistent(list, count + 1, reach_of, NULL);
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
