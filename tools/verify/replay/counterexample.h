/* From a solver's model to an execution: the inputs of the program that lead to the violation. */
#ifndef PLUMB_COUNTEREXAMPLE_H
#define PLUMB_COUNTEREXAMPLE_H

#include "inputs.h"
#include "run.h"
#include "solver.h"
#include "vc.h"
#include "violation.h"

struct counterexample {
	struct inputs *inputs;             /* what the execution chose, by {id}; owned */
	const struct statement *violated;  /* in the program that was executed symbolically */
	const struct procedure *procedure; /* that it is in */
	bool any; /* that program lacks assertions of the original: whichever is violated is what was found */
	const struct statement *original; /* in the original program: set by counterexample_replay */
	struct violation violation;       /* of the original program: set by counterexample_replay */
	uint64_t replayed;                /* steps: set by counterexample_replay, even if it found no violation */
	bool approximate; /* set by counterexample_replay: it found the violation, but through an approximation */
};

/* Where the terms of an execution's unknowns are. The terms are constants or leaves that the solver's model
 * knows; 0: no query needed it, so that it is free. */
struct unknowns {
	void *context;
	term (*statement)(void *context, const struct run *run, const struct statement *s); /* havoc, fresh */
	/* goto: the target, where `is_true(holder, leaf)` is the model's opinion */
	uint32_t (*choice)(void *context, const struct run *run, const struct block *block,
			   bool (*is_true)(void *holder, term leaf), void *holder);
	term (*initial)(void *context, const struct run *run, const struct procedure *proc, const struct variable *v);
	void (*branch)(void *context);                        /* a goto or branch was taken; may be NULL */
	void (*finish)(void *context, const struct run *run); /* a frame is left; may be NULL */
};

/* Executes `program` concretely, every unknown taken from the solver's current model. True when an assertion is
 * violated; otherwise *reason says what happened instead (in the arena). `poll` (false: stop) bounds the time. */
bool counterexample_find(struct program *program, const struct unknowns *unknowns, struct solver *solver,
			 bool (*poll)(void *context), void *poll_context, struct arena *arena,
			 struct counterexample *out, const char **reason);

/* The same for the last execution of `vc`, which is of `program`. */
bool counterexample_of_vc(struct program *program, const struct vc *vc, struct solver *solver,
			  bool (*poll)(void *context), void *poll_context, struct arena *arena,
			  struct counterexample *out, const char **reason);

/* Executes `program` (as it was read) with the counterexample's inputs: is an assertion violated, of the same check at
 * the same place unless c->any? *reason as above. */
bool counterexample_replay(struct program *program, struct counterexample *c, struct arena *arena, const char **reason);

#endif
