/* vprintf and its like with literal formats: a va_list gives the arguments that the format asks for, one by one, as va_arg() does
 * (C11 7.21.6.8), and all else is as if they were arguments of the call. */
#include <string.h>

#include "arena.h"
#include "c_term.h"
#include "format.h"
#include "library_call.h"
#include "model.h"
#include "model_print.h"
#include "object.h"
#include "rvalue.h"
#include "type_make.h"
#include "types.h"
#include "variadic.h"

enum { MOST_OF_DIRECTIVE = 3 }; /* width, precision, value */

/* What va_arg() must be told to get the directive's value: its type, after the default argument promotions; of integers the
 * width matters. */
static const struct type *value_type(struct lowering *l, const struct directive *d)
{
	struct types *t = types_of(l);
	if (strchr("eEfFgGaA", d->conversion))
		return d->length == LENGTH_LONG_DOUBLE ? t->long_double_type : t->double_type;
	if (d->conversion == 's')
		return type_pointer(t, t->char_type);
	if (d->conversion == 'p')
		return type_pointer(t, t->void_type);
	if (print_integer_bits(l, d->length) <= 32)
		return t->int_type;
	return t->unsigned_long_long_type;
}

/* The types of a directive's arguments into `types`; how many there are. */
static uint32_t argument_types(struct lowering *l, const struct directive *d, const struct type **types)
{
	uint32_t count = 0;
	if (!d->conversion || d->conversion == '%')
		return 0;
	if (d->width == FORMAT_ARGUMENT)
		types[count++] = types_of(l)->int_type;
	if (d->precision == FORMAT_ARGUMENT)
		types[count++] = types_of(l)->int_type;
	types[count++] = value_type(l, d);
	return count;
}

struct rvalue *print_from_list(struct lowering *l, struct library_call *e, const struct rvalue *values,
			       const char *format)
{
	uint32_t fixed = e->argument_count - 1, count = 0;
	size_t most = MOST_OF_DIRECTIVE * strlen(format);
	const struct type **types = arena_alloc(arena_of(l), sizeof *types * (most + 1));
	struct directive d;
	for (const char *at = format; format_next(&at, &d);)
		count += argument_types(l, &d, &types[count]);
	struct library_argument *arguments = arena_alloc(arena_of(l), sizeof *arguments * (fixed + count));
	struct rvalue *all = arena_alloc(arena_of(l), sizeof *all * (fixed + count));
	memcpy(arguments, e->arguments, sizeof *arguments * fixed);
	memcpy(all, values, sizeof *all * fixed);
	lower_list_arguments(l, values[fixed], e->expression, types, count, &all[fixed]);
	for (uint32_t i = 0; i < count; i++)
		arguments[fixed + i] = (struct library_argument){ .type = types[i], .given = types[i] };
	e->arguments = arguments;
	e->argument_count = fixed + count;
	return all;
}
