/* Inside lib/term: what the simplifying constructors share.
 *
 * A constructor first does what needs no further construction (constants, equal arguments), then
 * tries rules that build other terms through the constructors. Two things bound this work, whatever the
 * terms: rules look only a few levels down, and the constructors that one outermost call leads to share
 * `fuel`; when it is used up they build plain nodes. So each call of a constructor takes bounded time
 * and stack, and a term may mean the same as another one with a different handle: handles that are equal
 * mean equal terms, never the other way round.
 *
 * Normal form (what the rules can rely on only as a hint, but the operators never occur):
 *   BVULE, BVSLE, XOR -> NOT of BVULT, BVSLT, EQ
 *   constants are the second argument of commutative operators, and of comparisons
 *   x - c, c - x -> x + -c, -x + c;  x << c -> x * 2^c;  x >> c, x & (2^k - 1), concat(0, x) -> extract, extensions */
#ifndef PLUMB_SIMPLIFY_H
#define PLUMB_SIMPLIFY_H

#include "bank.h"

enum { SIMPLIFY_FUEL = 400 };

static inline bool simplify_enter(struct bank *bank)
{
	if (bank->depth == 0)
		bank->fuel = SIMPLIFY_FUEL;
	if (bank->fuel == 0)
		return false;
	bank->fuel--;
	bank->depth++;
	return true;
}

static inline void simplify_leave(struct bank *bank)
{
	bank->depth--;
}

static inline bool is_op(const struct bank *bank, term t, enum op op)
{
	return bank_node(bank, t)->op == op;
}

static inline bool is_constant(const struct bank *bank, term t)
{
	return bank_node(bank, t)->op == OP_CONSTANT;
}

/* Swaps into the order of commutative operators: constants second, else by handle. */
static inline void order_arguments(const struct bank *bank, term *a, term *b)
{
	bool constant_a = is_constant(bank, *a), constant_b = is_constant(bank, *b);
	if (constant_a == constant_b ? *a > *b : constant_a) {
		term t = *a;
		*a = *b;
		*b = t;
	}
}

/* x is not(y) or y is not(x). */
static inline bool is_complement(const struct bank *bank, term x, term y)
{
	const struct node *nx = bank_node(bank, x), *ny = bank_node(bank, y);
	return (nx->op == OP_NOT && nx->a == y) || (ny->op == OP_NOT && ny->a == x);
}

static inline term raw_bool(struct bank *bank, enum op op, term a, term b)
{
	return bank_raw(bank, op, bank_node(bank, bank->the_true)->sort, a, b, 0);
}

/* A node of `a`'s sort. */
static inline term raw_same(struct bank *bank, enum op op, term a, term b)
{
	return bank_raw(bank, op, bank_node(bank, a)->sort, a, b, 0);
}

/* --- constants (fold.c) --- */
bool constant_is_zero(const struct bank *bank, term t); /* false for what is no constant, here and below */
bool constant_is_one(const struct bank *bank, term t);
bool constant_is_ones(const struct bank *bank, term t);               /* all bits set */
bool constant_is_min(const struct bank *bank, term t);                /* smallest signed value */
bool constant_is_max(const struct bank *bank, term t);                /* largest signed value */
bool constant_power(const struct bank *bank, term t, uint32_t *k);    /* 2^k */
bool constant_low_mask(const struct bank *bank, term t, uint32_t *k); /* 2^k - 1 with 0 < k < width */
uint32_t constant_trailing_zeros(const struct bank *bank, term t);    /* of a constant; its width for 0 */
uint32_t constant_leading_zeros(const struct bank *bank, term t);
term constant_ones(struct bank *bank, uint32_t width);
term fold_unary(struct bank *bank, enum op op, term a);          /* BVNOT, BVNEG of a constant */
term fold_binary(struct bank *bank, enum op op, term a, term b); /* bit-vector operators and comparisons, CONCAT */
term fold_extract(struct bank *bank, uint32_t high, uint32_t low, term a);
term fold_extend(struct bank *bank, uint32_t width, term a, bool is_signed);
/* The inverse of an odd constant modulo 2^w. */
term fold_inverse(struct bank *bank, term odd);

/* Binary operators and concatenation on ite trees with constant leaves, where the result is such a tree: both constant trees with
 * the same condition on top, or one a constant. 0: does not apply. */
term lift_binary(struct bank *bank, enum op op, term a, term b);
term lift_extract(struct bank *bank, uint32_t high, uint32_t low, term a);
term lift_extend(struct bank *bank, uint32_t width, term a, bool is_signed);

/* Comparison (EQ, BVULT, BVSLT) of an ite tree with a constant (tree.c). */
bool tree_applies(const struct bank *bank, term a, term c);
term tree_compare(struct bank *bank, enum op op, term a, term c);

/* --- what is known of a bit-vector of up to 64 bits (known.c) --- */
struct known {
	uint64_t zeros, ones; /* bits that are certainly 0, certainly 1 */
	uint64_t low, high;   /* unsigned bounds, both included */
};
struct known known_bits(const struct bank *bank, term t);
/* Number of low bits that are certainly 0, of high bits likewise; any width. */
uint32_t known_trailing_zeros(const struct bank *bank, term t);
uint32_t known_leading_zeros(const struct bank *bank, term t);

/* --- arithmetic (arithmetic.c) --- */
term arithmetic_add(struct bank *bank, term a, term b);
term arithmetic_sub(struct bank *bank, term a, term b);
term arithmetic_neg(struct bank *bank, term a);
term arithmetic_mul(struct bank *bank, term a, term b);
term arithmetic_divide(struct bank *bank, enum op op, term a, term b);
term arithmetic_shift(struct bank *bank, enum op op, term a, term b);
/* t = x + constant: x, and the constant in *c (0: none). */
static inline term split_constant(const struct bank *bank, term t, term *c)
{
	const struct node *n = bank_node(bank, t);
	*c = n->op == OP_BVADD && is_constant(bank, n->b) ? n->b : 0;
	return *c ? n->a : t;
}

/* --- bitwise.c --- */
term bitwise_not(struct bank *bank, term a);
term bitwise_binary(struct bank *bank, enum op op, term a, term b);

/* --- compare.c --- */
term compare_ult(struct bank *bank, term a, term b);
term compare_slt(struct bank *bank, term a, term b);

#endif
