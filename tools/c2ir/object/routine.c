/* Routines: the procedures that stand for C's functions, and their signatures. A procedure has one in-parameter for each scalar
 * part of each parameter and one out-parameter for each scalar part of the result; records that are not taken apart
 * (shape_of) are passed as pointers: an argument to be copied by the callee, a result to an object of the caller. */
#include "routine.h"

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "declaration_query.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "library.h"
#include "lowering.h"
#include "number.h"
#include "object.h"
#include "objects.h"
#include "region.h"
#include "symbol.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_function.h"
#include "type_object.h"
#include "type_qualifier.h"

struct signature_builder {
	struct lowering *l;
	VEC(sort) sorts;
};

static void add_shape(struct signature_builder *builder, const struct shape *shape)
{
	struct lowering *l = builder->l;
	for (uint32_t i = 0; i < shape->count; i++)
		vec_push(&builder->sorts, sort_bitvector(l->bank, shape_leaf_width(l, &shape->leaves[i])));
}

static const struct type *parameter_type(const struct type *type, struct declaration *definition, uint32_t i)
{
	if (definition && definition->function)
		return definition->function->parameters[i]->passed_type;
	return type_parameter(type, i);
}

/* ---- what a nested function captures ---- */

static bool is_around(const struct function *outer, const struct function *f)
{
	for (f = f->outer; f; f = f->outer)
		if (f == outer)
			return true;
	return false;
}

static uint32_t captures(struct lowering *l, const struct function *f, struct declaration ***list)
{
	const struct function *outermost = f;
	uint32_t count = 0;
	while (outermost->outer)
		outermost = outermost->outer;
	*list = arena_alloc(l->arena, sizeof **list * (outermost->captured_count + 1));
	for (uint32_t i = 0; i < outermost->captured_count; i++)
		if (is_around(outermost->captured[i]->owner, f))
			(*list)[count++] = outermost->captured[i];
	return count;
}

struct signature *lower_signature(struct lowering *l, const struct type *type, struct declaration *definition)
{
	struct signature *s = arena_alloc(l->arena, sizeof *s);
	struct signature_builder builder = { .l = l };
	sort pointer = sort_bitvector(l->bank, pointer_width(l));
	uint32_t count =
		definition && definition->function ? definition->function->parameter_count : type_parameter_count(type);
	s->type = type;
	s->parameter_count = count;
	s->variadic = type_is_variadic(type);
	const struct type *result = type_unqualified(type_base(type));
	if (!type_is_void(result)) {
		s->result = shape_of(l, result);
		s->result_in_memory = !s->result;
	}
	if (s->result_in_memory)
		vec_push(&builder.sorts, pointer);
	s->shapes = arena_alloc(l->arena, sizeof *s->shapes * (count + 1));
	s->types = arena_alloc(l->arena, sizeof *s->types * (count + 1));
	for (uint32_t i = 0; i < count; i++) {
		s->types[i] = type_unqualified(parameter_type(type, definition, i));
		s->shapes[i] = shape_of(l, s->types[i]);
		if (s->shapes[i])
			add_shape(&builder, s->shapes[i]);
		else
			vec_push(&builder.sorts, pointer);
	}
	if (s->variadic)
		vec_push(&builder.sorts, pointer);
	if (definition && definition->function && definition->function->outer)
		s->captured_count = captures(l, definition->function, &s->captured);
	for (uint32_t i = 0; i < s->captured_count; i++)
		vec_push(&builder.sorts, pointer);
	s->in_count = (uint32_t)builder.sorts.count;
	if (s->result)
		add_shape(&builder, s->result);
	s->out_count = (uint32_t)builder.sorts.count - s->in_count;
	s->sorts = arena_alloc(l->arena, sizeof *s->sorts * (builder.sorts.count + 1));
	for (size_t i = 0; i < builder.sorts.count; i++)
		s->sorts[i] = builder.sorts.at[i];
	vec_free(&builder.sorts);
	return s;
}

/* ---- the procedure's variables ---- */

static struct variable *add_in(struct lowering *l, struct procedure *p, sort s, const char *stem)
{
	return procedure_add_variable(p, procedure_fresh_variable_name(p, arena_format(l->arena, "$in.%s", stem)), s,
				      VARIABLE_IN);
}

