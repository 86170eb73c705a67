/* Functions without a body and without a model (--undefined). `pure`: any result, writes nothing (with --kernel a pointer whose address is
 * an argument points to an object afterwards). `havoc`: any result, and all
 * that the arguments reach may be changed: the objects that they point into, which are forgotten one by one, and what is found
 * by following the pointers in those, of which the points-to analysis says which maps it is in. Pointers that were
 * there may be replaced by any that the function gets to know, or by ones to objects of its own. An over-approximation, in the
 * ledger; what the function could reach otherwise (objects of static storage) is left alone, which the ledger says too. */
#include "undefined.h"

#include "access.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_pointer.h"
#include "c_shape.h"
#include "c_term.h"
#include "emit.h"
#include "facts.h"
#include "lower_ledger.h"
#include "libc.h"
#include "library_call.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_qualifier.h"
#include "type_record.h"

/* What an unknown function is given. */
struct reach {
	struct lowering *l;
	node given; /* points into the objects that the arguments point into */
	VEC(term) objects;
	VEC(node) nodes;
	bool any;
};

static void reach_pointer(struct reach *reach, term pointer, node f, const struct type *type)
{
	struct lowering *l = reach->l;
	if (!type_is_pointer(type) || type_is_function(type_base(type)) || !f)
		return;
	node start = node_new(l->regions);
	node_anywhere(l->regions, start, f);
	node_copy(l->regions, reach->given, start);
	vec_push(&reach->objects, emit_hold(l, pointer_object(l, pointer)));
	vec_push(&reach->nodes, start);
	reach->any = true;
}

static void reach_value(struct reach *reach, struct rvalue value, const struct type *type)
{
	switch (value.kind) {
	case RVALUE_VOID:
		break;
	case RVALUE_SCALAR:
		reach_pointer(reach, value.term, value.node, type);
		break;
	case RVALUE_LEAVES:
		for (uint32_t i = 0; i < value.shape->count; i++)
			reach_pointer(reach, value.terms[i], value.nodes[i], value.shape->leaves[i].type);
		break;
	case RVALUE_MEMORY: /* the callee gets a copy, with its pointers */
		node_copy(reach->l->regions, reach->given, value.node);
		reach->any = true;
		break;
	}
}

/* Forgets what is reached. The result: whatever pointers the function can have afterwards, 0: none that matter. */
static node forget_reached(struct reach *reach)
{
	struct lowering *l = reach->l;
	struct regions *r = l->regions;
	if (!reach->any)
		return 0;
	node known = node_new(r), deep = node_new(r);
	node_address(r, known, region_unknown(r, l->types, NULL));
	node_copy(r, known, reach->given);
	node_copy(r, known, deep);
	node_anywhere(r, known, known);
	region_expose(r, reach->given, deep, known);
	region_expose(r, deep, deep, known);
	access_forget_all(l, deep);
	for (size_t i = 0; i < reach->objects.count; i++)
		access_forget_object(l, reach->objects.at[i], reach->nodes.at[i]);
	return known;
}

static void reach_release(struct reach *reach)
{
	vec_free(&reach->objects);
	vec_free(&reach->nodes);
}

static node either(struct lowering *l, node a, node b)
{
	node to = node_new(l->regions);
	node_copy(l->regions, to, a);
	node_copy(l->regions, to, b);
	return to;
}

/* A result that may be one of the pointers that the function knows. */
static struct rvalue result_of(struct lowering *l, const struct type *type, const char *name, node known)
{
	struct rvalue value = lower_unknown_from(l, type, name, ORIGIN_UNDEFINED);
	if (known && value.kind == RVALUE_SCALAR && value.node)
		value.node = either(l, value.node, known);
	for (uint32_t i = 0; known && value.kind == RVALUE_LEAVES && i < value.shape->count; i++)
		if (value.nodes[i])
			value.nodes[i] = either(l, value.nodes[i], known);
	if (known && value.kind == RVALUE_MEMORY)
		region_expose(l->regions, value.node, known, known);
	return value;
}

