/* Variably modified types (C11 6.7.6.2): when their sizes are evaluated.
 *
 * The number of elements of an array of variable size is in a hidden variable. It is assigned where the type is reached; what is to
 * be evaluated for that waits in s->pending, in order, until what reaches the type is known:
 *
 *	(T (*)[n++])p                     hidden = n++, (T (*)[hidden])p
 *	sizeof(int[n++])                  hidden = n++, 4 * hidden
 *	typeof(f(), (T (*)[n])p) q;       f(), hidden = n, p; T (*q)[hidden];
 *
 * An expression takes what its own type names left in front of itself (size expressions are full expressions, 6.8p4), so that it
 * is evaluated as often as the expression is. A declaration makes statements of it, a definition begins with that of its
 * parameters. The operands of sizeof and typeof are evaluated if their types ask for it (6.5.3.4p2; gcc 6.7). What is not evaluated is
 * forgotten: it must not run anywhere else. */
#include "ast_label.h"
#include "ast_query.h"
#include "sema_body.h"
#include "sema_conversion.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "type_error.h"
#include "type_make.h"
#include "type_object.h"

/* ---- hidden variables ---- */

/* The hidden variables of a function live as long as its body: the value of a statement expression may have a type whose
 * length was evaluated inside. Those of parameters are given to the function when its body begins. */
static struct declaration *new_hidden(struct sema *s, struct location location)
{
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, NULL, s->size_type, location);
	d->duration = DURATION_AUTOMATIC;
	d->is_hidden = d->defined = true;
	vec_push(s->prototype ? &s->prototype->hidden : &s->body->hidden, d);
	return d;
}

void variable_adopt(struct body *body, const struct prototype *p)
{
	for (size_t i = 0; i < p->hidden.count; i++) {
		p->hidden.at[i]->owner = body->function;
		vec_push(&body->hidden, p->hidden.at[i]);
	}
}

void variable_scope(struct body *body)
{
	for (size_t i = 0; i < body->hidden.count; i++) {
		vec_push(&body->locals, body->hidden.at[i]);
		vec_push(&body->scope_declarations, body->hidden.at[i]);
	}
	vec_free(&body->hidden);
}

struct declaration *variable_size(struct sema *s, node_id n, struct expression *value)
{
	struct declaration *hidden = new_hidden(s, sema_location(s, n));
	struct expression *object = expression_of_declaration(s, hidden, n);
	struct expression *e = operator_assign(s, n, object, conversion_to(s, value, s->size_type));
	e->range = object->range = (struct source_range){ 0, 0 }; /* nobody wrote it */
	vec_push(&s->pending, e);
	return hidden;
}

struct expression *variable_unknown_size(struct sema *s, node_id n)
{
	struct declaration *d = sema_new_declaration(s, DECLARATION_VARIABLE, NULL, s->size_type, sema_location(s, n));
	d->is_hidden = true;
	return conversion_value(s, expression_of_declaration(s, d, n));
}

/* ---- operands of sizeof and typeof ---- */

struct operand variable_enter_operand(struct sema *s)
{
	s->unevaluated++;
	return (struct operand){ s->mentioned.count };
}

static struct expression *address_of(struct sema *s, struct expression *lvalue)
{
	if (lvalue->kind == EXPRESSION_DEREFERENCE)
		return lvalue->operand;
	struct expression *e = expression_like(s, EXPRESSION_ADDRESS, type_pointer(s->types, lvalue->type), lvalue);
	e->operand = lvalue;
	return e;
}

static bool moves_pointer(const struct expression *e)
{
	return e->kind == EXPRESSION_BINARY &&
	       (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT);
}

/* The part of E that has its side effects, without the steps from there to what it designates, which is not accessed; NULL:
 * nothing. So sizeof *p does not ask for a pointer that p has not got yet: int (*p)[n] = malloc(sizeof *p). */
static struct expression *effects_of(struct sema *s, struct expression *e)
{
	for (;;) {
		bool array = e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY;
		if (!expression_has_effects(e))
			return NULL;
		if (e->kind == EXPRESSION_DEREFERENCE || e->kind == EXPRESSION_ADDRESS || array ||
		    (e->kind == EXPRESSION_MEMBER && e->is_lvalue))
			e = e->operand;
		else if (moves_pointer(e) && !expression_has_effects(e->right))
			e = e->left;
		else if (moves_pointer(e) && !expression_has_effects(e->left))
			e = e->right;
		else
			return e->is_lvalue ? address_of(s, e) : e;
	}
}

