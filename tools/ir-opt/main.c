/* ir-opt: Plumb IR in, simpler Plumb IR out; or executed (--run). */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "execute.h"
#include "large_pages.h"
#include "link.h"
#include "obligation.h"
#include "read.h"
#include "report.h"
#include "write.h"
#include "tool.h"

static bool run_list(struct program *p, struct pass_list list, const struct command *c, struct diagnostics *diags)
{
	return !list.count || passes_run(p, &list, &c->options, diags, NULL);
}

/* A pass has changed a program with assertions. */
static void mark(void *context, const struct program *p, const struct pass *pass)
{
	(void)p;
	(void)pass;
	program_record_relied(context, "ir-opt", NULL);
}

/* `name` alone, or nothing if it is not wanted or the list has it. */
static struct pass_list only(const char *name, bool wanted, const struct pass_list *list)
{
	struct pass_list one = { .passes = { pass_find(name, strlen(name)) }, .count = wanted };
	for (size_t i = 0; i < list->count; i++)
		if (list->passes[i] == one.passes[0])
			one.count = 0;
	return one;
}

/* Globals are named as the input has them, so abstraction comes first; a program that is to grow is made small
 * before and after; and the error bit's variables are there for others to look at, so nothing comes after it. */
static bool optimise(struct program *p, const struct command *c, struct diagnostics *diags)
{
	struct pass_list list = { 0 }, simplify = passes_default();
	if (c->passes && !passes_parse(c->passes, &list, diags))
		return false;
	struct pass_list abstract = only("abstract", c->options.track, &list),
			 unroll = only("unroll", c->unroll, &list);
	struct pass_list errorbit = only("errorbit", c->error_bit, &list), loops = only("loops", c->loops, &list);
	if (c->passes)
		simplify = list;
	if (!run_list(p, abstract, c, diags) || !run_list(p, simplify, c, diags) || !run_list(p, unroll, c, diags))
		return false;
	if (unroll.count && !c->passes && !run_list(p, simplify, c, diags))
		return false;
	return run_list(p, errorbit, c, diags) && run_list(p, loops, c, diags);
}

static void print_dumps(struct output *dumps)
{
	size_t length;
	const char *text = output_text(dumps, &length);
	fwrite(text, 1, length, stderr);
	output_abandon(dumps);
}

/* The canonical text of a program is that of one that was read: reading orders the arguments of commutative
 * operators by where variables are declared, which passes may have left otherwise. */
static bool write_canonical(const struct program *p, const struct command *c, struct diagnostics *diags)
{
	struct output *text = output_memory();
	size_t length;
	program_write(p, text);
	const char *bytes = output_text(text, &length);
	struct program *read = program_read_text("the result", bytes, length, diags);
	bool written = read && program_write_file(read, c->output, c->compress, diags);
	program_free(read);
	output_abandon(text);
	return written;
}

static void transform(struct program *p, struct command *c, struct diagnostics *diags)
{
	struct pass_report *report = memory_alloc(passes_count() * sizeof *report);
	struct size before = size_of(p);
	c->options.report = report;
	c->options.print = c->printing ? output_memory() : NULL;
	if (program_open_count(p)) {
		c->options.lessened = mark;
		c->options.lessened_context = p;
	}
	bool done = optimise(p, c, diags);
	if (c->options.print)
		print_dumps(c->options.print);
	if (done && write_canonical(p, c, diags)) {
		print_stats(c->stats, before, size_of(p), report, stderr);
		if (c->time)
			print_times(report, stderr);
	}
	memory_free(report);
}

static int run_or_transform(struct program *p, struct command *c, struct diagnostics *diags)
{
	if (c->verbose)
		fprintf(stderr, "ir-opt: read %u procedures, %u globals\n", p->procedure_count, p->global_count);
	if (c->run)
		return execute(p, c, diags);
	transform(p, c, diags);
	return diagnostics_status(diags);
}

static int work(struct command *c, struct diagnostics *diags)
{
	int told = 0;
	if (tool_awaits_user(c->input))
		fprintf(stderr, "ir-opt: waiting for Plumb IR on standard input (Ctrl-D ends it; see ir-opt --help)\n");
	struct program *p = link_read(c->inputs_given, c->input_count, &told, diags);
	int status = p ? run_or_transform(p, c, diags) : told ? told : diagnostics_status(diags);
	diagnostics_print(diags, "ir-opt", stderr); /* while the names of files in it live */
	program_free(p);
	return status;
}

static void list_passes(struct diagnostics *diags)
{
	print_passes(stdout);
	if (fflush(stdout) != 0 || ferror(stdout))
		diagnose(diags, DIAG_SYSTEM, (struct location){ "<stdout>", 0, 0 }, "can't write: %s", strerror(errno));
}

/* --list-passes, --help and --version. */
static int answer(const struct command *c, struct diagnostics *diags)
{
	if (c->help || c->version)
		option_answer(&ir_opt_option_table, c->help, diags);
	else
		list_passes(diags);
	diagnostics_print(diags, "ir-opt", stderr);
	return diagnostics_status(diags);
}

int main(int argc, char **argv)
{
	struct diagnostics diags;
	struct command command;
	int status;
	tool_begin();
	large_pages_prefer();
	diagnostics_init(&diags);
	bool good = command_read(&command, argc, argv, &diags);
	if (!good) {
		diagnostics_print(&diags, "ir-opt", stderr);
		status = diagnostics_status(&diags);
	} else if (command.help || command.version || command.list_passes) {
		status = answer(&command, &diags);
	} else {
		status = work(&command, &diags);
	}
	command_release(&command);
	diagnostics_release(&diags);
	return status;
}
