/* Homes: where the objects of the C program live. Scalars, and records without arrays and unions, whose address is never
 * taken become IR variables; everything else is an object in memory with an identity (docs/heap.md). */
#include "lower.h"

static bool wants_memory(struct lowering *l, const struct declaration *d)
{
	const struct shape *shape = shape_of(l, d->type);
	if (d->address_taken || d->size || d->cleanup || !shape || shape->count > SHAPE_MAX_LEAVES)
		return true;
	return type_has_parts(d->type) && checks(l, CHECK_UNINIT); /* one of them may be initialised */
}

static struct variable *make_variable(struct lowering *l, const struct declaration *d, const struct shape_leaf *leaf)
{
	const char *name = d->name ? d->name : d->is_hidden ? "$hidden" : "$unnamed";
	const char *c_name = d->name ? arena_format(l->arena, "%s%s", name, leaf->path) : NULL;
	sort s = sort_bitvector(l->bank, shape_leaf_width(l, leaf));
	const char *ir_name = arena_format(l->arena, "%s%s", name, leaf->path);
	if (d->storage == STORAGE_AUTOMATIC) {
		/* A global of the same name may be made later. */
		if (table_has(&l->reserved, (uintptr_t)intern_string(l->program->strings, name)))
			ir_name = arena_format(l->arena, "%s.local%s", name, leaf->path);
		return emit_variable(l, ir_name, leaf->type, s, c_name);
	}
	if (d->owner)
		ir_name = arena_format(l->arena, "%s.%s", d->owner->declaration->name, ir_name);
	struct variable *v = program_add_global(l->program, program_fresh_name(l->program, ir_name), s);
	v->attributes = emit_variable_attributes(l, leaf->type, c_name);
	return v;
}

static void make_variables(struct lowering *l, struct home *home, const struct declaration *d)
{
	home->kind = HOME_VARIABLES;
	home->shape = shape_of(l, d->type);
	home->variables = arena_alloc(l->arena, sizeof *home->variables * (home->shape->count + 1));
	home->flows = arena_alloc(l->arena, sizeof *home->flows * (home->shape->count + 1));
	for (uint32_t i = 0; i < home->shape->count; i++) {
		home->variables[i] = make_variable(l, d, &home->shape->leaves[i]);
		home->flows[i] = flow_new(l->regions);
		if (d->storage == STORAGE_AUTOMATIC && type_is_pointer(home->shape->leaves[i].type))
			check_local(l, home->variables[i], home->flows[i], UINT32_MAX);
	}
}

static void make_unset(struct lowering *l, struct home *home, const struct declaration *d)
{
	if (home->kind == HOME_VARIABLES)
		home->unset = check_unset_variable(l, d, d->name ? d->name : "unnamed");
}

static void make_object(struct lowering *l, struct home *home, const char *name, bool automatic)
{
	const struct type *type = home->type;
	home->kind = HOME_MEMORY;
	home->bytes = type_has_size(type) ? type_size(l->types, type) : 0;
	/* An initialised flexible array member adds to it. */
	const struct initializer *initializer = home->declaration ? home->declaration->initializer : NULL;
	if (initializer && initializer->size > home->bytes)
		home->bytes = initializer->size;
	home->object = region_object(l->regions, l->types, type_has_size(type) ? type : NULL, false, home->bytes);
	home->flow = flow_new(l->regions);
	flow_address(l->regions, home->flow, home->object);
	if (home->declaration && type_is_const(type))
		home->read_only = true;
	if (automatic)
		home->automatic = emit_variable(l, arena_format(l->arena, "&%s", name), type_basic(l->types, TYPE_VOID),
						sort_bitvector(l->bank, OBJECT_BITS), NULL);
	else
		home->identity = l->next_identity++;
	if (automatic)
		check_local(l, home->automatic, 0, home->object);
}

/* What a hidden variable that has a length or size holds. A nested function may mention it: then it is in memory. */
term lower_length(struct lowering *l, struct declaration *length)
{
	struct place_of place = place_of_home(l, lower_home(l, length));
	return emit_hold(l, place_load(l, &place, NULL).term);
}

term lower_variable_size(struct lowering *l, const struct type *type)
{
	term bytes = word(l, 1);
	for (; type->kind == TYPE_ARRAY && type_is_variable(type); type = type->base) {
		term count = type->form == ARRAY_FIXED ? word(l, type->length) : lower_length(l, type->length_object);
		bytes = term_binary(l->bank, OP_BVMUL, bytes, count);
	}
	bool record = type_is_record(type) && type->record->variable;
	term size = record ? lower_length(l, type->record->size_object) : word(l, type_size(l->types, type));
	return term_binary(l->bank, OP_BVMUL, bytes, size);
}

/* An array of variable size is one of its elements, many times. Nothing is known of a record of variable size. */
static void make_variable_array(struct lowering *l, struct home *home, const char *name)
{
	const struct type *element = home->type;
	while (element->kind == TYPE_ARRAY)
		element = element->base;
	home->kind = HOME_MEMORY;
	bool record = type_is_variable(element);
	home->object = region_object(l->regions, l->types, record ? NULL : element, !record, 0);
	home->flow = flow_new(l->regions);
	flow_address(l->regions, home->flow, home->object);
	home->automatic = emit_variable(l, arena_format(l->arena, "&%s", name), type_basic(l->types, TYPE_VOID),
					sort_bitvector(l->bank, OBJECT_BITS), NULL);
	home->size = emit_temporary(l, sort_bitvector(l->bank, l->pointer_bits));
	check_local(l, home->automatic, 0, home->object);
}

