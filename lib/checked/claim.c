/* Conditions about pointers (claim.h). */
#include "claim.h"

#include "role.h"

static bool is_by_object(const struct claim_maps *m, const struct variable *v, uint32_t width)
{
	const struct bank *bank = m->program->bank;
	return v && sort_kind(bank, v->sort) == SORT_MAP &&
	       sort_width(bank, sort_index(bank, v->sort)) == m->object_bits &&
	       sort_kind(bank, sort_value(bank, v->sort)) == SORT_BITVECTOR &&
	       sort_width(bank, sort_value(bank, v->sort)) == width;
}

bool claim_maps_init(struct claim_maps *m, struct program *p)
{
	*m = (struct claim_maps){ .program = p };
	m->object_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 0);
	m->offset_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 0);
	m->first_fresh = attribute_get_number(p->attributes, ATTRIBUTE_FIRST_FRESH, 1);
	if (m->object_bits < 2 || m->object_bits > 64 || m->offset_bits < 32 || m->offset_bits > 64)
		return false;
	m->state = program_role(p, GLOBAL_STATE);
	m->size = program_role(p, GLOBAL_SIZE);
	m->state = is_by_object(m, m->state, 8) ? m->state : NULL;
	m->size = is_by_object(m, m->size, m->offset_bits) ? m->size : NULL;
	return true;
}

/* ---- terms ---- */

static const struct variable *local(const struct claim_maps *m, term t, uint32_t width)
{
	const struct bank *bank = m->program->bank;
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(m->program, t) : NULL;
	return v && v->kind != VARIABLE_GLOBAL && term_width(bank, t) == width ? v : NULL;
}

const struct variable *claim_object(const struct claim_maps *m, term identity)
{
	const struct bank *bank = m->program->bank;
	if (term_op(bank, identity) != OP_EXTRACT)
		return local(m, identity, m->object_bits);
	uint32_t width = m->object_bits + m->offset_bits;
	return term_index(bank, identity, 0) == width - 1 && term_index(bank, identity, 1) == m->offset_bits
		       ? local(m, term_arg(bank, identity, 0), width)
		       : NULL;
}

static bool is_constant(const struct bank *bank, term t, uint64_t *value)
{
	if (!term_is_constant(bank, t) || !term_fits(bank, t))
		return false;
	*value = term_value(bank, t);
	return true;
}

static bool as_bytes(const struct claim_maps *m, term t, int64_t *bytes)
{
	uint64_t value;
	if (!is_constant(m->program->bank, t, &value))
		return false;
	*bytes = m->offset_bits == 64 ? (int64_t)value
				      : (int64_t)(value << (64 - m->offset_bits)) >> (64 - m->offset_bits);
	return *bytes > -VALIDITY_LIMIT && *bytes < VALIDITY_LIMIT;
}

bool claim_offset(const struct claim_maps *m, term offset, const struct variable *of, int64_t *bytes)
{
	const struct bank *bank = m->program->bank;
	*bytes = 0;
	if (term_op(bank, offset) == OP_BVADD) {
		bool first = as_bytes(m, term_arg(bank, offset, 0), bytes);
		if (!first && !as_bytes(m, term_arg(bank, offset, 1), bytes))
			return false;
		offset = term_arg(bank, offset, first);
	}
	return term_op(bank, offset) == OP_EXTRACT && term_index(bank, offset, 0) == m->offset_bits - 1 &&
	       term_index(bank, offset, 1) == 0 && term_arg(bank, offset, 0) == of->term;
}

/* ---- null ---- */

static struct claim nonnull_of(const struct claim_maps *m, term t)
{
	const struct bank *bank = m->program->bank;
	uint64_t value;
	for (uint32_t i = 0; term_op(bank, t) == OP_EQ && i < 2; i++) {
		term identity = term_arg(bank, t, 1 - i);
		if (is_constant(bank, term_arg(bank, t, i), &value) && !value &&
		    term_width(bank, identity) == m->object_bits && claim_object(m, identity))
			return (struct claim){ .kind = CLAIM_NONNULL, .of = claim_object(m, identity) };
	}
	return (struct claim){ .kind = CLAIM_NONE };
}

/* ---- states ---- */

/* The one read of `$state` in the condition; 0: there is none, or a part that is not looked at. */
static term read_of(const struct claim_maps *m, term t, unsigned depth)
{
	const struct bank *bank = m->program->bank;
	if (term_op(bank, t) == OP_SELECT)
		return term_arg(bank, t, 0) == m->state->term ? t : 0;
	for (uint32_t i = 0; depth && i < term_count(bank, t); i++) {
		term found = read_of(m, term_arg(bank, t, i), depth - 1);
		if (found)
			return found;
	}
	return 0;
}

static bool is_looked_at(const struct bank *bank, term t)
{
	enum op op = term_op(bank, t);
	if (op == OP_AND || op == OP_OR)
		return true;
	return (op == OP_EQ || op == OP_BVULT || op == OP_BVADD) &&
	       sort_kind(bank, term_sort(bank, term_arg(bank, t, 0))) == SORT_BITVECTOR &&
	       term_width(bank, term_arg(bank, t, 0)) == 8;
}