/* What became a number is known outside from the start. */
static void publish_value(struct lowering *l, term value, node f)
{
	if (!f)
		return;
	if (term_width(l->bank, value) == pointer_width(l))
		access_given(l, value, f);
	node_given_there(l->regions, f);
}

/* The function gets to know what its arguments point to. */
static void publish(struct lowering *l, struct rvalue value)
{
	if (value.kind != RVALUE_LEAVES)
		publish_value(l, value.term, value.node);
	for (uint32_t i = 0; value.kind == RVALUE_LEAVES && i < value.shape->count; i++)
		publish_value(l, value.terms[i], value.nodes[i]);
}

static void note(struct lowering *l, struct location location, const struct declaration *d, bool gives_back)
{
	const char *written = "nothing";
	if (d->is_refused)
		return;
	if (l->options->undefined == UNDEFINED_HAVOC)
		written = "anything into the objects that its arguments reach, and into no others";
	else if (gives_back)
		written = "only pointers whose addresses it is given, which point to objects then";
	lower_ledger(l, location, "function %s has no body: result is any value, writes %s", d->name, written);
}

/* ---- pointers that functions of the kernel give back ---- */

/* What ARGUMENT is the address of, if that is a pointer to an object that the function may change; NULL else. */
static const struct type *pointer_given_back(const struct library_argument *argument)
{
	const struct expression *e = argument->expression;
	if (!type_is_pointer(argument->type) || !type_is_pointer(type_base(argument->type)) ||
	    type_is_const(type_base(argument->type)))
		return NULL;
	while (e->kind == EXPRESSION_CONVERSION)
		e = e->operand;
	if (e->kind != EXPRESSION_ADDRESS || !type_is_pointer(e->type))
		return NULL;
	const struct type *to = type_base(e->type);
	return type_is_pointer(to) && !type_is_function(type_base(to)) ? to : NULL;
}

/* `f(..., &p)` is how functions of the kernel give an object back beside their result: p points to one afterwards. Is there one? */
static bool give_back(struct lowering *l, const struct library_call *e, const struct rvalue *arguments)
{
	bool any = false;
	for (uint32_t i = 0; i < e->argument_count; i++) {
		const struct type *to = pointer_given_back(&e->arguments[i]);
		if (!to || arguments[i].kind != RVALUE_SCALAR || !arguments[i].node)
			continue;
		struct rvalue value = lower_unknown_from(l, to, e->name, ORIGIN_UNDEFINED);
		access_store(l, arguments[i].term, arguments[i].node, value.term, value.node, true);
		any = true;
	}
	return any;
}

/* ---- calls ---- */

struct rvalue lower_undefined_call(struct lowering *l, const struct library_call *e, const struct declaration *d)
{
	struct reach reach = { .l = l, .given = node_new(l->regions) };
	node known = 0;
	bool gives_back = false;
	if (l->options->undefined == UNDEFINED_ERROR) {
		diagnose(l->diags, DIAG_INPUT, e->location, "function %s has no body (--undefined=error)", d->name);
		return lower_nothing(l, e->type);
	}
	if (d->implicit && libc_wants_declaration(d->name))
		lower_unsupported(l, e->location, "a call of %s() without a declaration (it would return int)",
				  d->name);
	lower_external(l, d->name, expression_type(e->expression));
	struct rvalue *arguments = lower_arguments(l, e->expression);
	for (uint32_t i = 0; i < e->argument_count; i++)
		publish(l, arguments[i]);
	if (l->options->undefined == UNDEFINED_HAVOC) {
		for (uint32_t i = 0; i < e->argument_count; i++)
			reach_value(&reach, arguments[i], e->arguments[i].type);
		known = forget_reached(&reach);
	}
	reach_release(&reach);
	if (l->options->kernel && l->options->undefined == UNDEFINED_PURE)
		gives_back = give_back(l, e, arguments);
	note(l, e->location, d, gives_back);
	if (d->is_noreturn) {
		emit_assume(l, term_false(l->bank));
		return lower_nothing(l, e->type);
	}
	return result_of(l, e->type, d->name, known);
}

