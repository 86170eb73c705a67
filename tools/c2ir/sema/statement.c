/* Statements (C11 6.8): scopes, targets of jumps, cases, labels. */
#include "ast_function.h"
#include "ast_label.h"
#include "declaration_query.h"
#include "sema_body.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "syntax.h"
#include "target.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_error.h"

#include <stdlib.h>
#include <string.h>

struct switch_state {
	struct switch_state *outer;
	struct ast_statement *statement;
	const struct type *type; /* of the condition */
	const struct modified *modified;
	struct case_vec VEC_BODY(struct switch_case) cases;
};

static struct ast_statement *parse_single(struct sema *s, node_id n);
static void parse_into(struct sema *s, node_id n, struct statement_vec *out);

struct ast_statement *statement_new(struct sema *s, enum ast_statement_kind kind, node_id n)
{
	struct ast_statement *statement = arena_alloc(s->arena, sizeof *statement);
	statement->kind = kind;
	statement->location = sema_location(s, n);
	statement->range = sema_range(s, n);
	statement->parent = s->body ? s->body->parent : NULL;
	statement->scope = s->body ? s->body->scope : NULL;
	return statement;
}

void statement_add_effect(struct sema *s, struct statement_vec *out, struct expression *e, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_EXPRESSION, n);
	statement->expression = e;
	vec_push(out, statement);
}

static void set_statements(struct sema *s, struct ast_statement *statement, struct statement_vec *list)
{
	statement->statement_count = (uint32_t)list->count;
	statement->statements = sema_array(s, list->at, list->count, sizeof *list->at);
	vec_free(list);
}

/* ---- scopes ---- */

struct opened {
	struct ast_statement *scope, *parent;
	size_t declarations, local_labels;
	const struct modified *modified;
};

/* STATEMENT becomes the innermost scope. */
static struct opened open_scope(struct sema *s, struct ast_statement *statement)
{
	struct body *b = s->body;
	struct opened before = { b->scope, b->parent, b->scope_declarations.count, b->local_labels.count, b->modified };
	b->scope = b->parent = statement;
	return before;
}

static void close_scope(struct sema *s, struct ast_statement *statement, struct opened before)
{
	struct body *b = s->body;
	size_t count = b->scope_declarations.count - before.declarations;
	statement->declaration_count = (uint32_t)count;
	statement->declarations =
		sema_array(s, b->scope_declarations.at ? b->scope_declarations.at + before.declarations : NULL, count,
			   sizeof *b->scope_declarations.at);
	b->scope_declarations.count = before.declarations;
	b->local_labels.count = before.local_labels;
	b->modified = before.modified;
	b->scope = before.scope;
	b->parent = before.parent;
}

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

static void parse_label_declaration(struct sema *s, node_id n)
{
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c))
		new_label(s, syntax_name(s->syntax, c), sema_location(s, c), true);
}

static void parse_labeled(struct sema *s, node_id n, struct statement_vec *out)
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

static void parse_case(struct sema *s, node_id n, struct statement_vec *out)
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

static void parse_default(struct sema *s, node_id n, struct statement_vec *out)
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

/* Since C99 selection and iteration statements and the statements in them are blocks (6.8.4p3, 6.8.5p5), which counts for
 * tags, enumeration constants, and compound literals (6.5.2.5p5). */
static void enter_block(struct sema *s)
{
	if (types_target(s->types)->standard != STANDARD_C89)
		scope_enter(&s->scopes);
}

static void leave_block(struct sema *s)
{
	if (types_target(s->types)->standard != STANDARD_C89)
		scope_leave(&s->scopes);
}

/* STATEMENT, parsed in SCOPE, with that scope around it if there are objects in it. Else it is never entered, and only stands
 * between those that are. */
static struct ast_statement *within(struct sema *s, struct ast_statement *scope, struct ast_statement *statement,
				    node_id n)
{
	if (!statement || !scope->declaration_count) {
		if (statement)
			statement->parent = scope->parent;
		return statement;
	}
	struct statement_vec list = { 0 };
	vec_push(&list, statement);
	scope->end = syntax_end_location(s->syntax, n);
	set_statements(s, scope, &list);
	return scope;
}

