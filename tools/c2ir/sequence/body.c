/* What the body of one function does by itself, and which functions it calls. Accesses are distinguished by the object's name if
 * there is one; all accesses through pointers are one. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_label.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "ast_unit.h"
#include "checks.h"
#include "effects_state.h"
#include "ir.h"
#include "known.h"
#include "lowering.h"
#include "routine.h"
#include "scan.h"
#include "sequence.h"
#include "symbol.h"
#include "type_function.h"

#include <string.h>

struct collector {
	struct lowering *l;
	struct body *body;
	const struct function *function;        /* being looked at, or NULL */
	const struct ast_statement *statements; /* of the statement expression that is, or NULL */
};

void effects_add_object(struct effects *effects, const struct declaration *d, uint64_t access)
{
	uint64_t before = table_get(&effects->objects, d, 0);
	if (!before)
		vec_push(&effects->named, d);
	if ((before | access) != before)
		table_put(&effects->objects, d, before | access);
}

/* The library's errno, where nobody asks for it. */
static bool is_unseen(struct lowering *l, const struct declaration *object)
{
	static const char name[] = "__plumb_errno";
	return object->name && !strcmp(object->name, name) && object == lower_library_find(l, name) &&
	       !lower_uses(l, LIBC_ERRNO);
}

/* The function's own automatic objects are of no interest to others. */
static void access_lvalue(struct collector *c, const struct expression *lvalue, enum access access)
{
	struct effects *effects = &c->body->effects;
	struct extent extent = extent_of(c->l, lvalue);
	const struct declaration *object = extent.object;
	effects->fails |= access_may_fail(c->l, &extent, access == ACCESS_WRITE);
	if (object && is_unseen(c->l, object))
		return;
	if (!object) {
		effects->reads |= access == ACCESS_READ;
		effects->writes |= access == ACCESS_WRITE;
	} else if (object->duration != DURATION_AUTOMATIC || object->owner != c->function) {
		effects_add_object(effects, object, access);
	}
}

/* ---- bodies of functions ---- */

static struct body *new_body(struct lowering *l, const struct function *function)
{
	struct body *body = arena_alloc(l->arena, sizeof *body);
	body->function = function;
	vec_push(&l->effects->bodies, body);
	return body;
}

struct body *body_of(struct lowering *l, const struct declaration *definition)
{
	struct body *known = table_get(&l->effects->of_function, definition, NULL);
	if (known)
		return known;
	struct body *body = new_body(l, definition->function);
	body->effects.stops = definition->is_noreturn;
	body->effects.fails = definition->is_noreturn; /* if it does return */
	for (uint32_t i = 0; i < definition->function->parameter_count; i++)
		body->effects.fails |= definition->function->parameters[i]->at_least && check_pointers(l);
	table_put(&l->effects->of_function, definition, body);
	return body;
}

/* ---- calls ---- */

/* The body that a call of D, whose definition is known, executes, which may be the library's, or NULL. */
static struct declaration *executed(struct lowering *l, struct declaration *d, struct declaration *definition,
				    const struct expression *e)
{
	const struct libc_function *f = known_function(d);
	if (definition->function)
		return !f || check_keeps_body(l, f, d) ? definition : NULL;
	if (!d->library_name || call_is_formatted(l, f, e) || (f && f->by == LIBC_SPECIAL))
		return NULL;
	definition = lower_library_called(l, d->library_name, definition);
	return definition->function ? definition : NULL;
}

/* E: the call, or NULL. */
static void call_function(struct lowering *l, struct body *caller, struct declaration *d, const struct expression *e)
{
	struct declaration *definition =
		caller->function ? symbol_called(l, d, caller->function) : routine_called(l, d);
	struct declaration *body = executed(l, d, definition, e);
	const struct libc_function *f = known_function(d);
	if (check_is_error(l, definition)) {
		caller->effects.fails = true;
	} else if (body && !definition->function && call_only_reads(l, f, e)) {
		caller->effects.reads = caller->effects.fails = true;
	} else if (body) {
		vec_push(&caller->calls, body_of(l, body));
	} else if (call_is_formatted(l, f, e)) {
		call_formatted(l, &caller->effects, f, e);
	} else {
		caller->effects.stops |= definition->function && definition->is_noreturn;
		call_without_body(l, caller, d);
	}
}

