/* What engines have in common that prove a program by invariants at its cuts (lib/transition): how they begin, and how what they
 * found becomes a proof. docs/engines.md, "Property directed reachability", has the argument. */
#ifndef PLUMB_CUT_PROOF_H
#define PLUMB_CUT_PROOF_H

#include "cut_invariant.h"
#include "engine.h"
#include "stretch.h"

/* Start from task, outcome, and, if it is there already, the flat program. */
struct cut_proof {
	struct task *task;
	struct outcome *outcome;
	struct program *flat; /* one procedure, after objects_first */
	struct segments *segments;
	struct system *system;
	struct cut_invariant *invariants; /* by cut: what was found; NULL: nothing yet */
	const char *trouble;              /* after false: why */
	double guess_end;                 /* as a deadline: the rest of the time is the confirmation's */
};

/* Says why there will be no proof. Always false. */
bool cut_proof_give_up(struct cut_proof *proof, const char *why);
/* Is the time for the guess over? */
bool cut_proof_is_late(void *proof);

/* In place of the one that is there. */
bool cut_proof_make_system(struct cut_proof *proof, enum segments_grain grain);
/* Places that matter somewhere. */
uint32_t cut_proof_places(const struct cut_proof *proof);

/* The engine itself: `guess` finds the invariants, or gives up; `name` is the engine's. */
void cut_proof_search(struct task *task, struct outcome *outcome, const char *name,
		      bool (*guess)(struct cut_proof *proof));
/* Only the guess, within the task's time. False: there is none. */
bool cut_proof_find(struct task *task, struct outcome *outcome, struct program *flat, const char *name,
		    bool (*guess)(struct cut_proof *proof), struct stretch_invariants *found);

#endif
