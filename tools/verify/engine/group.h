/* Groups of obligations, each with a program of its own: where only they are asserted, so that passes leave little else. */
#ifndef PLUMB_GROUP_H
#define PLUMB_GROUP_H

#include "induction.h"
#include "stratified.h"

enum group_end {
	GROUP_OPEN,
	GROUP_PROVED,
	GROUP_ENDED /* nothing more is to be expected: the bound is reached, or `reason` */
};

/* Which level of induction is tried next (enum level); LEVELS: none is left. again: it was tried, and cut short. */
struct guesses {
	int level;
	bool again;
	struct refuted refuted; /* by then */
};

struct group {
	VEC(uint64_t) places;         /* {place} of its assertions */
	const struct procedure *home; /* of the base */
	const char *check;
	char name[120];          /* for people: the check, and where */
	struct program *program; /* for lib/vc; NULL: not made yet */
	struct search *climb;    /* of that program; NULL: none is kept */
	enum group_end end;
	const char *reason; /* why its search ended last; NULL: it has not begun, or the bound was reached */
	bool unreplayed;    /* there is a counterexample that is none */
	struct guesses next;
	bool bounded; /* explored up to `bound` */
	uint32_t bound;
	VEC(const struct statement *) beyond; /* as in struct outcome, of the last program */
	double seconds, solver_seconds;       /* spent on it */
	size_t cause;                         /* number in task->causes */
};
struct groups VEC_BODY(struct group);

/* Of the open assertions of the base, by procedure and check in the order of its text. False: one of them is no place. */
bool groups_form(struct groups *groups, const struct program *base);
void groups_free(struct groups *groups);
/* How many came to that end. */
size_t groups_count(const struct groups *groups, enum group_end end);
/* How far all have come that are not proved: verdict, reason, bound, beyond. *sum is empty before. */
void groups_sum(const struct groups *groups, struct outcome *sum);

/* Why it is open, as far as it is known for sure: how far its own search has come, what cut it, and the time. */
void group_explain(const struct group *group, char *text, size_t size);

/* Makes group->program from the base (task_stage, with loops). False: there was no time, or a diagnostic. */
bool group_prepare(struct group *group, const struct program *base, struct task *task);
/* If one of `former`, groups of a search that ended at a violation, has the same program, word for word: takes that one with all
 * that was learned of it. */
bool group_adopt(struct group *group, struct groups *former);
/* Frees its program, and what was made of it. */
void group_forget(struct group *group);

#endif
