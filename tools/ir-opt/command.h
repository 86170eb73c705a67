/* The command line of ir-opt. */
#ifndef PLUMB_IR_OPT_COMMAND_H
#define PLUMB_IR_OPT_COMMAND_H

#include "option.h"
#include "pass.h"

struct command {
	enum option_help help;
	enum option_stats stats;
	bool version, list_passes, verbose, time, run, compress;
	VEC(char *) operands;       /* NULL-terminated, the next four point into it */
	const char *input, *output; /* NULL: standard input or output */
	char *const *inputs_given;  /* all of them, for linking */
	size_t input_count;
	const char *passes; /* --passes; NULL: the default */
	bool loops, unroll, error_bit;
	bool printing; /* --print-before or --print-after */
	struct pass_options options;
	const char *track; /* --track, or NULL */
	char *track_names; /* what options.track points into */
	/* --run */
	const char *inputs; /* file, or NULL */
	bool strict, random;
	bool host; /* it may change what is outside this process */
	uint64_t seed, max_steps;
	char *const *arguments; /* of the program that is run, NULL-terminated */
};

/* False, and DIAG_USAGE, if there is something wrong with it. Strings of argv are kept. */
bool command_read(struct command *command, int argc, char **argv, struct diagnostics *diags);
void command_release(struct command *command);

extern const struct option_table ir_opt_option_table;

#endif