/* ---- pointers to them ---- */

struct routine *lower_undefined_routine(struct lowering *l, struct declaration *d)
{
	struct routine *routine = routine_known(l, d);
	if (routine || l->options->undefined != UNDEFINED_HAVOC)
		return routine;
	routine = arena_alloc(l->arena, sizeof *routine);
	struct signature *s = routine->signature = lower_signature(l, d->type, NULL);
	struct procedure *p = routine->procedure =
		program_add_procedure(l->program, program_fresh_name(l->program, d->name));
	routine->declaration = d;
	routine->unit = lower_unit_of(l, d);
	p->attributes = attribute_at(l->program, attribute_string(l->program, NULL, ATTRIBUTE_C, d->name), d->location);
	routine->nodes = arena_alloc(l->arena, sizeof *routine->nodes * (s->in_count + s->out_count + 1));
	for (uint32_t i = 0; i < s->in_count + s->out_count; i++) {
		bool in = i < s->in_count;
		const char *name = procedure_fresh_variable_name(p, in ? "$in.argument" : "$result");
		procedure_add_variable(p, name, s->sorts[i], in ? VARIABLE_IN : VARIABLE_OUT);
		routine->nodes[i] = node_new(l->regions);
	}
	routine_keep(l, d, routine);
	routine_add(l, routine);
	return routine;
}

static struct rvalue incoming(const struct routine *routine, const struct shape *shape, const struct type *type,
			      uint32_t at, struct lowering *l)
{
	struct variable **ins = &routine->procedure->variables[at];
	node *nodes = &routine->nodes[at];
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

static void give_result(struct lowering *l, const struct routine *routine, node known)
{
	const struct signature *s = routine->signature;
	struct procedure *p = routine->procedure;
	if (s->result_in_memory) { /* the object for it is new: forget what it is given here */
		node start = node_new(l->regions);
		node_anywhere(l->regions, start, routine->nodes[0]);
		access_forget_object(l, pointer_object(l, p->variables[0]->term), start);
		region_open(l->regions);
		region_expose(l->regions, start, 0, region_any_number(l->regions));
		if (known)
			region_expose(l->regions, start, known, known);
	}
	if (!s->result)
		return;
	struct rvalue value = result_of(l, type_unqualified(type_base(s->type)), routine->declaration->name, known);
	for (uint32_t i = 0; i < s->out_count; i++) {
		bool leaves = value.kind == RVALUE_LEAVES;
		emit_assign(l, p->variables[s->in_count + i], leaves ? value.terms[i] : value.term);
		node_copy(l->regions, routine->nodes[s->in_count + i], leaves ? value.nodes[i] : value.node);
	}
}

void lower_undefined_body(struct lowering *l, const struct routine *routine)
{
	const struct signature *s = routine->signature;
	struct reach reach = { .l = l, .given = node_new(l->regions) };
	uint32_t at = s->result_in_memory;
	note(l, routine->declaration->location, routine->declaration, false);
	for (uint32_t i = 0; i < s->in_count; i++)
		node_given(l->regions, routine->nodes[i]);
	for (uint32_t i = 0; i < s->parameter_count; i++) {
		reach_value(&reach, incoming(routine, s->shapes[i], s->types[i], at, l), s->types[i]);
		at += s->shapes[i] ? s->shapes[i]->count : 1;
	}
	if (s->variadic) { /* an object with the further arguments */
		node_copy(l->regions, reach.given, routine->nodes[at]);
		reach.any = true;
	}
	node known = forget_reached(&reach);
	reach_release(&reach);
	if (routine->declaration->is_noreturn)
		emit_assume(l, term_false(l->bank));
	else
		give_result(l, routine, known);
	block_return(l->block);
	l->block->terminator.attributes = l->at;
}
