/* Lvalues (C11 6.3.2.1): where they are, loading from and storing to them. */
#include "lower.h"

#include <assert.h>

struct lvalue lvalue_of_storage(struct lowering *l, const struct storage *storage)
{
	struct lvalue lvalue = { .type = storage->type, .storage = storage };
	if (storage->kind == STORAGE_VARIABLES)
		return lvalue;
	lvalue.in_memory = true;
	lvalue.node = storage->node;
	if (storage->reference) {
		lvalue.storage = NULL;
		lvalue.pointer = storage->reference->term;
		return lvalue;
	}
	term object = storage->automatic ? storage->automatic->term : term_bv(l->bank, OBJECT_BITS, storage->identity);
	lvalue.pointer = pointer_make(l, object, word(l, 0));
	return lvalue;
}

struct lvalue lvalue_of_pointer(struct lowering *l, struct rvalue pointer, const struct type *type)
{
	(void)l;
	return (struct lvalue){ .type = type, .in_memory = true, .pointer = pointer.term, .node = pointer.node };
}

/* 0: not known. */
static uint64_t record_bytes(struct lowering *l, const struct type *type)
{
	return type && type_has_size(type) && !type_is_variable(type) ? type_size(l->types, type) : 0;
}

struct lvalue lvalue_member(struct lowering *l, const struct lvalue *lvalue, const struct member *member)
{
	struct lvalue inner = *lvalue;
	inner.type = member->type;
	inner.bit_field = member->bit_field ? member : NULL;
	inner.offset = lvalue->offset + member->offset;
	inner.alignment = lvalue_member_alignment(l, lvalue, member);
	if (!lvalue->in_memory)
		return inner;
	uint64_t offset = member->bit_field ? member->container_offset : member->offset;
	inner.offset = 0;
	inner.pointer = pointer_add(l, lvalue->pointer, word(l, offset));
	if (offset || !lvalue->storage)
		inner.node =
			node_moved(l->regions, lvalue->node, (int64_t)offset, record_bytes(l, member->record->type));
	if (member->type->kind == TYPE_UNION)
		inner.node = node_entered(l->regions, inner.node, l->types, member->type);
	return inner;
}

static struct lvalue compound_literal(struct lowering *l, const struct expression *e)
{
	struct storage *storage = storage_of(l, e->declaration);
	if (e->declaration->duration == DURATION_AUTOMATIC) {
		if (!storage->begun) /* its block is not one that begins in a statement */
			lower_begin_object(l, storage, 0);
		if (e->declaration->initializer) {
			bool before = sequence_suspend(l);
			lower_initializer(l, storage, e->declaration->initializer);
			sequence_resume(l, before);
		}
	}
	return lvalue_of_storage(l, storage);
}

static struct lvalue object_lvalue(struct lowering *l, const struct expression *e)
{
	if (e->declaration->is_register && !e->declaration->owner)
		return lower_register(l, e);
	return lvalue_of_storage(l, storage_of(l, e->declaration));
}

static struct lvalue pointed(struct lowering *l, const struct expression *e);

/* An array that has no address of its own (f().a) is given one. */
static struct lvalue array_lvalue(struct lowering *l, const struct expression *e)
{
	if (e->is_lvalue || e->kind != EXPRESSION_MEMBER)
		return lower_lvalue(l, e);
	const struct expression *record = e->operand;
	if (!record->is_lvalue && record->kind == EXPRESSION_MEMBER) {
		struct lvalue outer = array_lvalue(l, record);
		return lvalue_member(l, &outer, e->member);
	}
	struct rvalue value = record_in_memory(l, lower_value(l, record), record->type);
	struct lvalue lvalue = lvalue_of_pointer(l, value, record->type);
	return lvalue_member(l, &lvalue, e->member);
}

