/* A counterexample as C: which lines were executed, with the values that they set. */
#ifndef PLUMB_TRACE_H
#define PLUMB_TRACE_H

#include "counterexample.h"
#include "stream.h"

/* A line: `text` is the statement with the values that it set. */
struct trace_step {
	struct location location;
	const char *function, *text;
	const char *values; /* of them, the part with the values; "" if there are none */
	uint32_t depth;     /* of calls, 1: of the function that was entered first */
	bool callback; /* a driver's function is called by the kernel, or returns to it: the text is ours, not the program's */
};
struct trace_steps VEC_BODY(struct trace_step);

/* Executes `program` (the one that the counterexample was found in) with the inputs and writes what is known of the
 * objects that the violated assertion is about, and one line for each C statement that it went through:
 *
 *     objects:
 *       object2: 8 bytes allocated at file.c:7 by malloc in g, freed at file.c:9 in g; the pointer is at offset 0
 *     trace:
 *       file.c:12: f: x = y + 1    [x = 3]
 *
 * The lines go to `steps` too, their texts into the arena. Unless `full`, only those on which the violation depends (history.h), none inside the C library's functions, and at most SCREEN lines: the first and the
 * last. */
void trace_write(struct output *out, struct program *program, const struct counterexample *c, bool full,
		 struct arena *arena, struct trace_steps *steps);

#endif
