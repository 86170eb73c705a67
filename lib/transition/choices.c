#include "choices.h"

enum { MOST_CHOICES = 96, MOST_PAIRS = 1500, MOST_DEPTH = 4000, STOP_EVERY = 64 };

static const struct choices *choices_of(struct normal_forms *f, term t);

/* Of something new: may it be looked into? */
static bool go_down(struct normal_forms *f)
{
	bool asks = f->stop && ++f->count % STOP_EVERY == 0;
	f->failed = f->failed || f->depth >= MOST_DEPTH || (asks && f->stop(f->stop_context));
	f->depth += !f->failed;
	return !f->failed;
}

/* --- alternatives --- */

static bool has_alternatives(struct normal_forms *f, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		bool some = term_op(f->bank, top) == OP_ITE;
		if (table_has(&f->alternatives, top)) {
			stack.count--;
			continue;
		}
		for (uint32_t i = 0; i < term_count(f->bank, top); i++) {
			uint32_t of = table_get(&f->alternatives, term_arg(f->bank, top, i), 0);
			some = some || of == 2;
			if (!of)
				vec_push(&stack, term_arg(f->bank, top, i));
		}
		if (stack.count > before && !some)
			continue;
		stack.count = before;
		table_put(&f->alternatives, top, some ? 2 : 1);
		stack.count--;
	}
	vec_free(&stack);
	return table_get(&f->alternatives, t, 0) == 2;
}

/* --- choices --- */

static void add_choice(struct normal_forms *f, struct choices *list, term value, term condition)
{
	if (term_is_false(f->bank, condition))
		return;
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i].value == value) {
			list->at[i].condition = term_or(f->bank, list->at[i].condition, condition);
			return;
		}
	vec_push(list, (struct choice){ value, condition });
}

static void add_guarded(struct normal_forms *f, struct choices *list, const struct choices *of, term condition)
{
	for (size_t i = 0; i < of->count; i++)
		add_choice(f, list, of->at[i].value, term_and(f->bank, condition, of->at[i].condition));
}

/* An operator of choices: all combinations. False: too many. */
static bool combine(struct normal_forms *f, struct choices *list, term t)
{
	const struct choices *of[5];
	uint32_t count = term_count(f->bank, t), indices[2] = { 0 };
	size_t at[5] = { 0 }, pairs = 1;
	enum op op = term_op(f->bank, t);
	for (uint32_t i = 0; i < count; i++) {
		if (sort_kind(f->bank, term_sort(f->bank, term_arg(f->bank, t, i))) != SORT_BITVECTOR)
			return false;
		of[i] = choices_of(f, term_arg(f->bank, t, i));
		pairs *= of[i]->count;
		if (pairs > MOST_PAIRS)
			return false;
	}
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(f->bank, t, i);
	for (size_t n = 0; n < pairs; n++) {
		term args[5], condition = term_true(f->bank);
		size_t rest = n;
		for (uint32_t i = 0; i < count; i++) {
			at[i] = rest % of[i]->count;
			rest /= of[i]->count;
			args[i] = of[i]->at[at[i]].value;
			condition = term_and(f->bank, condition, of[i]->at[at[i]].condition);
		}
		add_choice(f, list, term_make(f->bank, op, args, indices), condition);
	}
	return true;
}

static const struct choices *choices_of(struct normal_forms *f, term t)
{
	struct choices *list = table_get(&f->choices, t, NULL);
	if (list)
		return list;
	list = memory_alloc(sizeof *list);
	bool deeper = go_down(f), complete = deeper && has_alternatives(f, t);
	if (complete && term_op(f->bank, t) == OP_ITE) {
		term condition = normal_form(f, term_arg(f->bank, t, 0));
		add_guarded(f, list, choices_of(f, term_arg(f->bank, t, 1)), condition);
		add_guarded(f, list, choices_of(f, term_arg(f->bank, t, 2)), term_not(f->bank, condition));
	} else if (complete) {
		complete = combine(f, list, t);
	}
	if (!complete || list->count > MOST_CHOICES || !list->count) {
		vec_clear(list);
		vec_push(list, (struct choice){ t, term_true(f->bank) });
	}
	f->depth -= deeper;
	table_put(&f->choices, t, list);
	return list;
}

/* --- atoms --- */

/* x + c: x, and c; c is 0 if there is none. */
static term split(struct bank *bank, term t, term *c)
{
	*c = term_bv(bank, term_width(bank, t), 0);
	if (term_op(bank, t) != OP_BVADD || !term_is_constant(bank, term_arg(bank, t, 1)))
		return t;
	*c = term_arg(bank, t, 1);
	return term_arg(bank, t, 0);
}

