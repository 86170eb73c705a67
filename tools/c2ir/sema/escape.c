/*
 * Which objects' addresses are taken, and what a function or initialiser mentions: a walk over the finished AST.
 *
 * An array that is subscripted or dereferenced on the spot (a[i], *a, a[i].m, also a member array s.a[i]) does not give
 * away its address; one that decays in any other way does. Sound because every other use of an address is an ADDRESS or
 * a CONVERSION_ARRAY node that is not the direct base of a DEREFERENCE. The walk has a stack of its own: ASTs are deep.
 */
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "record.h"
#include "sema_body.h"
#include "sema_entity.h"
#include "sema_internal.h"
#include "type.h"
#include "type_object.h"
#include "type_record.h"

struct work {
	const struct expression *expression; /* one of the two */
	const struct ast_statement *statement;
	bool immediate; /* the pointer is dereferenced on the spot */
};

struct walk {
	struct sema *s;
	const struct function *function; /* NULL: an initialiser at file scope */
	VEC(struct work) stack;
	struct declaration_vec references;
	TABLE(const struct declaration *, bool) seen;
};

static void push(struct walk *w, const struct expression *e, bool immediate)
{
	struct work item = { .expression = e, .immediate = immediate };
	if (e)
		vec_push(&w->stack, item);
}

static void push_statement(struct walk *w, const struct ast_statement *statement)
{
	struct work item = { .statement = statement };
	if (statement)
		vec_push(&w->stack, item);
}

static bool is_pointer_sum(const struct expression *e)
{
	return e->kind == EXPRESSION_BINARY &&
	       (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT);
}

/* The array lvalue whose decay E is the base of, through sums; NULL: none. */
static const struct expression *decayed_base(const struct expression *e)
{
	while (is_pointer_sum(e))
		e = e->left;
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY ? e->operand : NULL;
}

/* The address of lvalue E is known elsewhere: so is that of the object that it is part of. */
static void expose(const struct expression *e)
{
	while (e) {
		if (e->kind == EXPRESSION_MEMBER) {
			e = e->operand;
		} else if (e->kind == EXPRESSION_DEREFERENCE) {
			e = decayed_base(e->operand);
		} else {
			if (e->kind == EXPRESSION_OBJECT || e->kind == EXPRESSION_COMPOUND_LITERAL)
				e->declaration->address_taken = true;
			return;
		}
	}
}

static void refer(struct walk *w, struct declaration *d)
{
	if (d->kind == DECLARATION_VARIABLE && d->duration == DURATION_AUTOMATIC) {
		if (w->function && d->owner && d->owner != w->function)
			nested_capture(w->s, d);
		return;
	}
	if (table_has(&w->seen, d))
		return;
	table_put(&w->seen, d, true);
	vec_push(&w->references, d);
}

/* What is copied has this type. */
static void refer_to_size(struct walk *w, const struct type *type)
{
	if (type_is_record(type) && type->record->size_object)
		refer(w, type->record->size_object);
}

/* An object of this type is declared: its parts are measured. */
static void refer_to_sizes(struct walk *w, const struct type *type)
{
	for (; type->kind == TYPE_ARRAY; type = type->base)
		if (type->length_object)
			refer(w, type->length_object);
	refer_to_size(w, type);
	for (uint32_t i = 0; type_is_variable(type) && i < type->record->member_count; i++)
		refer_to_sizes(w, type->record->members[i].type);
}

/* A pointer to a function is made. */
static void point_to(struct walk *w, struct declaration *d)
{
	refer(w, d);
	if (!d->closure)
		return;
	d->closure->address_taken = true;
	refer(w, d->closure);
}

static void push_initializer(struct walk *w, const struct initializer *init)
{
	for (uint32_t i = 0; init && i < init->count; i++)
		push(w, init->items[i].value, false);
}

/* The operands of E; a function that is called by its name is only mentioned. */
static void push_operands(struct walk *w, const struct expression *e, bool immediate)
{
	bool base = e->kind == EXPRESSION_DEREFERENCE || (immediate && is_pointer_sum(e));
	bool named = expression_called(e);
	for (uint32_t i = named; i < expression_operand_count(e); i++)
		push(w, expression_operand(e, i), base && i == 0);
}