static bool collect_taken(void *context, const struct expression *e)
{
	struct lowering *l = context;
	const struct expression *function = e->kind == EXPRESSION_ADDRESS ? e->operand : e;
	if (expression_called(e)) {
		/* its callee comes next and is not taken */
		const struct expression *callee = e->callee;
		while (callee->kind != EXPRESSION_FUNCTION)
			callee = callee->operand;
		table_put(&l->effects->called, callee, true);
	} else if (function->kind == EXPRESSION_FUNCTION && !table_has(&l->effects->called, function)) {
		struct declaration *d = lower_definition(l, function->declaration);
		if (!table_has(&l->effects->taken_seen, d))
			vec_push(&l->effects->taken, d);
		table_put(&l->effects->taken_seen, d, true);
	}
	return false;
}

/* All functions whose address is taken somewhere. */
static void find_taken(struct lowering *l)
{
	struct scan scan = { .visit = collect_taken, .context = l };
	if (l->effects->taken_known)
		return;
	l->effects->taken_known = true;
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			const struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_FUNCTION && d->function)
				scan_function(d->function, &scan);
			for (uint32_t n = 0;
			     d->kind == DECLARATION_VARIABLE && d->initializer && n < d->initializer->count; n++)
				scan_expression(d->initializer->items[n].value, &scan);
		}
	}
}

/* Through a pointer: any function whose address is taken and that could be called like this. It is as if there were one
 * function that calls them all. */
static struct body *pointer_body(struct lowering *l, uint32_t arguments)
{
	struct body *known = table_get(&l->effects->through_pointer, arguments, NULL);
	if (known)
		return known;
	struct body *body = new_body(l, NULL);
	table_put(&l->effects->through_pointer, arguments, body);
	find_taken(l);
	body->effects.fails = checks(l, CHECK_CALL);
	for (size_t i = 0; i < l->effects->taken.count; i++) {
		struct declaration *d = l->effects->taken.at[i];
		if (!type_is_prototyped(d->type) || type_is_variadic(d->type) ||
		    type_parameter_count(d->type) == arguments)
			call_function(l, body, d, NULL);
	}
	return body;
}

static void call(struct collector *c, const struct expression *e)
{
	struct declaration *d = expression_called(e);
	if (d)
		call_function(c->l, c->body, d, e);
	else
		vec_push(&c->body->calls, pointer_body(c->l, e->argument_count));
}

static void call_builtin(struct collector *c, const struct expression *e)
{
	bool variadic = e->builtin <= BUILTIN_VA_COPY;
	bool arithmetic = e->builtin >= BUILTIN_ADD_OVERFLOW && e->builtin <= BUILTIN_MUL_OVERFLOW;
	bool atomic = e->builtin >= BUILTIN_SYNC_FETCH_AND_ADD && e->builtin <= BUILTIN_ATOMIC_CLEAR;
	if (variadic || arithmetic || atomic)
		c->body->effects.reads = c->body->effects.writes = c->body->effects.fails = true;
	if (e->builtin == BUILTIN_UNREACHABLE || e->builtin == BUILTIN_ASSUME || e->builtin == BUILTIN_TRAP)
		c->body->effects.stops = c->body->effects.fails = true;
}

/* ---- expressions ---- */

