/* String terms: what they are made of, and in other words. */
#include "statement.h"
#include "string_terms.h"

enum { MOST_STRINGS = 20000 };

struct numbers *string_list_new(struct strings *s)
{
	struct numbers *list = memory_alloc(sizeof *list);
	vec_push(&s->lists, list);
	return list;
}

static void note_about(struct strings *s, struct uses *uses, term read, uint32_t number)
{
	const struct uses_list *used = uses_of(uses, read);
	for (uint32_t i = 0; i < used->count; i++) {
		struct numbers *list = table_get(&s->about, used->variables[i], NULL);
		if (!list)
			table_put(&s->about, used->variables[i], list = string_list_new(s));
		vec_push(list, number);
	}
}

term string_term_within(struct domain *d, const struct strings *s, const struct string_term *t)
{
	struct bank *bank = d->program->bank;
	term size = term_select(bank, s->size->term, t->object), zero = term_bv(bank, d->pointer_bits, 0);
	term last = term_binary(bank, OP_BVSUB, size, term_bv(bank, d->pointer_bits, 1));
	return term_and(bank, term_not(bank, term_eq(bank, size, zero)),
			term_not(bank, term_binary(bank, OP_BVULT, last, t->offset)));
}

bool string_term_is(const struct domain *d, term t)
{
	const struct bank *bank = d->program->bank;
	return term_op(bank, t) == OP_SELECT && sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR &&
	       term_width(bank, t) == 8 && term_op(bank, term_arg(bank, t, 0)) == OP_VARIABLE &&
	       domain_is_pointer(d, term_width(bank, term_arg(bank, t, 1)));
}

static term parameter_leaf(void *context, term leaf)
{
	return table_get(&((struct strings *)context)->parameters, leaf, leaf);
}

term string_term_canonical(struct domain *d, term t)
{
	struct strings *s = d->strings;
	return s->parameters.count ? term_substitute_memo(d->program->bank, t, &s->canonical, parameter_leaf, s) : t;
}

uint32_t string_term_number(struct domain *d, term read)
{
	return table_get(&d->strings->index, string_term_canonical(d, read), 0);
}

/* The only read in T, at an index without reads; 0: there is none, or more than one. */
static term only_read(const struct bank *bank, term t)
{
	struct numbers stack = { 0 };
	term found = 0;
	bool more = false;
	vec_push(&stack, t);
	while (stack.count && !more) {
		term s = vec_pop(&stack);
		bool is_read = term_op(bank, s) == OP_SELECT;
		more = s != found && is_read && (found || term_op(bank, term_arg(bank, s, 0)) != OP_VARIABLE);
		if (is_read && s != found && !more)
			found = s;
		else if (s == found)
			continue;
		for (uint32_t i = is_read; i < term_count(bank, s); i++)
			vec_push(&stack, term_arg(bank, s, i));
	}
	vec_free(&stack);
	return more ? 0 : found;
}

static void list_under(struct strings *s, struct term_lists *lists, term key, uint32_t number)
{
	struct numbers *list = table_get(lists, key, NULL);
	if (!list)
		table_put(lists, key, list = string_list_new(s));
	vec_push(list, number);
}

uint32_t string_term_add(struct domain *d, struct uses *uses, term read)
{
	struct strings *s = d->strings;
	struct bank *bank = d->program->bank;
	read = string_term_canonical(d, read);
	uint32_t number = table_get(&s->index, read, 0);
	if (number || s->terms.count == MOST_STRINGS)
		return number;
	struct string_term t = { .read = read, .at = term_arg(bank, read, 1) };
	t.map = program_variable_of(d->program, term_arg(bank, read, 0));
	t.object = term_extract(bank, d->object_bits + d->pointer_bits - 1, d->pointer_bits, t.at);
	t.offset = term_extract(bank, d->pointer_bits - 1, 0, t.at);
	t.cell = only_read(bank, t.at);
	vec_push(&s->terms, t);
	number = (uint32_t)s->terms.count;
	table_put(&s->index, read, number);
	table_put(&s->within, string_term_within(d, s, &t), number);
	note_about(s, uses, read, number - 1);
	list_under(s, &s->of_object, t.object, number - 1);
	if (t.cell)
		list_under(s, &s->of_cell, t.cell, number - 1);
	return number;
}

term string_term_moved(struct domain *d, const struct string_term *t)
{
	struct bank *bank = d->program->bank;
	term offset = term_binary(bank, OP_BVADD, t->offset, term_bv(bank, d->pointer_bits, 1));
	return term_select(bank, t->map->term, term_concat(bank, t->object, offset));
}

struct replacement {
	term from, to;
};

static term replace_leaf(void *context, term leaf)
{
	const struct replacement *r = context;
	return leaf == r->from ? r->to : leaf;
}

term string_term_replaced(struct domain *d, term t, const struct variable *v, term value)
{
	struct replacement r = { v->term, value };
	return term_substitute(d->program->bank, t, replace_leaf, &r);
}

term string_stored_cell(struct domain *d, const struct variable *map, term value)
{
	struct bank *bank = d->program->bank;
	if (term_op(bank, value) != OP_STORE || term_arg(bank, value, 0) != map->term)
		return 0;
	term stored = term_arg(bank, value, 2);
	if (sort_kind(bank, term_sort(bank, stored)) != SORT_BITVECTOR ||
	    !domain_is_pointer(d, term_width(bank, stored)))
		return 0;
	return term_select(bank, map->term, string_term_canonical(d, term_arg(bank, value, 1)));
}

term string_argument(void *context, term leaf)
{
	const struct statement *call = context;
	for (uint32_t i = 0; i < call->argument_count; i++)
		if (call->callee->variables[i]->term == leaf)
			return call->arguments[i];
	return leaf;
}

static term call_leaf(void *context, term leaf)
{
	const struct statement *call = context;
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->callee->variables[call->callee->in_count + i]->term == leaf)
			return call->outs[i]->term;
	return string_argument(context, leaf);
}

/* Are the arguments that T, of the callee, is about the same behind the call? */
static bool has_kept_arguments(const struct strings *s, const struct statement *call, const struct string_term *t)
{
	const struct uses_list *used = uses_of(s->uses, t->read);
	for (uint32_t i = 0; i < used->count; i++) {
		if (used->variables[i]->kind != VARIABLE_IN)
			continue;
		const struct uses_list *mentioned = uses_of(s->uses, call->arguments[used->variables[i]->index]);
		for (uint32_t k = 0; k < mentioned->count; k++) {
			if (mentioned->variables[k]->kind == VARIABLE_GLOBAL)
				return false;
			for (uint32_t n = 0; n < call->out_count; n++)
				if (call->outs[n] == mentioned->variables[k])
					return false;
		}
	}
	return true;
}

/* Does the call assign what the term, of the callee, is about, or the sizes? It is then about what was there at the return. */
static bool is_assigned(const struct strings *s, const struct statement *call, const struct string_term *t)
{
	for (uint32_t k = 0; k < call->out_count; k++)
		if (call->outs[k] == s->size || uses_mention(s->uses, t->read, call->outs[k]))
			return true;
	return false;
}

term string_term_behind(struct domain *d, const struct statement *call, const struct string_term *t)
{
	const struct strings *s = d->strings;
	if (is_assigned(s, call, t) || !has_kept_arguments(s, call, t))
		return 0;
	return term_substitute(d->program->bank, t->read, call_leaf, (void *)(uintptr_t)call);
}
