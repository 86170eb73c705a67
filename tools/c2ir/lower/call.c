/* Calls (C11 6.5.2.2): arguments from left to right, then the callee: a routine, a library model, an unknown function,
 * or, through a pointer, whatever the points-to analysis will find. */

#include "access.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "c_pointer.h"
#include "c_shape.h"
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "dispatch.h"
#include "emit.h"
#include "function.h"
#include "lower_ledger.h"
#include "libc.h"
#include "library_call.h"
#include "library_models.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "nested.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "symbol.h"
#include "type.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_function.h"
#include "type_make.h"
#include "type_qualifier.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_record.h"
#include "type_scalar.h"
#include "undefined.h"
#include "variadic.h"
#include "wrapper.h"

/* The arguments of a call as the terms of the callee's in-parameters. */
struct passing {
	const struct signature *signature;
	term *terms; /* of the ins */
	node *nodes; /* of the ins, then of the outs */
	struct variable **outs;
	struct rvalue result;
	uint32_t at;
};

static void pass(struct passing *p, term t, node f)
{
	p->terms[p->at] = t;
	p->nodes[p->at++] = f;
}

/* Parts of a value of another type (a call without a prototype): undefined. */
static bool has_shape(struct lowering *l, const struct rvalue *value, const struct shape *shape)
{
	bool same = value->kind != RVALUE_LEAVES || value->shape->count == shape->count;
	for (uint32_t i = 0; same && value->kind == RVALUE_LEAVES && i < shape->count; i++)
		same = shape_leaf_width(l, &value->shape->leaves[i]) == shape_leaf_width(l, &shape->leaves[i]);
	return same;
}

/* A scalar argument of another width than the parameter's (a call without a prototype, 6.5.2.2p6: undefined) is cut or
 * extended; of a record, whatever it is, its address is passed. */
static void pass_argument(struct lowering *l, struct passing *p, uint32_t i, struct rvalue value)
{
	const struct shape *shape = p->signature->shapes[i];
	const struct type *type = p->signature->types[i];
	if (!shape) {
		value = record_in_memory(l, value, type);
		pass(p, value.term, value.node);
	} else if (!type_is_compound(type)) {
		if (value.kind != RVALUE_SCALAR)
			value = lower_nothing(l, type);
		pass(p, resize(l, value.term, term_bits(l, type), false), value.node);
	} else {
		if ((value.kind != RVALUE_LEAVES && value.kind != RVALUE_MEMORY) || !has_shape(l, &value, shape))
			value = lower_nothing(l, type);
		value = record_as_leaves(l, value, shape);
		for (uint32_t k = 0; k < shape->count; k++)
			pass(p, value.terms[k], value.nodes[k]);
	}
}

static void prepare_result(struct lowering *l, struct passing *p)
{
	const struct signature *s = p->signature;
	p->result = rvalue_void();
	if (s->result_in_memory) {
		struct storage *storage = lower_new_object(l, type_unqualified(type_base(s->type)), "result");
		lower_begin_object(l, storage, 0);
		struct lvalue lvalue = lvalue_of_storage(l, storage);
		p->result = (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue.pointer, .node = lvalue.node };
		pass(p, lvalue.pointer, lvalue.node);
	}
	p->outs = arena_alloc(l->program->arena, sizeof *p->outs * (s->out_count + 1));
	node *nodes = &p->nodes[s->in_count];
	for (uint32_t i = 0; i < s->out_count; i++) {
		p->outs[i] = emit_temporary(l, s->sorts[s->in_count + i]);
		nodes[i] = node_new(l->regions);
		if (type_is_pointer(s->result->leaves[i].type))
			lower_loaded_pointer(l, nodes[i], type_base(s->result->leaves[i].type));
	}
	if (!s->result)
		return;
	if (!type_is_compound(type_base(s->type))) {
		p->result = rvalue_scalar(p->outs[0]->term, nodes[0]);
		return;
	}
	p->result = (struct rvalue){ .kind = RVALUE_LEAVES, .shape = s->result, .nodes = nodes };
	p->result.terms = arena_alloc(l->arena, sizeof *p->result.terms * (s->out_count + 1));
	for (uint32_t i = 0; i < s->out_count; i++)
		p->result.terms[i] = p->outs[i]->term;
}

