/* What every engine gets and gives. An engine is one file, which defines `const struct engine engine_NAME`, and one line in
 * engines.def. */
#ifndef PLUMB_ENGINE_H
#define PLUMB_ENGINE_H

#include "counterexample.h"
#include "solver.h"
#include "trace.h"
#include "verdict.h"

#define NO_BOUND UINT32_MAX

enum half { WHOLE, FIRST_HALF, SECOND_HALF };

/* How far an engine may go. */
struct limits {
	double deadline; /* of clock_now(), or SOLVER_NO_DEADLINE */
	double decisive; /* the same, if it is later, for a query that leaves nothing open; 0: it is not */
	double pause;    /* the same: a ladder ends with the rung on which it stands then; 0: it does not */
	uint32_t bound;  /* iterations and recursive calls that are searched; NO_BOUND: deepen until the time is up */
	double beyond;   /* seconds to look on for a proof, deeper, when the bound has been reached */
	bool last;       /* nobody goes on after this search: it may end before its time */
	bool turn;       /* others follow: what has not come of a fair effort is left to them */
	bool shorter;    /* a violation is known: only one that takes few steps is of use, and no proof */
	enum half half;  /* of an engine that has two */
	uint32_t memory_mb; /* that this process may use; 0: no limit was set */
};

struct causes;
struct contracts;
struct pass;
struct cut;
struct groups;
struct task;
struct outcome;
struct path_question;
struct search;

/* Who is told what is going on; each function may be NULL. */
struct listener {
	void *context;
	/* A line, without its end. */
	void (*say)(void *context, const char *line);
	/* What is known so far, should the search be cut off: a violation, a bound that was explored. */
	void (*know)(void *context, const struct task *task, const struct outcome *outcome);
	/* With what induction has proved something: candidates that are not `dropped`; the cut may be added to. */
	void (*learn)(void *context, struct cut *cut);
	/* The same of contracts: what is neither `dropped` nor `waiting`. */
	void (*learn_contracts)(void *context, struct contracts *contracts);
};

/* What is wanted, and by what means. */
struct goals {
	enum solver_kind solver;
	const char *solver_command;      /* SOLVER_COMMAND: what starts it */
	struct cross_check *cross_check; /* a second solver confirms; NULL: nobody does */
	struct rivalry *rivalry;         /* one works beside the first on what takes long; or NULL */
	struct solver_record *record;    /* where questions are recorded; or NULL */
	bool tree;                       /* no instance of a procedure is shared */
	struct profile *profile;         /* where the time goes; or NULL */
	/* cegar: adds to `tracked`, by global, what makes the path, which is correct when all is tracked, correct; false: trouble. NULL: as
	 * it does. */
	bool (*refine)(struct path_question *path, bool *tracked);
	bool full_trace; /* every statement in the traces of violations */
	struct listener listener;
};

/* Obligations: those of the program as it was read, those that abstract interpretation removed, and those that all passes left. */
struct preparation {
	uint64_t read, interpreted, left;
};

/* One verification: shared by all that takes part in it. */
struct task {
	struct limits limits;
	struct goals goals;
	struct program *original; /* as it was read, numbered; counterexamples are replayed on it */
	struct program *prepared; /* after passes_prepare */
	/* What passes_interpret made of `original`: kept, as that takes long, and shared by all copies of the task. At NULL: it is made when
	 * it is needed. */
	struct program **interpreted;
	struct diagnostics *diags;
	struct arena *arena;        /* for the texts of the outcome */
	VEC(struct program *) kept; /* prepared for something else, findings point into them */
	/* {place} of assertions that hold, but after the violation of another: they are left out from the next preparation on. */
	struct table *proved;
	struct preparation preparation;
	struct causes *causes;  /* why places are open; NULL: nobody asks */
	struct groups *former;  /* groups.c: those of a search that ended at a violation; NULL: there are none */
	bool was_cut;           /* loops without invariants prove nothing: engine_cut has tried */
	struct search *climb;   /* stratified.c: the ladder of a turn before; NULL: there was none */
	uint64_t fuzzed;        /* fuzz.c: searches that were made */
	bool short_chains_fail; /* pdr.c: the predicates that it begins with have been tried */
};

