/* Programs that ride along: round trips, and damage of every kind. */
#include <stdlib.h>

#include "memory.h"
#include "smt_embed.h"
#include "tap.h"

static char *make_script(const char *program, size_t length, size_t *size)
{
	struct output *out = output_memory();
	output_string(out, "; a comment\n");
	smt_embed(out, program, length);
	output_string(out, "(set-logic QF_BV)\n(check-sat)\n");
	const char *written = output_text(out, size);
	char *text = memory_copy_string(written, *size);
	output_abandon(out);
	return text;
}

/* What came out: 'n'othing, the 's'ame program, 'd'amage (reported, with a place), or 'w'rong. */
static char outcome(const char *text, size_t size, const char *program, size_t length)
{
	struct diagnostics diags;
	char *bytes = NULL, result = 'n';
	size_t got = 0;
	diagnostics_init(&diags);
	switch (smt_extract(text, size, "x.smt2", &diags, &bytes, &got)) {
	case SMT_PROGRAM_NONE:
		result = diags.errors ? 'w' : 'n';
		break;
	case SMT_PROGRAM_FOUND:
		result = got == length && !memcmp(bytes, program, length) && !bytes[got] && !diags.errors ? 's' : 'w';
		break;
	case SMT_PROGRAM_DAMAGED:
		result = diags.errors == 1 && diags.list.at[0].location.line && diagnostics_status(&diags) == 1 ? 'd'
														: 'w';
		break;
	}
	memory_free(bytes);
	diagnostics_release(&diags);
	return result;
}

static void test_round_trip(size_t length, bool random)
{
	char *program = memory_alloc(length + 1);
	uint32_t state = 1;
	for (size_t i = 0; i < length; i++) {
		state = state * 1664525 + 1013904223;
		program[i] = random ? (char)(state >> 24) : "proc main() {\n"[i % 14];
	}
	size_t size;
	char *text = make_script(program, length, &size);
	is_int(outcome(text, size, program, length), 's', "%zu %s bytes", length, random ? "random" : "like text");
	size_t longest = 0;
	for (char *line = text; *line;) {
		size_t n = strcspn(line, "\n");
		longest = n > longest ? n : longest;
		line += n + (line[n] == '\n');
	}
	ok(longest <= 100, "no line longer than 100 (%zu)", longest);
	memory_free(text);
	memory_free(program);
}

static const char program[] = "procedure main() { var x: bv32; havoc x; assert x != 3bv32 {check \"assert\"}; } "
			      "procedure other() { call main(); call main(); return; }";

static void test_every_change(void)
{
	size_t size, length = strlen(program), counts[256] = { 0 };
	char *text = make_script(program, length, &size);
	size_t last = (size_t)(strstr(text, "end\n") - text) + 3;
	for (size_t i = 0; i < size; i++) {
		char was = text[i];
		for (int bit = 0; bit < 8; bit++) {
			text[i] = (char)(was ^ 1 << bit);
			counts[(unsigned char)outcome(text, size, program, length)]++;
		}
		text[i] = was;
	}
	ok(counts['d'] > 8 * 100 && counts['s'] > 0, "%zu damages, %zu changes that do not matter", counts['d'],
	   counts['s']);
	is_int(counts['n'] + counts['w'], 0, "no change of a bit goes unnoticed or makes another program");
	size_t shorter = 0, first = (size_t)(strstr(text, "begin") - text) + 6;
	for (size_t i = first; i < last; i++)
		shorter += outcome(text, i, program, length) != 'd';
	is_int(shorter, 0, "cut short anywhere it is an error");
	is_int(outcome(text, last, program, length), 's', "whole without what follows it");
	memory_free(text);
}

static void test_lines(void)
{
	size_t size, length = strlen(program);
	char *text = make_script(program, length, &size), *twice = memory_alloc(2 * size + 1),
	     *crlf = memory_alloc(2 * size + 1);
	snprintf(twice, 2 * size + 1, "%s%s", text, text);
	is_int(outcome(twice, 2 * size, program, length), 'd', "two programs");
	size_t n = 0;
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\n')
			crlf[n++] = '\r';
		crlf[n++] = text[i];
	}
	is_int(outcome(crlf, n, program, length), 's', "lines that end as in DOS");
	char *second = strchr(strstr(text, "begin"), '\n') + 1, *third = strchr(second, '\n') + 1;
	n = (size_t)(third - second);
	memmove(second, third, size - (size_t)(third - text) + 1);
	is_int(outcome(text, size - n, program, length), 'd', "a line is missing");
	memory_free(text);
	memory_free(twice);
	memory_free(crlf);
	is_int(outcome("(check-sat)\n", 12, "", 0), 'n', "a script without a program");
	is_int(outcome("", 0, "", 0), 'n', "an empty text");
	const char *wrong[] = {
		"; plumb-program ",
		"; plumb-program \n",
		"; plumb-program end\n",
		"; plumb-program begin\n",
		"; plumb-program begin 5 12 4\n",
		"; plumb-program begin 5 12 4\n; plumb-program AAAA\n; plumb-program end\n",
		"; plumb-program begin 99999999999999999999999 12 4\n; plumb-program end\n",
		"; plumb-program begin -5 12 0\n; plumb-program end\n",
		"; plumb-program begin 0 0 0\n; plumb-program end\n",
		"; plumb-program begin 5 12 4\n; plumb-program begin 5 12 4\n",
		"; plumb-program begin 0 0 0 x\n; plumb-program end\n",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		is_int(outcome(wrong[i], strlen(wrong[i]), "", 0), 'd', "malformed %zu", i);
}

int main(void)
{
	const size_t sizes[] = { 0, 1, 2, 3, 4, 61, 62, 63, 64, 1000, 70000, 3000000 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		test_round_trip(sizes[i], false);
		test_round_trip(sizes[i], true);
	}
	test_every_change();
	test_lines();
	return done_testing();
}
