/* What an execution was told when it asked for something unknown: it can be repeated, and others are made from it
 * (mutation.h). Track 0 has what statements ask for, track n + 1 the cells of unknown map n, each in the order in which
 * they were asked for first. So what changes in one place does not displace the answers of another. */
#ifndef PLUMB_TAPE_H
#define PLUMB_TAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "eval.h"
#include "vec.h"

struct tape_answer {
	uint64_t value; /* as tape_value reads it */
	uint32_t width; /* of what was asked for, in bits */
	uint32_t site;  /* track 0: which statement asked, as a number */
};

struct tape_track {
	struct tape_answer *at;
	size_t count, capacity;
	size_t used; /* answers that the last execution has taken */
};

/* Start from { 0 }. */
struct tape VEC_BODY(struct tape_track);

/* Gives answers behind the end of a track. */
struct tape_source {
	uint64_t (*draw)(void *context, size_t track, uint32_t site, uint32_t width);
	void *context;
};

/* The value that an answer stands for. Where 88 to 128 bits are asked for, pointers are meant (docs/heap.md): the upper 24 bits of
 * the answer are the object, and the lower 40, with their sign, the offset in it. The caller releases it. */
struct value tape_value(uint64_t answer, uint32_t width);
/* The answer that stands for the value. False: there is none. */
bool tape_answer_for(const struct value *value, uint64_t *answer);
/* The object of a pointer, as a number. */
uint64_t tape_object(uint64_t answer);
/* The next answer of that track; what the source draws is added to it. */
uint64_t tape_next(struct tape *tape, size_t track, uint32_t site, uint32_t width, const struct tape_source *source);
/* Back to the beginning. */
void tape_rewind(struct tape *tape);
/* Removes what the last execution has not taken. */
void tape_trim(struct tape *tape);
/* Answers of all tracks. */
size_t tape_size(const struct tape *tape);
/* A copy that the caller releases. */
struct tape tape_copy(const struct tape *tape);
void tape_release(struct tape *tape);

#endif