/* a = b with all that varies on one side, in one of the two ways to write that. */
static term order_equality(struct bank *bank, term equality)
{
	term c, a = term_arg(bank, equality, 0), b = term_arg(bank, equality, 1);
	if (term_is_constant(bank, a) || term_is_constant(bank, b) ||
	    (term_op(bank, a) == OP_VARIABLE && term_op(bank, b) == OP_VARIABLE))
		return equality;
	term x = split(bank, term_binary(bank, OP_BVSUB, a, b), &c), minus_x = term_unary(bank, OP_BVNEG, x);
	bool turn = term_op(bank, x) == OP_BVSUB && term_op(bank, minus_x) == OP_BVSUB
			    ? term_arg(bank, x, 0) > term_arg(bank, minus_x, 0)
			    : x > minus_x;
	term ordered = turn ? term_eq(bank, minus_x, c) : term_eq(bank, x, term_unary(bank, OP_BVNEG, c));
	return term_op(bank, ordered) == OP_EQ ? ordered : equality;
}

static bool is_comparison(const struct bank *bank, term t)
{
	enum op op = term_op(bank, t);
	return (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT) &&
	       sort_kind(bank, term_sort(bank, term_arg(bank, t, 0))) == SORT_BITVECTOR;
}

static term compare_choices(struct normal_forms *f, term t)
{
	const struct choices *a = choices_of(f, term_arg(f->bank, t, 0)), *b = choices_of(f, term_arg(f->bank, t, 1));
	term result = term_false(f->bank);
	if (a->count * b->count > MOST_PAIRS)
		return f->atom(f->context, t);
	for (size_t i = 0; i < a->count && !f->failed; i++)
		for (size_t k = 0; k < b->count && !f->failed; k++) {
			term both = term_and(f->bank, a->at[i].condition, b->at[k].condition);
			term c = term_binary(f->bank, term_op(f->bank, t), a->at[i].value, b->at[k].value);
			if (term_is_false(f->bank, both) || term_is_false(f->bank, c))
				continue;
			result = term_or(f->bank, result, term_and(f->bank, both, normal_form(f, c)));
		}
	return result;
}

/* Both sides are alternatives under the same condition. */
static bool is_parallel(const struct bank *bank, term a, term b)
{
	return term_op(bank, a) == OP_ITE && term_op(bank, b) == OP_ITE && term_arg(bank, a, 0) == term_arg(bank, b, 0);
}

static term parallel_comparison(struct normal_forms *f, enum op op, term a, term b)
{
	struct bank *bank = f->bank;
	term condition = normal_form(f, term_arg(bank, a, 0));
	term yes = normal_form(f, term_binary(bank, op, term_arg(bank, a, 1), term_arg(bank, b, 1)));
	term no = normal_form(f, term_binary(bank, op, term_arg(bank, a, 2), term_arg(bank, b, 2)));
	return term_ite(bank, condition, yes, no);
}

static term normal_comparison(struct normal_forms *f, term t)
{
	term left = term_arg(f->bank, t, 0), right = term_arg(f->bank, t, 1);
	if (is_parallel(f->bank, left, right))
		return parallel_comparison(f, term_op(f->bank, t), left, right);
	const struct choices *a = choices_of(f, term_arg(f->bank, t, 0)), *b = choices_of(f, term_arg(f->bank, t, 1));
	bool plain = a->count == 1 && b->count == 1 && a->at[0].value == term_arg(f->bank, t, 0) &&
		     b->at[0].value == term_arg(f->bank, t, 1);
	if (!plain)
		return compare_choices(f, t);
	if (term_op(f->bank, t) == OP_EQ)
		t = order_equality(f->bank, t);
	return f->atom(f->context, t);
}

static term normal_connective(struct normal_forms *f, term t)
{
	term args[3];
	for (uint32_t i = 0; i < term_count(f->bank, t); i++)
		args[i] = normal_form(f, term_arg(f->bank, t, i));
	return term_make(f->bank, term_op(f->bank, t), args, NULL);
}

term normal_form(struct normal_forms *f, term t)
{
	term done = (term)table_get(&f->normal, t, 0);
	if (done)
		return done;
	if (!go_down(f))
		return t;
	switch (term_op(f->bank, t)) {
	case OP_CONSTANT:
		done = t;
		break;
	case OP_NOT:
	case OP_AND:
	case OP_OR:
	case OP_XOR:
	case OP_ITE:
		done = normal_connective(f, t);
		break;
	default:
		if (is_comparison(f->bank, t))
			done = normal_comparison(f, t);
		else if (term_op(f->bank, t) == OP_EQ)
			done = normal_connective(f, t);
		else
			done = f->atom(f->context, t);
	}
	f->depth--;
	table_put(&f->normal, t, done);
	return done;
}

void normal_forms_free(struct normal_forms *f)
{
	table_free(&f->normal);
	table_free(&f->alternatives);
	for (size_t i = 0; i < f->choices.capacity; i++)
		if (f->choices.keys && f->choices.keys[i]) {
			struct choices *list = (struct choices *)(uintptr_t)f->choices.values[i];
			vec_free(list);
			memory_free(list);
		}
	table_free(&f->choices);
}
