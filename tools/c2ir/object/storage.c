/* Homes: where the objects of the C program live. Scalars, and records without arrays and unions, whose address is never
 * taken become IR variables; everything else is an object in memory with an identity (docs/heap.md). */
#include "access.h"
#include "alignment.h"
#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_unit.h"
#include "automatic.h"
#include "c_pointer.h"
#include "c_shape.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "object_maps.h"
#include "objects.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "string_literal.h"
#include "symbol.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "types.h"
#include "weak.h"

static bool wants_memory(struct lowering *l, const struct declaration *d)
{
	const struct shape *shape = shape_of(l, d->type);
	if (d->address_taken || d->size || d->cleanup || weak_is_open(d) || !shape || shape->count > SHAPE_MAX_LEAVES)
		return true;
	return type_has_parts(d->type) && checks(l, CHECK_UNINIT); /* one of them may be initialised */
}

/* What begins with $ is no object of C's: it keeps its value while an expression is evaluated (emit_hold). */
static const char *name_of(const struct declaration *d)
{
	if (d->name)
		return d->name;
	return d->is_compound_literal ? "literal" : d->is_hidden ? "$hidden" : "$unnamed";
}

static struct variable *make_variable(struct lowering *l, const struct declaration *d, const struct shape_leaf *leaf)
{
	const char *name = name_of(d);
	const char *c_name = d->name ? arena_format(l->arena, "%s%s", name, leaf->path) : NULL;
	sort s = sort_bitvector(l->bank, shape_leaf_width(l, leaf));
	const char *ir_name = arena_format(l->arena, "%s%s", name, leaf->path);
	if (d->duration == DURATION_AUTOMATIC) {
		/* A global of the same name may be made later. */
		if (symbol_is_reserved(l, name))
			ir_name = arena_format(l->arena, "%s.local%s", name, leaf->path);
		return emit_variable(l, ir_name, leaf->type, s, c_name);
	}
	if (d->owner)
		ir_name = arena_format(l->arena, "%s.%s", d->owner->declaration->name, ir_name);
	struct variable *v = program_add_global(l->program, program_fresh_name(l->program, ir_name), s);
	v->attributes = emit_variable_attributes(l, leaf->type, c_name);
	if (lower_has_threads(l) && d->duration == DURATION_THREAD)
		v->attributes = attribute_string(l->program, v->attributes, ATTRIBUTE_THREAD, THREAD_LOCAL);
	if (lower_has_threads(l) && location_in_library(d->location))
		v->attributes = attribute_string(l->program, v->attributes, ATTRIBUTE_RACE, RACE_NONE);
	return v;
}

static void make_variables(struct lowering *l, struct storage *storage, const struct declaration *d)
{
	storage->kind = STORAGE_VARIABLES;
	storage->shape = shape_of(l, d->type);
	storage->variables = arena_alloc(l->arena, sizeof *storage->variables * (storage->shape->count + 1));
	storage->nodes = arena_alloc(l->arena, sizeof *storage->nodes * (storage->shape->count + 1));
	for (uint32_t i = 0; i < storage->shape->count; i++) {
		storage->variables[i] = make_variable(l, d, &storage->shape->leaves[i]);
		storage->nodes[i] = node_new(l->regions);
		if (d->duration == DURATION_AUTOMATIC)
			check_local(l, storage->variables[i], storage->shape->leaves[i].type, storage->nodes[i]);
	}
}

static void make_unset(struct lowering *l, struct storage *storage, const struct declaration *d)
{
	if (storage->kind == STORAGE_VARIABLES)
		storage->unset = check_unset_variable(l, d, d->name ? d->name : "unnamed");
}

