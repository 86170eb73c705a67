/* Inline assembly: its outputs become unknown; it may go to any of its labels. */
#include "lower.h"

static void lower_output(struct lowering *l, const struct asm_operand *operand)
{
	struct place_of place = lower_place(l, operand->value);
	struct rvalue value = lower_unknown(l, type_unqualified(operand->value->type), "asm");
	place_store(l, &place, value, operand->value, false);
}

void lower_asm(struct lowering *l, const struct asm_statement *a, struct place place)
{
	if (a->output_count || a->label_count || a->template[0])
		lower_ledger(l, place,
			     "inline assembly: its outputs are any value, memory that it clobbers stays as it is");
	for (uint32_t i = 0; i < a->input_count; i++)
		if (!a->inputs[i].value->is_lvalue)
			lower_effect(l, a->inputs[i].value);
	for (uint32_t i = 0; i < a->output_count; i++)
		lower_output(l, &a->outputs[i]);
	for (uint32_t i = 0; i < a->label_count; i++) {
		struct variable *choice = emit_temporary(l, sort_bool(l->bank));
		emit_havoc(l, choice);
		struct block *next = emit_block(l, "asm");
		emit_branch(l, choice->term, lower_label_block(l, a->labels[i], a->labels[i]->name), next,
			    (struct source_range){ 0, 0 });
		emit_start(l, next);
	}
}
