/* Statements (C11 6.8): scopes, blocks, if and loops, bodies of functions. */
#include "ast_expression.h"
#include "ast_function.h"
#include "sema_body.h"
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "syntax.h"
#include "target.h"
#include "type_derived.h"

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
struct ast_statement *statement_inner(struct sema *s, node_id n)
{
	if (syntax_kind(s->syntax, n) != NODE_COMPOUND_STATEMENT)
		return parse_block(s, n, parse_single);
	enter_block(s);
	struct ast_statement *statement = parse_single(s, n);
	leave_block(s);
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
		statement->body = statement_inner(s, syntax_field(s->syntax, n, FIELD_CONSEQUENCE));
		*link = statement;
		link = &statement->alternative;
		n = syntax_field(s->syntax, n, FIELD_ALTERNATIVE);
	}
	if (n && !s->stopped)
		*link = statement_inner(s, n);
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
	loop->body = statement_inner(s, syntax_field(s->syntax, n, FIELD_BODY));
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
		return parse_block(s, n, statement_switch);
	case NODE_WHILE_STATEMENT:
		return parse_block(s, n, parse_while);
	case NODE_DO_STATEMENT:
		return parse_block(s, n, parse_do);
	case NODE_FOR_STATEMENT:
		return parse_for(s, n);
	case NODE_RETURN_STATEMENT:
		return statement_return(s, n);
	case NODE_BREAK_STATEMENT:
		return statement_jump(s, n, AST_BREAK, s->body->break_target);
	case NODE_CONTINUE_STATEMENT:
		return statement_jump(s, n, AST_CONTINUE, s->body->continue_target);
	case NODE_GOTO_STATEMENT:
		return statement_goto(s, n);
	case NODE_COMPUTED_GOTO:
		return statement_computed_goto(s, n);
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
		statement_label_declaration(s, n);
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
			statement_labeled(s, n, out);
		else if (kind == NODE_CASE_STATEMENT)
			statement_case(s, n, out);
		else if (kind == NODE_DEFAULT_STATEMENT)
			statement_default(s, n, out);
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
