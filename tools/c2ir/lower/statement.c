/* Statements (C11 6.8) to blocks. */
#include <string.h>

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_label.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "control.h"
#include "emit.h"
#include "function.h"
#include "initializer.h"
#include "jump.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lower_scope.h"
#include "lowering.h"
#include "lvalue.h"
#include "nested.h"
#include "object.h"
#include "rvalue.h"
#include "storage.h"
#include "type_qualifier.h"
#include "type_text.h"

struct block *lower_label_block(struct lowering *l, const void *key, const char *stem)
{
	struct block *known = table_get(&l->control->labels, key, NULL);
	if (known)
		return known;
	struct block *block = emit_block(l, stem);
	table_put(&l->control->labels, key, block);
	return block;
}

static void lower_compound(struct lowering *l, const struct ast_statement *s)
{
	lower_enter_scope(l, s);
	for (uint32_t i = 0; i < s->statement_count; i++)
		lower_statement(l, s->statements[i]);
	emit_location(l, s->end);
	lower_leave_scopes(l, l->control->scopes.count - 1);
	(void)vec_pop(&l->control->scopes);
}

/* ---- declarations ---- */

/* `struct node *next = list->next`: the declarator's text, but for its beginning, which the type says better. */
static void declaration_text(struct lowering *l, struct block *block, uint32_t before, const struct declaration *d)
{
	const char *equals = strchr(lower_text(l, d->range), '=');
	if (!equals || !d->name)
		return;
	char *text = type_text(type_unqualified(d->type), d->name);
	const char *whole = arena_format(l->arena, "%s %s", text, equals);
	memory_free(text);
	emit_text_string(l, block, before, intern_string(l->program->strings, whole));
}

static void lower_declaration(struct lowering *l, const struct ast_statement *s)
{
	struct declaration *d = s->declaration;
	if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC)
		return;
	struct storage *storage = storage_of(l, d);
	struct block *block = l->block;
	uint32_t before = block->statement_count;
	term size = d->size ? lower_value(l, d->size).term : 0;
	check_declare(l, d, lower_length);
	if (storage->kind == STORAGE_MEMORY && (d->size || !lower_begins_with_scope(l)))
		lower_begin_object(l, storage, size);
	if (d->initializer)
		lower_initializer(l, storage, d->initializer);
	else if (storage->kind == STORAGE_VARIABLES)
		lower_uninitialised(l, storage, d);
	check_initialised(l, storage);
	if (d->initializer)
		declaration_text(l, block, before, d);
	storage->declared = true;
}

/* ---- selection and iteration ---- */

static void lower_if(struct lowering *l, const struct ast_statement *s)
{
	struct block *join = emit_block(l, "endif");
	for (;;) {
		struct block *yes = emit_block(l, "then"), *no = s->alternative ? emit_block(l, "else") : join;
		lower_branch(l, s->expression, yes, no);
		emit_start(l, yes);
		if (s->body)
			lower_statement(l, s->body);
		emit_goto(l, join);
		if (!s->alternative)
			break;
		emit_start(l, no);
		if (s->alternative->kind != AST_IF) {
			lower_statement(l, s->alternative);
			emit_goto(l, join);
			break;
		}
		s = s->alternative;
		emit_location(l, s->location);
	}
	emit_start(l, join);
}

static void push_target(struct lowering *l, const struct ast_statement *s, struct block *leave, struct block *next)
{
	vec_push(&l->control->targets, (struct jump_target){ (struct ast_statement *)s, leave, next });
}

static void lower_while(struct lowering *l, const struct ast_statement *s)
{
	struct block *head = emit_block(l, "while"), *body = emit_block(l, "body"), *end = emit_block(l, "endwhile");
	emit_goto(l, head);
	emit_start(l, head);
	lower_branch(l, s->expression, body, end);
	emit_start(l, body);
	push_target(l, s, end, head);
	if (s->body)
		lower_statement(l, s->body);
	(void)vec_pop(&l->control->targets);
	emit_location(l, s->location);
	emit_goto(l, head);
	emit_start(l, end);
}

