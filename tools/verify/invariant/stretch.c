#include "stretch.h"

#include "cfg.h"
#include "identities.h"
#include "invariant.h"
#include "iterate.h"
#include "statement.h"

/* --- objects --- */

/* fresh x  =>  fresh $object, in the first block; x := $object here */
static void make_first(struct program *p, struct block *first, struct statement *s)
{
	struct procedure *proc = p->entry;
	struct variable *object = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$object"),
							 s->target->sort, VARIABLE_LOCAL);
	struct statement *made = block_add(p, first, STATEMENT_FRESH);
	made->target = object;
	made->attributes = s->attributes;
	s->kind = STATEMENT_ASSIGN;
	s->term = object->term;
}

void objects_first(struct program *p)
{
	struct procedure *proc = p->entry;
	struct block *first = procedure_put_first(proc, "objects");
	block_goto(p, first, proc->blocks[1]);
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	for (uint32_t b = 1; b < proc->block_count && loops_reducible(loops); b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			if (proc->blocks[b]->statements[i].kind == STATEMENT_FRESH && loops->innermost[b] == CFG_NONE &&
			    cfg_reachable(cfg, b))
				make_first(p, first, &proc->blocks[b]->statements[i]);
	loops_free(loops);
	dominators_free(dom);
	cfg_free(cfg);
}

/* --- cuts --- */

/* Each has its number in the block. */
static void assert_alone(struct program *p, struct block *b, term condition)
{
	struct statement *s = block_add(p, b, STATEMENT_ASSERT);
	s->term = condition;
	s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, b->statement_count - 1);
}

/* The stretch that comes to the cut ends there: what the invariant says is asserted, each condition by itself. */
static struct block *add_end(struct program *p, const struct stretch_invariant *invariant)
{
	struct procedure *proc = p->entry;
	struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, "end"));
	for (size_t i = 0; i < invariant->values.count; i++) {
		const struct stretch_value *v = &invariant->values.at[i];
		term value = v->index ? term_select(p->bank, v->variable->term, v->index) : v->variable->term;
		assert_alone(p, b, term_eq(p->bank, value, v->value));
	}
	for (size_t i = 0; i < invariant->conditions.count; i++)
		assert_alone(p, b, invariant->conditions.at[i]);
	block_return(b);
	return b;
}

static bool is_object(const struct procedure *proc, const struct variable *v)
{
	const struct block *first = proc->blocks[0];
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_FRESH && first->statements[i].target == v)
			return true;
	return false;
}

/* Any value is v's: `havoc x; assume x = v` in a shorter way. */
static void set_value(struct program *p, struct block *b, const struct stretch_value *v)
{
	if (v->index)
		block_assign(p, b, v->variable, term_store(p->bank, v->variable->term, v->index, v->value));
	else
		block_assign(p, b, v->variable, v->value);
}

/* Any state of the invariant. What objects were made, and what identifies them, stays. */
static struct block *add_begin(struct program *p, const struct stretch_invariant *invariant)
{
	struct procedure *proc = p->entry;
	struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, "begin"));
	for (uint32_t i = 0; i < p->global_count; i++)
		block_add(p, b, STATEMENT_HAVOC)->target = p->globals[i];
	for (uint32_t i = 0; i < proc->variable_count; i++)
		if (!is_object(proc, proc->variables[i]))
			block_add(p, b, STATEMENT_HAVOC)->target = proc->variables[i];
	for (size_t i = 0; i < invariant->values.count; i++)
		set_value(p, b, &invariant->values.at[i]);
	for (size_t i = 0; i < invariant->conditions.count; i++)
		block_add(p, b, STATEMENT_ASSUME)->term = invariant->conditions.at[i];
	block_goto(p, b, invariant->block);
	return b;
}

static void redirect_all(struct procedure *proc, uint32_t count, const struct block *from, struct block *to)
{
	for (uint32_t b = 0; b < count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->terminator.target_count; i++)
			if (proc->blocks[b]->terminator.targets[i] == from)
				proc->blocks[b]->terminator.targets[i] = to;
}

