/* Values that are not known, and values after an error. */
#include "access.h"
#include "address.h"
#include "declaration_query.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "memory.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "type_text.h"

static struct rvalue new_record(struct lowering *l, const struct type *type, bool unknown)
{
	struct storage *storage = lower_new_object(l, type_unqualified(type), "nothing");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	if (checks(l, CHECK_UNINIT)) /* unknown, which is not uninitialised */
		access_forget(l, lvalue.pointer, lvalue.node, word(l, storage->bytes));
	if (unknown) {
		region_open(l->regions);
		region_undefined(l->regions, storage->object);
	}
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue.pointer, .node = lvalue.node };
}

struct rvalue lower_nothing(struct lowering *l, const struct type *type)
{
	if (type_is_void(type))
		return rvalue_void();
	if (type_has_parts(type))
		return parts_zero(l, type);
	if (type_is_record(type))
		return new_record(l, type, false);
	return rvalue_scalar(term_bv(l->bank, term_bits(l, type), 0), 0);
}

/* One line for all types: what unknown pointers, or numbers that become pointers, are taken to be. */
static void note_type(struct lowering *l, struct noted_types *noted, struct location location, const struct type *to)
{
	char *text = type_text(type_unqualified(to), NULL);
	const char *name = intern_string(l->program->strings, text);
	memory_free(text);
	if (!noted->names.count)
		noted->location = location;
	for (size_t i = 0; i < noted->names.count; i++)
		if (noted->names.at[i] == name)
			return;
	vec_push(&noted->names, name);
}

enum { NAMED_TYPES = 3 };

static const char *type_list(struct lowering *l, const struct noted_types *noted)
{
	size_t count = noted->names.count, named = count > NAMED_TYPES + 1 ? NAMED_TYPES : count;
	const char *text = noted->names.at[0];
	for (size_t i = 1; i < named; i++)
		text = arena_format(l->arena, "%s%s%s", text, i + 1 == count ? " and " : ", ", noted->names.at[i]);
	return named == count ? text : arena_format(l->arena, "%s and %zu other types", text, count - named);
}

void lower_note_types(struct lowering *l)
{
	static const char *const where = "what has or holds that type and has its address taken in what is reached";
	if (l->pointed_types.names.count)
		lower_ledger(l, l->pointed_types.location, "unknown pointers to %s point outside, or to %s",
			     type_list(l, &l->pointed_types), where);
	if (l->number_types.names.count)
		lower_ledger(l, l->number_types.location,
			     "an unknown number that becomes a pointer to %s is the address of %s",
			     type_list(l, &l->number_types), where);
}

static void note_any(struct lowering *l, struct location location)
{
	lower_ledger(l, location,
		     "unknown pointers point outside, or to what has its address taken in what is reached");
}

static void note_aliasing(struct lowering *l, const struct type *to)
{
	enum unknown_pointers how = l->options->unknown_pointers;
	if (type_is_function(to))
		return;
	if (how == UNKNOWN_POINTERS_DISTINCT)
		lower_ledger(l, l->location,
			     "unknown pointers are null or point to fresh, distinct objects (--unknown-pointers)");
	else if (how == UNKNOWN_POINTERS_ANY)
		note_any(l, l->location);
	else if (!type_has_size(to))
		lower_ledger(l, l->location,
			     "memory accessed through unknown pointers to void is outside, or what these become");
	else
		note_type(l, &l->pointed_types, l->location, to);
}

void lower_pointer_at(struct lowering *l, struct location location, node pointer, const struct type *type)
{
	node_loaded(l->regions, pointer, l->types, type);
	if (pointer && type_has_size(type))
		vec_push(&l->number_pointers, (struct number_pointer){ pointer, 0, true, false, type, location });
}

void lower_loaded_pointer(struct lowering *l, node pointer, const struct type *type)
{
	lower_pointer_at(l, l->location, pointer, type);
}

void lower_note_unknown(struct lowering *l)
{
	for (size_t i = 0; i < l->number_pointers.count; i++) {
		const struct number_pointer *p = &l->number_pointers.at[i];
		if (!region_is_unknown(l->regions, p->node))
			continue;
		if (l->options->unknown_pointers == UNKNOWN_POINTERS_ANY)
			note_any(l, p->location);
		else if (p->loaded)
			note_type(l, &l->pointed_types, p->location, p->type);
		else
			note_type(l, &l->number_types, p->location, p->type);
	}
}

