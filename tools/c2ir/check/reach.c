/* Which heap objects can be reached when the program ends: from pointers in static storage and in the stack frames
 * that are active (frames.c), through pointers in heap objects. A pointer into an object, not only to its
 * beginning, keeps it.
 *
 *	$mark(p)    if $state[object(p)] is heap or stack, and not $seen[object(p)]:
 *	                $seen[object(p)] := 1; by $site[object(p)], for each place q in it that may hold a pointer: $mark(*q)
 *
 * Where those places are the points-to analysis says: the cells whose content may point into the heap. It says the
 * same of integers that were made of pointers, so a pointer that is kept as a number still counts. An object of alloca()
 * leads to the one that its function had before. */
#include "access.h"
#include "address.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_state.h"
#include "checked.h"
#include "emit.h"
#include "lowering.h"
#include "object_maps.h"
#include "region.h"
#include "storage.h"
#include "type_derived.h"
#include "type_floating.h"
#include "thread_mark.h"

static struct variable *seen_map(struct lowering *l)
{
	return lower_global(l, &l->check->seen, "$seen",
			    sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 8)));
}

static struct variable *site_map(struct lowering *l)
{
	return lower_global(l, &l->check->site, "$site",
			    sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 32)));
}

/* `object`, a value of `identity`, begins: the walk needs to know what it is. */
void check_site(struct lowering *l, term identity, uint32_t object)
{
	if (!checks(l, CHECK_LEAK))
		return;
	struct variable *map = site_map(l);
	emit_assign(l, map, term_store(l->bank, map->term, identity, term_bv(l->bank, 32, object)));
	if (!table_has(&l->check->sites, object)) {
		table_put(&l->check->sites, object, true);
		vec_push(&l->check->site_list, object);
	}
}

static struct variable *mark_parameter(struct lowering *l)
{
	return l->check->mark->variables[0];
}

static void call_mark(struct lowering *l, term pointer)
{
	struct statement *s = emit(l, STATEMENT_CALL);
	s->callee = l->check->mark;
	s->argument_count = 1;
	s->arguments = arena_alloc(l->program->arena, sizeof *s->arguments);
	s->arguments[0] = pointer;
}

/* ---- the pointers in one object ---- */

/* Marks what the slot's pointers point to: a loop for each level. `from` is where the level begins. */
static void mark_level(struct lowering *l, const struct region_slot *slot, uint32_t level, term from)
{
	struct bank *b = l->bank;
	if (level == slot->levels) {
		call_mark(l, access_pointer(l, slot->class, from));
		return;
	}
	struct variable *i = emit_temporary(l, sort_bitvector(b, l->pointer_bits));
	struct block *head = emit_block(l, "slots"), *body = emit_block(l, "slot"), *end = emit_block(l, "endslots");
	uint64_t size = l->pointer_bits / 8, step = slot->level[level].step;
	emit_assign(l, i, word(l, 0));
	emit_goto(l, head);
	emit_start(l, head);
	term more;
	if (slot->level[level].end) {
		more = term_binary(b, OP_BVULT, i->term, word(l, slot->level[level].end / step * step));
	} else {
		term bytes = term_select(b, lower_size_map(l)->term, pointer_object(l, from));
		term behind = term_binary(b, OP_BVADD, term_binary(b, OP_BVADD, pointer_offset(l, from), i->term),
					  word(l, size));
		more = term_binary(b, OP_BVULE, behind, bytes);
	}
	emit_branch(l, more, body, end, (struct source_range){ 0, 0 });
	emit_start(l, body);
	mark_level(l, slot, level + 1, pointer_add(l, from, i->term));
	emit_assign(l, i, term_binary(b, OP_BVADD, i->term, word(l, step)));
	emit_goto(l, head);
	emit_start(l, end);
}

static void mark_slots(struct lowering *l, uint32_t object, term base)
{
	uint32_t count;
	const struct region_slot *slots = region_slots(l->regions, object, l->pointer_bits / 8, &count);
	for (uint32_t i = 0; i < count; i++)
		mark_level(l, &slots[i], 0, pointer_add(l, base, word(l, slots[i].offset)));
}

bool check_has_slots(struct lowering *l, uint32_t object)
{
	uint32_t count;
	region_slots(l->regions, object, l->pointer_bits / 8, &count);
	return count > 0;
}

/* ---- $mark ---- */

