/* Two solvers for questions that one of them may take too long for: the task's, and the next one of the table. The one that answered
 * last is asked first. */
#ifndef PLUMB_SOLVER_PAIR_H
#define PLUMB_SOLVER_PAIR_H

#include "engine.h"

struct solver_pair {
	struct task *task;
	struct outcome *outcome; /* counts the queries */
	struct bank *bank;
	struct solver *solvers[2]; /* made when needed */
	int first;
	bool once;               /* only one question follows; to be set before it */
	struct solver *answered; /* the one that was asked last; or NULL */
};

/* `other`: the next one of the table is asked first, if there is one. */
struct solver_pair solver_pair_new(struct task *task, struct outcome *outcome, struct bank *bank, bool other);
void solver_pair_release(struct solver_pair *pair);

/* Is there a model of all of them? `proof`: a proof rests on it if there is none. The first one has `first_seconds`, if there is a
 * second one, which has `seconds`, of work (0: it is not asked); both only until the task's deadline. */
enum reply solver_pair_check(struct solver_pair *pair, const term *assumptions, size_t count, bool proof,
			     double first_seconds, double seconds);

#endif