static node distinct_object(struct lowering *l, const struct type *to)
{
	const struct type *known = type_has_size(to) && type_size(l->types, to) ? to : NULL;
	node f = node_new(l->regions);
	node_address(l->regions, f, region_unknown(l->regions, l->types, known));
	return f;
}

node lower_unknown_object(struct lowering *l, const struct type *pointer)
{
	region_open(l->regions);
	note_aliasing(l, type_base(pointer));
	if (l->options->unknown_pointers == UNKNOWN_POINTERS_DISTINCT && !type_is_function(type_base(pointer)))
		return distinct_object(l, type_base(pointer));
	node f = node_new(l->regions);
	node_copy(l->regions, f, region_any(l->regions, l->types, type_base(pointer)));
	return f;
}

/* What the program does not define has any value at the start. */
void lower_undefined_object(struct lowering *l, const struct storage *storage)
{
	const struct shape *shape = storage->shape;
	if (storage->kind == STORAGE_MEMORY) {
		region_open(l->regions);
		region_undefined(l->regions, storage->object);
		return;
	}
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct type *type = shape->leaves[i].type;
		emit_input(l, storage->variables[i], declaration_name(storage->declaration), type);
		node any = type_is_pointer(type) ? lower_unknown_object(l, type)
						 : number_node(l, type, storage->variables[i]->term);
		node_copy(l->regions, storage->nodes[i], any);
	}
}

/* It is null, unless that is excluded, or points into an object that nobody else has. */
static void assume_distinct(struct lowering *l, term pointer, const char *name)
{
	struct bank *b = l->bank;
	struct variable *fresh = emit_temporary(l, sort_bitvector(b, OBJECT_BITS));
	emit_fresh(l, fresh, "argument", name);
	term null = term_eq(b, pointer, term_bv(b, pointer_width(l), 0));
	emit_assume(l, term_or(b, null, term_eq(b, pointer_object(l, pointer), fresh->term)));
}

void lower_unknown_pointer(struct lowering *l, struct rvalue pointer, const struct type *type, const char *name,
			   enum pointer_origin origin)
{
	if (l->options->unknown_pointers != UNKNOWN_POINTERS_DISTINCT)
		access_meet(l, pointer_object(l, pointer.term));
	else if (!type_is_function(type_base(type)))
		assume_distinct(l, pointer.term, name);
	access_live(l, pointer.term, pointer.node, type_base(type), origin);
}

static struct rvalue unknown_scalar(struct lowering *l, const struct type *type, const char *name,
				    enum pointer_origin origin)
{
	term value = emit_unknown(l, type, name);
	if (!type_is_pointer(type)) {
		if (term_width(l->bank, value) >= l->pointer_bits) /* an address, perhaps, of what is known outside */
			region_open(l->regions);
		return rvalue_scalar(value, number_node(l, type, value));
	}
	struct rvalue pointer = rvalue_scalar(value, lower_unknown_object(l, type));
	lower_unknown_pointer(l, pointer, type, name, origin);
	return pointer;
}

struct rvalue lower_unknown(struct lowering *l, const struct type *type, const char *name)
{
	return lower_unknown_from(l, type, name, ORIGIN_OPEN);
}

struct rvalue lower_unknown_from(struct lowering *l, const struct type *type, const char *name,
				 enum pointer_origin origin)
{
	type = type_unqualified(type);
	if (type_is_void(type))
		return rvalue_void();
	if (type_is_scalar(type) && !type_has_parts(type))
		return unknown_scalar(l, type, name, origin);
	const struct shape *shape = shape_of(l, type);
	if (!shape)
		return type_is_record(type) ? new_record(l, type, true) : lower_nothing(l, type);
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	value.nodes = arena_alloc(l->arena, sizeof *value.nodes * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++) {
		struct rvalue leaf = unknown_scalar(l, shape->leaves[i].type, name, origin);
		value.terms[i] = resize(l, leaf.term, shape_leaf_width(l, &shape->leaves[i]), false);
		value.nodes[i] = leaf.node;
	}
	return value;
}
