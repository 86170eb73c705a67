/* switch (C11 6.8.4.2): a chain of branches to the blocks of its cases; the body may be anything. */
#include "ast_query.h"
#include "ast_statement.h"
#include "c_term.h"
#include "control.h"
#include "emit.h"
#include "lower.h"
#include "lower_scope.h"
#include "lowering.h"
#include "rvalue.h"
#include "type_integer.h"
#include "type_text.h"

static term case_constant(struct lowering *l, integer_value value, uint32_t width)
{
	uint64_t words[2] = { (uint64_t)value, (uint64_t)(value >> 64) };
	return width <= 64 ? term_bv(l->bank, width, words[0]) : term_bv_words(l->bank, width, words);
}

static term case_condition(struct lowering *l, const struct switch_case *c, term value, bool is_signed)
{
	uint32_t width = term_width(l->bank, value);
	term low = case_constant(l, c->low, width);
	if (c->low == c->high)
		return term_eq(l->bank, value, low);
	term high = case_constant(l, c->high, width);
	enum op le = is_signed ? OP_BVSLE : OP_BVULE;
	return term_and(l->bank, term_binary(l->bank, le, low, value), term_binary(l->bank, le, value, high));
}

/* The value in a variable of its own, which is what a trace shows of the switch. */
static term switch_value(struct lowering *l, const struct expression *e)
{
	term value = lower_value(l, e).term;
	const char *text = lower_text(l, expression_range(e));
	if (term_is_constant(l->bank, value) || !*text)
		return emit_hold(l, value);
	struct variable *t = emit_temporary(l, term_sort(l->bank, value));
	char *type = type_text(expression_type(e), NULL);
	struct attribute_value shows[2] = { { .string = text }, { .string = type } };
	t->attributes = emit_variable_attributes(l, expression_type(e), NULL);
	emit_assign(l, t, value);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_SHOWS, shows, 2);
	text = arena_format(l->arena, "switch (%s)", text);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_TEXT, text);
	memory_free(type);
	return t->term;
}

/* The block that a case is reached by: its own, or one in which objects begin that the jump goes past. */
static struct block *case_entry(struct lowering *l, const struct ast_statement *s, const struct ast_statement *target,
				const char *stem)
{
	struct block *block = lower_label_block(l, target, stem), *now = l->block;
	if (!lower_jump_enters(target->scope, s->scope))
		return block;
	struct block *edge = emit_block(l, "to");
	emit_start(l, edge);
	lower_jump_into_scopes(l, target->scope, lower_common_scopes(l, target->scope));
	emit_goto(l, block);
	emit_start(l, now);
	return edge;
}

void lower_switch(struct lowering *l, const struct ast_statement *s)
{
	term value = switch_value(l, s->expression);
	bool is_signed = type_is_signed(l->types, expression_type(s->expression));
	struct source_range none = { 0, 0 };
	struct block *end = emit_block(l, "endswitch");
	bool found = false;
	for (uint32_t i = 0; i < s->case_count; i++) {
		struct block *next = emit_block(l, "switch");
		struct block *entry = case_entry(l, s, s->cases[i].statement, "case");
		term chosen = case_condition(l, &s->cases[i], value, is_signed);
		if (found || term_is_false(l->bank, chosen))
			table_put(&l->control->skipped, lower_label_block(l, s->cases[i].statement, "case"), true);
		found |= term_is_true(l->bank, chosen);
		emit_branch(l, chosen, entry, next, none);
		emit_start(l, next);
	}
	if (found && s->default_case)
		table_put(&l->control->skipped, lower_label_block(l, s->default_case, "default"), true);
	emit_goto(l, s->default_case ? case_entry(l, s, s->default_case, "default") : end);
	vec_push(&l->control->targets, (struct jump_target){ (struct ast_statement *)s, end, NULL });
	if (s->body)
		lower_statement(l, s->body);
	(void)vec_pop(&l->control->targets);
	emit_goto(l, end);
	emit_start(l, end);
}
