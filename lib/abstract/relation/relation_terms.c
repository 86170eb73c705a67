/* Terms as sums: what a term is in terms of atoms, over the integers. */
#include "relation.h"

/* Reads and pointers are short; longer ones are not looked at. */
enum { MOST_RESOLVED = 8 };

static struct bank *bank_of(const struct place *p)
{
	return p->domain->program->bank;
}

static bool is_read(const struct bank *bank, term t)
{
	return term_op(bank, t) == OP_SELECT && term_op(bank, term_arg(bank, t, 0)) == OP_VARIABLE;
}

bool relation_is_atom(const struct domain *d, term t)
{
	const struct bank *bank = d->program->bank;
	if (sort_kind(bank, term_sort(bank, t)) != SORT_BITVECTOR || term_width(bank, t) > 64)
		return false;
	if (term_op(bank, t) == OP_VARIABLE || is_read(bank, t))
		return true;
	if (term_op(bank, t) != OP_EXTRACT)
		return false;
	term of = term_arg(bank, t, 0);
	uint32_t high = term_index(bank, t, 0), low = term_index(bank, t, 1), width = term_width(bank, of);
	if (!domain_is_pointer(d, width) || (term_op(bank, of) != OP_VARIABLE && !is_read(bank, of)))
		return false;
	return low ? low == d->pointer_bits && high == width - 1 : high == d->pointer_bits - 1;
}

bool relation_is_object(const struct domain *d, term atom)
{
	return term_op(d->program->bank, atom) == OP_EXTRACT && term_index(d->program->bank, atom, 1);
}

bool relation_is_signed(const struct domain *d, term atom)
{
	const struct variable *v = program_variable_of(d->program, atom);
	return v && attribute_get_number(v->attributes, ATTRIBUTE_SIGNED, 0);
}

/* ---- reads of what was stored ---- */

/* Are the two the same index? Without a place it is a guess: only if the terms are the same. */
static unsigned compare_indices(struct place *p, term a, term b)
{
	if (a == b)
		return NUMBER_MAY_HOLD;
	if (!p)
		return NUMBER_MAY_FAIL;
	p->budget = PLACE_BUDGET;
	struct known i = place_value(p, a), k = place_value(p, b);
	return known_compare_equal(p->domain, &i, &k);
}

/* The value that a read of the map, with its stores, is; 0: that is not known. */
static term read_through(struct place *p, struct bank *bank, term map, term index)
{
	while (term_op(bank, map) == OP_STORE) {
		unsigned equal = compare_indices(p, index, term_arg(bank, map, 1));
		if (equal == NUMBER_MAY_HOLD)
			return term_arg(bank, map, 2);
		if (equal != NUMBER_MAY_FAIL)
			return 0;
		map = term_arg(bank, map, 0);
	}
	return term_op(bank, map) == OP_VARIABLE ? term_select(bank, map, index) : 0;
}

/* The term without reads of stores, where it is known what they give. */
static term resolve(struct place *p, struct bank *bank, term t, unsigned depth)
{
	enum op op = term_op(bank, t);
	if (!depth--)
		return t;
	if (op == OP_SELECT) {
		term index = resolve(p, bank, term_arg(bank, t, 1), depth);
		term value = read_through(p, bank, term_arg(bank, t, 0), index);
		return value ? value : t;
	}
	if (op == OP_ITE) { /* a read of a store, where nothing is known of the indices */
		unsigned may = NUMBER_MAY_FAIL;
		if (p)
			may = place_decide(p, term_arg(bank, t, 0));
		return may == NUMBER_MAY_HOLD   ? resolve(p, bank, term_arg(bank, t, 1), depth)
		       : may == NUMBER_MAY_FAIL ? resolve(p, bank, term_arg(bank, t, 2), depth)
						: t;
	}
	if (op == OP_EXTRACT) {
		term from = resolve(p, bank, term_arg(bank, t, 0), depth);
		return term_extract(bank, term_index(bank, t, 0), term_index(bank, t, 1), from);
	}
	if (op == OP_CONCAT || op == OP_BVADD)
		return term_binary(bank, op, resolve(p, bank, term_arg(bank, t, 0), depth),
				   resolve(p, bank, term_arg(bank, t, 1), depth));
	return t;
}

/* ---- terms as sums ---- */

static whole power(uint32_t width)
{
	return (whole)1 << width;
}