static void make_object(struct lowering *l, struct storage *storage, const char *name, bool automatic)
{
	const struct type *type = storage->type;
	storage->kind = STORAGE_MEMORY;
	storage->bytes = type_has_size(type) ? type_size(l->types, type) : 0;
	/* An initialised flexible array member adds to it. */
	const struct initializer *initializer = storage->declaration ? storage->declaration->initializer : NULL;
	if (initializer && initializer->size > storage->bytes)
		storage->bytes = initializer->size;
	storage->object = region_object(l->regions, l->types, type_has_size(type) ? type : NULL, false, storage->bytes);
	storage->node = node_new(l->regions);
	node_address(l->regions, storage->node, storage->object);
	if (storage->declaration && type_is_const(type))
		storage->read_only = true;
	if (automatic)
		storage->automatic = emit_variable(l, arena_format(l->arena, "&%s", name), l->types->void_type,
						   sort_bitvector(l->bank, OBJECT_BITS), NULL);
	else
		storage->identity = l->statics.next_identity++;
	if (automatic) {
		access_origin(l, storage->automatic, storage->object);
		check_local_object(l, storage->automatic, storage->object);
	}
}

/* What a hidden variable that has a length or size holds. A nested function may mention it: then it is in memory. */
term lower_length(struct lowering *l, struct declaration *length)
{
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, length));
	return emit_hold(l, lvalue_load(l, &lvalue, NULL).term);
}

term lower_variable_size(struct lowering *l, const struct type *type)
{
	term bytes = word(l, 1);
	for (; type_is_array(type) && type_is_variable(type); type = type_base(type)) {
		term count = type_is_fixed_array(type) ? word(l, type_length(type))
						       : lower_length(l, type_length_object(type));
		bytes = term_binary(l->bank, OP_BVMUL, bytes, count);
	}
	bool record = type_is_record(type) && type_record(type)->variable;
	term size = record ? lower_length(l, type_record(type)->size_object) : word(l, type_size(l->types, type));
	return term_binary(l->bank, OP_BVMUL, bytes, size);
}

/* An array of variable size is one of its elements, many times. Nothing is known of a record of variable size. */
static void make_variable_array(struct lowering *l, struct storage *storage, const char *name)
{
	const struct type *element = storage->type;
	while (type_is_array(element))
		element = type_base(element);
	storage->kind = STORAGE_MEMORY;
	bool record = type_is_variable(element);
	storage->object = region_object(l->regions, l->types, record ? NULL : element, !record, 0);
	storage->node = node_new(l->regions);
	node_address(l->regions, storage->node, storage->object);
	storage->automatic = emit_variable(l, arena_format(l->arena, "&%s", name), l->types->void_type,
					   sort_bitvector(l->bank, OBJECT_BITS), NULL);
	storage->size = emit_temporary(l, sort_bitvector(l->bank, l->pointer_bits));
	access_origin(l, storage->automatic, storage->object);
	check_local_object(l, storage->automatic, storage->object);
}

/* Other units know the object, or the value of the variable. */
static void make_external(struct lowering *l, struct storage *storage)
{
	storage->shown = true;
	node external = region_external(l->regions);
	if (storage->kind == STORAGE_MEMORY)
		node_copy(l->regions, external, storage->node);
	for (uint32_t i = 0; storage->kind == STORAGE_VARIABLES && i < storage->shape->count; i++)
		node_copy(l->regions, region_shown(l->regions), storage->nodes[i]);
}

struct storage *storage_of(struct lowering *l, struct declaration *d)
{
	d = lower_definition(l, d);
	struct storage *known = table_get(&l->objects->captured, d, NULL);
	if (!known)
		known = table_get(&l->objects->storages, d, NULL);
	if (known)
		return known;
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	struct types *types = l->types;
	bool automatic = d->duration == DURATION_AUTOMATIC;
	const char *name = d->name ? d->name : "unnamed";
	if (!automatic)
		l->types = lower_unit_of(l, d)->types;
	storage->declaration = d;
	storage->type = d->type;
	table_put(&l->objects->storages, d, storage);
	if (lower_has_threads(l) && d->duration == DURATION_THREAD && wants_memory(l, d))
		lower_unsupported(l, d->location,
				  "an object of each thread that is an array or whose address is taken");
	if (d->size)
		make_variable_array(l, storage, name);
	else if (wants_memory(l, d))
		make_object(l, storage, name, automatic);
	else
		make_variables(l, storage, d);
	make_unset(l, storage, d);
	l->types = types;
	if (d->linkage == LINKAGE_EXTERNAL)
		make_external(l, storage);
	if (!automatic) {
		symbol_keep_unit(l, d); /* local ones have none yet */
		vec_push(&l->statics.objects, storage);
	}
	return storage;
}

