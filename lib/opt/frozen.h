/* Memory that only the beginning of the program writes: tables of constants, records that are set up once. */
#ifndef PLUMB_FROZEN_H
#define PLUMB_FROZEN_H

#include "ir.h"

struct frozen {
	const struct program *program;
	term *contents; /* by global: what it is once the beginning is over, as a term; 0: it may change later. NULL: none is frozen */
};

/* The beginning: the first block of the entry, up to the first call. The program's blocks have no cycles; nothing is found if something calls
 * the entry. */
struct frozen frozen_find(const struct program *p);
void frozen_release(struct frozen *frozen);

/* The contents of what a leaf stands for; 0: it is none of these. */
term frozen_contents(const struct frozen *frozen, term leaf);

#endif