static bool visit(void *context, const struct expression *e)
{
	struct collector *c = context;
	switch (e->kind) {
	case EXPRESSION_CONVERSION:
		if (e->conversion == CONVERSION_LOAD)
			access_lvalue(c, e->operand, ACCESS_READ);
		break;
	case EXPRESSION_UPDATE:
		access_lvalue(c, e->left, ACCESS_READ);
		/* fall through */
	case EXPRESSION_ASSIGN:
		access_lvalue(c, e->left, ACCESS_WRITE);
		break;
	case EXPRESSION_CALL:
		call(c, e);
		break;
	case EXPRESSION_BUILTIN:
		call_builtin(c, e);
		break;
	case EXPRESSION_VA_ARG:
		c->body->effects.reads = c->body->effects.writes = c->body->effects.fails = true;
		break;
	default:
		break;
	}
	c->body->effects.fails |= operation_may_fail(c->l, e);
	return false;
}

static bool visit_assembly(void *context, const struct asm_statement *a)
{
	struct collector *c = context;
	for (uint32_t i = 0; i < a->output_count; i++)
		access_lvalue(c, a->outputs[i].value, ACCESS_WRITE);
	c->body->effects.reads = c->body->effects.writes = true;
	return false;
}

/* Is it a statement of the statement expression that is looked at? */
static bool is_inside(const struct collector *c, const struct ast_statement *s)
{
	while (s && s != c->statements)
		s = s->parent;
	return s;
}

/* Does S leave the function, for one around it, or the statement expression? */
static bool jumps_out(const struct collector *c, const struct ast_statement *s)
{
	switch (s->kind) {
	case AST_GOTO:
		return c->function ? s->label->function != c->function : !is_inside(c, s->label->statement);
	case AST_BREAK:
	case AST_CONTINUE:
		return !c->function && !is_inside(c, s->target);
	case AST_COMPUTED_GOTO:
	case AST_RETURN:
		return !c->function;
	default:
		return false;
	}
}

/* What is done without an expression: the cleanup when a scope is left, and a jump. */
static void visit_statement(void *context, const struct ast_statement *s)
{
	struct collector *c = context;
	struct effects *effects = &c->body->effects;
	if (s->kind == AST_DECLARATION && s->declaration->kind == DECLARATION_VARIABLE) {
		effects->fails |= s->declaration->size && checks(c->l, CHECK_ARRAY_SIZE);
		if (s->declaration->cleanup)
			call_function(c->l, c->body, s->declaration->cleanup, NULL);
	}
	if (jumps_out(c, s))
		effects->stops = effects->leaves = true;
}

/* ---- whole bodies ---- */

void body_scan(struct lowering *l, struct body *body)
{
	struct collector c = { .l = l, .body = body, .function = body->function };
	struct scan scan = { .visit = visit, .context = &c, .assembly = visit_assembly, .statement = visit_statement };
	if (body->function && !body->scanned)
		scan_function(body->function, &scan);
	body->scanned = true;
}

struct body *body_of_call(struct lowering *l, const struct expression *e)
{
	struct collector c = { .l = l, .body = new_body(l, NULL) };
	if (e->kind == EXPRESSION_CALL)
		call(&c, e);
	else
		call_builtin(&c, e);
	return c.body;
}

struct body *body_of_expression(struct lowering *l, const struct expression *e)
{
	struct collector c = { .l = l, .body = new_body(l, NULL) };
	c.statements = e->kind == EXPRESSION_STATEMENT ? e->body : NULL;
	struct scan scan = { .visit = visit, .context = &c, .assembly = visit_assembly, .statement = visit_statement };
	scan_expression(e, &scan);
	return c.body;
}

void bodies_release(struct lowering *l)
{
	for (size_t i = 0; i < l->effects->bodies.count; i++) {
		struct body *body = l->effects->bodies.at[i];
		table_free(&body->effects.objects);
		vec_free(&body->effects.named);
		vec_free(&body->calls);
	}
	vec_free(&l->effects->bodies);
	vec_free(&l->effects->taken);
	table_free(&l->effects->of_function);
	table_free(&l->effects->through_pointer);
	table_free(&l->effects->called);
	table_free(&l->effects->taken_seen);
}
