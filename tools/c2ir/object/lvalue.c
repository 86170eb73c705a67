/* Lvalues (C11 6.3.2.1): where they are, loading from and storing to them. */
#include <assert.h>
#include <string.h>

#include "access.h"
#include "alignment.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "emit.h"
#include "expression_text.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_text.h"
#include "weak.h"

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
	lvalue.pointer = storage_pointer(l, storage);
	if (storage->declaration)
		lvalue.pointer = weak_address(l, storage->declaration, lvalue.pointer);
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
	return type && type_has_size(type) && !type_is_variable(type) ? type_size(types_of(l), type) : 0;
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
			node_moved(regions_of(l), lvalue->node, (int64_t)offset, record_bytes(l, member->record->type));
	if (type_is_union(member->type))
		inner.node = node_entered(regions_of(l), inner.node, types_of(l), member->type);
	return inner;
}

struct rvalue lvalue_address(struct lowering *l, const struct lvalue *lvalue)
{
	(void)l;
	assert(lvalue->in_memory);
	return rvalue_scalar(lvalue->pointer, lvalue->node);
}

/* ---- load ---- */

term bit_field_value(struct lowering *l, const struct member *m, const struct type *type, term bits)
{
	return resize(l, bits, term_bits(l, type), type_is_signed(types_of(l), m->type));
}

/* An object that threads may share has a value of its own at each load. */
static bool is_shared(const struct lowering *l, const struct storage *storage)
{
	return lower_has_threads(l) && storage->declaration && !declaration_is_automatic(storage->declaration);
}

static term read_variable(struct lowering *l, const struct storage *storage, uint32_t at)
{
	term value = storage->variables[at]->term;
	return is_shared(l, storage) ? emit_hold(l, value) : value;
}

static struct rvalue load_variables(struct lowering *l, const struct lvalue *lvalue, const struct type *type)
{
	const struct storage *storage = lvalue->storage;
	if (type_is_compound(type) && !lvalue->bit_field) {
		const struct shape *shape = shape_of(l, type);
		struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
		value.terms = arena_alloc(arena_of(l), sizeof *value.terms * (shape->count + 1));
		value.nodes = arena_alloc(arena_of(l), sizeof *value.nodes * (shape->count + 1));
		for (uint32_t i = 0; i < shape->count; i++) {
			const struct shape_leaf *leaf = &shape->leaves[i];
			uint32_t at = shape_find(storage->shape, lvalue->offset + leaf->offset, leaf->bit_field);
			assert(at < storage->shape->count);
			value.terms[i] = read_variable(l, storage, at);
			value.nodes[i] = storage->nodes[at];
		}
		return value;
	}
	uint32_t at = shape_find(storage->shape, lvalue->offset, lvalue->bit_field);
	assert(at < storage->shape->count);
	if (storage->constants && storage->constants[at])
		return rvalue_scalar(storage->constants[at], storage->nodes[at]);
	term t = read_variable(l, storage, at);
	if (lvalue->bit_field)
		t = bit_field_value(l, lvalue->bit_field, type, t);
	return rvalue_scalar(t, storage->nodes[at]);
}

uint32_t bit_field_position(const struct member *m)
{
	return (uint32_t)(m->offset - m->container_offset) * 8 + m->bit_offset;
}

/* The first bit of a bit-field may be beyond the 8th of its container's first byte. */
static struct rvalue load_bit_field(struct lowering *l, const struct lvalue *lvalue, const struct type *type)
{
	const struct member *m = lvalue->bit_field;
	struct rvalue container = access_load(l, lvalue->pointer, lvalue->node, (uint32_t)m->container_size * 8, false);
	uint32_t low = bit_field_position(m);
	term bits = term_extract(bank_of(l), low + m->bit_width - 1, low, container.term);
	return rvalue_scalar(bit_field_value(l, m, type, bits), 0);
}