static struct lvalue lvalue_of_expression(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue;
	switch (e->kind) {
	case EXPRESSION_OBJECT:
		lvalue = object_lvalue(l, e);
		break;
	case EXPRESSION_STRING:
		lvalue = lvalue_of_storage(l, storage_of_string(l, e->string));
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		lvalue = compound_literal(l, e);
		break;
	case EXPRESSION_DEREFERENCE:
		l->accessed = true;
		lvalue = pointed(l, e->operand);
		break;
	case EXPRESSION_MEMBER:
		if (!e->operand->is_lvalue)
			return array_lvalue(l, e);
		lvalue = lower_lvalue(l, e->operand);
		return lvalue_member(l, &lvalue, e->member);
	case EXPRESSION_CONVERSION:
		lvalue = e->conversion == CONVERSION_NONE ? lower_lvalue(l, e->operand) : pointed(l, e);
		break;
	default:
		lower_unsupported(l, e->location, "this kind of lvalue");
		lvalue = lvalue_of_pointer(l, rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0), e->type);
	}
	lvalue.type = e->type;
	return lvalue;
}

struct lvalue lower_lvalue(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = lvalue_of_expression(l, e);
	sequence_note_lvalue(l, e, &lvalue);
	return lvalue;
}

/* ---- pointers made of places ---- */

static term scaled_index(struct lowering *l, const struct expression *e, term index, term *step)
{
	*step = e->variable_step ? lower_value(l, e->variable_step).term : word(l, e->step);
	const struct type *type = e->right->type;
	term wide = resize(l, index, l->pointer_bits, type_is_integer(type) && type_is_signed(l->types, type));
	return term_binary(l->bank, OP_BVMUL, wide, *step);
}

static node moved(struct lowering *l, const struct expression *e, node from, term bytes)
{
	bool loops = e->left->kind == EXPRESSION_OLD_VALUE;
	if (!term_is_constant(l->bank, bytes) || loops)
		return node_indexed(l->regions, from, e->variable_step ? 1 : e->step);
	uint64_t value = term_value(l->bank, bytes);
	int64_t amount = l->pointer_bits == 32 ? (int64_t)(int32_t)value : (int64_t)value;
	return node_moved(l->regions, from, amount, e->step);
}

static struct lvalue moved_lvalue(struct lowering *l, const struct expression *e)
{
	bool accessed = l->accessed;
	l->accessed = false;
	struct lvalue lvalue = pointed(l, e->left);
	if (lvalue.in_memory && expression_has_effects(e->right))
		lvalue.pointer = emit_hold(l, lvalue.pointer);
	term index = lower_value(l, e->right).term;
	check_index(l, e, index, !accessed);
	term step, bytes = scaled_index(l, e, index, &step);
	check_pointer_arithmetic(l, &lvalue, e, index, step);
	if (e->operation == BINARY_POINTER_SUBTRACT)
		bytes = term_unary(l->bank, OP_BVNEG, bytes);
	lvalue.node = moved(l, e, lvalue.node, bytes);
	lvalue.pointer = pointer_add(l, lvalue.pointer, bytes);
	return lvalue;
}

static struct lvalue pointer_arithmetic(struct lowering *l, const struct expression *e)
{
	struct sequence *s = sequence_begin(l, e);
	struct lvalue lvalue = moved_lvalue(l, e);
	sequence_end(l, s);
	return lvalue;
}

/* What the pointer E points to; keeps the name of the object where E is made of one. */
static struct lvalue pointed(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue;
	if (e->kind != EXPRESSION_BINARY)
		l->accessed = false;
	if (e->kind == EXPRESSION_ADDRESS && e->operand->type->kind != TYPE_FUNCTION) {
		lvalue = lower_lvalue(l, e->operand);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY) {
		lvalue = array_lvalue(l, e->operand);
		lvalue.node = node_entered(l->regions, lvalue.node, l->types, e->operand->type);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER) {
		if (e->operand->kind == EXPRESSION_CALL)
			l->allocation_hint = e->type->base;
		lvalue = pointed(l, e->operand);
		lvalue.alignment = 0;
		l->allocation_hint = NULL;
	} else if (e->kind == EXPRESSION_BINARY &&
		   (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)) {
		lvalue = pointer_arithmetic(l, e);
	} else {
		lvalue = lvalue_of_pointer(l, lower_value(l, e), e->type->base ? e->type->base : e->type);
	}
	assert(lvalue.in_memory);
	if (e->type->kind == TYPE_POINTER)
		lvalue.type = e->type->base;
	return lvalue;
}

struct rvalue lvalue_address(struct lowering *l, const struct lvalue *lvalue)
{
	(void)l;
	assert(lvalue->in_memory);
	return rvalue_scalar(lvalue->pointer, lvalue->node);
}