/* Key of an attribute that verify alone knows: which of the assertions of task->original this one is, from 1. */
#define ATTRIBUTE_PLACE "place"

/* Frees what outcomes point into: the prepared programs and the arena. */
void task_release(struct task *task);

/* A violation. */
struct finding {
	const struct statement *bug; /* the assertion, in the program as it was read */
	struct violation violation;
	const char *trace; /* as trace_write writes it */
	struct trace_steps steps;
};
struct findings VEC_BODY(struct finding);

/* Start from { 0 }. */
struct outcome {
	enum verdict verdict;
	const char *reason; /* UNKNOWN: why; others: NULL or a remark for the first line */
	bool out_of_time;   /* BOUNDED: it ended before its time, which is too little for more */
	bool out_of_memory; /* UNKNOWN: for lack of memory */
	bool unreplayed;    /* UNKNOWN: a solver has a counterexample that does not replay */
	bool approximate;   /* that one does, through an approximation: a violation as long as that is any value */
	struct counterexample bug; /* UNSAFE */
	struct findings found;     /* the violations */
	bool empty;                /* SAFE, because nothing is checked or none of it can be reached */
	bool hopeless;             /* BOUNDED: there is a violation beyond the bound, so nobody finds a proof */
	bool searched_on;          /* the verdict is that of all other places (--all) */
	uint32_t bound;            /* the last bound that was explored completely */
	bool bounded;              /* `bound` counts: at least one was */
	VEC(const struct statement *) beyond; /* BOUNDED: calls (or cuts) where an execution goes beyond it */
	/* statistics */
	const char *engine; /* SAFE, UNSAFE: whose verdict it is, by its name; NULL: nobody's */
	uint32_t instances, shared, rounds, assertions;
	double tree; /* instances of the tree that the DAG of the last execution stands for */
	uint64_t checks;
	uint64_t steps; /* engine_concrete, UNSAFE: of the execution */
	double solver_seconds;
	uint32_t terms, tracked, tracked_of;
};
void outcome_unknown(struct outcome *outcome, const char *reason);
/* A was explored to a higher bound than B, or to the same one but to the end of what was asked for. */
bool outcome_is_further(const struct outcome *a, const struct outcome *b);
/* Frees what belongs to it. */
void outcome_release(struct outcome *outcome);

/* --- engines --- */

/* When and for how long the strategy lets an engine search, in the order of engines.def: `part` of the time that is left
 * and not more than `seconds`; part 0: as long as there is time. */
struct turn {
	bool taken;
	double part, seconds;
	double decisive; /* seconds for a query that leaves nothing open, if these are more; at most `part` */
	double pause;    /* seconds after which a ladder begins no other rung; 0: any number */
	uint32_t places; /* only where at least so many assertions are left */
	uint32_t most;   /* and not more than so many; 0: any number */
	uint32_t blocks; /* only in programs of at least so many */
	bool cycles;     /* only where there are loops or recursion */
	bool vain;       /* takes long, and in vain where there is a violation: before it, executions have a moment */
};

struct engine {
	/* Decides task->prepared within task->limits, or says how far it came. */
	void (*search)(struct task *task, struct outcome *outcome);
	struct turn turn; /* {0}: only when it is asked for by name */
	/* Can it decide such programs? Else its search would end at once. NULL: any. */
	bool (*suits)(const struct task *task);
	/* Is its search of such programs to be done in two halves, with executions in between? The first one is what mostly decides, and ends
	 * soon if it does not. NULL: never. */
	bool (*halves)(const struct task *task);
	bool only_proves; /* it finds no violation */
	bool executes; /* it looks for violations in executions: also for a moment, before others that search in vain */
	bool deepens; /* what it has explored within a bound counts without a decision; all time that is left is its own */
};

#define ENGINE(name, about) extern const struct engine engine_##name;
#include "engines.def"
#undef ENGINE

/* strategy.c: those that have a turn, one after the other. */
extern const struct engine engine_strategy;

struct engine_row {
	const char *name, *about;
	const struct engine *engine;
};
/* The rows of engines.def, in its order. */
const struct engine_row *engine_rows(size_t *count);
/* Its name there; NULL: it has none, like the strategy. */
const char *engine_name(const struct engine *engine);
/* After the engine's search in a program of which OPEN assertions were left: if there is a verdict, says whose it is. */
void outcome_credit(struct outcome *outcome, const struct engine *engine, uint32_t open);
/* The engine of that name (`length` bytes), or NULL. */
const struct engine *engine_find(const char *name, size_t length);

