/* Lvalues (C11 6.3.2.1): where they are, loading from and storing to them. */
#include "lower.h"

#include <assert.h>

struct place_of place_of_home(struct lowering *l, const struct home *home)
{
	struct place_of place = { .type = home->type, .home = home };
	if (home->kind == HOME_VARIABLES)
		return place;
	place.in_memory = true;
	place.flow = home->flow;
	if (home->reference) {
		place.home = NULL;
		place.pointer = home->reference->term;
		return place;
	}
	term object = home->automatic ? home->automatic->term : term_bv(l->bank, OBJECT_BITS, home->identity);
	place.pointer = pointer_make(l, object, word(l, 0));
	return place;
}

struct place_of place_of_pointer(struct lowering *l, struct rvalue pointer, const struct type *type)
{
	(void)l;
	return (struct place_of){ .type = type, .in_memory = true, .pointer = pointer.term, .flow = pointer.flow };
}

/* 0: not known. */
static uint64_t record_bytes(struct lowering *l, const struct type *type)
{
	return type && type_has_size(type) && !type_is_variable(type) ? type_size(l->types, type) : 0;
}

struct place_of place_member(struct lowering *l, const struct place_of *place, const struct member *member)
{
	struct place_of inner = *place;
	inner.type = member->type;
	inner.bit_field = member->bit_field ? member : NULL;
	inner.offset = place->offset + member->offset;
	inner.alignment = place_member_alignment(l, place, member);
	if (!place->in_memory)
		return inner;
	uint64_t offset = member->bit_field ? member->container_offset : member->offset;
	inner.offset = 0;
	inner.pointer = pointer_add(l, place->pointer, word(l, offset));
	if (offset || !place->home)
		inner.flow = flow_moved(l->regions, place->flow, (int64_t)offset, record_bytes(l, member->record->type));
	if (member->type->kind == TYPE_UNION)
		inner.flow = flow_entered(l->regions, inner.flow, l->types, member->type);
	return inner;
}

static struct place_of compound_literal(struct lowering *l, const struct expression *e)
{
	struct home *home = lower_home(l, e->declaration);
	if (e->declaration->storage == STORAGE_AUTOMATIC) {
		if (!home->begun) /* its block is not one that begins in a statement */
			lower_begin_object(l, home, 0);
		if (e->declaration->initializer) {
			bool before = sequence_suspend(l);
			lower_initializer(l, home, e->declaration->initializer);
			sequence_resume(l, before);
		}
	}
	return place_of_home(l, home);
}

static struct place_of object_place(struct lowering *l, const struct expression *e)
{
	if (e->declaration->is_register && !e->declaration->owner)
		return lower_register(l, e);
	return place_of_home(l, lower_home(l, e->declaration));
}

static struct place_of pointed(struct lowering *l, const struct expression *e);

/* An array that has no address of its own (f().a) is given one. */
static struct place_of array_place(struct lowering *l, const struct expression *e)
{
	if (e->is_lvalue || e->kind != EXPRESSION_MEMBER)
		return lower_place(l, e);
	const struct expression *record = e->operand;
	if (!record->is_lvalue && record->kind == EXPRESSION_MEMBER) {
		struct place_of outer = array_place(l, record);
		return place_member(l, &outer, e->member);
	}
	struct rvalue value = record_in_memory(l, lower_value(l, record), record->type);
	struct place_of place = place_of_pointer(l, value, record->type);
	return place_member(l, &place, e->member);
}

static struct place_of place_of_lvalue(struct lowering *l, const struct expression *e)
{
	struct place_of place;
	switch (e->kind) {
	case EXPRESSION_OBJECT:
		place = object_place(l, e);
		break;
	case EXPRESSION_STRING:
		place = place_of_home(l, lower_string_home(l, e->string));
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		place = compound_literal(l, e);
		break;
	case EXPRESSION_DEREFERENCE:
		l->accessed = true;
		place = pointed(l, e->operand);
		break;
	case EXPRESSION_MEMBER:
		if (!e->operand->is_lvalue)
			return array_place(l, e);
		place = lower_place(l, e->operand);
		return place_member(l, &place, e->member);
	case EXPRESSION_CONVERSION:
		place = e->conversion == CONVERSION_NONE ? lower_place(l, e->operand) : pointed(l, e);
		break;
	default:
		lower_unsupported(l, e->place, "this kind of lvalue");
		place = place_of_pointer(l, rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0), e->type);
	}
	place.type = e->type;
	return place;
}

