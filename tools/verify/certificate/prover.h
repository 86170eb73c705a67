/* Which of several conditions at the heads of loops hold together, whether they prove the program, and which of them that needs. */
#ifndef PLUMB_PROVER_H
#define PLUMB_PROVER_H

#include "obligations.h"
#include "solver_pair.h"
#include "subject.h"

/* Part of a loop's invariant. */
struct conjunct {
	size_t loop; /* of the subject; STRETCH_NONE: it may be assumed in any part */
	term condition;
	term use; /* Bool leaf: is it assumed, and asserted? Set by prover_begin. */
	bool dropped;
};
struct conjuncts VEC_BODY(struct conjunct);

/* Adds the conjuncts of the condition, but for constants and what is there already. */
void conjuncts_add(struct conjuncts *list, const struct bank *bank, size_t loop, term condition);

/* Assertions that are not proved. */
struct open_assertions VEC_BODY(const struct statement *);

struct prover {
	struct task *task;
	struct outcome *outcome;
	struct bank *bank;
	struct conjuncts *conjuncts;
	size_t parts; /* that are looked at by themselves: stretches, checks of contracts */
	struct obligations obligations;
	struct asserted VEC_BODY(size_t) asserted; /* per obligation: the conjunct, or STRETCH_NONE */
	struct solver_pair pair;
	const char *trouble;
};

/* Executes the stretches, each conjunct in use or not. False: see `trouble`. To be released in any case. */
bool prover_begin(struct prover *pv, struct task *task, struct outcome *outcome, struct subject *subject,
		  struct conjuncts *conjuncts);
/* The same for the parts of another proof. Takes the obligations and what each asserts (as `asserted`). */
void prover_begin_with(struct prover *pv, struct task *task, struct outcome *outcome, struct bank *bank,
		       struct conjuncts *conjuncts, struct obligations *obligations, struct asserted *asserted,
		       size_t parts);
void prover_release(struct prover *pv);

/* Drops conjuncts until those that are left hold whenever a loop's head is passed (C. Flanagan, K. R. M. Leino, "Houdini, an annotation
 * assistant for ESC/Java", 2001). False: the time is up. */
bool prover_filter(struct prover *pv);
/* Which assertions can be violated with what is left, or may be. */
void prover_find_open(struct prover *pv, struct open_assertions *open);
/* After a proof: drops what it does not need; first all that no refutation mentions, then one after the other, within the time. What is
 * left is a proof whenever that ends. True: each one that is left is needed. */
bool prover_minimise(struct prover *pv, double deadline);

#endif