static void visit_expression(struct walk *w, const struct expression *e, bool immediate)
{
	switch (e->kind) {
	case EXPRESSION_OBJECT:
		refer(w, e->declaration);
		break;
	case EXPRESSION_FUNCTION:
		point_to(w, e->declaration);
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		refer(w, e->declaration);
		push_initializer(w, e->declaration->initializer);
		break;
	case EXPRESSION_ADDRESS:
		expose(e->operand);
		break;
	case EXPRESSION_CONVERSION:
		refer_to_size(w, e->type);
		if (e->conversion == CONVERSION_ARRAY && !immediate)
			expose(e->operand);
		break;
	case EXPRESSION_VA_ARG:
	case EXPRESSION_COMMA:
	case EXPRESSION_ASSIGN:
		refer_to_size(w, e->type);
		break;
	case EXPRESSION_CALL:
		if (expression_called(e))
			refer(w, expression_called(e));
		break;
	case EXPRESSION_STATEMENT:
		push_statement(w, e->body);
		break;
	default:
		break;
	}
	push_operands(w, e, immediate);
}

static void visit_asm(struct walk *w, const struct asm_statement *a)
{
	for (uint32_t i = 0; i < a->output_count; i++) {
		expose(a->outputs[i].value);
		push(w, a->outputs[i].value, false);
	}
	for (uint32_t i = 0; i < a->input_count; i++) {
		if (a->inputs[i].value->is_lvalue)
			expose(a->inputs[i].value);
		push(w, a->inputs[i].value, false);
	}
}

static void visit_declaration(struct walk *w, struct declaration *d)
{
	push_initializer(w, d->initializer);
	push(w, d->size, false);
	if (d->size)
		refer_to_sizes(w, d->type);
	if (!d->cleanup)
		return;
	d->address_taken = true;
	refer(w, d->cleanup);
}

static void visit_statement(struct walk *w, const struct ast_statement *statement)
{
	push(w, statement->expression, false);
	push(w, statement->update, false);
	push_statement(w, statement->body);
	push_statement(w, statement->alternative);
	switch (statement->kind) {
	case AST_COMPOUND:
	case AST_FOR:
		for (uint32_t i = 0; i < statement->statement_count; i++)
			push_statement(w, statement->statements[i]);
		return;
	case AST_DECLARATION:
		visit_declaration(w, statement->declaration);
		return;
	case AST_ASM:
		visit_asm(w, statement->assembly);
		return;
	case AST_EXPRESSION:
	case AST_IF:
	case AST_SWITCH:
	case AST_WHILE:
	case AST_DO:
	case AST_RETURN:
	case AST_BREAK:
	case AST_CONTINUE:
	case AST_GOTO:
	case AST_COMPUTED_GOTO:
	case AST_LABEL:
	case AST_CASE:
		return;
	}
}

static void run(struct walk *w)
{
	while (w->stack.count) {
		struct work item = vec_pop(&w->stack);
		if (item.expression)
			visit_expression(w, item.expression, item.immediate);
		else
			visit_statement(w, item.statement);
	}
}

static struct declaration **finish(struct sema *s, struct walk *w, uint32_t *count)
{
	struct declaration **references =
		sema_array(s, w->references.at, w->references.count, sizeof *w->references.at);
	*count = (uint32_t)w->references.count;
	vec_free(&w->references);
	vec_free(&w->stack);
	table_free(&w->seen);
	return references;
}

void escape_analyse(struct sema *s, struct function *f)
{
	struct walk w = { .s = s, .function = f };
	push_statement(&w, f->body);
	run(&w);
	f->references = finish(s, &w, &f->reference_count);
}

void escape_initializer(struct sema *s, struct declaration *d)
{
	struct walk w = { .s = s };
	push_initializer(&w, d->initializer);
	run(&w);
	d->references = finish(s, &w, &d->reference_count);
}
