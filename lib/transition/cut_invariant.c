#include "cut_invariant.h"

/* --- objects --- */

static void find_objects(struct cut_writer *w)
{
	const struct block *first = w->system->segments->cuts.at[0].block;
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_FRESH)
			vec_push(&w->objects, first->statements[i].target);
}

/* The constant with an identity in its highest bits, which is what indices and pointers are. */
static term translate_constant(struct cut_writer *w, term t)
{
	uint32_t width = w->system->segments->identity_width;
	if (w->system->segments->identity == UINT64_MAX ||
	    sort_kind(w->bank, term_sort(w->bank, t)) != SORT_BITVECTOR || term_width(w->bank, t) < width)
		return t;
	uint32_t low = term_width(w->bank, t) - width;
	uint64_t object =
		term_value(w->bank, term_extract(w->bank, low + width - 1, low, t)) - w->system->segments->identity;
	if (object >= w->objects.count)
		return t;
	term leaf = w->objects.at[object]->term;
	return low ? term_concat(w->bank, leaf, term_extract(w->bank, low - 1, 0, t)) : leaf;
}

static term translate_leaf(struct cut_writer *w, term t)
{
	const struct place *place = system_place(w->system, t);
	if (!place || !place->index)
		return t;
	return term_select(w->bank, place->variable->term, cut_writer_translate(w, place->index));
}

/* Of a term whose arguments have been translated. */
static term translate_above(struct cut_writer *w, term t)
{
	term args[5];
	uint32_t indices[2] = { 0 };
	if (term_is_constant(w->bank, t))
		return translate_constant(w, t);
	if (term_op(w->bank, t) == OP_VARIABLE)
		return translate_leaf(w, t);
	for (uint32_t i = 0; i < term_count(w->bank, t); i++)
		args[i] = (term)table_get(&w->memo, term_arg(w->bank, t, i), 0);
	for (uint32_t i = 0; i < op_indices(term_op(w->bank, t)); i++)
		indices[i] = term_index(w->bank, t, i);
	return term_make(w->bank, term_op(w->bank, t), args, indices);
}

term cut_writer_translate(struct cut_writer *w, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0; !table_has(&w->memo, top) && i < term_count(w->bank, top); i++)
			if (!table_has(&w->memo, term_arg(w->bank, top, i)))
				vec_push(&stack, term_arg(w->bank, top, i));
		if (stack.count > before)
			continue;
		if (!table_has(&w->memo, top))
			table_put(&w->memo, top, translate_above(w, top));
		stack.count--;
	}
	vec_free(&stack);
	return (term)table_get(&w->memo, t, 0);
}

/* --- invariants --- */

static bool is_object(const struct cut_writer *w, const struct variable *v)
{
	for (size_t i = 0; i < w->objects.count; i++)
		if (w->objects.at[i] == v)
			return true;
	return false;
}

void cut_writer_fix(struct cut_writer *w, uint32_t cut, struct cut_invariant *invariant)
{
	for (uint32_t p = 0; p < w->system->places.count; p++) {
		const struct place *place = &w->system->places.at[p];
		term constant = w->system->constants[cut][p];
		struct fixed_place fixed = { program_variable_of(w->system->segments->program, place->variable->term),
					     0, 0 };
		if (!constant || is_object(w, place->variable))
			continue;
		fixed.index = place->index ? cut_writer_translate(w, place->index) : 0;
		fixed.value = cut_writer_translate(w, constant);
		vec_push(&invariant->fixed, fixed);
	}
}

/* --- life --- */

void cut_writer_init(struct cut_writer *w, const struct system *system)
{
	*w = (struct cut_writer){ .system = system, .bank = system->bank };
	find_objects(w);
}

void cut_writer_release(struct cut_writer *w)
{
	vec_free(&w->objects);
	table_free(&w->memo);
}

void cut_invariants_free(struct cut_invariant *invariants, uint32_t count)
{
	for (uint32_t c = 0; invariants && c < count; c++) {
		vec_free(&invariants[c].fixed);
		vec_free(&invariants[c].conditions);
	}
	memory_free(invariants);
}
