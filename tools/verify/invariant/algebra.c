#include "algebra.h"

#include "null_space.h"
#include "vec.h"
#include "word.h"

enum {
	MOST_MONOMIALS = 128,
	MOST_DEGREE = 6,
	MOST_WALKED = 1000,
	MOST_CASES = 6,
	MOST_DEPTH = 8,
	MOST_EQUATIONS = 100
};

/* A product of terms; of none: 1. */
struct monomial {
	uint32_t degree;
	term factors[MOST_DEGREE]; /* ascending */
};

/* By the number of the monomial. */
struct polynomial {
	uint64_t factors[MOST_MONOMIALS];
};

/* What is known of the condition of an ite. */
struct choice {
	term condition;
	bool truth;
};

struct choices VEC_BODY(struct choice);

struct algebra {
	struct bank *bank;
	const struct known_leaves *true_leaves;
	struct choice choices[MOST_CASES];
	uint32_t choice_count;
	/* what the condition says: these are equal, and these are not */
	struct equations VEC_BODY(term) equal, unequal;
	term either;      /* a side of one that says that this or that holds; 0: none */
	bool contradicts; /* it says false */
	/* of one width */
	uint32_t width, count;
	struct monomial monomials[MOST_MONOMIALS];
	VEC(struct polynomial *) basis; /* by leading monomial; NULL: none */
	uint32_t walked;
	term undecided; /* the condition of an ite on the way; 0: none */
	bool failed;
};

/* --- polynomials --- */

static uint32_t number_of(struct algebra *a, const struct monomial *m)
{
	for (uint32_t i = 0; i < a->count; i++) {
		bool same = a->monomials[i].degree == m->degree;
		for (uint32_t k = 0; same && k < m->degree; k++)
			same = a->monomials[i].factors[k] == m->factors[k];
		if (same)
			return i;
	}
	if (a->count == MOST_MONOMIALS) {
		a->failed = true;
		return 0;
	}
	a->monomials[a->count] = *m;
	vec_push(&a->basis, NULL);
	return a->count++;
}

static uint32_t product_of(struct algebra *a, uint32_t one, uint32_t other)
{
	const struct monomial *m = &a->monomials[one], *n = &a->monomials[other];
	struct monomial product = { .degree = m->degree + n->degree };
	if (product.degree > MOST_DEGREE) {
		a->failed = true;
		return 0;
	}
	for (uint32_t i = 0, k = 0; i + k < product.degree;)
		if (k == n->degree || (i < m->degree && m->factors[i] <= n->factors[k])) {
			product.factors[i + k] = m->factors[i];
			i++;
		} else {
			product.factors[i + k] = n->factors[k];
			k++;
		}
	return number_of(a, &product);
}

/* to += factor * p */
static void add(const struct algebra *a, struct polynomial *to, const struct polynomial *p, uint64_t factor)
{
	for (uint32_t i = 0; i < a->count; i++)
		to->factors[i] = (to->factors[i] + factor * p->factors[i]) & word_mask(a->width);
}

static void add_product(struct algebra *a, struct polynomial *to, const struct polynomial *p,
			const struct polynomial *q, uint64_t factor)
{
	for (uint32_t i = 0, count = a->count; i < count; i++)
		for (uint32_t k = 0; p->factors[i] && k < count; k++)
			if (q->factors[k]) {
				uint64_t *sum = &to->factors[product_of(a, i, k)];
				*sum = (*sum + factor * p->factors[i] * q->factors[k]) & word_mask(a->width);
			}
}

static term decided(struct algebra *a, term t)
{
	for (uint32_t i = 0; i < a->choice_count; i++)
		if (a->choices[i].condition == term_arg(a->bank, t, 0))
			return term_arg(a->bank, t, a->choices[i].truth ? 1 : 2);
	a->failed = true;
	a->undecided = a->undecided ? a->undecided : term_arg(a->bank, t, 0);
	return 0;
}

/* to += factor * t */
static void add_term(struct algebra *a, struct polynomial *to, term t, uint64_t factor)
{
	const struct bank *bank = a->bank;
	enum op op = term_op(bank, t);
	a->failed = a->failed || a->walked++ > MOST_WALKED;
	while (!a->failed && op == OP_ITE) {
		t = decided(a, t);
		op = t ? term_op(bank, t) : op;
	}
	if (a->failed)
		return;
	if (op == OP_CONSTANT) {
		to->factors[0] = (to->factors[0] + factor * term_value(bank, t)) & word_mask(a->width);
	} else if (op == OP_BVADD || op == OP_BVSUB) {
		add_term(a, to, term_arg(bank, t, 0), factor);
		add_term(a, to, term_arg(bank, t, 1), op == OP_BVADD ? factor : -factor);
	} else if (op == OP_BVNEG) {
		add_term(a, to, term_arg(bank, t, 0), -factor);
	} else if (op == OP_BVMUL) {
		struct polynomial p = { 0 }, q = { 0 };
		add_term(a, &p, term_arg(bank, t, 0), 1);
		add_term(a, &q, term_arg(bank, t, 1), 1);
		add_product(a, to, &p, &q, factor);
	} else {
		struct monomial leaf = { 1, { t } };
		uint64_t *sum = &to->factors[number_of(a, &leaf)];
		*sum = (*sum + factor) & word_mask(a->width);
	}
}

