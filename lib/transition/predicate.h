/* Predicates that are closed under weakest preconditions: the atoms in a system's conditions, the atoms in what these are before
 * a transition, and so on. Where that comes to an end the words of the state have become Booleans, and nothing is lost:
 *
 *	s = 3  before  s := ite(c, 3, ite(d, s, 4))   is   c or (d and s = 3)
 *
 * An atom that is about inputs too, or that came too late in a chain without an end (x = 0, x + 1 = 0, x + 2 = 0 ...), is
 * *free*: it may be true or false, each time anew. So the predicates may do more than the system, never less. */
#ifndef PLUMB_PREDICATE_H
#define PLUMB_PREDICATE_H

#include "system.h"

struct predicate {
	term condition; /* over places; an atom */
	term proxy;     /* the leaf that stands for it */
	uint32_t generation;
	bool free;
	bool *needed; /* by cut */
};

/* Formulas are Bool terms over proxies, and over inputs. */
struct predicate_step {
	term condition;
	TABLE(uint32_t, term) before; /* predicate -> what it is before the transition, if it matters behind it */
};

struct predicates {
	const struct system *system;
	struct bank *bank;
	struct arena *arena;
	VEC(struct predicate) list;
	TABLE(term, uint32_t) of_condition, of_proxy; /* -> predicate + 1 */
	struct predicate_step *steps;                 /* by transition */
	term *bad;                                    /* by cut */
	uint32_t free_count;
	bool cut_off; /* some are free that came too late */
	/* of the work: */
	struct normal_forms *forms;
	bool failed;
};

/* `generations`: how long a chain of weakest preconditions may be. NULL: stopped, or too large. */
struct predicates *predicates_new(const struct system *system, uint32_t generations, bool (*stop)(void *context),
				  void *context);
void predicates_free(struct predicates *predicates); /* NULL is fine */

#endif