void variable_leave_operand(struct sema *s, struct operand operand, struct expression *evaluated)
{
	s->unevaluated--;
	struct expression *e = evaluated ? effects_of(s, evaluated) : NULL;
	if (e)
		vec_push(&s->pending, conversion_to(s, e, s->void_type));
	if (evaluated && s->unevaluated)
		return;
	for (size_t i = operand.mentioned; evaluated && i < s->mentioned.count; i++)
		s->mentioned.at[i]->used = true;
	s->mentioned.count = operand.mentioned;
}

/* ---- who evaluates what is pending ---- */

void variable_forget(struct sema *s, size_t mark)
{
	s->pending.count = mark;
}

static struct expression *comma(struct sema *s, struct expression *first, struct expression *e)
{
	struct expression *both = expression_like(s, EXPRESSION_COMMA, e->type, e);
	both->left = conversion_to(s, first, s->void_type);
	both->right = e;
	return both;
}

/* An lvalue L stays one: *(first, &L). Only compound literals are lvalues and have type names. */
struct expression *variable_attach(struct sema *s, size_t mark, struct expression *e)
{
	if (type_is_error(e->type))
		variable_forget(s, mark);
	if (s->pending.count == mark)
		return e;
	struct expression *lvalue = e->is_lvalue ? e : NULL;
	if (lvalue)
		e = address_of(s, lvalue);
	while (s->pending.count > mark)
		e = comma(s, vec_pop(&s->pending), e);
	if (!lvalue)
		return e;
	struct expression *again = expression_like(s, EXPRESSION_DEREFERENCE, lvalue->type, lvalue);
	again->operand = e;
	again->is_lvalue = true;
	return again;
}

void variable_statements(struct sema *s, size_t mark, node_id n, struct statement_vec *out)
{
	for (size_t i = mark; i < s->pending.count; i++)
		statement_add_effect(s, out, s->pending.at[i], n);
	s->pending.count = mark;
}

void variable_parameters(struct sema *s, size_t mark)
{
	for (size_t i = mark; s->prototype && i < s->pending.count; i++)
		vec_push(&s->prototype->effects, s->pending.at[i]);
	s->pending.count = mark;
}

/* ---- jumps ---- */

/* The identifiers of variably modified type whose scope a place is in, from the innermost outwards. */
struct modified {
	const struct declaration *declaration;
	const struct modified *outer;
};

void variable_declared(struct sema *s, const struct declaration *d)
{
	if (!s->body || !type_is_variably_modified(d->type))
		return;
	struct modified *m = arena_alloc(s->arena, sizeof *m);
	m->declaration = d;
	m->outer = s->body->modified;
	s->body->modified = m;
}

void variable_jump(struct sema *s, struct label *label, struct location location)
{
	struct body *outermost = s->body;
	while (outermost->outer)
		outermost = outermost->outer;
	vec_push(&outermost->jumps, ((struct jump){ label, location, s->body->modified }));
}

static void refuse(struct sema *s, struct location location, const char *what, const struct modified *into)
{
	const struct declaration *d = into->declaration;
	sema_error(s, location, "%s into the scope of '%s', which has the variably modified type '%s'", what, d->name,
		   sema_type(s, d->type));
	sema_note(s, d->location, "it is declared here");
}

void variable_check_jumps(struct sema *s, struct body *outermost)
{
	for (size_t i = 0; i < outermost->jumps.count; i++) {
		const struct jump *jump = &outermost->jumps.at[i];
		const struct modified *from = jump->modified, *to = jump->label->modified;
		while (from && from != to)
			from = from->outer;
		if (from != to)
			refuse(s, jump->location, "a goto", to);
	}
	vec_free(&outermost->jumps);
}

void variable_check_case(struct sema *s, const struct modified *switched, struct location location)
{
	if (s->body->modified != switched)
		refuse(s, location, "a switch jumps", s->body->modified);
}
