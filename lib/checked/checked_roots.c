/* checked: what does not change while facts are collected: which values are of one object, and what procedures do to objects. */
#include "checked_internal.h"
#include "statement.h"

/* ---- values ---- */

void checked_set_current(const struct checked_procedure *p, term t, const uint32_t **reads, uint32_t *current)
{
	const struct uses_list *used = uses_of(p->ssa->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		current[ssa_slot(p->ssa, used->variables[i])] = (*reads)[i];
	*reads += used->count;
}

bool checked_is_own(const struct checked_procedure *p, uint32_t value)
{
	const struct ssa_value *v = &p->ssa->values.at[value];
	return v->kind == SSA_TARGET && v->statement->kind == STATEMENT_FRESH;
}

/* A pointer that was read, so many bytes further on. */
static void follow(struct checked_procedure *p, uint32_t value, uint32_t of, int64_t bytes)
{
	int64_t sum = p->bytes[of] + bytes;
	p->object[value] = p->object[of];
	if (sum <= -VALIDITY_LIMIT || sum >= VALIDITY_LIMIT)
		return;
	p->pointer[value] = p->pointer[of];
	p->bytes[value] = sum;
}

/* The value of an assignment, where the term reads CURRENT. */
static void find_root(const struct checked *c, struct checked_procedure *p, uint32_t value, term t,
		      const uint32_t *current)
{
	const struct bank *bank = c->program->bank;
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(c->program, t) : NULL;
	int64_t bytes;
	if (v && v->kind != VARIABLE_GLOBAL) {
		follow(p, value, current[v->index], 0);
		return;
	}
	bool is_pointer = term_op(bank, t) == OP_CONCAT &&
			  term_width(bank, term_arg(bank, t, 0)) == c->maps.object_bits &&
			  term_width(bank, t) == c->maps.object_bits + c->maps.offset_bits;
	v = claim_object(&c->maps, is_pointer ? term_arg(bank, t, 0) : t);
	if (!v || (!is_pointer && term_width(bank, t) != c->maps.object_bits))
		return;
	if (is_pointer && claim_offset(&c->maps, term_arg(bank, t, 1), v, &bytes))
		follow(p, value, current[v->index], bytes);
	else
		p->object[value] = p->object[current[v->index]];
}

/* Calls visit for each statement of the block with what its terms read (of its last one, in the end). */
static void find_roots_of_block(const struct checked *c, struct checked_procedure *p, uint32_t b, uint32_t *current)
{
	const struct block *block = p->procedure->blocks[b];
	const uint32_t *reads = p->ssa->blocks[b].reads, *writes = p->ssa->blocks[b].writes;
	const uint32_t *end = writes + p->ssa->blocks[b].write_count;
	for (uint32_t i = 0; i < block->statement_count; i++) {
		const struct statement *s = &block->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			checked_set_current(p, statement_term(s, k), &reads, current);
		for (; writes < end && p->ssa->values.at[*writes].statement == s; writes++)
			if (s->kind == STATEMENT_ASSIGN && s->target->kind != VARIABLE_GLOBAL &&
			    sort_kind(c->program->bank, s->target->sort) == SORT_BITVECTOR)
				find_root(c, p, *writes, s->term, current);
	}
}

static void find_roots(const struct checked *c, struct checked_procedure *p)
{
	uint32_t count = (uint32_t)p->ssa->values.count;
	uint32_t *current = memory_alloc((p->ssa->slot_count + 1) * sizeof *current);
	p->object = memory_alloc((count + 1) * sizeof *p->object);
	p->pointer = memory_alloc((count + 1) * sizeof *p->pointer);
	p->bytes = memory_alloc((count + 1) * sizeof *p->bytes);
	for (uint32_t i = 0; i < count; i++)
		p->object[i] = p->pointer[i] = i;
	for (uint32_t k = 0; k < p->ssa->cfg->order_count; k++)
		find_roots_of_block(c, p, p->ssa->cfg->order[k], current);
	memory_free(current);
}

void checked_prepare(struct checked *c, struct checked_procedure *p)
{
	const struct procedure *proc = p->procedure;
	p->ssa = ssa_new(proc, &c->uses, c->effects);
	p->dominators = dominators_new(p->ssa->cfg);
	p->entry = memory_alloc((proc->in_count + 1) * sizeof *p->entry);
	p->exit = memory_alloc((proc->in_count + proc->out_count + 1) * sizeof *p->exit);
	p->at = memory_alloc((proc->block_count + 1) * sizeof *p->at);
	find_roots(c, p);
}

void checked_release(struct checked_procedure *p)
{
	for (uint32_t b = 0; b < p->procedure->block_count; b++)
		vec_free(&p->at[b].known);
	memory_free(p->at);
	memory_free(p->entry);
	memory_free(p->exit);
	memory_free(p->object);
	memory_free(p->pointer);
	memory_free(p->bytes);
	dominators_free(p->dominators);
	ssa_free(p->ssa);
}

/* ---- what procedures do to objects ---- */

static bool is_null_question(const struct bank *bank, term condition, term index)
{
	if (term_op(bank, condition) != OP_EQ)
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		term zero = term_arg(bank, condition, i);
		if (term_arg(bank, condition, 1 - i) == index && term_is_constant(bank, zero) &&
		    term_fits(bank, zero) && !term_value(bank, zero))
			return true;
	}
	return false;
}

