/* Where the turns of threads may end. */
#ifndef C2IR_TURNS_H
#define C2IR_TURNS_H

#include "flow.h"
#include "instance.h"
#include "sharing.h"

/* By block of an instance (place in its list): before which of its statements a turn may end (its length: before the terminator),
 * ascending; and which of its edges close a loop in which one may: there it ends. */
struct turns {
	struct block_turns {
		VEC(uint32_t) before;
		VEC(uint32_t) loops; /* targets of its terminator */
	} * blocks;
	size_t count;
};

/* Of all instances, by number. The caller releases each, and frees the array. */
struct turns *turns_find(const struct threads *t, struct sharing *s);
void turns_release(struct turns *turns);

#endif
