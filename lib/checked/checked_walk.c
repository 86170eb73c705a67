/* checked: what statements do to what is known (checked_walk.h). */
#include "checked_walk.h"

#include <string.h>

#include "statement.h"

/* ---- what is known of a value ---- */

static struct validity get(const struct walk *w, uint32_t value)
{
	return w->has[value] ? w->now[value] : validity_unknown();
}

struct validity *walk_touch(struct walk *w, uint32_t value)
{
	if (w->logs)
		vec_push(&w->undo, ((struct known_of){ value, get(w, value) }));
	if (!w->has[value]) {
		vec_push(&w->present, value);
		w->has[value] = true;
		w->now[value] = validity_unknown();
	}
	return &w->now[value];
}

struct validity walk_known(const struct walk *w, uint32_t value)
{
	if (!w->has[w->p->object[value]] && !w->has[w->p->pointer[value]])
		return validity_unknown();
	struct validity v = get(w, w->p->object[value]), pointer = get(w, w->p->pointer[value]);
	pointer = validity_moved(&pointer, w->p->bytes[value]);
	v.count = pointer.count;
	memcpy(v.inside, pointer.inside, sizeof v.inside);
	return v;
}

void walk_define(struct walk *w, uint32_t value, const struct validity *what)
{
	struct validity unknown = validity_unknown(), v = *what;
	if (w->p->object[value] != value) {
		v = unknown;
		v.count = what->count;
		memcpy(v.inside, what->inside, sizeof v.inside);
	}
	if (w->p->pointer[value] != value)
		v.count = 0;
	if (w->has[value] || !validity_equal(&v, &unknown))
		*walk_touch(w, value) = v;
}

/* What a term has of one of the values that it reads: that object, and if *is_pointer that pointer, *bytes further on. */
static bool source_of(const struct walk *w, term t, uint32_t *value, bool *is_pointer, int64_t *bytes)
{
	const struct claim_maps *m = &w->checked->maps;
	const struct bank *bank = m->program->bank;
	bool concats = term_op(bank, t) == OP_CONCAT && term_width(bank, term_arg(bank, t, 0)) == m->object_bits &&
		       term_width(bank, t) == m->object_bits + m->offset_bits;
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(m->program, t) : NULL;
	*bytes = 0;
	*is_pointer = v != NULL;
	if (!v) {
		v = concats || term_width(bank, t) == m->object_bits
			    ? claim_object(m, concats ? term_arg(bank, t, 0) : t)
			    : NULL;
		*is_pointer = v && concats && claim_offset(m, term_arg(bank, t, 1), v, bytes);
	}
	if (!v || v->kind == VARIABLE_GLOBAL)
		return false;
	*value = w->current[v->index];
	return true;
}

/* Of a constant identity. */
static struct validity of_constant(const struct claim_maps *m, term identity)
{
	struct validity v = validity_unknown();
	uint64_t number = term_value(m->program->bank, identity);
	v.nonnull = number != 0;
	v.given = v.older = number < m->first_fresh;
	return v;
}

static struct validity of_term(const struct walk *w, term t, unsigned depth)
{
	const struct claim_maps *m = &w->checked->maps;
	struct bank *bank = m->program->bank;
	struct validity v = validity_unknown();
	uint32_t value, width = term_width(bank, t), whole = m->object_bits + m->offset_bits;
	bool is_pointer;
	int64_t bytes;
	if (width != whole && width != m->object_bits)
		return v;
	if (term_op(bank, t) == OP_ITE && depth) {
		struct validity a = of_term(w, term_arg(bank, t, 1), depth - 1);
		struct validity b = of_term(w, term_arg(bank, t, 2), depth - 1);
		return validity_meet(&a, &b, false);
	}
	if (term_is_constant(bank, t) && (width == whole || width == m->object_bits))
		return of_constant(m, width == whole ? term_extract(bank, whole - 1, m->offset_bits, t) : t);
	if (!source_of(w, t, &value, &is_pointer, &bytes))
		return v;
	v = walk_known(w, value);
	v = validity_moved(&v, bytes);
	if (is_pointer)
		return v;
	v.count = 0;
	if (width == whole && term_is_constant(bank, term_arg(bank, t, 1)) && v.size) {
		uint64_t at = term_value(bank, term_arg(bank, t, 1));
		if (at < VALIDITY_LIMIT && v.size < VALIDITY_LIMIT)
			validity_add(&v, (struct run){ -(int32_t)at, (int32_t)v.size - (int32_t)at });
	}
	return v;
}

