/* Bool: not, and, or, xor, implies.
 *
 * AND and OR are treated by one piece of code as two names of the same thing ("junctions"): each has a neutral
 * element, an absorbing element and a dual. Path conditions of programs are such terms, so that the rules
 * are those that make the conditions at joins collapse: or(and(p, c), and(p, not c)) = p. */
#include <assert.h>

#include "simplify.h"

term term_not(struct bank *bank, term a)
{
	assert(term_sort(bank, a) == term_sort(bank, bank->the_true));
	if (is_constant(bank, a))
		return a == bank->the_true ? bank->the_false : bank->the_true;
	if (is_op(bank, a, OP_NOT))
		return bank_node(bank, a)->a;
	return raw_bool(bank, OP_NOT, a, 0);
}

/* --- literals that say that a term lies in a circular interval --- */

/* start, start + 1, ..., start + extent (modulo 2^width); width <= 64. */
struct interval {
	uint32_t width;
	uint64_t start, extent;
};

static uint64_t mask_of(uint32_t width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static void complement_interval(struct interval *i)
{
	uint64_t mask = mask_of(i->width);
	i->start = (i->start + i->extent + 1) & mask;
	i->extent = (mask - i->extent - 1) & mask;
}

/* The comparison EQ, BVULT or BVSLT with a constant that t, or its negation, is; NULL: neither. */
static const struct node *comparison_in(const struct bank *bank, term t)
{
	const struct node *n = bank_node(bank, t);
	if (n->op == OP_NOT)
		n = bank_node(bank, n->a);
	if (n->op != OP_EQ && n->op != OP_BVULT && n->op != OP_BVSLT)
		return NULL;
	return is_constant(bank, n->b) ? n : NULL;
}

/* Neither the empty nor the full interval comes out: such comparisons are constants (and where they are not,
 * because fuel ran out, they are no interval here). */
static bool interval_of(const struct bank *bank, term t, const struct node *n, struct interval *i)
{
	i->width = bank_width(bank, n->b);
	if (i->width > 64)
		return false;
	uint64_t c = term_value(bank, n->b), mask = mask_of(i->width);
	uint64_t from = n->op == OP_EQ ? c : n->op == OP_BVULT ? 0 : UINT64_C(1) << (i->width - 1);
	uint64_t past = n->op == OP_EQ ? c + 1 : c;
	i->start = from;
	i->extent = (past - from - 1) & mask;
	if (i->extent == mask)
		return false;
	if (is_op(bank, t, OP_NOT))
		complement_interval(i);
	return true;
}

static bool is_within(const struct interval *a, const struct interval *b)
{
	uint64_t offset = (a->start - b->start) & mask_of(a->width);
	return offset <= b->extent && a->extent <= b->extent - offset;
}

/* EQ of one term with two constants of more than 64 bits. */
static bool equals_other_constant(const struct bank *bank, term x, term y)
{
	const struct node *nx = bank_node(bank, x), *ny = bank_node(bank, y);
	return nx->op == OP_EQ && ny->op == OP_EQ && nx->a == ny->a && nx->b != ny->b && is_constant(bank, nx->b) &&
	       is_constant(bank, ny->b);
}

/* x and y say of one term that it is in an interval. */
static bool same_subject(const struct bank *bank, term x, term y, struct interval *i, struct interval *j)
{
	const struct node *nx = comparison_in(bank, x), *ny = nx ? comparison_in(bank, y) : NULL;
	return ny && nx->a == ny->a && interval_of(bank, x, nx, i) && interval_of(bank, y, ny, j);
}

static bool implies(const struct bank *bank, term x, term y)
{
	struct interval i, j;
	if (x == y)
		return true;
	if (is_op(bank, y, OP_NOT) && equals_other_constant(bank, x, bank_node(bank, y)->a))
		return true;
	return same_subject(bank, x, y, &i, &j) && is_within(&i, &j);
}

/* x and y can't both hold. */
static bool excludes(const struct bank *bank, term x, term y)
{
	struct interval i, j;
	if (is_complement(bank, x, y) || equals_other_constant(bank, x, y))
		return true;
	if (!same_subject(bank, x, y, &i, &j))
		return false;
	complement_interval(&j);
	return is_within(&i, &j);
}

/* One of x and y holds. */
static bool exhausts(const struct bank *bank, term x, term y)
{
	struct interval i, j;
	if (is_complement(bank, x, y))
		return true;
	if (is_op(bank, x, OP_NOT) && is_op(bank, y, OP_NOT) &&
	    equals_other_constant(bank, bank_node(bank, x)->a, bank_node(bank, y)->a))
		return true;
	if (!same_subject(bank, x, y, &i, &j))
		return false;
	complement_interval(&i);
	return is_within(&i, &j);
}

/* --- junctions --- */

static term neutral(const struct bank *bank, enum op op)
{
	return op == OP_AND ? bank->the_true : bank->the_false;
}

static term absorbing(const struct bank *bank, enum op op)
{
	return op == OP_AND ? bank->the_false : bank->the_true;
}

static enum op dual(enum op op)
{
	return op == OP_AND ? OP_OR : OP_AND;
}

/* op(x, y) is absorbing (and: they exclude each other; or: one of them holds). */
static bool clashes(const struct bank *bank, enum op op, term x, term y)
{
	return op == OP_AND ? excludes(bank, x, y) : exhausts(bank, x, y);
}

/* op(x, y) = x. */
static bool covers(const struct bank *bank, enum op op, term x, term y)
{
	return op == OP_AND ? implies(bank, x, y) : implies(bank, y, x);
}

enum { PARTS = 6 };

struct parts {
	term at[PARTS];
	uint32_t count;
};

/* t is an `op`, or the negation of its dual: not(and(x, y)) is or(not x, not y). */
static bool is_junction(const struct bank *bank, enum op op, term t)
{
	const struct node *n = bank_node(bank, t);
	return n->op == op || (n->op == OP_NOT && bank_node(bank, n->a)->op == dual(op));
}

/* The arguments of nested `op`s, at most PARTS of them (some may then be `op`s themselves). */
static struct parts parts_of(struct bank *bank, enum op op, term t)
{
	struct parts p = { { t }, 1 };
	for (uint32_t i = 0; i < p.count;) {
		if (p.count == PARTS || !is_junction(bank, op, p.at[i])) {
			i++;
			continue;
		}
		const struct node *n = bank_node(bank, p.at[i]);
		bool negated = n->op == OP_NOT;
		if (negated)
			n = bank_node(bank, n->a);
		p.at[i] = negated ? term_not(bank, n->a) : n->a;
		p.at[p.count++] = negated ? term_not(bank, n->b) : n->b;
	}
	return p;
}

static term join_parts(struct bank *bank, enum op op, const struct parts *p)
{
	if (!p->count)
		return neutral(bank, op);
	term t = p->at[0];
	for (uint32_t i = 1; i < p->count; i++)
		t = term_binary(bank, op, t, p->at[i]);
	return t;
}

static void drop_part(struct parts *p, uint32_t i)
{
	for (p->count--; i < p->count; i++)
		p->at[i] = p->at[i + 1];
}

enum verdict { NOTHING, ABSORBED, REDUNDANT, REDUCED };

/* What is left of `y`, an argument of `op`, beside another argument x. When y is a junction of the dual
 * operator, one of its parts may decide: and(x, or(x, z)) = x, and(x, or(not x, z)) = and(x, z). */
static enum verdict reduce_beside(struct bank *bank, enum op op, term x, term *y)
{
	if (clashes(bank, op, x, *y))
		return ABSORBED;
	if (covers(bank, op, x, *y))
		return REDUNDANT;
	if (!is_junction(bank, dual(op), *y))
		return NOTHING;
	struct parts p = parts_of(bank, dual(op), *y);
	bool reduced = false;
	for (uint32_t i = 0; i < p.count;) {
		if (covers(bank, op, x, p.at[i]))
			return REDUNDANT;
		if (clashes(bank, op, x, p.at[i])) {
			drop_part(&p, i);
			reduced = true;
		} else {
			i++;
		}
	}
	if (reduced)
		*y = join_parts(bank, dual(op), &p);
	return reduced ? REDUCED : NOTHING;
}

/* Reduces the parts of one argument beside those of the other. ABSORBED, REDUCED (parts were dropped or replaced) or NOTHING. */
static enum verdict reduce_parts(struct bank *bank, enum op op, const struct parts *beside, struct parts *p)
{
	enum verdict all = NOTHING;
	for (uint32_t i = 0; i < p->count;) {
		enum verdict v = NOTHING;
		for (uint32_t j = 0; j < beside->count && v == NOTHING; j++)
			v = reduce_beside(bank, op, beside->at[j], &p->at[i]);
		if (v == ABSORBED)
			return ABSORBED;
		if (v == REDUNDANT)
			drop_part(p, i);
		if (v != REDUNDANT)
			i++;
		if (v != NOTHING)
			all = REDUCED;
	}
	return all;
}

/* or(and(p, q), and(p, r)) = and(p, or(q, r)), and its dual. */
static term factor(struct bank *bank, enum op op, term a, term b)
{
	enum op other = dual(op);
	if (!is_junction(bank, other, a) && !is_junction(bank, other, b))
		return 0;
	struct parts pa = parts_of(bank, other, a), pb = parts_of(bank, other, b), common = { { 0 }, 0 };
	for (uint32_t i = 0; i < pa.count;) {
		uint32_t j = 0;
		while (j < pb.count && pb.at[j] != pa.at[i])
			j++;
		if (j == pb.count) {
			i++;
			continue;
		}
		common.at[common.count++] = pa.at[i];
		drop_part(&pa, i);
		drop_part(&pb, j);
	}
	if (!common.count)
		return 0;
	term rest = term_binary(bank, op, join_parts(bank, other, &pa), join_parts(bank, other, &pb));
	return term_binary(bank, other, join_parts(bank, other, &common), rest);
}

static term junction_rules(struct bank *bank, enum op op, term a, term b)
{
	struct parts pa = parts_of(bank, op, a), pb = parts_of(bank, op, b);
	enum verdict v = reduce_parts(bank, op, &pa, &pb);
	if (v == ABSORBED)
		return absorbing(bank, op);
	if (v == REDUCED)
		return term_binary(bank, op, a, join_parts(bank, op, &pb));
	v = reduce_parts(bank, op, &pb, &pa);
	if (v == ABSORBED)
		return absorbing(bank, op);
	if (v == REDUCED)
		return term_binary(bank, op, b, join_parts(bank, op, &pa));
	return factor(bank, op, a, b);
}

static term junction(struct bank *bank, enum op op, term a, term b)
{
	assert(term_sort(bank, a) == term_sort(bank, bank->the_true) && term_sort(bank, b) == term_sort(bank, a));
	order_arguments(bank, &a, &b);
	if (b == neutral(bank, op) || a == b)
		return a;
	if (b == absorbing(bank, op))
		return b;
	if (is_complement(bank, a, b))
		return absorbing(bank, op);
	if (!simplify_enter(bank))
		return raw_bool(bank, op, a, b);
	term t = junction_rules(bank, op, a, b);
	simplify_leave(bank);
	return t ? t : raw_bool(bank, op, a, b);
}

term term_and(struct bank *bank, term a, term b)
{
	return junction(bank, OP_AND, a, b);
}

term term_or(struct bank *bank, term a, term b)
{
	return junction(bank, OP_OR, a, b);
}

term term_xor(struct bank *bank, term a, term b)
{
	return term_not(bank, term_eq(bank, a, b));
}

term term_implies(struct bank *bank, term a, term b)
{
	return term_or(bank, term_not(bank, a), b);
}