static void lower_do(struct lowering *l, const struct ast_statement *s)
{
	struct block *body = emit_block(l, "do"), *test = emit_block(l, "test"), *end = emit_block(l, "enddo");
	emit_goto(l, body);
	emit_start(l, body);
	push_target(l, s, end, test);
	if (s->body)
		lower_statement(l, s->body);
	(void)vec_pop(&l->control->targets);
	emit_goto(l, test);
	emit_start(l, test);
	emit_location(l, expression_location(s->expression));
	lower_branch(l, s->expression, body, end);
	emit_start(l, end);
}

static void lower_for(struct lowering *l, const struct ast_statement *s)
{
	lower_enter_scope(l, s);
	for (uint32_t i = 0; i < s->statement_count; i++)
		lower_statement(l, s->statements[i]);
	struct block *head = emit_block(l, "for"), *body = emit_block(l, "body"), *step = emit_block(l, "step"),
		     *end = emit_block(l, "endfor");
	emit_goto(l, head);
	emit_start(l, head);
	if (s->expression) {
		emit_location(l, expression_location(s->expression));
		lower_branch(l, s->expression, body, end);
	} else {
		emit_goto(l, body);
	}
	emit_start(l, body);
	push_target(l, s, end, step);
	if (s->body)
		lower_statement(l, s->body);
	(void)vec_pop(&l->control->targets);
	emit_goto(l, step);
	emit_start(l, step);
	if (s->update) {
		struct block *block = l->block;
		emit_location(l, expression_location(s->update));
		lower_effect(l, s->update);
		emit_text(l, block, 0, expression_range(s->update));
	}
	emit_location(l, s->location);
	emit_goto(l, head);
	emit_start(l, end);
	lower_leave_scopes(l, l->control->scopes.count - 1);
	(void)vec_pop(&l->control->scopes);
}

/* ---- jumps ---- */

static void lower_jump_to(struct lowering *l, const struct ast_statement *s)
{
	for (size_t i = l->control->targets.count; i-- > 0;) {
		struct jump_target *target = &l->control->targets.at[i];
		if (target->statement != s->target)
			continue;
		/* The scope of a for belongs to the statement: `break` and `continue` end in it. */
		size_t kept = lower_common_scopes(l, s->target->kind == AST_FOR ? s->target : s->target->scope);
		lower_leave_scopes(l, kept);
		emit_goto(l, s->kind == AST_BREAK ? target->leave : target->next);
		return;
	}
}

static void lower_goto(struct lowering *l, const struct ast_statement *s)
{
	if (s->label->function != l->routine->declaration->function) {
		nested_goto(l, s->label);
		return;
	}
	const struct ast_statement *scope = s->label->statement->scope;
	size_t kept = lower_common_scopes(l, scope);
	lower_leave_scopes(l, kept);
	lower_leave_declarations(l, s->label, kept);
	lower_jump_into_scopes(l, scope, kept);
	emit_goto(l, lower_label_block(l, s->label, s->label->name));
}

static void lower_label(struct lowering *l, const struct ast_statement *s)
{
	const void *key = s->kind == AST_LABEL ? (const void *)s->label : s;
	struct block *block = lower_label_block(l, key, s->kind == AST_LABEL ? s->label->name : "case");
	bool dead = l->block == l->dead && table_has(&l->control->skipped, block);
	emit_goto(l, block);
	if (s->kind == AST_LABEL && s->label->from_nested)
		jump_label_landing(l, s->label, block);
	emit_start(l, block);
	if (dead)
		l->dead = block;
	if (s->body)
		lower_statement(l, s->body);
}

static struct rvalue label_value(struct lowering *l, const struct label *label)
{
	/* Labels have no bytes: the number of the label beside no object serves as well as any address. */
	return rvalue_scalar(pointer_constant(l, 0, label->index + 1), 0);
}