static struct passing prepare(struct lowering *l, const struct signature *s, const struct rvalue *arguments,
			      uint32_t count, const struct expression *call)
{
	struct passing p = { .signature = s };
	p.terms = arena_alloc(l->program->arena, sizeof *p.terms * (s->in_count + 1));
	p.nodes = arena_alloc(l->arena, sizeof *p.nodes * (s->in_count + s->out_count + 1));
	prepare_result(l, &p);
	for (uint32_t i = 0; i < s->parameter_count; i++)
		pass_argument(l, &p, i, i < count ? arguments[i] : lower_unknown(l, s->types[i], "argument"));
	if (s->variadic) {
		struct rvalue rest = lower_variadic(l, arguments, call, s->parameter_count, count);
		pass(&p, rest.term, rest.node);
	}
	for (uint32_t i = 0; i < s->captured_count; i++) {
		struct rvalue reference = nested_reference(l, s->captured[i]);
		pass(&p, reference.term, reference.node);
	}
	return p;
}

struct rvalue lower_call_routine(struct lowering *l, struct routine *routine, const struct rvalue *arguments,
				 uint32_t count, const struct expression *e, const struct type *result)
{
	const struct signature *s = routine->signature;
	struct passing p = prepare(l, s, arguments, count, e);
	for (uint32_t i = 0; i < s->in_count; i++)
		if (p.nodes[i])
			node_copy(l->regions, routine->nodes[i], p.nodes[i]);
	for (uint32_t i = s->in_count; i < s->in_count + s->out_count; i++)
		node_copy(l->regions, p.nodes[i], routine->nodes[i]);
	lower_note_constants(l, routine, p.terms);
	struct statement *call = emit(l, STATEMENT_CALL);
	call->callee = routine->procedure;
	call->argument_count = s->in_count;
	call->arguments = p.terms;
	call->out_count = s->out_count;
	call->outs = p.outs;
	if (type_is_void(result))
		return rvalue_void();
	if (p.result.kind == RVALUE_VOID)
		return lower_unknown(l, result, routine->declaration->name);
	if (p.result.kind == RVALUE_SCALAR && type_is_scalar(result))
		p.result.term = resize(l, p.result.term, term_bits(l, result), false);
	return p.result;
}

/* Is E a transparent union (gcc 6.33.1) that was made of what is passed? */
static bool is_wrapped(const struct expression *e)
{
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_UNION && !e->is_cast;
}

/* For a definition with SIGNATURE, or for a function with the types of the arguments (NULL). */
static struct rvalue *arguments_for(struct lowering *l, const struct expression *e, const struct signature *signature)
{
	struct rvalue *values = arena_alloc(l->arena, sizeof *values * (e->argument_count + 1));
	bool later = false;
	for (uint32_t i = e->argument_count; i-- > 0;)
		later |= expression_has_effects(e->arguments[i]);
	for (uint32_t i = 0; i < e->argument_count; i++) {
		const struct expression *argument = e->arguments[i];
		if (signature && i < signature->parameter_count && is_wrapped(argument) &&
		    !type_is_record(signature->types[i]))
			argument = argument->operand;
		values[i] = lower_value(l, argument);
		if (later)
			emit_hold_value(l, &values[i]);
	}
	return values;
}

struct rvalue *lower_arguments(struct lowering *l, const struct expression *e)
{
	return arguments_for(l, e, NULL);
}

/* ---- calls ---- */

static bool passes_unions(const struct expression *e)
{
	for (uint32_t i = 0; i < e->argument_count; i++)
		if (type_is_union(e->arguments[i]->type) && !is_wrapped(e->arguments[i]))
			return true;
	return false;
}

static struct declaration *library_definition(struct lowering *l, const struct expression *e, const char *name,
					      struct declaration *d)
{
	struct declaration *definition =
		passes_unions(e) ? lower_library(l, name, d) : lower_library_called(l, name, d);
	const struct libc_function *f = libc_find(name);
	if (definition != d && libc_has(f, LIBC_APPROXIMATE))
		lower_ledger(l, e->location, "%s is approximated: its result is any value within bounds", f->name);
	return definition;
}

