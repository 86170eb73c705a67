/* A transition system over words: what the segments of a program (segment.h) come to when only what matters is kept.
 *
 * Its state is the cut at which an execution is, and a value for each place: a variable, or a cell of a map whose index is
 * a constant. Places that have the same constant whenever a cut is reached (found optimistically, M. N. Wegman, F. K. Zadeck,
 * "Constant propagation with conditional branches", 1991) are that constant there; a place whose value no violation depends
 * on is left out. A place that is one of a few constants whenever a cut is reached, and what a cell at an index made of it holds, are
 * alternatives (system_set.c). Cells that are read at any other index are unknown, if places are cells: the system may do more
 * than the program, never less.
 *
 * If there are calls the state is that of one activation, and has the values too that it began with, as far as they
 * matter. So what a procedure does is the relation at its end between these and the values then: its summary. */
#ifndef PLUMB_SYSTEM_H
#define PLUMB_SYSTEM_H

#include "segment.h"

struct place {
	const struct variable *variable;
	term index; /* of a cell; 0: the variable itself */
	term leaf;  /* what stands for its value in terms; the variable's own, if it is no cell */
	uint32_t
		first; /* place + 1 whose value it is that the procedure began with; 0: it is what the variable holds */
	term returned; /* at the end of a procedure: what stands for its value behind calls */
};

/* What a call comes to are two, one after the other: into the callee, and to the cut behind the call, if the callee's end can be
 * reached from the state that the first one leads to, with values that are then `returned`. */
enum transition_kind { TRANSITION_STEP, TRANSITION_ENTER, TRANSITION_RETURN };

/* From a cut to the next one. */
struct transition {
	uint32_t from, to;
	term condition;
	term *values; /* by place; 0: does not matter at `to` */
	const struct way *way;
	enum transition_kind kind;
};

struct system {
	const struct segments *segments;
	struct bank *bank;
	struct arena *arena;
	VEC(struct place) places;
	TABLE(term, uint32_t) place_of; /* leaf -> its place + 1 */
	uint32_t cut_count;
	bool *reached;    /* by cut */
	term **constants; /* by cut and place: 0 if it is none there */
	bool **needed;    /* by cut and place: does something depend on it? */
	term *bad;        /* by cut: an assertion is violated before the next cut */
	VEC(struct transition) transitions;
	uint32_t unknown; /* different reads of cells that are not known; 0: the system does what the program does */
};

/* What the places of memory are. */
enum system_memory {
	SYSTEM_CELLS, /* cells with constant indices; no term of the system has a map in it */
	SYSTEM_MAPS   /* maps as a whole */
};

/* NULL: stopped, or too large. Terms are made in the program's bank. */
struct system *system_new(const struct segments *segments, enum system_memory memory, bool (*stop)(void *context),
			  void *context);
void system_free(struct system *system); /* NULL is fine */

/* The place of a leaf, or NULL. */
const struct place *system_place(const struct system *system, term leaf);

#endif