/* ADDRESS, CONVERSION_ARRAY, CONVERSION_POINTER and arithmetic on pointers, as values. */
struct rvalue lower_pointer(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = pointed(l, e);
	return lvalue_address(l, &lvalue);
}

/* ---- load ---- */

static term bit_field_value(struct lowering *l, const struct member *m, const struct type *type, term bits)
{
	return resize(l, bits, term_bits(l, type), type_is_signed(l->types, m->type));
}

static struct rvalue load_variables(struct lowering *l, const struct lvalue *lvalue, const struct type *type)
{
	const struct storage *storage = lvalue->storage;
	if (type_is_compound(type) && !lvalue->bit_field) {
		const struct shape *shape = shape_of(l, type);
		struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
		value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
		value.nodes = arena_alloc(l->arena, sizeof *value.nodes * (shape->count + 1));
		for (uint32_t i = 0; i < shape->count; i++) {
			const struct shape_leaf *leaf = &shape->leaves[i];
			uint32_t at = shape_find(storage->shape, lvalue->offset + leaf->offset, leaf->bit_field);
			assert(at < storage->shape->count);
			value.terms[i] = storage->variables[at]->term;
			value.nodes[i] = storage->nodes[at];
		}
		return value;
	}
	uint32_t at = shape_find(storage->shape, lvalue->offset, lvalue->bit_field);
	assert(at < storage->shape->count);
	if (storage->constants && storage->constants[at])
		return rvalue_scalar(storage->constants[at], storage->nodes[at]);
	term t = storage->variables[at]->term;
	if (lvalue->bit_field)
		t = bit_field_value(l, lvalue->bit_field, type, t);
	return rvalue_scalar(t, storage->nodes[at]);
}

static uint32_t bit_position(const struct member *m)
{
	return (uint32_t)(m->offset - m->container_offset) * 8 + m->bit_offset;
}

/* The first bit of a bit-field may be beyond the 8th of its container's first byte. */
static struct rvalue load_bit_field(struct lowering *l, const struct lvalue *lvalue, const struct type *type)
{
	const struct member *m = lvalue->bit_field;
	struct rvalue container = access_load(l, lvalue->pointer, lvalue->node, (uint32_t)m->container_size * 8, false);
	uint32_t low = bit_position(m);
	term bits = term_extract(l->bank, low + m->bit_width - 1, low, container.term);
	return rvalue_scalar(bit_field_value(l, m, type, bits), 0);
}

static term lvalue_size(struct lowering *l, const struct lvalue *lvalue)
{
	if (lvalue->bit_field)
		return word(l, lvalue->bit_field->container_size);
	if (type_is_variable(lvalue->type))
		return lower_variable_size(l, lvalue->type);
	return word(l, type_has_size(lvalue->type) ? type_size(l->types, lvalue->type) : 1);
}

/* `e` has the type of the result: the CONVERSION_LOAD, or NULL: the place's own. */
static struct rvalue load_as(struct lowering *l, const struct lvalue *lvalue, const struct type *type,
			     const struct expression *e)
{
	bool moved = l->moved;
	l->moved = false;
	if (!lvalue->in_memory) {
		struct rvalue value = load_variables(l, lvalue, type);
		check_variable_read(l, lvalue, moved, &value, e);
		return value;
	}
	check_access(l, lvalue, lvalue_size(l, lvalue), false, e);
	if (lvalue->bit_field) {
		check_memory_read(l, lvalue, (uint32_t)lvalue->bit_field->container_size, false, false, e);
		return load_bit_field(l, lvalue, type);
	}
	if (type_has_parts(type))
		check_memory_read(l, lvalue, (uint32_t)type_size(l->types, type), false, false, e);
	if (type_is_compound(type)) {
		struct rvalue value = { .kind = RVALUE_MEMORY, .term = lvalue->pointer, .node = lvalue->node };
		return type_has_parts(type) ? record_as_leaves(l, value, shape_of(l, type)) : value;
	}
	bool is_pointer = type_is_pointer(type);
	uint32_t bits = term_bits(l, type);
	term unset =
		check_memory_read(l, lvalue, is_pointer ? l->pointer_bits / 8 : (bits + 7) / 8, is_pointer, moved, e);
	struct rvalue value = access_load(l, lvalue->pointer, lvalue->node, bits, is_pointer);
	value.unset = unset;
	return value;
}