static whole signed_value(uint32_t width, uint64_t value)
{
	return value >> (width - 1) & 1 ? (whole)value - power(width) : (whole)value;
}

static struct span numbers_of(uint32_t width, bool is_signed)
{
	return is_signed ? (struct span){ -power(width - 1), power(width - 1) - 1 }
			 : (struct span){ 0, power(width) - 1 };
}

static struct span range_of_term(struct place *p, term t, bool is_signed)
{
	uint32_t width = term_width(bank_of(p), t);
	uint64_t low, high;
	int64_t least, most;
	p->budget = PLACE_BUDGET;
	struct number n = place_number(p, t);
	if (number_is_none(n))
		return numbers_of(width, is_signed);
	if (is_signed) {
		number_signed_range(n, &least, &most);
		return (struct span){ least, most };
	}
	number_unsigned_range(n, &low, &high);
	return (struct span){ low, high };
}

struct span relation_range_of_atoms(struct place *p, const struct linear *f)
{
	struct span s = f->rest;
	for (uint32_t i = 0; i < f->count; i++) {
		term t = f->parts[i].atom;
		struct span atom = relation_is_object(p->domain, t)
					   ? numbers_of(term_width(bank_of(p), t), false)
					   : range_of_term(p, t, relation_is_signed(p->domain, t));
		s = span_add(s, span_scale(atom, f->parts[i].by));
	}
	return s;
}

static bool add_congruent(struct place *p, struct domain *d, term t, int64_t by, struct linear *f);

/* A constant, or shift, that something is multiplied with; 0: it is none that is small. */
static int64_t factor_of(const struct bank *bank, enum op op, term t)
{
	if (!term_is_constant(bank, t) || term_width(bank, t) > 64)
		return 0;
	uint64_t value = term_value(bank, t);
	if (op == OP_BVSHL || op == OP_BVLSHR || op == OP_BVASHR)
		return value < LINEAR_BY_BITS ? INT64_C(1) << value : 0;
	whole factor = op == OP_BVUDIV ? (whole)value : signed_value(term_width(bank, t), value);
	return factor < power(LINEAR_BY_BITS) && factor > -power(LINEAR_BY_BITS) ? (int64_t)factor : 0;
}

/* OF / BY. */
struct quotient {
	term of;
	int64_t by;
	bool is_signed;
};

/* Is BY a multiple of what the quotient divides by? */
static bool is_divided(const struct bank *bank, term t, int64_t by)
{
	int64_t divisor = factor_of(bank, term_op(bank, t), term_arg(bank, t, 1));
	return divisor > 0 && by % divisor == 0;
}

/* BY * (x / c), where BY is a multiple of c: of x, less what is left over. */
static bool add_quotient(struct place *p, struct domain *d, term t, int64_t by, struct linear *f)
{
	struct bank *bank = d->program->bank;
	int64_t divisor = factor_of(bank, term_op(bank, t), term_arg(bank, t, 1));
	if (divisor <= 0 || by % divisor)
		return false;
	f->rest = span_add(f->rest, span_scale((struct span){ 0, divisor - 1 }, -(by / divisor)));
	return p ? relation_sum(p, term_arg(bank, t, 0), false, by / divisor, f)
		 : relation_guess(d, term_arg(bank, t, 0), by / divisor, f);
}

/* Is the term x / c, rounded downwards where x is not negative? Powers of two are bits of x too: ext(extract(63, 1, x)). */
static bool is_quotient(const struct bank *bank, term t, struct quotient *q)
{
	enum op op = term_op(bank, t);
	*q = (struct quotient){ .is_signed = op == OP_BVSDIV || op == OP_BVASHR || op == OP_SIGN_EXTEND };
	if (op == OP_BVSDIV || op == OP_BVASHR || op == OP_BVUDIV || op == OP_BVLSHR) {
		q->of = term_arg(bank, t, 0);
		q->by = factor_of(bank, op, term_arg(bank, t, 1));
		return q->by >= 2;
	}
	if (op != OP_ZERO_EXTEND && op != OP_SIGN_EXTEND)
		return false;
	term bits = term_arg(bank, t, 0);
	if (term_op(bank, bits) != OP_EXTRACT)
		return false;
	q->of = term_arg(bank, bits, 0);
	uint32_t width = term_width(bank, q->of), low = term_index(bank, bits, 1);
	q->by = low < LINEAR_BY_BITS ? INT64_C(1) << low : 0;
	return low && q->by && width <= 64 && term_index(bank, bits, 0) == width - 1 && term_width(bank, t) >= width;
}