/* ---- conditions ---- */

bool walk_learn(void *context, const struct claim *c)
{
	struct walk *w = context;
	uint32_t value = w->current[c->of->index];
	int64_t bytes = w->p->bytes[value];
	switch (c->kind) {
	case CLAIM_NONNULL:
		walk_touch(w, w->p->object[value])->nonnull = true;
		break;
	case CLAIM_STATES:
		walk_touch(w, w->p->object[value])->states &= c->may;
		break;
	case CLAIM_INSIDE:
		validity_add(walk_touch(w, w->p->pointer[value]),
			     (struct run){ (int32_t)(c->inside.from + bytes), (int32_t)(c->inside.to + bytes) });
		break;
	case CLAIM_NONE:
		break;
	}
	return true;
}

static bool holds(void *context, const struct claim *c)
{
	const struct walk *w = context;
	struct validity v = walk_known(w, w->current[c->of->index]);
	switch (c->kind) {
	case CLAIM_NONNULL:
		return v.nonnull;
	case CLAIM_STATES:
		return !(v.states & ~c->must);
	case CLAIM_INSIDE:
		return validity_has(&v, c->inside);
	case CLAIM_NONE:
		break;
	}
	return false;
}

static void check(struct walk *w, struct statement *s)
{
	const struct claim_maps *m = &w->checked->maps;
	term condition = s->term;
	if (w->decides && s->kind == STATEMENT_ASSERT && !term_is_constant(m->program->bank, condition) &&
	    claims_visit(m, condition, true, holds, w)) {
		s->term = term_true(m->program->bank);
		w->checked->changed = true;
	}
	claims_visit(m, condition, true, walk_learn, w);
}

/* ---- stores ---- */

/* Where a map of objects is changed. */
struct place_of_store {
	bool is_constant, is_value; /* neither: anywhere */
	uint64_t identity;
	uint32_t object;
};

static struct place_of_store place_of(const struct walk *w, term index)
{
	const struct bank *bank = w->checked->program->bank;
	const struct variable *v = claim_object(&w->checked->maps, index);
	struct place_of_store at = { false };
	if (term_is_constant(bank, index) && term_fits(bank, index)) {
		at.is_constant = true;
		at.identity = term_value(bank, index);
	} else if (v) {
		at.is_value = true;
		at.object = w->p->object[w->current[v->index]];
	}
	return at;
}

/* Can it not be this object? What a `fresh` gives is none that was there before this call began, and given once. */
static bool is_apart(const struct walk *w, const struct place_of_store *at, uint32_t object)
{
	struct validity v = get(w, object);
	bool own = checked_is_own(w->p, object);
	if (at->is_constant)
		return at->identity == 0 ? v.nonnull || own : own && at->identity < w->checked->maps.first_fresh;
	if (!at->is_value || at->object == object)
		return false;
	bool other = checked_is_own(w->p, at->object);
	return (own && other) || (own && get(w, at->object).older) || (other && v.older);
}

