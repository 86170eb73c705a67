/* Walks over terms with an explicit stack. */
#include "bank.h"
#include "vec.h"

struct term_vec VEC_BODY(term);

/* Pushes the arguments of t that are not in `memo`; false when there are none. */
static bool push_missing(const struct bank *bank, struct term_vec *stack, const struct table *memo, term t)
{
	const struct node *n = bank_node(bank, t);
	size_t before = stack->count;
	for (uint32_t i = 0, count = op_arguments(n->op); i < count; i++) {
		term a = bank_arg(n, i);
		if (!table_has(memo, a))
			vec_push(stack, a);
	}
	return stack->count > before;
}

term term_rebuild(struct bank *bank, const struct table *memo, term t)
{
	const struct node *n = bank_node(bank, t);
	uint32_t count = op_arguments(n->op), indices[] = { n->b, n->c };
	term args[5];
	bool changed = false;
	for (uint32_t i = 0; i < count; i++) {
		args[i] = (term)table_get(memo, bank_arg(n, i), 0);
		changed = changed || args[i] != bank_arg(n, i);
	}
	return changed ? term_make(bank, n->op, args, indices) : t;
}

term term_substitute_memo(struct bank *bank, term t, struct table *memo, term (*leaf)(void *context, term v),
			  void *context)
{
	struct term_vec stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		if (!table_has(memo, top)) {
			if (push_missing(bank, &stack, memo, top))
				continue;
			bool is_leaf = bank_node(bank, top)->op == OP_VARIABLE;
			table_put(memo, top, is_leaf ? leaf(context, top) : term_rebuild(bank, memo, top));
		}
		stack.count--;
	}
	vec_free(&stack);
	return (term)table_get(memo, t, 0);
}

term term_substitute(struct bank *bank, term t, term (*leaf)(void *context, term v), void *context)
{
	struct table memo = { 0 };
	term result = term_substitute_memo(bank, t, &memo, leaf, context);
	table_free(&memo);
	return result;
}

void term_visit(const struct bank *bank, term t, struct table *seen, void (*visit)(void *context, term t),
		void *context)
{
	struct term_vec stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_pop(&stack);
		if (table_has(seen, top))
			continue;
		table_put(seen, top, 1);
		if (visit)
			visit(context, top);
		push_missing(bank, &stack, seen, top);
	}
	vec_free(&stack);
}

struct leaf_visit {
	const struct bank *bank;
	void (*visit)(void *context, term v);
	void *context;
};

static void visit_leaf(void *context, term t)
{
	const struct leaf_visit *l = context;
	if (bank_node(l->bank, t)->op == OP_VARIABLE)
		l->visit(l->context, t);
}

void term_leaves(const struct bank *bank, term t, void (*visit)(void *context, term v), void *context)
{
	struct leaf_visit l = { bank, visit, context };
	struct table seen = { 0 };
	term_visit(bank, t, &seen, visit_leaf, &l);
	table_free(&seen);
}

bool term_mentions(const struct bank *bank, term t, term leaf)
{
	struct table seen = { 0 };
	term_visit(bank, t, &seen, NULL, NULL);
	bool found = table_has(&seen, leaf);
	table_free(&seen);
	return found;
}

uint32_t term_dag_size(const struct bank *bank, term t)
{
	struct table seen = { 0 };
	term_visit(bank, t, &seen, NULL, NULL);
	uint32_t count = (uint32_t)seen.count;
	table_free(&seen);
	return count;
}
