/* Threads take turns. */
#ifndef C2IR_SCHEDULE_H
#define C2IR_SCHEDULE_H

#include "instance.h"
#include "races.h"
#include "turns.h"

/* The instance's blocks are split where its turns may end: there its points are; and where races are looked for, unless RACES is NULL. */
void schedule_split(struct threads *t, struct instance *i, const struct turns *turns, struct races *races);
/* Starts the instance in block B, which goes on at REST. */
void schedule_start(struct threads *t, struct instance *i, struct block *b, const struct statement *call,
		    struct block *rest);
/* The scheduler: any thread that runs has its turn. */
void schedule_build(struct threads *t);

#endif