/* One side less the other one. False: it is too large, or asks for what is not decided. */
static bool take_equation(struct algebra *a, struct polynomial *p, term equation)
{
	*p = (struct polynomial){ 0 };
	a->failed = false;
	a->undecided = 0;
	a->walked = 0;
	add_term(a, p, term_arg(a->bank, equation, 0), 1);
	add_term(a, p, term_arg(a->bank, equation, 1), UINT64_MAX);
	return !a->failed;
}

/* --- their sums --- */

static uint32_t leading(const struct algebra *a, const struct polynomial *p)
{
	uint32_t i = a->count;
	while (i && !p->factors[i - 1])
		i--;
	return i;
}

/* p less the multiple of q, of the same leading monomial, that takes that away. False: there is none. */
static bool cancel(const struct algebra *a, struct polynomial *p, const struct polynomial *q, uint32_t lead)
{
	uint64_t of = p->factors[lead], by = q->factors[lead];
	int shift = __builtin_ctzll(of), least = __builtin_ctzll(by);
	if (shift < least)
		return false;
	add(a, p, q, -((of >> least) * null_space_inverse(by >> least)));
	return true;
}

/* Sums of multiples of what is in the basis are all that has been added. Something with an even leading factor is zero times a power
 * of two without it. */
static void add_to_basis(struct algebra *a, struct polynomial p)
{
	for (uint32_t lead; (lead = leading(a, &p));) {
		struct polynomial **at = &a->basis.at[lead - 1];
		if (*at && cancel(a, &p, *at, lead - 1))
			continue;
		struct polynomial was = *at ? **at : (struct polynomial){ 0 };
		*at = *at ? *at : memory_alloc(sizeof **at);
		**at = p;
		int even = __builtin_ctzll(p.factors[lead - 1]);
		if (leading(a, &was)) {
			p = was;
		} else {
			struct polynomial rest = { 0 };
			if (even)
				add(a, &rest, *at, UINT64_C(1) << (a->width - (uint32_t)even));
			p = rest;
		}
	}
}

static bool is_sum_of_basis(const struct algebra *a, struct polynomial p)
{
	for (uint32_t lead; (lead = leading(a, &p));)
		if (!a->basis.at[lead - 1] || !cancel(a, &p, a->basis.at[lead - 1], lead - 1))
			return false;
	return true;
}

/* --- conditions --- */

/* What is known without equations: false as the leaves are true, which is what `leaf => equation` becomes where the equation is known to
 * be false, or one of the choices. */
static bool is_known(const struct algebra *a, term t, bool truth, uint32_t depth)
{
	enum op op = term_op(a->bank, t);
	for (uint32_t i = 0; i < a->choice_count; i++)
		if (a->choices[i].condition == t)
			return a->choices[i].truth == truth;
	if (op == OP_VARIABLE)
		return truth && table_has(a->true_leaves, t);
	if (op == OP_NOT)
		return is_known(a, term_arg(a->bank, t, 0), !truth, depth);
	if ((op != OP_AND && op != OP_OR) || depth == MOST_DEPTH)
		return false;
	bool one = is_known(a, term_arg(a->bank, t, 0), truth, depth + 1), enough = truth == (op == OP_OR);
	return one == enough ? one : is_known(a, term_arg(a->bank, t, 1), truth, depth + 1);
}

/* One of the two sides is `truth`. Where it is not known which one, that is a case to tell apart. */
static void say_either(struct algebra *a, term condition, bool truth, struct choices *stack)
{
	term sides[2] = { term_arg(a->bank, condition, 0), term_arg(a->bank, condition, 1) };
	bool open = true;
	for (uint32_t i = 0; i < 2; i++) {
		if (is_known(a, sides[i], !truth, 0))
			vec_push(stack, (struct choice){ sides[1 - i], truth });
		open = open && !is_known(a, sides[i], !truth, 0) && !is_known(a, sides[i], truth, 0);
	}
	if (open && !a->either)
		a->either = sides[0];
}

