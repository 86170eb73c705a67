/* The path of an abstract counterexample, taken back to the program: can it be executed there, and does it violate an assertion, if just
 * some globals are tracked? (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 3.1; trail.h) */
#ifndef PLUMB_PATH_QUESTION_H
#define PLUMB_PATH_QUESTION_H

#include "engine.h"
#include "refine.h"
#include "trail.h"

struct path_question {
	struct task *task;
	struct program *program;
	const struct trail *trail;
	/* of the formula at hand: */
	struct trail_vc vc;
	struct solver *solver;
	term *flags;         /* per global: is it tracked? 0: always */
	double patience;     /* seconds for a check, if that is less than the slice; 0: it is not */
	const char *trouble; /* why the last answer was PATH_TROUBLE */
	bool out_of_memory;  /* and that is why */
	uint64_t checks;     /* of all solvers */
	double solver_seconds;
};

/* All pointers must outlive it; *trail may be filled later, but not changed between path_share and its checks. */
void path_begin(struct path_question *q, struct task *task, struct program *program, const struct trail *trail);
void path_end(struct path_question *q);

/* Both answer for `set` (globals by index) within a moment, or say PATH_TROUBLE; q is a struct path_question. */

/* Algorithm 1: makes the formula for this set. It is folded as it is made. */
enum path_answer path_check(void *q, const bool *set);

/* Algorithm 2: one formula for all sets, with a Bool for each global that `tracked` does not have. path_check_shared asks about it, with those
 * as assumptions, on one solver; `tracked` is part of each set. */
void path_share(struct path_question *q, const bool *tracked);
enum path_answer path_check_shared(void *q, const bool *set);

/* After path_check said PATH_BUGGY of all globals: the counterexample, of the program, into outcome->bug. False: *reason says why there is
 * none. */
bool path_counterexample(struct path_question *q, struct outcome *outcome, const char **reason);

/* When a step that may prove too hard has to end: a part of the task's time, and at most 2 seconds. */
double path_slice_end(const struct task *task);

#endif