static term lvalue_size(struct lowering *l, const struct lvalue *lvalue)
{
	if (lvalue->bit_field)
		return word(l, lvalue->bit_field->container_size);
	if (type_is_variable(lvalue->type))
		return lower_variable_size(l, lvalue->type);
	return word(l, type_has_size(lvalue->type) ? type_size(types_of(l), lvalue->type) : 1);
}

/* What is volatile may change at any time (C11 6.7.3p7); here an automatic object is left alone by all but the program. E is the
 * lvalue, or its conversion to a value. */
static void note_volatile(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	const struct declaration *d = lvalue->storage ? lvalue->storage->declaration : NULL;
	if (!e || (d && declaration_is_automatic(d)))
		return;
	bool is_load = e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_LOAD;
	if (!location_in_library(e->location) && type_is_volatile(is_load ? e->operand->type : e->type))
		lower_ledger_here(l, "a volatile object changes only where the program writes it");
}

/* 6.2.6.1p9 has it done at once. */
static void note_atomic_record(struct lowering *l, const struct lvalue *lvalue)
{
	if (lower_has_threads(l) && type_is_atomic(lvalue->type) && type_is_compound(lvalue->type))
		lower_ledger_here(l, "threads: an atomic record is read and written part by part");
}

/* The records of the library's headers are its own: streams, which its functions lock. What its text says is volatile is what locks are
 * made of, or its own. */
static bool is_of_library(const struct lvalue *lvalue, const struct expression *e)
{
	while (e && e->kind == EXPRESSION_CONVERSION)
		e = e->operand;
	if (e && type_is_volatile(lvalue->type) && location_in_library(e->location))
		return true;
	if (!e || e->kind != EXPRESSION_MEMBER)
		return false;
	struct location location = e->member->record->location;
	const char *dot = location.file ? strrchr(location.file, '.') : NULL;
	return location_in_library(location) && dot && !strncmp(dot, ".h", 2);
}

static const char *race_of(const struct lvalue *lvalue, const struct expression *e)
{
	const struct declaration *d = lvalue->storage ? lvalue->storage->declaration : NULL;
	if ((d && location_in_library(d->location)) || is_of_library(lvalue, e))
		return RACE_NONE;
	return type_is_atomic(lvalue->type) ? RACE_ATOMIC : NULL;
}

static struct rvalue load_as(struct lowering *l, const struct lvalue *lvalue, const struct type *type,
			     const struct expression *e, bool moved)
{
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
		check_memory_read(l, lvalue, (uint32_t)type_size(types_of(l), type), false, false, e);
	if (type_is_compound(type)) {
		struct rvalue value = { .kind = RVALUE_MEMORY, .term = lvalue->pointer, .node = lvalue->node };
		return type_has_parts(type) ? record_as_leaves(l, value, shape_of(l, type)) : value;
	}
	bool is_pointer = type_is_pointer(type);
	uint32_t bits = term_bits(l, type);
	term unset =
		check_memory_read(l, lvalue, is_pointer ? word_width(l) / 8 : (bits + 7) / 8, is_pointer, moved, e);
	struct rvalue value = access_load(l, lvalue->pointer, lvalue->node, bits, is_pointer);
	if (is_pointer) {
		lower_loaded_pointer(l, value.node, type_base(type));
		access_meet_loaded(l, value, lvalue->pointer, lvalue->node, type_base(type));
	}
	value.unset = unset;
	return value;
}

struct rvalue lvalue_load_as(struct lowering *l, const struct lvalue *lvalue, const struct type *type,
			     const struct expression *e, bool moved)
{
	note_volatile(l, lvalue, e);
	note_atomic_record(l, lvalue);
	const struct attribute *at = thread_mark_race(l, race_of(lvalue, e));
	struct rvalue value = load_as(l, lvalue, type, e, moved);
	thread_mark_race_end(l, at);
	return value;
}

struct rvalue lvalue_load(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	return lvalue_load_as(l, lvalue, type_unqualified(lvalue->type), e, false);
}

/* ---- store ---- */

