/* Functions: signatures, parameters, bodies. A function's procedure has one in-parameter for each scalar part of each
 * parameter and one out-parameter for each scalar part of the result; records that are not taken apart (shape_of) are
 * passed as pointers: an argument to be copied by the callee, a result to an object of the caller. */
#include "function.h"

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "c_float.h"
#include "c_shape.h"
#include "c_term.h"
#include "checks.h"
#include "control.h"
#include "declaration_query.h"
#include "emit.h"
#include "jump.h"
#include "libc.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "nested.h"
#include "object.h"
#include "object_maps.h"
#include "rvalue.h"
#include "scan.h"
#include "storage.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "undefined.h"

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
		check_initialised(l, storage);
		if (routine->constants && storage->kind == STORAGE_VARIABLES && type_is_scalar(storage->type) &&
		    !type_has_parts(storage->type) && routine->constants[at - 1] &&
		    !scan_is_assigned(f, f->parameters[i])) {
			storage->constants = arena_alloc(l->arena, sizeof *storage->constants);
			storage->constants[0] =
				resize(l, routine->constants[at - 1], term_bits(l, storage->type), false);
		}
	}
	l->control->varargs = s->variadic ? l->procedure->variables[at++] : NULL;
}

/* Where the result goes: the out-parameters as the variables of a home. */
static struct storage *result_storage(struct lowering *l, const struct routine *routine)
{
	const struct signature *s = routine->signature;
	if (!s->result && !s->result_in_memory)
		return NULL;
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	storage->type = type_unqualified(type_base(s->type));
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
	for (uint32_t i = 0; i < f->parameter_count; i++)
		if (storage_of(l, f->parameters[i])->kind == STORAGE_MEMORY)
			lower_end_object(l, storage_of(l, f->parameters[i]));
	check_alloca_end(l);
	nested_leave_function(l, f);
	jump_leave_function(l, l->control->activation);
	check_return(l, l->routine->declaration, with_value);
}

/* main without a return statement at its end returns 0 (5.1.2.2.3). */
static void fall_off(struct lowering *l, const struct routine *routine)
{
	emit_location(l, routine->declaration->function->end);
	bool is_main = declaration_is_main(routine->declaration);
	if (l->control->result && l->control->result->kind == STORAGE_VARIABLES &&
	    l->control->result->shape->count == 1 && is_main)
		emit_assign(l, l->control->result->variables[0],
			    term_bv(l->bank, term_width(l->bank, l->control->result->variables[0]->term), 0));
	check_noreturn(l, routine->declaration, true);
	lower_leave_function(l, is_main);
	block_return(l->block);
	l->block->terminator.attributes = l->at;
}

/* Another copy of the function may have been lowered before. */
static void forget_storages(struct lowering *l, const struct function *f)
{
	for (uint32_t i = 0; i < f->parameter_count; i++)
		storage_forget(l, f->parameters[i]);
	for (uint32_t i = 0; i < f->local_count; i++)
		if (f->locals[i]->duration == DURATION_AUTOMATIC)
			storage_forget(l, f->locals[i]);
}

/* A call through a pointer. */
static void call_of_error_function(struct lowering *l, const struct routine *routine)
{
	check_must_not_be_reached(l, CHECK_ASSERT, routine->declaration->name);
	emit_assume(l, term_false(l->bank));
	block_return(l->block);
	l->block->terminator.attributes = l->at;
	l->routine = NULL;
}

void lower_function(struct lowering *l, struct routine *routine)
{
	const struct function *f = routine->declaration->function;
	l->routine = routine;
	l->unit = routine->unit;
	l->types = routine->unit->types;
	l->procedure = routine->procedure;
	table_clear(&l->control->labels);
	storage_forget_captured(l);
	vec_clear(&l->control->scopes);
	vec_clear(&l->control->targets);
	emit_location(l, routine->declaration->location);
	if (libc_is_atomic(routine->declaration->name))
		thread_mark_atomic(l, routine->procedure);
	emit_start(l, procedure_add_block(l->procedure, "entry"));
	if (check_is_error(l, routine->declaration)) {
		call_of_error_function(l, routine);
		return;
	}
	if (!f) {
		l->routine = NULL;
		lower_undefined_body(l, routine);
		return;
	}
	forget_storages(l, f);
	if (ast_report_unsupported(routine->declaration, l->diags))
		return;
	l->control->result = result_storage(l, routine);
	nested_bind(l, routine, routine->signature->in_count - routine->signature->captured_count);
	jump_enter_function(l, f);
	nested_enter_function(l, f);
	check_alloca_begin(l, f);
	bind_parameters(l, routine);
	lower_statement(l, f->body);
	fall_off(l, routine);
	l->routine = NULL;
	l->control->result = NULL;
}
