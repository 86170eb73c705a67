/* Which constants may a variable hold? Flow-insensitive, over the whole program; for a map: its cells. */
#ifndef PLUMB_VALUES_H
#define PLUMB_VALUES_H

#include "callgraph.h"
#include "uses.h"

enum { VALUES_MAX = 64 }; /* more constants than this: any value */

struct value_set {
	bool any;   /* any value at all; the rest says nothing then */
	bool fresh; /* any value that `fresh` gives, or a pointer to such an object (its upper half is such a value) */
	uint32_t count;
	term *constants; /* each once, ascending */
};

struct values {
	struct program *program;
	struct uses *uses; /* not owned */
	struct arena *arena;
	uint64_t first_fresh;
	uint32_t object_bits;
	TABLE(const struct variable *, struct value_set *) sets;
	VEC(struct constraint *) work;
	TABLE(const struct variable *, struct readers *) readers;
	unsigned budget;
};

void values_init(struct values *values, struct program *p, struct uses *uses);
void values_release(struct values *values);

/* What the term may be. Empty if no value ever reaches it. Valid until values_release. */
struct value_set values_of(struct values *values, term t);

#endif