struct place_of lower_place(struct lowering *l, const struct expression *e)
{
	struct place_of place = place_of_lvalue(l, e);
	sequence_note_place(l, e, &place);
	return place;
}

/* ---- pointers made of places ---- */

static term scaled_index(struct lowering *l, const struct expression *e, term index, term *step)
{
	*step = e->variable_step ? lower_value(l, e->variable_step).term : word(l, e->step);
	const struct type *type = e->right->type;
	term wide = resize(l, index, l->pointer_bits, type_is_integer(type) && type_is_signed(l->types, type));
	return term_binary(l->bank, OP_BVMUL, wide, *step);
}

static flow moved(struct lowering *l, const struct expression *e, flow from, term bytes)
{
	bool loops = e->left->kind == EXPRESSION_OLD_VALUE;
	if (!term_is_constant(l->bank, bytes) || loops)
		return flow_indexed(l->regions, from, e->variable_step ? 1 : e->step);
	uint64_t value = term_value(l->bank, bytes);
	int64_t amount = l->pointer_bits == 32 ? (int64_t)(int32_t)value : (int64_t)value;
	return flow_moved(l->regions, from, amount, e->step);
}

static struct place_of moved_place(struct lowering *l, const struct expression *e)
{
	bool accessed = l->accessed;
	l->accessed = false;
	struct place_of place = pointed(l, e->left);
	if (place.in_memory && expression_has_effects(e->right))
		place.pointer = emit_hold(l, place.pointer);
	term index = lower_value(l, e->right).term;
	check_index(l, e, index, !accessed);
	term step, bytes = scaled_index(l, e, index, &step);
	check_pointer_arithmetic(l, &place, e, index, step);
	if (e->operation == BINARY_POINTER_SUBTRACT)
		bytes = term_unary(l->bank, OP_BVNEG, bytes);
	place.flow = moved(l, e, place.flow, bytes);
	place.pointer = pointer_add(l, place.pointer, bytes);
	return place;
}

static struct place_of pointer_arithmetic(struct lowering *l, const struct expression *e)
{
	struct sequence *s = sequence_begin(l, e);
	struct place_of place = moved_place(l, e);
	sequence_end(l, s);
	return place;
}

/* What the pointer E points to; keeps the name of the object where E is made of one. */
static struct place_of pointed(struct lowering *l, const struct expression *e)
{
	struct place_of place;
	if (e->kind != EXPRESSION_BINARY)
		l->accessed = false;
	if (e->kind == EXPRESSION_ADDRESS && e->operand->type->kind != TYPE_FUNCTION) {
		place = lower_place(l, e->operand);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY) {
		place = array_place(l, e->operand);
		place.flow = flow_entered(l->regions, place.flow, l->types, e->operand->type);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER) {
		if (e->operand->kind == EXPRESSION_CALL)
			l->allocation_hint = e->type->base;
		place = pointed(l, e->operand);
		place.alignment = 0;
		l->allocation_hint = NULL;
	} else if (e->kind == EXPRESSION_BINARY &&
		   (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)) {
		place = pointer_arithmetic(l, e);
	} else {
		place = place_of_pointer(l, lower_value(l, e), e->type->base ? e->type->base : e->type);
	}
	assert(place.in_memory);
	if (e->type->kind == TYPE_POINTER)
		place.type = e->type->base;
	return place;
}

struct rvalue place_address(struct lowering *l, const struct place_of *place)
{
	(void)l;
	assert(place->in_memory);
	return rvalue_scalar(place->pointer, place->flow);
}

/* ADDRESS, CONVERSION_ARRAY, CONVERSION_POINTER and arithmetic on pointers, as values. */
struct rvalue lower_pointer(struct lowering *l, const struct expression *e)
{
	struct place_of place = pointed(l, e);
	return place_address(l, &place);
}

/* ---- load ---- */

static term bit_field_value(struct lowering *l, const struct member *m, const struct type *type, term bits)
{
	return resize(l, bits, term_bits(l, type), type_is_signed(l->types, m->type));
}

