/* The page of --html: no text of a program, whatever its bytes are, becomes markup or ends the data. */
#include <string.h>

#include "html.h"
#include "html_plain.h"
#include "json_text.h"
#include "reports.h"

#define HOSTILE "</script><!--<img src=x onerror=\"a\" 'b'>&amp;\n\xff\xe2\x80\xae"

static unsigned count_of(const char *text, const char *part)
{
	unsigned n = 0;
	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

/* In each member that is a text. */
static struct report hostile_report(void)
{
	struct report r = report_of(VERDICT_UNSAFE);
	struct report_run *run = &r.runs.at[0];
	const struct report_place place = { HOSTILE, HOSTILE, HOSTILE, 2, 3 };
	struct report_obligation o = { .verdict = OBLIGATION_VIOLATED,
				       .check = HOSTILE,
				       .message = HOSTILE,
				       .cause = HOSTILE,
				       .library = HOSTILE,
				       .fingerprint = HOSTILE,
				       .count = 1,
				       .place = place };
	vec_push(&o.trace, ((struct report_step){ place, HOSTILE, HOSTILE, 1 }));
	vec_push(&run->obligations, o);
	vec_push(&run->assumptions, ((struct report_assumption){ HOSTILE, place }));
	vec_push(&run->beyond, place);
	vec_push(&run->phases, ((struct report_phase){ HOSTILE, 1 }));
	vec_push(&r.command_line, HOSTILE);
	vec_push(&run->files, HOSTILE);
	run->files.at[0] = run->cause = run->rule = run->engine = run->solver = HOSTILE;
	r.directory = HOSTILE;
	return r;
}

static void test_hostile(void)
{
	struct report r = hostile_report();
	char *page = text_of(html_write, &r);
	is_int((int)count_of(page, "<img"), 0, "no element comes from a text");
	is_int((int)count_of(page, "<!--"), 0, "nor a comment");
	is_int((int)count_of(page, "</script>"), 3, "no text ends a script");
	is_int((int)count_of(page, "onerror=\""), 0, "nor an attribute");
	ok(count_of(page, "&#60;img") > 10, "the list for readers without JavaScript has them as texts");
	ok(count_of(page, "\\u003c/script\\u003e\\u003c!--") > 10, "the data too");
	bool plain = true;
	for (const char *at = page; *at; at++)
		plain = plain && (*at == '\n' || *at == '\t' || (*at >= ' ' && *at < 127));
	ok(plain, "the page is ASCII");
	memory_free(page);
	report_release(&r);
}

static void test_plain(void)
{
	struct report r = report_of(VERDICT_BOUNDED);
	vec_push(&r.runs.at[0].obligations,
		 ((struct report_obligation){ .verdict = OBLIGATION_PROVED, .check = "div", .count = 7 }));
	r.runs.at[0].bound = 4;
	char *list = text_of(html_plain_write, &r);
	ok(strstr(list, "<b>proved</b> 7 of them  [div]"), "what has no place is told by its number");
	ok(strstr(list, "bound 4"), "and the bound");
	ok(strstr(list, "it&#39;s.c"), "and the command line");
	memory_free(list);
	report_release(&r);
	r = report_of(VERDICT_SAFE);
	list = text_of(html_plain_write, &r);
	ok(strstr(list, "Nothing was to be checked."), "no obligation");
	memory_free(list);
	report_release(&r);
}

static void test_nul(void)
{
	json_t *text = json_text_of("a\0\xff", 3);
	is_int((int)json_string_length(text), 4, "NUL is a character, what is no UTF-8 another");
	ok(!memcmp(json_string_value(text), "a\0\xc3\xbf", 4), "each as it should be");
	json_decref(text);
}

int main(void)
{
	test_hostile();
	test_plain();
	test_nul();
	return done_testing();
}
