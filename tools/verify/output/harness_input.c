#include "harness.h"

#include <ctype.h>

enum { MOST_INPUT = 60000 }; /* bytes that a pipe takes before anyone reads */

static bool has_input(const struct recording *r)
{
	return r->typed.text.count <= MOST_INPUT;
}

void harness_note_input(struct output *out, const struct recording *r)
{
	if (!has_input(r))
		output_format(out, " * The %zu bytes that it reads from the standard input are not set here.\n",
			      r->typed.text.count);
	else if (typed_is_read(&r->typed))
		output_string(out, " * What it reads from the standard input is replay_input, below.\n");
	if (r->typed.fails)
		output_string(out, " * Reading it fails in this execution: here the input ends.\n");
}

/* The text of a string literal; a line for each line. No digit follows an escape of less than three, and no trigraph is made. */
static void write_literal(struct output *out, const char *text, size_t count)
{
	output_string(out, "\t\"");
	for (size_t i = 0; i < count; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '\n')
			output_string(out, i + 1 < count ? "\\n\"\n\t\"" : "\\n");
		else if (c < 128 && isprint(c) && c != '"' && c != '\\' && c != '?')
			output_write(out, text + i, 1);
		else
			output_format(out, "\\%03o", c);
	}
	output_string(out, "\"");
}

void harness_write_input(struct output *out, const struct recording *r)
{
	if (!has_input(r) || !typed_is_read(&r->typed))
		return;
	output_string(out, "\n"
			   "/* The standard input. */\n"
			   "static const char replay_input[] =\n");
	write_literal(out, r->typed.text.at, r->typed.text.count);
	output_string(out, ";\n"
			   "\n"
			   "int pipe(int *);\n"
			   "int dup2(int, int);\n"
			   "int close(int);\n"
			   "\n"
			   "__attribute__((constructor)) HIDDEN static void replay_give_input(void)\n"
			   "{\n"
			   "\tint ends[2];\n"
			   "\tif (pipe(ends) < 0 || write(ends[1], replay_input, sizeof replay_input - 1) < 0 ||\n"
			   "\t    dup2(ends[0], 0) < 0 || close(ends[0]) < 0 || close(ends[1]) < 0)\n"
			   "\t\t_exit(4);\n"
			   "}\n");
}
