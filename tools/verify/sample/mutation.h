/* Another tape out of one that led somewhere. */
#ifndef PLUMB_MUTATION_H
#define PLUMB_MUTATION_H

#include "comparison.h"
#include "mood.h"
#include "range.h"

/* What changes are made with. */
struct mutation {
	const struct comparisons *compared; /* by the execution that the tape is from */
	const struct tape *other;           /* to take pieces from */
	size_t news;                        /* answers of track 0 that were taken when it came to what was new */
	const struct mood *mood;
	const struct tape_source *source; /* of new answers */
	const struct ranges *ranges;      /* of answers so far */
	uint64_t random;
};

/* Changes a few answers: others, neighbours, what they were compared with, characters put in or taken out, numbers as text,
 * pieces repeated or taken from elsewhere. */
void mutation_apply(struct tape *tape, const struct mutation *mutation);

#endif
