/* The clauses of a question whose numbers have few values: a literal for each value of each term.
 *
 * A leaf has few values if the question bounds it, or says that it equals a term of older leaves (there is no cycle then): it is that
 * term. What an operation gives is found by applying it to what its arguments may be; for each combination there is a clause, "not
 * a = i, or not b = j, or t = f(i, j)". What the question says must hold has no literal: the combinations that make it false are
 * excluded.
 *
 * This is exact. Of a leaf one value is taken, and by induction the literal of each term's value is true, so nothing false is said to
 * hold. The other way round, values of the leaves satisfy all clauses where the literals of the terms' values are true and no others. */
#include "direct.h"

enum {
	MOST_ROWS = 1 << 14,   /* combinations of arguments of one term */
	MOST_CLAUSES = 1 << 20 /* in all */
};

static void clause(struct direct *d, const literal *literals, size_t count)
{
	sat_clause(d->sat, literals, count);
	d->clauses++;
}

static void exclude(struct direct *d, literal a, literal b)
{
	clause(d, (literal[]){ literal_not(a), literal_not(b) }, 2);
}

/* --- domains --- */

struct domain *direct_domain(struct direct *d, term t)
{
	uint64_t place = table_get(&d->domains, t, 0);
	return place ? &d->all.at[place - 1] : NULL;
}

static const struct choice *choice_of(const struct direct *d, const struct domain *domain, uint32_t i)
{
	return &d->choices.at[domain->first + i];
}

static void set_domain(struct direct *d, term t, size_t first)
{
	vec_push(&d->all, (struct domain){ (uint32_t)first, (uint32_t)(d->choices.count - first) });
	table_put(&d->domains, t, d->all.count);
}

static void offer(struct direct *d, term value, literal is)
{
	vec_push(&d->choices, (struct choice){ value, is });
}

static void at_most_one(struct direct *d, size_t first)
{
	for (size_t i = first; i < d->choices.count; i++)
		for (size_t j = first; j < i; j++)
			exclude(d, d->choices.at[i].is, d->choices.at[j].is);
}

/* The choices from `first` on get literals, of which one holds. */
static void choose_one(struct direct *d, size_t first)
{
	size_t count = d->choices.count - first;
	struct choice *c = d->choices.at + first;
	for (size_t i = 0; i < count; i++)
		c[i].is = count == 1 ? LITERAL_TRUE : count == 2 && i ? literal_not(c[0].is) : sat_variable(d->sat);
	if (count < 3)
		return;
	literal *some = memory_alloc(count * sizeof *some);
	for (size_t i = 0; i < count; i++)
		some[i] = c[i].is;
	clause(d, some, count);
	memory_free(some);
	at_most_one(d, first);
}

static bool in_range(const struct range *r, uint32_t width, uint64_t word)
{
	int64_t number = direct_signed(width, word);
	return word >= r->least && word <= r->most && number >= r->low && number <= r->high;
}

/* False: there are too many. */
static bool offer_range(struct direct *d, term leaf)
{
	uint32_t width = term_width(d->bank, leaf);
	struct range r = *direct_range(d, leaf);
	if (r.low > r.high || r.least > r.most) {
		clause(d, NULL, 0);
		r = (struct range){ 0 };
	}
	uint64_t signed_span = (uint64_t)r.high - (uint64_t)r.low, span = r.most - r.least;
	bool by_sign = signed_span < span;
	uint64_t count = by_sign ? signed_span : span, from = by_sign ? (uint64_t)r.low : r.least;
	uint64_t mask = UINT64_MAX >> (64 - width);
	for (uint64_t i = 0; i <= count && count < DIRECT_LARGEST; i++)
		if (in_range(&r, width, (from + i) & mask))
			offer(d, term_bv(d->bank, width, from + i), LITERAL_TRUE);
	return count < DIRECT_LARGEST;
}

