/* Completion for zsh: the arguments of its _arguments. */
#include <string.h>

#include "option_row.h"

/* Text inside '...[...]': brackets and backslashes are escaped, an apostrophe ends the quotes for a moment. */
static void write_text(struct output *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			output_string(out, "'\\''");
		else if (strchr("[]\\:", *text))
			output_format(out, "\\%c", *text);
		else
			output_write(out, text, 1);
	}
}

/* ":what:action" */
static void write_value(struct output *out, const struct option_row *row)
{
	output_string(out, row->optional ? "::" : ":");
	write_text(out, row->argument ? row->argument : "value");
	output_string(out, ":");
	if (row->kind == OPTION_FILE)
		output_string(out, "_files");
	else if (row->values) {
		output_string(out, option_is_list(row) ? "_values -s , name " : "(");
		option_write_names(row->values, " ", out);
		output_string(out, option_is_list(row) ? "" : ")");
	}
}

/* The text of an option, its value, and the apostrophe that ends the argument. */
static void write_rest(struct output *out, const struct option_row *row, bool has_value)
{
	output_string(out, "[");
	write_text(out, row->help);
	output_string(out, "]");
	if (has_value)
		write_value(out, row);
	output_string(out, "'");
}

static void write_option(struct output *out, const struct option_row *row)
{
	const char *mark = !option_has_value(row) ? "" : row->optional ? "=-" : "=";
	output_string(out, " \\\n\t");
	if (row->letter && row->name && !row->optional) {
		output_format(out, "'(-%c %s)'{-%c%s,%s%s}'", row->letter, row->name, row->letter,
			      option_needs_value(row) ? "+" : "", row->name, mark);
		write_rest(out, row, option_has_value(row));
		return;
	}
	if (row->letter) {
		output_format(out, "'-%c", row->letter);
		write_rest(out, row, false);
		output_string(out, row->name ? " \\\n\t" : "");
	}
	if (row->name) {
		output_format(out, "'%s%s%s", option_repeats(row) ? "*" : "", row->name, mark);
		write_rest(out, row, option_has_value(row));
	}
}

void option_write_zsh(const struct option_table *table, struct output *out)
{
	output_format(out, "#compdef %s\n# Completion of %s for zsh; made from its table of options.\n_arguments -s",
		      table->tool, table->tool);
	for (size_t i = 0; i < table->count; i++)
		if (option_is(&table->rows[i]))
			write_option(out, &table->rows[i]);
	output_string(out, " \\\n\t'*:file:_files'\n");
}
