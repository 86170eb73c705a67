/* The automatic objects of each procedure: who leaves an activation by a jump must know them (lower/unwind.c). */
#ifndef C2IR_AUTOMATIC_H
#define C2IR_AUTOMATIC_H

#include <stdbool.h>
#include <stddef.h>

struct declaration;
struct lowering;
struct procedure;
struct variable;

struct automatic {
	struct procedure *procedure;
	struct variable *identity;             /* holds that of the object */
	const struct declaration *declaration; /* NULL: a temporary object, or one of alloca() */
	bool read_only;                        /* once it is initialised */
};

/* An automatic object begins, of the current procedure whatever it says of that. Each is noted once; none without --check=uaf. */
void automatic_note(struct lowering *l, struct automatic object);
/* Those that were noted, in order. */
const struct automatic *automatics(const struct lowering *l, size_t *count);

void automatics_init(struct lowering *l);
void automatics_release(struct lowering *l);

#endif
