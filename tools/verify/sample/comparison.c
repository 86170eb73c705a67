#include "comparison.h"

enum { MAX_COMPARISONS = 256, MAX_OF_CONDITION = 4 };

static uint64_t cut(uint64_t value, uint32_t width)
{
	return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

/* --- numbers on tapes --- */

static bool is_digit(const struct tape_track *t, size_t place)
{
	return place < t->count && t->at[place].width == 8 && t->at[place].value >= '0' && t->at[place].value <= '9';
}

/* The characters of the decimal number that begins there, 0 if none does. */
static size_t number_at(const struct tape_track *t, size_t place, uint64_t *value)
{
	bool negative = place < t->count && t->at[place].width == 8 && t->at[place].value == '-';
	if (!is_digit(t, place + negative))
		return 0;
	if (!negative && place && (is_digit(t, place - 1) || t->at[place - 1].value == '-'))
		return 0;
	size_t end = place + negative;
	for (*value = 0; is_digit(t, end); end++)
		*value = *value * 10 + t->at[end].value - '0';
	*value = negative ? -*value : *value;
	return end - place;
}

/* Is the value the answer, or the answer extended? */
static bool is_answer(const struct tape_answer *a, uint64_t value, uint32_t width)
{
	if ((width > 64) != (a->width > 64))
		return false;
	if (width <= a->width || a->width >= 64)
		return cut(a->value, width) == value;
	uint32_t shift = 64 - a->width;
	return a->value == value || cut((uint64_t)((int64_t)(a->value << shift) >> shift), width) == value;
}

size_t tape_find(const struct tape *tape, uint64_t value, uint32_t width, size_t n, struct occurrence *at)
{
	size_t found = 0;
	for (size_t i = 0; i < tape->count; i++)
		for (size_t place = 0; place < tape->at[i].count; place++) {
			const struct tape_track *t = &tape->at[i];
			uint64_t number;
			size_t digits = i ? number_at(t, place, &number) : 0;
			bool is_text = digits && cut(number, width) == value;
			if (!is_text && !is_answer(&t->at[place], value, width))
				continue;
			if (found++ == n)
				*at = (struct occurrence){ i, place, is_text ? digits : 0 };
		}
	return found;
}

/* --- comparisons --- */

struct noting {
	struct comparisons *to;
	const struct tape *tape;
	const struct run *run;
	term condition;
};

static struct value leaf_value(void *context, term leaf)
{
	const struct noting *n = context;
	const struct variable *v = program_variable_of(run_program(n->run), leaf);
	const struct value *value = v ? run_value(n->run, v) : NULL;
	return value ? value_copy(value) : (struct value){ 0 };
}

static void add(struct noting *n, uint64_t from, uint64_t to, uint32_t width)
{
	struct occurrence at;
	bool known = n->to->all.count == MAX_COMPARISONS || from == to || (width > 64 && !tape_object(to));
	for (size_t i = 0; !known && i < n->to->all.count; i++)
		known = n->to->all.at[i].from == from && n->to->all.at[i].to == to;
	if (!known && tape_find(n->tape, from, width, 0, &at) != 0)
		vec_push(&n->to->all, (struct comparison){ from, to, width, n->condition });
}

static void note_sides(struct noting *n, term left, term right)
{
	const struct bank *bank = run_program(n->run)->bank;
	sort s = term_sort(bank, left);
	if (sort_kind(bank, s) != SORT_BITVECTOR || sort_width(bank, s) < 2)
		return;
	struct value a = term_eval(bank, left, leaf_value, n), b = term_eval(bank, right, leaf_value, n);
	uint64_t from, to;
	if (tape_answer_for(&a, &from) && tape_answer_for(&b, &to)) {
		add(n, from, to, a.width);
		add(n, to, from, a.width);
	}
	value_release(&a);
	value_release(&b);
}

bool compares_pointers(const struct bank *bank, term condition)
{
	VEC(term) stack = { 0 };
	bool found = false;
	vec_push(&stack, condition);
	while (stack.count && !found) {
		term x = vec_pop(&stack);
		sort s = term_op(bank, x) == OP_EQ ? term_sort(bank, term_arg(bank, x, 0)) : 0;
		found = s && sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) > 64;
		if (term_op(bank, x) == OP_AND)
			for (uint32_t i = 0; i < term_count(bank, x); i++)
				vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
	return found;
}

static bool is_comparison(enum op op)
{
	return op == OP_EQ || op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE;
}

void comparisons_note(struct comparisons *to, const struct tape *tape, const struct run *run, term condition)
{
	struct noting n = { to, tape, run, condition };
	const struct bank *bank = run_program(run)->bank;
	VEC(term) stack = { 0 };
	struct table seen = { 0 };
	uint64_t found = table_get(&to->found, condition, 0), before = to->all.count;
	vec_push(&stack, condition);
	while (stack.count && found + to->all.count - before < MAX_OF_CONDITION) {
		term x = vec_pop(&stack);
		if (table_has(&seen, x))
			continue;
		table_put(&seen, x, 1);
		if (is_comparison(term_op(bank, x)))
			note_sides(&n, term_arg(bank, x, 0), term_arg(bank, x, 1));
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	table_put(&to->found, condition, found + to->all.count - before);
	vec_free(&stack);
	table_free(&seen);
}

void comparisons_release(struct comparisons *comparisons)
{
	vec_free(&comparisons->all);
	table_free(&comparisons->found);
}