/* T[static n]: the argument points to n elements of T (6.7.6.3p7), whether or not they are accessed. */
static void check_at_least(struct lowering *l, const struct declaration *d, const struct expression *call,
			   struct rvalue *arguments)
{
	const struct function *f = d->function;
	for (uint32_t i = 0; f && i < f->parameter_count && i < call->argument_count; i++) {
		const struct type *array = f->parameters[i]->at_least;
		if (!array || arguments[i].kind != RVALUE_SCALAR || !type_is_pointer(call->arguments[i]->type))
			continue;
		emit_hold_value(l, &arguments[i]);
		struct lvalue lvalue = lvalue_of_pointer(l, arguments[i], array);
		check_access(l, &lvalue, word(l, type_size(l->types, array)), false, call->arguments[i]);
	}
}

/* A copy if D is an allocator or a wrapper. */
static struct routine *called_routine(struct lowering *l, struct declaration *d, const struct expression *e,
				      const struct type *hint)
{
	struct routine *copy = lower_allocator_copy(l, d, routine_hint(l, hint));
	if (!copy)
		copy = lower_wrapper_copy(l, d, e);
	return copy ? copy : lower_routine(l, d);
}

/* The function that is being lowered, whose body is not the one that it calls by its name. */
static bool is_own_copy(const struct lowering *l, const struct declaration *definition)
{
	return l->routine && l->routine->declaration == definition && symbol_is_inline_copy(definition);
}

static bool is_void_pointer(const struct type *type)
{
	return type_is_pointer(type) && type_is_void(type_base(type));
}

/* A pointer to void that a function without a body returns is taken for one to what it is converted to at once: of objects that is assumed
 * besides. That is no string: whoever wants memory for characters gets it in the same way. */
static void assume_converted(struct lowering *l, const struct type *type, struct rvalue result, const struct type *to)
{
	bool is_sized = to && type_has_size(to) && type_size(l->types, to) > 1;
	if (is_void_pointer(type) && result.kind == RVALUE_SCALAR && is_sized)
		access_live(l, result.term, result.node, to, ORIGIN_UNDEFINED);
}

/* A function is none of the objects that a pointer to void is taken to point to (dlsym()). */
static const struct type *result_taken(struct lowering *l, const struct type *type, const struct type *to)
{
	return is_void_pointer(type) && to && type_is_function(to) ? type_pointer(l->types, to) : type;
}

static struct rvalue call_known(struct lowering *l, const struct expression *e, struct declaration *d,
				const struct purpose *purpose)
{
	struct declaration *definition = routine_called(l, d);
	const char *name = d->library_name ? d->library_name : d->name;
	struct rvalue result = rvalue_void();
	bool elsewhere = !definition->function || is_own_copy(l, definition);
	symbol_note_body(l, d, definition);
	if (l->models->special(l, name, e, purpose->hint, &result))
		return result;
	if (elsewhere && l->models->format(l, name, e, &result))
		return result;
	if (elsewhere && d->library_name)
		definition = library_definition(l, e, name, definition);
	struct routine *routine = is_own_copy(l, definition) ? NULL : called_routine(l, definition, e, purpose->hint);
	if (routine) {
		struct rvalue *arguments = arguments_for(l, e, routine->signature);
		if (!type_is_prototyped(expression_called_type(e)))
			check_passed(l, e, routine->declaration, routine->signature->types,
				     routine->signature->parameter_count, routine->signature->variadic);
		check_at_least(l, routine->declaration, e, arguments);
		result = lower_call_routine(l, routine, arguments, e->argument_count, e, e->type);
		if (!purpose->unused)
			check_returned(l, routine->declaration, e->type, check_text(l, e));
		return result;
	}
	if (l->models->call(l, name, e, purpose->hint, &result))
		return result;
	lower_weak_call(l, d, definition);
	struct library_call call = library_call_of(l, e);
	call.type = result_taken(l, e->type, purpose->hint);
	result = lower_undefined_call(l, &call, d);
	assume_converted(l, e->type, result, purpose->hint);
	return result;
}

