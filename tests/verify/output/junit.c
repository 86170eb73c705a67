/* JUnit XML: escaping, what is one test case, and the counts. */
#include <string.h>

#include "junit.h"
#include "reports.h"

static unsigned count(const char *text, const char *what)
{
	unsigned n = 0;
	for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
		n++;
	return n;
}

static void test_nothing(void)
{
	struct report r = report_of(VERDICT_SAFE);
	char *text = text_of(junit_write, &r);
	ok(strstr(text, "<testsuites name=\"verify\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""),
	   "where nothing is checked there is still a case: the verdict");
	memory_free(text);
	r.runs.at[0].verdict = VERDICT_UNKNOWN;
	r.runs.at[0].cause = "<time>";
	text = text_of(junit_write, &r);
	ok(strstr(text, "<skipped message=\"UNKNOWN: &lt;time&gt;\"/>"), "without a verdict it is skipped");
	memory_free(text);
	report_release(&r);
}

static struct report_obligation other(enum obligation_verdict verdict, const char *check, const char *function)
{
	return (struct report_obligation){ .verdict = verdict,
					   .check = check,
					   .message = "m",
					   .count = 1,
					   .place = { "a b.c", "a%20b.c", function, 5, 0 } };
}

static void test_cases(void)
{
	struct report r = report_of(VERDICT_UNSAFE);
	struct report_obligations *o = &r.runs.at[0].obligations;
	vec_push(o, other(OBLIGATION_PROVED, "null", "main"));
	vec_push(o, violation("null", "a b.c", 12));
	vec_push(o, other(OBLIGATION_BOUNDED, "div", "main"));
	vec_push(o, other(OBLIGATION_PROVED, "div", "main"));
	vec_push(o, other(OBLIGATION_PROVED, "div", "\xef\xbf\xbe<"));
	vec_push(o, ((struct report_obligation){ .verdict = OBLIGATION_PROVED, .check = "div", .count = 3 }));
	vec_push(&r.runs.at[0].assumptions, ((struct report_assumption){ "f \"x\"", { "a.c", "a.c", NULL, 3, 0 } }));
	char *text = text_of(junit_write, &r);
	ok(strstr(text, "<testsuites name=\"verify\" tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"1\""), "counts");
	ok(strstr(text, "<testsuite name=\"a b.c\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""),
	   "a suite for each file");
	is_int(count(text, "name=\"null in main\""), 1, "a case for each check in a function");
	ok(strstr(text, "name=\"div\" file=\"a.c\""), "what has no place is in the first file");
	ok(strstr(text,
		  "message=\"a &quot;quoted&quot;\\nline\\t\\x01\\x7f and \xc3\xa4 \\xff \\ &lt;&amp;&gt;&apos;\""),
	   "what XML cannot have is escaped");
	ok(strstr(text, "name=\"div in ?&lt;\""), "a character that is none as well");
	ok(strstr(text, "  a.c:1: f: x = 1    [x = 1]\n  f: y = &quot;2&quot;\n"), "the trace");
	ok(strstr(text, "<skipped message=\"1 of 2 not decided, nothing found up to the bound\">a b.c:5: main: m\n"),
	   "what is not decided");
	ok(strstr(text, "<property name=\"assumption\" value=\"a.c:3: f &quot;x&quot;\"/>"), "what is assumed");
	memory_free(text);
	report_release(&r);
}

int main(void)
{
	test_nothing();
	test_cases();
	return done_testing();
}
