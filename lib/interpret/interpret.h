/* Abstract interpretation of a program: what holds wherever an execution comes (Cousot, Cousot, "Abstract interpretation: a
 * unified lattice model"). Numbers, pointers and their targets, and cells of maps (known.h, facts.h); a summary for each
 * procedure, of all its calls together; loops and recursion by widening. docs/abstract.md describes it. */
#ifndef PLUMB_INTERPRET_H
#define PLUMB_INTERPRET_H

#include "haste.h"
#include "place.h"
#include "profile.h"

struct interpretation;

struct interpret_options {
	/* NULL, or asked now and then: true gives up. */
	bool (*stop)(void *context);
	/* NULL, or asked now and then: the most that it said counts from then on. */
	enum haste (*haste)(void *context);
	void *context;
	struct profile *profile; /* a frame for each procedure; or NULL */
	/* All calls of a procedure are one context: each of its statements is visited once. */
	bool together;
};

/* NULL: given up, also for programs of a million `fresh` or variables. The program must not be changed while the result is in use. */
struct interpretation *interpret(struct program *p, const struct interpret_options *options);
void interpretation_free(struct interpretation *i); /* NULL is fine */

struct domain *interpretation_domain(struct interpretation *i);
/* May an execution come to the block? If so, *facts (may be NULL) is what holds at its beginning, in any context. */
bool interpretation_reaches(struct interpretation *i, const struct procedure *proc, const struct block *b,
			    const struct facts **facts);

/* Calls visit for each statement that may be executed, with what holds before it, and for each such terminator (STATEMENT NULL):
 * the COUNT PLACES (at least one) are cases of which one holds. They belong to the visitor until it returns. A statement is visited
 * once for each context of its procedure. False: what was visited is not all that may be. Nothing is entered from then on. */
typedef void interpretation_visitor(void *context, struct place *places, unsigned count, struct procedure *proc,
				    struct block *b, struct statement *s);
bool interpretation_visit(struct interpretation *i, interpretation_visitor *visit, void *context);

#endif
