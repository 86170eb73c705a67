/* Equations between a result and what the procedure was called with, modulo 2^w: linear ones, and polynomial ones with products of
 * two numbers and powers of 2 as numbers of their own. */
#include "guess.h"

#include "null_space.h"

enum { MOST_LINEAR = 10, MOST_FACTORS = 4, MOST_MONOMIALS = 24 };

enum monomial_kind { MONOMIAL_ONE, MONOMIAL_NUMBER, MONOMIAL_UNSIGNED, MONOMIAL_PRODUCT, MONOMIAL_POWER };

/* A number that a row gives. */
struct monomial {
	enum monomial_kind kind;
	uint32_t a, b; /* columns */
};

struct equations {
	struct guess *guess;
	const struct guess_case *in_case;
	bool ensured;
	uint32_t width;
	struct monomial list[MOST_MONOMIALS];
	uint32_t count, results; /* the first ones are results */
};

static void add(struct equations *e, struct monomial m)
{
	if (e->count < MOST_MONOMIALS)
		e->list[e->count++] = m;
}

static uint64_t number_at(const struct equations *e, uint32_t column, const uint64_t *words)
{
	uint32_t width = e->guess->observations->columns.at[column].width;
	return (uint64_t)word_signed(words[column], width) & word_mask(e->width);
}

static uint64_t value_of(const struct equations *e, const struct monomial *m, const uint64_t *words)
{
	uint64_t a = m->kind == MONOMIAL_ONE        ? 1
		     : m->kind == MONOMIAL_UNSIGNED ? words[m->a]
						    : number_at(e, m->a, words);
	if (m->kind == MONOMIAL_PRODUCT)
		return a * number_at(e, m->b, words) & word_mask(e->width);
	if (m->kind == MONOMIAL_POWER)
		return a < e->width ? UINT64_C(1) << a : 0;
	return a;
}

static term number_term(const struct equations *e, uint32_t column, bool is_unsigned)
{
	const struct column *c = &e->guess->observations->columns.at[column];
	term t = e->ensured ? c->value : c->at_call;
	return is_unsigned ? term_zero_extend(e->guess->bank, e->width, t)
			   : term_sign_extend(e->guess->bank, e->width, t);
}

static term monomial_term(const struct equations *e, const struct monomial *m)
{
	struct bank *bank = e->guess->bank;
	term one = term_bv(bank, e->width, 1);
	if (m->kind == MONOMIAL_ONE)
		return one;
	term a = number_term(e, m->a, m->kind == MONOMIAL_UNSIGNED);
	if (m->kind == MONOMIAL_PRODUCT)
		return term_binary(bank, OP_BVMUL, a, number_term(e, m->b, false));
	return m->kind == MONOMIAL_POWER ? term_binary(bank, OP_BVSHL, one, a) : a;
}

/* --- from a vector to a condition --- */

static int common_factor(const struct equations *e, const uint64_t *vector)
{
	int least = (int)e->width;
	for (uint32_t i = 0; i < e->count; i++)
		if (vector[i] && __builtin_ctzll(vector[i]) < least)
			least = __builtin_ctzll(vector[i]);
	return least;
}

/* factor * monomial, in the low bits. */
static term part(const struct equations *e, uint32_t i, uint64_t factor, uint32_t width)
{
	struct bank *bank = e->guess->bank;
	term m = term_extract(bank, width - 1, 0, monomial_term(e, &e->list[i]));
	return term_binary(bank, OP_BVMUL, term_bv(bank, width, factor), m);
}

static bool mentions(const uint64_t *vector, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (vector[i])
			return true;
	return false;
}

/* The first result with an odd factor, behind the common one; e->results: there is none. */
static uint32_t find_odd(const struct equations *e, const uint64_t *vector)
{
	int shift = common_factor(e, vector);
	uint32_t i = 0;
	while (i < e->results && !(vector[i] >> shift & 1))
		i++;
	return i;
}

/* Solved for such a result. */
static void add_equation(struct equations *e, const uint64_t *vector)
{
	struct bank *bank = e->guess->bank;
	int shift = common_factor(e, vector);
	uint32_t width = e->width - (uint32_t)shift, odd = find_odd(e, vector), alone = odd < e->results ? odd : 0;
	if (!mentions(vector, 0, e->results) || (uint32_t)shift >= e->width)
		return;
	uint64_t scale = odd < e->results ? null_space_inverse(vector[alone] >> shift) : 1;
	term sum = term_bv(bank, width, 0);
	for (uint32_t i = 0; i < e->count; i++)
		if (i != alone && vector[i])
			sum = term_binary(bank, OP_BVADD, sum, part(e, i, -(vector[i] >> shift) * scale, width));
	guess_add(e->guess, e->in_case, term_eq(bank, part(e, alone, (vector[alone] >> shift) * scale, width), sum),
		  e->ensured);
}

/* True: that says all of a result. With one result all that is said of it is in one equation then. */
static bool add_equations(struct equations *e, const struct null_space *space)
{
	bool solved = false;
	for (size_t i = 0; i < space->vectors.count && !solved; i++) {
		const uint64_t *vector = space->vectors.at[i];
		solved = !common_factor(e, vector) && find_odd(e, vector) < e->results;
		if (solved && e->results == 1)
			add_equation(e, vector);
	}
	for (size_t i = 0; i < space->vectors.count && !(solved && e->results == 1); i++)
		add_equation(e, space->vectors.at[i]);
	return solved;
}

