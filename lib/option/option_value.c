/* Values of options: what a word must be like, and where it goes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "option_row.h"
#include "similar.h"

static const struct location command_line = { 0 };

static void *field_of(void *options, struct option_field field)
{
	return field.size ? (char *)options + field.offset : NULL;
}

/* By the size of the field; enumerations are unsigned int. */
void option_set(void *options, struct option_field field, uint64_t number)
{
	void *at = field_of(options, field);
	if (!at)
		return;
	if (field.size == sizeof(uint64_t))
		*(uint64_t *)at = number;
	else if (field.size == sizeof(unsigned))
		*(unsigned *)at = (unsigned)number;
	else
		*(bool *)at = number != 0;
}

static void store_string(void *options, struct option_field field, const char *value)
{
	if (field.size)
		*(const char **)field_of(options, field) = value;
}

/* --- numbers --- */

static bool bad_number(const struct option_row *row, const char *name, const char *value, struct diagnostics *diags)
{
	diagnose(diags, DIAG_USAGE, command_line, "%s=%s: must be a number from %llu to %llu", name, value,
		 (unsigned long long)row->low, (unsigned long long)row->high);
	return false;
}

/* Digits only: strtoull takes blanks, signs and hexadecimals too. */
static bool read_number(const struct option_row *row, void *options, const char *name, const char *value,
			struct diagnostics *diags)
{
	errno = 0;
	unsigned long long number = strtoull(value, NULL, 10);
	if (!*value || value[strspn(value, "0123456789")] || errno || number < row->low || number > row->high)
		return bad_number(row, name, value, diags);
	option_set(options, row->field, number);
	return true;
}

static bool read_seconds(const struct option_row *row, void *options, const char *name, const char *value,
			 struct diagnostics *diags)
{
	char *end = NULL;
	double *at = field_of(options, row->field);
	bool decimal = *value >= '0' && *value <= '9' && !value[strspn(value, "0123456789.")];
	double number = decimal ? strtod(value, &end) : -1;
	if (!decimal || *end || !(number >= (double)row->low && number <= (double)row->high))
		return bad_number(row, name, value, diags);
	if (at)
		*at = number;
	return true;
}

/* --- names --- */

/* Which of the values these bytes are; SIZE_MAX: none. */
static size_t find_value(const struct option_values *values, const char *text, size_t length)
{
	for (size_t i = 0; values->name(i); i++)
		if (strlen(values->name(i)) == length && !memcmp(values->name(i), text, length))
			return i;
	return SIZE_MAX;
}

/* The option's value is not as it must be; `item` is the part of it that is no name. */
static bool bad_name(const struct option_row *row, const char *name, const char *value, struct list_name item,
		     const char *how, struct diagnostics *diags)
{
	struct output *names = output_memory();
	struct similar similar = similar_to(item.at, item.length);
	for (size_t i = 0; row->values->name(i); i++)
		similar_compare(&similar, row->values->name(i));
	option_write_names(row->values, ", ", names);
	diagnose(diags, DIAG_USAGE, command_line, "%s=%s: must be %s %s%s%s%s", name, value, how,
		 output_text(names, NULL), similar.name ? " (did you mean " : "", similar.name ? similar.name : "",
		 similar.name ? "?)" : "");
	output_abandon(names);
	return false;
}

/* An optional value that is missing is the first one. */
static bool read_choice(const struct option_row *row, void *options, const char *name, const char *value,
			struct diagnostics *diags)
{
	size_t i = value ? find_value(row->values, value, strlen(value)) : 0;
	if (i == SIZE_MAX)
		return bad_name(row, name, value, (struct list_name){ value, strlen(value) }, "one of", diags);
	option_set(options, row->field, i + row->optional);
	return true;
}

static bool read_list(const struct option_row *row, void *options, const char *name, const char *value,
		      struct diagnostics *diags)
{
	struct list_name item = { value, 0 };
	if (!*value && !row->may_be_empty)
		return bad_name(row, name, value, item, "one or more of", diags);
	for (const char *rest = list_begin(value); list_next(&rest, &item);)
		if (row->values && find_value(row->values, item.at, item.length) == SIZE_MAX)
			return bad_name(row, name, value, item, "one or more of", diags);
	store_string(options, row->field, value);
	return true;
}

static void add_string(void *list, const char *value)
{
	if (list)
		vec_push((struct string_list *)list, value);
}

bool option_store(const struct option_row *row, void *options, const char *name, const char *value,
		  struct diagnostics *diags)
{
	option_set(options, row->given, true);
	switch (row->kind) {
	case OPTION_HEADING:
	case OPTION_VALUES:
	case OPTION_COMPILER_FLAGS:
		return false;
	case OPTION_FLAG:
		option_set(options, row->field, true);
		return true;
	case OPTION_NUMBER:
		return read_number(row, options, name, value, diags);
	case OPTION_SECONDS:
		return read_seconds(row, options, name, value, diags);
	case OPTION_STRING:
	case OPTION_FILE:
		store_string(options, row->field, value);
		return true;
	case OPTION_STRINGS:
		add_string(field_of(options, row->field), value);
		return true;
	case OPTION_CHOICE:
		return read_choice(row, options, name, value, diags);
	case OPTION_LIST:
		return read_list(row, options, name, value, diags);
	case OPTION_CALL:
		return row->read(field_of(options, row->field), value, diags);
	}
	return false;
}
