/* What holds at the cuts of a system, said of the program's own variables. */
#ifndef PLUMB_CUT_INVARIANT_H
#define PLUMB_CUT_INVARIANT_H

#include "system.h"

/* A variable, or the cell of a map at `index` (0: none), has this value. */
struct fixed_place {
	struct variable *variable;
	term index, value;
};

/* What holds whenever an execution is at a cut, over the program's leaves. */
struct cut_invariant {
	VEC(struct fixed_place) fixed;
	VEC(term) conditions;
};

/* From the places of a system to the program's variables: cells are reads of maps, objects that the first block makes are named by the
 * variables that it assigns them to. */
struct cut_writer {
	const struct system *system;
	struct bank *bank;
	VEC(const struct variable *) objects; /* what holds the identities, in order */
	struct table memo;
};

void cut_writer_init(struct cut_writer *writer, const struct system *system);
void cut_writer_release(struct cut_writer *writer);
/* A term over places. */
term cut_writer_translate(struct cut_writer *writer, term t);
/* To the invariant of a cut that is reached: the system's constants there. */
void cut_writer_fix(struct cut_writer *writer, uint32_t cut, struct cut_invariant *invariant);

/* Of `count` cuts, in memory of their own; NULL is fine. */
void cut_invariants_free(struct cut_invariant *invariants, uint32_t count);

#endif
