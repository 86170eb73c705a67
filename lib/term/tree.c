/* Comparisons of ite trees with a constant, where the trees' leaves are constants: they become conditions.
 *
 *     ite(c, 1, ite(d, 2, 3)) = 2   is   not c and d
 *
 * Program states at joins are such trees (as DAGs: they grow with the length of an execution), and each new one has
 * the old ones as its parts. So the results are remembered, per constant: a comparison costs what is new. */
#include "simplify.h"
#include "vec.h"

/* An ite that is worth the descent: all of its leaves are constants, or a branch is. */
static bool is_descended(const struct bank *bank, term t)
{
	const struct node *n = bank_node(bank, t);
	return n->op == OP_ITE &&
	       (n->flags & NODE_CONSTANT_LEAVES || is_constant(bank, n->b) || is_constant(bank, n->c));
}

bool tree_applies(const struct bank *bank, term a, term c)
{
	return is_constant(bank, c) && is_descended(bank, a);
}

static struct table *memory_of(struct bank *bank, enum op op)
{
	return &bank->comparisons[op == OP_EQ ? 0 : op == OP_BVULT ? 1 : 2];
}

struct descent {
	struct bank *bank;
	enum op op;
	term constant;
	VEC(term) stack;
};

static uint64_t key_of(const struct descent *d, term t)
{
	return (uint64_t)t << 32 | d->constant;
}

/* The comparison of a branch; 0 when it is to be descended into first. */
static term branch_result(struct descent *d, term t)
{
	if (is_constant(d->bank, t))
		return fold_binary(d->bank, d->op, t, d->constant);
	if (is_descended(d->bank, t))
		return (term)table_get(memory_of(d->bank, d->op), key_of(d, t), 0);
	return term_binary(d->bank, d->op, t, d->constant);
}

/* The ites of conditions have fuel of their own: they lead to no other descent. */
static term combine(struct bank *bank, term condition, term yes, term no)
{
	uint32_t depth = bank->depth, fuel = bank->fuel;
	bank->depth = 0;
	term t = term_ite(bank, condition, yes, no);
	bank->depth = depth;
	bank->fuel = fuel;
	return t;
}

static bool descend(struct descent *d, term t)
{
	const struct node *n = bank_node(d->bank, t);
	term yes = branch_result(d, n->b), no = branch_result(d, n->c);
	if (!yes)
		vec_push(&d->stack, n->b);
	if (!no)
		vec_push(&d->stack, n->c);
	if (!yes || !no)
		return false;
	table_put(memory_of(d->bank, d->op), key_of(d, t), combine(d->bank, n->a, yes, no));
	return true;
}

term tree_compare(struct bank *bank, enum op op, term a, term c)
{
	struct descent d = { .bank = bank, .op = op, .constant = c };
	vec_push(&d.stack, a);
	while (d.stack.count) {
		term top = vec_last(&d.stack);
		if (table_has(memory_of(bank, op), key_of(&d, top)) || descend(&d, top))
			d.stack.count--;
	}
	vec_free(&d.stack);
	return (term)table_get(memory_of(bank, op), key_of(&d, a), 0);
}
