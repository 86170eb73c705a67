/* printf and its like (C11 7.21.6.1, 7.21.7): formats that are literals are taken apart here. What is printed matters only to
 * an interpreter, which gets the format and the arguments; that the arguments are those of the format is checked. */
#include <string.h>

#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "library_call.h"
#include "model_print.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_record.h"
#include "type_scalar.h"
#include "types.h"

/* ---- arguments ---- */

uint32_t print_integer_bits(struct lowering *l, enum format_length length)
{
	switch (length) {
	case LENGTH_CHAR:
		return 8;
	case LENGTH_SHORT:
		return 16;
	case LENGTH_NONE:
		return 32;
	case LENGTH_LONG:
	case LENGTH_SIZE:
	case LENGTH_DIFFERENCE:
		return word_width(l);
	case LENGTH_LONG_LONG:
	case LENGTH_LONG_DOUBLE:
	case LENGTH_MAX:
		return 64;
	}
	return 32;
}

const struct library_argument *print_argument(const struct printing *p)
{
	return p->next < p->e->argument_count ? &p->e->arguments[p->next] : NULL;
}

static void mismatch(struct printing *p, const struct directive *d, const char *wrong)
{
	if (checks(p->l, CHECK_FORMAT))
		check_emit(p->l, CHECK_FORMAT, term_false(bank_of(p->l)),
			   print_argument(p) ? wrong : "there is no argument %u for '%.*s'", p->next + 1,
			   (int)(d->end - d->begin), d->begin);
}

static bool is_kind(struct printing *p, const struct directive *d, const struct type *type)
{
	struct lowering *l = p->l;
	if (strchr("eEfFgGaA", d->conversion))
		return type_is_floating(type) &&
		       type_same_kind(type, types_of(l)->long_double_type) == (d->length == LENGTH_LONG_DOUBLE);
	if (strchr("sp", d->conversion))
		return type_is_pointer(type);
	uint32_t bits = print_integer_bits(l, d->length);
	return type_is_integer(type) && term_bits(l, type) == (bits < 32 ? 32 : bits);
}

bool print_fits(struct printing *p, const struct directive *d)
{
	const struct library_argument *e = print_argument(p);
	if (e && is_kind(p, d, e->type))
		return true;
	mismatch(p, d, "argument %u is not what '%.*s' prints");
	return e && type_is_pointer(e->type) && strchr("sp", d->conversion);
}

void print_fits_setting(struct printing *p, const struct directive *d)
{
	const struct library_argument *e = print_argument(p);
	if (!e || !type_is_integer(e->type) || term_bits(p->l, e->type) != print_integer_bits(p->l, LENGTH_NONE))
		mismatch(p, d, "argument %u is not the int that '%.*s' takes for '*'");
}

/* ---- what the host gets ---- */

/* A record, complex number or vector is no argument of any directive: it is told as a mismatch, and 0 is printed. */
static void hand_over_integer(struct printing *p, uint32_t bits)
{
	const struct library_argument *e = print_argument(p);
	struct lowering *l = p->l;
	if (e && type_is_compound(e->type))
		e = NULL;
	term value = e ? resize(l, p->values[p->next].term, bits,
				type_is_integer(e->type) && type_is_signed(types_of(l), e->type))
		       : term_bv(bank_of(l), bits, 0);
	p->next++;
	model_host_argument(l, value);
}

/* The number that stands for a pointer: which one it is, is nobody's business. */
static void hand_over_pointer(struct printing *p)
{
	struct lowering *l = p->l;
	node_exposed(regions_of(l), p->values[p->next].node); /* somebody reads it */
	term pointer = p->values[p->next++].term;
	uint32_t half = word_width(l) / 2;
	model_host_argument(l,
			    term_concat(bank_of(l), term_extract(bank_of(l), half - 1, 0, pointer_object(l, pointer)),
					term_extract(bank_of(l), half - 1, 0, pointer_offset(l, pointer))));
}

