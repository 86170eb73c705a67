/* The report: first line, lines of checks and exit status for each verdict. */
#include "engine_task.h"
#include "report_json.h"
#include "report_make.h"
#include "verdict_report.h"

static const char text[] =
	"plumb 1 {entry \"main\"} {ledger \"f has no body\" \"a.c\" 3 1}\n"
	"procedure main() {c \"main\"} {\n var x : bv32\nentry:\n havoc x;\n"
	" assert eq(x, 0bv32) {at \"a.c\" 5 2} {check \"div\"};\n"
	" assert eq(x, 0bv32) {at \"a.c\" 6 2} {check \"null\"};\n"
	" assert eq(x, 1bv32) {at \"a.c\" 7 2} {check \"null\"};\n call f() {at \"a.c\" 8 1};\n return;\n}\n"
	"procedure f() {loop \"a.c\" 9 4} {\nentry:\n return;\n}\n";

struct reported {
	char text[2048];
	int status;
};

static struct check_set checks;

static struct reported report(struct setup *s, struct report_options options)
{
	struct reported r;
	struct output *out = output_memory();
	size_t length;
	if (!options.checks)
		options.checks = &checks;
	r.status = report_write(out, &options, &s->task, &s->outcome);
	snprintf(r.text, sizeof r.text, "%s", output_text(out, &length));
	output_close(out, NULL);
	return r;
}

static bool first_line(const struct reported *r, const char *line)
{
	size_t length = strcspn(r->text, "\n");
	return strlen(line) == length && !strncmp(r->text, line, length);
}

static const struct report_options plain = { 0 };

static void test_safe(struct setup *s)
{
	s->outcome = (struct outcome){ .verdict = VERDICT_SAFE };
	struct reported r = report(s, plain);
	ok(first_line(&r, "SAFE"), "SAFE");
	is_int(r.status, 0, "status 0");
	is_str(r.text, "SAFE\ndiv: SAFE (1 place)\nnull: SAFE (2 places)\nassumed:\n  a.c:3: f has no body\n",
	       "checks with the number of their places, and what was assumed");
	s->outcome.reason = "no assertion can be reached";
	r = report(s, plain);
	ok(first_line(&r, "SAFE (no assertion can be reached)"), "a remark stands in the first line");
	s->outcome.reason = NULL;
	struct report_options strict = { .strict = true };
	r = report(s, strict);
	ok(first_line(&r, "UNKNOWN (--strict: proved only under the assumptions below)"),
	   "strict: a proof under an assumption is none");
	is_int(r.status, 20, "strict: status 20");
	is_str(report_verdict(&strict, &s->task, &s->outcome), "UNKNOWN", "strict: its word");
	is_str(report_verdict(&plain, &s->task, &s->outcome), "SAFE", "the word else");
	struct check_set only;
	struct diagnostics diags;
	diagnostics_init(&diags);
	check_set_init(&only);
	ok(check_set_list(&only, "div", &diags), "only div");
	r = report(s, (struct report_options){ .checks = &only });
	ok(strstr(r.text, "div: SAFE") && !strstr(r.text, "null:"), "checks that were not asked for are not listed");
	diagnostics_release(&diags);
}

static void test_unsafe(struct setup *s)
{
	struct finding finding = { .violation = { .location = { "a.c", 6, 2 },
						  .function = "main",
						  .library = "memcpy",
						  .check = "null",
						  .message = "null pointer in 'p'" },
				   .trace = "trace:\n  a.c:5: main: x = 1\n" };
	s->outcome = (struct outcome){ .verdict = VERDICT_UNSAFE };
	vec_push(&s->outcome.found, finding);
	struct reported r = report(s, plain);
	ok(first_line(&r, "UNSAFE"), "UNSAFE");
	is_int(r.status, 10, "status 10");
	ok(strstr(r.text, "null: UNSAFE a.c:6: main: in memcpy: null pointer in 'p'\n"),
	   "the violated check with its place");
	ok(strstr(r.text, "div: UNKNOWN (not decided: the search ended at the violation)\n"), "others are not decided");
	ok(!strstr(r.text, "null: UNKNOWN"), "the violated check has one line");
	ok(strstr(r.text, "\ntrace:\n  a.c:5: main: x = 1\n"), "the trace");
	ok(!strstr(r.text, "violation 1"), "which has no number");
	struct report_options strict = { .strict = true };
	is_int(report(s, strict).status, 10, "strict: a violation is one");
	/* --all: the rest is bounded */
	s->outcome.verdict = VERDICT_BOUNDED;
	s->outcome.searched_on = true;
	s->outcome.reason = "the search ended: time";
	r = report(s, plain);
	ok(first_line(&r, "UNSAFE") && r.status == 10, "all: still UNSAFE, whatever the rest is");
	ok(strstr(r.text, "div: BOUNDED (1 place)\n"), "all: others have the verdict of the rest");
	ok(strstr(r.text, "violation 1: null a.c:6"), "all: violations are numbered");
	ok(strstr(r.text, "beyond these violations: BOUNDED (the search ended: time)\n"),
	   "all: and the reason stands below");
	is_str(report_verdict(&plain, &s->task, &s->outcome), "UNSAFE", "all: the word");
	outcome_release(&s->outcome);
}