struct rvalue lvalue_load(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	const struct type *type = e && e->kind == EXPRESSION_CONVERSION ? e->type : type_unqualified(lvalue->type);
	return load_as(l, lvalue, type, e);
}

/* ---- store ---- */

static void assign_variable(struct lowering *l, const struct storage *storage, uint32_t at, term value, node from)
{
	assert(at < storage->shape->count);
	emit_assign(l, storage->variables[at], value);
	if (from)
		node_copy(l->regions, storage->nodes[at], from);
}

static void store_leaves_in_variables(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	const struct shape *shape = value.shape;
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t at = shape_find(lvalue->storage->shape, lvalue->offset + shape->leaves[i].offset,
					 shape->leaves[i].bit_field);
		assign_variable(l, lvalue->storage, at, value.terms[i], value.nodes[i]);
	}
}

static struct rvalue store_variables(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	if (type_is_compound(lvalue->type) && !lvalue->bit_field) {
		value = record_as_leaves(l, value, shape_of(l, lvalue->type));
		if (type_has_parts(lvalue->type)) /* one part may be computed from the other */
			emit_hold_value(l, &value);
		store_leaves_in_variables(l, lvalue, value);
		return load_variables(l, lvalue, type_unqualified(lvalue->type));
	}
	uint32_t at = shape_find(lvalue->storage->shape, lvalue->offset, lvalue->bit_field);
	term t = lvalue->bit_field ? resize(l, value.term, lvalue->bit_field->bit_width, false) : value.term;
	assign_variable(l, lvalue->storage, at, t, value.node);
	if (lvalue->storage->unset)
		emit_assign(l, lvalue->storage->unset, value.unset ? value.unset : term_false(l->bank));
	t = lvalue->storage->variables[at]->term;
	if (lvalue->bit_field)
		t = bit_field_value(l, lvalue->bit_field, lvalue->type, t);
	return rvalue_scalar(t, value.node);
}

static void store_bit_field(struct lowering *l, const struct lvalue *lvalue, term bits)
{
	const struct member *m = lvalue->bit_field;
	uint32_t width = (uint32_t)m->container_size * 8, low = bit_position(m), high = low + m->bit_width - 1;
	if (m->bit_width < width) {
		term old = access_load(l, lvalue->pointer, lvalue->node, width, false).term;
		if (high + 1 < width)
			bits = term_concat(l->bank, term_extract(l->bank, width - 1, high + 1, old), bits);
		if (low > 0)
			bits = term_concat(l->bank, bits, term_extract(l->bank, low - 1, 0, old));
	}
	access_store(l, lvalue->pointer, lvalue->node, bits, 0, false);
}

static void store_leaves_in_memory(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	for (uint32_t i = 0; i < value.shape->count; i++) {
		const struct shape_leaf *leaf = &value.shape->leaves[i];
		struct lvalue part = *lvalue;
		part.type = leaf->type;
		part.bit_field = leaf->bit_field;
		uint64_t offset = leaf->offset;
		if (leaf->bit_field)
			offset = offset - leaf->bit_field->offset + leaf->bit_field->container_offset;
		part.pointer = pointer_add(l, lvalue->pointer, word(l, offset));
		part.node = node_moved(l->regions, lvalue->node, (int64_t)offset, record_bytes(l, lvalue->type));
		if (leaf->bit_field)
			store_bit_field(l, &part, value.terms[i]);
		else
			access_store(l, part.pointer, part.node, value.terms[i], value.nodes[i],
				     type_is_pointer(leaf->type));
	}
}

/* For the trace: a variable of its own holds what the lvalue is now. */
static term shown(struct lowering *l, const struct lvalue *lvalue, term value, const struct expression *e)
{
	if (!e || e->range.begin == e->range.end)
		return value;
	const char *text = lower_text(l, e->range);
	char *type = type_text(type_unqualified(lvalue->type), NULL);
	struct attribute_value values[2] = { { .string = text }, { .string = type } };
	struct variable *t = emit_temporary(l, term_sort(l->bank, value));
	if (type_is_pointer(lvalue->type))
		t->attributes = attribute_number(l->program, NULL, "pointer", 1);
	else if (type_is_integer(lvalue->type) && type_is_signed(l->types, lvalue->type))
		t->attributes = attribute_number(l->program, NULL, "signed", 1);
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	s->target = t;
	s->term = value;
	s->attributes = attribute_list(l->program, s->attributes, "shows", values, 2);
	memory_free(type);
	return t->term;
}

