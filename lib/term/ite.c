/* ite on every sort. */
#include <assert.h>

#include "simplify.h"

/* ite of Bool: into and, or, eq where one branch is a constant, the condition, or the other's complement. */
static term bool_rules(struct bank *bank, term c, term a, term b)
{
	if (a == bank->the_true || a == c)
		return term_or(bank, c, b);
	if (b == bank->the_false || b == c)
		return term_and(bank, c, a);
	if (a == bank->the_false || is_complement(bank, a, c))
		return term_and(bank, term_not(bank, c), b);
	if (b == bank->the_true || is_complement(bank, b, c))
		return term_or(bank, term_not(bank, c), a);
	if (is_complement(bank, a, b))
		return term_eq(bank, c, a);
	return 0;
}

/* The value of d where c is known to be `value`: TRUE, FALSE or 0 (not known). */
static term known_condition(struct bank *bank, term c, bool value, term d)
{
	if (c == d)
		return term_bool(bank, value);
	if (is_complement(bank, c, d))
		return term_bool(bank, !value);
	return 0;
}

/* A branch that is an ite on the same condition: the part of it that counts. */
static term prune(struct bank *bank, term c, bool value, term branch)
{
	const struct node *n = bank_node(bank, branch);
	while (n->op == OP_ITE) {
		term known = known_condition(bank, c, value, n->a);
		if (!known)
			break;
		branch = known == bank->the_true ? n->b : n->c;
		n = bank_node(bank, branch);
	}
	return branch;
}

/* One branch is an ite that shares a branch with the other: ite(c, ite(d, x, y), y) = ite(and(c, d), x, y). */
static term merge_rules(struct bank *bank, term c, term a, term b)
{
	const struct node *na = bank_node(bank, a), *nb = bank_node(bank, b);
	if (na->op == OP_ITE && na->c == b)
		return term_ite(bank, term_and(bank, c, na->a), na->b, b);
	if (na->op == OP_ITE && na->b == b)
		return term_ite(bank, term_and(bank, c, term_not(bank, na->a)), na->c, b);
	if (nb->op == OP_ITE && nb->b == a)
		return term_ite(bank, term_or(bank, c, nb->a), a, nb->c);
	if (nb->op == OP_ITE && nb->c == a)
		return term_ite(bank, term_or(bank, c, term_not(bank, nb->a)), a, nb->b);
	if (na->op == OP_ITE && nb->op == OP_ITE && na->b == nb->b && na->c == nb->c)
		return term_ite(bank, term_ite(bank, c, na->a, nb->a), na->b, na->c);
	return 0;
}

static term ite_rules(struct bank *bank, term c, term a, term b)
{
	const struct node *nc = bank_node(bank, c);
	if (nc->op == OP_NOT)
		return term_ite(bank, nc->a, b, a);
	term pruned_a = prune(bank, c, true, a), pruned_b = prune(bank, c, false, b);
	if (pruned_a != a || pruned_b != b)
		return term_ite(bank, c, pruned_a, pruned_b);
	/* ite(x = y, x, y) = y */
	if (nc->op == OP_EQ && ((nc->a == a && nc->b == b) || (nc->a == b && nc->b == a)))
		return b;
	if (bank_node(bank, a)->sort == bank_node(bank, bank->the_true)->sort) {
		term t = bool_rules(bank, c, a, b);
		if (t)
			return t;
	}
	return merge_rules(bank, c, a, b);
}

term term_ite(struct bank *bank, term c, term a, term b)
{
	sort s = bank_node(bank, a)->sort;
	assert(term_sort(bank, c) == term_sort(bank, bank->the_true) && s == bank_node(bank, b)->sort);
	if (a == b || c == bank->the_true)
		return a;
	if (c == bank->the_false)
		return b;
	if (!simplify_enter(bank))
		return bank_raw(bank, OP_ITE, s, c, a, b);
	term t = ite_rules(bank, c, a, b);
	simplify_leave(bank);
	return t ? t : bank_raw(bank, OP_ITE, s, c, a, b);
}
