/* Pointers in the stack frames that are active when exit() or abort() ends the program: what they point to is not
 * leaked. They are kept in a map, pushed before each call that may end the program and dropped after it:
 *
 *	f(x)    $frames := $frames[$frame_count := p][$frame_count + 1 := &s]; $frame_count += 2; f(x); $frame_count -= 2
 *
 * where p is a local pointer, or an integer made of one, that may point into the heap, and s a local object that may hold
 * such pointers. A function may have any number of objects of alloca(): the last one is pushed, and leads to the others
 * by $before, which $mark follows (reach.c). */
#include "c_pointer.h"
#include "check_state.h"
#include "checks.h"
#include "emit.h"
#include "lowering.h"
#include "object_maps.h"
#include "preset.h"
#include "region.h"
#include "type_derived.h"

static void add_local(struct lowering *l, struct local local)
{
	local.procedure = l->procedure;
	if (checks(l, CHECK_LEAK) && l->routine)
		vec_push(&l->check->locals, local);
}

void check_local(struct lowering *l, struct variable *variable, const struct type *type, node f)
{
	if (check_may_be_pointer(l, variable->term, type))
		add_local(l, (struct local){ .kind = LOCAL_VALUE, .variable = variable, .type = type, .node = f });
}

void check_local_object(struct lowering *l, struct variable *identity, uint32_t object)
{
	add_local(l, (struct local){ .kind = LOCAL_OBJECT, .variable = identity, .object = object });
}

/* ---- alloca() ---- */

void check_blocks_begin(struct lowering *l)
{
	if (!checks(l, CHECK_LEAK))
		return;
	l->check->last_block =
		emit_variable(l, "&alloca.last", types_void(l->types), sort_bitvector(l->bank, OBJECT_BITS), NULL);
	emit_assign(l, l->check->last_block, term_bv(l->bank, OBJECT_BITS, 0));
	add_local(l, (struct local){ .kind = LOCAL_BLOCKS, .variable = l->check->last_block });
}

void check_block(struct lowering *l, term identity, uint32_t object)
{
	struct variable *last = l->check->last_block;
	if (!last)
		return;
	sort s = sort_bitvector(l->bank, OBJECT_BITS);
	struct variable *before = lower_global(l, &l->check->before, "$before", sort_map(l->bank, s, s));
	emit_assign(l, before, term_store(l->bank, before->term, identity, last->term));
	emit_assign(l, last, identity);
	table_put(&l->check->blocks, object, true);
}

/* ---- which procedures may end the program ---- */

struct procedure_set TABLE_BODY(const struct procedure *, bool);

static bool calls_one(const struct procedure *p, const struct procedure_set *ending)
{
	for (uint32_t b = 0; b < p->block_count; b++)
		for (uint32_t s = 0; s < p->blocks[b]->statement_count; s++) {
			const struct statement *st = &p->blocks[b]->statements[s];
			if (st->kind == STATEMENT_CALL && table_has(ending, st->callee))
				return true;
		}
	return false;
}

/* Callers of $exit, their callers and so on. */
static void find_ending(struct lowering *l, struct procedure_set *ending)
{
	bool more = true;
	table_put(ending, l->check->at_exit, true);
	while (more) {
		more = false;
		for (uint32_t i = 0; i < l->program->procedure_count; i++) {
			struct procedure *p = l->program->procedures[i];
			if (table_has(ending, p) || p == l->program->entry || !calls_one(p, ending))
				continue;
			table_put(ending, p, true);
			more = true;
		}
	}
}

/* ---- pushing ---- */

struct pushed VEC_BODY(struct local);

static bool is_pushed(struct lowering *l, const struct local *local)
{
	switch (local->kind) {
	case LOCAL_VALUE:
		return region_holds_heap(l->regions, local->node);
	case LOCAL_OBJECT:
		return check_has_slots(l, local->object);
	case LOCAL_BLOCKS:
		return l->check->before;
	}
	return false;
}

static term root(struct lowering *l, const struct local *local)
{
	if (local->kind == LOCAL_VALUE)
		return check_as_pointer(l, local->variable->term, local->type);
	return pointer_make(l, local->variable->term, word(l, 0));
}