static bool has_quotient(const struct bank *bank, term t, unsigned depth)
{
	struct quotient q;
	return is_quotient(bank, t, &q) || (depth && term_op(bank, t) == OP_BVADD &&
					    (has_quotient(bank, term_arg(bank, t, 0), depth - 1) ||
					     has_quotient(bank, term_arg(bank, t, 1), depth - 1)));
}

bool relation_adds_part(const struct bank *bank, term t)
{
	return term_op(bank, t) == OP_BVADD && has_quotient(bank, t, 2);
}

term relation_dividend(struct place *p, term t, bool is_signed)
{
	const struct bank *bank = p->domain->program->bank;
	struct quotient q;
	int64_t low = -1, high;
	if (!is_quotient(bank, t, &q) || term_width(bank, q.of) != term_width(bank, t))
		return 0;
	struct number n = place_number(p, q.of);
	if (!number_is_none(n))
		number_signed_range(n, &low, &high);
	return low >= 0 || !(is_signed || q.is_signed) ? q.of : 0;
}

term relation_without_quotients(struct bank *bank, term t)
{
	struct quotient q;
	if (is_quotient(bank, t, &q))
		return term_width(bank, q.of) == term_width(bank, t) ? q.of : t;
	return term_op(bank, t) != OP_BVADD
		       ? t
		       : term_binary(bank, OP_BVADD, relation_without_quotients(bank, term_arg(bank, t, 0)),
				     relation_without_quotients(bank, term_arg(bank, t, 1)));
}

/* BY * (x / c), of a sum x that is not negative: x, less x - x / c, which is the more the greater x is. So in
 * `mid = lo + (hi - lo) / 2` mid is at most hi. */
static bool add_part(struct place *p, const struct quotient *q, int64_t by, struct linear *f)
{
	struct linear x = { 0 };
	if (!p || p->parts == PARTS_ARE_UNKNOWN)
		return false;
	if (!relation_sum(p, q->of, q->is_signed, 1, &x) || !x.count)
		return false;
	struct span s = relation_range(p, &x);
	if (span_is_none(s) || s.low < 0 || s.high >= SPAN_LIMIT)
		return false;
	if (p->parts == PARTS_ARE_NUMBERS) {
		f->rest = span_add(f->rest, span_scale((struct span){ s.low / q->by, s.high / q->by }, by));
		return true;
	}
	struct span more = { s.low - s.low / q->by, s.high - s.high / q->by };
	x.rest = span_add(x.rest, span_scale(more, -1));
	return linear_add(f, &x, by);
}

static bool add_product(struct place *p, struct domain *d, term t, int64_t by, struct linear *f)
{
	struct bank *bank = d->program->bank;
	for (uint32_t i = 0; i < 2; i++) {
		int64_t factor = factor_of(bank, term_op(bank, t), term_arg(bank, t, 1 - i));
		whole product = (whole)by * factor;
		if (factor && (!i || term_op(bank, t) == OP_BVMUL) && product < power(LINEAR_BY_BITS) &&
		    product > -power(LINEAR_BY_BITS))
			return add_congruent(p, d, term_arg(bank, t, i), (int64_t)product, f);
	}
	return false;
}

static bool add_extension(struct place *p, struct domain *d, term t, int64_t by, struct linear *f)
{
	struct bank *bank = d->program->bank;
	term inner = term_arg(bank, t, 0);
	return p ? relation_sum(p, inner, term_op(bank, t) == OP_SIGN_EXTEND, by, f) : relation_guess(d, inner, by, f);
}

/* The low bits of something wider. */
static bool add_low_bits(struct place *p, struct domain *d, term t, int64_t by, struct linear *f)
{
	struct bank *bank = d->program->bank;
	term from = term_arg(bank, t, 0);
	if (term_index(bank, t, 1))
		return false;
	if (term_width(bank, from) <= 64)
		return add_congruent(p, d, from, by, f);
	bool is_shorter = domain_is_pointer(d, term_width(bank, from)) && term_index(bank, t, 0) < d->pointer_bits - 1;
	return is_shorter && add_congruent(p, d, term_extract(bank, d->pointer_bits - 1, 0, from), by, f);
}