struct home *lower_home(struct lowering *l, struct declaration *d)
{
	d = lower_definition(l, d);
	uint64_t known = table_get(&l->captured, (uintptr_t)d, 0);
	if (!known)
		known = table_get(&l->homes, (uintptr_t)d, 0);
	if (known)
		return (struct home *)(uintptr_t)known;
	struct home *home = arena_alloc(l->arena, sizeof *home);
	struct types *types = l->types;
	bool automatic = d->storage == STORAGE_AUTOMATIC;
	const char *name = d->name ? d->name : "unnamed";
	if (!automatic)
		l->types = &lower_unit_of(l, d)->types;
	home->declaration = d;
	home->type = d->type;
	table_put(&l->homes, (uintptr_t)d, (uintptr_t)home);
	if (d->size)
		make_variable_array(l, home, name);
	else if (wants_memory(l, d))
		make_object(l, home, name, automatic);
	else
		make_variables(l, home, d);
	make_unset(l, home, d);
	l->types = types;
	if (!automatic) {
		table_put(&l->owners, (uintptr_t)d, (uintptr_t)lower_unit_of(l, d)); /* local ones have none yet */
		vec_push(&l->statics, home);
	}
	return home;
}

struct home *lower_string_home(struct lowering *l, const struct string_literal *string)
{
	uint64_t known = table_get(&l->strings, (uintptr_t)string, 0);
	if (known)
		return (struct home *)(uintptr_t)known;
	enum type_kind unit = string->unit == 1 ? TYPE_CHAR : string->unit == 2 ? TYPE_UNSIGNED_SHORT : TYPE_INT;
	struct home *home = arena_alloc(l->arena, sizeof *home);
	home->type = type_array(l->types, type_basic(l->types, unit), string->size / string->unit);
	home->string = string;
	home->read_only = true;
	make_object(l, home, "string", false);
	table_put(&l->strings, (uintptr_t)string, (uintptr_t)home);
	vec_push(&l->statics, home);
	return home;
}

struct home *lower_new_object(struct lowering *l, const struct type *type, const char *name)
{
	struct home *home = arena_alloc(l->arena, sizeof *home);
	home->type = type;
	if (type_is_variable(type))
		make_variable_array(l, home, name);
	else
		make_object(l, home, name, true);
	return home;
}

/* ---- lifetime ---- */

struct variable *lower_size_map(struct lowering *l)
{
	return lower_global(
		l, &l->size, "$size",
		sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, l->pointer_bits)));
}

struct variable *lower_state_map(struct lowering *l)
{
	return lower_global(l, &l->state, "$state",
			    sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 8)));
}

void lower_set_state(struct lowering *l, term object, enum object_state state)
{
	struct variable *map = lower_state_map(l);
	emit_assign(l, map, term_store(l->bank, map->term, object, term_bv(l->bank, 8, state)));
}

void lower_set_size(struct lowering *l, term object, term size)
{
	struct variable *map = lower_size_map(l);
	emit_assign(l, map, term_store(l->bank, map->term, object, size));
}

/* Does some check look at the sizes, or the states, of objects? */
bool lower_needs_size(const struct lowering *l)
{
	return checks(l, CHECK_BOUNDS) || checks(l, CHECK_POINTER_ARITHMETIC) || checks(l, CHECK_LEAK) || checks(l, CHECK_UNINIT) ||
	        l->options->undefined == UNDEFINED_HAVOC;
}

bool lower_needs_state(const struct lowering *l)
{
	return checks(l, CHECK_UAF) || checks(l, CHECK_FREE) || checks(l, CHECK_NULL) || checks(l, CHECK_LEAK) ||
	       checks(l, CHECK_CLEANUP) || checks(l, CHECK_READONLY);
}

/* Does some check ask whether objects are still there? */
bool lower_ends_objects(const struct lowering *l)
{
	return checks(l, CHECK_UAF) || checks(l, CHECK_LEAK);
}

void lower_begin_object(struct lowering *l, struct home *home, term size)
{
	if (!home->automatic)
		return;
	home->begun = true;
	jump_note_object(l, home->automatic, home->declaration);
	const struct declaration *d = home->declaration;
	emit_fresh(l, home->automatic, "stack", d && d->name ? d->name : "a temporary object");
	if (home->size)
		emit_assign(l, home->size, size ? size : lower_variable_size(l, home->type));
	if (lower_needs_size(l))
		lower_set_size(l, home->automatic->term, home->size ? home->size->term : word(l, home->bytes));
	if (lower_needs_state(l))
		lower_set_state(l, home->automatic->term, STATE_STACK);
	check_site(l, home->automatic->term, home->object);
	access_begin(l, pointer_make(l, home->automatic->term, word(l, 0)), home->flow,
		     home->size ? home->size->term : word(l, home->bytes));
}

/* A jump out of the scope before the declaration ends nothing: there is no object yet. */
void lower_end_object(struct lowering *l, struct home *home)
{
	if (home->automatic && home->begun && lower_ends_objects(l))
		lower_set_state(l, home->automatic->term, STATE_DEAD);
}
