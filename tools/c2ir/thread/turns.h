/* Where the turns of threads may end. */
#ifndef C2IR_TURNS_H
#define C2IR_TURNS_H

#include "flow.h"
#include "instance.h"
#include "sharing.h"

/* An edge that closes a loop in which turns may end: which target of the terminator; is there a way around on which none may? */
struct closing {
	uint32_t target;
	bool silent;
};

/* A statement (its number in the block; the length: the terminator) that touches what threads share, or might. */
struct touching {
	uint32_t at;
	bool parallel; /* others may run */
	bool atomic;   /* in an atomic section */
	bool ordered; /* what it touches is not shared, by what is known of locks: only objects of the program while others run */
};

/* By block of an instance (place in its list): before which of its statements a turn may end (its length: before the terminator),
 * ascending; what touches what is shared, or might, likewise; and edges that close loops. */
struct turns {
	struct block_turns {
		VEC(uint32_t) before;
		VEC(struct touching) touching;
		VEC(struct closing) loops;
	} * blocks;
	size_t count;
	bool waits_in_section; /* where no turn can end */
};

/* Of all instances, by number. The caller releases each, and frees the array. */
struct turns *turns_find(const struct threads *t, struct sharing *s);
void turns_release(struct turns *turns);

#endif
