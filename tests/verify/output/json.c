/* The document of --json: what is written is read again, whatever the texts are; what is none is refused. */
#include <jansson.h>
#include <string.h>

#include "arena.h"
#include "json_text.h"
#include "reports.h"

static bool is_text(const char *bytes, const char *written)
{
	struct output *out = output_memory();
	size_t length;
	json_t *list = json_pack("[o]", json_text(bytes));
	json_write(out, list, 0);
	const char *text = output_text(out, &length);
	bool same = length == strlen(written) + 4 && !strncmp(text + 2, written, length - 4);
	if (!same)
		printf("# %s\n", text);
	output_abandon(out);
	json_decref(list);
	return same;
}

static void test_texts(void)
{
	ok(is_text("a \"b\" \\ \n", "a \\\"b\\\" \\\\ \\n"), "quotes, backslashes and newlines");
	ok(is_text("\x01\x7f\xc2\x80", "\\u0001\\u007f\\u0080"), "control characters");
	ok(is_text("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\\u00E4 \\u20AC \\uD83D\\uDE00"), "UTF-8");
	ok(is_text("\xff\xc3(\xe0\x80\x80", "\\u00FF\\u00C3(\\u00E0\\u0080\\u0080"), "what is none, byte by byte");
	ok(is_text("\xed\xa0\x80\xf4\x90\x80\x80", "\\u00ED\\u00A0\\u0080\\u00F4\\u0090\\u0080\\u0080"),
	   "surrogates, and what is above the last character");
}

static void fill(struct report *r)
{
	struct report_run *run = &r->runs.at[0];
	run->rule = "mutex";
	run->cause = "time";
	run->engine = "pdr";
	run->certificate = "c.smt2";
	run->bound = 0;
	run->cost = (struct report_cost){ 1.5, 2.25, 4096 };
	vec_push(&run->beyond, ((struct report_place){ "a.c", "a.c", NULL, 9, 0 }));
	vec_push(&run->phases, ((struct report_phase){ "searching; pdr", 1.25 }));
	vec_push(&run->obligations, violation("null", "a b.c", 12));
	run->obligations.at[0].trace.at[1].depth = 2;
	vec_push(&run->obligations,
		 ((struct report_obligation){ .verdict = OBLIGATION_PROVED, .check = "div", .count = 7 }));
	vec_push(&run->assumptions, ((struct report_assumption){ "f has no body", { "a.c", "a.c", NULL, 3, 0 } }));
}

static void test_round(void)
{
	struct arena *arena = arena_new();
	struct report r = report_of(VERDICT_UNSAFE), again;
	fill(&r);
	char *text = text_of(report_json_write, &r);
	ok(report_json_read(&again, text, strlen(text), arena), "what is written is read");
	char *second = text_of(report_json_write, &again);
	is_str(second, text, "and written again it is the same");
	is_int(again.runs.at[0].bound, 0, "a bound of 0 is one");
	is_int(again.runs.at[0].obligations.at[0].count, 1, "a count that is left out is 1");
	is_int(again.runs.at[0].obligations.at[1].count, 7, "another one is kept");
	is_int(again.runs.at[0].obligations.at[0].trace.at[0].depth, 0, "no depth");
	is_int(again.runs.at[0].obligations.at[0].trace.at[1].depth, 2, "a depth");
	is_str(again.runs.at[0].phases.at[0].name, "searching; pdr", "a phase");
	is_int(again.runs.at[0].assumptions.at[0].place.column, 0, "no column");
	memory_free(text);
	memory_free(second);
	report_release(&again);
	ok(!again.runs.count && !again.command_line.count, "nothing is in it after the release");
	report_release(&r);
	arena_free(arena);
}

static void test_refused(void)
{
	static const char *const texts[] = {
		"",
		"{",
		"[]",
		"{\"files\": \"a.c\"}",
		"{\"files\": [1]}",
		"{\"verdict\": \"MAYBE\"}",
		"{\"verdict\": 1}",
		"{\"bound\": \"1\"}",
		"{\"cause\": []}",
		"{\"cost\": {\"cpu_seconds\": \"1\"}}",
		"{\"obligations\": [{\"place\": []}]}",
	};
	struct arena *arena = arena_new();
	struct report_run run;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ok(!report_run_read(&run, texts[i], strlen(texts[i]), arena), "refused: %s", texts[i]);
		report_run_release(&run);
	}
	ok(report_run_read(&run, "{\"unknown\": 1}", 14, arena) && run.bound == -1, "what is left out is nothing");
	arena_free(arena);
}

int main(void)
{
	test_texts();
	test_round();
	test_refused();
	return done_testing();
}