static struct ast_statement *parse_block(struct sema *s, node_id n,
					 struct ast_statement *(*parse)(struct sema *, node_id))
{
	if (types_target(s->types)->standard == STANDARD_C89)
		return parse(s, n);
	struct ast_statement *scope = statement_new(s, AST_COMPOUND, n);
	enter_block(s);
	struct opened before = open_scope(s, scope);
	struct ast_statement *statement = parse(s, n);
	close_scope(s, scope, before);
	leave_block(s);
	return within(s, scope, statement, n);
}

/* A statement inside another. A compound one is a scope by itself. */
static struct ast_statement *parse_inner(struct sema *s, node_id n)
{
	if (syntax_kind(s->syntax, n) != NODE_COMPOUND_STATEMENT)
		return parse_block(s, n, parse_single);
	enter_block(s);
	struct ast_statement *statement = parse_single(s, n);
	leave_block(s);
	return statement;
}

static struct ast_statement *parse_switch(struct sema *s, node_id n)
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
	statement->body = parse_inner(s, syntax_field(s->syntax, n, FIELD_BODY));
	b->parent = parent;
	b->break_target = break_target;
	b->in_switch = state.outer;
	check_cases(s, &state);
	statement->case_count = (uint32_t)state.cases.count;
	statement->cases = sema_array(s, state.cases.at, state.cases.count, sizeof *state.cases.at);
	vec_free(&state.cases);
	return statement;
}

/* ---- if and loops ---- */

/* else if ... else if ...: without recursion. */
static struct ast_statement *parse_if(struct sema *s, node_id n)
{
	struct ast_statement *first = NULL, **link = &first, *parent = s->body->parent;
	size_t depth = 0;
	for (; n && syntax_kind(s->syntax, n) == NODE_IF_STATEMENT && !s->stopped; depth++) {
		struct ast_statement *statement = statement_new(s, AST_IF, n);
		enter_block(s);
		statement->expression = expression_condition(s, syntax_field(s->syntax, n, FIELD_CONDITION), "if");
		s->body->parent = statement;
		statement->body = parse_inner(s, syntax_field(s->syntax, n, FIELD_CONSEQUENCE));
		*link = statement;
		link = &statement->alternative;
		n = syntax_field(s->syntax, n, FIELD_ALTERNATIVE);
	}
	if (n && !s->stopped)
		*link = parse_inner(s, n);
	for (; depth; depth--)
		leave_block(s);
	s->body->parent = parent;
	return first;
}

static void parse_loop_body(struct sema *s, node_id n, struct ast_statement *loop)
{
	struct body *b = s->body;
	struct ast_statement *break_target = b->break_target, *continue_target = b->continue_target,
			     *parent = b->parent;
	b->break_target = b->continue_target = b->parent = loop;
	loop->body = parse_inner(s, syntax_field(s->syntax, n, FIELD_BODY));
	b->break_target = break_target;
	b->continue_target = continue_target;
	b->parent = parent;
}

static struct ast_statement *parse_while(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_WHILE, n);
	statement->expression = expression_condition(s, syntax_field(s->syntax, n, FIELD_CONDITION), "while");
	parse_loop_body(s, n, statement);
	return statement;
}

static struct ast_statement *parse_do(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_DO, n);
	parse_loop_body(s, n, statement);
	statement->expression = expression_condition(s, syntax_field(s->syntax, n, FIELD_CONDITION), "do");
	return statement;
}

