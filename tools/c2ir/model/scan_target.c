/* What scanf stores through an argument (C11 7.21.6.2p11, p12): an object of the directive's type, whatever the argument points to.
 * If that has another size, or is of another kind, it is a violation of the check of formats (p10). */
#include <string.h>

#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "library_call.h"
#include "model_scan.h"
#include "object.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_kind.h"
#include "type_make.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "types.h"

static bool is_text(const struct scan_directive *d)
{
	return strchr("sc[", d->conversion);
}

static bool is_real(const struct scan_directive *d)
{
	return strchr("eEfFgGaA", d->conversion);
}

uint32_t scan_integer_bits(struct lowering *l, const struct scan_directive *d)
{
	const char *length = d->length;
	switch (*length) {
	case 'h':
		return length[1] == 'h' ? 8 : 16;
	case 'l':
		return length[1] == 'l' ? 64 : word_width(l);
	case 'z':
	case 'Z':
	case 't':
		return word_width(l);
	case 'j':
	case 'q':
	case 'L':
		return 64;
	default:
		return 32;
	}
}

void scan_limit_number(struct lowering *l, uint64_t width, uint64_t most, term number)
{
	enum { MOST_DIGITS = 18 };
	struct bank *b = bank_of(l);
	uint32_t bits = term_width(b, number);
	uint64_t above = 1;
	for (uint64_t k = 0; k < width && k < MOST_DIGITS; k++)
		above *= 10;
	if (!width || width > MOST_DIGITS || above - 1 > most || above > UINT64_C(1) << (bits - 1))
		return;
	term least = term_bv(b, bits, 1 - above / 10);
	emit_assume(l, term_and(b, term_binary(b, OP_BVSLT, number, term_bv(b, bits, above)),
				term_not(b, term_binary(b, OP_BVSLT, number, least))));
}

/* Of a directive that stores a number. */
static const struct type *stored_type(struct lowering *l, const struct scan_directive *d)
{
	if (is_real(d))
		return *d->length == 'l'   ? types_of(l)->double_type
		       : *d->length == 'L' ? types_of(l)->long_double_type
					   : type_basic(types_of(l), TYPE_FLOAT);
	return type_bits(types_of(l), scan_integer_bits(l, d), strchr("din", d->conversion) != NULL);
}

static bool is_number(const struct scan_directive *d)
{
	return d->conversion && (is_real(d) || strchr("diouxXn", d->conversion));
}

static bool fits(struct lowering *l, const struct type *to, const struct type *stored)
{
	return type_is_scalar(to) && type_is_integer(to) == type_is_integer(stored) &&
	       type_is_floating(to) == type_is_floating(stored) && term_bits(l, to) == term_bits(l, stored);
}

/* What a pointer to characters, or to an array of them, points to. */
static const struct type *characters(const struct type *pointer)
{
	const struct type *to = type_unqualified(type_base(pointer));
	while (type_is_array(to))
		to = type_unqualified(type_base(to));
	return type_is_character(to) ? to : NULL;
}

const struct type *scan_target(struct lowering *l, const struct library_call *e, uint32_t at,
			       const struct scan_directive *d)
{
	if (at >= e->argument_count || !type_is_pointer(e->arguments[at].given))
		return NULL;
	const struct type *given = e->arguments[at].given;
	const struct type *to = type_unqualified(type_base(given));
	if (d->conversion && is_text(d))
		return characters(given) ? characters(given) : to;
	if (!is_number(d))
		return to;
	const struct type *stored = stored_type(l, d);
	return fits(l, to, stored) ? to : stored;
}

void scan_check_target(struct lowering *l, const struct library_call *e, uint32_t at, const struct scan_directive *d)
{
	const struct type *type = e->arguments[at].type;
	if (!checks(l, CHECK_FORMAT) || !type_is_pointer(type) || type_is_void(type_base(type)))
		return;
	bool good = true;
	if (is_number(d))
		good = fits(l, type_unqualified(type_base(type)), stored_type(l, d));
	else if (d->conversion && is_text(d) && !strchr("lL", *d->length))
		good = characters(type) != NULL;
	if (!good)
		check_emit(l, CHECK_FORMAT, term_false(bank_of(l)),
			   "argument %u is no pointer to what '%%%.*s%c' reads", at + 1,
			   (int)strspn(d->length, SCAN_LENGTHS), d->length, d->conversion);
}
