/* What jumps, and where to (C11 6.8.1, 6.8.4.2, 6.8.6): labels, switch and its cases, goto, break, return. */
#include <stdlib.h>

#include "ast_expression.h"
#include "ast_function.h"
#include "ast_label.h"
#include "declaration_query.h"
#include "sema_body.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_variable.h"
#include "syntax.h"
#include "target.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_error.h"

/* ---- labels ---- */

/* `local`: declared by __label__, for the scope that is open. */
static struct label *new_label(struct sema *s, const char *name, struct location location, bool local)
{
	struct label *l = arena_alloc(s->arena, sizeof *l);
	l->name = name;
	l->location = location;
	l->function = s->body->function;
	l->local = local;
	vec_push(&s->body->labels, l);
	if (local)
		vec_push(&s->body->local_labels, l);
	else
		table_put(&s->body->named_labels, name, l);
	return l;
}

static struct label *find_label(struct sema *s, const char *name)
{
	struct body *b = s->body;
	for (size_t i = b->local_labels.count; i; i--)
		if (b->local_labels.at[i - 1]->name == name)
			return b->local_labels.at[i - 1];
	return table_get(&b->named_labels, name, NULL);
}

struct label *statement_label(struct sema *s, const char *name, struct location location)
{
	struct label *l = find_label(s, name);
	if (!l)
		l = new_label(s, name, location, false);
	l->used = true;
	return l;
}

void statement_label_declaration(struct sema *s, node_id n)
{
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c))
		new_label(s, syntax_name(s->syntax, c), sema_location(s, c), true);
}

void statement_labeled(struct sema *s, node_id n, struct statement_vec *out)
{
	node_id name = syntax_field(s->syntax, n, FIELD_LABEL);
	struct label *l = find_label(s, syntax_name(s->syntax, name));
	if (!l)
		l = new_label(s, syntax_name(s->syntax, name), sema_location(s, name), false);
	struct ast_statement *statement = statement_new(s, AST_LABEL, name);
	if (l->statement) {
		sema_error(s, sema_location(s, name), "duplicate label '%s'", l->name);
		sema_note(s, l->location, "it was defined here before");
	}
	statement->label = l;
	l->statement = statement;
	l->modified = s->body->modified;
	l->location = sema_location(s, name);
	vec_push(out, statement);
}

/* ---- switch ---- */

struct switch_state {
	struct switch_state *outer;
	struct ast_statement *statement;
	const struct type *type; /* of the condition */
	const struct modified *modified;
	struct case_vec VEC_BODY(struct switch_case) cases;
};

/* VALUE of type TYPE as one of the condition's. */
static integer_value convert_case(struct sema *s, integer_value value, const struct type *type)
{
	__int128 number = constant_signed(s->types, type, value);
	return constant_truncate(s->types, s->body->in_switch->type, (integer_value)number);
}

static bool case_value(struct sema *s, node_id n, integer_value *value)
{
	const struct type *type;
	if (!expression_integer(s, n, value, &type, "case label"))
		return false;
	*value = convert_case(s, *value, type);
	return true;
}

void statement_case(struct sema *s, node_id n, struct statement_vec *out)
{
	struct switch_state *state = s->body->in_switch;
	node_id first = syntax_field(s->syntax, n, FIELD_VALUE), last = syntax_field(s->syntax, n, FIELD_END);
	if (!state) {
		sema_error(s, sema_location(s, n), "a case label outside of a switch");
		return;
	}
	struct ast_statement *statement = statement_new(s, AST_CASE, first);
	struct switch_case c = { .statement = statement };
	statement->location = sema_location(s, n);
	statement->target = state->statement;
	variable_check_case(s, state->modified, statement->location);
	vec_push(out, statement);
	if (type_is_error(state->type) || !case_value(s, first, &c.low))
		return;
	c.high = c.low;
	if (last && !case_value(s, last, &c.high))
		return;
	if (constant_signed(s->types, state->type, c.low) > constant_signed(s->types, state->type, c.high))
		sema_warning(s, statement->location, "an empty range of case values");
	else
		vec_push(&state->cases, c);
}

void statement_default(struct sema *s, node_id n, struct statement_vec *out)
{
	struct switch_state *state = s->body->in_switch;
	if (!state) {
		sema_error(s, sema_location(s, n), "a default label outside of a switch");
		return;
	}
	struct ast_statement *statement = statement_new(s, AST_CASE, n);
	statement->range.end = statement->range.begin + 1;
	statement->target = state->statement;
	statement->is_default = true;
	variable_check_case(s, state->modified, statement->location);
	vec_push(out, statement);
	if (state->statement->default_case) {
		sema_error(s, statement->location, "two default labels in one switch");
		sema_note(s, state->statement->default_case->location, "the other one is here");
	}
	state->statement->default_case = statement;
}

