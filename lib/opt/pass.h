/* IR to IR passes: the table, the lists that the tools run, and the one wrapper that runs them.
 *
 * docs/passes.md has an example for each. All passes preserve which assertions can be violated (two
 * exceptions, named below), and the attributes {at text shows input id check message}; a havoc, a fresh
 * and a goto with a choice that remain keep their {id}, and such a goto keeps the order and number of
 * its targets, so that the inputs of an execution of the result are inputs of the original. */
#ifndef PLUMB_PASS_H
#define PLUMB_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "haste.h"
#include "ir.h"
#include "profile.h"
#include "stream.h"

/* What may be true of a program; passes need some and keep some. */
enum pass_fact {
	FACT_ACYCLIC = 1 << 0,  /* no procedure has a cycle of blocks: loops are procedures */
	FACT_NUMBERED = 1 << 1, /* each havoc, fresh and goto with a choice has an {id} */
	FACTS_ALL = FACT_ACYCLIC | FACT_NUMBERED
};

/* What a run of one pass came to; one entry per pass of the table, in its order. */
struct pass_report {
	const char *name;
	unsigned runs, changes; /* how often it ran, and how often it changed something */
	double seconds;
};

struct pass;

struct pass_options {
	bool full_propagation;    /* constprop, copies: also into statements that a trace shows (named C variables) */
	uint32_t unroll;          /* unroll: so many iterations and recursive calls */
	const char *const *track; /* abstract: names of the tracked globals; NULL: all are tracked */
	uint32_t track_count;

	const char *disable;      /* comma-separated names of passes that are left out; NULL: none */
	const char *print_before; /* comma-separated names, or "all": the program is written to `print` */
	const char *print_after;  /* before or after each run of these passes; NULL: none */
	struct output *print;     /* not NULL if something is to be printed */
	bool verify_each;         /* after each pass: validate, check what it keeps, write and read again */

	/* NULL, or passes_count() entries, zeroed by the caller: filled in. */
	struct pass_report *report;
	/* NULL, or asked between passes: true stops early, after a whole pass (a deadline). */
	bool (*stop)(void *context);
	void *stop_context;
	/* NULL, or asked by abstract interpretation: the most that it said counts. */
	enum haste (*haste)(void *context);
	void *haste_context;
	bool rough; /* abstract interpretation: in some haste from the beginning, in most later, and all calls of a procedure together */
	/* NULL, or called after each PASS that changed something: the assertions of P that are not true are what is left to prove. */
	void (*lessened)(void *context, const struct program *p, const struct pass *pass);
	void *lessened_context;
	struct profile *profile; /* a frame for each pass, and what the pass says; or NULL */
};

/* One pass: true if it changed anything (exactly: false means the program is as it was). A failure is an
 * error in `diags`; the program is then valid still, but may be half transformed. */
struct pass {
	const char *name, *about; /* about: one line for --list-passes */
	bool (*run)(struct program *program, const struct pass_options *options, struct diagnostics *diags);
	unsigned needs, keeps; /* pass_fact; passes_run numbers a program for a pass that needs FACT_NUMBERED */
};

/* The table. */
size_t passes_count(void);
const struct pass *pass_at(size_t i);
const struct pass *pass_find(const char *name, size_t length); /* NULL: no such pass */

/* A list of passes to run in order; with `repeat`, over and over until none changes anything. */
struct pass_list {
	const struct pass *passes[32];
	size_t count;
	bool repeat;
};

/* What ir-opt does if not told otherwise, and what verify and vcgen run on everything they read.
 * Running it again changes nothing. Loops stay loops. */
struct pass_list passes_default(void);
/* "a,b,c"; an unknown name is DIAG_USAGE and gives false. */
bool passes_parse(const char *names, struct pass_list *list, struct diagnostics *diags);

/* Runs the list; stops at the first error. *changed (may be NULL): did any pass change the program? False
 * when there was an error: a pass failed, with verify_each left something wrong (DIAG_INTERNAL, which names
 * the pass), or a repeated list did not settle (DIAG_INTERNAL, which names the list). */
bool passes_run(struct program *program, const struct pass_list *list, const struct pass_options *options,
		struct diagnostics *diags, bool *changed);

/* Of a program that counterexamples are replayed on: gives an {id} to all that is unknown in it, variables that may be
 * read before they are assigned included. */
void passes_number(struct program *program);

/* {holds ...} goes from all maps: what starts elsewhere, or forgets what `fresh` gives, does not make all that its maps hold. */
void program_forget_held(struct program *program);

/* Has it so many statements that abstract interpretation takes minutes in full? */
bool program_is_large(const struct program *program);

/* The whole preparation of a program for lib/vc: what is unknown made explicit, passes_default, abstract interpretation, then narrowed
 * inputs, and loops as procedures. The first part, which may take long, and the last one alone. */
bool passes_interpret(struct program *program, const struct pass_options *options, struct diagnostics *diags);
bool passes_finish(struct program *program, const struct pass_options *options, struct diagnostics *diags);
bool passes_prepare(struct program *program, const struct pass_options *options, struct diagnostics *diags);

/* Does the fact hold? (FACT_*, also several) */
bool program_holds(const struct program *program, unsigned facts);

/* How many assertions are left that may fail: those that are not `true`. */
uint32_t program_open_count(const struct program *program);

/* --- the passes: one file each, one line each of passes.def --- */
#define PASS(name, stage) extern const struct pass pass_##name;
#include "passes.def"
#undef PASS

#endif
