/* The concrete interpreter of programs: executes the entry procedure, deterministically for given hooks,
 * seed and limits. It is how IR is tested against compiled C and how counterexamples are replayed.
 *
 *     struct run *run = run_new(program);
 *     struct run_options options = { .hooks = { .context = me, .havoc = my_havoc } };
 *     const struct run_result *result = run_execute(run, &options);
 *     ...
 *     run_free(run);
 *
 * What IR leaves open (havoc, fresh, goto to several targets, values of variables at start) comes from
 * hooks; each hook is optional. A program that was compiled once by run_new can be executed many times. */
#ifndef PLUMB_RUN_H
#define PLUMB_RUN_H

#include "eval.h"
#include "ir.h"

struct run;

/* What the host says when it is asked for something. */
enum run_answer { RUN_UNANSWERED, RUN_ANSWERED, RUN_REFUSED };

/* `context` is the first argument of every hook; `run` may be asked with run_value and the other
 * functions below. A hook that gives a value gets `out` as VALUE_NONE and sets it to a value of the
 * target's sort (ownership passes to the interpreter; use value_word, value_words, map_constant,
 * map_unknown). A hook that has no value returns false: the run ends with RUN_REPLAY. */
struct run_hooks {
	void *context;
	/* HAVOC statement. NULL: 0 (maps: 0 everywhere), or pseudo-random if options.random. */
	bool (*havoc)(void *context, const struct run *run, const struct procedure *procedure,
		      const struct statement *statement, struct value *out);
	/* FRESH statement (not asked when no identity is left: RUN_BLOCKED). NULL: counts up from the program's {first_fresh N} (at least 1). The values that
	 * a hook gives are checked: 0, a value below first_fresh, or one given before is RUN_REPLAY. */
	bool (*fresh)(void *context, const struct run *run, const struct procedure *procedure,
		      const struct statement *statement, struct value *out);
	/* GOTO with more than one target: which. NULL: 0, or pseudo-random if options.random. A result
	 * that is not below target_count is RUN_REPLAY. */
	uint32_t (*choice)(void *context, const struct run *run, const struct procedure *procedure,
			   const struct block *block);
	/* A variable that has no value yet: globals before the first statement (run_value may not be
	 * used then), out-parameters and locals (procedure != NULL) when their procedure is called.
	 * NULL, or false returned: as for a missing `havoc`, except maps when `initial_cell` is given. */
	bool (*initial)(void *context, const struct run *run, const struct procedure *procedure,
			const struct variable *variable, struct value *out);
	/* A cell of a map that `initial` gave no value for, when it is read first. It may be asked for
	 * the same cell of the same variable again and must then answer the same. `index` has as many
	 * words as the index's width needs. NULL, or false returned: as for a missing `havoc`. */
	bool (*initial_cell)(void *context, const struct run *run, const struct variable *variable,
			     const uint64_t *index, struct value *out);

	/* For traces. `step`: after each executed statement (for CALL: after the outs are assigned, in the
	 * caller's frame); false ends the run with RUN_STOPPED. `branch`: a GOTO or BRANCH was taken.
	 * `call`: a frame was entered, its in-parameters have their values; `call_site` is NULL for the
	 * entry. `finish`: that frame is about to be left; its out-parameters can be asked for. */
	bool (*step)(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     const struct statement *statement);
	void (*branch)(void *context, const struct run *run, const struct procedure *procedure,
		       const struct block *block, uint32_t target);
	void (*call)(void *context, const struct run *run, const struct procedure *callee,
		     const struct statement *call_site);
	void (*finish)(void *context, const struct run *run, const struct procedure *callee,
		       const struct statement *call_site);

	/* What the program says to whoever runs it, and asks of him (`host`; ir-spec/execution.md). They have a context of
	 * their own. `output`: an assignment with attribute {output ...}, which is given along with the value (width
	 * 64 at most: one word). `host`: a havoc with attribute {host ...}: sets the words, which are 0, or leaves it to
	 * `havoc`, or ends the run with RUN_STOPPED. NULL: nobody is there; {host "present"} is then 0 without `havoc`
	 * being asked. */
	void *host_context;
	void (*output)(void *context, const struct attribute *output, const uint64_t *words, uint32_t width);
	enum run_answer (*host)(void *context, const struct attribute *host, uint64_t *words, uint32_t width);
	/* Called about every 2^16 steps: false ends the run with RUN_STOPPED (deadlines). */
	bool (*poll)(void *context);
	/* So many rounds of the loop that begins with this block were skipped (run_options.leap). */
	void (*leap)(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     uint64_t rounds);
};

