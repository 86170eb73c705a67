#include "core.h"

#include "universal.h"

struct literal {
	term term;
	bool holds;
};

/* No conjunct is a conjunction, nor the negation of a disjunction. */
static void split(struct bank *bank, term question, struct terms *conjuncts)
{
	VEC(struct literal) left = { 0 };
	struct table seen[2] = { 0 };
	vec_push(&left, ((struct literal){ question, true }));
	while (left.count) {
		struct literal l = vec_pop(&left);
		enum op op = term_op(bank, l.term);
		if (table_get(&seen[l.holds], l.term, 0))
			continue;
		table_put(&seen[l.holds], l.term, 1);
		if (op == OP_NOT) {
			vec_push(&left, ((struct literal){ term_arg(bank, l.term, 0), !l.holds }));
		} else if (op == (l.holds ? OP_AND : OP_OR)) {
			for (uint32_t i = 0; i < 2; i++)
				vec_push(&left, ((struct literal){ term_arg(bank, l.term, i), l.holds }));
		} else {
			vec_push(conjuncts, l.holds ? l.term : term_not(bank, l.term));
		}
	}
	table_free(&seen[0]);
	table_free(&seen[1]);
	vec_free(&left);
}

term core_of(struct solver_pair *pair, term question, double seconds)
{
	struct terms conjuncts = { 0 };
	term core = 0;
	split(pair->bank, question, &conjuncts);
	if (solver_pair_check(pair, conjuncts.at, conjuncts.count, true, seconds, 0) == REPLY_UNSAT) {
		size_t count;
		const term *needed = solver_core(pair->answered, &count);
		core = term_true(pair->bank);
		for (size_t i = 0; i < count; i++)
			core = term_and(pair->bank, core, needed[i]);
	}
	vec_free(&conjuncts);
	return core;
}
