/* Satisfiability of Bool terms: Z3, Boolector and any SMT-LIB2 solver behind one interface.
 *
 * A solver answers queries about the terms of one bank. What is asserted stays; what a single query
 * needs beyond it goes in as assumptions. Solvers share nothing: any number may live at once, each used
 * by one thread at a time (and solvers that share a bank by one thread in all), except for
 * solver_interrupt. A solver may add terms to its bank (solver_assert and solver_check rewrite the
 * block operations FILL and COPY, which no solver knows, into what they mean for each cell that is read).
 *
 * Nothing that a backend does ends the process: its errors, the limits and "I don't know" are replies. */
#ifndef PLUMB_SOLVER_H
#define PLUMB_SOLVER_H

#include "clock.h"
#include "diag.h"
#include "eval.h"
#include "term.h"

/* SOLVER_Z3, ..., by solvers.def; and whatever reads SMT-LIB2 from standard input. */
enum solver_kind {
#define SOLVER(kind, name, about) SOLVER_##kind,
#include "solvers.def"
#undef SOLVER
	SOLVER_COMMAND
};

enum reply {
	REPLY_SAT,
	REPLY_UNSAT,
	REPLY_UNKNOWN, /* deadline, memory, interrupt, incompleteness: solver_reason says which */
	REPLY_ERROR    /* the backend failed or the query is beyond it: solver_reason says how; never a verdict */
};

/* A second solver that is asked for each UNSAT of the first: what has been asked of it. Zero but for the command at first. */
struct cross_check {
	const char *command; /* of the second, as in solver_options; NULL: the first of the table that is another one */
	uint64_t asked, unconfirmed;
	bool contradicts; /* it said sat */
	char reason[512]; /* why one was not confirmed; names both. "": all were */
};

/* A second solver that works beside the first on each question that takes it long; the answer is that of whoever is first.
 * Zero but for the command at first. */
struct rivalry {
	const char *command; /* as in cross_check */
	uint64_t asked, won; /* by the second */
	uint32_t lead;       /* how often it was first of late: the first has so much less time to be alone */
};

/* Where dialogues are recorded: each solver that is not for one shot writes what it is asked, and what it answers, into a file of its own,
 * FOLDER/N.smt2, a whole SMT-LIB2 script (with push, pop and a status for each question) of 50 MB at most. The folder is made. */
struct solver_record {
	const char *folder;
	struct diagnostics *diags; /* DIAG_SYSTEM when a file cannot be written, once; that is no failure of a check */
	bool failed;
};

/* All zero is a fine default. */
struct solver_options {
	const char *command; /* SOLVER_COMMAND: shell command of a solver that reads SMT-LIB2 from standard input */
	uint32_t memory_mb;  /* limit for the backend; 0 = none */
	bool one_shot;       /* one query follows: a backend may trade incrementality for speed (correct anyway) */
	bool killable;       /* others end this process when its time is up: a check need not look at its limits */
	uint32_t seed;       /* random seed; 0 = the backend's own default */
	/* Not NULL: UNSAT must be confirmed by a second solver within the same deadline, or it is REPLY_UNKNOWN. Shared by
	 * solvers of one thread; outlives them. */
	struct cross_check *cross_check;
	/* Not NULL: see there; of Z3 only, and not with cross_check. The other is a process of its own. Outlives the solver,
	 * likewise shared by those of one thread; no other thread of the process may be running during a check. */
	struct rivalry *rivalry;
	struct solver_record *record; /* or NULL; outlives the solver */
};

/* Deadlines are times of clock_now(). */
#define SOLVER_NO_DEADLINE 0.0

struct solver;

/* NULL, with DIAG_SYSTEM in diags, when this build does not have the backend or it can't be started.
 * The options (and the command) are copied; the bank must outlive the solver. */
struct solver *solver_new(enum solver_kind kind, const struct solver_options *options, struct bank *bank,
			  struct diagnostics *diags);
void solver_free(struct solver *solver); /* NULL is fine */

/* The Bool term t holds from now on. A failure is remembered: every later check replies REPLY_ERROR. */
void solver_assert(struct solver *solver, term t);

/* Is there a model of everything asserted and of the assumptions (any Bool terms)? Returns at the deadline
 * (clock_now's clock; SOLVER_NO_DEADLINE: none) or shortly after. */
enum reply solver_check(struct solver *solver, const term *assumptions, size_t count, double deadline);

/* The same for a question whose UNSAT no proof rests on: it needs no confirmation. */
enum reply solver_look(struct solver *solver, const term *assumptions, size_t count, double deadline);

/* Why the last check replied REPLY_UNKNOWN or REPLY_ERROR; "" after the others. Until the next check. */
const char *solver_reason(const struct solver *solver);
/* UNKNOWN because a limit was hit (deadline or solver_interrupt), so that more time might help. */
bool solver_timed_out(const struct solver *solver);
/* UNKNOWN or ERROR because there was no memory for it. */
bool solver_out_of_memory(const struct solver *solver);

/* Only after REPLY_SAT, until the next call of solver_assert or solver_check. All values come from one
 * model, completed: what the query leaves open gets some fixed value.
 * solver_value: the value of any Bool or bit-vector term of the bank. solver_cell: the value of map leaf
 * `map` at an index (words, least significant first). False when the backend failed (reason above).
 * The caller releases *out. */
bool solver_value(struct solver *solver, term t, struct value *out);
bool solver_cell(struct solver *solver, term map, const uint64_t *index, struct value *out);

/* Only after REPLY_UNSAT: those of the last check's assumptions that (with the assertions) have no model;
 * not necessarily minimal. Owned by the solver, until its next check. */
const term *solver_core(struct solver *solver, size_t *count);

/* Makes a running solver_check return REPLY_UNKNOWN soon. May be called from another thread or from a
 * signal handler (it sets a flag, and wakes what can be woken). A check that begins later is not affected. */
void solver_interrupt(struct solver *solver);

struct solver_statistics {
	uint64_t checks, sat, unsat, unknown, error;
	uint64_t terms;    /* distinct terms translated */
	uint64_t rebuilds; /* times that a backend had to start over (switch of its mode, crash of a process) */
	double seconds;    /* wall clock spent in solver_check */
};
const struct solver_statistics *solver_statistics(const struct solver *solver);

/* That of the table's row with this name (`length` bytes), whether this build has it or not. */
bool solver_kind_named(const char *name, size_t length, enum solver_kind *kind);
const char *solver_kind_name(enum solver_kind kind);
/* Whether this build has it (SOLVER_COMMAND: always). */
bool solver_is_built(enum solver_kind kind);
/* The next one of this build after `kind` in the table: for what that one takes too long for. False: there is none. */
bool solver_next(enum solver_kind kind, enum solver_kind *next);
/* The first one of this build that is another than `kind`. False: there is none. */
bool solver_other(enum solver_kind kind, enum solver_kind *other);
/* The version of a backend library, into the buffer ("" if this build does not have it). */
void solver_version(enum solver_kind kind, char *buffer, size_t size);

/* Answers a whole SMT-LIB2 script with Z3, in a context of its own. *output: what it prints (one "sat",
 * "unsat" or "unknown" per check-sat, values, error lines), which the caller frees with memory_free. The
 * reply is that of the last check-sat; REPLY_ERROR when the script has an error anywhere or no check-sat. */
enum reply solver_script(const char *text, const struct solver_options *options, double deadline, char **output);

#endif
