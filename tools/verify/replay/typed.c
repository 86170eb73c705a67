#include "typed.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bv.h"

enum { TYPED_END = 256, TYPED_OTHER, TYPED_FAILS }; /* tools/c2ir/library/plumb.h */

static bool same_place(struct location a, struct location b)
{
	return a.line == b.line && a.file && b.file && !strcmp(a.file, b.file);
}

static struct typed_place *place_at(struct typed *typed, struct location location)
{
	for (size_t i = 0; i < typed->places.count; i++)
		if (same_place(typed->places.at[i].location, location))
			return &typed->places.at[i];
	vec_push(&typed->places, (struct typed_place){ location, false });
	return &vec_last(&typed->places);
}

bool typed_covers(const struct typed *typed, struct location location)
{
	for (size_t i = 0; i < typed->places.count; i++)
		if (same_place(typed->places.at[i].location, location))
			return !typed->places.at[i].open;
	return false;
}

bool typed_is_read(const struct typed *typed)
{
	size_t open = 0;
	while (open < typed->places.count && typed->places.at[open].open)
		open++;
	return typed->text.count || open < typed->places.count;
}

/* What did not match was text of which nothing is known here. */
static void leave_other(struct typed *typed)
{
	if (typed->other.line)
		place_at(typed, typed->other)->open = true;
	typed->other = (struct location){ 0 };
}

static void add_text(struct typed *typed, const char *text)
{
	for (; *text; text++)
		vec_push(&typed->text, *text);
}

static void type_character(struct typed *typed, struct location location, int32_t c)
{
	typed->skips = c < 0;
	if (typed->other.line && !same_place(typed->other, location))
		leave_other(typed);
	if (c < 0)
		place_at(typed, location)->open = true;
	else
		place_at(typed, location);
	typed->fails |= c == TYPED_FAILS;
	if (c == TYPED_OTHER)
		typed->other = location;
	else if (c >= 0 && c < TYPED_END)
		vec_push(&typed->text, (char)c);
}

/* A number in the form that the conversion reads. */
static void type_number(struct typed *typed, char conversion, const struct value *value)
{
	char text[BV_REAL] = "";
	uint64_t bits = value_bits(value)[0];
	if (conversion == 'g')
		bv_print_real(text, value_bits(value), value->width);
	else if (conversion == 'x')
		snprintf(text, sizeof text, "%" PRIx64, bits);
	else if (conversion == 'o')
		snprintf(text, sizeof text, "%" PRIo64, bits);
	else if (conversion == 'd' && value->width < 64 && bits >> (value->width - 1) & 1)
		snprintf(text, sizeof text, "%" PRId64, (int64_t)(bits | UINT64_MAX << value->width));
	else if (conversion == 'd')
		snprintf(text, sizeof text, "%" PRId64, (int64_t)bits);
	else
		snprintf(text, sizeof text, "%" PRIu64, bits);
	add_text(typed, text);
}

void typed_step(struct typed *typed, const struct statement *s, struct location location, const struct value *value)
{
	const char *kind = attribute_get_string(s->attributes, ATTRIBUTE_OUTPUT);
	if (!kind || strncmp(kind, "typed", 5) != 0 || value->kind == VALUE_MAP)
		return;
	if (!kind[5])
		type_character(typed, location, (int32_t)value_bits(value)[0]);
	else if (!typed->skips)
		type_number(typed, kind[strlen(kind) - 1], value);
}

/* If nothing follows what did not match, anything that is no number will do. */
void typed_end(struct typed *typed)
{
	if (typed->other.line)
		vec_push(&typed->text, '?');
}

void typed_release(struct typed *typed)
{
	vec_free(&typed->text);
	vec_free(&typed->places);
}
