/* What terms may be at a place. */
#include "held.h"
#include "identity.h"
#include "pointee.h"
#include "relation.h"
#include "string_terms.h"
#include "whole.h"

fact_key place_key(const struct variable *v)
{
	return key_of(v->kind == VARIABLE_GLOBAL ? v->index : KEY_LOCAL | v->index, 0, 0);
}

static uint32_t width_of(const struct bank *bank, term t)
{
	return term_width(bank, t);
}

static struct known any(const struct place *p, term t)
{
	return known_any(p->domain, width_of(p->domain->program->bank, t));
}

static struct known of_variable(struct place *p, term t)
{
	if (t == p->split)
		return *p->split_value;
	const struct variable *v = program_variable_of(p->domain->program, t);
	const struct known *k = v ? facts_get(p->facts, place_key(v)) : NULL;
	if (v && !k)
		k = identity_known(p->domain, v);
	return k ? *k : any(p, t);
}

/* ---- maps ---- */

static struct known select_from(struct place *p, term t, term map, term index);

/* `other` where the index is not that of this store, or may not be. */
static struct known select_store(struct place *p, term t, term map, term index)
{
	struct bank *bank = p->domain->program->bank;
	struct known i = place_value(p, index), k = place_value(p, term_arg(bank, map, 1));
	unsigned equal = index == term_arg(bank, map, 1) ? NUMBER_MAY_HOLD : known_compare_equal(p->domain, &i, &k);
	if (equal == NUMBER_MAY_FAIL)
		return select_from(p, t, term_arg(bank, map, 0), index);
	struct known value = place_value(p, term_arg(bank, map, 2));
	if (equal == NUMBER_MAY_HOLD || known_is_any(&value))
		return value;
	struct known other = select_from(p, t, term_arg(bank, map, 0), index);
	return known_join(p->domain, &value, &other);
}

/* Of a run of cells that are replaced: are those at INDEX others? */
static bool is_outside_run(struct place *p, term map, term index)
{
	struct bank *bank = p->domain->program->bank;
	struct known i = place_value(p, index), k = place_value(p, term_arg(bank, map, 1));
	return !known_may_meet(&i, &k);
}

static struct known select_from(struct place *p, term t, term map, term index)
{
	struct bank *bank = p->domain->program->bank;
	if (!p->budget)
		return any(p, t);
	p->budget--;
	switch (term_op(bank, map)) {
	case OP_VARIABLE: {
		const struct variable *v = program_variable_of(p->domain->program, map);
		struct known i = place_value(p, index);
		if (!v)
			return any(p, t);
		struct known k = pointee_read(p, v, index, &i, place_read(p, v, &i));
		return held_read(p->domain, v, &k);
	}
	case OP_STORE:
		return select_store(p, t, map, index);
	case OP_CONST_MAP:
		return place_value(p, term_arg(bank, map, 0));
	case OP_FILL:
	case OP_COPY:
		return is_outside_run(p, map, index) ? select_from(p, t, term_arg(bank, map, 0), index) : any(p, t);
	case OP_ITE: {
		struct known a = select_from(p, t, term_arg(bank, map, 1), index);
		struct known b = select_from(p, t, term_arg(bank, map, 2), index);
		return known_join(p->domain, &a, &b);
	}
	default:
		return any(p, t);
	}
}

/* ---- operators ---- */

struct number place_number(struct place *p, term t)
{
	struct known k = place_value(p, t);
	return known_as_number(p->domain, &k);
}

static struct known extract(struct place *p, term t, term from)
{
	struct bank *bank = p->domain->program->bank;
	struct domain *d = p->domain;
	uint32_t high = term_index(bank, t, 0), low = term_index(bank, t, 1), width = width_of(bank, from);
	struct known k = place_value(p, from);
	if (domain_is_pointer(d, width) && low == d->pointer_bits && high == width - 1)
		return known_identity(d, &k);
	if (domain_is_pointer(d, width) && high < d->pointer_bits)
		return known_number(d, number_extract(high, low, k.low));
	return width <= 64 ? known_number(d, number_extract(high, low, known_as_number(d, &k))) : any(p, t);
}

/* A pointer into the object that another one points to: an offset for each target. */
static struct known moved(struct place *p, term variable, struct known from, term offset)
{
	struct domain *d = p->domain;
	struct known result = from;
	p->split = variable;
	for (uint32_t i = 0; i < from.target_count; i++) {
		struct known one = known_target(d, &from, i);
		p->split_value = &one;
		struct number at = place_number(p, offset);
		struct known k = known_object(d, from.targets[i].object, &at);
		result = i ? known_join(d, &result, &k) : k;
	}
	p->split = 0;
	return result;
}

static struct known concat(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	struct domain *d = p->domain;
	term high = term_arg(bank, t, 0), low = term_arg(bank, t, 1);
	if (!domain_is_pointer(d, width_of(bank, t)) || width_of(bank, low) != d->pointer_bits) {
		if (width_of(bank, t) > 64)
			return any(p, t);
		return known_number(d, number_concat(place_number(p, high), place_number(p, low)));
	}
	term from = term_op(bank, high) == OP_EXTRACT ? term_arg(bank, high, 0) : 0;
	if (from && !p->split && term_op(bank, from) == OP_VARIABLE && width_of(bank, from) == width_of(bank, t) &&
	    term_index(bank, high, 1) == d->pointer_bits) {
		struct known k = of_variable(p, from);
		if (k.target_count != TARGETS_ANY && k.target_count > 1)
			return moved(p, from, k, low);
	}
	struct known identity = place_value(p, high);
	return known_pointer(d, &identity, place_number(p, low));
}

