/* What printf and its like return (C11 7.21.6.1p14): how many characters there are, or something negative. Of floating numbers and
 * pointers only bounds are known. The terms are dropped where nobody looks at the result. */
#include <string.h>

#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "library_call.h"
#include "model_print.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_derived.h"
#include "types.h"

static term number(struct printing *p, uint64_t n)
{
	return term_bv(bank_of(p->l), 64, n);
}

static term less(struct printing *p, term a, term b)
{
	return term_binary(bank_of(p->l), OP_BVULT, a, b);
}

static term larger(struct printing *p, term a, term b)
{
	return term_ite(bank_of(p->l), less(p, a, b), b, a);
}

static term sum(struct printing *p, term a, term b)
{
	return term_binary(bank_of(p->l), OP_BVADD, a, b);
}

static term if_so(struct printing *p, term condition, uint64_t n)
{
	return term_ite(bank_of(p->l), condition, number(p, n), number(p, 0));
}

void print_count_begin(struct printing *p)
{
	p->least = p->most = number(p, 0);
}

static void add(struct printing *p, term least, term most, term width)
{
	p->least = sum(p, p->least, width ? larger(p, least, width) : least);
	p->most = sum(p, p->most, width ? larger(p, most, width) : most);
}

void print_count_text(struct printing *p, uint64_t n)
{
	add(p, number(p, n), number(p, n), 0);
}

/* ---- integers ---- */

static uint64_t base_of(char conversion)
{
	switch (conversion) {
	case 'o':
		return 8;
	case 'x':
	case 'X':
		return 16;
	case 'b':
	case 'B':
		return 2;
	default:
		return 10;
	}
}

/* Of a number of `bits` bits; none if it is 0. */
static term digits(struct printing *p, term value, uint64_t base, uint32_t bits)
{
	uint64_t limits[64], last = bits < 64 ? UINT64_MAX >> (64 - bits) : UINT64_MAX;
	unsigned count = 0;
	for (uint64_t limit = 1; limit <= last && count < 64; limit *= base) {
		limits[count++] = limit;
		if (limit > last / base)
			break;
	}
	term n = number(p, count);
	while (count--)
		n = term_ite(bank_of(p->l), less(p, value, number(p, limits[count])), number(p, count), n);
	return n;
}

/* The directive's settings as numbers of 64 bits: no width is 0, no precision is 0 with `has_precision` false. */
struct settings {
	term width, precision, has_precision;
};

static struct settings settings_of(struct printing *p, const struct directive *d, term width, term precision)
{
	struct bank *b = bank_of(p->l);
	struct settings s = { number(p, d->width > 0 ? (uint64_t)d->width : 0),
			      number(p, d->precision > 0 ? (uint64_t)d->precision : 0),
			      d->precision >= 0 ? term_true(b) : term_false(b) };
	if (d->width == FORMAT_ARGUMENT) {
		term wide = resize(p->l, width, 64, true);
		term negative = term_binary(b, OP_BVSLT, wide, number(p, 0));
		s.width = term_ite(b, negative, term_unary(b, OP_BVNEG, wide), wide);
	}
	if (d->precision == FORMAT_ARGUMENT) {
		term wide = resize(p->l, precision, 64, true);
		s.has_precision = term_not(b, term_binary(b, OP_BVSLT, wide, number(p, 0)));
		s.precision = term_ite(b, s.has_precision, wide, number(p, 0));
	}
	return s;
}

