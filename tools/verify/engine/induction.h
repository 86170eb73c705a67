/* What other engines use of induction.c. */
#ifndef PLUMB_INDUCTION_H
#define PLUMB_INDUCTION_H

#include "engine.h"
#include "hash.h"
#include "invariant.h"

/* Candidates that models refuted before time was up: the next attempt at the same program and level goes on without them. They are
 * known by their numbers, of so many; other candidates begin anew. To be released by table_free. */
struct refuted {
	struct table numbers;
	uint32_t of;
};

/* One way to prove task->prepared. */
struct attempt {
	enum level level;
	/* Not NULL: assertions are asked one by one, for a moment each. Gets the {place} of those that no execution violates
	 * before another. */
	struct table *holding;
	bool patient; /* then all that is left at once, as without `holding`, for as long as there is time */
	bool algebra; /* candidates are equations with products; what follows from polynomials is all that is found (algebra.h) */
	bool parts; /* it is not a program as a whole, but parts of one (pass modular), which cannot be executed */
	struct refuted *refuted; /* from and for other attempts; NULL: none */
	bool *loops;             /* gets: is there anything to guess of? May be NULL. */
	/* May be NULL: told the cut, which it may add to, once it is a proof; what is left of the candidates is not `dropped`. */
	void (*proved)(void *context, struct cut *cut);
	void *context;
};

/* One level after the other, LAST included. */
void induction_search(struct task *task, enum level last, struct outcome *outcome);

/* True: it is proved. */
bool induction_try(const struct attempt *attempt, struct task *task, struct outcome *outcome);

#endif