static void assign_variable(struct lowering *l, const struct storage *storage, uint32_t at, term value, node from)
{
	assert(at < storage->shape->count);
	emit_assign(l, storage->variables[at], value);
	if (from)
		node_copy(regions_of(l), storage->nodes[at], from);
	if (from && storage->shown && term_width(bank_of(l), value) == pointer_width(l))
		access_given(l, value, from); /* code outside may look at the variable */
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
		if (is_shared(l, lvalue->storage))
			return value;
		return load_variables(l, lvalue, type_unqualified(lvalue->type));
	}
	uint32_t at = shape_find(lvalue->storage->shape, lvalue->offset, lvalue->bit_field);
	term t = lvalue->bit_field ? resize(l, value.term, lvalue->bit_field->bit_width, false) : value.term;
	if (is_shared(l, lvalue->storage))
		t = emit_hold(l, t);
	assign_variable(l, lvalue->storage, at, t, value.node);
	if (lvalue->storage->unset)
		emit_assign(l, lvalue->storage->unset, value.unset ? value.unset : term_false(bank_of(l)));
	if (!is_shared(l, lvalue->storage))
		t = lvalue->storage->variables[at]->term;
	if (lvalue->bit_field)
		t = bit_field_value(l, lvalue->bit_field, lvalue->type, t);
	return rvalue_scalar(t, value.node);
}

static void store_bit_field(struct lowering *l, const struct lvalue *lvalue, term bits)
{
	const struct member *m = lvalue->bit_field;
	uint32_t width = (uint32_t)m->container_size * 8, low = bit_field_position(m), high = low + m->bit_width - 1;
	if (m->bit_width < width) {
		term old = access_load(l, lvalue->pointer, lvalue->node, width, false).term;
		if (high + 1 < width)
			bits = term_concat(bank_of(l), term_extract(bank_of(l), width - 1, high + 1, old), bits);
		if (low > 0)
			bits = term_concat(bank_of(l), bits, term_extract(bank_of(l), low - 1, 0, old));
	}
	access_store(l, lvalue->pointer, lvalue->node, bits, 0, false);
}

/* x87 stores 10 bytes, and those behind them may have any value (C11 6.2.6.1p4); where the object is static, they begin as 0. */
static term with_padding(struct lowering *l, const struct type *type, term value)
{
	enum { BITS = 80 };
	if (!l->routine || !type_is_x87(type))
		return value;
	struct variable *padding = emit_temporary(l, sort_bitvector(bank_of(l), term_width(bank_of(l), value) - BITS));
	emit_havoc(l, padding);
	return term_concat(bank_of(l), padding->term, term_extract(bank_of(l), BITS - 1, 0, value));
}

static void forget_bytes(struct lowering *l, const struct lvalue *lvalue, uint64_t from, uint64_t to)
{
	if (from >= to)
		return;
	node at = node_moved(regions_of(l), lvalue->node, (int64_t)from, record_bytes(l, lvalue->type));
	access_forget(l, pointer_add(l, lvalue->pointer, word(l, from)), at, word(l, to - from));
}

/* A record that comes in its parts comes without its padding (6.2.6.1p6). */
static void forget_padding(struct lowering *l, const struct lvalue *lvalue, const struct shape *shape)
{
	uint64_t end = 0;
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct member *m = shape->leaves[i].bit_field;
		uint64_t begin =
			m ? shape->leaves[i].offset - m->offset + m->container_offset : shape->leaves[i].offset;
		uint64_t size = m ? m->container_size : (term_bits(l, shape->leaves[i].type) + 7) / 8;
		forget_bytes(l, lvalue, end, begin);
		end = begin + size > end ? begin + size : end;
	}
	forget_bytes(l, lvalue, end, record_bytes(l, lvalue->type));
}

