/* What conditions say of sums, and sums of conditions. */
#include "relation.h"

enum { MOST_NESTED = 12, MOST_STEPS = 3 };

static struct bank *bank_of(const struct place *p)
{
	return p->domain->program->bank;
}

/* ---- comparisons as differences ---- */

/* Of pointers: of their offsets. False: the comparison is about something else. */
static bool difference(struct place *p, term t, struct linear *f)
{
	struct bank *bank = bank_of(p);
	struct domain *d = p->domain;
	enum op op = term_op(bank, t);
	term a = term_arg(bank, t, 0), b = term_arg(bank, t, 1);
	bool is_signed = op == OP_BVSLT || op == OP_BVSLE;
	*f = (struct linear){ 0 };
	if (sort_kind(bank, term_sort(bank, a)) != SORT_BITVECTOR)
		return false;
	if (domain_is_pointer(d, term_width(bank, a)) && op == OP_EQ) {
		a = term_extract(bank, d->pointer_bits - 1, 0, a);
		b = term_extract(bank, d->pointer_bits - 1, 0, b);
	}
	return term_width(bank, a) <= 64 && relation_sum(p, a, is_signed, 1, f) && relation_sum(p, b, is_signed, -1, f);
}

static bool is_comparison(enum op op)
{
	return op == OP_EQ || op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE;
}

/* Are two objects surely the same, by relations? */
static bool is_same(struct place *p, term a, term b)
{
	struct linear f = { 0 };
	if (!relation_is_atom(p->domain, a) || !relation_is_atom(p->domain, b) || !linear_add_atom(&f, a, 1) ||
	    !linear_add_atom(&f, b, -1))
		return false;
	struct span s = relation_range(p, &f);
	return s.low == 0 && s.high == 0;
}

/* Are they surely pointers into the same object, so that they differ only if their offsets do? */
static bool is_of_same_object(struct place *p, term t)
{
	struct bank *bank = bank_of(p);
	struct domain *d = p->domain;
	uint32_t width = term_width(bank, term_arg(bank, t, 0));
	if (!domain_is_pointer(d, width))
		return true;
	term of[2];
	struct known k[2];
	for (uint32_t i = 0; i < 2; i++) {
		of[i] = term_extract(bank, width - 1, d->pointer_bits, term_arg(bank, t, i));
		p->budget = PLACE_BUDGET;
		k[i] = place_value(p, of[i]);
	}
	return of[0] == of[1] || known_compare_equal(d, &k[0], &k[1]) == NUMBER_MAY_HOLD || is_same(p, of[0], of[1]);
}

/* Where the difference lies, which is in RANGE, if the comparison holds or not. */
static struct span span_if(struct place *p, term t, bool holds, struct span range)
{
	enum op op = term_op(bank_of(p), t);
	struct span s = span_all();
	if (op == OP_EQ) {
		if (holds)
			return span_meet(range, span_of(0));
		s = range;
		s.low += range.low == 0 && is_of_same_object(p, t);
		s.high -= range.high == 0 && is_of_same_object(p, t);
		return s;
	}
	whole most = op == OP_BVULT || op == OP_BVSLT ? -1 : 0;
	if (holds)
		s.high = most;
	else
		s.low = most + 1;
	return span_meet(range, s);
}

/* ---- decisions ---- */

static unsigned decide(struct place *p, term t, unsigned depth);

/* Is it asked whether a pointer is to a constant object, as null, and that has another size than what the pointer is to? */
static bool is_of_other_size(struct place *p, term t)
{
	struct bank *bank = bank_of(p);
	struct domain *d = p->domain;
	term constant = term_arg(bank, t, 0), identity = term_arg(bank, t, 1);
	if (term_is_constant(bank, identity)) {
		identity = constant;
		constant = term_arg(bank, t, 1);
	}
	if (term_op(bank, t) != OP_EQ || !d->relations->size || !term_is_constant(bank, constant) ||
	    term_op(bank, identity) != OP_EXTRACT || term_width(bank, identity) != d->object_bits)
		return false;
	struct linear a = { 0 }, b = { 0 };
	if (!linear_add_atom(&a, term_select(bank, d->relations->size->term, identity), 1) ||
	    !linear_add_atom(&b, term_select(bank, d->relations->size->term, constant), 1))
		return false;
	return relation_is_atom(d, a.parts[0].atom) &&
	       span_is_none(span_meet(relation_range(p, &a), relation_range_of_atoms(p, &b)));
}

