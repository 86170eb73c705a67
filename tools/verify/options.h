/* verify's command line (docs: `verify --help`). */
#ifndef PLUMB_VERIFY_OPTIONS_H
#define PLUMB_VERIFY_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "option.h"

struct options {
	struct string_list inputs;    /* files, "-" for standard input; empty: standard input */
	struct string_list front_end; /* what goes to c2ir: compiler flags, --property, --check, --entry, ... */
	const char *ir;               /* what c2ir made of the files already; NULL: nothing */
	size_t ir_length;
	struct string_list compiler;   /* of these, the compiler flags */
	struct check_set checks;       /* --property and --check; nothing given: all that the IR has */
	const char *solvers;           /* --solver: comma-separated names */
	const char *solver_command;    /* --solver-cmd, or NULL */
	const char *cross_check;       /* --cross-check: a command, "": a solver of this build; NULL: not given */
	const char *engines;           /* --engine: comma-separated names, or NULL */
	const char *output;            /* -o, or NULL */
	const char *replay;            /* --replay, or NULL */
	const char *sarif;             /* --sarif, or NULL */
	const char *json;              /* --json, or NULL */
	const char *junit;             /* --junit, or NULL */
	const char *html;              /* --html, or NULL */
	const char *certificate;       /* --certificate, or NULL */
	const char *witness;           /* --validate-witness, or NULL */
	bool follows;                  /* it is one of a violation */
	uint32_t target;               /* the line of that */
	struct string_list witnesses;  /* --witness: each by its name of one format */
	const char *check_certificate; /* --check-certificate, or NULL */
	const char *profile;           /* --profile, or NULL */
	const char *record;            /* --record, or NULL */
	const char *cache;             /* --cache, or NULL */
	const char *environment;       /* --environment, or NULL */
	const char *project;           /* --compile-commands, or NULL */
	const char *module;            /* --module, or NULL */
	const char *baseline;          /* --baseline, or NULL */
	bool new_baseline;             /* --new-baseline */
	bool merge;                    /* --merge */
	struct string_list rules;      /* --rule */
	struct string_list only;       /* --only: patterns of files */
	uint32_t jobs;                 /* --jobs; 0: as make's jobserver has it, else 1 */
	struct string_list owned;      /* strings that are not argv's: memory_free */
	struct string_list command;    /* the command line */
	struct string_list words;      /* all of the command line, but what makes no difference to the result */
	uint32_t bound;                /* --bound; NO_BOUND: deepen until the time is up */
	double timeout;                /* --timeout in seconds; 0: none */
	uint32_t memory;               /* --memory in MB; 0: none */
	bool invariants;               /* --invariants */
	bool kernel;                   /* --kernel: a driver, in the build of the kernel */
	bool fail;                     /* --fail: what is found there fails the build */
	bool accept_bounded, strict, all, full_trace, verbose, time;
	bool lines;     /* --lines */
	bool tree;      /* --inline=tree: no shared instances */
	bool sarif_all; /* --sarif-all */
	bool version;
	enum option_help help;
	enum option_stats stats;
	enum { OPEN_FIRST, OPEN_ALL } open; /* --open: which of the open places are listed */
	bool stats_json;                    /* stats is STATS_JSON */
};

/* Strings point into argv. False and DIAG_USAGE when the command line is wrong. */
bool options_parse(struct options *options, int argc, char **argv, struct diagnostics *diags);
void options_release(struct options *options);

/* Is there an output for programs: --json, --sarif, --junit or --html? */
bool options_tell_programs(const struct options *options);

extern const struct option_table verify_option_table;

#endif
