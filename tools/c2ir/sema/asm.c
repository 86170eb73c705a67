/* Inline assembly: what it reads and writes, as far as its constraints say. */
#include "ast_query.h"
#include "sema_body.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "syntax.h"
#include "type_error.h"

#include <string.h>

static struct asm_operand operand(struct sema *s, node_id n, bool output)
{
	node_id name = syntax_field(s->syntax, n, FIELD_NAME);
	struct asm_operand o = { .name = name ? syntax_name(s->syntax, name) : NULL };
	/* Where only memory will do the operand is the lvalue itself. */
	o.constraint = literal_text(s, syntax_field(s->syntax, n, FIELD_CONSTRAINT));
	struct expression *e = expression_parse(s, syntax_field(s->syntax, n, FIELD_VALUE));
	if (output && !expression_is_lvalue(e) && !type_is_error(expression_type(e)))
		sema_error(s, expression_location(e), "an output of asm that is no lvalue");
	o.value = output || (asm_only_memory(o.constraint) && expression_is_lvalue(e)) ? e : conversion_value(s, e);
	return o;
}

static struct asm_operand *operands(struct sema *s, node_id n, enum node_field field, uint32_t *count)
{
	VEC(struct asm_operand) list = { 0 };
	for (node_id c = syntax_field(s->syntax, n, field); c; c = syntax_next_field(s->syntax, c))
		vec_push(&list, operand(s, c, field == FIELD_OUTPUT));
	struct asm_operand *kept = sema_array(s, list.at, list.count, sizeof *list.at);
	*count = (uint32_t)list.count;
	vec_free(&list);
	return kept;
}

static void add_clobbers(struct sema *s, node_id n, struct asm_statement *a)
{
	VEC(const char *) list = { 0 };
	for (node_id c = syntax_field(s->syntax, n, FIELD_CLOBBER); c; c = syntax_next_field(s->syntax, c)) {
		const char *text = literal_text(s, c);
		a->clobbers_memory |= !strcmp(text, "memory");
		vec_push(&list, text);
	}
	a->clobber_count = (uint32_t)list.count;
	a->clobbers = sema_array(s, list.at, list.count, sizeof *list.at);
	vec_free(&list);
}

static void add_labels(struct sema *s, node_id n, struct asm_statement *a)
{
	struct label_vec list = { 0 };
	for (node_id c = syntax_field(s->syntax, n, FIELD_LABEL); c && s->body; c = syntax_next_field(s->syntax, c)) {
		vec_push(&list, statement_label(s, syntax_name(s->syntax, c), sema_location(s, c)));
		variable_jump(s, vec_last(&list), sema_location(s, c));
	}
	a->label_count = (uint32_t)list.count;
	a->labels = sema_array(s, list.at, list.count, sizeof *list.at);
	vec_free(&list);
}

struct asm_statement *asm_parse(struct sema *s, node_id n)
{
	struct asm_statement *a = arena_alloc(s->arena, sizeof *a);
	a->location = sema_location(s, n);
	a->template = literal_text(s, syntax_field(s->syntax, n, FIELD_BODY));
	a->outputs = operands(s, n, FIELD_OUTPUT, &a->output_count);
	a->inputs = operands(s, n, FIELD_INPUT, &a->input_count);
	add_clobbers(s, n, a);
	add_labels(s, n, a);
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c))
		if (syntax_kind(s->syntax, c) == NODE_TYPE_QUALIFIER)
			a->is_volatile = true;
	a->is_basic = !a->output_count && !a->input_count && !a->clobber_count && !a->label_count;
	a->is_volatile |= !a->output_count;
	return a;
}
