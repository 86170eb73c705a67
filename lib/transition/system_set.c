/* Values that are one of a few constants: what a pointer that may be null holds, or one to this or that object. A cell that is read
 * through one is the alternative of the cells. */
#include "system_builder.h"

enum { MOST_DEPTH = 40 };

/* ---- under a condition ---- */

enum truth { OPEN, TRUE, FALSE };

struct under {
	struct bank *bank;
	struct table known; /* Bool term -> TRUE or FALSE */
};

static enum truth opposite(enum truth t)
{
	return t == TRUE ? FALSE : t == FALSE ? TRUE : OPEN;
}

static void learn(struct under *u, term t, bool holds, unsigned depth)
{
	enum op op = term_op(u->bank, t);
	if (depth >= MOST_DEPTH)
		return;
	table_put(&u->known, t, holds ? TRUE : FALSE);
	if (op == OP_NOT)
		learn(u, term_arg(u->bank, t, 0), !holds, depth + 1);
	for (uint32_t i = 0; op == (holds ? OP_AND : OP_OR) && i < term_count(u->bank, t); i++)
		learn(u, term_arg(u->bank, t, i), holds, depth + 1);
}

static enum truth truth_of(const struct under *u, term t, unsigned depth)
{
	enum op op = term_op(u->bank, t);
	enum truth known = (enum truth)table_get(&u->known, t, OPEN);
	if (known != OPEN || depth >= MOST_DEPTH)
		return known;
	if (op == OP_NOT)
		return opposite(truth_of(u, term_arg(u->bank, t, 0), depth + 1));
	if (op != OP_AND && op != OP_OR)
		return OPEN;
	enum truth deciding = op == OP_AND ? FALSE : TRUE, all = opposite(deciding);
	for (uint32_t i = 0; i < term_count(u->bank, t); i++) {
		enum truth one = truth_of(u, term_arg(u->bank, t, i), depth + 1);
		if (one == deciding)
			return deciding;
		all = one == OPEN ? OPEN : all;
	}
	return all;
}

term system_under(struct bank *bank, term condition, term value)
{
	struct under u = { .bank = bank };
	if (term_op(bank, value) != OP_ITE)
		return value;
	learn(&u, condition, true, 0);
	while (term_op(bank, value) == OP_ITE) {
		enum truth truth = truth_of(&u, term_arg(bank, value, 0), 0);
		if (truth == OPEN)
			break;
		value = term_arg(bank, value, truth == TRUE ? 1 : 2);
	}
	table_free(&u.known);
	return value;
}

/* ---- what a place may hold ---- */

static bool add(struct fact *fact, term constant)
{
	for (uint32_t i = 0; i < fact->count; i++)
		if (fact->set[i] == constant)
			return true;
	if (fact->count == MOST_CONSTANTS)
		return false;
	fact->set[fact->count++] = constant;
	return true;
}

/* What is known of the variable at the cut; NULL: nothing. */
static const struct fact *fact_of(const struct builder *b, term leaf)
{
	uint32_t place = term_op(b->bank, leaf) == OP_VARIABLE ? table_get(&b->system->place_of, leaf, 0) : 0;
	const struct facts *known = &b->known[b->at];
	return place && place <= known->count && known->at[place - 1].count > 1 ? &known->at[place - 1] : NULL;
}

/* Adds what VALUE may be. False: it may be anything. */
static bool collect(const struct builder *b, struct fact *fact, term value, unsigned depth)
{
	const struct fact *own = fact_of(b, value);
	if (term_is_constant(b->bank, value))
		return add(fact, value);
	for (uint32_t i = 0; own && i < own->count; i++)
		if (!add(fact, own->set[i]))
			return false;
	if (own)
		return true;
	return depth < MOST_DEPTH && term_op(b->bank, value) == OP_ITE &&
	       collect(b, fact, term_arg(b->bank, value, 1), depth + 1) &&
	       collect(b, fact, term_arg(b->bank, value, 2), depth + 1);
}

static bool is_bitvector(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR;
}

bool system_meet(const struct builder *b, struct fact *fact, term value)
{
	struct fact met = *fact;
	if (met.value && met.value != VARIES)
		met = (struct fact){ .value = met.value, .count = 1, .set = { met.value } };
	bool few = is_bitvector(b->bank, value) || term_is_constant(b->bank, value);
	if (!few || !collect(b, &met, value, 0) || (met.count > 1 && !is_bitvector(b->bank, value)))
		met = (struct fact){ .value = VARIES };
	else
		met.value = met.count == 1 ? met.set[0] : VARIES;
	bool changed = met.value != fact->value || (met.value == VARIES && met.count != fact->count);
	if (met.count == 1)
		met.count = 0;
	*fact = met;
	return changed;
}

/* ---- reads ---- */

struct finding {
	const struct builder *builder;
	term leaf; /* with a set; 0: none yet */
	bool other;
};

static void find_leaf(void *context, term leaf)
{
	struct finding *f = context;
	if (fact_of(f->builder, leaf) && !f->leaf)
		f->leaf = leaf;
	else
		f->other = true;
}

struct putting {
	term leaf, value;
};

static term put_value(void *context, term leaf)
{
	const struct putting *p = context;
	return leaf == p->leaf ? p->value : leaf;
}

static term read_alternatives(struct builder *b, const struct variable *map, term index,
			      term (*read)(struct builder *b, const struct variable *map, term index), unsigned depth);

/* One variable varies in the index, and is one of a few constants. */
static term read_through(struct builder *b, const struct variable *map, term index,
			 term (*read)(struct builder *b, const struct variable *map, term index), unsigned depth)
{
	struct finding f = { .builder = b };
	term_leaves(b->bank, index, find_leaf, &f);
	if (!f.leaf || f.other)
		return 0;
	const struct fact fact = *fact_of(b, f.leaf);
	term result = 0;
	for (uint32_t i = 0; i < fact.count; i++) {
		struct putting p = { f.leaf, fact.set[i] };
		term at = term_substitute(b->bank, index, put_value, &p);
		term cell = read_alternatives(b, map, at, read, depth + 1);
		if (!cell)
			return 0;
		result = result ? term_ite(b->bank, term_eq(b->bank, f.leaf, fact.set[i]), cell, result) : cell;
	}
	return result;
}

static term read_alternatives(struct builder *b, const struct variable *map, term index,
			      term (*read)(struct builder *b, const struct variable *map, term index), unsigned depth)
{
	if (term_is_constant(b->bank, index))
		return read(b, map, index);
	if (depth >= MOST_CONSTANTS)
		return 0;
	if (term_op(b->bank, index) != OP_ITE)
		return read_through(b, map, index, read, depth);
	term yes = read_alternatives(b, map, term_arg(b->bank, index, 1), read, depth + 1);
	term no = yes ? read_alternatives(b, map, term_arg(b->bank, index, 2), read, depth + 1) : 0;
	return no ? term_ite(b->bank, term_arg(b->bank, index, 0), yes, no) : 0;
}

term system_read_one_of(struct builder *b, const struct variable *map, term index,
			term (*read)(struct builder *b, const struct variable *map, term index))
{
	return read_alternatives(b, map, index, read, 0);
}