/* Declares the variables of a procedure that was just made for this routine. */
static void declare(struct lowering *l, struct routine *routine)
{
	const struct signature *s = routine->signature;
	const struct function *f = routine->declaration->function;
	struct procedure *p = routine->procedure;
	uint32_t at = 0;
	if (s->result_in_memory)
		add_in(l, p, s->sorts[at++], "result");
	for (uint32_t i = 0; i < s->parameter_count; i++) {
		const char *name = f->parameters[i]->name ? f->parameters[i]->name : "unnamed";
		for (uint32_t k = 0, n = s->shapes[i] ? s->shapes[i]->count : 1; k < n; k++)
			add_in(l, p, s->sorts[at++],
			       s->shapes[i] ? arena_format(l->arena, "%s%s", name, s->shapes[i]->leaves[k].path)
					    : name);
	}
	if (s->variadic)
		add_in(l, p, s->sorts[at++], "...");
	for (uint32_t i = 0; i < s->captured_count; i++) {
		const char *name = s->captured[i]->name ? s->captured[i]->name : "captured";
		add_in(l, p, s->sorts[at++], arena_format(l->arena, "&%s", name));
	}
	for (uint32_t i = 0; i < s->out_count; i++) {
		const char *stem = arena_format(l->arena, "$result%s", s->result->leaves[i].path);
		procedure_add_variable(p, procedure_fresh_variable_name(p, stem), s->sorts[at++], VARIABLE_OUT);
	}
	routine->nodes = arena_alloc(l->arena, sizeof *routine->nodes * (at + 1));
	for (uint32_t i = 0; i < at; i++)
		routine->nodes[i] = node_new(l->regions);
	at = s->result_in_memory;
	for (uint32_t i = 0; i < s->parameter_count; i++)
		for (uint32_t k = 0, n = s->shapes[i] ? s->shapes[i]->count : 1; k < n; k++, at++)
			if (s->shapes[i] && type_is_pointer(s->shapes[i]->leaves[k].type))
				lower_pointer_at(l, f->parameters[i]->location, routine->nodes[at],
						 type_base(s->shapes[i]->leaves[k].type));
}

/* ---- routines ---- */

void routine_add(struct lowering *l, struct routine *routine)
{
	vec_push(&l->objects->work, routine);
}

struct routine *routine_at(struct lowering *l, size_t i)
{
	return i < l->objects->work.count ? l->objects->work.at[i] : NULL;
}

struct routine *routine_known(struct lowering *l, const struct declaration *d)
{
	return table_get(&l->objects->routines, d, NULL);
}

void routine_keep(struct lowering *l, const struct declaration *d, struct routine *routine)
{
	table_put(&l->objects->routines, d, routine);
}

struct routine *lower_new_routine(struct lowering *l, struct declaration *d)
{
	struct routine *routine = arena_alloc(l->arena, sizeof *routine);
	routine->declaration = d;
	routine->unit = lower_unit_of(l, d);
	struct types *types = l->types;
	l->types = routine->unit->types;
	routine->procedure = program_add_procedure(l->program, program_fresh_name(l->program, d->name));
	routine->procedure->attributes = attribute_at(
		l->program, attribute_string(l->program, NULL, ATTRIBUTE_C, declaration_shown_name(d)), d->location);
	routine->signature = lower_signature(l, d->type, d);
	declare(l, routine);
	l->types = types;
	routine_add(l, routine);
	return routine;
}

struct declaration *routine_called(struct lowering *l, struct declaration *d)
{
	return symbol_called(l, d, l->routine ? l->routine->declaration->function : NULL);
}

struct routine *lower_routine(struct lowering *l, struct declaration *d)
{
	if (!d->function)
		return NULL;
	struct routine *routine = routine_known(l, d);
	if (!routine) {
		routine = lower_new_routine(l, d);
		routine_keep(l, d, routine);
	}
	return routine;
}

const struct type *routine_hint(const struct lowering *l, const struct type *hint)
{
	const struct routine *routine = l->routine;
	if (!routine || !routine->hint)
		return hint;
	bool is_result =
		hint && type_unqualified(hint) == type_unqualified(type_base(type_base(routine->declaration->type)));
	return !hint || is_result || !type_has_size(hint) ? routine->hint : hint;
}