static struct rvalue call_pointer(struct lowering *l, const struct expression *e, const struct purpose *purpose)
{
	struct rvalue callee = lower_value(l, e->callee);
	callee.term = emit_hold(l, callee.term);
	struct rvalue *arguments = lower_arguments(l, e);
	const struct type *type = expression_called_type(e);
	struct signature *s;
	if (type->prototyped) {
		s = lower_signature(l, type, NULL);
	} else {
		struct parameter *parameters = arena_alloc(l->arena, sizeof *parameters * (e->argument_count + 1));
		for (uint32_t i = 0; i < e->argument_count; i++)
			parameters[i].type = e->arguments[i]->type;
		type = type_function(l->types, type_base(type), parameters, e->argument_count, true, false);
		s = lower_signature(l, type, NULL);
	}
	struct passing p = prepare(l, s, arguments, e->argument_count, e);
	lower_indirect(l, callee, s, p.terms, p.nodes, p.outs, e, purpose);
	if (type_is_void(e->type))
		return rvalue_void();
	return p.result;
}

struct rvalue lower_call(struct lowering *l, const struct expression *e, const struct purpose *purpose)
{
	struct declaration *d = expression_called(e);
	return d ? call_known(l, e, d, purpose) : call_pointer(l, e, purpose);
}

enum { MOST_ARGUMENTS = (1 << 16) - 1 };

/* At least the program's name, which C11 5.1.2.2.1 does not promise, and not absurdly many. */
static term argument_count(struct lowering *l, term count)
{
	lower_ledger(l, l->location, "argc is from 1 to %d", MOST_ARGUMENTS);
	uint32_t width = term_width(l->bank, count);
	term one = term_bv(l->bank, width, 1);
	term some = term_and(l->bank, term_binary(l->bank, OP_BVULE, one, count),
			     term_binary(l->bank, OP_BVULE, count, term_bv(l->bank, width, MOST_ARGUMENTS)));
	return emit_hold(l, term_ite(l->bank, some, count, one));
}

/* $start calls the entry: with unknown arguments, or for main with argc and argv. */
void lower_call_entry(struct lowering *l, struct routine *entry, struct variable *status)
{
	const struct signature *s = entry->signature;
	l->unit = entry->unit;
	l->types = entry->unit->types;
	struct rvalue *arguments = arena_alloc(l->arena, sizeof *arguments * (s->parameter_count + 1));
	bool is_main = declaration_is_main(entry->declaration);
	for (uint32_t i = 0; i < s->parameter_count; i++) {
		const struct declaration *d = entry->declaration->function->parameters[i];
		bool given = is_main && (i == 1 || (i == 2 && lower_has_library(l))) && type_is_pointer(s->types[i]);
		arguments[i] = given ? lower_nothing(l, s->types[i]) /* argv and environ: below */
				     : lower_unknown_from(l, s->types[i], d->name ? d->name : "argument",
							  is_main ? ORIGIN_OPEN : ORIGIN_ENTRY);
		if (d->at_least && l->options->args_elements == 1)
			access_live(l, arguments[i].term, arguments[i].node, d->at_least, ORIGIN_ENTRY);
		if (is_main && i == 0 && type_is_integer(s->types[i]))
			arguments[i].term = argument_count(l, arguments[i].term);
	}
	if (is_main && s->parameter_count >= 1 && type_is_integer(s->types[0]))
		l->models->arguments(l, s, arguments);
	struct rvalue result = lower_call_routine(l, entry, arguments, s->parameter_count, NULL, type_base(s->type));
	term value = term_bv(l->bank, 32, 0);
	if (result.kind == RVALUE_SCALAR && type_is_integer(type_base(s->type)))
		value = resize(l, result.term, 32, true);
	emit_assign(l, status, value);
	/* exit() sets the same global: what the process's status is when it ends. */
	emit_assign(l, lower_role(l, &l->machine.status, GLOBAL_STATUS, sort_bitvector(l->bank, 32)), value);
}
