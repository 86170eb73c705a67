/* What every engine gets and gives. An engine is one file with one function of this kind. */
#ifndef PLUMB_ENGINE_H
#define PLUMB_ENGINE_H

#include "counterexample.h"
#include "options.h"
#include "solver.h"
#include "trace.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_BOUNDED };

/* One verification: shared by all that takes part in it. */
struct task {
	const struct options *options;
	struct program *original; /* as it was read, numbered; counterexamples are replayed on it */
	struct program *prepared; /* after passes_prepare */
	struct diagnostics *diags;
	struct arena *arena; /* for the texts of the outcome */
	enum solver_kind solver;
	double deadline; /* of clock_now's clock, or SOLVER_NO_DEADLINE */
};

/* A violation. */
struct finding {
	struct violation violation;
	const char *trace; /* as trace_write writes it */
	struct trace_steps steps;
};
struct findings VEC_BODY(struct finding);

struct outcome {
	enum verdict verdict;
	const char *reason;                   /* UNKNOWN: why; others: NULL or a remark for the first line */
	struct counterexample bug;            /* UNSAFE */
	struct findings found;                /* the violations */
	bool searched_on;                     /* the verdict is that of all other places (--all) */
	uint32_t bound;                       /* the last bound that was explored completely */
	bool bounded;                         /* `bound` counts: at least one was */
	VEC(const struct statement *) beyond; /* BOUNDED: calls (or cuts) where an execution goes beyond it */
	/* statistics */
	uint32_t instances, shared, rounds, assertions;
	uint64_t checks;
	uint64_t steps; /* engine_concrete, UNSAFE: of the execution */
	double solver_seconds;
	uint32_t terms, tracked, tracked_of;
};

typedef void engine(struct task *task, struct outcome *outcome);
engine engine_all;        /* strategy.c: those below, as they fit */
engine engine_concrete;   /* executions with a few inputs */
engine engine_stratified; /* stratified inlining */
engine engine_induction;  /* invariants of loops: proofs only */
engine engine_cegar;      /* the same below variable abstraction and refinement */

/* concrete.c: executes the prepared program so many times with different inputs; `call` as in run.h. */
struct concrete_watcher {
	void *context;
	uint32_t runs;
	void (*call)(void *context, const struct run *run, const struct procedure *callee,
		     const struct statement *site);
};
void concrete_watch(struct task *task, const struct concrete_watcher *watcher);

bool task_out_of_time(void *task); /* of type bool (*)(void *) so that it serves as a callback */
bool task_in_time(void *task);     /* its opposite */
/* A new solver as the options say; NULL and a diagnostic. */
struct solver *task_solver(struct task *task, struct bank *bank, bool one_shot);
/* One line on standard error, if that is a terminal: what is going on. Throttled. */
void task_progress(struct task *task, const struct outcome *o, const struct vc *vc, uint32_t bound);

/* Replays outcome->bug, a counterexample of the prepared program, on the original: VERDICT_UNSAFE, or UNKNOWN with
 * the reason. */
void task_confirm(struct task *task, struct outcome *outcome);

/* all.c: a copy of the program after all passes, in a bank of its own. NULL and a diagnostic. */
struct program *task_prepare(const struct program *original, double deadline, struct diagnostics *diags);
/* Adds the violation that was found to outcome->found. */
void task_keep_finding(struct task *task, struct outcome *outcome);
void findings_free(struct findings *findings);
/* After a violation (outcome->verdict is VERDICT_UNSAFE): searches on until there are no others. Changes task->original. */
void task_find_all(struct task *task, engine *search, struct outcome *outcome);
/* The check that an assertion is of. */
const char *assertion_check(const struct statement *assertion);

/* Says in outcome->reason when SAFE is empty: nothing was checked, or nothing that is checked can be reached. */
void outcome_find_vacuity(struct task *task, struct outcome *outcome);

void outcome_unknown(struct outcome *outcome, const char *reason);

/* The bound ladder of stratified inlining on one program, which engine_cegar uses too. On VERDICT_UNSAFE *bug is
 * a counterexample of `program`, not replayed on the original yet. */
void stratified_search(struct task *task, struct program *program, struct outcome *outcome);

#endif
