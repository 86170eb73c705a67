/* Where the turn of a thread may end. */
#ifndef C2IR_TURNS_H
#define C2IR_TURNS_H

#include "instance.h"
#include "sharing.h"

/* By block of an instance (index in its list): before which of its statements a turn may end (its length: before the terminator),
 * ascending; and which of its edges close a loop in which one may: there it ends. */
struct turns {
	struct block_turns {
		VEC(uint32_t) before;
		VEC(uint32_t) loops; /* targets of its terminator */
	} * blocks;
	size_t count;
};

/* What the instance touches while others may run. */
void turns_touched(const struct threads *t, const struct instance *i, const struct sharing *s, struct touched *to);
void turns_find(const struct threads *t, const struct instance *i, const struct sharing *s, struct turns *turns);
void turns_release(struct turns *turns);

#endif