static void store_state(struct walk *w, term t, const struct place_of_store *at)
{
	const struct bank *bank = w->checked->program->bank;
	uint64_t null = STATES_ANY, states = STATES_ANY;
	if (t)
		states = checked_states(w->checked, term_arg(bank, t, 1), term_arg(bank, t, 2), &null);
	for (size_t i = 0; i < w->present.count; i++) {
		uint32_t object = w->present.at[i];
		struct validity *v = &w->now[object];
		uint64_t here = states | (v->nonnull ? 0 : null);
		if (w->p->object[object] == object && !is_apart(w, at, object))
			v->states = at->is_value && at->object == object ? here : v->states | here;
	}
	if (at->is_value)
		walk_touch(w, at->object)->states = get(w, at->object).states & (states | null);
}

static void store_size(struct walk *w, term t, const struct place_of_store *at)
{
	const struct bank *bank = w->checked->program->bank;
	for (size_t i = 0; i < w->present.count; i++)
		if (!is_apart(w, at, w->p->object[w->present.at[i]]))
			w->now[w->present.at[i]].count = w->now[w->present.at[i]].size = 0;
	if (t && at->is_value && term_is_constant(bank, term_arg(bank, t, 2)))
		walk_touch(w, at->object)->size = term_value(bank, term_arg(bank, t, 2));
}

/* The stores of a term, innermost first. */
static void assign_map(struct walk *w, const struct statement *s, term t)
{
	const struct bank *bank = w->checked->program->bank;
	bool is_state = s->target == w->checked->maps.state;
	struct place_of_store at = { false };
	bool is_store = t && term_op(bank, t) == OP_STORE;
	if (t == s->target->term)
		return;
	if (is_store) {
		assign_map(w, s, term_arg(bank, t, 0));
		at = place_of(w, term_arg(bank, t, 1));
	}
	if (is_state)
		store_state(w, is_store ? t : 0, &at);
	else
		store_size(w, is_store ? t : 0, &at);
}

/* ---- calls ---- */

static void change_objects(struct walk *w, const struct object_changes *c)
{
	for (size_t i = 0; i < w->present.count; i++) {
		struct validity *v = &w->now[w->present.at[i]];
		struct validity object = get(w, w->p->object[w->present.at[i]]);
		if (w->p->object[w->present.at[i]] == w->present.at[i])
			v->states |= (object.given ? c->given : c->any) | (object.nonnull ? 0 : c->null);
		if (object.given ? c->given_sizes : c->any_sizes)
			v->count = v->size = 0;
	}
}

static void enter(struct walk *w, const struct statement *s, const uint32_t *reads)
{
	enum { PATIENCE = 8, DEPTH = 4 };
	struct checked_procedure *callee = &w->checked->procedures[s->callee->index];
	bool is_less = !callee->is_entered;
	for (uint32_t k = 0; k < s->argument_count; k++) {
		checked_set_current(w->p, s->arguments[k], &reads, w->current);
		struct validity v = validity_unknown();
		if (sort_kind(w->checked->program->bank, s->callee->variables[k]->sort) == SORT_BITVECTOR)
			v = of_term(w, s->arguments[k], DEPTH);
		v.older = v.given;
		struct validity m =
			callee->is_entered ? validity_meet(&callee->entry[k], &v, callee->entries > PATIENCE) : v;
		is_less |= !validity_equal(&m, &callee->entry[k]);
		callee->entry[k] = m;
	}
	callee->is_entered = true;
	callee->entries += is_less;
	if (is_less)
		sweep_mark(&w->checked->sweep, s->callee->index);
}

/* What the callee's checks said of what it was given. */
static void learn_argument(struct walk *w, term argument, const struct validity *exit)
{
	uint32_t value;
	bool is_pointer;
	int64_t bytes;
	if (sort_kind(w->checked->program->bank, term_sort(w->checked->program->bank, argument)) != SORT_BITVECTOR ||
	    !source_of(w, argument, &value, &is_pointer, &bytes))
		return;
	struct validity of_object = *exit, of_pointer = *exit;
	of_object.count = 0;
	of_object.older = of_pointer.older = false;
	struct validity *v = walk_touch(w, w->p->object[value]);
	*v = validity_both(v, &of_object);
	of_pointer = validity_moved(&of_pointer, -(bytes + w->p->bytes[value]));
	v = walk_touch(w, w->p->pointer[value]);
	for (uint32_t i = 0; is_pointer && i < of_pointer.count; i++)
		validity_add(v, of_pointer.inside[i]);
}

