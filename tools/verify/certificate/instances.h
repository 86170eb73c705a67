/* Conditions about all values, in a stretch: assumed at its beginning, they say something of each value that it reads. docs/certificates.md,
 * "For all", has the argument. */
#ifndef PLUMB_INSTANCES_H
#define PLUMB_INSTANCES_H

#include "ghosts.h"
#include "relevant.h"
#include "stretch.h"

struct told {
	const struct ghosts *ghosts;
	const struct block *begin; /* NULL: nothing is said of all values */
	uint32_t first;            /* its statements from here on say it, a condition each */
	VEC(struct told_condition) list;
	struct table instances; /* of conditions (upper half of the key) for values */
};
struct told_condition {
	term leaf;   /* what stands for any value in this stretch */
	term untrue; /* the negation of the condition, over the leaf; 0: it is true */
};

void told_release(struct told *told);
/* Puts into the beginning of the invariant's stretch assertions from which instances_note() gets what the conditions are there. */
void instances_begin(struct told *told, struct program *p, const struct ghosts *ghosts, struct block *begin,
		     const struct stretch_invariant *invariant);
/* Is the assertion one of these? Then `violated` is noted. */
bool instances_note(struct told *told, const struct statement *assertion, term violated);
/* Conditions about all objects that are proved by induction: of the objects before the one that a stretch's end asks about, by the loop's
 * measure, they hold there. */
struct smaller {
	const struct block *end; /* of a stretch, with the assertion as its first statement; NULL: none */
	term leaf, untrue;       /* as for `told` */
	struct table instances;  /* value -> what holds of it */
};

/* Puts an assertion into the end of a stretch at the invariant's loop. */
void smaller_begin(struct smaller *smaller, struct program *p, const struct ghosts *ghosts, struct block *end,
		   const struct stretch_invariant *invariant, term measure);
/* As instances_note(), of the stretch that is executed now. */
bool smaller_note(struct smaller *smaller, const struct statement *assertion, term violated);
/* Of this stretch nothing more is asked. */
void smaller_end(struct smaller *smaller);
/* Is the condition about all objects, so that it may be proved so? */
bool smaller_is_about(const struct ghosts *ghosts, const struct bank *bank, term condition);
/* What holds of the objects that the terms read, where they are before the one that is asked about. */
term smaller_of(struct smaller *smaller, const struct ghosts *ghosts, struct bank *bank, const term *terms,
		size_t count);

/* What the conditions say of the values that the terms read; of conditions those that are about no memory but `about`. */
term instances_of(struct told *told, struct bank *bank, struct memory_uses *uses, uint64_t about, const term *terms,
		  size_t count);

#endif
