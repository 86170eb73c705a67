/* A program, executed symbolically from cut to cut: cuts are the beginning of each procedure and its end, the heads of its
 * loops (and more, if that is wanted), and what follows its calls, so that what lies between is acyclic and becomes one term for each variable.
 *
 * The values are over the program's own leaves, which stand for the state at the cut where the segment begins, and over
 * inputs: leaves of the havocs and choices on the way. */
#ifndef PLUMB_SEGMENT_H
#define PLUMB_SEGMENT_H

#include "cfg.h"
#include "path.h"

/* A way from a cut to a cut of the same procedure; ways of one segment exclude one another. */
struct way {
	uint32_t to;
	struct state state;           /* state.path->full: when it is taken */
	const struct statement *call; /* the last thing on the way: the state is that before it; NULL: no call */
	term *arguments;              /* of the call */
};

struct segment {
	VEC(struct way) ways;
	VEC(term) violations; /* when an assertion is violated on the way */
};

struct cut {
	const struct procedure *procedure;
	const struct block *block; /* NULL: the end of a procedure that is called */
	uint32_t statement;        /* the first one behind it */
	bool head;                 /* of a loop, or where four ways or more come together */
};

/* A procedure. */
struct flow {
	struct cfg *cfg;
	uint32_t *cut_of;   /* block -> the cut at its head, or CFG_NONE; none is `beginning` */
	uint32_t beginning; /* a cut */
	uint32_t end;       /* a cut, or CFG_NONE: nothing calls it */
};

struct segments {
	const struct program *program;
	struct flow *flows; /* by procedure */
	bool calls;         /* are there any? */
	struct arena *arena;
	struct path_space space;
	VEC(struct cut) cuts;                             /* the first one: the beginning of the program */
	struct segment *segments;                         /* by cut */
	TABLE(const struct statement *, uint32_t) behind; /* call -> the cut behind it */
	TABLE(uint64_t, term) inputs;
	uint64_t identity; /* of the first object; UINT64_MAX: there is none */
	uint32_t identities, identity_width;
	bool failed; /* stopped, or something that is not understood */
};

/* Where there are cuts. */
enum segments_grain {
	SEGMENTS_OF_LOOPS, /* at the heads of loops */
	SEGMENTS_OF_JOINS  /* wherever ways come together */
};

/* What `fresh` gives in the first block, where it is executed once, are the numbers from `identity` on; the identity is new,
 * and not one of those, where it is executed elsewhere. The program must outlive the result; its bank takes the terms.
 * `stop` is asked now and then. */
struct segments *segments_new(const struct program *program, enum segments_grain grain, bool (*stop)(void *context),
			      void *context);
void segments_free(struct segments *segments); /* NULL is fine */

/* The variable's value at the end of a way. */
term segments_value(const struct way *way, const struct variable *v);

#endif