static void say(struct algebra *a, term condition, bool is_true)
{
	const struct bank *bank = a->bank;
	struct choices stack = { 0 };
	vec_push(&stack, (struct choice){ condition, is_true });
	while (stack.count) {
		struct choice c = vec_pop(&stack);
		enum op op = term_op(bank, c.condition);
		bool equation = op == OP_EQ &&
				sort_kind(bank, term_sort(bank, term_arg(bank, c.condition, 0))) == SORT_BITVECTOR &&
				term_width(bank, term_arg(bank, c.condition, 0)) <= 64;
		a->contradicts = a->contradicts || is_known(a, c.condition, !c.truth, 0);
		if (op == OP_NOT) {
			vec_push(&stack, (struct choice){ term_arg(bank, c.condition, 0), !c.truth });
		} else if (op == (c.truth ? OP_AND : OP_OR)) {
			for (uint32_t i = 0; i < 2; i++)
				vec_push(&stack, (struct choice){ term_arg(bank, c.condition, i), c.truth });
		} else if (op == OP_OR || op == OP_AND) {
			say_either(a, c.condition, c.truth, &stack);
		} else if (equation && c.truth && a->equal.count < MOST_EQUATIONS) {
			vec_push(&a->equal, c.condition);
		} else if (equation && !c.truth && a->unequal.count < MOST_EQUATIONS) {
			vec_push(&a->unequal, c.condition);
		}
	}
	vec_free(&stack);
}

static void clear(struct algebra *a)
{
	for (size_t i = 0; i < a->basis.count; i++)
		memory_free(a->basis.at[i]);
	vec_clear(&a->basis);
	a->count = 0;
}

static void add_multiples(struct algebra *a, const struct polynomial *p)
{
	for (uint32_t i = 0, count = a->count; i < count; i++) {
		struct polynomial factor = { 0 }, product = { 0 };
		factor.factors[i] = 1;
		if (a->monomials[i].degree != 1)
			continue;
		a->failed = false;
		add_product(a, &product, p, &factor, 1);
		if (!a->failed)
			add_to_basis(a, product);
	}
}

/* Does p = 0 follow? First from sums of the equations, then from those of what they are times a variable. */
static bool follows(struct algebra *a, const struct polynomial *p)
{
	for (int times = 0; times < 2; times++) {
		for (size_t i = 0; i < a->equal.count; i++) {
			struct polynomial q;
			if (term_width(a->bank, term_arg(a->bank, a->equal.at[i], 0)) != a->width ||
			    !take_equation(a, &q, a->equal.at[i]))
				continue;
			if (times)
				add_multiples(a, &q);
			else
				add_to_basis(a, q);
		}
		if (is_sum_of_basis(a, *p))
			return true;
	}
	return false;
}

/* False with *ask: it depends on that condition. */
static bool refutes_unequal(struct algebra *a, term equation, term *ask)
{
	static const struct monomial one = { 0 };
	struct polynomial p;
	a->width = term_width(a->bank, term_arg(a->bank, equation, 0));
	clear(a);
	number_of(a, &one);
	if (take_equation(a, &p, equation))
		return follows(a, &p);
	*ask = *ask ? *ask : a->undecided;
	return false;
}

static bool refutes(struct algebra *a, term condition)
{
	term ask = 0;
	a->contradicts = false;
	a->either = 0;
	vec_clear(&a->equal);
	vec_clear(&a->unequal);
	say(a, condition, true);
	for (uint32_t i = 0; i < a->choice_count; i++)
		say(a, a->choices[i].condition, a->choices[i].truth);
	bool refuted = a->contradicts;
	for (size_t i = 0; !refuted && i < a->unequal.count; i++)
		refuted = refutes_unequal(a, a->unequal.at[i], &ask);
	ask = ask ? ask : a->either;
	if (refuted || !ask || a->choice_count == MOST_CASES)
		return refuted;
	struct choice *c = &a->choices[a->choice_count++];
	*c = (struct choice){ ask, true };
	refuted = refutes(a, condition);
	c->truth = false;
	refuted = refuted && refutes(a, condition);
	a->choice_count--;
	return refuted;
}

bool algebra_refutes(struct bank *bank, term condition, const struct known_leaves *true_leaves)
{
	struct algebra *a = memory_alloc(sizeof *a);
	*a = (struct algebra){ .bank = bank, .true_leaves = true_leaves };
	bool refuted = refutes(a, condition);
	clear(a);
	vec_free(&a->basis);
	vec_free(&a->equal);
	vec_free(&a->unequal);
	memory_free(a);
	return refuted;
}
