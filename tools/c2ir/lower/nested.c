/* GNU nested functions (gcc 6.4). What a nested function mentions of the functions around it is in memory, and it gets a
 * pointer to each such object as a further in-parameter. A call passes them on: whoever sees the function has them.
 *
 * A pointer to such a function is a closure: the address of an object of the activation around it (gcc has its trampoline
 * there), for which maps have the function and the pointers. It ends with that activation.
 *
 *	&f              $closures[c] := f, $captured.0[c] := &x, ...; value c
 *	p(1)            $closures[object(p)] = f ? call f(1, $captured.0[object(p)], ...) */
#include "nested.h"

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_label.h"
#include "c_pointer.h"
#include "checked.h"
#include "control.h"
#include "dispatch.h"
#include "emit.h"
#include "jump.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"

/* ---- in the nested function ---- */

void nested_bind(struct lowering *l, const struct routine *routine, uint32_t at)
{
	const struct signature *s = routine->signature;
	for (uint32_t i = 0; i < s->captured_count; i++) {
		struct storage *storage = arena_alloc(l->arena, sizeof *storage);
		storage->kind = STORAGE_MEMORY;
		storage->declaration = s->captured[i];
		storage->type = s->captured[i]->type;
		storage->reference = l->procedure->variables[at + i];
		storage->node = routine->nodes[at + i];
		storage_capture(l, s->captured[i], storage);
	}
}

struct rvalue nested_reference(struct lowering *l, struct declaration *d)
{
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, d));
	return lvalue_address(l, &lvalue);
}

/* ---- in the function around it ---- */

/* Closures and the identity of the activation begin with the function. */
void nested_enter_function(struct lowering *l, const struct function *f)
{
	for (uint32_t i = 0; i < f->local_count; i++)
		if (f->locals[i]->closure && f->locals[i]->address_taken)
			lower_begin_object(l, storage_of(l, f->locals[i]), 0);
	if (!f->activation)
		return;
	if (!l->control->activation)
		jump_begin_activation(l);
	struct storage *storage = storage_of(l, f->activation);
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	lvalue_store_unchecked(l, &lvalue, rvalue_scalar(l->control->activation->term, 0));
}

void nested_leave_function(struct lowering *l, const struct function *f)
{
	for (uint32_t i = 0; i < f->local_count; i++)
		if (f->locals[i]->closure && f->locals[i]->address_taken)
			lower_end_object(l, storage_of(l, f->locals[i]));
}

/* ---- closures ---- */

static sort by_object(struct lowering *l, uint32_t width)
{
	return sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, width));
}

static struct variable *closures(struct lowering *l)
{
	return lower_global(l, &l->control->closures, "$closures", by_object(l, OBJECT_BITS));
}

static struct variable *reference_map(struct lowering *l, uint32_t i)
{
	while (l->control->closure_references.count <= i) {
		const char *name = arena_format(l->arena, "$captured.%zu", l->control->closure_references.count);
		vec_push(&l->control->closure_references,
			 program_add_global(l->program, name, by_object(l, pointer_width(l))));
	}
	return l->control->closure_references.at[i];
}

static void set(struct lowering *l, struct variable *map, term object, term value)
{
	emit_assign(l, map, term_store(l->bank, map->term, object, value));
}

struct rvalue nested_address(struct lowering *l, const struct routine *routine, const struct storage *function)
{
	const struct signature *s = routine->signature;
	if (!l->routine) {
		lower_unsupported(l, l->location, "a pointer to the nested function %s outside of a function",
				  routine->declaration->name);
		return rvalue_scalar(pointer_constant(l, 0, 0), 0);
	}
	struct rvalue closure = nested_reference(l, routine->declaration->closure);
	term object = pointer_object(l, closure.term);
	uint32_t first = s->in_count - s->captured_count;
	set(l, closures(l), object, term_bv(l->bank, OBJECT_BITS, function->identity));
	for (uint32_t i = 0; i < s->captured_count; i++) {
		struct rvalue reference = nested_reference(l, s->captured[i]);
		set(l, reference_map(l, i), object, reference.term);
		node_copy(l->regions, routine->nodes[first + i], reference.node);
	}
	return rvalue_scalar(closure.term, function->node);
}

/* Static objects, functions too, are no closures. */
term nested_is_closure(struct lowering *l, term callee, const struct storage *function)
{
	struct bank *b = l->bank;
	term object = pointer_object(l, callee), offset = pointer_offset(l, callee);
	term dynamic = term_binary(b, OP_BVULE, term_bv(b, OBJECT_BITS, l->statics.next_identity), object);
	term same = term_eq(b, term_select(b, closures(l)->term, object), term_bv(b, OBJECT_BITS, function->identity));
	return term_and(b, term_eq(b, offset, word(l, 0)), term_and(b, dynamic, same));
}

term *nested_arguments(struct lowering *l, const struct signature *s, const term *arguments, term callee)
{
	uint32_t own = s->in_count - s->captured_count;
	term *all = arena_alloc(l->program->arena, sizeof *all * (s->in_count + 1));
	for (uint32_t i = 0; i < own; i++)
		all[i] = arguments[i];
	for (uint32_t i = 0; i < s->captured_count; i++)
		all[own + i] = term_select(l->bank, reference_map(l, i)->term, pointer_object(l, callee));
	return all;
}

/* ---- goto ---- */

void nested_goto(struct lowering *l, const struct label *label)
{
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, label->function->activation));
	jump_to_label(l, label, lvalue_load(l, &lvalue, NULL).term);
}
