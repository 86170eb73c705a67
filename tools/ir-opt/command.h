/* The command line of ir-opt. */
#ifndef PLUMB_IR_OPT_COMMAND_H
#define PLUMB_IR_OPT_COMMAND_H

#include "pass.h"

enum stats_form { STATS_NONE, STATS_TEXT, STATS_JSON };

struct command {
	bool help, version, list_passes, verbose, time, run, compress;
	enum stats_form stats;
	const char *input, *output; /* NULL: standard input or output */
	char *const *inputs_given;  /* all of them, for linking */
	size_t input_count;
	const char *passes; /* --passes; NULL: the default */
	bool loops, unroll, error_bit;
	bool printing; /* --print-before or --print-after */
	struct pass_options options;
	char *track_names; /* what options.track points into */
	/* --run */
	const char *inputs; /* file, or NULL */
	bool strict, random;
	uint64_t seed, max_steps;
	char *const *arguments; /* of the program that is run, NULL-terminated */
};

/* False, and DIAG_USAGE, if there is something wrong with it. Strings of argv are kept. */
bool command_read(struct command *command, int argc, char **argv, struct diagnostics *diags);
void command_release(struct command *command);

extern const char command_help[];

#endif
