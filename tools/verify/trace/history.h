/* Which steps of an execution a violation depends on: a dynamic slice (B. Korel, J. Laski, "Dynamic program slicing", 1988),
 * by data and by control dependence over the steps of the evaluator.
 *
 * Steps are numbered by the hooks step, branch and call of the evaluator together, from 0, so that another execution
 * with the same inputs numbers them alike. */
#ifndef PLUMB_HISTORY_H
#define PLUMB_HISTORY_H

#include "counterexample.h"

struct history;

/* Executes `program` with the counterexample's inputs and remembers where each value came from. Never NULL. */
struct history *history_new(struct program *program, const struct counterexample *c);
void history_free(struct history *history);

/* Is anything known? Not where the execution was too long to be remembered; then every step counts as relevant. */
bool history_complete(const struct history *history);
/* Does the violation depend on step number `step`? */
bool history_relevant(const struct history *history, uint64_t step);
/* Does the violated assertion stand neither in a driver's function nor in what one called (c2ir --kernel)? */
bool history_is_outside(const struct history *history);
/* The counterexample is approximate (counterexample_replay). Is the violation that of no execution of the program, as far as is known?
 * Not if no condition on the way to it, no place that was written to, and not the violated assertion depends on a value that was
 * approximated: then the program does the same with the right one. */
bool history_is_approximate(const struct history *history);
/* The step in which what the violated assertion reads was set last; 0: none is known. */
uint64_t history_last_change(const struct history *history);
/* What the object is called in C: a variable's or literal's name; NULL: it has none. */
const char *history_name(const struct history *history, uint64_t object);

/* An object that the violated assertion is about. */
struct history_object {
	uint64_t object, offset, size;
	bool has_offset, has_size;
	const char *storage;  /* heap, stack, static, argument, or named: all that is known is the declaration */
	const char *name;     /* of the variable; heap: of the function that made it */
	const char *function; /* that it was made in; NULL: static */
	struct location made;
	const char *ended;    /* "freed", "out of scope", or NULL */
	const char *ended_in; /* function */
	struct location end;
};
struct history_objects VEC_BODY(struct history_object);
/* In the order of the assertion; vec_free. */
struct history_objects history_objects(const struct history *history);

#endif