static bool encode_leaf(struct direct *d, term leaf)
{
	size_t first = d->choices.count;
	if (is_bool(d, leaf)) {
		uint64_t known = table_get(&d->holds, leaf, 2);
		for (uint64_t truth = 0; truth < 2; truth++)
			if (known == 2 || known == truth)
				offer(d, term_bool(d->bank, truth), LITERAL_TRUE);
	} else if (!offer_range(d, leaf)) {
		return false;
	}
	if (d->choices.count == first) { /* signed and unsigned bounds exclude one another */
		clause(d, NULL, 0);
		offer(d, term_bv(d->bank, term_width(d->bank, leaf), 0), LITERAL_TRUE);
	}
	choose_one(d, first);
	set_domain(d, leaf, first);
	return true;
}

/* A leaf that is the same as a term. */
static void encode_definition(struct direct *d, term leaf, term t)
{
	struct domain of = *direct_domain(d, t);
	size_t first = d->choices.count;
	for (uint32_t i = 0; i < of.count; i++)
		offer(d, choice_of(d, &of, i)->value, choice_of(d, &of, i)->is);
	set_domain(d, leaf, first);
	uint64_t known = table_get(&d->holds, leaf, 2); /* of truth values only */
	for (uint32_t i = 0; i < of.count && known != 2; i++)
		if (term_value(d->bank, choice_of(d, &of, i)->value) != known)
			clause(d, (literal[]){ literal_not(choice_of(d, &of, i)->is) }, 1);
}

/* --- operations --- */

static void add_row(struct direct *d, literal a, literal b, term value)
{
	vec_push(&d->rows, (struct row){ a, b, value });
}

/* The rows of a term that the question says to be `truth`. */
static void demand(struct direct *d, term t, bool truth)
{
	size_t first = d->choices.count;
	for (size_t i = 0; i < d->rows.count; i++)
		if (term_is_true(d->bank, d->rows.at[i].value) != truth)
			exclude(d, d->rows.at[i].a, d->rows.at[i].b);
	offer(d, term_bool(d->bank, truth), LITERAL_TRUE);
	set_domain(d, t, first);
}

/* Are the rows those of one argument, each with a value of its own? */
static bool renames(const struct direct *d, size_t values)
{
	bool one = values == d->rows.count;
	for (size_t i = 0; i < d->rows.count && one; i++)
		one = d->rows.at[i].a == LITERAL_TRUE || d->rows.at[i].b == LITERAL_TRUE;
	return one;
}

static void name_values(struct direct *d, size_t first)
{
	size_t count = d->choices.count - first;
	bool same = renames(d, count);
	for (size_t i = 0; i < count; i++) {
		struct choice *c = &d->choices.at[first + i];
		const struct row *r = &d->rows.at[i];
		if (same)
			c->is = r->a == LITERAL_TRUE ? r->b : r->a;
		else if (count == 1)
			c->is = LITERAL_TRUE;
		else if (i && is_bool(d, c->value))
			c->is = literal_not(c[-1].is);
		else
			c->is = sat_variable(d->sat);
	}
}

static void conclude(struct direct *d, term t)
{
	uint64_t known = table_get(&d->holds, t, 2);
	if (known != 2) {
		demand(d, t, known);
		return;
	}
	struct table places = { 0 };
	size_t first = d->choices.count;
	for (size_t i = 0; i < d->rows.count; i++) {
		term value = d->rows.at[i].value;
		if (table_has(&places, value))
			continue;
		table_put(&places, value, d->choices.count);
		offer(d, value, LITERAL_TRUE);
	}
	name_values(d, first);
	bool implied = renames(d, d->choices.count - first) || d->choices.count - first == 1;
	for (size_t i = 0; i < d->rows.count && !implied; i++) {
		const struct row *r = &d->rows.at[i];
		literal is = d->choices.at[table_get(&places, r->value, 0)].is;
		clause(d, (literal[]){ literal_not(r->a), literal_not(r->b), is }, 3);
	}
	set_domain(d, t, first);
	table_free(&places);
}

