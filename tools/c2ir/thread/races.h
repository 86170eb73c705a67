/* Data races become assertions (C11 5.1.2.4p25; docs/threads.md, "Data races"). */
#ifndef C2IR_RACES_H
#define C2IR_RACES_H

#include "instance.h"
#include "sharing.h"
#include "turns.h"

struct races;

/* Before turns are found; what they are, of each instance, is told by the second one. Then what is called gets its assertions, and the
 * instances get theirs as they are split. */
struct races *races_new(struct threads *t);
void races_begin(struct races *r, const struct sharing *s, const struct turns *turns);
void races_free(struct races *r);

/* Statement AT, as they were numbered at first, is looked at; it is number AT - *GONE of block B of the instance. The block where what
 * follows goes on; *GONE is made what is true of that one. */
struct block *races_split(struct races *r, struct instance *i, struct block *b, uint32_t at,
			  const struct touching *touching, uint32_t *gone);

#endif