static void store_leaves_in_memory(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	if (l->routine)
		forget_padding(l, lvalue, value.shape);
	for (uint32_t i = 0; i < value.shape->count; i++) {
		const struct shape_leaf *leaf = &value.shape->leaves[i];
		struct lvalue part = *lvalue;
		part.type = leaf->type;
		part.bit_field = leaf->bit_field;
		uint64_t offset = leaf->offset;
		if (leaf->bit_field)
			offset = offset - leaf->bit_field->offset + leaf->bit_field->container_offset;
		part.pointer = pointer_add(l, lvalue->pointer, word(l, offset));
		part.node = node_moved(regions_of(l), lvalue->node, (int64_t)offset, record_bytes(l, lvalue->type));
		if (leaf->bit_field)
			store_bit_field(l, &part, value.terms[i]);
		else
			access_store(l, part.pointer, part.node, with_padding(l, leaf->type, value.terms[i]),
				     value.nodes[i], type_is_pointer(leaf->type));
	}
}

/* For the trace: a variable of its own holds what the lvalue is now. */
static term shown(struct lowering *l, const struct lvalue *lvalue, term value, const struct expression *e)
{
	const char *text =
		lvalue->pointer_given ? lower_pointee_text(l, lvalue->pointer_given) : lower_expression_text(l, e);
	if (!text)
		return value;
	char *type = type_text(type_unqualified(lvalue->type), NULL);
	struct attribute_value values[2] = { { .string = text }, { .string = type } };
	struct variable *t = emit_temporary(l, term_sort(bank_of(l), value));
	if (type_is_pointer(lvalue->type))
		t->attributes = attribute_number(program_of(l), NULL, ATTRIBUTE_POINTER, 1);
	else if (type_is_integer(lvalue->type) && type_is_signed(types_of(l), lvalue->type))
		t->attributes = attribute_number(program_of(l), NULL, ATTRIBUTE_SIGNED, 1);
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	s->target = t;
	s->term = value;
	s->attributes = attribute_list(program_of(l), s->attributes, ATTRIBUTE_SHOWS, values, 2);
	memory_free(type);
	return t->term;
}

struct rvalue lvalue_store_record(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
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
		lvalue_store_record(l, lvalue, value);
		return value;
	}
	if (type_is_record(lvalue->type) && !lvalue->bit_field)
		return lvalue_store_record(l, lvalue, value);
	if (lvalue->bit_field) {
		term bits = shown(l, lvalue, resize(l, value.term, lvalue->bit_field->bit_width, false), e);
		store_bit_field(l, lvalue, bits);
		return rvalue_scalar(bit_field_value(l, lvalue->bit_field, lvalue->type, bits), 0);
	}
	value.term = with_padding(l, lvalue->type, shown(l, lvalue, value.term, e));
	if (wanted && !e)
		value.term = emit_hold(l, value.term);
	access_store_unset(l, lvalue->pointer, lvalue->node, value, type_is_pointer(lvalue->type));
	value.unset = 0;
	return value;
}

void lvalue_store_unchecked(struct lowering *l, const struct lvalue *lvalue, struct rvalue value)
{
	const struct attribute *at = thread_mark_race(l, race_of(lvalue, NULL));
	number_mark(l, type_unqualified(lvalue->type), &value);
	if (lvalue->in_memory)
		store_memory(l, lvalue, value, NULL, false);
	else
		store_variables(l, lvalue, value);
	thread_mark_race_end(l, at);
}

/* `e`: the lvalue expression, or NULL when the program does not name it. */
struct rvalue lvalue_store(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
			   const struct expression *e, bool wanted)
{
	const struct attribute *at = thread_mark_race(l, race_of(lvalue, e));
	note_atomic_record(l, lvalue);
	number_mark(l, type_unqualified(lvalue->type), &value);
	if (lvalue->in_memory) {
		check_access(l, lvalue, lvalue_size(l, lvalue), true, e);
		value = store_memory(l, lvalue, value, e, wanted);
	} else {
		check_variable_write(l, lvalue, e);
		value = store_variables(l, lvalue, value);
	}
	thread_mark_race_end(l, at);
	return value;
}