static void count_integer(struct printing *p, const struct directive *d, struct settings s, term given)
{
	struct bank *b = bank_of(p->l);
	bool is_signed = strchr("di", d->conversion);
	uint32_t bits = print_integer_bits(p->l, d->length);
	term value = resize(p->l, resize(p->l, given, bits, is_signed), 64, is_signed);
	term zero = term_eq(b, value, number(p, 0)), before = number(p, 0);
	term negative = is_signed ? term_binary(b, OP_BVSLT, value, number(p, 0)) : term_false(b);
	term magnitude = term_ite(b, negative, term_unary(b, OP_BVNEG, value), value);
	term wanted = term_ite(b, s.has_precision, s.precision, number(p, 1));
	term n = larger(p, digits(p, magnitude, base_of(d->conversion), bits), wanted);
	if (is_signed)
		before = d->flags & (FLAG_PLUS | FLAG_SPACE) ? number(p, 1) : if_so(p, negative, 1);
	if ((d->flags & FLAG_ALTERNATE) && strchr("xXbB", d->conversion))
		before = if_so(p, term_not(b, zero), 2);
	if ((d->flags & FLAG_ALTERNATE) && d->conversion == 'o') {
		term own = digits(p, magnitude, 8, bits);
		term leads = less(p, own, n); /* a 0 is there */
		term none = term_eq(b, n, number(p, 0));
		before = if_so(p, term_or(b, none, term_not(b, leads)), 1);
	}
	n = sum(p, before, n);
	add(p, n, n, s.width);
}

/* ---- others ---- */

void print_count(struct printing *p, const struct directive *d, term width, term precision, term value)
{
	struct settings s = settings_of(p, d, width, precision);
	if (d->conversion == 'c') {
		add(p, number(p, 1), number(p, 1), s.width);
	} else if (d->conversion == 's') {
		term n = resize(p->l, value, 64, false);
		add(p, n, n, s.width);
	} else if (d->conversion == 'p') {
		add(p, number(p, 3), number(p, 2 + word_width(p->l) / 4), s.width);
	} else if (strchr("eEfFgGaA", d->conversion)) {
		uint64_t most = d->length == LENGTH_LONG_DOUBLE ? 5000 : 400;
		add(p, number(p, 1), sum(p, number(p, most), s.precision), s.width);
	} else {
		count_integer(p, d, s, value);
	}
}

static term is_within(struct printing *p, term count)
{
	struct bank *b = bank_of(p->l);
	term wide = resize(p->l, count, 64, true);
	return term_and(b, term_binary(b, OP_BVULE, p->least, wide), term_binary(b, OP_BVULE, wide, p->most));
}

/* The count, or if it is not within the bounds the least one. */
static term limited(struct printing *p, term count)
{
	term least = resize(p->l, p->least, term_width(bank_of(p->l), count), false);
	return term_ite(bank_of(p->l), is_within(p, count), count, least);
}

/* Of numbers or pointers that are not formatted here, unless there is a host. */
static term approximate_count(struct printing *p, term result)
{
	struct lowering *l = p->l;
	term present = model_host_call(l, types_of(l)->bool_type, "present", NULL).term;
	struct variable *count = emit_temporary(l, term_sort(bank_of(l), result));
	emit_havoc_approximate(l, count, "length of a formatted number");
	return term_ite(bank_of(l), nonzero(l, present), result, limited(p, count->term));
}

void model_failed(struct lowering *l, term failed, struct rvalue stream)
{
	bool marks = stream.term && lower_uses(l, LIBC_TELLS_ERROR);
	if ((!marks && !lower_uses(l, LIBC_ERRNO)) || !lower_has_library(l))
		return;
	struct block *fails = emit_block(l, "failed"), *join = emit_block(l, "join");
	emit_branch(l, failed, fails, join, (struct source_range){ 0, 0 });
	emit_start(l, fails);
	if (marks)
		lower_library_call(l, "__plumb_fail_to_write", &stream, 1, types_void(types_of(l)));
	else
		lower_library_call(l, "__plumb_fail", NULL, 0, types_void(types_of(l)));
	emit_goto(l, join);
	emit_start(l, join);
}

/* `result` is what the host said, or any number; gives what the function returns. What is printed sets the bounds, so that the
 * value depends on it. Of `result` itself only the sign is used elsewhere, and whatever the bounds are, some number of that
 * sign is allowed: so the condition is {possible}. */
term print_count_end(struct printing *p, term result)
{
	struct lowering *l = p->l;
	struct bank *b = bank_of(l);
	term failed = term_binary(b, OP_BVSLT, resize(l, result, 64, true), number(p, 0));
	emit_assume_possible(l, term_or(b, failed, is_within(p, result)));
	term count = p->least == p->most ? limited(p, result) : approximate_count(p, result);
	model_failed(l, failed, p->stream);
	return term_ite(b, failed, result, count);
}
