#include "classes.h"

static bool is_word(const struct classes *c, term t)
{
	return sort_kind(c->bank, term_sort(c->bank, t)) == SORT_BITVECTOR;
}

/* --- the forest --- */

static uint32_t root_of(struct classes *c, uint32_t i)
{
	while (c->list.at[i].parent != i)
		i = c->list.at[i].parent = c->list.at[c->list.at[i].parent].parent;
	return i;
}

uint32_t class_of(struct classes *c, term t)
{
	uint32_t known = table_get(&c->number, t, 0);
	if (known)
		return root_of(c, known - 1);
	uint32_t width = term_width(c->bank, t), own = (uint32_t)c->list.count;
	vec_push(&c->list, ((struct class){ .parent = own, .width = width, .opaque = true }));
	table_put(&c->number, t, own + 1);
	return own;
}

static void unite(struct classes *c, term a, term b)
{
	if (term_is_constant(c->bank, a) || term_is_constant(c->bank, b))
		return;
	uint32_t x = class_of(c, a), y = class_of(c, b);
	struct class *into = &c->list.at[x], *from = &c->list.at[y];
	if (x == y)
		return;
	from->parent = x;
	into->opaque = into->opaque && from->opaque;
	into->ordered = into->ordered || from->ordered;
	for (size_t i = 0; i < from->constants.count; i++)
		vec_push(&into->constants, from->constants.at[i]);
	vec_free(&from->constants);
}

/* Its bits matter. */
static void open_up(struct classes *c, term t)
{
	uint32_t class = term_is_constant(c->bank, t) ? UINT32_MAX : class_of(c, t);
	if (class != UINT32_MAX)
		c->list.at[class].opaque = false;
}

/* --- terms --- */

static void see_comparison(struct classes *c, term t)
{
	term a = term_arg(c->bank, t, 0), b = term_arg(c->bank, t, 1);
	if (!is_word(c, a))
		return;
	unite(c, a, b);
	bool ordered = term_op(c->bank, t) != OP_EQ, wide = term_width(c->bank, a) > 64;
	if (!term_is_constant(c->bank, b) || term_is_constant(c->bank, a) || (ordered && wide)) {
		open_up(c, a);
		open_up(c, b);
		return;
	}
	uint32_t root = class_of(c, a);
	struct class *class = &c->list.at[root];
	class->ordered = class->ordered || ordered;
	vec_push(&class->constants, b);
}

static void see_alternatives(struct classes *c, term t)
{
	if (!is_word(c, t))
		return;
	unite(c, t, term_arg(c->bank, t, 1));
	unite(c, t, term_arg(c->bank, t, 2));
}

static void see_operator(struct classes *c, term t)
{
	if (is_word(c, t))
		open_up(c, t);
	for (uint32_t i = 0; i < term_count(c->bank, t); i++) {
		term arg = term_arg(c->bank, t, i);
		if (!is_word(c, arg))
			continue;
		open_up(c, arg);
		if (is_word(c, t))
			unite(c, t, arg);
	}
}

static void see(struct classes *c, term t)
{
	switch (term_op(c->bank, t)) {
	case OP_CONSTANT:
		break;
	case OP_VARIABLE:
		if (is_word(c, t))
			vec_push(&c->leaves, t);
		break;
	case OP_ITE:
		see_alternatives(c, t);
		break;
	case OP_EQ:
	case OP_BVULT:
	case OP_BVSLT:
		see_comparison(c, t);
		break;
	default:
		see_operator(c, t);
	}
}

static void see_all(struct classes *c, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_pop(&stack);
		if (table_has(&c->seen, top))
			continue;
		table_put(&c->seen, top, true);
		see(c, top);
		for (uint32_t i = 0; i < term_count(c->bank, top); i++)
			vec_push(&stack, term_arg(c->bank, top, i));
	}
	vec_free(&stack);
}

static void see_transition(struct classes *c, const struct system *s, const struct transition *t)
{
	see_all(c, t->condition);
	for (uint32_t p = 0; p < s->places.count; p++) {
		if (!t->values[p])
			continue;
		see_all(c, s->places.at[p].leaf);
		see_all(c, t->values[p]);
		if (is_word(c, t->values[p]))
			unite(c, s->places.at[p].leaf, t->values[p]);
	}
}

void classes_init(struct classes *c, const struct system *s)
{
	*c = (struct classes){ .bank = s->bank };
	for (uint32_t i = 0; i < s->cut_count; i++)
		if (s->reached[i])
			see_all(c, s->bad[i]);
	for (size_t i = 0; i < s->transitions.count; i++)
		see_transition(c, s, &s->transitions.at[i]);
}

void classes_release(struct classes *c)
{
	for (size_t i = 0; i < c->list.count; i++)
		vec_free(&c->list.at[i].constants);
	vec_free(&c->list);
	vec_free(&c->leaves);
	table_free(&c->number);
	table_free(&c->seen);
}
