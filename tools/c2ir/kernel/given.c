/* A walk over the body of a function. What is initialised is reached through the object (tables.c). */
#include "given.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "known.h"
#include "paragraph.h"
#include "record.h"
#include "vec.h"

struct work {
	const struct expression *expression; /* one of the two */
	const struct ast_statement *statement;
};

struct walk {
	const struct choice *choice;
	VEC(struct work) stack; /* ASTs are deep */
	struct given given;
	bool reads_parent;
};

static void push(struct walk *w, const struct expression *e)
{
	if (e)
		vec_push(&w->stack, (struct work){ .expression = e });
}

static void push_statement(struct walk *w, const struct ast_statement *statement)
{
	if (statement)
		vec_push(&w->stack, (struct work){ .statement = statement });
}

static void push_initializer(struct walk *w, const struct initializer *init)
{
	for (uint32_t i = 0; init && i < init->count; i++)
		push(w, init->items[i].value);
}

/* What comes first in the text is visited last. */
static void note(struct walk *w, const struct declaration *object, const struct declaration *function)
{
	if (!table_has(&w->given, object) || table_get(&w->given, object, NULL))
		table_put(&w->given, object, function);
}

/* The object of static storage whose address, or that of a part of it, E is. */
static const struct declaration *addressed(const struct expression *e)
{
	while (e->kind == EXPRESSION_ADDRESS || e->kind == EXPRESSION_MEMBER ||
	       (e->kind == EXPRESSION_CONVERSION && e->conversion != CONVERSION_LOAD))
		e = e->operand;
	if (e->kind != EXPRESSION_OBJECT || e->declaration->duration == DURATION_AUTOMATIC)
		return NULL;
	return e->declaration;
}

bool given_is_unknown(const struct declaration *d, const struct choice *choice)
{
	return d->kind == DECLARATION_FUNCTION && !d->function && !d->alias && !known_function(d) &&
	       !choice_has_model(choice, d);
}

static void visit_call(struct walk *w, const struct expression *call)
{
	const struct declaration *called = expression_called(call);
	bool unknown = called && given_is_unknown(called, w->choice);
	for (uint32_t i = called != NULL; i < expression_operand_count(call); i++) {
		const struct expression *operand = expression_operand(call, i);
		const struct declaration *object = unknown ? addressed(operand) : NULL;
		if (object)
			note(w, object, called);
		else
			push(w, operand);
	}
}

static bool is_parent(const struct member *member)
{
	return member->name && member->record->tag && !strcmp(member->name, "parent") &&
	       !strcmp(member->record->tag, "device");
}

static void visit_expression(struct walk *w, const struct expression *e)
{
	if (e->kind == EXPRESSION_MEMBER && is_parent(e->member))
		w->reads_parent = true;
	if (e->kind == EXPRESSION_OBJECT)
		note(w, e->declaration, NULL);
	if (e->kind == EXPRESSION_COMPOUND_LITERAL)
		push_initializer(w, e->declaration->initializer);
	if (e->kind == EXPRESSION_STATEMENT)
		push_statement(w, e->body);
	if (e->kind == EXPRESSION_CALL)
		visit_call(w, e);
	else
		for (uint32_t i = 0; i < expression_operand_count(e); i++)
			push(w, expression_operand(e, i));
}

static void visit_asm(struct walk *w, const struct asm_statement *a)
{
	for (uint32_t i = 0; i < a->output_count; i++)
		push(w, a->outputs[i].value);
	for (uint32_t i = 0; i < a->input_count; i++)
		push(w, a->inputs[i].value);
}

static void visit_statement(struct walk *w, const struct ast_statement *statement)
{
	push(w, statement->expression);
	push(w, statement->update);
	if (statement->kind == AST_COMPOUND || statement->kind == AST_FOR)
		for (uint32_t i = 0; i < statement->statement_count; i++)
			push_statement(w, statement->statements[i]);
	if (statement->kind == AST_DECLARATION) {
		push_initializer(w, statement->declaration->initializer);
		push(w, statement->declaration->size);
	}
	if (statement->kind == AST_ASM)
		visit_asm(w, statement->assembly);
	push_statement(w, statement->body);
	push_statement(w, statement->alternative);
}

struct given given_find(const struct function *function, const struct choice *choice, bool *reads_parent)
{
	struct walk w = { .choice = choice };
	push_statement(&w, function->body);
	while (w.stack.count) {
		struct work item = vec_pop(&w.stack);
		if (item.expression)
			visit_expression(&w, item.expression);
		else
			visit_statement(&w, item.statement);
	}
	vec_free(&w.stack);
	*reads_parent |= w.reads_parent;
	return w.given;
}