struct run_options {
	struct run_hooks hooks;
	bool random; /* missing values are pseudo-random (splitmix64 from `seed`), not 0 */
	uint64_t seed;
	/* Limits; 0: none for steps, the default for the others. */
	uint64_t max_steps; /* statements and terminators executed */
	uint64_t max_depth; /* frames; default 2^22 */
	uint64_t max_cells; /* map cells in one block operation; default 2^24 */
	uint64_t max_bytes; /* memory of all frames together; default 2^32 */
	/* Skip rounds of loops whose effect is known without executing them: the execution is the same, but nothing is told of them,
	 * and they are not counted as steps. */
	bool leap;
};

enum run_end {
	RUN_RETURNED, /* the entry returned */
	RUN_VIOLATED, /* an assertion does not hold: procedure, block, statement */
	RUN_BLOCKED,  /* an assumption does not hold: procedure, block, statement */
	RUN_EXITED,   /* `assume false` with attribute {exit}: a normal end, exit_status is the value of `$status` */
	RUN_LIMIT,    /* a limit was reached: `limit`; procedure, block, statement say where */
	RUN_REPLAY,   /* a hook had no value, or not one that fits: procedure, block, statement (NULL: goto or start) */
	RUN_STOPPED   /* `step` or `poll` returned false, or the host refuses: procedure, block, statement */
};

enum run_limit { RUN_LIMIT_NONE, RUN_LIMIT_STEPS, RUN_LIMIT_DEPTH, RUN_LIMIT_CELLS, RUN_LIMIT_BYTES };

struct run_result {
	enum run_end end;
	enum run_limit limit;
	/* Where it ended; `statement` is NULL in a terminator or before the first statement. */
	const struct procedure *procedure;
	const struct block *block;
	const struct statement *statement;
	uint64_t exit_status; /* RUN_EXITED: `$status` (its low 64 bits; 0 when there is no such global) */
	uint64_t steps;       /* statements and terminators executed */
	uint64_t depth;       /* largest number of frames */
};

/* Compiles the program, which must be valid and must not change while the run lives. */
struct run *run_new(const struct program *program);
void run_free(struct run *run);

/* Executes the program from its entry. The result belongs to the run and is valid until the next
 * run_execute. The state at the end (frames, globals) stays for the functions below. */
const struct run_result *run_execute(struct run *run, const struct run_options *options);

/* The variable's value now: a global's, or that of a variable of the procedure of the innermost frame; after
 * RUN_RETURNED that is the entry's frame (its out-parameters). Borrowed: valid until the next statement is
 * executed or run_free. NULL when the variable is not one of these. */
const struct value *run_value(const struct run *run, const struct variable *variable);

/* The call stack: number of frames, and for frame `level` (0 = the entry's) its procedure, and the call
 * statement in it that is being executed (NULL in the innermost one). */
uint64_t run_depth(const struct run *run);
const struct procedure *run_frame(const struct run *run, uint64_t level, const struct statement **call);
/* What is done at `location` in the innermost frame, as a place in the program: if that is in the C library, the call of it. */
struct location run_place(const struct run *run, struct location location);
/* The calls with {call} that led to the innermost frame, as a number: other calls, another number (as far as a hash goes). 0:
 * there are none. */
uint64_t run_calls(const struct run *run);
uint64_t run_steps(const struct run *run);
const struct program *run_program(const struct run *run);
/* The identity that FRESH would give a variable of this width without a hook: one more than the largest that was
 * given or, where that does not fit, the smallest that is free. The caller owns it. False: all are taken. */
bool run_next_fresh(const struct run *run, uint32_t width, struct value *next);

/* One line of English: "returned", "assertion violated", "limit of steps reached", ... */
const char *run_end_text(const struct run_result *result);

#endif