static struct rvalue load_variables(struct lowering *l, const struct place_of *place, const struct type *type)
{
	const struct home *home = place->home;
	if (type_is_compound(type) && !place->bit_field) {
		const struct shape *shape = shape_of(l, type);
		struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
		value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
		value.flows = arena_alloc(l->arena, sizeof *value.flows * (shape->count + 1));
		for (uint32_t i = 0; i < shape->count; i++) {
			const struct shape_leaf *leaf = &shape->leaves[i];
			uint32_t at = shape_find(home->shape, place->offset + leaf->offset, leaf->bit_field);
			assert(at < home->shape->count);
			value.terms[i] = home->variables[at]->term;
			value.flows[i] = home->flows[at];
		}
		return value;
	}
	uint32_t at = shape_find(home->shape, place->offset, place->bit_field);
	assert(at < home->shape->count);
	if (home->constants && home->constants[at])
		return rvalue_scalar(home->constants[at], home->flows[at]);
	term t = home->variables[at]->term;
	if (place->bit_field)
		t = bit_field_value(l, place->bit_field, type, t);
	return rvalue_scalar(t, home->flows[at]);
}

static uint32_t bit_position(const struct member *m)
{
	return (uint32_t)(m->offset - m->container_offset) * 8 + m->bit_offset;
}

/* The first bit of a bit-field may be beyond the 8th of its container's first byte. */
static struct rvalue load_bit_field(struct lowering *l, const struct place_of *place, const struct type *type)
{
	const struct member *m = place->bit_field;
	struct rvalue container = access_load(l, place->pointer, place->flow, (uint32_t)m->container_size * 8, false);
	uint32_t low = bit_position(m);
	term bits = term_extract(l->bank, low + m->bit_width - 1, low, container.term);
	return rvalue_scalar(bit_field_value(l, m, type, bits), 0);
}

static term place_size(struct lowering *l, const struct place_of *place)
{
	if (place->bit_field)
		return word(l, place->bit_field->container_size);
	if (type_is_variable(place->type))
		return lower_variable_size(l, place->type);
	return word(l, type_has_size(place->type) ? type_size(l->types, place->type) : 1);
}

/* `e` has the type of the result: the CONVERSION_LOAD, or NULL: the place's own. */
static struct rvalue load_as(struct lowering *l, const struct place_of *place, const struct type *type,
			     const struct expression *e)
{
	bool moved = l->moved;
	l->moved = false;
	if (!place->in_memory) {
		struct rvalue value = load_variables(l, place, type);
		check_variable_read(l, place, moved, &value, e);
		return value;
	}
	check_access(l, place, place_size(l, place), false, e);
	if (place->bit_field) {
		check_memory_read(l, place, (uint32_t)place->bit_field->container_size, false, false, e);
		return load_bit_field(l, place, type);
	}
	if (type_has_parts(type))
		check_memory_read(l, place, (uint32_t)type_size(l->types, type), false, false, e);
	if (type_is_compound(type)) {
		struct rvalue value = { .kind = RVALUE_MEMORY, .term = place->pointer, .flow = place->flow };
		return type_has_parts(type) ? record_as_leaves(l, value, shape_of(l, type)) : value;
	}
	bool is_pointer = type_is_pointer(type);
	uint32_t bits = term_bits(l, type);
	term unset = check_memory_read(l, place, is_pointer ? l->pointer_bits / 8 : (bits + 7) / 8, is_pointer, moved, e);
	struct rvalue value = access_load(l, place->pointer, place->flow, bits, is_pointer);
	value.unset = unset;
	return value;
}

struct rvalue place_load(struct lowering *l, const struct place_of *place, const struct expression *e)
{
	const struct type *type = e && e->kind == EXPRESSION_CONVERSION ? e->type : type_unqualified(place->type);
	return load_as(l, place, type, e);
}

/* ---- store ---- */

static void assign_variable(struct lowering *l, const struct home *home, uint32_t at, term value, flow from)
{
	assert(at < home->shape->count);
	emit_assign(l, home->variables[at], value);
	if (from)
		flow_copy(l->regions, home->flows[at], from);
}

static void store_leaves_in_variables(struct lowering *l, const struct place_of *place, struct rvalue value)
{
	const struct shape *shape = value.shape;
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t at = shape_find(place->home->shape, place->offset + shape->leaves[i].offset,
					 shape->leaves[i].bit_field);
		assign_variable(l, place->home, at, value.terms[i], value.flows[i]);
	}
}

