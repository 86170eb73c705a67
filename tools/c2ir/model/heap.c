/* malloc and free (C11 7.22.3). Every allocation is a new object; freed objects are never given out again. */

#include "access.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "library_call.h"
#include "lowering.h"
#include "lowering_options.h"
#include "model.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "routine.h"
#include "rvalue.h"
#include "type_layout.h"
#include "type_object.h"
#include "types.h"

/* What the result is made into says what is in the object: (T *)malloc(n). */
static const struct type *object_type(struct lowering *l, const struct type *hint)
{
	if ((!hint || !type_has_size(hint)) && l->routine)
		hint = l->routine->hint;
	if (!hint || !type_has_size(hint) || type_size(l->types, hint) <= 1)
		return hint && type_has_size(hint) && type_size(l->types, hint) == 1 ? hint : NULL;
	return hint;
}

/* sizeof (T) + n: one and more of the array at its end. A wrapper's parameter tells nothing. */
static bool is_extended(struct lowering *l, const struct type *type, term size)
{
	if (!type || access_factor(l, size) % type_size(l->types, type) == 0)
		return false;
	return term_is_constant(l->bank, size) || term_op(l->bank, size) == OP_BVADD;
}

static struct rvalue allocated(struct lowering *l, term size, enum object_state state, const char *name,
			       const struct type *hint)
{
	const struct type *type = object_type(l, hint);
	uint64_t bytes = term_is_constant(l->bank, size) ? term_value(l->bank, size) : 0;
	bool many = !(type && bytes == type_size(l->types, type));
	uint32_t object = region_object(l->regions, l->types, type, many, bytes);
	if (many && is_extended(l, type, size))
		region_extended(l->regions, object);
	struct variable *identity = emit_variable(l, arena_format(l->arena, "&%s", name), l->types->void_type,
						  sort_bitvector(l->bank, OBJECT_BITS), NULL);
	emit_fresh(l, identity, state == STATE_HEAP ? "heap" : "stack", name);
	node f = node_new(l->regions);
	node_address(l->regions, f, object);
	if (lower_needs_size(l))
		lower_set_size(l, identity->term, size);
	if (lower_needs_state(l))
		lower_set_state(l, identity->term, state);
	if (state == STATE_HEAP)
		region_heap(l->regions, object);
	access_made(l, identity->term, f);
	check_site(l, identity->term, object);
	access_begin(l, pointer_make(l, identity->term, word(l, 0)), f, size);
	/* A temporary holds the pointer: the variable changes when the allocation is reached again. */
	return rvalue_scalar(emit_hold(l, pointer_make(l, identity->term, word(l, 0))), f);
}

/* With --malloc-may-fail the pointer is null at will. */
static struct rvalue perhaps_null(struct lowering *l, struct rvalue pointer)
{
	if (!l->options->malloc_may_fail) {
		check_allocated(l, pointer_object(l, pointer.term));
		return pointer;
	}
	struct variable *fails = emit_temporary(l, sort_bool(l->bank));
	emit_input(l, fails, "malloc fails", l->types->bool_type);
	term null = term_bv(l->bank, pointer_width(l), 0);
	pointer.term = emit_hold(l, term_ite(l->bank, fails->term, null, pointer.term));
	check_allocated(l, pointer_object(l, pointer.term));
	return pointer;
}

struct rvalue model_malloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return perhaps_null(l, allocated(l, lower_size_argument(l, e, values, 0), STATE_HEAP, e->name, hint));
}

struct rvalue model_aligned_alloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return perhaps_null(l, allocated(l, lower_size_argument(l, e, values, 1), STATE_HEAP, e->name, hint));
}

struct rvalue model_calloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term size = term_binary(l->bank, OP_BVMUL, lower_size_argument(l, e, values, 0),
				lower_size_argument(l, e, values, 1));
	struct rvalue pointer = allocated(l, size, STATE_HEAP, "calloc", hint);
	access_clear(l, pointer.term, pointer.node, size);
	return perhaps_null(l, pointer);
}

