/* malloc and free (C11 7.22.3). Every allocation is a new object; freed objects are never given out again. */

#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "library_call.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "model.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "routine.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_layout.h"
#include "type_object.h"
#include "types.h"

/* What the result is made into says what is in the object: (T *)malloc(n). */
static const struct type *object_type(struct lowering *l, const struct type *hint)
{
	hint = routine_hint(l, hint);
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

/* malloc's memory is aligned for everything (C11 7.22.3p1), and so is alloca's. */
enum { ALIGNED = 16 };

/* `alignment` 0: ALIGNED; STATE_STATIC: an object of the library's own, which free() does not take. */
static struct rvalue allocated(struct lowering *l, term size, term alignment, enum object_state state, const char *name,
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
	emit_fresh(l, identity, state == STATE_STACK ? "stack" : "heap", name);
	access_origin(l, identity, object);
	access_born(l, identity->term, object, size, alignment ? alignment : word(l, ALIGNED));
	node f = node_new(l->regions);
	node_address(l->regions, f, object);
	if (lower_needs_size(l))
		lower_set_size(l, identity->term, size);
	if (lower_needs_state(l))
		lower_set_state(l, identity->term, state);
	if (state != STATE_STACK)
		region_heap(l->regions, object);
	access_made(l, identity->term, f);
	check_site(l, identity->term, object);
	if (state == STATE_STACK)
		check_alloca(l, identity->term, object);
	access_begin(l, pointer_make(l, identity->term, word(l, 0)), f, size);
	/* A temporary holds the pointer: the variable changes when the allocation is reached again. */
	return rvalue_scalar(emit_hold(l, pointer_make(l, identity->term, word(l, 0))), f);
}

/* errno, if the program looks at it. */
static void set_errno(struct lowering *l, uint32_t number)
{
	struct declaration *d = lower_uses(l, LIBC_ERRNO) ? lower_library_find(l, "__plumb_errno") : NULL;
	if (!d)
		return;
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, d));
	lvalue_store(l, &lvalue, rvalue_scalar(term_bv(l->bank, 32, number), 0), NULL, false);
}

static void fail_if(struct lowering *l, term fails)
{
	enum { OUT_OF_MEMORY = 12 };
	if (!lower_uses(l, LIBC_ERRNO))
		return;
	struct block *failed = emit_block(l, "failed"), *join = emit_block(l, "join");
	emit_branch(l, fails, failed, join, (struct source_range){ 0, 0 });
	emit_start(l, failed);
	set_errno(l, OUT_OF_MEMORY);
	emit_goto(l, join);
	emit_start(l, join);
}

/* Bool: an input, with --malloc-may-fail; else that there is memory is assumed. (Models of the kernel's functions fail by themselves.) */
static term may_fail(struct lowering *l, const char *name)
{
	if (!l->options->malloc_may_fail) {
		if (!l->options->kernel)
			lower_ledger(l, l->location, "malloc and the like are assumed to succeed (--malloc-may-fail)");
		return term_false(l->bank);
	}
	struct variable *fails = emit_temporary(l, sort_bool(l->bank));
	emit_input(l, fails, name, l->types->bool_type);
	return fails->term;
}

/* Null if there cannot be so much memory, and with --malloc-may-fail at will. */
static struct rvalue perhaps_null(struct lowering *l, struct rvalue pointer, term impossible)
{
	term fails = term_or(l->bank, may_fail(l, "malloc fails"), impossible);
	if (!term_is_false(l->bank, fails)) {
		term null = term_bv(l->bank, pointer_width(l), 0);
		pointer.term = emit_hold(l, term_ite(l->bank, fails, null, pointer.term));
		fail_if(l, fails);
	}
	check_allocated(l, pointer_object(l, pointer.term));
	return pointer;
}

struct rvalue model_malloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return perhaps_null(l, allocated(l, lower_size_argument(l, e, values, 0), 0, STATE_HEAP, e->name, hint),
			    term_false(l->bank));
}

static term at_least(struct lowering *l, term alignment, uint64_t least)
{
	term small = term_binary(l->bank, OP_BVULT, alignment, word(l, least));
	return term_ite(l->bank, small, word(l, least), alignment);
}

struct rvalue model_aligned_alloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term alignment = at_least(l, lower_size_argument(l, e, values, 0), ALIGNED);
	return perhaps_null(l, allocated(l, lower_size_argument(l, e, values, 1), alignment, STATE_HEAP, e->name, hint),
			    term_false(l->bank));
}

/* Bool: n * m is more than a size_t holds. */
static term product_overflows(struct lowering *l, term n, term m)
{
	struct bank *b = l->bank;
	uint32_t width = l->pointer_bits;
	if (term_is_constant(b, n)) {
		term other = n;
		n = m;
		m = other;
	}
	if (term_is_constant(b, m) && term_value(b, m)) {
		uint64_t most = UINT64_MAX >> (64 - width);
		return term_binary(b, OP_BVULT, word(l, most / term_value(b, m)), n);
	}
	term product = term_binary(b, OP_BVMUL, term_zero_extend(b, 2 * width, n), term_zero_extend(b, 2 * width, m));
	return nonzero(l, term_extract(b, 2 * width - 1, width, product));
}

struct rvalue model_calloc(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term n = lower_size_argument(l, e, values, 0), m = lower_size_argument(l, e, values, 1);
	term size = term_binary(l->bank, OP_BVMUL, n, m);
	struct rvalue pointer = allocated(l, size, 0, STATE_HEAP, "calloc", hint);
	access_clear(l, pointer.term, pointer.node, size);
	return perhaps_null(l, pointer, product_overflows(l, n, m));
}

struct rvalue model_new(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return allocated(l, lower_size_argument(l, e, values, 0), 0, STATE_STATIC, "object", hint);
}

struct rvalue model_alloca(struct lowering *l, const struct library_call *e, const struct type *hint)
{
	struct rvalue *values = lower_held_arguments(l, e);
	return allocated(l, lower_size_argument(l, e, values, 0), 0, STATE_STACK, "alloca", hint);
}

/* Its address has been given back. */
static void release(struct lowering *l, struct rvalue pointer, const struct library_call *e)
{
	check_free(l, pointer.term, e->expression);
	if (!lower_needs_state(l))
		return;
	/* free(NULL) does nothing; object 0 keeps its state. */
	struct variable *map = lower_state_map(l);
	term object = pointer_object(l, pointer.term);
	term state = term_ite(l->bank, nonzero(l, object), term_bv(l->bank, 8, STATE_FREED),
			      term_bv(l->bank, 8, STATE_NONE));
	emit_assign(l, map, term_store(l->bank, map->term, object, state));
}

struct rvalue model_deallocate(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	access_dies(l, values[0].term, values[0].node);
	release(l, values[0], e);
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
	access_dies(l, old.term, old.node); /* it may stay where it is */
	struct rvalue pointer = allocated(l, size, 0, STATE_HEAP, "realloc", hint);
	if (old.term != term_bv(l->bank, pointer_width(l), 0)) {
		access_copy_object(l, pointer.term, pointer.node, old.term, old.node, kept_bytes(l, old.term, size));
		release(l, old, e);
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
	term size = lower_size_argument(l, e, values, 1), fails = may_fail(l, "realloc fails");
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
	fail_if(l, fails);
	emit_branch(l, fails, kept, freed, text);
	emit_start(l, freed);
	access_dies(l, values[0].term, values[0].node);
	release(l, values[0], e);
	emit_goto(l, kept);
	emit_start(l, kept);
	emit_goto(l, join);
	emit_start(l, join);
	return rvalue_scalar(result->term, pointer.node);
}
