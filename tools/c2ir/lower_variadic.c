/* Variadic functions (C11 7.16). The further arguments of a call are in an object that the caller makes, each at the next multiple
 * of 16 bytes; a va_list holds a pointer to the next one, in its first bytes. */
#include "lower.h"

enum { SLOT = 16 };

static uint64_t slot_size(struct lowering *l, const struct type *type)
{
	uint64_t size = type_has_size(type) ? type_size(l->types, type) : 0;
	return size == 0 ? SLOT : (size + SLOT - 1) / SLOT * SLOT;
}

static struct home *slots(struct lowering *l, uint64_t bytes)
{
	struct home *home = lower_new_object(l, type_array(l->types, type_basic(l->types, TYPE_CHAR), bytes), "...");
	lower_begin_object(l, home, 0);
	return home;
}

struct rvalue lower_variadic(struct lowering *l, const struct rvalue *arguments, const struct expression *call,
			     uint32_t first, uint32_t count)
{
	uint64_t bytes = 0, at = 0;
	for (uint32_t i = first; call && i < count; i++)
		bytes += slot_size(l, call->arguments[i]->type);
	if (bytes == 0)
		return rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0);
	struct home *home = slots(l, bytes);
	for (uint32_t i = first; i < count; i++) {
		struct place_of place = place_of_home(l, home);
		place.type = type_unqualified(call->arguments[i]->type);
		place.pointer = pointer_add(l, place.pointer, word(l, at));
		flow to = flow_new(l->regions);
		flow_add(l->regions, to, place.flow, (int64_t)at);
		place.flow = to;
		place_store_unchecked(l, &place, arguments[i]);
		at += slot_size(l, place.type);
	}
	struct place_of place = place_of_home(l, home);
	return place_address(l, &place);
}

/* Where the va_list that `list` points to holds its pointer. */
static struct place_of cursor(struct lowering *l, const struct expression *list)
{
	struct rvalue pointer = lower_value(l, list);
	emit_hold_value(l, &pointer);
	return place_of_pointer(l, pointer, type_pointer(l->types, type_basic(l->types, TYPE_VOID)));
}

void lower_va_start(struct lowering *l, const struct expression *list)
{
	struct place_of place = cursor(l, list);
	term first = l->varargs ? l->varargs->term : term_bv(l->bank, pointer_width(l), 0);
	flow from = l->varargs ? l->routine->flows[l->varargs->index] : 0;
	place_store_unchecked(l, &place, rvalue_scalar(first, from));
}

static struct rvalue cursor_value(struct lowering *l, const struct place_of *place)
{
	return access_load(l, place->pointer, place->flow, pointer_width(l), true);
}

void lower_va_copy(struct lowering *l, const struct expression *to, const struct expression *from)
{
	struct place_of target = cursor(l, to), source = cursor(l, from);
	place_store_unchecked(l, &target, cursor_value(l, &source));
}

struct rvalue lower_va_arg(struct lowering *l, const struct expression *e)
{
	struct place_of place = cursor(l, e->operand);
	struct rvalue at = cursor_value(l, &place);
	at.term = emit_hold(l, at.term);
	uint64_t size = slot_size(l, e->type);
	flow next = flow_new(l->regions);
	flow_index(l->regions, next, at.flow, SLOT);
	place_store_unchecked(l, &place, rvalue_scalar(pointer_add(l, at.term, word(l, size)), next));
	struct place_of slot = place_of_pointer(l, at, e->type);
	check_access(l, &slot, word(l, type_size(l->types, e->type)), false, e);
	if (type_has_parts(e->type))
		return place_load(l, &slot, NULL);
	if (type_is_record(e->type))
		return (struct rvalue){ .kind = RVALUE_MEMORY, .term = at.term, .flow = at.flow };
	return access_load(l, at.term, at.flow, term_bits(l, e->type), type_is_pointer(e->type));
}