static term apply(struct direct *d, term t, term a, term b)
{
	const term args[2] = { a, b };
	uint32_t indices[2] = { 0 };
	enum op op = term_op(d->bank, t);
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(d->bank, t, i);
	return term_make(d->bank, op, args, indices);
}

/* Of one argument, if b is NULL. */
static bool combine(struct direct *d, term t, const struct domain *a, const struct domain *b)
{
	if ((uint64_t)a->count * (b ? b->count : 1) > MOST_ROWS)
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		struct choice x = *choice_of(d, a, i);
		for (uint32_t j = 0; j < (b ? b->count : 1); j++) {
			struct choice y = b ? *choice_of(d, b, j) : (struct choice){ 0, LITERAL_TRUE };
			add_row(d, x.is, y.is, apply(d, t, x.value, y.value));
		}
	}
	conclude(d, t);
	return true;
}

static bool choose_branch(struct direct *d, term t)
{
	const struct domain condition = *direct_domain(d, term_arg(d->bank, t, 0));
	for (uint32_t i = 0; i < condition.count; i++) {
		struct choice c = *choice_of(d, &condition, i);
		struct domain branch = *direct_domain(d, term_arg(d->bank, t, term_is_true(d->bank, c.value) ? 1 : 2));
		for (uint32_t j = 0; j < branch.count; j++)
			add_row(d, c.is, choice_of(d, &branch, j)->is, choice_of(d, &branch, j)->value);
	}
	if (d->rows.count > MOST_ROWS)
		return false;
	conclude(d, t);
	return true;
}

/* What it needs has domains. False: it may have too many values, or is none of those that are understood here. */
static bool encode(struct direct *d, term t)
{
	d->rows.count = 0;
	uint32_t count = term_count(d->bank, t);
	if (!is_word(d, t) || d->clauses > MOST_CLAUSES)
		return false;
	if (term_is_constant(d->bank, t)) {
		offer(d, t, LITERAL_TRUE);
		set_domain(d, t, d->choices.count - 1);
		return true;
	}
	if (is_leaf(d, t)) {
		term definition = (term)table_get(&d->definitions, t, 0);
		if (!definition)
			return encode_leaf(d, t);
		encode_definition(d, t, definition);
		return true;
	}
	if (term_op(d->bank, t) == OP_ITE)
		return choose_branch(d, t);
	struct domain a = *direct_domain(d, term_arg(d->bank, t, 0));
	struct domain b = count == 2 ? *direct_domain(d, term_arg(d->bank, t, 1)) : a;
	return combine(d, t, &a, count == 2 ? &b : NULL);
}

static void need(struct direct *d, term t)
{
	if (!direct_domain(d, t))
		vec_push(&d->stack, t);
}

static bool resolve(struct direct *d, term root, double deadline)
{
	need(d, root);
	while (d->stack.count) {
		term t = vec_last(&d->stack);
		size_t before = d->stack.count;
		term definition = (term)table_get(&d->definitions, t, 0);
		if (definition)
			need(d, definition);
		/* A term of maps is refused before what is below it is looked at. */
		for (uint32_t i = 0; i < term_count(d->bank, t) && is_word(d, t); i++)
			need(d, term_arg(d->bank, t, i));
		if (d->stack.count > before)
			continue;
		d->stack.count--;
		if (!direct_domain(d, t) && (!encode(d, t) || solver_expired(d->solver, deadline)))
			return false;
	}
	return true;
}

void direct_encode(struct direct *d, double deadline)
{
	d->fits = d->encoded = true;
	d->sat = sat_new(SAT_HARD);
	if (d->impossible)
		clause(d, NULL, 0);
	for (size_t i = 0; i < d->conjuncts.count && d->fits; i++)
		if (!direct_is_definition(d, d->conjuncts.at[i]))
			d->fits = resolve(d, d->conjuncts.at[i], deadline);
}
