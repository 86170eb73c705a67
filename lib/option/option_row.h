/* What the parser and the writers of help, man page and completion ask of a row. */
#ifndef PLUMB_OPTION_ROW_H
#define PLUMB_OPTION_ROW_H

#include "option.h"

/* Is it an option, not a heading or a listing? */
bool option_is(const struct option_row *row);
bool option_has_value(const struct option_row *row);
/* Must the value be there? It then may be the next word. */
bool option_needs_value(const struct option_row *row);
/* Is the value a list of names with commas between them? */
bool option_is_list(const struct option_row *row);
/* May it be given several times, and each counts? */
bool option_repeats(const struct option_row *row);
/* Are the names that the value can be said nowhere else than beside it? */
bool option_lists_names(const struct option_table *table, const struct option_row *row, bool manual);

/* "N", "dag|tree": what stands for the value. */
void option_write_argument(const struct option_row *row, struct output *out);
/* The names with `between` between them. */
void option_write_names(const struct option_values *values, const char *between, struct output *out);

/* Reads `value` (NULL: there is none) into the row's field. `name` is the option as it was written, for messages. */
bool option_store(const struct option_row *row, void *options, const char *name, const char *value,
		  struct diagnostics *diags);

#endif