static struct rvalue store_variables(struct lowering *l, const struct place_of *place, struct rvalue value)
{
	if (type_is_compound(place->type) && !place->bit_field) {
		value = record_as_leaves(l, value, shape_of(l, place->type));
		if (type_has_parts(place->type)) /* one part may be computed from the other */
			emit_hold_value(l, &value);
		store_leaves_in_variables(l, place, value);
		return load_variables(l, place, type_unqualified(place->type));
	}
	uint32_t at = shape_find(place->home->shape, place->offset, place->bit_field);
	term t = place->bit_field ? resize(l, value.term, place->bit_field->bit_width, false) : value.term;
	assign_variable(l, place->home, at, t, value.flow);
	if (place->home->unset)
		emit_assign(l, place->home->unset, value.unset ? value.unset : term_false(l->bank));
	t = place->home->variables[at]->term;
	if (place->bit_field)
		t = bit_field_value(l, place->bit_field, place->type, t);
	return rvalue_scalar(t, value.flow);
}

static void store_bit_field(struct lowering *l, const struct place_of *place, term bits)
{
	const struct member *m = place->bit_field;
	uint32_t width = (uint32_t)m->container_size * 8, low = bit_position(m), high = low + m->bit_width - 1;
	if (m->bit_width < width) {
		term old = access_load(l, place->pointer, place->flow, width, false).term;
		if (high + 1 < width)
			bits = term_concat(l->bank, term_extract(l->bank, width - 1, high + 1, old), bits);
		if (low > 0)
			bits = term_concat(l->bank, bits, term_extract(l->bank, low - 1, 0, old));
	}
	access_store(l, place->pointer, place->flow, bits, 0, false);
}

static void store_leaves_in_memory(struct lowering *l, const struct place_of *place, struct rvalue value)
{
	for (uint32_t i = 0; i < value.shape->count; i++) {
		const struct shape_leaf *leaf = &value.shape->leaves[i];
		struct place_of part = *place;
		part.type = leaf->type;
		part.bit_field = leaf->bit_field;
		uint64_t offset = leaf->offset;
		if (leaf->bit_field)
			offset = offset - leaf->bit_field->offset + leaf->bit_field->container_offset;
		part.pointer = pointer_add(l, place->pointer, word(l, offset));
		part.flow = flow_moved(l->regions, place->flow, (int64_t)offset, record_bytes(l, place->type));
		if (leaf->bit_field)
			store_bit_field(l, &part, value.terms[i]);
		else
			access_store(l, part.pointer, part.flow, value.terms[i], value.flows[i],
				     type_is_pointer(leaf->type));
	}
}

/* For the trace: a variable of its own holds what the lvalue is now. */
static term shown(struct lowering *l, const struct place_of *place, term value, const struct expression *e)
{
	if (!e || e->range.begin == e->range.end)
		return value;
	const char *text = lower_text(l, e->range);
	char *type = type_text(type_unqualified(place->type), NULL);
	struct attribute_value values[2] = { { .string = text }, { .string = type } };
	struct variable *t = emit_temporary(l, term_sort(l->bank, value));
	if (type_is_pointer(place->type))
		t->attributes = attribute_number(l->program, NULL, "pointer", 1);
	else if (type_is_integer(place->type) && type_is_signed(l->types, place->type))
		t->attributes = attribute_number(l->program, NULL, "signed", 1);
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	s->target = t;
	s->term = value;
	s->attributes = attribute_list(l->program, s->attributes, "shows", values, 2);
	memory_free(type);
	return t->term;
}

static struct rvalue store_record(struct lowering *l, const struct place_of *place, struct rvalue value)
{
	if (value.kind == RVALUE_LEAVES)
		store_leaves_in_memory(l, place, value);
	else
		access_copy(l, place->pointer, place->flow, value.term, value.flow, place_size(l, place));
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = place->pointer, .flow = place->flow };
}

