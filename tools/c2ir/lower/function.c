/* Functions: signatures, parameters, bodies. A function's procedure has one in-parameter for each scalar part of each
 * parameter and one out-parameter for each scalar part of the result; records that are not taken apart (shape_of) are
 * passed as pointers: an argument to be copied by the callee, a result to an object of the caller. */
#include "lower.h"

#include <string.h>

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
	return type->parameters[i].type;
}

struct signature *lower_signature(struct lowering *l, const struct type *type, struct declaration *definition)
{
	struct signature *s = arena_alloc(l->arena, sizeof *s);
	struct signature_builder builder = { .l = l };
	sort pointer = sort_bitvector(l->bank, pointer_width(l));
	uint32_t count =
		definition && definition->function ? definition->function->parameter_count : type->parameter_count;
	s->type = type;
	s->parameter_count = count;
	s->variadic = type->variadic;
	const struct type *result = type_unqualified(type->base);
	if (result->kind != TYPE_VOID) {
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
		s->captured_count = nested_captures(l, definition->function, &s->captured);
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
void lower_declare(struct lowering *l, struct routine *routine)
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
}

/* ---- the body ---- */

/* The in-parameters of one C parameter, from `at` on, as a value. */
static struct rvalue incoming(struct lowering *l, const struct shape *shape, const struct type *type, uint32_t at)
{
	struct variable **ins = &l->procedure->variables[at];
	node *nodes = &l->routine->nodes[at];
	if (!shape)
		return (struct rvalue){ .kind = RVALUE_MEMORY, .term = ins[0]->term, .node = nodes[0] };
	if (!type_is_compound(type))
		return rvalue_scalar(ins[0]->term, nodes[0]);
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape, .nodes = nodes };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++)
		value.terms[i] = ins[i]->term;
	return value;
}

/* K&R: the argument arrives promoted. */
static struct rvalue converted(struct lowering *l, struct rvalue value, const struct type *from, const struct type *to)
{
	if (value.kind != RVALUE_SCALAR || type_is_pointer(to))
		return value;
	if (type_is_floating(from)) {
		if (term_bits(l, from) != term_bits(l, to))
			value.term = lower_float_to_float(l, from, to, value.term);
		return value;
	}
	value.term = resize(l, value.term, term_bits(l, to), type_is_integer(from) && type_is_signed(l->types, from));
	return value;
}

static void bind_parameters(struct lowering *l, const struct routine *routine)
{
	const struct signature *s = routine->signature;
	const struct function *f = routine->declaration->function;
	uint32_t at = s->result_in_memory;
	for (uint32_t i = 0; i < s->parameter_count; i++) {
		struct rvalue value = incoming(l, s->shapes[i], s->types[i], at);
		at += s->shapes[i] ? s->shapes[i]->count : 1;
		struct storage *storage = storage_of(l, f->parameters[i]);
		if (storage->kind == STORAGE_MEMORY)
			lower_begin_object(l, storage, 0);
		struct lvalue lvalue = lvalue_of_storage(l, storage);
		value = converted(l, value, s->types[i], storage->type);
		lvalue_store_unchecked(l, &lvalue, value);
		if (routine->constants && storage->kind == STORAGE_VARIABLES && type_is_scalar(storage->type) &&
		    !type_has_parts(storage->type) && routine->constants[at - 1] &&
		    !scan_is_assigned(f, f->parameters[i])) {
			storage->constants = arena_alloc(l->arena, sizeof *storage->constants);
			storage->constants[0] =
				resize(l, routine->constants[at - 1], term_bits(l, storage->type), false);
		}
	}
	l->varargs = s->variadic ? l->procedure->variables[at++] : NULL;
}

/* Where the result goes: the out-parameters as the variables of a home. */
static struct storage *result_storage(struct lowering *l, const struct routine *routine)
{
	const struct signature *s = routine->signature;
	if (!s->result && !s->result_in_memory)
		return NULL;
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	storage->type = type_unqualified(s->type->base);
	storage->kind = s->result ? STORAGE_VARIABLES : STORAGE_MEMORY;
	storage->shape = s->result;
	storage->variables = &l->procedure->variables[s->in_count];
	storage->nodes = &routine->nodes[s->in_count];
	return storage;
}

/* Before each return: what lives as long as the function ends. */
void lower_leave_function(struct lowering *l, bool with_value)
{
	const struct function *f = l->routine->declaration->function;
	for (uint32_t i = 0; lower_ends_objects(l) && i < f->parameter_count; i++)
		if (storage_of(l, f->parameters[i])->kind == STORAGE_MEMORY)
			lower_end_object(l, storage_of(l, f->parameters[i]));
	check_alloca_end(l);
	nested_leave_function(l, f);
	jump_leave_function(l, l->activation);
	check_return(l, with_value);
}

/* main without a return statement at its end returns 0 (5.1.2.2.3). */
static void fall_off(struct lowering *l, const struct routine *routine)
{
	emit_location(l, routine->declaration->function->end);
	bool is_main =
		routine->declaration->linkage == LINKAGE_EXTERNAL && strcmp(routine->declaration->name, "main") == 0;
	if (l->result && l->result->kind == STORAGE_VARIABLES && l->result->shape->count == 1 && is_main)
		emit_assign(l, l->result->variables[0],
			    term_bv(l->bank, term_width(l->bank, l->result->variables[0]->term), 0));
	lower_leave_function(l, is_main);
	block_return(l->block);
	l->block->terminator.attributes = l->at;
}

/* Another copy of the function may have been lowered before. */
static void forget_storages(struct lowering *l, const struct function *f)
{
	for (uint32_t i = 0; i < f->parameter_count; i++)
		table_put(&l->storages, (uintptr_t)f->parameters[i], 0);
	for (uint32_t i = 0; i < f->local_count; i++)
		if (f->locals[i]->duration == DURATION_AUTOMATIC)
			table_put(&l->storages, (uintptr_t)f->locals[i], 0);
}

void lower_function(struct lowering *l, struct routine *routine)
{
	const struct function *f = routine->declaration->function;
	l->routine = routine;
	l->unit = routine->unit;
	l->types = &routine->unit->types;
	l->procedure = routine->procedure;
	table_clear(&l->labels);
	table_clear(&l->captured);
	vec_clear(&l->scopes);
	vec_clear(&l->targets);
	emit_location(l, routine->declaration->location);
	emit_start(l, procedure_add_block(l->procedure, "entry"));
	if (!f) {
		l->routine = NULL;
		lower_undefined_body(l, routine);
		return;
	}
	forget_storages(l, f);
	if (ast_report_unsupported(routine->declaration, l->diags))
		return;
	l->result = result_storage(l, routine);
	nested_bind(l, routine, routine->signature->in_count - routine->signature->captured_count);
	jump_enter_function(l, f);
	nested_enter_function(l, f);
	check_alloca_begin(l, f);
	bind_parameters(l, routine);
	lower_statement(l, f->body);
	fall_off(l, routine);
	l->routine = NULL;
	l->result = NULL;
}