struct storage *storage_of_string(struct lowering *l, const struct string_literal *string)
{
	struct storage *known = table_get(&l->objects->strings, string, NULL);
	if (known)
		return known;
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	storage->type = type_array(l->types, string->element, string->size / string->unit);
	storage->string = string;
	storage->read_only = true;
	make_object(l, storage, "string", false);
	table_put(&l->objects->strings, string, storage);
	vec_push(&l->statics.objects, storage);
	return storage;
}

struct storage *lower_new_object(struct lowering *l, const struct type *type, const char *name)
{
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	storage->type = type;
	if (type_is_variable(type))
		make_variable_array(l, storage, name);
	else
		make_object(l, storage, name, true);
	return storage;
}

/* ---- lifetime ---- */

void lower_begin_object(struct lowering *l, struct storage *storage, term size)
{
	if (!storage->automatic)
		return;
	storage->begun = true;
	const struct declaration *d = storage->declaration;
	automatic_note(l, (struct automatic){
				  .identity = storage->automatic, .declaration = d, .read_only = storage->read_only });
	emit_fresh(l, storage->automatic, "stack", d && d->name ? d->name : "a temporary object");
	if (storage->size)
		emit_assign(l, storage->size, size ? size : lower_variable_size(l, storage->type));
	access_born(l, storage->automatic->term, storage->object,
		    storage->size ? storage->size->term : word(l, storage->bytes),
		    word(l, object_alignment(l, storage)));
	if (lower_needs_size(l))
		lower_set_size(l, storage->automatic->term,
			       storage->size ? storage->size->term : word(l, storage->bytes));
	if (lower_needs_state(l))
		lower_set_state(l, storage->automatic->term, STATE_STACK);
	access_made(l, storage->automatic->term, storage->node);
	check_site(l, storage->automatic->term, storage->object);
	access_begin(l, pointer_make(l, storage->automatic->term, word(l, 0)), storage->node,
		     storage->size ? storage->size->term : word(l, storage->bytes));
}

/* A jump out of the scope before the declaration ends nothing: there is no object yet. */
void lower_end_object(struct lowering *l, struct storage *storage)
{
	if (!storage->automatic || !storage->begun)
		return;
	access_dies(l, pointer_make(l, storage->automatic->term, word(l, 0)), storage->node);
	if (lower_ends_objects(l))
		lower_set_state(l, storage->automatic->term, STATE_DEAD);
}

/* ---- what is known ---- */

void storage_forget(struct lowering *l, const struct declaration *d)
{
	table_put(&l->objects->storages, d, NULL);
}

void storage_keep(struct lowering *l, const struct declaration *d, struct storage *storage)
{
	table_put(&l->objects->storages, d, storage);
}

struct storage *storage_known(struct lowering *l, const struct declaration *d)
{
	return table_get(&l->objects->storages, d, NULL);
}

void storage_forget_captured(struct lowering *l)
{
	table_clear(&l->objects->captured);
}

void storage_capture(struct lowering *l, const struct declaration *d, struct storage *storage)
{
	table_put(&l->objects->captured, d, storage);
}

void objects_init(struct lowering *l)
{
	l->objects = arena_alloc(l->arena, sizeof *l->objects);
}

void objects_release(struct lowering *l)
{
	table_free(&l->objects->storages);
	table_free(&l->objects->captured);
	table_free(&l->objects->strings);
	table_free(&l->objects->routines);
	table_free(&l->objects->wrappers);
	vec_free(&l->objects->work);
}
