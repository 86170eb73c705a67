#include "options.h"

#include "benchmark.h"
#include "stream.h"

enum { DEFAULT_BOUND = 10 };

static const char *transition_name(size_t i)
{
	static const char *const names[] = { "btor2", "vmt", "aiger", "smt2" };
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static const struct option_values vcgen_transition_values = { .name = transition_name };

static const char *horn_name(size_t i)
{
	static const char *const names[] = { "bv", "int" };
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static const struct option_values vcgen_horn_values = { .name = horn_name };

const char *benchmark_category_name(size_t i)
{
	static const char *const names[] = { "industrial", "crafted", "random" };
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static const struct option_values vcgen_category_values = { .name = benchmark_category_name };

static const char *track_name(size_t i)
{
	static const char *const names[] = { "single-query", "unsat-core" };
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static const struct option_values vcgen_track_values = { .name = track_name };

static const struct option_row rows[] = {
#define OPTION_STRUCT struct options
#define OPTION_WRITES "the script"
#include "options.def"
#include "common.def"
};

static const struct option_example examples[] = {
	{ "c2ir foo.c | vcgen --bound=20 | z3 -in", "Ask Z3 for a violation within 20 iterations and calls" },
	{ "c2ir foo.c | ir-opt | vcgen -o foo.smt2.gz && verify foo.smt2.gz",
	  "Write the script to a file and have it judged" },
	{ "c2ir foo.c | vcgen --horn | z3 fp.engine=spacer -in", "Ask Z3 for a proof without a bound: sat means safe" },
	{ 0 },
};

static void add_operand(void *options, const char *word)
{
	struct options *o = options;
	o->input = word;
	o->inputs++;
}

const struct option_table vcgen_option_table = {
	.tool = "vcgen",
	.about = "Plumb IR to SMT-LIB2",
	.usage = { "[option ...] [IN] [-o OUT.smt2]" },
	.intro =
		"Reads Plumb IR (IN, plain or gzip; none or -: standard input) and writes one SMT-LIB2 script that any "
		"solver answers. sat: an assertion can be violated within the bound.",
	.manual =
		"What is read is simplified first, as ir-opt does. The program itself is in comments of the script, so "
		"that verify can go on from it: with higher bounds, with refinement, and with traces in terms of the C "
		"source.",
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.examples = examples,
	.operand = add_operand,
};

bool vcgen_options_read(struct options *options, int argc, char **argv, struct diagnostics *diags)
{
	*options = (struct options){ .bound = DEFAULT_BOUND, .application = "Plumb", .submitter = "Plumb" };
	bool fine = option_parse(&vcgen_option_table, options, argc, argv, diags);
	if (options->inputs > 1)
		diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "more than one input: %s", options->input);
	struct string_list inputs = { 0 };
	if (options->input)
		vec_push(&inputs, options->input);
	if (options->horn && options->transition)
		diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "--horn and --transition: one of them");
	if (fine && options->benchmark)
		fine = benchmark_options_check(options, diags);
	fine = fine && options->inputs <= 1 && !(options->horn && options->transition) &&
	       (options->help || options->version || stream_spares(options->output, &inputs, diags));
	vec_free(&inputs);
	return fine;
}