/* The value of a condition or number of 8 bits, where the read is VALUE. False: it depends on something else. */
static bool evaluate(const struct bank *bank, term t, term read, uint64_t value, uint64_t *result)
{
	uint64_t a, b;
	if (t == read || is_constant(bank, t, result)) {
		*result = t == read ? value : *result;
		return true;
	}
	if (term_op(bank, t) == OP_NOT) {
		bool known = evaluate(bank, term_arg(bank, t, 0), read, value, result);
		*result = !*result;
		return known;
	}
	if (!is_looked_at(bank, t) || !evaluate(bank, term_arg(bank, t, 0), read, value, &a) ||
	    !evaluate(bank, term_arg(bank, t, 1), read, value, &b))
		return false;
	switch (term_op(bank, t)) {
	case OP_AND:
		*result = a && b;
		return true;
	case OP_OR:
		*result = a || b;
		return true;
	case OP_EQ:
		*result = a == b;
		return true;
	case OP_BVULT:
		*result = a < b;
		return true;
	case OP_BVADD:
		*result = (a + b) & 255;
		return true;
	default:
		return false;
	}
}

static struct claim states_of(const struct claim_maps *m, term t, bool holds)
{
	enum { DEPTH = 6 };
	const struct bank *bank = m->program->bank;
	struct claim c = { .kind = CLAIM_NONE }, found = { .kind = CLAIM_STATES, .must = STATES_ANY };
	term read = m->state ? read_of(m, t, DEPTH) : 0;
	uint64_t result = 0;
	found.of = read ? claim_object(m, term_arg(bank, read, 1)) : NULL;
	for (uint64_t value = 0; found.of && value < 256; value++) {
		if (!evaluate(bank, t, read, value, &result))
			return c;
		uint64_t bit = UINT64_C(1) << (value < STATE_REST ? value : STATE_REST);
		if ((result != 0) == holds)
			found.may |= bit;
		else
			found.must &= ~bit;
	}
	return found.of ? found : c;
}

/* ---- bounds ---- */

/* A read of `$size`: of which object? */
static const struct variable *sized(const struct claim_maps *m, term t)
{
	const struct bank *bank = m->program->bank;
	return term_op(bank, t) == OP_SELECT && term_arg(bank, t, 0) == m->size->term
		       ? claim_object(m, term_arg(bank, t, 1))
		       : NULL;
}

/* size - *bytes < offset + c, of a pointer. */
static const struct variable *is_beyond(const struct claim_maps *m, term t, int64_t *bytes, int64_t *from)
{
	const struct bank *bank = m->program->bank;
	if (term_op(bank, t) != OP_BVULT || term_op(bank, term_arg(bank, t, 0)) != OP_BVADD)
		return NULL;
	term sum = term_arg(bank, t, 0);
	bool first = as_bytes(m, term_arg(bank, sum, 0), bytes);
	if (!first && !as_bytes(m, term_arg(bank, sum, 1), bytes))
		return NULL;
	*bytes = -*bytes;
	const struct variable *v = sized(m, term_arg(bank, sum, first));
	return v && *bytes > 0 && *bytes < VALIDITY_LIMIT && claim_offset(m, term_arg(bank, t, 1), v, from) ? v : NULL;
}

/* size < bytes; of one byte: size = 0. */
static bool is_smaller(const struct claim_maps *m, term t, const struct variable *v, int64_t bytes)
{
	const struct bank *bank = m->program->bank;
	uint64_t value;
	if (term_op(bank, t) == OP_EQ && bytes == 1)
		for (uint32_t i = 0; i < 2; i++)
			if (sized(m, term_arg(bank, t, i)) == v &&
			    is_constant(bank, term_arg(bank, t, 1 - i), &value) && !value)
				return true;
	return term_op(bank, t) == OP_BVULT && sized(m, term_arg(bank, t, 0)) == v &&
	       is_constant(bank, term_arg(bank, t, 1), &value) && value == (uint64_t)bytes;
}

static struct claim inside_of(const struct claim_maps *m, term t)
{
	const struct bank *bank = m->program->bank;
	struct claim c = { .kind = CLAIM_NONE };
	int64_t bytes, from;
	if (!m->size || term_op(bank, t) != OP_AND || term_op(bank, term_arg(bank, t, 0)) != OP_NOT ||
	    term_op(bank, term_arg(bank, t, 1)) != OP_NOT)
		return c;
	for (uint32_t i = 0; i < 2; i++) {
		term beyond = term_arg(bank, term_arg(bank, t, i), 0);
		const struct variable *v = is_beyond(m, beyond, &bytes, &from);
		if (v && is_smaller(m, term_arg(bank, term_arg(bank, t, 1 - i), 0), v, bytes))
			return (struct claim){ .kind = CLAIM_INSIDE,
					       .of = v,
					       .inside = { (int32_t)from, (int32_t)(from + bytes) } };
	}
	return c;
}

/* ---- conditions ---- */

static struct claim claim_that(const struct claim_maps *m, term t, bool holds)
{
	struct claim c = holds ? inside_of(m, t) : nonnull_of(m, t);
	return c.kind ? c : states_of(m, t, holds);
}

bool claims_visit(const struct claim_maps *m, term t, bool holds, bool (*visit)(void *context, const struct claim *c),
		  void *context)
{
	enum { MOST = 16 };
	const struct bank *bank = m->program->bank;
	bool all = true;
	for (unsigned parts = 0; parts < MOST; parts++) {
		for (; term_op(bank, t) == OP_NOT; holds = !holds)
			t = term_arg(bank, t, 0);
		if (term_is_constant(bank, t))
			return all && term_is_true(bank, t) == holds;
		struct claim c = claim_that(m, t, holds);
		if (c.kind)
			return visit(context, &c) && all;
		if (term_op(bank, t) != (holds ? OP_AND : OP_OR))
			return false;
		all &= claims_visit(m, term_arg(bank, t, 0), holds, visit, context);
		t = term_arg(bank, t, 1);
	}
	return false;
}