/* How many there are. */
static term hand_over_literal(struct lowering *l, const char *text, uint64_t most)
{
	size_t count = strnlen(text, most);
	for (size_t i = 0; i < count; i++)
		model_host_character(l, term_bv(bank_of(l), 8, (unsigned char)text[i]));
	model_host_argument(l, word(l, count));
	return word(l, count);
}

/* At most `most` characters; the library function reads them, with the checks that belong to that. */
static term hand_over_string(struct lowering *l, struct rvalue string, term most)
{
	struct rvalue arguments[2] = { string, rvalue_scalar(most, 0) };
	struct rvalue count = lower_library_call(l, "__plumb_send_string", arguments, 2, types_of(l)->size);
	model_host_argument(l, count.term);
	return count.term;
}

static term string_limit(struct printing *p, const struct directive *d, term precision)
{
	struct bank *b = bank_of(p->l);
	if (d->precision == FORMAT_NONE)
		return word(p->l, UINT64_MAX);
	if (d->precision >= 0)
		return word(p->l, (uint64_t)d->precision);
	term negative = term_binary(b, OP_BVSLT, precision, term_bv(b, 32, 0));
	return term_ite(b, negative, word(p->l, UINT64_MAX), resize(p->l, precision, word_width(p->l), true));
}

static term print_string(struct printing *p, const struct directive *d, term precision)
{
	struct lowering *l = p->l;
	const struct library_argument *e = print_argument(p);
	const char *literal = e ? e->literal : NULL;
	struct rvalue string = p->values[p->next++];
	if (literal && d->precision != FORMAT_ARGUMENT)
		return hand_over_literal(l, literal, d->precision < 0 ? SIZE_MAX : (size_t)d->precision);
	return hand_over_string(l, string, string_limit(p, d, precision));
}

/* A width or precision that is an argument. */
static term setting(struct printing *p, const struct directive *d)
{
	print_fits_setting(p, d);
	const struct library_argument *e = print_argument(p);
	bool is_number = e && !type_is_compound(e->type);
	term t = is_number ? resize(p->l, p->values[p->next].term, 32, true) : term_bv(bank_of(p->l), 32, 0);
	hand_over_integer(p, 32);
	return t;
}

static term print_number(struct printing *p, const struct directive *d)
{
	const struct library_argument *e = print_argument(p);
	uint32_t bits = print_integer_bits(p->l, d->length);
	bool is_integer = e && type_is_integer(e->type);
	term value = is_integer ? resize(p->l, p->values[p->next].term, bits, type_is_signed(types_of(p->l), e->type))
				: term_bv(bank_of(p->l), bits, 0);
	hand_over_integer(p, bits);
	return value;
}

static void print_directive(struct printing *p, const struct directive *d)
{
	struct lowering *l = p->l;
	term width = 0, precision = 0, value = word(l, 0);
	if (!d->conversion || d->conversion == '%') {
		print_count_text(p, d->conversion ? 1 : (uint64_t)(d->end - d->begin));
		return;
	}
	if (d->width == FORMAT_ARGUMENT)
		width = setting(p, d);
	if (d->precision == FORMAT_ARGUMENT)
		precision = setting(p, d);
	if (!print_fits(p, d) && strchr("sp", d->conversion)) {
		p->next++;
		model_host_argument(l, word(l, 0));
	} else if (d->conversion == 's') {
		value = print_string(p, d, precision);
	} else if (d->conversion == 'p') {
		hand_over_pointer(p);
	} else if (strchr("eEfFgGaA", d->conversion)) {
		hand_over_integer(p, d->length == LENGTH_LONG_DOUBLE ? 80 : 64);
	} else {
		value = print_number(p, d);
	}
	print_count(p, d, width, precision, value);
}

/* ---- functions ---- */

static struct rvalue print(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			   const char *format, uint32_t first, struct rvalue stream)
{
	struct printing p = { .l = l, .e = e, .values = values, .next = first, .stream = stream };
	struct directive d;
	print_count_begin(&p);
	for (const char *at = format; format_next(&at, &d);)
		print_directive(&p, &d);
	struct rvalue result = model_host_call(l, e->type, "print", format);
	result.term = print_count_end(&p, result.term);
	return result;
}

