/* Variadic functions (C11 7.16). The further arguments of a call are in an object that the caller makes, one slot each;
 * a va_list holds a pointer to the next slot, kept in its first pointer. */
#include "lower.h"

enum { SLOT = 16 };

static struct home *slots(struct lowering *l, uint32_t count)
{
	struct home *home = lower_new_object(l, type_array(l->types, type_basic(l->types, TYPE_CHAR), count * SLOT), "...");
	lower_begin_object(l, home, 0);
	return home;
}

struct rvalue lower_variadic(struct lowering *l, const struct rvalue *arguments, uint32_t first, uint32_t count)
{
	if (first >= count)
		return rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0);
	struct home *home = slots(l, count - first);
	struct place_of place = place_of_home(l, home);
	for (uint32_t i = first; i < count; i++) {
		const struct rvalue *value = &arguments[i];
		uint64_t offset = (uint64_t)(i - first) * SLOT;
		flow to = flow_new(l->regions);
		flow_add(l->regions, to, place.flow, (int64_t)offset);
		term pointer = pointer_add(l, place.pointer, word(l, offset));
		bool is_pointer = value->kind == RVALUE_MEMORY ||
				  (value->kind == RVALUE_SCALAR && term_width(l->bank, value->term) == pointer_width(l));
		if (value->kind == RVALUE_LEAVES || value->kind == RVALUE_VOID) {
			lower_unsupported(l, l->place, "passing a struct to a variadic function");
			continue;
		}
		access_store(l, pointer, to, value->term, value->flow, is_pointer);
	}
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
	if (!type_is_scalar(e->type)) {
		lower_unsupported(l, e->place, "va_arg of a type that is no scalar");
		return lower_nothing(l, e->type);
	}
	flow next = flow_new(l->regions);
	flow_index(l->regions, next, at.flow, SLOT);
	struct place_of slot = place_of_pointer(l, at, e->type);
	check_access(l, &slot, word(l, type_size(l->types, e->type)), false, e);
	place_store_unchecked(l, &place, rvalue_scalar(pointer_add(l, at.term, word(l, SLOT)), next));
	return access_load(l, at.term, at.flow, term_bits(l, e->type), type_is_pointer(e->type));
}
