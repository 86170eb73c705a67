/* Verification conditions by symbolic execution, and the DAG of procedure instances.
 *
 * A program whose procedures are acyclic (lib/opt: loops are procedures) is executed symbolically from its entry
 * into the term bank: `ite` at joins, callees executed with their real inputs. Which calls are entered is the
 * policy's decision; one that is not stays open: its results are unknown values, and the engine may forbid it
 * (under-approximation) or allow it (over-approximation) in a query. Calls that exclude one another share an instance of their
 * callee where the policy says so (A. Lal, S. Qadeer, "DAG inlining", section 3): see dag.h. docs/vc.md has the whole
 * story and why it is sound.
 *
 * Instances and the names of their unknowns live as long as the struct vc, so that a later execution with more
 * calls entered makes the same terms where nothing has changed. */
#ifndef PLUMB_VC_H
#define PLUMB_VC_H

#include "ir.h"
#include "path.h"
#include "profile.h"

/* An instance of a procedure: a node of the inlining DAG. */
struct vc_node {
	uint32_t id;
	struct procedure *procedure;
	struct vc_node *parent;       /* the caller that made it; NULL: the root */
	const struct statement *site; /* the call in `parent` */
	uint32_t occurrences;         /* of the procedure on the stack, itself included; iterations that were decided
					 without a solver not counted */
	uint32_t folded;              /* such iterations in a row up to this one */
	uint32_t frame, frame_within; /* of the profile, within that one; 0: not known */
	bool wanted;                  /* enter it whatever the budget says (set by the engine, kept) */
	struct table leaves;          /* what is unknown in it: key (vc_leaf) -> term */
	TABLE(const struct statement *, struct vc_node *) children; /* by call */
	/* of the last execution: */
	uint32_t started;          /* position in the order of execution, from 1; 0: not executed (yet) */
	struct vc_edge *in;        /* edges to it, newest first, by next_in */
	VEC(struct vc_edge *) out; /* entered calls */
};

/* A call of one execution: an edge of the DAG. */
struct vc_edge {
	struct vc_node *source, *destination; /* destination NULL: open */
	const struct block *block;
	const struct statement *site;
	struct path *path; /* when the call is made */
	struct vc_edge *next_in;
	bool over_bound;       /* open because of the bound, not because of the budget */
	struct vc_node *child; /* the instance that it would get */
	term fails;            /* open for lack of budget, and the callee may violate: the Bool that it does; else 0 */
};

/* An assertion that may fail here: condition = path condition and not the assertion. What comes after it is executed under the
 * assertion, but for those with attribute {candidate}, each of which is looked at by itself. */
struct vc_violation {
	struct vc_node *node;
	const struct statement *statement;
	term condition;
	term untrue; /* the negation of the assertion there, without the path */
};

/* An `assume false` {bound ...} that was reached: where ir-opt --unroll cut the program. */
struct vc_cut {
	struct vc_node *node;
	const struct statement *statement;
	term condition;
};

struct vc_policy {
	uint32_t bound;      /* loop iterations and recursive calls entered */
	uint32_t fold_limit; /* iterations in a row whose condition folds that are not counted */
	uint32_t
		count_limit; /* the same of loops that count by constants but have further ways out, which do not fold */
	uint64_t free_limit;         /* rounds that are not counted, in the whole execution; 0: none */
	uint32_t node_limit;         /* instances, beyond which only wanted ones are entered; 0: none */
	uint32_t term_limit;         /* stop when the bank holds more terms; 0: none */
	bool share;                  /* DAG; false: tree */
	bool (*stop)(void *context); /* asked now and then: true ends the execution; may be NULL */
	void *stop_context;
	struct profile *profile; /* a frame for each chain of calls, with its time and terms; or NULL */
};

enum vc_status { VC_DONE, VC_STOPPED, VC_TERMS };

struct vc; /* one program, its instances, the last execution */

/* The program must be valid, acyclic and outlive the vc; its bank takes the terms. NULL and a diagnostic if it
 * is not acyclic. */
struct vc *vc_new(struct program *program, struct diagnostics *diags);
void vc_free(struct vc *vc);

/* Executes the program anew; what the functions below give is of the last execution. */
enum vc_status vc_execute(struct vc *vc, const struct vc_policy *policy);

struct vc_result {
	/* Each comes behind those of assertions that an execution may meet before it. */
	const struct vc_violation *violations;
	size_t violation_count;
	struct vc_edge *const *open; /* calls not entered */
	size_t open_count;
	const struct vc_cut *cuts;
	size_t cut_count;
	uint32_t nodes, edges,
		shared_edges; /* instances executed; calls entered; those that joined an instance that was there */
	uint32_t assertions;  /* assertions met on a way that is not excluded by folding */
};
const struct vc_result *vc_result(const struct vc *vc);
struct vc_node *vc_root(const struct vc *vc);
/* May the callee of this edge, or what it calls, violate an assertion (or meet a cut)? */
bool vc_may_violate(const struct vc *vc, const struct vc_edge *edge);
/* The edge of the last execution for a call in `node`; NULL: not reached. */
struct vc_edge *vc_edge_at(const struct vc *vc, const struct vc_node *node, const struct statement *site);

/* The unknown of `node` for a havoc or fresh statement, a goto (target i > 0: Bool, "target i is taken if no smaller
 * one from 1 on was"; see vc_choice), a variable's initial value; 0 if the execution did not need it. */
term vc_leaf(const struct vc_node *node, const void *key, uint32_t index);
/* The initial value of a global. */
term vc_initial(const struct vc *vc, const struct variable *global);

/* Where the last execution, if it was VC_DONE, returns from the entry: when (a Bool; 0: never), and what a global or a variable of the
 * entry holds then (a term of its sort; 0: it does not return, or the variable was never written). Over the unknowns. */
term vc_end_condition(const struct vc *vc);
term vc_end_value(const struct vc *vc, const struct variable *v);

#endif