struct rvalue model_new(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return allocated(l, lower_size_argument(l, e, values, 0), STATE_HEAP, "object", hint);
}

struct rvalue model_alloca(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct rvalue pointer = allocated(l, lower_size_argument(l, e, values, 0), STATE_STACK, "alloca", hint);
	check_alloca(l, pointer_object(l, pointer.term));
	return pointer;
}

static void release(struct lowering *l, term pointer, const struct library_call *e)
{
	check_free(l, pointer, e->expression);
	if (!lower_needs_state(l))
		return;
	/* free(NULL) does nothing; object 0 keeps its state. */
	struct variable *map = lower_state_map(l);
	term object = pointer_object(l, pointer);
	term state = term_ite(l->bank, nonzero(l, object), term_bv(l->bank, 8, STATE_FREED),
			      term_bv(l->bank, 8, STATE_NONE));
	emit_assign(l, map, term_store(l->bank, map->term, object, state));
}

struct rvalue model_deallocate(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	release(l, values[0].term, e);
	return lower_nothing(l, e->type);
}

/* How much of the old object is copied. What lies beyond it is unknown in any case, so its size only matters to what is said
 * to be uninitialised. */
static term kept_bytes(struct lowering *l, term old, term size)
{
	if (!checks(l, CHECK_UNINIT))
		return size;
	term before = term_select(l->bank, lower_size_map(l)->term, pointer_object(l, old));
	return term_ite(l->bank, term_binary(l->bank, OP_BVULT, before, size), before, size);
}

/* A new object with the beginning of the old one's contents. */
static struct rvalue moved(struct lowering *l, struct rvalue old, term size, const struct library_call *e,
			   const struct type *hint)
{
	struct rvalue pointer = allocated(l, size, STATE_HEAP, "realloc", hint);
	if (!term_is_constant(l->bank, old.term)) {
		access_copy(l, pointer.term, pointer.node, old.term, old.node, kept_bytes(l, old.term, size));
		release(l, old.term, e);
	}
	check_allocated(l, pointer_object(l, pointer.term));
	return pointer;
}

/* Bool: realloc gives null. If it fails, the old object stays (7.22.3.5p4); of no bytes, it frees, as glibc's does. */
static term gives_null(struct lowering *l, term fails, struct rvalue old, term size)
{
	struct bank *b = l->bank;
	term object = term_not(b, term_eq(b, old.term, term_bv(b, pointer_width(l), 0)));
	return term_or(b, fails, term_and(b, object, term_eq(b, size, word(l, 0))));
}

struct rvalue model_realloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	struct bank *b = l->bank;
	term size = lower_size_argument(l, e, values, 1), fails = term_false(b);
	if (l->options->malloc_may_fail) {
		struct variable *choice = emit_temporary(l, sort_bool(b));
		emit_input(l, choice, "realloc fails", l->types->bool_type);
		fails = choice->term;
	}
	term null = gives_null(l, fails, values[0], size);
	if (term_is_false(b, null))
		return moved(l, values[0], size, e, hint);
	struct variable *result = emit_temporary(l, sort_bitvector(b, pointer_width(l)));
	struct block *none = emit_block(l, "none"), *some = emit_block(l, "some"), *join = emit_block(l, "join");
	struct block *freed = emit_block(l, "freed"), *kept = emit_block(l, "kept");
	struct source_range text = { 0, 0 };
	emit_branch(l, null, none, some, text);
	emit_start(l, some);
	struct rvalue pointer = moved(l, values[0], size, e, hint);
	emit_assign(l, result, pointer.term);
	emit_goto(l, join);
	emit_start(l, none);
	emit_assign(l, result, term_bv(b, pointer_width(l), 0));
	emit_branch(l, fails, kept, freed, text);
	emit_start(l, freed);
	release(l, values[0].term, e);
	emit_goto(l, kept);
	emit_start(l, kept);
	emit_goto(l, join);
	emit_start(l, join);
	return rvalue_scalar(result->term, pointer.node);
}
