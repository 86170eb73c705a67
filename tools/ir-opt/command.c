#include "command.h"

#include <string.h>

#include "list.h"

/* --- values --- */

static const char *pass_name(size_t i)
{
	return i < passes_count() ? pass_at(i)->name : NULL;
}

static const char *pass_about(size_t i)
{
	return pass_at(i)->about;
}

static bool pass_is_default(size_t i)
{
	struct pass_list list = passes_default();
	for (size_t k = 0; k < list.count; k++)
		if (list.passes[k] == pass_at(i))
			return true;
	return false;
}

/* The passes, then "all". */
static const char *pass_or_all(size_t i)
{
	return i == passes_count() ? "all" : pass_name(i);
}

static const struct option_values pass_values = { pass_name, pass_about, pass_is_default, NULL };
static const struct option_values pass_or_all_values = { .name = pass_or_all, .listed = &pass_values };

/* --- the table --- */

static const struct option_row rows[] = {
#define OPTION_STRUCT struct command
#define OPTION_WRITES "the program"
#include "options.def"
#include "common.def"
	{ .kind = OPTION_VALUES, .name = "Names of passes", .values = &pass_values },
};

static const struct option_example examples[] = {
	{ "c2ir foo.c | ir-opt -o foo.pir", "Simplify a program" },
	{ "ir-opt --passes=slice --print-before=slice foo.pir", "Look at what one pass does" },
	{ "ir-opt --run --seed=1 foo.pir first second", "Execute it with two arguments and pseudo-random inputs" },
	{ 0 },
};

static void add_operand(void *options, const char *word)
{
	vec_push(&((struct command *)options)->operands, (char *)(uintptr_t)word);
}

/* What follows a program that is run is its own, options too. */
static bool belongs_to_program(const void *options)
{
	const struct command *c = options;
	return c->run && c->operands.count;
}

const struct option_table ir_opt_option_table = {
	.tool = "ir-opt",
	.about = "simplify Plumb IR, or execute it",
	.usage = { "[option ...] [IN ...] [-o OUT.pir]", "--run [option ...] IN [argument ...]" },
	.intro = "Reads Plumb IR (IN, plain or gzip; none or -: standard input), simplifies it and writes it. Files of "
		 "linkable IR (c2ir -c) are linked to one program.",
	.manual = "Without options that choose passes the default ones run, over and over until nothing changes: what "
		  "verify "
		  "and vcgen do to everything that they read.",
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.examples = examples,
	.operand = add_operand,
	.only_operands = belongs_to_program,
};

/* --- what follows from several options --- */

static void usage(struct diagnostics *diags, const char *what)
{
	diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "%s", what);
}

/* "a,b" -> { "a", "b" }; "" -> none. */
static void read_track(struct command *c)
{
	uint32_t count = 1, n = 0;
	c->track_names = memory_copy_string(c->track, strlen(c->track));
	for (const char *at = c->track; *at; at++)
		count += *at == ',';
	const char **list = memory_alloc(count * sizeof *list);
	char *rest = c->track_names;
	for (char *name = strsep(&rest, ","); name; name = strsep(&rest, ","))
		if (*name)
			list[n++] = name;
	c->options.track = list;
	c->options.track_count = n;
}

static void check_together(const struct command *c, struct diagnostics *diags)
{
	if (!c->run && (c->inputs || c->strict || c->random || c->max_steps || c->host))
		usage(diags, "--inputs, --strict, --seed, --max-steps and --host go with --run");
	if (c->run && (c->passes || c->unroll || c->loops || c->error_bit || c->options.track || c->output))
		usage(diags, "--run executes the program as it is: no passes and no output file");
	if (c->run && !c->input)
		usage(diags, "--run needs a program");
	if (c->passes && list_has(c->passes, "unroll") && !c->unroll)
		usage(diags, "pass unroll needs --unroll=N");
	if (c->passes && list_has(c->passes, "abstract") && !c->options.track)
		usage(diags, "pass abstract needs --track=G,...");
}

static void check_output(const struct command *c, struct diagnostics *diags)
{
	struct string_list inputs = { 0 };
	for (size_t i = 0; i < c->input_count; i++)
		vec_push(&inputs, c->inputs_given[i]);
	stream_spares(c->output, &inputs, diags);
	vec_free(&inputs);
}

/* A program that is run is one file, and the rest are its arguments. */
static void settle_operands(struct command *c)
{
	size_t count = c->operands.count;
	vec_push(&c->operands, NULL);
	c->inputs_given = c->operands.at;
	c->input_count = c->run && count ? 1 : count;
	c->input = c->operands.at[0];
	c->arguments = c->operands.at + (count ? 1 : 0);
}

bool command_read(struct command *c, int argc, char **argv, struct diagnostics *diags)
{
	*c = (struct command){ 0 };
	bool fine = option_parse(&ir_opt_option_table, c, argc, argv, diags);
	settle_operands(c);
	if (c->track)
		read_track(c);
	c->printing = c->options.print_after || c->options.print_before;
	if (fine && !c->help && !c->version && !c->list_passes) {
		check_together(c, diags);
		check_output(c, diags);
	}
	return !diags->errors;
}

void command_release(struct command *c)
{
	vec_free(&c->operands);
	memory_free(c->track_names);
	memory_free((void *)c->options.track);
}
