/* vcgen's command line. */
#ifndef PLUMB_VCGEN_OPTIONS_H
#define PLUMB_VCGEN_OPTIONS_H

#include "option.h"

/* --transition, in the order of its values, from 1. */
enum transition_form { TRANSITION_NONE, TRANSITION_BTOR2, TRANSITION_VMT, TRANSITION_AIGER, TRANSITION_SMT2 };

/* --horn, in the order of its values, from 1. */
enum horn_form { HORN_NONE, HORN_BITVECTORS, HORN_INTEGERS };

/* --track, in the order of its values. */
enum benchmark_track { TRACK_SINGLE, TRACK_CORES };

struct options {
	enum option_help help;
	enum option_stats stats;
	bool version, verbose, time, compress;
	const char *input, *output; /* NULL: standard input or output */
	unsigned inputs;            /* how many were given */
	uint32_t bound;
	double timeout; /* seconds; 0: no limit */
	bool tree;      /* --inline=tree: no shared instances */
	bool dot;       /* --dot: the graph of the instances */
	enum transition_form transition;
	enum horn_form horn;
	const char *benchmark; /* --benchmark, or NULL; what follows is for it alone */
	const char *application, *submitter;
	const char *name;  /* NULL: that of the input */
	unsigned category; /* benchmark_category_name */
	enum benchmark_track track;
};

/* Value of --category; NULL: there is none with this number. */
const char *benchmark_category_name(size_t i);

extern const struct option_table vcgen_option_table;

/* Strings point into argv. False and DIAG_USAGE when the command line is wrong. */
bool vcgen_options_read(struct options *options, int argc, char **argv, struct diagnostics *diags);

#endif
