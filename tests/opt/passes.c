/* The table of passes, the wrapper that runs them, and the passes as functions. */
#include <string.h>

#include "abstract.h"
#include "pass.h"
#include "read.h"
#include "tap.h"

static const char loop_program[] = "plumb 1 {entry \"main\"}\n"
				   "global g : bv8\n"
				   "global h : bv8\n"
				   "procedure main() {\n"
				   "  var t : bv8\n"
				   "start: t := 1bv8; g := t; h := g; goto head;\n"
				   "head: branch eq(g, 9bv8), out, body;\n"
				   "body: havoc g; goto head;\n"
				   "out: havoc h; assert not(eq(h, g)); return;\n"
				   "}\n";

static struct program *parse(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stdout);
	diagnostics_release(&diags);
	return p;
}

static void test_table(void)
{
	ok(passes_count() >= 10, "there are passes");
	for (size_t i = 0; i < passes_count(); i++) {
		const struct pass *pass = pass_at(i);
		ok(pass_find(pass->name, strlen(pass->name)) == pass, "%s is found", pass->name);
		ok(pass->about && *pass->about && pass->run, "%s has all that it needs", pass->name);
	}
	ok(!pass_find("slic", 4) && !pass_find("slices", 6) && !pass_find("", 0), "other names are not");
}

static void test_parse(void)
{
	struct diagnostics diags;
	struct pass_list list;
	diagnostics_init(&diags);
	ok(passes_parse("slice,number,slice", &list, &diags) && list.count == 3, "a list may repeat a pass");
	ok(list.passes[0] == list.passes[2] && !strcmp(list.passes[1]->name, "number"), "in its order");
	ok(passes_parse("", &list, &diags) && !list.count, "it may be empty");
	ok(!passes_parse("slice,,number", &list, &diags), "but not have an empty name");
	diagnostics_release(&diags);
	diagnostics_init(&diags);
	char many[1024] = "";
	for (int i = 0; i < 40; i++)
		strcat(many, "slice,");
	ok(!passes_parse(many, &list, &diags), "nor be endless");
	is_int(diagnostics_status(&diags), 2, "these are errors of usage");
	diagnostics_release(&diags);
}

static bool stop_at_once(void *context)
{
	++*(int *)context;
	return true;
}

/* By the report of all passes. */
static unsigned runs_of(const struct pass_report *report, const struct pass *pass)
{
	unsigned runs = 0;
	for (size_t i = 0; i < passes_count(); i++)
		runs += pass_at(i) == pass ? report[i].runs : 0;
	return runs;
}

static void test_run(void)
{
	struct program *p = parse(loop_program);
	struct diagnostics diags;
	int asked = 0;
	bool changed;
	diagnostics_init(&diags);
	struct pass_report report[32] = { 0 };
	struct pass_options stopped = { .stop = stop_at_once, .stop_context = &asked, .report = report };
	struct pass_list list = passes_default();
	ok(passes_run(p, &list, &stopped, &diags, &changed) && asked == 1, "a deadline stops between passes");
	is_int(runs_of(report, &pass_number) + runs_of(report, &pass_offline), 1, "the report has what ran");
	struct pass_options options = { .verify_each = true };
	ok(passes_run(p, &list, &options, &diags, &changed) && changed, "the default list changes something");
	ok(passes_run(p, &list, &options, &diags, &changed) && !changed, "and then nothing any more");
	ok(program_holds(p, FACT_NUMBERED) && !program_holds(p, FACT_ACYCLIC), "choices are numbered, loops are loops");
	passes_parse("narrow,loops", &list, &diags);
	ok(passes_run(p, &list, &options, &diags, &changed) && changed, "loops become procedures");
	ok(program_holds(p, FACT_NUMBERED | FACT_ACYCLIC), "then there are no cycles");
	is_int(p->procedure_count, 2, "but one procedure more");
	ok(passes_run(p, &list, &options, &diags, &changed) && !changed, "once");
	diagnostics_release(&diags);
	program_free(p);
}

