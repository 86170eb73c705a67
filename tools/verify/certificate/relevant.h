/* Which parts of a query are about the memory that its goal is about: those alone make a query that is quickly refuted if that is all that
 * its goal needs. */
#ifndef PLUMB_RELEVANT_H
#define PLUMB_RELEVANT_H

#include "universal.h"

/* Maps from pointers are memory. What is known of all terms of a bank; { .bank, .pointer_bits } to begin with. */
struct memory_uses {
	const struct bank *bank;
	uint32_t pointer_bits; /* of an index */
	struct table uses;     /* term -> the memories in it: a bit each; from 64 on several have the same one */
	struct table numbers;  /* memory -> its number, from 1 */
	uint32_t count;
};
void memory_uses_release(struct memory_uses *m);

/* The memories that are leaves of the term. */
uint64_t memory_uses_of(struct memory_uses *m, term t);
/* Adds the parts of a conjunction that are about none but `some`. */
void memory_uses_choose(struct memory_uses *m, uint64_t some, term conjunction, struct terms *chosen);

#endif
