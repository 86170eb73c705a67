/* --help: the table as text for a terminal. */
#include <string.h>

#include "option_row.h"
#include "status.h"

enum { WIDTH = 98, COLUMN = 28, NAME_COLUMN = 22 };

/* One space or line break between words; *column is where the next character goes. */
static void wrap(struct output *out, const char *text, int indent, int *column)
{
	for (const char *at = text; *at;) {
		int length = (int)strcspn(at, " ");
		bool first = *column == indent;
		if (!first && *column + 1 + length > WIDTH) {
			output_format(out, "\n%*s", indent, "");
			*column = indent;
			first = true;
		}
		output_format(out, "%s%.*s", first ? "" : " ", length, at);
		*column += length + !first;
		at += (size_t)length + strspn(at + length, " ");
	}
}

static void write_paragraph(struct output *out, const char *text)
{
	int column = 0;
	wrap(out, text, 0, &column);
	output_string(out, "\n");
}

/* "  label      text", the text on a line of its own below a label that is too long. */
static void write_item(struct output *out, const char *label, const char *text, int indent)
{
	int column = indent;
	int length = (int)strlen(label) + 2;
	output_format(out, "  %s", label);
	if (length + 2 > indent)
		output_format(out, "\n%*s", indent, "");
	else
		output_format(out, "%*s", indent - length, "");
	wrap(out, text, indent, &column);
	output_string(out, "\n");
}

/* --- rows --- */

static void write_label(struct output *out, const struct option_row *row)
{
	if (row->letter)
		output_format(out, "-%c%s", row->letter, row->name ? ", " : "");
	if (row->name)
		output_string(out, row->name);
	if (!option_has_value(row))
		return;
	output_string(out, row->optional ? "[=" : "=");
	option_write_argument(row, out);
	output_string(out, row->optional ? "]" : "");
}

/* Those of the default bear a star. */
static void write_names(struct output *out, const struct option_values *values)
{
	output_string(out, values->is_default ? ". Names (* by default): " : ". Names: ");
	for (size_t i = 0; values->name(i); i++)
		output_format(out, "%s%s%s", i ? ", " : "", values->name(i),
			      values->is_default && values->is_default(i) ? "*" : "");
}

static void write_option(struct output *out, const struct option_table *table, const struct option_row *row)
{
	struct output *label = output_memory(), *text = output_memory();
	write_label(label, row);
	output_string(text, row->help);
	if (option_lists_names(table, row, false) && !row->optional) {
		write_names(text, row->values);
	}
	write_item(out, output_text(label, NULL), output_text(text, NULL), COLUMN);
	output_abandon(label);
	output_abandon(text);
}

static void write_values(struct output *out, const struct option_values *values)
{
	for (size_t i = 0; values->name(i); i++) {
		bool marked = values->is_default && values->is_default(i);
		output_format(out, "  %-*s%-4s%s\n", NAME_COLUMN, values->name(i), marked ? "on" : "",
			      values->about(i));
	}
}

/* The labels in one paragraph; the man page has what each is about. */
static void write_flags(struct output *out)
{
	struct output *text = output_memory();
	int column = 2;
	for (size_t i = 0; i < compiler_flag_count(); i++)
		if (compiler_flag_at(i)->label)
			output_format(text, "%s, ", compiler_flag_at(i)->label);
	output_string(out, "  ");
	output_string(text, "and the rest of gcc's; those that say nothing about the program are ignored");
	wrap(out, output_text(text, NULL), 2, &column);
	output_string(out, "\n");
	output_abandon(text);
}

static void write_row(struct output *out, const struct option_table *table, const struct option_row *row)
{
	bool heading = !option_is(row) && !(row->kind == OPTION_VALUES && row->only_manual);
	if (heading)
		output_format(out, "\n%s:\n", row->name);
	if (option_is(row))
		write_option(out, table, row);
	else if (row->kind == OPTION_VALUES && heading)
		write_values(out, row->values);
	else if (row->kind == OPTION_COMPILER_FLAGS)
		write_flags(out);
}

/* --- the rest --- */

static void write_usage(struct output *out, const struct option_table *table)
{
	for (size_t i = 0; i < sizeof table->usage / sizeof *table->usage && table->usage[i]; i++)
		output_format(out, "%s%s %s\n", i ? "       " : "usage: ", table->tool, table->usage[i]);
}

static void write_intro(struct output *out, const struct option_table *table)
{
	for (const char *at = table->intro; *at;) {
		const char *end = strstr(at, "\n\n");
		char *text = memory_copy_string(at, end ? (size_t)(end - at) : strlen(at));
		output_string(out, "\n");
		write_paragraph(out, text);
		memory_free(text);
		at = end ? end + 2 : at + strlen(at);
	}
}

static void write_statuses(struct output *out, const struct option_table *table)
{
	output_string(out, "\nExit status:\n");
	for (size_t i = 0; i < status_count(); i++) {
		char number[12];
		const struct status_row *row = status_at(i);
		snprintf(number, sizeof number, "%d", (int)row->status);
		if (status_concerns(row, table->tool))
			write_item(out, number, row->meaning, 6);
	}
}

void option_write_help(const struct option_table *table, struct output *out)
{
	write_usage(out, table);
	write_intro(out, table);
	for (size_t i = 0; i < table->count; i++)
		write_row(out, table, &table->rows[i]);
	write_statuses(out, table);
}