static struct ast_statement *parse_for(struct sema *s, node_id n)
{
	node_id init = syntax_field(s->syntax, n, FIELD_INITIALIZER);
	node_id condition = syntax_field(s->syntax, n, FIELD_CONDITION),
		update = syntax_field(s->syntax, n, FIELD_UPDATE);
	struct ast_statement *statement = statement_new(s, AST_FOR, n);
	struct statement_vec list = { 0 };
	scope_enter(&s->scopes);
	struct opened before = open_scope(s, statement);
	if (init && syntax_kind(s->syntax, init) == NODE_DECLARATION) {
		if (types_target(s->types)->standard == STANDARD_C89)
			sema_error(s, sema_location(s, init), "a declaration in a 'for' needs C99 or later (-std=)");
		declaration_local(s, init, &list);
	} else if (init) {
		statement_add_effect(s, &list, expression_effect(s, init), init);
	}
	if (condition)
		statement->expression = expression_condition(s, condition, "for");
	if (update)
		statement->update = expression_effect(s, update);
	parse_loop_body(s, n, statement);
	set_statements(s, statement, &list);
	close_scope(s, statement, before);
	scope_leave(&s->scopes);
	return statement;
}

/* ---- jumps ---- */

static struct ast_statement *parse_return(struct sema *s, node_id n)
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

static struct ast_statement *parse_jump(struct sema *s, node_id n, enum ast_statement_kind kind,
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

static struct ast_statement *parse_goto(struct sema *s, node_id n)
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

static struct ast_statement *parse_computed_goto(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_COMPUTED_GOTO, n);
	struct expression *e = expression_value(s, syntax_field(s->syntax, n, FIELD_VALUE));
	statement->expression = conversion_assign(s, e, s->void_pointer, statement->location, "goto");
	s->body->function->has_computed_goto = true;
	return statement;
}

static struct ast_statement *parse_asm(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_ASM, n);
	statement->assembly = asm_parse(s, n);
	return statement;
}

/* ---- all statements ---- */

/* What stands in a block: a declaration may give several statements, a label is followed by its own. */
static void parse_items(struct sema *s, node_id n, struct statement_vec *out)
{
	for (node_id c = syntax_first_child(s->syntax, n); c && !s->stopped; c = syntax_next(s->syntax, c))
		parse_into(s, c, out);
}

static struct ast_statement *parse_compound(struct sema *s, node_id n)
{
	struct ast_statement *statement = statement_new(s, AST_COMPOUND, n);
	struct statement_vec list = { 0 };
	scope_enter(&s->scopes);
	struct opened before = open_scope(s, statement);
	statement->end = syntax_end_location(s->syntax, n);
	parse_items(s, n, &list);
	set_statements(s, statement, &list);
	close_scope(s, statement, before);
	scope_leave(&s->scopes);
	return statement;
}

static void parse_expression_statement(struct sema *s, node_id n, struct statement_vec *out)
{
	node_id value = syntax_field(s->syntax, n, FIELD_VALUE);
	if (!value)
		return;
	if (syntax_kind(s->syntax, value) == NODE_ASM)
		vec_push(out, parse_asm(s, value));
	else
		statement_add_effect(s, out, expression_effect(s, value), n);
}

/* Statements that are one node. */
static struct ast_statement *parse_one(struct sema *s, node_id n)
{
	switch (syntax_kind(s->syntax, n)) {
	case NODE_COMPOUND_STATEMENT:
		return parse_compound(s, n);
	case NODE_IF_STATEMENT:
		return parse_block(s, n, parse_if);
	case NODE_SWITCH_STATEMENT:
		return parse_block(s, n, parse_switch);
	case NODE_WHILE_STATEMENT:
		return parse_block(s, n, parse_while);
	case NODE_DO_STATEMENT:
		return parse_block(s, n, parse_do);
	case NODE_FOR_STATEMENT:
		return parse_for(s, n);
	case NODE_RETURN_STATEMENT:
		return parse_return(s, n);
	case NODE_BREAK_STATEMENT:
		return parse_jump(s, n, AST_BREAK, s->body->break_target);
	case NODE_CONTINUE_STATEMENT:
		return parse_jump(s, n, AST_CONTINUE, s->body->continue_target);
	case NODE_GOTO_STATEMENT:
		return parse_goto(s, n);
	case NODE_COMPUTED_GOTO:
		return parse_computed_goto(s, n);
	case NODE_ASM:
		return parse_asm(s, n);
	default:
		break; /* no other node is a statement */
	}
	sema_error(s, sema_location(s, n), "no statement here (%s)", node_kind_name(syntax_kind(s->syntax, n)));
	return NULL;
}