struct sorted_case {
	__int128 low, high;
	const struct switch_case *of;
};

static int by_low(const void *a, const void *b)
{
	const struct sorted_case *x = a, *y = b;
	return x->low < y->low ? -1 : x->low > y->low;
}

static void check_cases(struct sema *s, const struct switch_state *state)
{
	size_t count = state->cases.count;
	struct sorted_case *sorted = memory_alloc((count + 1) * sizeof *sorted);
	for (size_t i = 0; i < count; i++) {
		const struct switch_case *c = &state->cases.at[i];
		sorted[i].low = constant_signed(s->types, state->type, c->low);
		sorted[i].high = constant_signed(s->types, state->type, c->high);
		sorted[i].of = c;
	}
	qsort(sorted, count, sizeof *sorted, by_low);
	for (size_t i = 1; i < count; i++) {
		if (sorted[i].low > sorted[i - 1].high)
			continue;
		const struct switch_case *x = sorted[i - 1].of, *y = sorted[i].of;
		sema_error(s, (x > y ? x : y)->statement->location, "duplicate case value");
		sema_note(s, (x > y ? y : x)->statement->location, "the value was used here before");
	}
	memory_free(sorted);
}

struct ast_statement *statement_switch(struct sema *s, node_id n)
{
	struct body *b = s->body;
	struct ast_statement *statement = statement_new(s, AST_SWITCH, n), *break_target = b->break_target;
	struct switch_state state = { .outer = b->in_switch, .statement = statement, .modified = b->modified };
	struct expression *e = expression_value(s, syntax_field(s->syntax, n, FIELD_CONDITION));
	if (!type_is_error(e->type) && !type_is_integer(e->type)) {
		sema_error(s, e->location, "a switch on the type '%s', which is not an integer type",
			   sema_type(s, e->type));
		e = expression_error(s, n);
	}
	statement->expression = conversion_promote(s, e);
	state.type = statement->expression->type;
	b->in_switch = &state;
	b->break_target = statement;
	struct ast_statement *parent = b->parent;
	b->parent = statement;
	statement->body = statement_inner(s, syntax_field(s->syntax, n, FIELD_BODY));
	b->parent = parent;
	b->break_target = break_target;
	b->in_switch = state.outer;
	check_cases(s, &state);
	statement->case_count = (uint32_t)state.cases.count;
	statement->cases = sema_array(s, state.cases.at, state.cases.count, sizeof *state.cases.at);
	vec_free(&state.cases);
	return statement;
}

/* ---- jumps ---- */

struct ast_statement *statement_return(struct sema *s, node_id n)
{
	node_id value = syntax_field(s->syntax, n, FIELD_VALUE);
	const struct declaration *d = s->body->function->declaration;
	const struct type *result = type_base(declaration_type(d));
	struct ast_statement *statement = statement_new(s, AST_RETURN, n);
	struct expression *e = value ? expression_value(s, value) : NULL;
	if (!e) {
		if (!type_is_void(result) && types_target(s->types)->standard != STANDARD_C89)
			sema_warning(s, statement->location, "return without a value in '%s', which returns '%s'",
				     declaration_name(d), sema_type(s, result));
	} else if (type_is_void(result)) {
		if (!type_is_void(e->type) && !type_is_error(e->type))
			sema_warning(s, statement->location, "return with a value in '%s', which returns void",
				     declaration_name(d));
		e = conversion_to(s, e, s->void_type);
	} else {
		e = conversion_assign(s, e, result, e->location, "return");
	}
	statement->expression = e;
	return statement;
}

struct ast_statement *statement_jump(struct sema *s, node_id n, enum ast_statement_kind kind,
				     struct ast_statement *target)
{
	struct ast_statement *statement = statement_new(s, kind, n);
	statement->target = target;
	if (target)
		return statement;
	sema_error(s, statement->location,
		   kind == AST_BREAK ? "break outside of a loop or switch" : "continue outside of a loop");
	return NULL;
}

struct ast_statement *statement_goto(struct sema *s, node_id n)
{
	node_id name = syntax_field(s->syntax, n, FIELD_LABEL);
	struct ast_statement *statement = statement_new(s, AST_GOTO, n);
	const char *text = syntax_name(s->syntax, name);
	if (!find_label(s, text))
		statement->label = nested_label(s, text);
	if (!statement->label)
		statement->label = statement_label(s, text, sema_location(s, name));
	variable_jump(s, statement->label, statement->location);
	return statement;
}

struct ast_statement *statement_computed_goto(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_COMPUTED_GOTO, n);
	struct expression *e = expression_value(s, syntax_field(s->syntax, n, FIELD_VALUE));
	statement->expression = conversion_assign(s, e, s->void_pointer, statement->location, "goto");
	s->body->function->has_computed_goto = true;
	return statement;
}
