/* Threads take turns. */
#ifndef C2IR_SCHEDULE_H
#define C2IR_SCHEDULE_H

#include "instance.h"
#include "turns.h"

/* The scheduler, without what follows. */
void schedule_begin(struct threads *t);
/* The instance's turns end where they may, and the scheduler is next; so it is where the thread ends. */
void schedule_turns(struct threads *t, struct instance *i, const struct turns *turns);
/* Starts the instance in block B, which goes on at REST. */
void schedule_start(struct threads *t, struct instance *i, struct block *b, const struct statement *call, struct block *rest);
/* Any thread that runs has its turn. */
void schedule_end(struct threads *t);

#endif