static struct rvalue store_memory(struct lowering *l, const struct place_of *place, struct rvalue value,
				  const struct expression *e, bool wanted)
{
	if (type_has_parts(place->type)) {
		store_record(l, place, value);
		return value;
	}
	if (type_is_record(place->type) && !place->bit_field)
		return store_record(l, place, value);
	if (place->bit_field) {
		term bits = shown(l, place, resize(l, value.term, place->bit_field->bit_width, false), e);
		store_bit_field(l, place, bits);
		return rvalue_scalar(bit_field_value(l, place->bit_field, place->type, bits), 0);
	}
	value.term = shown(l, place, value.term, e);
	if (wanted && !e)
		value.term = emit_hold(l, value.term);
	access_store_unset(l, place->pointer, place->flow, value, type_is_pointer(place->type));
	value.unset = 0;
	return value;
}

void place_store_unchecked(struct lowering *l, const struct place_of *place, struct rvalue value)
{
	if (place->in_memory)
		store_memory(l, place, value, NULL, false);
	else
		store_variables(l, place, value);
}

/* `e`: the lvalue expression, or NULL when the program does not name it. */
struct rvalue place_store(struct lowering *l, const struct place_of *place, struct rvalue value,
			  const struct expression *e, bool wanted)
{
	if (!place->in_memory)
		return store_variables(l, place, value);
	check_access(l, place, place_size(l, place), true, e);
	return store_memory(l, place, value, e, wanted);
}

/* ---- records as values ---- */

/* Up to the last leaf's end. */
static uint64_t shape_bytes(struct lowering *l, const struct shape *shape)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < shape->count; i++) {
		uint64_t end = shape->leaves[i].offset + (term_bits(l, shape->leaves[i].type) + 7) / 8;
		bytes = end > bytes ? end : bytes;
	}
	return bytes;
}

struct rvalue record_as_leaves(struct lowering *l, struct rvalue record, const struct shape *shape)
{
	if (record.kind == RVALUE_LEAVES)
		return record;
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	value.flows = arena_alloc(l->arena, sizeof *value.flows * (shape->count + 1));
	uint64_t bytes = shape_bytes(l, shape);
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct shape_leaf *leaf = &shape->leaves[i];
		const struct member *m = leaf->bit_field;
		uint64_t offset = m ? leaf->offset - m->offset + m->container_offset : leaf->offset;
		term pointer = pointer_add(l, record.term, word(l, offset));
		flow to = flow_moved(l->regions, record.flow, (int64_t)offset, bytes);
		uint32_t width = m ? (uint32_t)m->container_size * 8 : term_bits(l, leaf->type);
		struct rvalue part = access_load(l, pointer, to, width, !m && type_is_pointer(leaf->type));
		if (m)
			part.term =
				term_extract(l->bank, bit_position(m) + m->bit_width - 1, bit_position(m), part.term);
		value.terms[i] = part.term;
		value.flows[i] = part.flow;
	}
	return value;
}

struct rvalue record_copy(struct lowering *l, struct rvalue record, const struct type *type)
{
	struct home *home = lower_new_object(l, type_unqualified(type), "record");
	lower_begin_object(l, home, 0);
	struct place_of place = place_of_home(l, home);
	return store_record(l, &place, record);
}

struct rvalue record_in_memory(struct lowering *l, struct rvalue record, const struct type *type)
{
	return record.kind == RVALUE_MEMORY ? record : record_copy(l, record, type);
}

/* record.member, where the record has no place. */
struct rvalue record_member(struct lowering *l, struct rvalue record, const struct member *member,
			    const struct type *type)
{
	if (record.kind == RVALUE_MEMORY) {
		struct place_of place = place_of_pointer(l, record, member->record->type);
		place = place_member(l, &place, member);
		return load_as(l, &place, type_unqualified(type), NULL);
	}
	if (!type_is_compound(type)) {
		uint32_t at = shape_find(record.shape, member->offset, member->bit_field ? member : NULL);
		assert(at < record.shape->count);
		term t = record.terms[at];
		if (member->bit_field)
			t = bit_field_value(l, member, type, t);
		return rvalue_scalar(t, record.flows[at]);
	}
	const struct shape *shape = shape_of(l, type);
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	value.flows = arena_alloc(l->arena, sizeof *value.flows * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t at =
			shape_find(record.shape, member->offset + shape->leaves[i].offset, shape->leaves[i].bit_field);
		assert(at < record.shape->count);
		value.terms[i] = record.terms[at];
		value.flows[i] = record.flows[at];
	}
	return value;
}
