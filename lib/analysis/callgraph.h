/* Who calls whom, and what a call may read and write. Snapshots, over procedure and global indices. */
#ifndef PLUMB_CALLGRAPH_H
#define PLUMB_CALLGRAPH_H

#include "ir.h"

struct callgraph {
	const struct program *program;
	uint32_t count; /* procedures */
	/* Edges, each once; those of i are at [start[i], start[i + 1]). Calls in unreachable blocks count. */
	uint32_t *callee_start, *callees;
	uint32_t *caller_start, *callers;
	/* Strongly connected components (Tarjan), in reverse topological order: callees before callers. */
	uint32_t component_count;
	uint32_t *component;              /* procedure -> its component */
	uint32_t *member_start, *members; /* components' procedures: all of them in an order callees first */
	bool *recursive;                  /* procedure: may it be active twice (calls itself, directly or not)? */
	bool *reachable;                  /* procedure: from the program's entry (all false if there is none) */
};

struct callgraph *callgraph_new(const struct program *p);
void callgraph_free(struct callgraph *graph); /* NULL is fine */

/* Instances in the tree of calls from the program's entry, each call of a component from within it left out (so a loop that is a procedure
 * counts once), and at most `limit`; 0: no entry. */
uint32_t callgraph_tree_size(const struct callgraph *graph, uint32_t limit);

/* What one execution of a procedure may do, calls included (flow-insensitive, an over-approximation). */
struct effects {
	uint32_t words;  /* 64-bit words per set */
	uint64_t *reads; /* component c: globals at [c * words, (c + 1) * words) */
	uint64_t *writes;
	bool *asserts;                 /* component: some assert may be executed */
	const struct callgraph *graph; /* not owned; must live as long */
};

struct effects *effects_new(const struct callgraph *graph);
void effects_free(struct effects *effects);
bool effects_reads(const struct effects *effects, const struct procedure *proc, const struct variable *global);
bool effects_writes(const struct effects *effects, const struct procedure *proc, const struct variable *global);
bool effects_asserts(const struct effects *effects, const struct procedure *proc);

#endif
