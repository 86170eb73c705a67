/* Which cells of memory, and which variables, a statement reads and writes. */
#ifndef C2IR_ACCESSES_H
#define C2IR_ACCESSES_H

#include "ir.h"
#include "vec.h"

struct access {
	const struct variable *global;
	term at;    /* of a map: the cell, or the first one; 0: of a variable */
	term count; /* so many cells; 0: one */
	term when;  /* it is made if this holds */
	bool written;
};

struct access_list {
	VEC(struct access) list;
};

/* Those of globals of which `wanted` is true, by index. Appended. A map that is taken as a whole is not among them. */
void accesses_of_statement(const struct program *p, const struct statement *s, const bool *wanted,
			   struct access_list *to);
void accesses_of_terminator(const struct program *p, const struct terminator *t, const bool *wanted,
			    struct access_list *to);

#endif
