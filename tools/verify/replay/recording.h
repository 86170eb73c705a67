/* What an execution took from outside, in the order in which it did: the material of a C program that repeats it. */
#ifndef PLUMB_RECORDING_H
#define PLUMB_RECORDING_H

#include "counterexample.h"
#include "typed.h"
#include "violation.h"

struct recorded_value {
	const char *name, *type; /* of C: of a function, its result's type; of a variable */
	struct value value;
	struct location location;
	struct location place; /* in the program, where that is in its library */
};
struct recorded_values VEC_BODY(struct recorded_value);

/* A byte range of an object that the execution found in it without having written it; ranges not listed are 0. */
struct recorded_cell {
	uint64_t object, offset;
	struct value value;
};

struct recorded_allocation {
	const char *function; /* malloc, calloc, ... */
	uint64_t object;
	bool fails;
};

struct recording {
	struct recorded_values results;              /* of functions without a body, in the order of their calls */
	struct recorded_values arguments;            /* of the entry */
	struct recorded_values globals;              /* defined nowhere */
	struct recorded_values variables;            /* that have no initialiser */
	struct recorded_values others;               /* of what is modelled, such as the length of a line read */
	VEC(struct recorded_allocation) allocations; /* by calls in the C program */
	VEC(struct recorded_cell) cells;
	TABLE(uint64_t, const char *) stack;            /* identity of an object -> name of the variable */
	TABLE(uint64_t, const char *) argument_objects; /* identity -> its name: argv, argument */
	VEC(struct location) writes;                    /* places where unknown bytes were put into memory */
	struct typed typed;                             /* the standard input; what is in it is not among the above */
	const char *entry;                              /* C function where the execution started, or NULL */
	struct violation violation;
};

/* Executes the program with the counterexample's inputs. False: it does not violate an assertion. */
bool recording_make(struct recording *recording, struct program *program, const struct counterexample *c);
void recording_free(struct recording *recording);

#endif