struct rvalue lower_label_address(struct lowering *l, const struct label *label)
{
	return label_value(l, label);
}

static void check_is_label(struct lowering *l, const struct expression *e)
{
	if (checks(l, CHECK_JUMP))
		check_emit(l, CHECK_JUMP, term_false(l->bank), "goto * to no label of the function%s",
			   check_text(l, e));
	else
		lower_ledger(l, l->location, "goto * is assumed to go to a label of the function");
	emit_assume(l, term_false(l->bank));
}

/* Cleanups are not run on such a jump (nor does gcc). */
static void lower_computed_goto(struct lowering *l, const struct ast_statement *s)
{
	term target = emit_hold(l, lower_value(l, s->expression).term);
	const struct function *f = l->routine->declaration->function;
	for (uint32_t i = 0; i < f->label_count; i++) {
		struct label *label = f->labels[i];
		if (!label->address_taken)
			continue;
		struct block *edge = emit_block(l, "to"), *next = emit_block(l, "goto");
		emit_branch(l, term_eq(l->bank, target, label_value(l, label).term), edge, next, s->range);
		emit_start(l, edge);
		lower_jump_to_label(l, label);
		emit_start(l, next);
	}
	check_is_label(l, s->expression);
}

static void lower_return(struct lowering *l, const struct ast_statement *s)
{
	struct block *block = l->block;
	uint32_t before = block->statement_count;
	struct rvalue value = rvalue_void();
	if (s->expression)
		value = lower_value(l, s->expression);
	if (value.kind != RVALUE_VOID && l->control->result) {
		struct lvalue lvalue = lvalue_of_storage(l, l->control->result);
		if (l->control->result->kind == STORAGE_MEMORY) {
			lvalue.pointer = l->procedure->variables[0]->term;
			lvalue.node = l->routine->nodes[0];
		}
		lvalue_store_unchecked(l, &lvalue, value); /* the caller has an object for it */
	}
	emit_text(l, block, before, s->range);
	lower_leave_scopes(l, 0);
	check_noreturn(l, l->routine->declaration, false);
	lower_leave_function(l, value.kind != RVALUE_VOID);
	block_return(l->block);
	l->block->terminator.attributes = attribute_string(l->program, l->at, ATTRIBUTE_TEXT, lower_text(l, s->range));
	l->block = emit_block(l, "dead");
}

static void lower_expression_statement(struct lowering *l, const struct ast_statement *s)
{
	if (!s->expression)
		return;
	struct block *block = l->block;
	uint32_t before = block->statement_count;
	lower_effect(l, s->expression);
	emit_text(l, block, before, expression_range(s->expression));
}

void lower_statement(struct lowering *l, const struct ast_statement *s)
{
	emit_location(l, s->location);
	switch (s->kind) {
	case AST_COMPOUND:
		lower_compound(l, s);
		break;
	case AST_EXPRESSION:
		lower_expression_statement(l, s);
		break;
	case AST_DECLARATION:
		lower_declaration(l, s);
		break;
	case AST_IF:
		lower_if(l, s);
		break;
	case AST_SWITCH:
		lower_switch(l, s);
		break;
	case AST_WHILE:
		lower_while(l, s);
		break;
	case AST_DO:
		lower_do(l, s);
		break;
	case AST_FOR:
		lower_for(l, s);
		break;
	case AST_RETURN:
		lower_return(l, s);
		break;
	case AST_BREAK:
	case AST_CONTINUE:
		lower_jump_to(l, s);
		break;
	case AST_GOTO:
		lower_goto(l, s);
		break;
	case AST_COMPUTED_GOTO:
		lower_computed_goto(l, s);
		break;
	case AST_LABEL:
	case AST_CASE:
		lower_label(l, s);
		break;
	case AST_ASM:
		lower_asm(l, s->assembly, s->location);
		break;
	}
}