static void find_pushed(struct lowering *l, const struct procedure *p, struct pushed *pushed)
{
	for (size_t i = 0; i < l->check->locals.count; i++) {
		const struct local *local = &l->check->locals.at[i];
		if (local->procedure != p)
			continue;
		if (is_pushed(l, local))
			vec_push(pushed, *local);
	}
}

static void push(struct lowering *l, const struct pushed *pushed, bool back)
{
	struct bank *b = l->bank;
	term count = l->check->frame_count->term, map = l->check->frames->term;
	for (size_t i = 0; i < pushed->count && !back; i++)
		map = term_store(b, map, term_binary(b, OP_BVADD, count, term_bv(b, 32, i)), root(l, &pushed->at[i]));
	if (!back)
		emit_assign(l, l->check->frames, map);
	emit_assign(l, l->check->frame_count,
		    term_binary(b, back ? OP_BVSUB : OP_BVADD, count, term_bv(b, 32, pushed->count)));
}

static bool is_ending_call(const struct statement *s, const struct procedure_set *ending)
{
	return s->kind == STATEMENT_CALL && table_has(ending, s->callee);
}

static void rewrite_block(struct lowering *l, struct block *block, const struct pushed *pushed,
			  const struct procedure_set *ending)
{
	uint32_t count = block->statement_count;
	struct statement *old = arena_alloc(l->arena, sizeof *old * (count + 1));
	for (uint32_t i = 0; i < count; i++)
		old[i] = block->statements[i];
	block->statement_count = 0;
	emit_start(l, block);
	for (uint32_t i = 0; i < count; i++) {
		bool ends = is_ending_call(&old[i], ending);
		l->at = old[i].attributes ? attribute_at(l->program, NULL, attribute_location(old[i].attributes))
					  : NULL;
		if (ends)
			push(l, pushed, false);
		*block_add(l->program, block, old[i].kind) = old[i];
		if (ends)
			push(l, pushed, true);
	}
}

/* Before their declarations are reached the variables hold nothing. */
static void preset_locals(struct lowering *l, struct procedure *p)
{
	for (size_t i = 0; i < l->check->locals.count; i++)
		if (l->check->locals.at[i].procedure == p) {
			struct variable *v = l->check->locals.at[i].variable;
			term none = term_bv(l->bank, term_width(l->bank, v->term), 0);
			preset(l, p, v, none);
		}
}

static void rewrite_procedure(struct lowering *l, struct procedure *p, const struct procedure_set *ending)
{
	struct pushed pushed = { 0 };
	find_pushed(l, p, &pushed);
	if (pushed.count && calls_one(p, ending)) {
		l->procedure = p;
		for (uint32_t b = 0; b < p->block_count; b++)
			rewrite_block(l, p->blocks[b], &pushed, ending);
		preset_locals(l, p);
	}
	vec_free(&pushed);
}

/* Before $exit is written: will there be frames? Only if the program ends elsewhere than at the end of main. */
void check_frames_prepare(struct lowering *l)
{
	if (!checks(l, CHECK_LEAK) || !l->check->ends_early)
		return;
	sort count = sort_bitvector(l->bank, 32);
	lower_global(l, &l->check->frame_count, "$frame_count", count);
	lower_global(l, &l->check->frames, "$frames",
		     sort_map(l->bank, count, sort_bitvector(l->bank, pointer_width(l))));
}

/* When all statements are there. */
void check_frames(struct lowering *l)
{
	struct procedure_set ending = { 0 };
	if (!l->check->frames)
		return;
	find_ending(l, &ending);
	for (uint32_t i = 0; i < l->program->procedure_count; i++)
		if (l->program->procedures[i] != l->program->entry)
			rewrite_procedure(l, l->program->procedures[i], &ending);
	table_free(&ending);
}

void check_frames_begin(struct lowering *l)
{
	if (l->check->frame_count)
		emit_assign(l, l->check->frame_count, term_bv(l->bank, 32, 0));
}

void check_ends_early(struct lowering *l)
{
	l->check->ends_early = true;
}
