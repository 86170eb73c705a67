/* Stretches: a program of one procedure, cut at the heads of its loops, with an invariant for each (R. W. Floyd, "Assigning
 * meanings to programs", 1967). Every stretch is an acyclic program that begins at the program's beginning or at a cut, in any
 * state of that cut's invariant, and asserts the invariants of the cuts where it ends. docs/engines.md, "Property directed
 * reachability", has the argument why the program is safe when no stretch violates an assertion. */
#ifndef PLUMB_STRETCH_H
#define PLUMB_STRETCH_H

#include "ir.h"
#include "vec.h"

/* A variable, or the cell of a map at `index` (0: none), has this value. */
struct stretch_value {
	struct variable *variable;
	term index, value;
};

/* What is said of the states at a cut, over the program's leaves. */
struct stretch_invariant {
	struct block *block;
	VEC(struct stretch_value) values;
	VEC(term) conditions;
};
struct stretch_invariants VEC_BODY(struct stretch_invariant);
void stretch_invariants_free(struct stretch_invariants *invariants);

/* The first block makes all objects that are made at most once: it is new, does nothing else, and goes to what was the
 * first one. Where identities are looked at the program changes its meaning: see identities.h. */
void objects_first(struct program *p);

struct stretches {
	struct program *program;
	VEC(struct block *) begins; /* those of the stretches from a cut, in order */
	struct block *first;        /* where the program itself begins, behind its objects */
	/* Of the program before: how many blocks it had, where it began, the cuts; and in their order what stands there now. */
	uint32_t blocks;
	struct block *former_first;
	VEC(struct block *) cuts;
	VEC(struct block *) ends;
};

#define STRETCH_NONE SIZE_MAX

/* Cuts the program, after objects_first, at the blocks of the invariants. False: it is not one of one procedure, a
 * cycle is left, or the invariants look at identities. */
bool stretches_cut(struct stretches *stretches, struct program *p, const struct stretch_invariant *invariants,
		   size_t count);
void stretches_release(struct stretches *stretches);
/* Releases them; the program is what it was before stretches_cut, whatever that said. */
void stretches_undo(struct stretches *stretches);
/* The number of the invariant that the assertion belongs to; STRETCH_NONE: it is one of the program. Its attribute
 * ATTRIBUTE_CANDIDATE says which condition, values first. */
size_t stretches_end_of(const struct stretches *stretches, const struct statement *assertion);
/* Makes the program that stretch; 0: from the beginning, i: from the cut of invariant i - 1. */
void stretches_choose(struct stretches *stretches, size_t i);

#endif