static unsigned decide_comparison(struct place *p, term t)
{
	enum op op = term_op(bank_of(p), t);
	struct linear f;
	if (is_of_other_size(p, t))
		return NUMBER_MAY_FAIL;
	if (!difference(p, t, &f) || !f.count)
		return NUMBER_MAY_FAIL | NUMBER_MAY_HOLD;
	struct span range = relation_range(p, &f);
	if (span_is_none(range))
		return NUMBER_MAY_FAIL | NUMBER_MAY_HOLD;
	/* Pointers of which the offsets are equal may be into different objects. */
	bool may_hold = !span_is_none(span_if(p, t, true, range));
	bool may_fail = (op == OP_EQ && !is_of_same_object(p, t)) || !span_is_none(span_if(p, t, false, range));
	return (may_hold ? NUMBER_MAY_HOLD : 0) | (may_fail ? NUMBER_MAY_FAIL : 0);
}

static unsigned swapped(unsigned may)
{
	return (may & NUMBER_MAY_HOLD ? NUMBER_MAY_FAIL : 0) | (may & NUMBER_MAY_FAIL ? NUMBER_MAY_HOLD : 0);
}

static unsigned decide_connective(struct place *p, term t, unsigned depth)
{
	struct bank *bank = bank_of(p);
	bool is_and = term_op(bank, t) == OP_AND;
	unsigned a = decide(p, term_arg(bank, t, 0), depth), b = decide(p, term_arg(bank, t, 1), depth);
	unsigned ends = is_and ? NUMBER_MAY_FAIL : NUMBER_MAY_HOLD; /* what one of them alone makes of it */
	return ((a | b) & ends) | ((a & b) & ~ends);
}

static unsigned decide(struct place *p, term t, unsigned depth)
{
	struct bank *bank = bank_of(p);
	enum op op = term_op(bank, t);
	p->budget = PLACE_BUDGET;
	struct known k = place_value(p, t);
	unsigned may = (number_holds(k.low, 0) ? NUMBER_MAY_FAIL : 0) | (number_holds(k.low, 1) ? NUMBER_MAY_HOLD : 0);
	if (!depth-- || may != (NUMBER_MAY_FAIL | NUMBER_MAY_HOLD))
		return may;
	if (op == OP_NOT)
		return swapped(decide(p, term_arg(bank, t, 0), depth));
	if (op == OP_AND || op == OP_OR)
		return decide_connective(p, t, depth);
	return is_comparison(op) ? decide_comparison(p, t) : may;
}

/* The variable that V was computed from by adding a constant, in terms of V; 0: it was computed otherwise. */
static term inverse(struct domain *d, const struct variable *v, term value, term *from)
{
	struct bank *bank = d->program->bank;
	uint32_t width = term_width(bank, value), high = width - 1, low = d->pointer_bits;
	bool pointer = domain_is_pointer(d, width);
	if (sort_kind(bank, term_sort(bank, value)) != SORT_BITVECTOR || (pointer && term_op(bank, value) != OP_CONCAT))
		return 0;
	term sum = pointer ? term_arg(bank, value, 1) : value;
	term identity = pointer ? term_arg(bank, value, 0) : 0;
	if (term_op(bank, sum) != OP_BVADD)
		return 0;
	uint32_t k = term_is_constant(bank, term_arg(bank, sum, 0));
	term old = term_arg(bank, sum, k), by = term_arg(bank, sum, 1 - k);
	*from = pointer && term_op(bank, old) == OP_EXTRACT ? term_arg(bank, old, 0) : old;
	if (!term_is_constant(bank, by) || term_op(bank, *from) != OP_VARIABLE || *from == v->term)
		return 0;
	if (!pointer)
		return term_binary(bank, OP_BVSUB, v->term, by);
	term offset = term_binary(bank, OP_BVSUB, term_extract(bank, low - 1, 0, v->term), by);
	if (*from == old) /* an offset of its own */
		return offset;
	if (term_width(bank, *from) != width || old != term_extract(bank, low - 1, 0, *from) ||
	    identity != term_extract(bank, high, low, *from))
		return 0;
	return term_concat(bank, term_extract(bank, high, low, v->term), offset);
}