/* A number that is the same in all rows says nothing that the 1 does not say. */
static void leave_out_constants(struct equations *e, bool direct)
{
	const struct observations *o = e->guess->observations;
	uint32_t kept = e->results;
	for (uint32_t k = e->results; k < e->count; k++) {
		const uint64_t *first = NULL;
		bool varies = e->list[k].kind == MONOMIAL_ONE;
		for (size_t i = 0; i < o->list.count && !varies; i++) {
			if (!guess_counts(e->guess, e->in_case, i, e->ensured, direct))
				continue;
			const uint64_t *words = o->list.at[i].words;
			first = first ? first : words;
			varies = value_of(e, &e->list[k], words) != value_of(e, &e->list[k], first);
		}
		if (varies)
			e->list[kept++] = e->list[k];
	}
	e->count = kept;
}

/* True: a result is what the equation says. */
static bool solve(struct equations *e, bool direct)
{
	const struct observations *o = e->guess->observations;
	struct null_space space;
	uint64_t row[MOST_MONOMIALS];
	uint32_t rows = 0;
	leave_out_constants(e, direct);
	null_space_begin(&space, e->width, e->count);
	for (size_t i = 0; i < o->list.count && space.vectors.count; i++) {
		if (!guess_counts(e->guess, e->in_case, i, e->ensured, direct))
			continue;
		for (uint32_t k = 0; k < e->count; k++)
			row[k] = value_of(e, &e->list[k], o->list.at[i].words);
		null_space_add(&space, row);
		rows++;
	}
	/* One call says what the only call says; one return, nothing of others. */
	bool solved = rows > e->ensured && add_equations(e, &space);
	null_space_release(&space);
	return solved;
}

/* --- which monomials --- */

static bool is_input(const struct equations *e, uint32_t column)
{
	const struct column *c = &e->guess->observations->columns.at[column];
	return !c->result && c->width <= e->width && (c->width == e->width || c->width >= 8);
}

/* A narrow one as a number with a sign, and as one without. */
static void add_input(struct equations *e, uint32_t column)
{
	add(e, (struct monomial){ MONOMIAL_NUMBER, column, 0 });
	if (e->guess->observations->columns.at[column].width < e->width)
		add(e, (struct monomial){ MONOMIAL_UNSIGNED, column, 0 });
}

static bool solve_linear(struct equations *e, uint32_t target, bool direct)
{
	const struct observations *o = e->guess->observations;
	e->count = 0;
	e->results = 1;
	add(e, (struct monomial){ MONOMIAL_NUMBER, target, 0 });
	for (uint32_t i = 0; i < o->columns.count && e->count <= MOST_LINEAR; i++)
		if (i != target && is_input(e, i))
			add_input(e, i);
	add(e, (struct monomial){ MONOMIAL_ONE, 0, 0 });
	return solve(e, direct);
}

/* Of all results of that width together. */
static void solve_results(struct equations *e, bool direct)
{
	const struct observations *o = e->guess->observations;
	e->count = 0;
	for (uint32_t i = 0; i < o->columns.count && e->count <= MOST_LINEAR; i++)
		if (o->columns.at[i].result && o->columns.at[i].width == e->width)
			add(e, (struct monomial){ MONOMIAL_NUMBER, i, 0 });
	e->results = e->count;
	for (uint32_t i = 0; i < o->columns.count && e->count <= 2 * MOST_LINEAR; i++)
		if (is_input(e, i))
			add_input(e, i);
	add(e, (struct monomial){ MONOMIAL_ONE, 0, 0 });
	if (e->results > 1)
		solve(e, direct);
}

/* Numbers, their powers of 2 and perhaps their products. */
static bool solve_polynomial(struct equations *e, uint32_t target, bool products, bool direct)
{
	const struct observations *o = e->guess->observations;
	uint32_t inputs[MOST_FACTORS], count = 0;
	e->count = 0;
	e->results = 1;
	add(e, (struct monomial){ MONOMIAL_NUMBER, target, 0 });
	for (uint32_t i = 0; i < o->columns.count && count < MOST_FACTORS; i++)
		if (is_input(e, i)) {
			inputs[count++] = i;
			add(e, (struct monomial){ MONOMIAL_NUMBER, i, 0 });
		}
	for (uint32_t i = 0; i < count; i++) {
		add(e, (struct monomial){ MONOMIAL_POWER, inputs[i], 0 });
		for (uint32_t k = 0; k <= i && products; k++)
			add(e, (struct monomial){ MONOMIAL_PRODUCT, inputs[i], inputs[k] });
	}
	add(e, (struct monomial){ MONOMIAL_ONE, 0, 0 });
	return solve(e, direct);
}

void guess_equations(struct guess *g, const struct guess_case *c, bool ensured, bool direct)
{
	const struct observations *o = g->observations;
	bool done[65] = { false };
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *column = &o->columns.at[i];
		struct equations e = { .guess = g, .in_case = c, .ensured = ensured, .width = column->width };
		if (column->result != ensured)
			continue;
		bool solved = solve_linear(&e, i, direct);
		bool wide = ensured && column->width > 2;
		if (!solved && wide && g->level != GUESS_ORDER)
			solved = solve_polynomial(&e, i, false, direct);
		if (!solved && wide && (g->level == GUESS_EQUATIONS || g->level == GUESS_PRODUCTS))
			solved = solve_polynomial(&e, i, true, direct);
		g->solved[i] = g->solved[i] || (solved && ensured);
		if (ensured && !done[column->width])
			solve_results(&e, direct);
		done[column->width] = true;
	}
}
