/* Checks are assertions with the name of the check, the C expression in words and its place. */
#include <stdarg.h>

#include "check_state.h"
#include "emit.h"
#include "expression_text.h"
#include "library.h"
#include "lowering.h"
#include "lowering_options.h"
#include "type_text.h"

void check_init(struct lowering *l)
{
	l->check = arena_alloc(l->arena, sizeof *l->check);
}

void check_release(struct lowering *l)
{
	table_free(&l->check->lacking);
	table_free(&l->check->sites);
	vec_free(&l->check->site_list);
	vec_free(&l->check->locals);
}

void check_emit(struct lowering *l, enum check check, term ok, const char *format, ...)
{
	char text[1000];
	va_list arguments;
	if (term_is_true(l->bank, ok))
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	struct statement *s = emit(l, STATEMENT_ASSERT);
	s->term = ok;
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_MESSAGE, text);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_CHECK, check_name(check));
}

void check_must_not_be_reached(struct lowering *l, enum check check, const char *function)
{
	check_emit(l, check, term_false(l->bank), "%s() is reached", function);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_REACHED, function);
}

const char *check_type(struct lowering *l, const struct type *type)
{
	char *text = type_text(type, NULL);
	const char *kept = intern_string(l->program->strings, text);
	memory_free(text);
	return kept;
}

const char *check_text(struct lowering *l, const struct expression *e)
{
	const char *text = lower_expression_text(l, e);
	return text ? arena_format(l->arena, " in '%.300s'", text) : "";
}
