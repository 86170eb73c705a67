/* Procedures that are cloned for an analysis, so that what it finds is of one context of calls each (K. D. Cooper, M. W. Hall,
 * K. Kennedy, "A methodology for procedure cloning", 1993), and removed afterwards. */
#ifndef PLUMB_CONTEXTS_H
#define PLUMB_CONTEXTS_H

#include "ir.h"

struct contexts {
	struct program *program;
	uint32_t originals;               /* procedures of the program before */
	VEC(struct procedure *) original; /* per procedure: itself, or the one that it is a clone of */
	VEC(struct redirection {
		struct statement *call;
		struct procedure *callee;
	})
	redirected; /* calls of the originals, with what they called */
};

/* Calls of small procedures that are not recursive get procedures of their own, as long as the program does not grow too
 * much. Procedures keep their indices, clones come behind them; blocks and statements
 * have the same positions in a clone. */
void contexts_separate(struct contexts *c, struct program *p);
/* No clones. */
void contexts_none(struct contexts *c, struct program *p);
/* The clones stay. */
void contexts_keep(struct contexts *c);
/* The program is as it was. */
void contexts_release(struct contexts *c);

#endif
