/* The way back from longjmp: after each call of a procedure from which longjmp may be reached, the caller looks at $jump.
 *
 *	before                          after
 *	  call f(x)                       call f(x)
 *	  ...                             branch $jump = 0, on, unwind
 *	                                on: ...
 *	                                unwind: branch $jump = frame, arrived, leave      (with a setjmp of its own)
 *	                                arrived: to the landing of that number
 *	                                leave: its objects end; return
 *
 * Runs when the IR is complete but for the pruning: calls through pointers are calls by then. */
#include "ast_declaration.h"
#include "automatic.h"
#include "checked.h"
#include "emit.h"
#include "jump.h"
#include "lowering.h"
#include "object_maps.h"

struct procedure_list VEC_BODY(struct procedure *);

struct unwinding {
	struct lowering *l;
	bool *jumps; /* by index of the procedure: longjmp may be reached from it */
};

/* ---- which procedures ---- */

static bool calls_one(const struct unwinding *u, const struct procedure *p)
{
	for (uint32_t b = 0; b < p->block_count; b++)
		for (uint32_t i = 0; i < p->blocks[b]->statement_count; i++) {
			const struct statement *s = &p->blocks[b]->statements[i];
			if (s->kind == STATEMENT_CALL && u->jumps[s->callee->index])
				return true;
		}
	return false;
}

/* Rounds over the program until nothing is added: as many as the call graph is deep, at worst. */
static void find_jumping(struct unwinding *u)
{
	const struct program *program = u->l->program;
	u->jumps[u->l->jumps->procedure->index] = true;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = program->procedure_count; i-- > 0;)
			if (!u->jumps[i] && calls_one(u, program->procedures[i]))
				changed = u->jumps[i] = true;
	}
}

/* ---- objects ---- */

static void set_state(struct lowering *l, const struct variable *identity, term state)
{
	struct bank *b = l->bank;
	struct variable *map = lower_state_map(l);
	term none = term_eq(b, identity->term, term_bv(b, OBJECT_BITS, 0));
	term value = term_ite(b, none, term_bv(b, 8, STATE_NONE), state);
	emit_assign(l, map, term_store(b, map->term, identity->term, value));
}

/* In scope at the landing. A closure is there as long as its activation is. */
static bool keeps(const struct jump_landing *landing, const struct declaration *d)
{
	for (uint32_t i = 0; i < landing->kept_count; i++)
		if (landing->kept[i] == d)
			return true;
	return d->closure;
}

/* What is there stays as it is, a const object one that may not be written; what had ended is there again. */
static void keep(struct lowering *l, const struct automatic *o)
{
	struct bank *b = l->bank;
	bool read_only = o->read_only && checks(l, CHECK_READONLY);
	term now = term_select(b, lower_state_map(l)->term, o->identity->term);
	term again = term_bv(b, 8, read_only ? STATE_READ_ONLY : STATE_STACK);
	set_state(l, o->identity, term_ite(b, term_eq(b, now, term_bv(b, 8, STATE_DEAD)), again, now));
}

static void end_object(struct lowering *l, const struct automatic *o)
{
	set_state(l, o->identity, term_bv(l->bank, 8, STATE_DEAD));
}

/* No object has begun yet: identity 0. */
static void clear_identities(struct lowering *l, struct block *entry)
{
	uint32_t count = entry->statement_count;
	struct statement *old = arena_alloc(l->arena, sizeof *old * (count + 1));
	for (uint32_t i = 0; i < count; i++)
		old[i] = entry->statements[i];
	entry->statement_count = 0;
	size_t object_count;
	const struct automatic *objects = automatics(l, &object_count);
	for (size_t i = 0; i < object_count; i++)
		if (objects[i].procedure == l->procedure)
			block_assign(l->program, entry, objects[i].identity, term_bv(l->bank, OBJECT_BITS, 0));
	for (uint32_t i = 0; i < count; i++)
		*block_add(l->program, entry, old[i].kind) = old[i];
}

/* Frames are left: all of the procedure's objects end. */
static void end_objects(struct lowering *l)
{
	size_t count;
	const struct automatic *objects = automatics(l, &count);
	for (size_t i = 0; i < count; i++)
		if (objects[i].procedure == l->procedure)
			end_object(l, &objects[i]);
}