static void parse_into_guarded(struct sema *s, node_id n, struct statement_vec *out)
{
	struct ast_statement *one;
	size_t mark = s->pending.count;
	switch (syntax_kind(s->syntax, n)) {
	case NODE_DECLARATION:
		declaration_local(s, n, out);
		return;
	case NODE_STATIC_ASSERT:
		declaration_static_assert(s, n);
		return;
	case NODE_LABEL_DECLARATION:
		parse_label_declaration(s, n);
		return;
	case NODE_FUNCTION_DEFINITION:
		function_definition(s, n);
		variable_statements(s, mark, n, out);
		return;
	case NODE_EXPRESSION_STATEMENT:
		parse_expression_statement(s, n, out);
		return;
	default:
		break; /* one statement */
	}
	one = parse_one(s, n);
	if (one)
		vec_push(out, one);
}

static void parse_into(struct sema *s, node_id n, struct statement_vec *out)
{
	for (; n && !s->stopped; n = syntax_field(s->syntax, n, FIELD_BODY)) {
		enum node_kind kind = syntax_kind(s->syntax, n);
		if (kind == NODE_LABELED_STATEMENT)
			parse_labeled(s, n, out);
		else if (kind == NODE_CASE_STATEMENT)
			parse_case(s, n, out);
		else if (kind == NODE_DEFAULT_STATEMENT)
			parse_default(s, n, out);
		else
			break;
	}
	if (!n || !sema_enter(s, sema_location(s, n)))
		return;
	parse_into_guarded(s, n, out);
	sema_leave(s);
}

/* The body of an if or loop as one statement. */
static struct ast_statement *parse_single(struct sema *s, node_id n)
{
	struct statement_vec list = { 0 };
	parse_into(s, n, &list);
	if (list.count == 1) {
		struct ast_statement *one = list.at[0];
		vec_free(&list);
		return one;
	}
	struct ast_statement *statement = statement_new(s, AST_COMPOUND, n);
	for (size_t i = 0; i < list.count; i++)
		list.at[i]->parent = statement;
	statement->end = syntax_end_location(s->syntax, n);
	set_statements(s, statement, &list);
	return statement;
}

/* ---- bodies ---- */

void statement_body(struct sema *s, node_id n, const struct expression_vec *effects)
{
	struct ast_statement *statement = statement_new(s, AST_COMPOUND, n);
	struct statement_vec list = { 0 };
	struct opened before = open_scope(s, statement);
	before.declarations = 0; /* what the parameters needed is this scope's, too */
	statement->end = syntax_end_location(s->syntax, n);
	for (size_t i = 0; i < effects->count; i++)
		statement_add_effect(s, &list, effects->at[i], n);
	parse_items(s, n, &list);
	set_statements(s, statement, &list);
	variable_scope(s->body);
	close_scope(s, statement, before);
	s->body->function->body = statement;
}

struct expression *statement_expression(struct sema *s, node_id n)
{
	node_id block = syntax_field(s->syntax, n, FIELD_BODY);
	if (!s->body) {
		sema_error(s, sema_location(s, n), "a statement expression outside of a function");
		return expression_error(s, n);
	}
	if (s->in_prototype) {
		sema_unsupported(s, sema_location(s, n), "a statement expression in the type of a parameter");
		return expression_error(s, n);
	}
	struct ast_statement *body = parse_compound(s, block), *last = NULL;
	if (body->statement_count)
		last = body->statements[body->statement_count - 1];
	struct expression *e = expression_new(s, EXPRESSION_STATEMENT, s->void_type, n);
	e->body = body;
	if (last && last->kind == AST_EXPRESSION && !type_is_void(last->expression->type)) {
		e->result = conversion_value(s, last->expression);
		e->type = e->result->type;
		body->statement_count--;
	}
	return e;
}
