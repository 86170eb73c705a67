#include "system_lower.h"

enum { MOST_STORES = 1 << 14 };

struct lowering {
	struct bank *bank;
	struct table memo;
	uint32_t stores;
	bool failed;
};

/* The address of cell i of the run that begins at p, whose low k bits count (op.def, block operations). */
static term cell(struct bank *bank, term p, uint32_t k, uint64_t i)
{
	uint32_t width = term_width(bank, p);
	term low = term_binary(bank, OP_BVADD, term_extract(bank, k - 1, 0, p), term_bv(bank, k, i));
	return k == width ? low : term_concat(bank, term_extract(bank, width - 1, k, p), low);
}

bool system_lowers(const struct bank *bank, term count)
{
	return term_is_constant(bank, count) && term_fits(bank, count) && term_value(bank, count) <= MOST_STORES;
}

/* False: it is not known, or it is too much. */
static bool length_of(struct lowering *l, term count, uint64_t *length)
{
	if (!system_lowers(l->bank, count))
		return false;
	*length = term_value(l->bank, count);
	if (*length > MOST_STORES - l->stores)
		return false;
	l->stores += (uint32_t)*length;
	return true;
}

static term lower_fill(struct lowering *l, const term *args)
{
	uint64_t length;
	if (!length_of(l, args[2], &length)) {
		l->failed = true;
		return args[0];
	}
	term map = args[0];
	for (uint64_t i = 0; i < length; i++)
		map = term_store(l->bank, map, cell(l->bank, args[1], term_width(l->bank, args[2]), i), args[3]);
	return map;
}

/* What is copied is read from the map as it was. */
static term lower_copy(struct lowering *l, const term *args)
{
	uint64_t length;
	if (!length_of(l, args[4], &length)) {
		l->failed = true;
		return args[0];
	}
	uint32_t k = term_width(l->bank, args[4]);
	term map = args[0];
	for (uint64_t i = 0; i < length; i++)
		map = term_store(l->bank, map, cell(l->bank, args[1], k, i),
				 term_select(l->bank, args[2], cell(l->bank, args[3], k, i)));
	return map;
}

static term rebuild(struct lowering *l, term t)
{
	term args[5];
	uint32_t indices[2] = { 0 };
	enum op op = term_op(l->bank, t);
	for (uint32_t i = 0; i < term_count(l->bank, t); i++)
		args[i] = (term)table_get(&l->memo, term_arg(l->bank, t, i), 0);
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(l->bank, t, i);
	return op == OP_FILL             ? lower_fill(l, args)
	       : op == OP_COPY           ? lower_copy(l, args)
	       : !term_count(l->bank, t) ? t
					 : term_make(l->bank, op, args, indices);
}

static term lower(struct lowering *l, term root)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, root);
	while (stack.count && !l->failed) {
		term t = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0; i < term_count(l->bank, t); i++)
			if (!table_has(&l->memo, term_arg(l->bank, t, i)))
				vec_push(&stack, term_arg(l->bank, t, i));
		if (stack.count > before)
			continue;
		if (!table_has(&l->memo, t))
			table_put(&l->memo, t, rebuild(l, t));
		stack.count--;
	}
	vec_free(&stack);
	return (term)table_get(&l->memo, root, root);
}

bool system_lower(struct system *s)
{
	struct lowering l = { .bank = s->bank };
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c])
			s->bad[c] = lower(&l, s->bad[c]);
	for (size_t i = 0; i < s->transitions.count; i++) {
		struct transition *t = &s->transitions.at[i];
		t->condition = lower(&l, t->condition);
		for (uint32_t p = 0; p < s->places.count; p++)
			t->values[p] = t->values[p] ? lower(&l, t->values[p]) : 0;
	}
	table_free(&l.memo);
	return !l.failed;
}
