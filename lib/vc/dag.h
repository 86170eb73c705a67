/* When may two calls share one instance of their callee? (A. Lal, S. Qadeer, "DAG inlining", section 3.)
 *
 * Two calls exclude one another when neither's configuration (its block and the stack of call sites) can reach
 * the other's. Lemma 1: that holds if, where their stacks part, the two blocks do not reach each other in their
 * procedure's (acyclic) flow graph. A DAG is consistent when all configurations of each node exclude one another;
 * Algorithm 1 decides that by one look at each pair of edges from one node whose ends have a common descendant.
 * dag_compatible is that algorithm made incremental: it looks at the pairs that one new edge makes. */
#ifndef PLUMB_DAG_H
#define PLUMB_DAG_H

#include "vc.h"

/* Per procedure: which blocks reach which. Made on demand, quadratic in the number of blocks. */
struct dag_reach;
struct dag_reach *dag_reach_new(const struct procedure *proc);
void dag_reach_free(struct dag_reach *reach);                                      /* NULL is fine */
bool dag_block_reaches(const struct dag_reach *reach, uint32_t from, uint32_t to); /* every block reaches itself */

/* The relation, as the check needs it: `reach(context, procedure)`, memoised by the caller. */
typedef const struct dag_reach *dag_reach_function(void *context, const struct procedure *proc);

/* Does the DAG stay consistent when `edge` (whose destination is not set) gets the destination `node`, which has
 * edges in but none out? `node` must not have been executed; sources are ordered by `started`. */
bool dag_compatible(const struct vc_edge *edge, const struct vc_node *node, dag_reach_function *reach, void *context);

#endif
