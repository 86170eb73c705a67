/* A condition holds: what follows for variables and cells. */
#include "pointee.h"
#include "whole.h"

enum { MAX_DEPTH = 40, MAX_CASES = 5, MAX_SPLITS = 2, MAX_STEPS = 3 };

static bool restrict_to(struct place *p, term t, struct known k, unsigned depth);
static bool assume(struct place *p, term t, bool holds, unsigned depth);

static struct known value(struct place *p, term t)
{
	p->budget = PLACE_BUDGET;
	return place_value(p, t);
}

/* Of up to 64 bits. */
static struct number number(struct place *p, term t)
{
	struct known k = value(p, t);
	return known_as_number(p->domain, &k);
}

/* ---- backwards: the term is one of K ---- */

static bool put(struct place *p, fact_key key, const struct known *now, const struct known *k)
{
	struct known met = known_meet(p->domain, now, k);
	if (known_is_none(&met))
		return false;
	p->facts = facts_put(p->domain, p->facts, key, &met);
	return true;
}

/* The index: where one of K may be; and what is there, if that is always the same cell. */
static bool restrict_cell(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	const struct variable *v = program_variable_of(p->domain->program, term_arg(bank, t, 0));
	if (!v)
		return true;
	struct known index = value(p, term_arg(bank, t, 1)), now = value(p, t);
	pointee_learn(p, v, term_arg(bank, t, 1), &k);
	wholes_learn_address(p, v, term_arg(bank, t, 1), &k);
	struct known found = place_find(p, v, &index, &k);
	if (!known_equal(&found, &index) && !restrict_to(p, term_arg(bank, t, 1), found, depth))
		return false;
	index = found;
	uint64_t offset = 0;
	if (index.target_count != 1 || !object_is_single(p->domain, index.targets[0].object))
		return true;
	bool is_pointer = domain_is_pointer(p->domain, index.width);
	if (is_pointer && !number_is_constant(index.targets[0].offset, &offset))
		return true;
	uint32_t cell = is_pointer ? domain_cell(p->domain, offset) : 0;
	uint32_t variable = (uint32_t)(place_key(v) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (is_pointer && !cell)
		return true;
	struct known met = known_meet(p->domain, &now, &k);
	return put(p, key_of(variable, index.targets[0].object, cell), &now, &k) &&
	       wholes_learn(p, v, index.targets[0].object, cell, &met);
}

static bool restrict_extract(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	struct domain *d = p->domain;
	term from = term_arg(bank, t, 0);
	uint32_t high = term_index(bank, t, 0), low = term_index(bank, t, 1), width = term_width(bank, from);
	if (domain_is_pointer(d, width) && low == d->pointer_bits && high == width - 1)
		return restrict_to(p, from, known_pointer(d, &k, number_all(d->pointer_bits)), depth);
	if (domain_is_pointer(d, width) && high < d->pointer_bits) {
		struct known offset = known_any(d, width);
		number_refine_extract(high, low, known_as_number(d, &k), &offset.low);
		return restrict_to(p, from, offset, depth);
	}
	if (width > 64)
		return true;
	struct number now = number(p, from);
	number_refine_extract(high, low, known_as_number(d, &k), &now);
	return restrict_to(p, from, known_number(d, now), depth);
}

static bool restrict_concat(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	struct domain *d = p->domain;
	term high = term_arg(bank, t, 0), low = term_arg(bank, t, 1);
	if (domain_is_pointer(d, k.width) && term_width(bank, low) == d->pointer_bits)
		return restrict_to(p, high, known_identity(d, &k), depth) &&
		       restrict_to(p, low, known_number(d, k.low), depth);
	if (k.width > 64)
		return true;
	struct number a = number(p, high), b = number(p, low);
	number_refine_concat(known_as_number(d, &k), &a, &b);
	return restrict_to(p, high, known_number(d, a), depth) && restrict_to(p, low, known_number(d, b), depth);
}

static bool restrict_chosen(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	for (uint32_t i = 1; i <= 2; i++) {
		struct known v = value(p, term_arg(bank, t, i));
		v = known_meet(p->domain, &v, &k);
		if (known_is_none(&v))
			return assume(p, term_arg(bank, t, 0), i == 2, depth) &&
			       restrict_to(p, term_arg(bank, t, 3 - i), k, depth);
	}
	return true;
}

static bool restrict_operands(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	struct domain *d = p->domain;
	enum op op = term_op(bank, t);
	if (k.width > 64 || term_width(bank, term_arg(bank, t, 0)) > 64)
		return true;
	struct number result = known_as_number(d, &k), a = number(p, term_arg(bank, t, 0));
	if (term_count(bank, t) == 1) {
		if (op == OP_ZERO_EXTEND)
			number_refine_zero_extend(result, &a);
		else if (op == OP_SIGN_EXTEND)
			number_refine_sign_extend(result, &a);
		else
			number_refine_unary(op, result, &a);
		return restrict_to(p, term_arg(bank, t, 0), known_number(d, a), depth);
	}
	struct number b = number(p, term_arg(bank, t, 1));
	number_refine_binary(op, result, &a, &b);
	return restrict_to(p, term_arg(bank, t, 0), known_number(d, a), depth) &&
	       restrict_to(p, term_arg(bank, t, 1), known_number(d, b), depth);
}

static bool is_condition(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BOOL;
}

static bool restrict_to(struct place *p, term t, struct known k, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	uint64_t bit;
	if (known_is_none(&k))
		return false;
	if (term_is_constant(bank, t) || !depth-- || t == p->split)
		return true;
	const struct variable *v = program_variable_of(p->domain->program, t);
	if (v) {
		struct known now = value(p, t);
		if (!put(p, place_key(v), &now, &k))
			return false;
		k = value(p, t);
		pointee_restricted(p, v, &k);
		return true;
	}
	if (is_condition(bank, t))
		return !number_is_constant(k.low, &bit) || assume(p, t, bit, depth);
	switch (term_op(bank, t)) {
	case OP_SELECT:
		return restrict_cell(p, t, k, depth);
	case OP_EXTRACT:
		return restrict_extract(p, t, k, depth);
	case OP_CONCAT:
		return restrict_concat(p, t, k, depth);
	case OP_ITE:
		return restrict_chosen(p, t, k, depth);
	default:
		return restrict_operands(p, t, k, depth);
	}
}

/* ---- comparisons ---- */

/* A is not B: without the target that would be B. */
static struct known differs(struct place *p, struct known a, struct known b)
{
	uint64_t x, y;
	if (a.width <= 64) {
		struct number left = known_as_number(p->domain, &a), right = known_as_number(p->domain, &b);
		number_refine(OP_EQ, false, &left, &right);
		struct known k = known_number(p->domain, left);
		a = known_meet(p->domain, &a, &k);
	}
	if (a.target_count == TARGETS_ANY || b.target_count != 1 || !object_is_single(p->domain, b.targets[0].object))
		return a;
	for (uint32_t i = 0; i < a.target_count; i++)
		if (a.targets[i].object == b.targets[0].object &&
		    (!domain_is_pointer(p->domain, a.width) || (number_is_constant(a.targets[i].offset, &x) &&
								number_is_constant(b.targets[0].offset, &y) && x == y)))
			return known_without(p->domain, &a, i);
	return a;
}

static bool assume_equal(struct place *p, term t, bool holds, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	term left = term_arg(bank, t, 0), right = term_arg(bank, t, 1);
	struct known a = value(p, left), b = value(p, right);
	if (holds) {
		struct known both = known_meet(p->domain, &a, &b);
		return restrict_to(p, left, both, depth) && restrict_to(p, right, both, depth);
	}
	return restrict_to(p, left, differs(p, a, b), depth) && restrict_to(p, right, differs(p, b, a), depth);
}

static bool assume_order(struct place *p, term t, bool holds, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	term left = term_arg(bank, t, 0), right = term_arg(bank, t, 1);
	if (term_width(bank, left) > 64)
		return true;
	struct number a = number(p, left), b = number(p, right);
	number_refine(term_op(bank, t), holds, &a, &b);
	return restrict_to(p, left, known_number(p->domain, a), depth) &&
	       restrict_to(p, right, known_number(p->domain, b), depth);
}

/* ---- connectives ---- */

/* One of the two is true, or one is false. */
static bool assume_either(struct place *p, term a, term b, bool holds, unsigned depth)
{
	struct place left = *p, right = *p;
	bool is_left = assume(&left, a, holds, depth);
	bool is_right = assume(&right, a, !holds, depth) && assume(&right, b, holds, depth);
	if (is_left && is_right)
		p->facts = facts_join(p->domain, left.facts, right.facts, NULL);
	else
		p->facts = is_left ? left.facts : right.facts;
	return is_left || is_right;
}

/* One of two conditions, as a third one chooses. */
static bool assume_chosen(struct place *p, term t, bool holds, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	struct place left = *p, right = *p;
	term c = term_arg(bank, t, 0);
	bool is_left = assume(&left, c, true, depth) && assume(&left, term_arg(bank, t, 1), holds, depth);
	bool is_right = assume(&right, c, false, depth) && assume(&right, term_arg(bank, t, 2), holds, depth);
	if (is_left && is_right)
		p->facts = facts_join(p->domain, left.facts, right.facts, NULL);
	else
		p->facts = is_left ? left.facts : right.facts;
	return is_left || is_right;
}

static bool assume(struct place *p, term t, bool holds, unsigned depth)
{
	struct bank *bank = p->domain->program->bank;
	if (!depth--)
		return true;
	switch (term_op(bank, t)) {
	case OP_CONSTANT:
		return term_is_true(bank, t) == holds;
	case OP_NOT:
		return assume(p, term_arg(bank, t, 0), !holds, depth);
	case OP_AND:
	case OP_OR:
		if ((term_op(bank, t) == OP_AND) == holds)
			return assume(p, term_arg(bank, t, 0), holds, depth) &&
			       assume(p, term_arg(bank, t, 1), holds, depth);
		return assume_either(p, term_arg(bank, t, 0), term_arg(bank, t, 1), holds,
				     depth > MAX_CASES ? MAX_CASES : depth);
	case OP_ITE:
		return assume_chosen(p, t, holds, depth > MAX_CASES ? MAX_CASES : depth);
	case OP_EQ:
		return assume_equal(p, t, holds, depth);
	case OP_BVULT:
	case OP_BVULE:
	case OP_BVSLT:
	case OP_BVSLE:
		return assume_order(p, t, holds, depth);
	case OP_VARIABLE:
		return t == p->split || restrict_to(p, t, known_number(p->domain, number_constant(1, holds)), depth);
	default:
		return true;
	}
}

/* The variable's targets with which the condition may be so. */
static bool assume_targets(struct place *p, term condition, bool holds, term variable)
{
	struct known all = value(p, variable);
	const struct variable *v = program_variable_of(p->domain->program, variable);
	p->split = variable;
	for (uint32_t i = all.target_count; i-- > 0;) {
		struct known one = known_target(p->domain, &all, i);
		p->split_value = &one;
		struct number n = number(p, condition);
		if (!number_holds(n, holds))
			all = known_without(p->domain, &all, i);
	}
	p->split = 0;
	if (known_is_none(&all))
		return false;
	p->facts = facts_put(p->domain, p->facts, place_key(v), &all);
	return true;
}

bool place_assume(struct place *p, term condition, bool holds)
{
	if (!assume(p, condition, holds, MAX_DEPTH))
		return false;
	for (unsigned i = 0; i < MAX_SPLITS; i++) {
		term variable = place_splittable(p, condition, i);
		if (!variable)
			break;
		if (!assume_targets(p, condition, holds, variable))
			return false;
	}
	return true;
}

bool place_restrict(struct place *p, term t, const struct known *k)
{
	return restrict_to(p, t, *k, MAX_DEPTH);
}

static term defined_leaf(void *context, term leaf)
{
	const struct place *p = context;
	for (unsigned i = p->definition_count; i-- > 0;)
		if (p->definitions[i].variable->term == leaf)
			return p->definitions[i].value;
	return leaf;
}

term place_defined(const struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	return p->definition_count ? term_substitute(bank, t, defined_leaf, (void *)(uintptr_t)p) : t;
}

/* What is known of a variable is known of those that are copies of it, and of the cells that it was read from or stored to. */
static bool restrict_copies(struct place *p)
{
	for (unsigned i = 0; i < p->definition_count; i++) {
		const struct definition *of = &p->definitions[i];
		enum op op = term_op(p->domain->program->bank, of->value);
		if (op != OP_VARIABLE && op != OP_SELECT)
			continue;
		term from = op == OP_SELECT ? of->variable->term : of->value;
		if (!restrict_to(p, op == OP_SELECT ? of->value : of->variable->term, value(p, from), MAX_DEPTH))
			return false;
	}
	return true;
}

bool place_assume_defined(struct place *p, term condition, bool holds)
{
	const struct facts *before = p->facts;
	for (unsigned i = 0; i < MAX_STEPS; i++) {
		if (!place_assume(p, condition, holds))
			return false;
		term by = place_defined(p, condition);
		if (by == condition)
			break;
		condition = by;
	}
	return p->facts == before || restrict_copies(p);
}
