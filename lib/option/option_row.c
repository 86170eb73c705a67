#include "option_row.h"

bool option_is(const struct option_row *row)
{
	return row->kind >= OPTION_FLAG;
}

bool option_has_value(const struct option_row *row)
{
	return row->kind > OPTION_FLAG;
}

bool option_needs_value(const struct option_row *row)
{
	return option_has_value(row) && !row->optional;
}

bool option_is_list(const struct option_row *row)
{
	return row->kind == OPTION_LIST || row->many;
}

bool option_repeats(const struct option_row *row)
{
	return row->kind == OPTION_STRINGS || row->kind == OPTION_CALL;
}

bool option_lists_names(const struct option_table *table, const struct option_row *row, bool manual)
{
	if (!row->values || (row->kind == OPTION_CHOICE && !row->argument))
		return false;
	const struct option_values *values = row->values->listed ? row->values->listed : row->values;
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *listing = &table->rows[i];
		if (listing->kind == OPTION_VALUES && listing->values == values && (manual || !listing->only_manual))
			return false;
	}
	return true;
}

void option_write_names(const struct option_values *values, const char *between, struct output *out)
{
	for (size_t i = 0; values->name(i); i++)
		output_format(out, "%s%s", i ? between : "", values->name(i));
}

void option_write_argument(const struct option_row *row, struct output *out)
{
	if (row->argument)
		output_string(out, row->argument);
	else
		option_write_names(row->values, "|", out);
}
