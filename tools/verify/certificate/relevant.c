#include "relevant.h"

struct looking {
	struct memory_uses *uses;
	uint64_t some;
};

void memory_uses_release(struct memory_uses *m)
{
	table_free(&m->uses);
	table_free(&m->numbers);
}

static void look_at(void *context, term leaf)
{
	struct looking *l = context;
	const struct bank *bank = l->uses->bank;
	sort s = term_sort(bank, leaf);
	if (sort_kind(bank, s) != SORT_MAP || sort_kind(bank, sort_index(bank, s)) != SORT_BITVECTOR ||
	    sort_width(bank, sort_index(bank, s)) != l->uses->pointer_bits)
		return;
	uint64_t number = table_get(&l->uses->numbers, leaf, 0);
	if (!number)
		table_put(&l->uses->numbers, leaf, number = ++l->uses->count);
	l->some |= (uint64_t)1 << number % 64;
}

uint64_t memory_uses_of(struct memory_uses *m, term t)
{
	struct looking l = { .uses = m };
	uint64_t known = table_get(&m->uses, t, UINT64_MAX);
	if (known != UINT64_MAX)
		return known;
	term_leaves(m->bank, t, look_at, &l);
	table_put(&m->uses, t, l.some);
	return l.some;
}

void memory_uses_choose(struct memory_uses *m, uint64_t some, term conjunction, struct terms *chosen)
{
	struct terms left = { 0 };
	vec_push(&left, conjunction);
	while (left.count) {
		term t = vec_pop(&left);
		if (term_op(m->bank, t) == OP_AND) {
			vec_push(&left, term_arg(m->bank, t, 1));
			vec_push(&left, term_arg(m->bank, t, 0));
		} else if (!(memory_uses_of(m, t) & ~some)) {
			vec_push(chosen, t);
		}
	}
	vec_free(&left);
}
