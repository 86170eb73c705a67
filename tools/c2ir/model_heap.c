/* malloc and free (C11 7.22.3). Every allocation is a new object; freed objects are never given out again. */
#include "model.h"

/* What the result is made into says what is in the object: (T *)malloc(n). */
static const struct type *object_type(struct lowering *l)
{
	const struct type *hint = l->allocation_hint;
	l->allocation_hint = NULL;
	if ((!hint || !type_has_size(hint)) && l->routine)
		hint = l->routine->hint;
	if (!hint || !type_has_size(hint) || type_size(l->types, hint) <= 1)
		return hint && type_has_size(hint) && type_size(l->types, hint) == 1 ? hint : NULL;
	return hint;
}

static struct rvalue allocated(struct lowering *l, term size, enum object_state state, const char *name)
{
	const struct type *type = object_type(l);
	uint64_t bytes = term_is_constant(l->bank, size) ? term_value(l->bank, size) : 0;
	bool many = !(type && bytes == type_size(l->types, type));
	uint32_t object = region_object(l->regions, l->types, type, many, bytes);
	struct variable *identity =
		emit_variable(l, arena_format(l->arena, "&%s", name), type_basic(l->types, TYPE_VOID),
			      sort_bitvector(l->bank, OBJECT_BITS), NULL);
	emit_fresh(l, identity, state == STATE_HEAP ? "heap" : "stack", name);
	flow f = flow_new(l->regions);
	flow_address(l->regions, f, object);
	if (lower_needs_size(l))
		lower_set_size(l, identity->term, size);
	if (lower_needs_state(l))
		lower_set_state(l, identity->term, state);
	if (state == STATE_HEAP)
		region_heap(l->regions, object);
	check_site(l, identity->term, object);
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
	emit_input(l, fails, "malloc fails", type_basic(l->types, TYPE_BOOL));
	term null = term_bv(l->bank, pointer_width(l), 0);
	pointer.term = emit_hold(l, term_ite(l->bank, fails->term, null, pointer.term));
	check_allocated(l, pointer_object(l, pointer.term));
	return pointer;
}

static struct rvalue call_malloc(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	return perhaps_null(l, allocated(l, model_size(l, e, values, 0), STATE_HEAP, expression_called(e)->name));
}

static struct rvalue call_aligned(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	return perhaps_null(l, allocated(l, model_size(l, e, values, 1), STATE_HEAP, expression_called(e)->name));
}

static struct rvalue call_calloc(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	term size = term_binary(l->bank, OP_BVMUL, model_size(l, e, values, 0), model_size(l, e, values, 1));
	struct rvalue pointer = allocated(l, size, STATE_HEAP, "calloc");
	access_clear(l, pointer.term, pointer.flow, size);
	return perhaps_null(l, pointer);
}

struct rvalue model_new(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	return allocated(l, model_size(l, e, values, 0), STATE_HEAP, "object");
}

struct rvalue model_alloca(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	struct rvalue pointer = allocated(l, model_size(l, e, values, 0), STATE_STACK, "alloca");
	check_alloca(l, pointer_object(l, pointer.term));
	return pointer;
}

static void release(struct lowering *l, term pointer, const struct expression *e)
{
	check_free(l, pointer, e);
	if (!lower_needs_state(l))
		return;
	/* free(NULL) does nothing; object 0 keeps its state. */
	struct variable *map = lower_state_map(l);
	term object = pointer_object(l, pointer);
	term state = term_ite(l->bank, nonzero(l, object), term_bv(l->bank, 8, STATE_FREED),
			      term_bv(l->bank, 8, STATE_NONE));
	emit_assign(l, map, term_store(l->bank, map->term, object, state));
}

static struct rvalue call_free(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	release(l, values[0].term, e);
	return lower_nothing(l, e->type);
}

/* realloc: a new object with the beginning of the old one's contents. What lies beyond the old object is unknown in any
 * case, so its size does not matter here. */
static struct rvalue call_realloc(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = model_values(l, e);
	term size = model_size(l, e, values, 1);
	struct rvalue pointer = allocated(l, size, STATE_HEAP, "realloc");
	if (!term_is_constant(l->bank, values[0].term)) {
		access_copy(l, pointer.term, pointer.flow, values[0].term, values[0].flow, size);
		release(l, values[0].term, e);
	}
	check_allocated(l, pointer_object(l, pointer.term));
	return pointer;
}

const struct model model_heap[] = {
	{ "malloc", "i", call_malloc },
	{ "calloc", "ii", call_calloc },
	{ "realloc", "pi", call_realloc },
	{ "free", "p", call_free },
	{ "cfree", "p", call_free },
	{ "alloca", "i", model_alloca },
	{ "__builtin_alloca", "i", model_alloca },
	{ "aligned_alloc", "ii", call_aligned },
	{ "memalign", "ii", call_aligned },
	{ "valloc", "i", call_malloc },
	{ NULL, NULL, NULL },
};
