/* SARIF is JSON (RFC 8259), whatever the texts of a program are, and says what was found. */
#include "engine_task.h"
#include "sarif.h"

/* --- a reader of JSON that only says whether it is one --- */

static const char *value_at(const char *s);

static const char *space(const char *s)
{
	return s ? s + strspn(s, " \n\t\r") : NULL;
}

static const char *string_at(const char *s)
{
	if (*s++ != '"')
		return NULL;
	for (; *s != '"'; s++) {
		if ((unsigned char)*s < ' ')
			return NULL;
		if (*s != '\\')
			continue;
		s++;
		if (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") < 4)
			return NULL;
		if (!strchr("\"\\/bfnrtu", *s) || !*s)
			return NULL;
	}
	return s + 1;
}

/* Members of an object, or elements. */
static const char *list_at(const char *s, char end, bool members)
{
	s = space(s + 1);
	if (*s == end)
		return s + 1;
	for (;;) {
		if (members) {
			s = space(string_at(s));
			if (!s || *s++ != ':')
				return NULL;
		}
		s = space(value_at(space(s)));
		if (!s)
			return NULL;
		if (*s == end)
			return s + 1;
		if (*s++ != ',')
			return NULL;
		s = space(s);
	}
}

static const char *value_at(const char *s)
{
	size_t digits = strspn(s, "-0123456789.");
	if (*s == '{')
		return list_at(s, '}', true);
	if (*s == '[')
		return list_at(s, ']', false);
	if (*s == '"')
		return string_at(s);
	return digits ? s + digits : NULL;
}

static bool is_json(const char *text)
{
	const char *end = space(value_at(space(text)));
	return end && !*end;
}

static uint32_t count(const char *text, const char *what)
{
	uint32_t n = 0;
	for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
		n++;
	return n;
}

static char *sarif_of(const char *verdict, const struct outcome *o)
{
	struct output *out = output_memory();
	size_t length;
	sarif_write(out, verdict, o);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_close(out, NULL);
	return copy;
}

static struct finding finding_at(const char *file, uint32_t line, const char *check, const char *message)
{
	return (struct finding){
		.violation = { .location = { file, line, 3 }, .function = "main", .check = check, .message = message },
		.trace = ""
	};
}

int main(void)
{
	ok(is_json("{\"a\": [1, {}, [], \"x\\u00e4\"]}") && !is_json("{\"a\": }") && !is_json("[1,]") &&
		   !is_json("\"\n\"") && !is_json("{} {}"),
	   "the reader tells what is JSON");
	struct outcome o = { 0 };
	char *text = sarif_of("SAFE", &o);
	ok(is_json(text), "without a violation it is JSON");
	ok(strstr(text, "\"version\": \"2.1.0\"") && strstr(text, "\"verdict\": \"SAFE\"") &&
		   strstr(text, "\"results\": [ ]"),
	   "with the format's version, the verdict and no results");
	memory_free(text);

	struct finding first =
		finding_at("dir/a b\"\xff.c", 12, "null", "a \"quoted\"\nline\t\x01 and \xc3\xa4 \xff \\");
	vec_push(&first.steps, ((struct trace_step){ { "a.c", 1, 0 }, "f", "x = 1", "", false }));
	vec_push(&first.steps, ((struct trace_step){ { "a.c", 2, 0 }, "f", "y = \"2\"", "", false }));
	vec_push(&o.found, first);
	vec_push(&o.found, finding_at("/abs/a.c", 13, "null", "again"));
	vec_push(&o.found, finding_at("a.c", 0, "no-such-check", "without a line"));
	text = sarif_of("UNSAFE", &o);
	ok(is_json(text), "with quotes, control characters and what is no UTF-8 it is JSON");
	is_int(count(text, "\"ruleId\": "), 3, "a result for each violation");
	is_int(count(text, "{ \"id\": \"null\""), 1, "a rule for each check, once");
	ok(strstr(text, "external/cwe/cwe-476"), "with its CWE");
	ok(strstr(text, "\"uri\": \"dir/a%20b%22%FF.c\""), "paths are URI references");
	ok(strstr(text, "\"uri\": \"file:///abs/a.c\""), "absolute ones too");
	ok(strstr(text, "\"startLine\": 12, \"startColumn\": 3"), "line and column");
	is_int(count(text, "\"startLine\": "), 4, "no line where there is none");
	is_int(count(text, "\"codeFlows\""), 1, "a code flow where there is a trace");
	ok(strstr(text, "\"text\": \"y = \\\"2\\\"\""), "with the text of its steps");
	ok(strstr(text, "a \\\"quoted\\\"\\u000aline\\u0009\\u0001 and \xc3\xa4 \\u00ff \\\\"), "the message, escaped");
	memory_free(text);
	outcome_release(&o);
	return done_testing();
}