static term inverse_leaf(void *context, term leaf)
{
	const struct place *p = context;
	for (unsigned i = p->definition_count; i-- > 0;) {
		term from = 0, to = inverse(p->domain, p->definitions[i].variable, p->definitions[i].value, &from);
		if (to && from == leaf)
			return to;
	}
	return leaf;
}

/* The same in terms of variables that were computed from others by adding a constant. */
static term inverted(struct place *p, term t)
{
	return p->definition_count ? term_substitute(bank_of(p), t, inverse_leaf, p) : t;
}

unsigned relations_decide(struct place *p, term condition)
{
	enum { OPEN = NUMBER_MAY_FAIL | NUMBER_MAY_HOLD };
	if (p->split || !facts_has(p->facts, keys_of_variable(RELATION_VARIABLE)))
		return OPEN;
	unsigned may = decide(p, condition, MOST_NESTED);
	term by = may == OPEN ? inverted(p, condition) : condition;
	return by == condition ? may : decide(p, by, MOST_NESTED);
}

/* ---- conditions that hold ---- */

/* BY * the atom is in S: so is what is known of its numbers. False: that is impossible. */
static bool restrict_atom(struct place *p, term atom, int64_t by, struct span s)
{
	struct linear alone = { 0 };
	if (relation_is_object(p->domain, atom))
		return true;
	linear_add_atom(&alone, atom, 1);
	struct span now = relation_range_of_atoms(p, &alone), to = span_meet(now, span_divide(s, by));
	if (span_is_none(to))
		return false;
	if (to.low <= now.low && to.high >= now.high)
		return true;
	uint32_t width = term_width(bank_of(p), atom);
	struct known k = known_number(p->domain, number_between(width, (uint64_t)to.low, (uint64_t)to.high));
	return place_restrict(p, atom, &k);
}

/* The sum is in S: each of its atoms is then where the others leave room. */
static bool restrict_atoms(struct place *p, const struct linear *f, struct span s)
{
	for (uint32_t i = 0; i < f->count; i++) {
		struct linear others = *f;
		if (!linear_add_atom(&others, f->parts[i].atom, -f->parts[i].by))
			continue;
		struct span room = span_add(s, span_scale(relation_range_of_atoms(p, &others), -1));
		if (!restrict_atom(p, f->parts[i].atom, f->parts[i].by, room))
			return false;
	}
	return true;
}

/* The relation is in S, too. */
static bool sharpen(struct place *p, uint32_t number, struct span s)
{
	struct span now = relation_fact(p->facts, number), to = span_meet(now, s);
	if (span_is_none(to))
		return false;
	if (to.low > now.low || to.high < now.high)
		relation_put(p, number, to);
	return restrict_atoms(p, &p->domain->relations->all.at[number].sum, to);
}

/* F is in S: relations with its atoms are multiples of it and others. */
static bool learn(struct place *p, const struct linear *f, struct span s)
{
	const struct relations *r = p->domain->relations;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct relation_list *list = table_get(&r->of_atom, f->parts[i].atom, NULL);
		for (size_t k = 0; list && k < list->count; k++) {
			if (!relation_is_followed(p, list->at[k]))
				continue;
			struct linear rest = r->all.at[list->at[k]].sum;
			int64_t by = linear_by(&rest, f->parts[i].atom);
			if (by % f->parts[i].by || !linear_add(&rest, f, -(by / f->parts[i].by)))
				continue;
			struct span by_it = span_add(span_scale(s, by / f->parts[i].by), relation_range(p, &rest));
			if (!sharpen(p, list->at[k], by_it))
				return false;
		}
	}
	return restrict_atoms(p, f, s);
}