/* The bound ladder of stratified inlining on one program, which other engines use too. On VERDICT_UNSAFE outcome->bug is
 * a counterexample of `program`, not replayed on the original yet. */
void stratified_search(struct task *task, struct program *program, struct outcome *outcome);

/* --- tasks --- */

/* Gives the program's assertions their {place}; to be called before anything is prepared. */
void task_number_places(struct program *original);
/* A copy of the program after all passes but those named in `without` (separated by commas; NULL: all), in a bank of its
 * own. NULL: a diagnostic says why, or the time is up and none does. */
struct program *task_prepare(const struct program *original, const char *without, double deadline,
			     struct diagnostics *diags);
/* The same with all passes. `lessened` is called with CONTEXT when less may be left to prove (lib/opt/pass.h). *interpreted is for
 * task->interpreted. NULL where the time is up: then *unfinished is what the passes had made of the program by then, else NULL. */
struct program *task_prepare_first(const struct program *original, double deadline, struct diagnostics *diags,
				   struct profile *profile,
				   void (*lessened)(void *context, const struct program *p, const struct pass *pass),
				   void *context, struct program **interpreted, struct program **unfinished);
/* The same of task->original, without what is proved, in the bank of the passes and perhaps with loops: `without` is of the last passes. */
struct program *task_stage(struct task *task, const char *without);
/* For lib/vc what comes of such a stage by changes that made less of it matter. Takes it. NULL: a diagnostic says why, or the
 * time is up. */
struct program *task_finish(struct program *stage, struct task *task);
/* task->prepared anew, without what is proved; the one before is kept. False: it stays as it is. */
bool task_prepare_again(struct task *task);

/* Assertions with these {place}s, as keys, were made assumptions in task->original: they are in task->interpreted too. With 0, of what has no
 * {place}, that program is dropped, to be made anew: nothing else may be assumed. */
void task_assume(struct task *task, const struct table *places);

/* How many {place}s the assertions have that may still fail: all copies of an assertion are one. */
uint64_t program_open_places(const struct program *program);

/* Is every assertion that is left in task->prepared a rule's (CHECK_RULE)? */
bool task_is_about_rules(const struct task *task);

bool task_out_of_time(void *task); /* of type bool (*)(void *) so that it serves as a callback */
bool task_in_time(void *task);     /* its opposite */
/* A new solver as the goals say; NULL and a diagnostic. */
struct solver *task_solver(struct task *task, struct bank *bank, bool one_shot);
/* Tells the listener what is going on. */
void task_progress(const struct task *task, const struct outcome *o, const struct vc *vc, uint32_t bound);
/* Tells the listener what is known by now. */
void task_know(const struct task *task, const struct outcome *o);
/* A frame of the profile, until task_leave. */
void task_enter(const struct task *task, const char *format, ...) __attribute__((format(printf, 2, 3)));
void task_leave(const struct task *task);
void task_say(const struct task *task, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Replays outcome->bug, a counterexample of the prepared program, on the original: VERDICT_UNSAFE, or UNKNOWN with
 * the reason. */
void task_confirm(struct task *task, struct outcome *outcome);
struct run_result;
/* The same of an execution of the prepared program: INPUTS, which it takes over, are what it was told. True: it ended at a violation,
 * VERDICT_UNSAFE. */
bool task_confirm_execution(struct task *task, struct outcome *outcome, struct inputs *inputs,
			    const struct run_result *r);

/* --- find_all.c: after a violation --- */

/* Adds the violation that was found to outcome->found. */
void task_keep_finding(struct task *task, struct outcome *outcome);
/* Searches on until there are no others (nothing where outcome->verdict is not VERDICT_UNSAFE). Changes task->original. */
void task_find_all(struct task *task, const struct engine *engine, struct outcome *outcome);

/* --- vacuity.c --- */

/* Says in outcome->reason when SAFE is empty: nothing was checked, or nothing that is checked can be reached. */
void outcome_find_vacuity(struct task *task, struct outcome *outcome);

#endif
