/* The man page of a tool, in mdoc(7). */
#include <ctype.h>
#include <string.h>

#include "option_row.h"
#include "status.h"

/* Pages bear a date: that of the last change of what stands in all of them. */
#define MANUAL_DATE "November 22, 2026"

enum { LINE_WIDTH = 76 };

static const char *const tools[] = { "c2ir", "ir-opt", "vcgen", "verify" };

/* --- text --- */

/* A word; a backslash is an escape, and a line that begins with a dot or an apostrophe a request. */
static void write_word(struct output *out, const char *word, size_t length, bool starts_line)
{
	if (starts_line && length && (*word == '.' || *word == '\''))
		output_string(out, "\\&");
	for (size_t i = 0; i < length; i++) {
		if (word[i] == '\\')
			output_string(out, "\\e");
		else if (word[i] == '-')
			output_string(out, "\\-");
		else
			output_write(out, &word[i], 1);
	}
}

/* Words, in short lines; a sentence begins a line, as mdoc wants it, and an empty line is a new paragraph. */
static void write_text(struct output *out, const char *text)
{
	size_t column = 0;
	for (const char *at = text; *at;) {
		size_t length = strcspn(at, " \n"), blanks = strspn(at + length, " \n");
		bool paragraph = blanks > 1 && at[length] == '\n';
		write_word(out, at, length, column == 0);
		column += length + 1;
		at += length + blanks;
		bool breaks = at[-1 - (int)blanks] == '.' || column + strcspn(at, " \n") > LINE_WIDTH;
		if (*at)
			output_string(out, paragraph ? "\n.Pp\n" : breaks ? "\n" : " ");
		column = paragraph || breaks ? 0 : column;
	}
}

/* Is the first word one of English, not a name in a program? */
static bool starts_with_word(const char *text)
{
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
	return length && (!text[length] || text[length] == ' ');
}

/* "write it" -> "Write it", then what ends the sentence. */
static void write_sentence(struct output *out, const char *text, const char *end)
{
	struct output *whole = output_memory();
	bool word = starts_with_word(text);
	output_format(whole, "%c%s%s", word ? toupper((unsigned char)*text) : *text, text + 1, end);
	write_text(out, output_text(whole, NULL));
	output_string(out, "\n");
	output_abandon(whole);
}

/* An argument of a macro: in quotes, in which a quote is written twice. */
static void write_quoted(struct output *out, const char *text)
{
	output_string(out, "\"");
	for (; *text; text++) {
		write_word(out, text, 1, false);
		if (*text == '"')
			output_string(out, "\"");
	}
	output_string(out, "\"");
}

/* --- options --- */

static void write_label(struct output *out, const struct option_row *row)
{
	struct output *argument = output_memory();
	output_string(out, ".It");
	if (row->letter)
		output_format(out, " Fl %c%s", row->letter, row->name ? " ," : "");
	if (row->name)
		output_format(out, " Fl %s", row->name + 1);
	if (option_has_value(row)) {
		option_write_argument(row, argument);
		output_string(out, row->optional ? " Ns Oo = Ns Ar " : " Ns = Ns Ar ");
		write_quoted(out, output_text(argument, NULL));
		output_string(out, row->optional ? " Oc" : "");
	}
	output_string(out, "\n");
	output_abandon(argument);
}

static void write_option(struct output *out, const struct option_table *table, const struct option_row *row)
{
	write_label(out, row);
	write_sentence(out, row->help, ".");
	if (option_lists_names(table, row, true) && !row->optional) {
		struct output *names = output_memory();
		option_write_names(row->values, ", ", names);
		write_sentence(out, "names: ", output_text(names, NULL));
		output_abandon(names);
	}
	if (row->more)
		write_sentence(out, row->more, "");
}

static void write_values(struct output *out, const struct option_values *values)
{
	for (size_t i = 0; values->name(i); i++) {
		output_string(out, ".It Cm ");
		write_quoted(out, values->name(i));
		output_string(out, "\n");
		write_sentence(out, values->about(i),
			       values->is_default && values->is_default(i) ? " (default)." : ".");
	}
}

static void write_flags(struct output *out)
{
	for (size_t i = 0; i < compiler_flag_count(); i++) {
		const struct compiler_flag *flag = compiler_flag_at(i);
		if (!flag->help)
			continue;
		output_string(out, ".It Xo\n.Sm off\n.Cm ");
		write_quoted(out, flag->label);
		output_string(out, "\n.Sm on\n.Xc\n");
		write_sentence(out, flag->help, ".");
	}
}

static void write_rows(struct output *out, const struct option_table *table)
{
	bool open = false;
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		if (option_is(row)) {
			write_option(out, table, row);
			continue;
		}
		output_format(out, "%s.Ss %s\n.Bl -tag -width Ds\n", open ? ".El\n" : "", row->name);
		open = true;
		if (row->kind == OPTION_VALUES)
			write_values(out, row->values);
		else if (row->kind == OPTION_COMPILER_FLAGS)
			write_flags(out);
	}
	output_string(out, open ? ".El\n" : "");
}

/* --- sections --- */

static void write_head(struct output *out, const struct option_table *table)
{
	output_string(out, ".Dd " MANUAL_DATE "\n.Dt ");
	for (const char *at = table->tool; *at; at++)
		output_format(out, "%c", toupper((unsigned char)*at));
	output_format(out, " 1\n.Os Plumb %s\n.Sh NAME\n.Nm %s\n.Nd ", PLUMB_VERSION, table->tool);
	write_text(out, table->about);
	output_string(out, "\n.Sh SYNOPSIS\n");
	for (size_t i = 0; i < sizeof table->usage / sizeof *table->usage && table->usage[i]; i++) {
		output_string(out, ".Nm\n");
		write_word(out, table->usage[i], strlen(table->usage[i]), true);
		output_string(out, "\n");
	}
	output_string(out, ".Sh DESCRIPTION\n");
	write_sentence(out, table->intro, "");
	if (table->manual) {
		output_string(out, ".Pp\n");
		write_sentence(out, table->manual, "");
	}
}

static void write_statuses(struct output *out, const struct option_table *table)
{
	output_string(out, ".Sh EXIT STATUS\n.Bl -tag -width Ds\n");
	for (size_t i = 0; i < status_count(); i++) {
		const struct status_row *row = status_at(i);
		if (!status_concerns(row, table->tool))
			continue;
		output_format(out, ".It %d\n", (int)row->status);
		write_sentence(out, row->meaning, ".");
	}
	output_string(out, ".El\n");
}

static void write_examples(struct output *out, const struct option_table *table)
{
	output_string(out, ".Sh EXAMPLES\n");
	for (const struct option_example *example = table->examples; example->command; example++) {
		output_string(out, example == table->examples ? "" : ".Pp\n");
		write_sentence(out, example->about, ":");
		output_string(out, ".Pp\n.Dl ");
		write_word(out, example->command, strlen(example->command), false);
		output_string(out, "\n");
	}
}

static void write_see_also(struct output *out, const struct option_table *table)
{
	const char *before = "";
	output_string(out, ".Sh SEE ALSO\n");
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
		if (!strcmp(tools[i], table->tool))
			continue;
		output_format(out, "%s.Xr %s 1", before, tools[i]);
		before = " ,\n";
	}
	output_string(out, " ,\n.Xr plumb-ir 5 ,\n.Xr plumb-tutorial 7\n");
}

void option_write_manual(const struct option_table *table, struct output *out)
{
	write_head(out, table);
	output_string(out, ".Sh OPTIONS\n");
	write_rows(out, table);
	write_statuses(out, table);
	write_examples(out, table);
	write_see_also(out, table);
}
