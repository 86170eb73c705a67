/* What the process that watches sees of its workers while they work: where they are, where their time went, how much is known.
 * Memory that they share. */
#ifndef PLUMB_BOARD_H
#define PLUMB_BOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "profile.h"

struct board {
	/* Counts of obligations, once `counted`. */
	atomic_bool counted;
	_Atomic uint64_t proved, found, open;

	atomic_bool shown;    /* a worker wants the status line to be seen: nobody else writes to the terminal now */
	atomic_int line_user; /* who writes to standard error: enum line_user */
	/* Lane 0 is of the worker, the others of those that it divides its work among. NULL: no memory. */
	size_t lanes;
	struct profile *lane[];
};

/* NULL: the system has no memory for it. To be made before any worker is. */
struct board *board_new(size_t lanes);
void board_free(struct board *board); /* NULL is fine, as below */

/* --- workers --- */

struct profile *board_lane(const struct board *board, size_t lane);
void board_count(struct board *board, uint64_t proved, uint64_t found, uint64_t open);
void board_show(struct board *board);
/* From now on standard error is the caller's: there is no status line any more. */
void board_take_terminal(struct board *board);

/* --- who watches --- */

/* Writes the status line on the terminal, in place of the one before; takes it away. BEGIN: when the run began. */
void board_write_line(struct board *board, double begin);
void board_clear_line(struct board *board);
/* A line `time: ...`: how long it took, and where most of it went. */
void board_tell_time(const struct board *board, double seconds, struct output *out);
/* Of all lanes, as profile_each. */
void board_each(const struct board *board, void (*visit)(void *context, const char *path, double seconds),
		void *context);
/* The profile of all, as folded stacks. */
void board_write_profile(const struct board *board, struct output *out);

#endif
