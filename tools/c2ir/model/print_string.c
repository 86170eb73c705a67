/* sprintf, snprintf (C11 7.21.6.5, 7.21.6.6) and asprintf with literal formats: each directive is a call of a function of the library
 * (library/print.c), which puts its characters after those that are there. */
#include <string.h>

#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "model_print.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "type_class.h"
#include "type_make.h"
#include "type_integer.h"
#include "type_record.h"
#include "types.h"

struct string_printing {
	struct printing p;
	struct rvalue to, format;
	const char *text; /* of the format */
	term limit, at;
};

/* ---- calls ---- */

enum { MOST_ARGUMENTS = 8 };

/* name(to, limit, at, ...) */
static void put(struct string_printing *s, const char *name, const struct rvalue *more, uint32_t count)
{
	struct lowering *l = s->p.l;
	struct rvalue arguments[MOST_ARGUMENTS] = { s->to, rvalue_scalar(s->limit, 0), rvalue_scalar(s->at, 0) };
	for (uint32_t i = 0; i < count; i++)
		arguments[3 + i] = more[i];
	s->at = lower_library_call(l, name, arguments, 3 + count, types_of(l)->size).term;
}

/* Characters of the format itself. */
static void put_text(struct string_printing *s, const char *begin, const char *end)
{
	struct lowering *l = s->p.l;
	node f = node_new(regions_of(l));
	node_index(regions_of(l), f, s->format.node, 1);
	term from = pointer_add(l, s->format.term, word(l, (uint64_t)(begin - s->text)));
	struct rvalue more[2] = { rvalue_scalar(from, f), rvalue_scalar(word(l, (uint64_t)(end - begin)), 0) };
	put(s, "__plumb_put_text", more, 2);
}

/* ---- directives ---- */

static term integer(struct string_printing *s, uint32_t bits)
{
	struct lowering *l = s->p.l;
	const struct library_argument *e = print_argument(&s->p);
	if (e && type_is_compound(e->type)) /* told as a mismatch */
		e = NULL;
	term value = e ? s->p.values[s->p.next].term : term_bv(bank_of(l), bits, 0);
	bool is_signed = e && type_is_integer(e->type) && type_is_signed(types_of(l), e->type);
	s->p.next++;
	return resize(l, value, bits, is_signed);
}

static struct rvalue number(struct string_printing *s, uint64_t value)
{
	return rvalue_scalar(term_bv(bank_of(s->p.l), 32, value), 0);
}

/* flags, width, precision: a negative width is one with the flag '-'. */
static void read_settings(struct string_printing *s, const struct directive *d, struct rvalue *flags,
			  struct rvalue *width, struct rvalue *precision)
{
	struct bank *b = bank_of(s->p.l);
	*flags = number(s, d->flags);
	*width = number(s, (uint32_t)d->width);
	*precision = number(s, (uint32_t)d->precision);
	if (d->width == FORMAT_ARGUMENT) {
		print_fits_setting(&s->p, d);
		term w = integer(s, 32), negative = term_binary(b, OP_BVSLT, w, term_bv(b, 32, 0));
		width->term = term_ite(b, negative, term_unary(b, OP_BVNEG, w), w);
		flags->term = term_ite(b, negative, term_bv(b, 32, d->flags | FLAG_LEFT), flags->term);
	}
	if (d->precision == FORMAT_ARGUMENT) {
		print_fits_setting(&s->p, d);
		precision->term = integer(s, 32);
	}
}

static void put_integer(struct string_printing *s, const struct directive *d, const struct rvalue *settings)
{
	struct lowering *l = s->p.l;
	bool is_signed = strchr("di", d->conversion);
	term value = resize(l, integer(s, print_integer_bits(l, d->length)), 64, is_signed);
	struct rvalue conversion = number(s, (unsigned char)d->conversion);
	struct rvalue more[5] = { rvalue_scalar(value, 0), conversion, settings[0], settings[1], settings[2] };
	if (!is_signed) {
		put(s, "__plumb_put_unsigned", more, 5);
		return;
	}
	struct rvalue without[4] = { more[0], settings[0], settings[1], settings[2] };
	put(s, "__plumb_put_signed", without, 4);
}

static void put_floating(struct string_printing *s, const struct directive *d, const struct rvalue *settings)
{
	struct lowering *l = s->p.l;
	bool is_long = d->length == LENGTH_LONG_DOUBLE;
	const struct type *type = is_long ? types_of(l)->long_double_type : types_of(l)->double_type;
	term value = integer(s, term_bits(l, type));
	struct rvalue more[5] = { rvalue_scalar(value, 0), number(s, (unsigned char)d->conversion), settings[0],
				  settings[1], settings[2] };
	lower_ledger(l, s->p.e->location, "the digits of floating numbers that are printed into memory are unknown");
	put(s, is_long ? "__plumb_put_long_double" : "__plumb_put_double", more, 5);
}

