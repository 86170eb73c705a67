/* What an execution read from the standard input, as text: the statements {output "typed ..."} (ir-spec/host.md) that it came by. */
#ifndef PLUMB_TYPED_H
#define PLUMB_TYPED_H

#include "diag.h"
#include "ir.h"
#include "run.h"
#include "vec.h"

struct typed_place {
	struct location location; /* in the program, not in its library */
	bool open;                /* not all that was read there is in the text */
};

struct typed {
	VEC(char) text;
	VEC(struct typed_place) places;
	struct location other; /* what was read there last did not match; line 0: it did */
	bool fails;            /* reading fails somewhere */
	bool skips;            /* the next number is none of the standard input */
};

/* A statement was executed; `location`: of the program's own statement, a call perhaps; `value`: of its target. */
void typed_step(struct typed *typed, const struct statement *s, struct location location, const struct value *value);
/* The execution is over. */
void typed_end(struct typed *typed);
/* Is the standard input read at all? */
bool typed_is_read(const struct typed *typed);
/* Is all that was read there in the text? */
bool typed_covers(const struct typed *typed, struct location location);
void typed_release(struct typed *typed);

#endif