/* To the block of an object that is alive, the library's own among them, and seen for the first time; others return. */
static void enter_unseen(struct lowering *l, term object, struct block *end)
{
	struct bank *b = l->bank;
	struct block *alive = emit_block(l, "alive"), *unseen = emit_block(l, "unseen");
	term state = term_select(b, lower_state_map(l)->term, object);
	term above = term_binary(b, OP_BVSUB, state, term_bv(b, 8, STATE_STATIC));
	term is_alive = term_binary(b, OP_BVULE, above, term_bv(b, 8, STATE_HEAP - STATE_STATIC));
	emit_branch(l, is_alive, alive, end, (struct source_range){ 0, 0 });
	emit_start(l, alive);
	term seen = term_select(b, seen_map(l)->term, object);
	emit_branch(l, term_eq(b, seen, term_bv(b, 8, 0)), unseen, end, (struct source_range){ 0, 0 });
	emit_start(l, unseen);
	emit_assign(l, l->check->seen, term_store(b, l->check->seen->term, object, term_bv(b, 8, 1)));
}

static void mark_by_site(struct lowering *l, term object, struct block *end)
{
	struct bank *b = l->bank;
	term site = term_select(b, site_map(l)->term, object);
	for (size_t i = 0; i < l->check->site_list.count; i++) {
		uint32_t here = l->check->site_list.at[i];
		bool is_block = table_has(&l->check->blocks, here);
		if (!check_has_slots(l, here) && !is_block)
			continue;
		struct block *yes = emit_block(l, "site"), *no = emit_block(l, "other");
		emit_branch(l, term_eq(b, site, term_bv(b, 32, here)), yes, no, (struct source_range){ 0, 0 });
		emit_start(l, yes);
		mark_slots(l, here, pointer_make(l, object, word(l, 0)));
		if (is_block) {
			term before = term_select(b, l->check->before->term, object);
			call_mark(l, pointer_make(l, before, word(l, 0)));
		}
		emit_goto(l, end);
		emit_start(l, no);
	}
	emit_goto(l, end);
}

static void make_mark(struct lowering *l)
{
	struct procedure *caller = l->procedure;
	struct block *block = l->block;
	l->check->mark = program_add_procedure(l->program, program_fresh_name(l->program, "$mark"));
	thread_mark_atomic(l, l->check->mark);
	l->procedure = l->check->mark;
	procedure_add_variable(l->check->mark, procedure_fresh_variable_name(l->check->mark, "pointer"),
			       sort_bitvector(l->bank, pointer_width(l)), VARIABLE_IN);
	emit_start(l, procedure_add_block(l->check->mark, "entry"));
	struct block *end = emit_block(l, "end");
	term object = pointer_object(l, mark_parameter(l)->term);
	enter_unseen(l, object, end);
	mark_by_site(l, object, end);
	block_return(end);
	l->procedure = caller;
	l->block = block;
}

/* ---- from where ---- */

bool check_may_be_pointer(struct lowering *l, term value, const struct type *type)
{
	return type_is_pointer(type) || (!type_is_floating(type) && term_width(l->bank, value) >= l->pointer_bits);
}

term check_as_pointer(struct lowering *l, term value, const struct type *type)
{
	if (type_is_pointer(type))
		return value;
	return pointer_at(l, resize(l, value, l->pointer_bits, false));
}

static void mark_static(struct lowering *l, const struct storage *storage)
{
	if (storage->kind == STORAGE_MEMORY) {
		mark_slots(l, storage->object, storage_pointer(l, storage));
		return;
	}
	for (uint32_t i = 0; i < storage->shape->count; i++) {
		term value = storage->variables[i]->term;
		const struct type *type = storage->shape->leaves[i].type;
		if (region_holds_heap(l->regions, storage->nodes[i]) && check_may_be_pointer(l, value, type))
			call_mark(l, check_as_pointer(l, value, type));
	}
}

static void mark_frames(struct lowering *l)
{
	struct bank *b = l->bank;
	if (!l->check->frames)
		return;
	struct variable *i = emit_temporary(l, sort_bitvector(b, 32));
	struct block *head = emit_block(l, "frames"), *body = emit_block(l, "frame"), *end = emit_block(l, "endframes");
	emit_assign(l, i, term_bv(b, 32, 0));
	emit_goto(l, head);
	emit_start(l, head);
	emit_branch(l, term_binary(b, OP_BVULT, i->term, l->check->frame_count->term), body, end,
		    (struct source_range){ 0, 0 });
	emit_start(l, body);
	call_mark(l, term_select(b, l->check->frames->term, i->term));
	emit_assign(l, i, term_binary(b, OP_BVADD, i->term, term_bv(b, 32, 1)));
	emit_goto(l, head);
	emit_start(l, end);
}

/* Bool: the object can be reached; the walk is written before. */
term check_reached(struct lowering *l, term object)
{
	struct bank *b = l->bank;
	region_read_slots(l->regions);
	emit_assign(l, seen_map(l), term_const_map(b, OBJECT_BITS, term_bv(b, 8, 0)));
	make_mark(l);
	for (size_t i = 0; i < l->statics.objects.count; i++)
		mark_static(l, l->statics.objects.at[i]);
	mark_frames(l);
	return term_not(b, term_eq(b, term_select(b, l->check->seen->term, object), term_bv(b, 8, 0)));
}