static void hand_over_stream(struct lowering *l, struct rvalue stream)
{
	const struct type *number = types_of(l)->int_type;
	model_host_argument(l, lower_library_call(l, "__plumb_stream", &stream, 1, number).term);
}

/* Only of programs that may close it, or ask for its errors, is more to be known than its number. */
static struct rvalue hand_over_stdout(struct lowering *l)
{
	if (!lower_has_library(l) || !lower_uses(l, LIBC_CLOSES | LIBC_TELLS_ERROR)) {
		model_host_argument(l, term_bv(bank_of(l), 32, 1));
		return (struct rvalue){ 0 };
	}
	struct rvalue stream = model_standard_stream(l, "stdout");
	hand_over_stream(l, stream);
	return stream;
}

struct rvalue print_to_stdout(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			      const char *format, uint32_t format_at)
{
	return print(l, e, values, format, format_at + 1, hand_over_stdout(l));
}

struct rvalue print_to_stream(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			      const char *format, uint32_t format_at)
{
	hand_over_stream(l, values[0]);
	return print(l, e, values, format, format_at + 1, values[0]);
}

struct rvalue model_puts(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	const char *literal = e->arguments[0].literal;
	if (!type_is_integer(e->type))
		return lower_unknown(l, e->type, "puts");
	struct rvalue stream = hand_over_stdout(l);
	if (literal)
		hand_over_literal(l, literal, SIZE_MAX);
	else
		hand_over_string(l, values[0], word(l, UINT64_MAX));
	/* EOF, or anything that is not negative (7.21.7.9p3) */
	term result = model_host_call(l, e->type, "print", "%s\n").term;
	term failed = term_binary(bank_of(l), OP_BVSLT, result, term_bv(bank_of(l), term_width(bank_of(l), result), 0));
	term end = term_bv(bank_of(l), term_width(bank_of(l), result), UINT64_MAX);
	model_failed(l, failed, stream);
	return rvalue_scalar(emit_hold(l, term_ite(bank_of(l), failed, end, result)), 0);
}

/* The character, or EOF where it could not be written. */
struct rvalue model_putchar(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct bank *b = bank_of(l);
	if (!type_is_integer(e->type))
		return lower_unknown(l, e->type, "putchar");
	term character = resize(l, values[0].term, 8, false);
	struct rvalue stream = hand_over_stdout(l);
	model_host_argument(l, character);
	term count = model_host_call(l, e->type, "print", "%c").term;
	uint32_t width = term_width(b, count);
	term failed = term_binary(b, OP_BVSLT, count, term_bv(b, width, 0));
	model_failed(l, failed, stream);
	return rvalue_scalar(
		emit_hold(l, term_ite(b, failed, term_bv(b, width, UINT64_MAX), term_zero_extend(b, width, character))),
		0);
}

/* ---- formats that are literals ---- */

/* %1$d of POSIX, which the library does not interpret. */
bool print_numbers_arguments(const char *format)
{
	struct directive d;
	while (format_next(&format, &d))
		if (d.conversion == '?' && d.end[-1] == '$')
			return true;
	return false;
}

void print_check_end(struct lowering *l, const char *format)
{
	struct directive d;
	while (format_next(&format, &d))
		if (d.conversion == '!' && checks(l, CHECK_FORMAT))
			check_emit(l, CHECK_FORMAT, term_false(bank_of(l)), "the format ends inside '%s'", d.begin);
}

/* What is left to the library, which interprets the format: wide characters, and conversions that nobody knows. */
bool print_is_simple(const char *format)
{
	struct directive d;
	while (format_next(&format, &d))
		if (d.conversion &&
		    (strchr("?!mn", d.conversion) || (strchr("sc", d.conversion) && d.length != LENGTH_NONE)))
			return false;
	return true;
}