static void test_prepare(void)
{
	struct program *p = parse(loop_program);
	struct diagnostics diags;
	struct pass_options options = { .disable = "loops,constprop" };
	diagnostics_init(&diags);
	ok(passes_prepare(p, &options, &diags) && !program_holds(p, FACT_ACYCLIC), "a disabled pass does not run");
	options.disable = NULL;
	ok(passes_prepare(p, &options, &diags) && program_holds(p, FACT_ACYCLIC), "all of them prepare a program");
	diagnostics_release(&diags);
	program_free(p);
}

static void test_abstract(void)
{
	struct program *p = parse(loop_program);
	bool all[2] = { true, true }, one[2] = { true, false };
	ok(!abstract_program(p, all), "tracking everything changes nothing");
	ok(abstract_program(p, one), "forgetting a global does");
	is_int(p->global_count, 2, "globals keep their numbers");
	ok(!abstract_program(p, one), "it is forgotten only once");
	program_free(p);
}

static bool run_one(const struct pass *pass, struct program *p, struct diagnostics *diags, bool *changed)
{
	struct pass_list list = { .passes = { pass }, .count = 1 };
	struct pass_options options = { .unroll = 3 };
	return passes_run(p, &list, &options, diags, changed);
}

static void test_unroll(void)
{
	struct program *p = parse(loop_program);
	struct diagnostics diags;
	diagnostics_init(&diags);
	ok(run_one(&pass_unroll, p, &diags, NULL) && program_holds(p, FACT_ACYCLIC), "unrolling leaves no cycle");
	program_free(p);
	p = parse(loop_program);
	struct pass_list list = { .passes = { &pass_unroll }, .count = 1 };
	struct pass_options options = { .unroll = 0x7fffffff };
	ok(!passes_run(p, &list, &options, &diags, NULL), "there is a limit");
	is_int(diagnostics_status(&diags), 3, "which is told");
	diagnostics_release(&diags);
	program_free(p);
}

static void test_error_bit(void)
{
	struct program *p = parse(loop_program);
	struct diagnostics diags;
	bool changed;
	diagnostics_init(&diags);
	ok(run_one(&pass_errorbit, p, &diags, &changed) && changed, "the error bit changes a program");
	is_str(p->entry->name, "$checked", "there is a new entry");
	ok(run_one(&pass_errorbit, p, &diags, &changed) && !changed, "a program has one error bit");
	diagnostics_release(&diags);
	program_free(p);
}

static bool never_settles(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)p, (void)options, (void)diags;
	return true;
}

static void test_round_limit(void)
{
	static const struct pass restless = { .name = "restless", .run = never_settles, .keeps = FACTS_ALL };
	struct pass_list list = { .passes = { &pass_number, &restless }, .count = 2, .repeat = true };
	struct pass_report report[32] = { 0 };
	struct pass_options options = { .report = report };
	struct program *p = parse(loop_program);
	struct diagnostics diags;
	bool changed;
	diagnostics_init(&diags);
	ok(!passes_run(p, &list, &options, &diags, &changed), "a list that never settles is an error");
	is_int(diagnostics_status(&diags), 4, "an internal one");
	is_str(diags.list.at[0].text, "passes number,restless: still a change after 1000 rounds", "that names it");
	is_int(runs_of(report, &pass_number), 1000, "a pass of the table is in the report, another one is not");
	list.repeat = false;
	ok(passes_run(p, &list, &options, &diags, &changed) && changed, "run once, it is fine");
	diagnostics_release(&diags);
	program_free(p);
}

/* docs/passes.md: rows "| `name` |", one for each pass in the order of the table. */
static void test_documented(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[4096];
	size_t row = 0;
	ok(f != NULL, "%s is there", path);
	while (f && fgets(line, sizeof line, f)) {
		if (strncmp(line, "| `", 3))
			continue;
		size_t length = strcspn(line + 3, "`");
		bool same = row < passes_count() && pass_find(line + 3, length) == pass_at(row);
		ok(same, "row %zu of the tables, %.*s, is pass %zu", row, (int)length, line + 3, row);
		row++;
	}
	is_int(row, passes_count(), "each pass has a row");
	if (f)
		fclose(f);
}

int main(int argc, char **argv)
{
	test_table();
	test_parse();
	test_run();
	test_prepare();
	test_abstract();
	test_unroll();
	test_error_bit();
	test_round_limit();
	if (argc > 1)
		test_documented(argv[1]);
	return done_testing();
}