static struct rvalue store_record(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	if (value.kind == RVALUE_LEAVES)
		store_leaves_in_memory(l, lvalue, value);
	else
		access_copy(l, lvalue->pointer, lvalue->node, value.term, value.node, lvalue_size(l, lvalue));
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue->pointer, .node = lvalue->node };
}

static struct rvalue store_memory(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
				  const struct expression *e, bool wanted)
{
	if (type_has_parts(lvalue->type)) {
		store_record(l, lvalue, value);
		return value;
	}
	if (type_is_record(lvalue->type) && !lvalue->bit_field)
		return store_record(l, lvalue, value);
	if (lvalue->bit_field) {
		term bits = shown(l, lvalue, resize(l, value.term, lvalue->bit_field->bit_width, false), e);
		store_bit_field(l, lvalue, bits);
		return rvalue_scalar(bit_field_value(l, lvalue->bit_field, lvalue->type, bits), 0);
	}
	value.term = shown(l, lvalue, value.term, e);
	if (wanted && !e)
		value.term = emit_hold(l, value.term);
	access_store_unset(l, lvalue->pointer, lvalue->node, value, type_is_pointer(lvalue->type));
	value.unset = 0;
	return value;
}

void lvalue_store_unchecked(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	if (lvalue->in_memory)
		store_memory(l, lvalue, value, NULL, false);
	else
		store_variables(l, lvalue, value);
}

/* `e`: the lvalue expression, or NULL when the program does not name it. */
struct rvalue lvalue_store(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
			   const struct expression *e, bool wanted)
{
	if (!lvalue->in_memory)
		return store_variables(l, lvalue, value);
	check_access(l, lvalue, lvalue_size(l, lvalue), true, e);
	return store_memory(l, lvalue, value, e, wanted);
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
	value.nodes = arena_alloc(l->arena, sizeof *value.nodes * (shape->count + 1));
	uint64_t bytes = shape_bytes(l, shape);
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct shape_leaf *leaf = &shape->leaves[i];
		const struct member *m = leaf->bit_field;
		uint64_t offset = m ? leaf->offset - m->offset + m->container_offset : leaf->offset;
		term pointer = pointer_add(l, record.term, word(l, offset));
		node to = node_moved(l->regions, record.node, (int64_t)offset, bytes);
		uint32_t width = m ? (uint32_t)m->container_size * 8 : term_bits(l, leaf->type);
		struct rvalue part = access_load(l, pointer, to, width, !m && type_is_pointer(leaf->type));
		if (m)
			part.term =
				term_extract(l->bank, bit_position(m) + m->bit_width - 1, bit_position(m), part.term);
		value.terms[i] = part.term;
		value.nodes[i] = part.node;
	}
	return value;
}

struct rvalue record_copy(struct lowering *l, struct rvalue record, const struct type *type)
{
	struct storage *storage = lower_new_object(l, type_unqualified(type), "record");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	return store_record(l, &lvalue, record);
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
		struct lvalue lvalue = lvalue_of_pointer(l, record, member->record->type);
		lvalue = lvalue_member(l, &lvalue, member);
		return load_as(l, &lvalue, type_unqualified(type), NULL);
	}
	if (!type_is_compound(type)) {
		uint32_t at = shape_find(record.shape, member->offset, member->bit_field ? member : NULL);
		assert(at < record.shape->count);
		term t = record.terms[at];
		if (member->bit_field)
			t = bit_field_value(l, member, type, t);
		return rvalue_scalar(t, record.nodes[at]);
	}
	const struct shape *shape = shape_of(l, type);
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	value.nodes = arena_alloc(l->arena, sizeof *value.nodes * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t at =
			shape_find(record.shape, member->offset + shape->leaves[i].offset, shape->leaves[i].bit_field);
		assert(at < record.shape->count);
		value.terms[i] = record.terms[at];
		value.nodes[i] = record.nodes[at];
	}
	return value;
}
