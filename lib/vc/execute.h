/* The state of symbolic execution, for the files that make it up: vc.c, instance.c, schedule.c, execute.c. */
#ifndef PLUMB_EXECUTE_H
#define PLUMB_EXECUTE_H

#include "callgraph.h"
#include "procedure_facts.h"
#include "vc.h"

struct execution;

/* A block being executed: where it stands, and the state there. */
struct context {
	struct execution *execution;
	const struct block *block;
	uint32_t statement;
	struct state state;
};

/* A call that waits for an instance's end. */
struct arrival {
	struct context *context;
	struct vc_edge *edge;
};

struct states VEC_BODY(struct state);

struct execution {
	struct vc *vc;
	struct vc_node *node;
	struct procedure_facts *facts;
	VEC(struct arrival) arrivals;
	struct path *entry;
	struct states *incoming; /* per block */
	uint32_t *pending;       /* per block: edges not delivered yet */
	struct states returns;
	uint32_t blocks_left;
	uint32_t live;      /* contexts with a state, running, suspended or parked */
	bool exit_folded;   /* a way that leaves the recursion was excluded by folding */
	uint32_t delivered; /* live states that wait for their block to start */
};

struct contexts VEC_BODY(struct context *);
struct executions VEC_BODY(struct execution *);

struct vc {
	struct program *program;
	struct callgraph *graph;
	struct effects *effects;
	struct procedure_facts **facts; /* per procedure, on demand */
	bool *may_violate;              /* per procedure */
	struct arena *nodes;            /* lives as long as this */
	struct vc_node *root;
	VEC(struct vc_node *) all_nodes;
	struct vc_node initial; /* keeper of the globals' initial values */
	uint64_t next_fresh;
	uint32_t object_width;

	/* one execution */
	struct arena *arena;
	struct path_space space;
	const struct vc_policy *policy;
	struct contexts runnable, parked;
	struct executions waiting;
	VEC(struct vc_violation) violations;
	VEC(struct vc_edge *) open;
	VEC(struct vc_cut) cuts;
	TABLE(const struct vc_node *, struct vc_edge *) edges; /* by child instance */
	struct reaching *reaching; /* schedule.c: which procedures calls may lead to; NULL: not made yet */
	struct vc_result result;
	uint32_t started, ticks;
	uint64_t free_rounds; /* that were not counted */
	uint32_t home, frame; /* of the profile: where it stood before, and now */
	uint32_t terms;       /* the bank's size when it came there */
	enum vc_status status;
	struct state end; /* of the root */
};

enum { MAX_TARGETS = 1 << 16 }; /* of a goto: what the index of an unknown has room for */

/* vc.c: forgets the last execution */
void execution_release(struct vc *vc);

/* instance.c: nodes of the DAG and what is unknown in them */
struct vc_node *vc_node_new(struct vc *vc, struct procedure *proc, struct vc_node *parent,
			    const struct statement *site);
struct vc_node *node_child(struct vc *vc, struct vc_node *node, const struct statement *site);
/* The unknown for (key, index) in the node, made on first use. */
term node_leaf(struct vc *vc, struct vc_node *node, const void *key, uint32_t index, sort s, const char *name);
/* The identity that a `fresh` gives in the node. */
term node_identity(struct vc *vc, struct vc_node *node, const struct statement *s);
struct procedure_facts *facts_of(struct vc *vc, const struct procedure *proc);
const struct dag_reach *reach_of(void *vc, const struct procedure *proc);

/* account.c: what the instance does from now on (NULL: nobody does anything) is counted in its frame of the profile. Begins, ends. */
void account_begin(struct vc *vc);
void account_go(struct vc *vc, struct vc_node *node);
void account_end(struct vc *vc);

/* schedule.c: takes the waiting instance that should start next out of vc->waiting, which is not empty */
struct execution *schedule_next(struct vc *vc);
void schedule_release(struct vc *vc);

#endif