static struct known truth(struct place *p, unsigned may)
{
	struct number n = may == NUMBER_MAY_HOLD   ? number_constant(1, 1)
			  : may == NUMBER_MAY_FAIL ? number_constant(1, 0)
			  : may                    ? number_all(1)
						   : number_none(1);
	return known_number(p->domain, n);
}

static struct known compared(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	struct known a = place_value(p, term_arg(bank, t, 0)), b = place_value(p, term_arg(bank, t, 1));
	if (term_op(bank, t) == OP_EQ) {
		unsigned may = known_compare_equal(p->domain, &a, &b);
		bool open = may == (NUMBER_MAY_FAIL | NUMBER_MAY_HOLD);
		return truth(p, open && place_is_narrowed(p, term_arg(bank, t, 0), term_arg(bank, t, 1))
					? NUMBER_MAY_HOLD
					: may);
	}
	if (a.width > 64)
		return any(p, t);
	return truth(p,
		     number_compare(term_op(bank, t), known_as_number(p->domain, &a), known_as_number(p->domain, &b)));
}

static struct known chosen(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	struct number c = place_number(p, term_arg(bank, t, 0));
	uint64_t value;
	if (number_is_constant(c, &value))
		return place_value(p, term_arg(bank, t, value ? 1 : 2));
	struct known a = place_value(p, term_arg(bank, t, 1)), b = place_value(p, term_arg(bank, t, 2));
	return known_join(p->domain, &a, &b);
}

/* Connectives, as operators on 1 bit. */
static enum op bit_operator(enum op op)
{
	return op == OP_AND ? OP_BVAND : op == OP_OR ? OP_BVOR : OP_BVXOR;
}

static struct known computed(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, t);
	if (width_of(bank, t) > 64 || width_of(bank, term_arg(bank, t, 0)) > 64)
		return any(p, t);
	struct number a = place_number(p, term_arg(bank, t, 0));
	switch (op) {
	case OP_NOT:
		return known_number(p->domain, number_unary(OP_BVNOT, a));
	case OP_BVNOT:
	case OP_BVNEG:
		return known_number(p->domain, number_unary(op, a));
	case OP_ZERO_EXTEND:
		return known_number(p->domain, number_zero_extend(width_of(bank, t), a));
	case OP_SIGN_EXTEND:
		return known_number(p->domain, number_sign_extend(width_of(bank, t), a));
	default:
		break;
	}
	struct number b = place_number(p, term_arg(bank, t, 1));
	if (op == OP_AND || op == OP_OR || op == OP_XOR)
		op = bit_operator(op);
	return known_number(p->domain, number_binary(op, a, b));
}

/* ---- what was evaluated before ---- */

enum { VALUES = 4096 };

/* A term is a graph: what is read of a pointer's bytes stands in it many times. */
struct value_before {
	const struct facts *facts; /* NULL: nothing */
	term term, split;
	unsigned cost; /* of the budget */
	struct known value, split_value;
};

static struct value_before *value_before(struct place *p, term t)
{
	uint64_t hash = hash_mix(hash_mix((uintptr_t)p->facts, t), p->split ? p->split_value->targets[0].object : 0);
	if (!p->domain->values)
		p->domain->values = memory_alloc(VALUES * sizeof *p->domain->values);
	return &p->domain->values[hash % VALUES];
}

static bool is_same_place(const struct value_before *v, const struct place *p, term t)
{
	return v->facts == p->facts && v->term == t && v->split == p->split &&
	       (!p->split || known_equal(&v->split_value, p->split_value));
}

void place_values_forget(struct domain *d)
{
	memory_free(d->values);
	d->values = NULL;
	decisions_forget(d);
	table_reads_forget(d);
}

static struct known evaluated(struct place *p, term t);

/* As if it were evaluated again, for the same budget. */
static struct known remembered(struct place *p, term t)
{
	if (!p->facts || (p->split && p->split_value->target_count != 1))
		return evaluated(p, t);
	struct value_before *v = value_before(p, t);
	if (is_same_place(v, p, t) && v->cost < p->budget) {
		p->budget -= v->cost;
		return v->value;
	}
	unsigned budget = p->budget;
	struct known value = evaluated(p, t);
	struct known split = p->split ? *p->split_value : value;
	if (p->budget) /* else parts may have been left out */
		*v = (struct value_before){ p->facts, t, p->split, budget - p->budget, value, split };
	return value;
}

static struct known evaluated(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	struct known k;
	switch (term_op(bank, t)) {
	case OP_SELECT:
		return select_from(p, t, term_arg(bank, t, 0), term_arg(bank, t, 1));
	case OP_EXTRACT:
		return extract(p, t, term_arg(bank, t, 0));
	case OP_CONCAT:
		return concat(p, t);
	case OP_ITE:
		return whole_value(p, t, &k) ? k : chosen(p, t);
	case OP_EQ:
	case OP_BVULT:
	case OP_BVULE:
	case OP_BVSLT:
	case OP_BVSLE:
		return compared(p, t);
	default:
		return computed(p, t);
	}
}

struct known place_value(struct place *p, term t)
{
	const struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_VARIABLE)
		return of_variable(p, t);
	if (op == OP_CONSTANT)
		return known_constant(p->domain, t);
	if (!p->budget)
		return any(p, t);
	p->budget--;
	return op == OP_SELECT || op == OP_CONCAT || op == OP_ITE ? remembered(p, t) : evaluated(p, t);
}
