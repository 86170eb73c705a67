/* SARIF is JSON, whatever the texts of a program are, and says what was found. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"
#include "sarif.h"

static void write_found(struct output *out, const struct report *r)
{
	sarif_write(out, r, false);
}

static void write_all(struct output *out, const struct report *r)
{
	sarif_write(out, r, true);
}

/* The only run. */
static json_t *run_of(const struct report *r, bool all)
{
	char *text = text_of(all ? write_all : write_found, r);
	json_t *log = json_loads(text, 0, NULL), *run = json_array_get(json_object_get(log, "runs"), 0);
	memory_free(text);
	json_incref(run);
	json_decref(log);
	return run;
}

/* By names and numbers with blanks between them. */
static json_t *at(json_t *value, const char *path)
{
	char name[64];
	int used;
	for (; sscanf(path, "%63s%n", name, &used) == 1; path += used)
		value = json_is_array(value) ? json_array_get(value, (size_t)atoi(name)) : json_object_get(value, name);
	return value;
}

static const char *text_at(json_t *value, const char *path)
{
	const char *text = json_string_value(at(value, path));
	return text ? text : "(none)";
}

static void test_nothing(void)
{
	struct report r = report_of(VERDICT_SAFE);
	json_t *run = run_of(&r, false);
	is_str(text_at(run, "properties verdict"), "SAFE", "the verdict");
	ok(json_is_array(at(run, "results")) && !json_array_size(at(run, "results")), "no results is an empty array");
	is_str(text_at(run, "invocations 0 commandLine"), "verify 'it'\\''s.c'",
	       "the command line as a shell reads it");
	is_int(json_integer_value(at(run, "invocations 0 exitCode")), 20, "the exit status");
	is_str(text_at(run, "invocations 0 workingDirectory uri"), "file:///dir/", "where it was run");
	is_int(json_array_size(at(run, "invocations 0 toolExecutionNotifications")), 0, "no notifications");
	json_decref(run);
	report_release(&r);
}

static void test_found(void)
{
	struct report r = report_of(VERDICT_UNSAFE);
	struct report_obligations *o = &r.runs.at[0].obligations;
	vec_push(o, violation("null", "a b.c", 12));
	vec_push(o, violation("null", "a b.c", 13));
	vec_push(o, violation("no-such-check", "a b.c", 0));
	o->at[0].fingerprint = "0123456789abcdef:1";
	o->at[0].library = "memcpy";
	o->at[2].place = (struct report_place){ 0 };
	vec_push(o, ((struct report_obligation){ .check = "div", .message = "m", .count = 1, .cause = "why" }));
	json_t *run = run_of(&r, false);
	is_int(json_array_size(at(run, "results")), 3, "a result for each violation");
	is_int(json_array_size(at(run, "tool driver rules")), 2, "a rule for each check, once");
	is_str(text_at(run, "tool driver rules 0 properties tags 0"), "external/cwe/cwe-476", "with its CWE");
	ok(strstr(text_at(run, "tool driver rules 0 help text"), "CWE-476"), "and help");
	is_str(text_at(run, "tool driver rules 1 shortDescription text"), "(none)",
	       "of another tool's check only the name is known");
	is_int(json_integer_value(at(run, "results 2 ruleIndex")), 1, "a result has its rule");
	is_str(text_at(run, "results 0 message text"),
	       "a \"quoted\"\nline\t\x01\x7f and \xc3\xa4 \xc3\xbf \\ <&>' in memcpy", "the message");
	is_str(text_at(run, "results 0 partialFingerprints checkFunctionLine/v1"), "0123456789abcdef:1",
	       "the fingerprint");
	is_int(json_integer_value(at(run, "results 0 locations 0 physicalLocation region startLine")), 12, "line");
	is_int(json_integer_value(at(run, "results 0 locations 0 physicalLocation region startColumn")), 3, "column");
	ok(!at(run, "results 2 locations"), "no place where there is none");
	is_str(text_at(run, "results 0 codeFlows 0 threadFlows 0 locations 0 location message text"),
	       "x = 1    [x = 1]", "the trace with values");
	is_str(text_at(run, "results 0 codeFlows 0 threadFlows 0 locations 1 location logicalLocations 0 name"), "f",
	       "a step without a line has its function");
	json_decref(run);
	run = run_of(&r, true);
	is_int(json_array_size(at(run, "results")), 4, "all obligations where that is asked for");
	is_str(text_at(run, "results 3 kind"), "open", "what is open");
	is_str(text_at(run, "results 3 level"), "none", "is no error");
	is_str(text_at(run, "results 3 message text"), "m (why)", "with its cause");
	json_decref(run);
	report_release(&r);
}

/* A rule of drivers is one of SARIF's. */
static void test_rule(void)
{
	struct report r = report_of(VERDICT_UNSAFE);
	r.runs.at[0].rule = "mutex";
	vec_push(&r.runs.at[0].obligations, violation("rule", "a b.c", 12));
	json_t *run = run_of(&r, false);
	is_str(text_at(run, "results 0 ruleId"), "rule/mutex", "by its name");
	ok(strstr(text_at(run, "tool driver rules 0 help text"), "--rule=mutex"), "with help");
	json_decref(run);
	report_release(&r);
}

static void test_notifications(void)
{
	struct report r = report_of(VERDICT_BOUNDED);
	const struct report_assumption assumption = { "f has no body", { "a.c", "a.c", NULL, 3, 0 } };
	struct report_run second = r.runs.at[0];
	second.files = (struct string_list){ 0 };
	second.others = second.verdict = VERDICT_UNKNOWN;
	second.cause = "time";
	r.runs.at[0].bound = 7;
	vec_push(&r.runs.at[0].beyond, ((struct report_place){ "a.c", "a.c", NULL, 9, 0 }));
	vec_push(&r.runs.at[0].assumptions, assumption);
	vec_push(&second.files, "b.c");
	vec_push(&second.assumptions, assumption);
	vec_push(&r.runs, second);
	json_t *run = run_of(&r, false), *list = at(run, "invocations 0 toolExecutionNotifications");
	is_int(json_array_size(list), 3, "one for each verdict that is no proof, and each assumption once");
	is_str(text_at(list, "0 descriptor id"), "bounded", "BOUNDED");
	is_str(text_at(list, "0 message text"), "a.c: nothing found up to bound 7", "up to where");
	is_int(json_integer_value(at(list, "0 locations 0 physicalLocation region startLine")), 9,
	       "what goes beyond it");
	is_str(text_at(list, "1 descriptor id"), "assumption", "an assumption");
	is_str(text_at(list, "2 message text"), "b.c: time", "UNKNOWN with its cause");
	json_decref(run);
	report_release(&r);
}

int main(void)
{
	test_nothing();
	test_found();
	test_rule();
	test_notifications();
	return done_testing();
}