uint64_t checked_states(const struct checked *c, term index, term value, uint64_t *null)
{
	const struct bank *bank = c->program->bank;
	uint64_t states = STATES_ANY;
	if (term_is_constant(bank, value) && term_fits(bank, value)) {
		uint64_t number = term_value(bank, value);
		states = UINT64_C(1) << (number < STATE_REST ? number : STATE_REST);
	} else if (term_op(bank, value) == OP_ITE) {
		uint64_t ignored;
		bool asks = is_null_question(bank, term_arg(bank, value, 0), index);
		uint64_t yes = checked_states(c, index, term_arg(bank, value, 1), &ignored);
		uint64_t no = checked_states(c, index, term_arg(bank, value, 2), &ignored);
		*null = asks ? yes : yes | no;
		return asks ? no : yes | no;
	}
	*null = states;
	return states;
}

static void add_states(struct object_changes *changes, bool is_own, uint64_t states, uint64_t null)
{
	changes->given |= is_own ? 0 : states;
	changes->any |= states;
	changes->null |= null;
}

/* One store, or whatever else happens to the map. */
static void add_store(const struct checked *c, const struct checked_procedure *p, struct object_changes *changes,
		      const struct variable *map, term t, const uint32_t *current)
{
	const struct bank *bank = c->program->bank;
	bool is_store = t && term_op(bank, t) == OP_STORE;
	const struct variable *v = is_store ? claim_object(&c->maps, term_arg(bank, t, 1)) : NULL;
	bool is_own = v && checked_is_own(p, p->object[current[v->index]]);
	bool is_null = is_store && term_is_constant(bank, term_arg(bank, t, 1)) &&
		       term_fits(bank, term_arg(bank, t, 1)) && !term_value(bank, term_arg(bank, t, 1));
	uint64_t null = STATES_ANY, states = STATES_ANY;
	if (is_store && map == c->maps.state)
		states = checked_states(c, term_arg(bank, t, 1), term_arg(bank, t, 2), &null);
	if (map == c->maps.state)
		add_states(changes, is_own, is_null ? 0 : states, is_own ? 0 : null);
	if (map == c->maps.size) {
		changes->given_sizes |= !is_own;
		changes->any_sizes = true;
	}
}

static void add_map(const struct checked *c, const struct checked_procedure *p, struct object_changes *changes,
		    const struct statement *s, const uint32_t *current)
{
	const struct bank *bank = c->program->bank;
	term t = s->kind == STATEMENT_ASSIGN ? s->term : 0;
	while (t && term_op(bank, t) == OP_STORE) {
		add_store(c, p, changes, s->target, t, current);
		t = term_arg(bank, t, 0);
	}
	if (!t || t != s->target->term)
		add_store(c, p, changes, s->target, 0, current);
}

static bool is_about_objects(const struct checked *c, const struct statement *s)
{
	return (s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_HAVOC) &&
	       (s->target == c->maps.state || s->target == c->maps.size);
}

static void find_own_changes(const struct checked *c, struct checked_procedure *p, uint32_t *current)
{
	for (uint32_t b = 0; b < p->procedure->block_count; b++) {
		const struct block *block = p->procedure->blocks[b];
		const uint32_t *reads = p->ssa->blocks[b].reads;
		if (!cfg_reachable(p->ssa->cfg, b))
			continue;
		for (uint32_t i = 0; i < block->statement_count; i++) {
			const struct statement *s = &block->statements[i];
			for (uint32_t k = 0; k < statement_term_count(s); k++)
				checked_set_current(p, statement_term(s, k), &reads, current);
			if (is_about_objects(c, s))
				add_map(c, p, &p->changes, s, current);
			for (uint32_t k = 0; s->kind == STATEMENT_CALL && k < s->out_count; k++)
				if (s->outs[k] == c->maps.state || s->outs[k] == c->maps.size)
					add_store(c, p, &p->changes, s->outs[k], 0, current);
		}
	}
}

static bool add_callee(struct object_changes *to, const struct object_changes *from)
{
	struct object_changes old = *to;
	to->given |= from->given;
	to->any |= from->any;
	to->null |= from->null;
	to->given_sizes |= from->given_sizes;
	to->any_sizes |= from->any_sizes;
	return old.given != to->given || old.any != to->any || old.null != to->null ||
	       old.given_sizes != to->given_sizes || old.any_sizes != to->any_sizes;
}

void checked_find_changes(struct checked *c)
{
	const struct callgraph *g = c->graph;
	bool changed = true;
	for (uint32_t i = 0; i < g->count; i++) {
		struct checked_procedure *p = &c->procedures[i];
		uint32_t *current = memory_alloc((p->ssa->slot_count + 1) * sizeof *current);
		find_own_changes(c, p, current);
		memory_free(current);
	}
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < g->count; i++) {
			uint32_t caller = g->members[i];
			for (uint32_t k = g->callee_start[caller]; k < g->callee_start[caller + 1]; k++)
				changed |= add_callee(&c->procedures[caller].changes,
						      &c->procedures[g->callees[k]].changes);
		}
	}
}
