/* What a question says must hold; of its leaves, what bounds them and what they equal. */
#include "direct.h"

enum { MOST_TERMS = 1 << 16 }; /* of a question that is looked at before there is need */

/* --- what the question says --- */

static void hold(struct direct *d, term t, bool truth)
{
	uint64_t known = table_get(&d->holds, t, 2);
	if (known == 2) {
		table_put(&d->holds, t, truth);
		vec_push(&d->conjuncts, t);
	} else if (known != truth) {
		d->impossible = true;
	}
}

static void flatten(struct direct *d, term root)
{
	struct table seen = { 0 };
	vec_push(&d->stack, root);
	while (d->stack.count) {
		term t = vec_pop(&d->stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		if (term_op(d->bank, t) == OP_AND) {
			vec_push(&d->stack, term_arg(d->bank, t, 0));
			vec_push(&d->stack, term_arg(d->bank, t, 1));
		} else {
			bool negated = term_op(d->bank, t) == OP_NOT;
			hold(d, negated ? term_arg(d->bank, t, 0) : t, !negated);
		}
	}
	table_free(&seen);
}

/* Of each term below `root`. */
static void find_newest(struct direct *d, term root)
{
	vec_push(&d->stack, root);
	while (d->stack.count) {
		term t = vec_last(&d->stack), newest = is_leaf(d, t) ? t : 0;
		size_t before = d->stack.count;
		for (uint32_t i = 0; i < term_count(d->bank, t) && !table_has(&d->newest, t); i++) {
			term a = term_arg(d->bank, t, i), of = (term)table_get(&d->newest, a, 0);
			if (!table_has(&d->newest, a))
				vec_push(&d->stack, a);
			newest = of > newest ? of : newest;
		}
		if (d->stack.count > before)
			continue;
		if (!table_has(&d->newest, t))
			table_put(&d->newest, t, newest);
		d->stack.count--;
	}
}

/* --- leaves --- */

int64_t direct_signed(uint32_t width, uint64_t word)
{
	uint64_t sign = UINT64_C(1) << (width - 1);
	return (int64_t)((word ^ sign) - sign);
}

static struct range whole(uint32_t width)
{
	uint64_t most = UINT64_MAX >> (64 - width);
	return (struct range){ direct_signed(width, most ^ (most >> 1)), direct_signed(width, most >> 1), 0, most };
}

struct range *direct_range(struct direct *d, term leaf)
{
	uint64_t place = table_get(&d->ranges, leaf, 0);
	if (!place) {
		vec_push(&d->bounds, whole(term_width(d->bank, leaf)));
		place = d->bounds.count;
		table_put(&d->ranges, leaf, place);
	}
	return &d->bounds.at[place - 1];
}

/* leaf < bound, if `below` (or, without `strict`, <=); else bound < leaf (<=). Bounds beyond the numbers are left to the clauses. */
static void bound_signed(struct direct *d, term leaf, int64_t bound, bool below, bool strict)
{
	struct range *r = direct_range(d, leaf);
	if (below && bound > INT64_MIN && bound - strict < r->high)
		r->high = bound - strict;
	if (!below && bound < INT64_MAX && bound + strict > r->low)
		r->low = bound + strict;
}

static void bound_unsigned(struct direct *d, term leaf, uint64_t bound, bool below, bool strict)
{
	struct range *r = direct_range(d, leaf);
	if (below && bound > 0 && bound - strict < r->most)
		r->most = bound - strict;
	if (!below && bound < UINT64_MAX && bound + strict > r->least)
		r->least = bound + strict;
}

static void note_order(struct direct *d, term t, bool truth)
{
	term a = term_arg(d->bank, t, 0), b = term_arg(d->bank, t, 1);
	bool below = is_leaf(d, a) && term_is_constant(d->bank, b);
	if (!is_word(d, a) || (!below && !(is_leaf(d, b) && term_is_constant(d->bank, a))))
		return;
	/* not a < b is b <= a */
	term leaf = below ? a : b;
	uint64_t bound = term_value(d->bank, below ? b : a);
	if (term_op(d->bank, t) == OP_BVSLT)
		bound_signed(d, leaf, direct_signed(term_width(d->bank, leaf), bound), below == truth, truth);
	else
		bound_unsigned(d, leaf, bound, below == truth, truth);
}

static void note_equation(struct direct *d, term leaf, term t)
{
	if (!is_leaf(d, leaf) || !is_word(d, leaf))
		return;
	if (term_is_constant(d->bank, t) && !is_bool(d, leaf)) {
		struct range *r = direct_range(d, leaf);
		r->least = r->most = term_value(d->bank, t);
	} else if (table_get(&d->newest, t, 0) < leaf && !table_has(&d->definitions, leaf)) {
		table_put(&d->definitions, leaf, t);
	}
}

static void note(struct direct *d, term t, bool truth)
{
	enum op op = term_op(d->bank, t);
	if (op == OP_BVSLT || op == OP_BVULT)
		note_order(d, t, truth);
	if (op != OP_EQ || !truth)
		return;
	note_equation(d, term_arg(d->bank, t, 0), term_arg(d->bank, t, 1));
	note_equation(d, term_arg(d->bank, t, 1), term_arg(d->bank, t, 0));
}

bool direct_is_definition(struct direct *d, term t)
{
	if (term_op(d->bank, t) != OP_EQ || !table_get(&d->holds, t, 0))
		return false;
	term a = term_arg(d->bank, t, 0), b = term_arg(d->bank, t, 1);
	return table_get(&d->definitions, a, 0) == b || table_get(&d->definitions, b, 0) == a;
}

void direct_read(struct direct *d)
{
	struct solver *s = d->solver;
	for (size_t i = 0; i < s->facts.count + s->assumed.count; i++)
		flatten(d, i < s->facts.count ? s->facts.at[i] : s->assumed.at[i - s->facts.count]);
	for (size_t i = 0; i < d->conjuncts.count; i++)
		find_newest(d, d->conjuncts.at[i]);
	for (size_t i = 0; i < d->conjuncts.count; i++)
		note(d, d->conjuncts.at[i], table_get(&d->holds, d->conjuncts.at[i], 0));
}

static bool has_few_values(struct direct *d, term leaf)
{
	if (!is_word(d, leaf))
		return false;
	if (is_bool(d, leaf) || table_has(&d->definitions, leaf))
		return true;
	const struct range *r = direct_range(d, leaf);
	return r->most - r->least < DIRECT_LARGEST || (uint64_t)r->high - (uint64_t)r->low < DIRECT_LARGEST;
}

/* `newest` has all terms of the question. */
bool direct_has_few(struct direct *d)
{
	bool few = d->newest.count < MOST_TERMS;
	for (size_t i = 0; i < d->newest.capacity && few; i++) {
		term t = (term)(d->newest.keys[i] - 1);
		few = !d->newest.keys[i] || !is_leaf(d, t) || has_few_values(d, t);
	}
	return few;
}
