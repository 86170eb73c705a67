#define _GNU_SOURCE
#include "unit.h"

#include <string.h>

static const char message[] = "translation units that have not been linked";

/* Units are put in front, so that unit_is_linkable finds the first one. */
void unit_add(struct program *p, const char *file, const char *flags, const char *text)
{
	struct attribute_value values[3] = { { .string = file }, { .string = flags }, { .string = text } };
	p->attributes = attribute_list(p, p->attributes, ATTRIBUTE_UNIT, values, 3);
}

/* It can't be run by mistake: whatever reads it without asking finds a violated assertion. */
struct program *unit_program(const char *options)
{
	struct program *p = program_new();
	p->entry = program_add_procedure(p, "$start");
	struct block *block = procedure_add_block(p->entry, "entry");
	struct statement *s = block_add(p, block, STATEMENT_ASSERT);
	s->term = term_false(p->bank);
	s->attributes =
		attribute_string(p, attribute_string(p, NULL, ATTRIBUTE_MESSAGE, message), ATTRIBUTE_CHECK, "assert");
	block_return(block);
	p->attributes = attribute_string(p, NULL, ATTRIBUTE_OPTIONS, options);
	return p;
}

bool unit_is_linkable(const char *text, size_t length)
{
	enum { BEGINNING = 200 };
	return length > 6 && !memcmp(text, "plumb ", 6) &&
	       memmem(text, length < BEGINNING ? length : BEGINNING, "{unit ", 6) != NULL;
}

bool unit_program_is_linkable(const struct program *p)
{
	return attribute_find(p->attributes, ATTRIBUTE_UNIT) != NULL;
}