/* Arrived: objects of blocks that the jump leaves end, those of blocks that it comes back into are there again. What
 * alloca() gave stays. */
static void adjust_objects(struct lowering *l, const struct jump_landing *landing)
{
	size_t count;
	const struct automatic *objects = automatics(l, &count);
	for (size_t i = 0; i < count; i++) {
		const struct automatic *o = &objects[i];
		if (o->procedure == l->procedure && o->declaration)
			(keeps(landing, o->declaration) ? keep : end_object)(l, o);
	}
}

/* ---- one procedure ---- */

static void arrive(struct lowering *l)
{
	for (size_t i = 0; i < l->jumps->list.count; i++) {
		const struct jump_landing *landing = l->jumps->list.at[i];
		if (landing->procedure != l->procedure)
			continue;
		struct block *here = emit_block(l, "arrived"), *next = emit_block(l, "unwind");
		term it = term_eq(l->bank, jump_number(l)->term, term_bv(l->bank, 32, landing->number));
		block_branch(l->program, l->block, it, here, next);
		emit_start(l, here);
		adjust_objects(l, landing);
		block_goto(l->program, l->block, landing->block);
		emit_start(l, next);
	}
	emit_assume(l, term_false(l->bank));
	block_return(l->block);
}

static const struct variable *activation_of(const struct lowering *l)
{
	for (size_t i = 0; i < l->jumps->list.count; i++)
		if (l->jumps->list.at[i]->procedure == l->procedure)
			return l->jumps->list.at[i]->activation;
	return NULL;
}

static struct block *unwind_block(struct lowering *l)
{
	struct block *unwind = emit_block(l, "unwind");
	const struct variable *activation = activation_of(l);
	emit_start(l, unwind);
	if (activation) {
		struct block *arrived = emit_block(l, "unwind"), *leave = emit_block(l, "unwind");
		block_branch(l->program, unwind, term_eq(l->bank, jump_target(l)->term, activation->term), arrived,
			     leave);
		emit_start(l, arrived);
		arrive(l);
		emit_start(l, leave);
	}
	if (l->procedure == l->program->entry)
		emit_assume(l, term_false(l->bank));
	end_objects(l);
	jump_leave_function(l, activation);
	block_return(l->block);
	return unwind;
}

/* The statements of BLOCK after the first COUNT go into a new block, which is returned. */
static struct block *split(struct lowering *l, struct block *block, uint32_t count)
{
	struct block *rest = emit_block(l, "on");
	for (uint32_t i = count; i < block->statement_count; i++)
		*block_add(l->program, rest, block->statements[i].kind) = block->statements[i];
	rest->terminator = block->terminator;
	block->statement_count = count;
	return rest;
}

static void branch_after_calls(const struct unwinding *u, struct block *block, struct block *unwind)
{
	struct lowering *l = u->l;
	for (uint32_t i = 0; i < block->statement_count; i++) {
		const struct statement *s = &block->statements[i];
		if (s->kind != STATEMENT_CALL || !u->jumps[s->callee->index])
			continue;
		const struct attribute *at = s->attributes;
		struct block *rest = split(l, block, i + 1);
		term none = term_eq(l->bank, jump_target(l)->term, term_bv(l->bank, 32, 0));
		block_branch(l->program, block, none, rest, unwind);
		block->terminator.attributes = attribute_remove(l->program, at, ATTRIBUTE_TEXT);
		block = rest;
		i = UINT32_MAX; /* from its beginning */
	}
}

static void unwind_procedure(const struct unwinding *u, struct procedure *p)
{
	struct lowering *l = u->l;
	uint32_t count = p->block_count;
	l->procedure = p;
	l->at = NULL;
	struct block *unwind = unwind_block(l);
	for (uint32_t i = 0; i < count; i++)
		branch_after_calls(u, p->blocks[i], unwind);
	if (checks(l, CHECK_UAF))
		clear_identities(l, p->blocks[0]);
}

void lower_unwind(struct lowering *l)
{
	if (!l->jumps->procedure)
		return;
	struct unwinding u = { .l = l };
	u.jumps = arena_alloc(l->arena, l->program->procedure_count + 1);
	find_jumping(&u);
	for (uint32_t i = 0; i < l->program->procedure_count; i++)
		if (u.jumps[i] && l->program->procedures[i] != l->jumps->procedure)
			unwind_procedure(&u, l->program->procedures[i]);
}
