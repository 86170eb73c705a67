/* Arrays of variable size: each length must be greater than zero (CWE-1284; C11 6.7.6.2p5), and the whole no larger
 * than any object can be (PTRDIFF_MAX bytes, as for gcc).
 *
 *	int a[n];    assert 0 < n && n <= PTRDIFF_MAX / 4 */
#include "ast_declaration.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "record.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_record.h"

struct measure {
	struct lowering *l;
	term (*length)(struct lowering *l, struct declaration *length);
	term bytes, ok; /* of what was looked at, from the inside */
};

static void times(struct measure *m, term count)
{
	struct lowering *l = m->l;
	struct bank *b = bank_of(l);
	uint64_t most = UINT64_MAX >> (65 - word_width(l));
	m->ok = term_and(b, m->ok, term_binary(b, OP_BVSLT, word(l, 0), count));
	if (term_is_constant(b, m->bytes) && term_value(b, m->bytes)) {
		term limit = word(l, most / term_value(b, m->bytes));
		m->ok = term_and(b, m->ok, term_binary(b, OP_BVULE, count, limit));
	} else {
		uint32_t wide = 2 * word_width(l);
		term exact = term_binary(b, OP_BVMUL, resize(l, m->bytes, wide, false), resize(l, count, wide, false));
		m->ok = term_and(b, m->ok, term_binary(b, OP_BVULE, exact, term_bv(b, wide, most)));
	}
	m->bytes = term_binary(b, OP_BVMUL, m->bytes, count);
}

static void measure(struct measure *m, const struct type *type);

/* The size was computed with its padding when the definition was reached: it is right if the members' sizes are, and their sum. */
static void measure_record(struct measure *m, const struct record *r)
{
	struct lowering *l = m->l;
	struct bank *b = bank_of(l);
	uint32_t wide = 2 * word_width(l);
	uint64_t most = UINT64_MAX >> (65 - word_width(l));
	term sum = term_bv(b, wide, 0);
	for (uint32_t i = 0; i < r->member_count; i++) {
		if (!type_is_variable(r->members[i].type))
			continue;
		measure(m, r->members[i].type);
		sum = term_binary(b, OP_BVADD, sum, resize(l, m->bytes, wide, false));
	}
	m->bytes = m->length(l, r->size_object);
	m->ok = term_and(b, m->ok, term_binary(b, OP_BVULE, sum, term_bv(b, wide, most)));
	m->ok = term_and(b, m->ok, term_binary(b, OP_BVULE, m->bytes, word(l, most)));
}

static void measure(struct measure *m, const struct type *type)
{
	struct lowering *l = m->l;
	if (type_is_record(type) && type_record(type)->variable) {
		measure_record(m, type_record(type));
		return;
	}
	if (!type_is_array(type) || type_is_incomplete_array(type) || type_has_size(type)) {
		m->bytes = word(l, type_has_size(type) ? type_size(types_of(l), type) : 1);
		return;
	}
	measure(m, type_base(type));
	if (type_is_fixed_array(type))
		times(m, word(l, type_length(type)));
	else if (type_length_object(type))
		times(m, m->length(l, type_length_object(type)));
}

/* The declaration of `d`, whose lengths have been evaluated, is reached. */
static void assert_array_size(struct lowering *l, const struct declaration *d,
			      term (*length)(struct lowering *l, struct declaration *length))
{
	if (!checks(l, CHECK_ARRAY_SIZE) || !d->size)
		return;
	struct measure m = { l, length, 0, term_true(bank_of(l)) };
	measure(&m, d->type);
	check_emit(l, CHECK_ARRAY_SIZE, m.ok, "the size of the array %s is not positive or too large",
		   d->name ? d->name : "");
}

const struct check_rule check_rule_array_size = { .declare = assert_array_size };