/* F += BY * a sum that is equal to the term modulo 2^width. P is NULL for a guess. */
static bool add_congruent(struct place *p, struct domain *d, term t, int64_t by, struct linear *f)
{
	struct bank *bank = d->program->bank;
	struct quotient q;
	struct linear before;
	if (term_width(bank, t) > 64)
		return false;
	if (relation_is_atom(d, t))
		return linear_add_atom(f, t, by);
	switch (term_op(bank, t)) {
	case OP_CONSTANT:
		f->rest = span_add(f->rest, span_of(by * signed_value(term_width(bank, t), term_value(bank, t))));
		return true;
	case OP_BVADD:
	case OP_BVSUB:
		return add_congruent(p, d, term_arg(bank, t, 0), by, f) &&
		       add_congruent(p, d, term_arg(bank, t, 1), term_op(bank, t) == OP_BVADD ? by : -by, f);
	case OP_BVNEG:
		return add_congruent(p, d, term_arg(bank, t, 0), -by, f);
	case OP_BVMUL:
	case OP_BVSHL:
		return add_product(p, d, t, by, f);
	case OP_BVUDIV:
	case OP_BVLSHR:
		if (is_divided(bank, t, by))
			return add_quotient(p, d, t, by, f);
		return is_quotient(bank, t, &q) && add_part(p, &q, by, f);
	case OP_BVSDIV:
	case OP_BVASHR:
		return is_quotient(bank, t, &q) && add_part(p, &q, by, f);
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
		before = *f;
		if (is_quotient(bank, t, &q) && add_part(p, &q, by, f))
			return true;
		*f = before;
		return add_extension(p, d, t, by, f);
	case OP_EXTRACT:
		return add_low_bits(p, d, t, by, f);
	default:
		return false;
	}
}

bool relation_guess(struct domain *d, term t, int64_t by, struct linear *f)
{
	return add_congruent(NULL, d, resolve(NULL, d->program->bank, t, MOST_RESOLVED), by, f);
}

/* G is equal to the term T modulo 2^width: by which multiple it differs, if that is always the same one, by where G lies, or by
 * the numbers of T too. */
static bool settle(struct place *p, struct linear *g, term t, bool is_signed)
{
	uint32_t width = term_width(bank_of(p), t);
	struct span want = numbers_of(width, is_signed), s = relation_range(p, g);
	if (span_is_none(s) || s.low <= -SPAN_LIMIT || s.high >= SPAN_LIMIT)
		return false;
	whole turns = (s.low - want.low) >> width; /* rounded downwards */
	if (span_is_within(s, want.low + turns * power(width), want.high + turns * power(width))) {
		g->rest = span_add(g->rest, span_of(-turns * power(width)));
		return true;
	}
	struct span numbers = range_of_term(p, t, is_signed);
	turns = (numbers.high - s.low) >> width;
	g->rest = span_add(g->rest, span_of(turns * power(width)));
	return numbers.low - s.high <= turns * power(width) && numbers.low - s.high > (turns - 1) * power(width);
}

bool relation_sum(struct place *p, term t, bool is_signed, int64_t by, struct linear *f)
{
	struct bank *bank = bank_of(p);
	struct linear g = { 0 }, before = *f;
	term resolved = resolve(p, bank, t, MOST_RESOLVED);
	enum op op = term_op(bank, resolved);
	if ((op == OP_BVUDIV || op == OP_BVLSHR) && !is_signed && add_quotient(p, p->domain, resolved, by, f))
		return true;
	*f = before;
	if (add_congruent(p, p->domain, resolved, 1, &g) && settle(p, &g, resolved, is_signed) && linear_add(f, &g, by))
		return true;
	*f = before;
	f->rest = span_add(f->rest, span_scale(range_of_term(p, resolved, is_signed), by));
	return true;
}

/* ---- replacing ---- */

struct replacement {
	term from, to;
};

static term replace_leaf(void *context, term leaf)
{
	const struct replacement *r = context;
	return leaf == r->from ? r->to : leaf;
}

bool relation_replaced(struct place *p, const struct linear *sum, const struct variable *v, term value,
		       struct linear *f)
{
	struct replacement r = { v->term, value };
	*f = (struct linear){ .rest = sum->rest };
	for (uint32_t i = 0; i < sum->count; i++) {
		term atom = sum->parts[i].atom, now = term_substitute(bank_of(p), atom, replace_leaf, &r);
		bool kept = now == atom;
		if (kept ? !linear_add_atom(f, atom, sum->parts[i].by)
			 : !relation_sum(p, now, relation_is_signed(p->domain, atom), sum->parts[i].by, f))
			return false;
	}
	return true;
}
