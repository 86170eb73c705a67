/* Where the time of a run goes: a tree of frames (phase, function, loop or call site, query), each with the time during
 * which it was the innermost one. It lies in memory that processes share, so that whoever watches a process sees where it is, and
 * where one that was killed has been. There is one writer to a profile. Its size is fixed: what finds no room counts for the
 * frame around it. PROFILE may be NULL everywhere: then nothing is done. */
#ifndef PLUMB_PROFILE_H
#define PLUMB_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream.h"

struct profile;

/* Seen by processes that are forked later. NULL: the system has no memory for it. */
struct profile *profile_new(void);
void profile_free(struct profile *profile);

/* A frame within the present one, until it is left. */
void profile_enter(struct profile *profile, const char *name);
void profile_leave(struct profile *profile);
/* So many terms (or whatever grows) were made in the present frame. */
void profile_add(struct profile *profile, uint64_t terms);

/* For work that goes on in several places by turns. Frame NAME within another one; the present frame; what becomes the
 * present frame, within which no frame may be open. */
uint32_t profile_frame(struct profile *profile, uint32_t within, const char *name);
uint32_t profile_present(const struct profile *profile);
void profile_go(struct profile *profile, uint32_t frame);

/* --- for readers --- */

/* Folded stacks, as flamegraph.pl and speedscope read them: a line `ROOT;a;b N` for each frame: microseconds below the
 * root `time`, terms below `terms`. */
void profile_write(const struct profile *profile, struct output *out);

/* Where most of the time was: a frame, with all within it. */
struct profile_most {
	char path[300]; /* from the root, or from `within`; "": there is none */
	double seconds;
	double longest; /* of the single times that it was entered; 0: it is not known */
};
/* The frame in which at least half of the time was spent, as deep as there is one; and of those within it the one that was
 * innermost for the longest time. */
void profile_most(const struct profile *profile, struct profile_most *half, struct profile_most *within);

/* The frames that are at most DEPTH deep, each with its path from the root and the seconds that were spent in it; in those of that depth also
 * what was spent within them. Those without any are left out. */
void profile_each(const struct profile *profile, unsigned depth,
		  void (*visit)(void *context, const char *path, double seconds), void *context);

/* The path of the present frame, its last `depth` parts. */
void profile_where(const struct profile *profile, unsigned depth, char *path, size_t size);

#endif