/* An invariant may set what holds an object only to itself: nothing else is ever assigned there. */
static bool sets_object(const struct procedure *proc, const struct stretch_invariant *invariant)
{
	for (size_t i = 0; i < invariant->values.count; i++)
		if (is_object(proc, invariant->values.at[i].variable))
			return true;
	return false;
}

/* Are the objects that the first block makes assigned there alone, and once: nothing leads back to it? */
static bool objects_stay(const struct program *p)
{
	const struct procedure *proc = p->entry;
	program_for_each_block(p, to)
		for (uint32_t i = 0; i < to.block->terminator.target_count; i++)
			if (to.block->terminator.targets[i] == proc->blocks[0])
				return false;
	program_for_each_statement(p, at)
		for (uint32_t i = 0; at.block != proc->blocks[0] && i < statement_target_count(at.statement); i++)
			if (is_object(proc, statement_target(at.statement, i)))
				return false;
	return true;
}

/* A call of the entry would execute a stretch in place of what it calls. */
static bool has_calls(const struct program *p)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL)
			return true;
	return false;
}

static bool is_acyclic(const struct stretches *s)
{
	struct cfg *cfg = cfg_new(s->program->entry);
	bool acyclic = cfg_is_acyclic(cfg);
	cfg_free(cfg);
	return acyclic;
}

bool stretches_cut(struct stretches *s, struct program *p, const struct stretch_invariant *invariants, size_t count)
{
	*s = (struct stretches){ .program = p };
	struct procedure *proc = p->entry;
	if (p->procedure_count != 1 || proc->blocks[0]->terminator.target_count != 1 || !objects_stay(p) ||
	    has_calls(p))
		return false;
	s->blocks = proc->block_count;
	s->first = s->former_first = proc->blocks[0]->terminator.targets[0];
	for (size_t i = 0; i < count; i++) {
		if (sets_object(proc, &invariants[i]) || invariants[i].block == proc->blocks[0])
			return false;
		struct block *end = add_end(p, &invariants[i]);
		redirect_all(proc, s->blocks, invariants[i].block, end);
		s->first = s->first == invariants[i].block ? end : s->first;
		vec_push(&s->cuts, invariants[i].block);
		vec_push(&s->ends, end);
	}
	for (size_t i = 0; i < count; i++)
		vec_push(&s->begins, add_begin(p, &invariants[i]));
	bool sound = identities_are_opaque(p);
	for (size_t i = 0; i <= count; i++) {
		stretches_choose(s, i);
		sound = sound && is_acyclic(s);
	}
	return sound;
}

void stretch_invariants_free(struct stretch_invariants *invariants)
{
	for (size_t i = 0; i < invariants->count; i++) {
		vec_free(&invariants->at[i].values);
		vec_free(&invariants->at[i].conditions);
	}
	vec_free(invariants);
}

void stretches_release(struct stretches *s)
{
	vec_free(&s->begins);
	vec_free(&s->ends);
	vec_free(&s->cuts);
}

void stretches_undo(struct stretches *s)
{
	struct procedure *proc = s->program->entry;
	for (size_t i = 0; i < s->ends.count; i++)
		redirect_all(proc, s->blocks, s->ends.at[i], s->cuts.at[i]);
	if (s->former_first) {
		s->first = s->former_first;
		stretches_choose(s, 0);
		proc->block_count = s->blocks;
		procedure_reindex(proc);
	}
	stretches_release(s);
}

size_t stretches_end_of(const struct stretches *s, const struct statement *assertion)
{
	for (size_t i = 0; i < s->ends.count; i++) {
		const struct block *b = s->ends.at[i];
		if (assertion >= b->statements && assertion < b->statements + b->statement_count)
			return i;
	}
	return STRETCH_NONE;
}

void stretches_choose(struct stretches *s, size_t i)
{
	s->program->entry->blocks[0]->terminator.targets[0] = i ? s->begins.at[i - 1] : s->first;
}
