/* Looking through the AST of a function: which expressions it has. */
#include "scan.h"

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "library.h"

static bool scan_statement(const struct ast_statement *s, const struct scan *scan);

static bool scan_initializer(const struct initializer *initializer, const struct scan *scan)
{
	for (uint32_t i = 0; initializer && i < initializer->count; i++)
		if (scan_expression(initializer->items[i].value, scan))
			return true;
	return false;
}

/* What is inside E, its first operand apart, which is where expressions are deep: a + b + c. */
static bool scan_inside(const struct expression *e, const struct scan *scan)
{
	if (e->kind == EXPRESSION_COMPOUND_LITERAL && scan_initializer(e->declaration->initializer, scan))
		return true;
	if (e->kind == EXPRESSION_STATEMENT && scan_statement(e->body, scan))
		return true;
	for (uint32_t i = 1; i < expression_operand_count(e); i++)
		if (scan_expression(expression_operand(e, i), scan))
			return true;
	return false;
}

/* True as soon as scan->visit says so for e or an expression inside. */
bool scan_expression(const struct expression *e, const struct scan *scan)
{
	for (; e; e = expression_operand_count(e) ? expression_operand(e, 0) : NULL)
		if (scan->visit(scan->context, e) || scan_inside(e, scan))
			return true;
	return false;
}

static bool scan_asm(const struct asm_statement *a, const struct scan *scan)
{
	if (scan->assembly && scan->assembly(scan->context, a))
		return true;
	for (uint32_t i = 0; i < a->output_count; i++)
		if (scan_expression(a->outputs[i].value, scan))
			return true;
	for (uint32_t i = 0; i < a->input_count; i++)
		if (scan_expression(a->inputs[i].value, scan))
			return true;
	return false;
}

static bool scan_statement(const struct ast_statement *s, const struct scan *scan)
{
	for (; s; s = s->alternative) {
		if (scan->statement)
			scan->statement(scan->context, s);
		if (s->kind == AST_COMPOUND || s->kind == AST_FOR)
			for (uint32_t i = 0; i < s->statement_count; i++)
				if (scan_statement(s->statements[i], scan))
					return true;
		if (s->kind == AST_DECLARATION && s->declaration->kind == DECLARATION_VARIABLE &&
		    (scan_initializer(s->declaration->initializer, scan) ||
		     scan_expression(s->declaration->size, scan)))
			return true;
		if (s->kind == AST_ASM && scan_asm(s->assembly, scan))
			return true;
		if (scan_expression(s->expression, scan) || scan_expression(s->update, scan))
			return true;
		bool skips = scan->skips && scan->skips(scan->context, s);
		if (!skips && scan_statement(s->body, scan))
			return true;
	}
	return false;
}

bool scan_function(const struct function *f, const struct scan *scan)
{
	return scan_statement(f->body, scan);
}

/* ---- is it ever assigned to? ---- */

static bool assigns_to(void *context, const struct expression *e)
{
	if (e->kind != EXPRESSION_ASSIGN && e->kind != EXPRESSION_UPDATE)
		return false;
	const struct expression *left = e->left;
	while (left->kind == EXPRESSION_MEMBER)
		left = left->operand;
	return left->kind == EXPRESSION_OBJECT && left->declaration == context;
}

bool scan_is_assigned(const struct function *f, const struct declaration *d)
{
	struct scan scan = { .visit = assigns_to, .context = (void *)(uintptr_t)d };
	return d->address_taken || scan_function(f, &scan);
}

static bool is_value_of(const struct expression *e, const struct declaration *d)
{
	const struct expression *lvalue = expression_loaded(e);
	return lvalue && expression_named(lvalue) == d;
}

/* !d, d == 0 */
static bool is_null_test(const struct expression *e, const struct declaration *d)
{
	if (e->kind == EXPRESSION_NOT)
		return is_value_of(e->operand, d);
	return e->kind == EXPRESSION_BINARY && e->operation == BINARY_EQUAL && is_value_of(e->left, d) &&
	       e->right->kind == EXPRESSION_CONVERSION && e->right->conversion == CONVERSION_NULL;
}

/* A single expression statement: nobody jumps into it. */
static bool guards_assignment(void *context, const struct ast_statement *s)
{
	const struct ast_statement *body = s->body;
	if (s->kind != AST_IF || !is_null_test(s->expression, context))
		return false;
	if (body->kind == AST_COMPOUND && body->statement_count == 1)
		body = body->statements[0];
	return body->kind == AST_EXPRESSION;
}

bool scan_is_replaced(const struct function *f, const struct declaration *d)
{
	struct scan scan = { .visit = assigns_to, .skips = guards_assignment, .context = (void *)(uintptr_t)d };
	return d->address_taken || scan_function(f, &scan);
}