static void put_pointer(struct string_printing *s, const struct directive *d, const struct rvalue *settings)
{
	struct rvalue more[4] = { s->p.values[s->p.next++], settings[0], settings[1], settings[2] };
	if (d->conversion == 's')
		put(s, "__plumb_put_string", more, 4);
	else
		put(s, "__plumb_put_pointer", more, 3);
}

static void put_directive(struct string_printing *s, const struct directive *d)
{
	struct rvalue settings[3];
	if (!d->conversion || d->conversion == '%') {
		put_text(s, d->conversion ? d->end - 1 : d->begin, d->end);
		return;
	}
	read_settings(s, d, &settings[0], &settings[1], &settings[2]);
	bool fits = print_fits(&s->p, d);
	if (strchr("sp", d->conversion)) {
		if (fits)
			put_pointer(s, d, settings);
		else
			s->p.next++;
	} else if (strchr("eEfFgGaA", d->conversion)) {
		put_floating(s, d, settings);
	} else if (d->conversion == 'c') {
		struct rvalue more[3] = { rvalue_scalar(integer(s, 32), 0), settings[0], settings[1] };
		put(s, "__plumb_put_char", more, 3);
	} else {
		put_integer(s, d, settings);
	}
}

/* The format's text, at most `limit` characters of it to `to`: how many there are. */
static term put_format(struct lowering *l, const struct library_call *e, const struct rvalue *values,
		       const char *format, uint32_t format_at, struct rvalue to, term limit)
{
	struct string_printing s = { .p = { .l = l, .e = e, .values = values, .next = format_at + 1 },
				     .to = to,
				     .format = values[format_at],
				     .text = format,
				     .limit = limit,
				     .at = word(l, 0) };
	struct directive d;
	for (const char *at = format; format_next(&at, &d);)
		put_directive(&s, &d);
	return s.at;
}

static struct rvalue put_end(struct lowering *l, const struct library_call *e, struct rvalue to, term size, term at)
{
	struct rvalue end[3] = { to, rvalue_scalar(size, 0), rvalue_scalar(at, 0) };
	return lower_library_call(l, "__plumb_put_end", end, 3, e->type);
}

/* With a size, which may be 0, or without one. */
struct rvalue print_to_string(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			      const char *format, uint32_t format_at)
{
	struct bank *b = bank_of(l);
	term size = format_at == 2 ? emit_hold(l, lower_size_argument(l, e, values, 1)) : word(l, UINT64_MAX);
	term none = term_eq(b, size, word(l, 0));
	term limit = emit_hold(l, term_ite(b, none, size, term_binary(b, OP_BVSUB, size, word(l, 1))));
	term at = put_format(l, e, values, format, format_at, values[0], limit);
	return put_end(l, e, values[0], size, at);
}

/* asprintf: into new memory, to which the first argument is made to point; -1 where there is none. */
struct rvalue print_to_allocated(struct lowering *l, const struct library_call *e, const struct rvalue *values,
				 const char *format, uint32_t format_at)
{
	struct bank *b = bank_of(l);
	struct rvalue nowhere = lower_nothing(l, type_pointer(types_of(l), types_of(l)->char_type));
	term count = emit_hold(l, put_format(l, e, values, format, format_at, nowhere, word(l, 0)));
	struct rvalue arguments[2] = { values[0], rvalue_scalar(count, 0) };
	const struct type *type = type_pointer(types_of(l), types_of(l)->char_type);
	struct rvalue room = lower_library_call(l, "__plumb_put_room", arguments, 2, type);
	struct variable *result = emit_temporary(l, sort_bitvector(b, term_bits(l, e->type)));
	struct block *write = emit_block(l, "room"), *join = emit_block(l, "join");
	emit_assign(l, result, term_bv(b, term_bits(l, e->type), UINT64_MAX));
	emit_branch(l, nonzero(l, room.term), write, join, (struct source_range){ 0, 0 });
	emit_start(l, write);
	term at = put_format(l, e, values, format, format_at, room, count);
	term size = term_binary(b, OP_BVADD, count, word(l, 1));
	emit_assign(l, result, put_end(l, e, room, size, at).term);
	emit_goto(l, join);
	emit_start(l, join);
	return rvalue_scalar(result->term, 0);
}