/* A callee of which nothing is known yet is visited at once, if calls are not too deep for the stack: else a procedure of many
 * calls would be visited anew behind each of them. */
static void visit_first(struct walk *w, struct checked_procedure *callee)
{
	enum { DEPTH = 20 };
	struct checked *c = w->checked;
	if (callee->returns || callee->is_visited || c->depth == DEPTH ||
	    !sweep_unmark(&c->sweep, callee->procedure->index))
		return;
	c->depth++;
	checked_visit(c, callee);
	c->depth--;
}

/* False: the callee does not return. */
static bool call(struct walk *w, const struct statement *s, const uint32_t *reads, const uint32_t *writes,
		 const uint32_t *end)
{
	struct checked_procedure *callee = &w->checked->procedures[s->callee->index];
	if (!w->decides) {
		enter(w, s, reads);
		visit_first(w, callee);
	}
	if (!callee->returns)
		return false;
	change_objects(w, &callee->changes);
	for (uint32_t k = 0; k < s->argument_count; k++) {
		checked_set_current(w->p, s->arguments[k], &reads, w->current);
		learn_argument(w, s->arguments[k], &callee->exit[k]);
	}
	for (uint32_t k = 0; k < s->out_count; k++)
		for (const uint32_t *to = writes; s->outs[k]->kind != VARIABLE_GLOBAL && to < end; to++) {
			const struct ssa_value *v = &w->p->ssa->values.at[*to];
			if (v->statement == s && v->kind == SSA_TARGET && v->slot == s->outs[k]->index)
				walk_define(w, *to, &callee->exit[s->callee->in_count + k]);
		}
	for (uint32_t k = 0; k < s->out_count; k++)
		if (s->outs[k] == w->checked->maps.state || s->outs[k] == w->checked->maps.size)
			assign_map(w, &(struct statement){ .target = s->outs[k] }, 0);
	return true;
}

/* ---- statements ---- */

static void assign(struct walk *w, const struct statement *s, const uint32_t *writes, const uint32_t *end)
{
	enum { DEPTH = 4 };
	struct validity v = validity_unknown();
	if (s->target == w->checked->maps.state || s->target == w->checked->maps.size) {
		assign_map(w, s, s->kind == STATEMENT_ASSIGN ? s->term : 0);
		return;
	}
	if (s->target->kind == VARIABLE_GLOBAL || writes == end || w->p->ssa->values.at[*writes].statement != s)
		return;
	if (s->kind == STATEMENT_ASSIGN && sort_kind(w->checked->program->bank, s->target->sort) == SORT_BITVECTOR)
		v = of_term(w, s->term, DEPTH);
	if (s->kind == STATEMENT_FRESH)
		v.nonnull = v.given = true;
	walk_define(w, *writes, &v);
}

bool walk_execute(struct walk *w, uint32_t b, const uint32_t **reads)
{
	const struct ssa_block *overlay = &w->p->ssa->blocks[b];
	const struct block *block = w->p->procedure->blocks[b];
	const uint32_t *writes = overlay->writes, *end = writes + overlay->write_count;
	*reads = overlay->reads;
	for (uint32_t i = 0; i < block->statement_count; i++) {
		struct statement *s = &block->statements[i];
		const uint32_t *before = *reads;
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			checked_set_current(w->p, statement_term(s, k), reads, w->current);
		if (s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME)
			check(w, s);
		else if (s->kind != STATEMENT_CALL)
			assign(w, s, writes, end);
		else if (!call(w, s, before, writes, end))
			return false;
		while (writes < end && w->p->ssa->values.at[*writes].statement == s)
			writes++;
	}
	return true;
}