static void test_bounded(struct setup *s)
{
	s->outcome = (struct outcome){ .verdict = VERDICT_BOUNDED, .bounded = true, .bound = 7 };
	struct reported r = report(s, plain);
	ok(first_line(&r, "BOUNDED"), "BOUNDED");
	is_int(r.status, 20, "status 20");
	ok(strstr(r.text, "nothing found up to bound 7\n"), "up to which bound");
	is_int(report(s, (struct report_options){ .accept_bounded = true }).status, 0,
	       "status 0 where that is accepted");
	const struct block *b = s->task.original->entry->blocks[0];
	vec_push(&s->outcome.beyond, &b->statements[b->statement_count - 1]);
	r = report(s, plain);
	ok(strstr(r.text, "nothing found up to bound 7; an execution goes beyond it:\n  a.c:9: the loop\n"),
	   "and where an execution goes on");
	outcome_release(&s->outcome);
}

static void test_unknown(struct setup *s)
{
	s->outcome = (struct outcome){
		.verdict = VERDICT_UNKNOWN, .reason = "time", .bounded = true, .bound = 3, .checks = 5
	};
	struct reported r = report(s, plain);
	ok(first_line(&r, "UNKNOWN (time)"), "UNKNOWN with its reason");
	is_int(r.status, 20, "status 20");
	ok(strstr(r.text, "nothing found up to bound 3\n"), "what was explored is said");
	is_int(report(s, (struct report_options){ .accept_bounded = true }).status, 20,
	       "UNKNOWN is not accepted for BOUNDED");
	ok(!strstr(r.text, "statistics"), "no statistics unless they are wanted");
	r = report(s, (struct report_options){ .statistics = true });
	ok(strstr(r.text, "statistics: engine none, bound 3, rounds 0, "), "statistics as text");
	r = report(s, (struct report_options){ .statistics = true, .json = true });
	ok(strstr(r.text, "{\"engine\": null, \"bound\": 3, ") && strstr(r.text, "\"solver_checks\": 5,"),
	   "and as JSON");
	s->task.preparation = (struct preparation){ .read = 9, .interpreted = 4, .left = 2 };
	r = report(s, (struct report_options){ .statistics = true });
	ok(strstr(r.text, ", obligations 9, removed by abstract interpretation 4, left by all passes 2, "),
	   "obligations as text");
	r = report(s, (struct report_options){ .statistics = true, .json = true });
	ok(strstr(r.text, ", \"obligations\": 9, \"interpreted\": 4, \"prepared\": 2, "), "and as JSON");
	s->task.goals.solver = SOLVER_COMMAND;
	r = report(s, (struct report_options){ .statistics = true });
	ok(strstr(r.text, ", solver command\n"), "a solver that is a command has no version");
	r = report(s, (struct report_options){ .statistics = true, .json = true });
	ok(strstr(r.text, "\"solver\": \"command\", \"solver_version\": \"\"}\n"), "in JSON an empty one");
	s->task.goals.solver = SOLVER_Z3;
	char version[64], named[80];
	solver_version(SOLVER_Z3, version, sizeof version);
	snprintf(named, sizeof named, ", solver z3%s%s\n", *version ? " " : "", version);
	r = report(s, (struct report_options){ .statistics = true });
	ok(strstr(r.text, named), "Z3 with its version");
}

static struct report_run make(struct setup *s, struct report_options options)
{
	struct source_texts sources = { 0 };
	if (!options.checks)
		options.checks = &checks;
	struct report_run run = report_make(&options, &s->task, &s->outcome, &sources);
	source_texts_release(&sources);
	return run;
}

static unsigned count_of(const struct report_run *run, enum obligation_verdict verdict)
{
	unsigned n = 0;
	for (size_t i = 0; i < run->obligations.count; i++)
		n += run->obligations.at[i].verdict == verdict;
	return n;
}

/* The same as outputs for programs have it. */
static void test_made(struct setup *s)
{
	s->outcome = (struct outcome){ .verdict = VERDICT_SAFE, .bounded = true, .bound = 3 };
	struct report_run run = make(s, plain);
	is_int(count_of(&run, OBLIGATION_PROVED), 3, "SAFE: all are proved");
	is_int(run.bound, -1, "whatever the bound was");
	is_int(run.assumptions.count, 1, "under an assumption");
	report_run_release(&run);
	run = make(s, (struct report_options){ .strict = true });
	is_int(count_of(&run, OBLIGATION_OPEN), 3, "strict: all are open");
	report_run_release(&run);
	s->outcome.verdict = VERDICT_BOUNDED;
	run = make(s, plain);
	is_int(count_of(&run, OBLIGATION_BOUNDED), 2, "BOUNDED: all that no pass has proved");
	is_int(run.bound, 3, "up to the bound");
	report_run_release(&run);
	table_put(s->task.proved, 3, 1);
	run = make(s, plain);
	ok(run.obligations.at[2].verdict == OBLIGATION_PROVED && count_of(&run, OBLIGATION_BOUNDED) == 1,
	   "but one that is proved");
	report_run_release(&run);
	/* A violation whose trace, and assertion, is not known yet. */
	vec_push(&s->outcome.found, ((struct finding){ .violation = { .location = { "a.c", 6, 2 },
								      .function = "main",
								      .check = "null",
								      .message = "m" },
						       .trace = "" }));
	s->outcome.verdict = VERDICT_UNKNOWN;
	run = make(s, plain);
	ok(run.verdict == VERDICT_UNSAFE && run.others == VERDICT_UNKNOWN, "UNSAFE, and what is known of the others");
	is_int(count_of(&run, OBLIGATION_VIOLATED), 1, "a violation is there in any case");
	report_run_release(&run);
	table_clear(s->task.proved);
	outcome_release(&s->outcome);
}

int main(void)
{
	struct setup s;
	check_set_init(&checks);
	setup(&s, text);
	test_safe(&s);
	test_unsafe(&s);
	test_bounded(&s);
	test_unknown(&s);
	test_made(&s);
	release(&s);
	return done_testing();
}
