/* The loop of abstraction and refinement, for the engine and for those who measure it. */
#ifndef PLUMB_CEGAR_H
#define PLUMB_CEGAR_H

#include "path_question.h"

/* Adds to `tracked` what makes the path, which is correct when all is tracked, correct. False: trouble. */
typedef bool cegar_refine(struct path_question *path, bool *tracked);

struct cegar {
	struct task *task;
	struct program *program; /* task->prepared */
	cegar_refine *refine;
	bool *tracked;      /* per global */
	struct trail trail; /* of the last counterexample */
};

void cegar_begin(struct cegar *c, struct task *task, cegar_refine *refine);
/* One round: abstract, search, judge. True: `tracked` has grown, or all is tracked: again. False: the outcome is final. */
bool cegar_round(struct cegar *c, struct outcome *outcome);
void cegar_end(struct cegar *c);

#endif