static bool assume(struct place *p, term t, bool holds, unsigned depth);

/* `i < n / 2`: i < n. */
static bool assume_below_dividend(struct place *p, term t, unsigned depth)
{
	enum op op = term_op(bank_of(p), t);
	bool is_signed = op == OP_BVSLT || op == OP_BVSLE;
	term dividend = op == OP_EQ ? 0 : relation_dividend(p, term_arg(bank_of(p), t, 1), is_signed);
	return !dividend || assume(p, term_binary(bank_of(p), op, term_arg(bank_of(p), t, 0), dividend), true, depth);
}

static bool assume(struct place *p, term t, bool holds, unsigned depth)
{
	struct bank *bank = bank_of(p);
	enum op op = term_op(bank, t);
	struct linear f;
	if (!depth--)
		return true;
	if (op == OP_NOT)
		return assume(p, term_arg(bank, t, 0), !holds, depth);
	if ((op == OP_AND && holds) || (op == OP_OR && !holds))
		return assume(p, term_arg(bank, t, 0), holds, depth) && assume(p, term_arg(bank, t, 1), holds, depth);
	if (!is_comparison(op))
		return true;
	if (holds && !assume_below_dividend(p, t, depth))
		return false;
	if (!difference(p, t, &f) || !f.count)
		return true;
	struct span range = relation_range(p, &f), s = span_if(p, t, holds, range);
	bool is_open = op == OP_EQ && !holds && !is_of_same_object(p, t);
	if (span_is_none(s) || is_open)
		return span_is_none(range) || is_open;
	if (s.low == range.low && s.high == range.high)
		return true;
	return learn(p, &f, s);
}

/* What is known of the variable's sums by now. */
static bool refresh(struct place *p, const struct variable *v, term value)
{
	const struct relation_list *list = relations_about(p, v);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct linear *sum = &p->domain->relations->all.at[list->at[i]].sum;
		struct linear f = *sum;
		if (value && !relation_replaced(p, sum, v, value, &f))
			continue;
		if (!sharpen(p, list->at[i], relation_range(p, &f)))
			return false;
	}
	return true;
}

bool relations_remembered(struct place *p, const struct variable *v)
{
	return refresh(p, v, 0);
}

/* What was computed from what the condition is about, and what that was computed from, as far as that is known by other sums now. */
static bool refresh_defined(struct place *p, const struct definition *by, struct uses *uses, term condition)
{
	const struct uses_list *used = uses_of(uses, by->value);
	bool concerned = uses_mention(uses, condition, by->variable);
	for (uint32_t i = 0; i < used->count; i++)
		concerned |= uses_mention(uses, condition, used->variables[i]);
	if (!concerned || !relations_about(p, by->variable))
		return true;
	p->budget = PLACE_BUDGET;
	struct known k = place_value(p, by->value);
	return place_restrict(p, by->variable->term, &k) && refresh(p, by->variable, by->value);
}

bool relations_assumed(struct place *p, const struct facts *before, term condition, bool holds)
{
	struct uses *uses = p->domain->relations->uses;
	const struct uses_list *used = uses_of(uses, condition);
	term c = condition;
	bool concerned = false;
	for (unsigned i = 0; i < p->definition_count; i++)
		concerned |= relations_about(p, p->definitions[i].variable) != NULL;
	for (uint32_t i = 0; i < used->count; i++)
		concerned |= relations_about(p, used->variables[i]) != NULL;
	if (!concerned || p->split)
		return true;
	for (unsigned i = 0; i < MOST_STEPS; i++) {
		if (!assume(p, c, holds, MOST_NESTED))
			return false;
		term by = place_defined(p, c);
		if (c == by)
			break;
		c = by;
	}
	if (p->facts == before)
		return true;
	for (uint32_t i = 0; i < used->count; i++)
		if (sort_kind(bank_of(p), used->variables[i]->sort) != SORT_MAP && !refresh(p, used->variables[i], 0))
			return false;
	for (unsigned i = 0; i < p->definition_count; i++)
		if (!refresh_defined(p, &p->definitions[i], uses, condition))
			return false;
	return true;
}
