/* Inline assembly (gcc 6.47). Templates whose instructions are known do what these do (room assembly). Of others the outputs become
 * unknown; with the clobber "memory" also the objects that the operands point into or are part of; and they may go to any of their
 * labels. That is an approximation. An empty template does nothing: it only keeps compilers from knowing that. */
#include <string.h>

#include "access.h"
#include "address.h"
#include "approximate.h"
#include "asm_machine.h"
#include "asm_template.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "c_pointer.h"
#include "c_shape.h"
#include "c_term.h"
#include "control.h"
#include "declaration_query.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_models.h"
#include "lower.h"
#include "lower_scope.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "target.h"
#include "types.h"

static bool is_empty(const char *template)
{
	for (; *template; template ++)
		if (*template != ' ' && *template != '\t' && *template != '\n' && *template != ';')
			return false;
	return true;
}

/* "+r"(x) of an empty template leaves x as it is; "=r"(y) with the input "0"(x) gives y the value of x, and without it any. */
static bool keeps_output(const struct asm_statement *a, const struct asm_operand *operand)
{
	return operand->constraint[0] == '+' && is_empty(a->template);
}

static const struct asm_operand *tied_input(const struct asm_statement *a, uint32_t output)
{
	for (uint32_t i = 0; i < a->input_count && is_empty(a->template); i++) {
		const char *c = a->inputs[i].constraint;
		if (c[0] == (char)('0' + output) && !c[1] && !expression_has_effects(a->inputs[i].value))
			return &a->inputs[i];
	}
	return NULL;
}

static void lower_output(struct lowering *l, const struct asm_statement *a, uint32_t i)
{
	const struct asm_operand *operand = &a->outputs[i], *tied = tied_input(a, i);
	struct lvalue lvalue = lower_lvalue(l, operand->value);
	const struct type *type = type_unqualified(expression_type(operand->value));
	if (keeps_output(a, operand))
		return;
	struct rvalue value;
	bool parts = tied && (type_has_parts(type) || type_has_parts(expression_type(tied->value)));
	if (parts ? type_compatible_unqualified(type, expression_type(tied->value))
		  : tied && type_is_scalar(type) && term_bits(l, expression_type(tied->value)) == term_bits(l, type) &&
			    type_is_pointer(expression_type(tied->value)) == type_is_pointer(type))
		value = lower_value(l, tied->value);
	else if (is_empty(a->template))
		value = lower_unknown(l, type, "asm");
	else
		value = lower_approximate_value(l, type, "inline assembly");
	lvalue_store(l, &lvalue, value, operand->value, false);
}

/* All of the object becomes unknown. */
static void forget_object(struct lowering *l, term pointer, node from)
{
	term object = pointer_object(l, pointer);
	node start = node_new(regions_of(l));
	node_anywhere(regions_of(l), start, from);
	access_forget_approximately(l, pointer_make(l, object, word(l, 0)), start,
				    term_select(bank_of(l), lower_size_map(l)->term, object), "inline assembly");
}

static void forget_operand(struct lowering *l, const struct asm_operand *operand)
{
	const struct expression *e = operand->value;
	if (expression_is_lvalue(e) && !type_is_function(expression_type(e))) {
		struct lvalue lvalue = lower_lvalue(l, e);
		if (lvalue.in_memory)
			forget_object(l, lvalue.pointer, lvalue.node);
	} else if (type_is_pointer(expression_type(e)) && !type_is_function(type_base(expression_type(e)))) {
		struct rvalue pointer = lower_value(l, e);
		emit_hold_value(l, &pointer);
		forget_object(l, pointer.term, pointer.node);
	}
}

/* It may keep, and put into its outputs, the pointers that it gets. */
static void give_input(struct lowering *l, const struct asm_operand *operand)
{
	const struct expression *e = operand->value;
	if (!expression_is_lvalue(e)) {
		if (strchr("in", operand->constraint[0]) || !type_is_scalar(expression_type(e)))
			lower_effect(l, e);
		else
			node_given(regions_of(l), lower_value(l, e).node);
		return;
	}
	const struct declaration *named = expression_named(e);
	bool is_register = named && named->is_register && !named->owner;
	if (is_register || expression_has_effects(e) || type_is_function(expression_type(e)))
		return;
	struct lvalue lvalue = lower_lvalue(l, e);
	if (lvalue.in_memory)
		node_given(regions_of(l), lvalue.node);
	for (uint32_t i = 0; !lvalue.in_memory && i < lvalue.storage->shape->count; i++)
		node_given(regions_of(l), lvalue.storage->nodes[i]);
}

static void forget_memory(struct lowering *l, const struct asm_statement *a)
{
	for (uint32_t i = 0; i < a->input_count; i++)
		forget_operand(l, &a->inputs[i]);
	for (uint32_t i = 0; i < a->output_count; i++)
		forget_operand(l, &a->outputs[i]);
}

static void note(struct lowering *l, const struct asm_statement *a, struct location location)
{
	const char *memory = "";
	if (a->clobbers_memory)
		memory = a->input_count || a->output_count
				 ? ", and so do the objects that its operands point into; other memory "
				   "is unchanged"
				 : "; memory is unchanged";
	lower_ledger(l, location, "inline assembly that is not known: its outputs have any value%s", memory);
}

/* It may go there, as a choice that is open, or an approximation. */
static void jump_perhaps(struct lowering *l, struct label *label, bool open)
{
	struct variable *choice = emit_temporary(l, sort_bool(bank_of(l)));
	if (open)
		emit_input(l, choice, "asm goto", types_of(l)->bool_type);
	else
		emit_havoc_approximate(l, choice, "inline assembly");
	struct block *edge = emit_block(l, "to"), *next = emit_block(l, "asm");
	emit_branch(l, choice->term, edge, next, (struct source_range){ 0, 0 });
	emit_start(l, edge);
	lower_jump_to_label(l, label);
	emit_start(l, next);
}

static void lower_unknown_asm(struct lowering *l, const struct asm_statement *a, struct location location)
{
	bool empty = is_empty(a->template);
	if (a->label_count || !empty) {
		note(l, a, location);
		lower_mark(l, "inline assembly");
	}
	for (uint32_t i = 0; i < a->input_count; i++)
		if (!empty)
			give_input(l, &a->inputs[i]);
		else if (!expression_is_lvalue(a->inputs[i].value))
			lower_effect(l, a->inputs[i].value);
	if (a->clobbers_memory && !empty)
		forget_memory(l, a);
	for (uint32_t i = 0; i < a->output_count; i++)
		lower_output(l, a, i);
	for (uint32_t i = 0; i < a->label_count; i++)
		jump_perhaps(l, a->labels[i], false);
}

/* ---- known templates ---- */

static void evaluate_inputs(struct lowering *l, const struct asm_statement *a)
{
	for (uint32_t i = 0; i < a->input_count; i++)
		if (!expression_is_lvalue(a->inputs[i].value))
			lower_effect(l, a->inputs[i].value);
}

/* The object of the processor's own that the one instruction reads; NULL: another form. */
static const struct expression *segment_source(const struct asm_statement *a, const struct asm_text *text,
					       const struct asm_cell *cells)
{
	bool simple = a->output_count == 1 && a->input_count == 1 && text->count == 1 && asm_is_in_segment(text, 1) &&
		      cells[0].plain && !cells[0].memory && !cells[0].reads;
	if (!simple)
		return NULL;
	const struct expression *e = a->inputs[0].value;
	while (e->kind == EXPRESSION_CONVERSION)
		e = e->operand;
	if (cells[1].memory)
		return e;
	return e->kind == EXPRESSION_ADDRESS ? e->operand : NULL;
}

/* Assembly that is not volatile and does not read memory gives the same value each time: a global that nobody assigns to. */
static term machine_value(struct lowering *l, const struct declaration *d, const struct type *type)
{
	struct control *c = control_of(l);
	struct variable *v = table_get(&c->machine_values, d, NULL);
	if (!v) {
		const char *name = arena_format(arena_of(l), "$gs.%s", declaration_name(d));
		v = program_add_global(program_of(l), program_fresh_name(program_of(l), name), sort_of(l, type));
		table_put(&c->machine_values, d, v);
	}
	return v->term;
}

static struct rvalue segment_value(struct lowering *l, const struct expression *source, const struct type *type,
				   bool same)
{
	const struct declaration *d = same ? expression_named(source) : NULL;
	if (!d || type_is_bool(type))
		return lower_unknown_from(l, type, "asm", ORIGIN_ASSEMBLY);
	term value = machine_value(l, d, type);
	if (!type_is_pointer(type))
		return rvalue_scalar(value, number_node(l, type, value));
	struct rvalue pointer = rvalue_scalar(value, lower_unknown_object(l, type));
	lower_unknown_pointer(l, pointer, type, "asm", ORIGIN_ASSEMBLY);
	return pointer;
}

/* What it reads is a SOURCE; a pointer may come as its number. */
static struct rvalue read_segment(struct lowering *l, const struct asm_statement *a, const struct asm_cell *cells,
				  const struct expression *source)
{
	const struct type *type = type_unqualified(source->type);
	bool same = !a->is_volatile && !a->clobbers_memory && !cells[1].memory;
	if (!type_is_scalar(type))
		type = cells[0].type;
	bool as_number = type_is_pointer(type) && type_is_integer(cells[0].type) && cells[0].bits == word_width(l);
	if (!as_number)
		return segment_value(l, source, cells[0].type, same);
	struct rvalue value = segment_value(l, source, type, same);
	term address = pointer_address(l, value.term);
	access_expose(l, value.term, value.node);
	node_exposed(regions_of(l), value.node);
	return rvalue_scalar(address, value.node);
}

static struct rvalue open_value(struct lowering *l, const struct asm_cell *c)
{
	if (!c->condition || !type_is_integer(c->type))
		return lower_unknown_from(l, c->type, "asm", ORIGIN_ASSEMBLY);
	term set = nonzero(l, lower_unknown(l, types_of(l)->bool_type, "asm").term);
	return rvalue_scalar(from_bool(l, set, term_bits(l, c->type)), 0);
}

/* What the machine says is any value, and so is what the processor's own memory holds. */
static void lower_open(struct lowering *l, const struct asm_statement *a, const struct asm_text *text,
		       const struct asm_cell *cells, struct location location)
{
	if (asm_uses_segment(text))
		lower_ledger(l, location,
			     "assembly that addresses memory by %%gs or %%fs reads any value there, and what it writes "
			     "there is read by such assembly only");
	const struct expression *source = segment_source(a, text, cells);
	evaluate_inputs(l, a);
	for (uint32_t i = 0; i < a->output_count; i++) {
		if (cells[i].memory && asm_is_in_segment(text, i))
			continue;
		struct lvalue lvalue = lower_lvalue(l, a->outputs[i].value);
		struct rvalue value = source ? read_segment(l, a, cells, source) : open_value(l, &cells[i]);
		lvalue_store(l, &lvalue, value, a->outputs[i].value, false);
	}
}

static void lower_data(struct lowering *l, const struct asm_statement *a, const struct asm_text *text,
		       struct asm_cell *cells)
{
	for (uint32_t i = 0; i < a->output_count + a->input_count; i++) {
		struct asm_cell *c = &cells[i];
		if (c->output || c->memory) {
			c->lvalue = lower_lvalue(l, c->operand->value);
			if (c->lvalue.in_memory)
				c->lvalue.pointer = emit_hold(l, c->lvalue.pointer);
		}
		if (c->memory || !c->reads)
			continue;
		c->value =
			c->output ? lvalue_load(l, &c->lvalue, c->operand->value) : lower_value(l, c->operand->value);
		emit_hold_value(l, &c->value);
	}
	asm_run(l, a, text, cells);
}

/* ---- get_user() and put_user() of Linux ---- */

/* A call of __get_user_N or __put_user_N, also __get_user_nocheck_N (arch/x86/lib/getuser.S, putuser.S): 0 or -EFAULT comes out
 * first, then what was read if something is; the memory of processes is no object. */
static bool is_user_access(const struct asm_statement *a)
{
	static const char *const names[] = { "call __get_user_", "call __put_user_" };
	if (a->output_count < 1 || a->label_count || !type_is_integer(expression_type(a->outputs[0].value)))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *size = a->template + strlen(names[i]);
		if (strncmp(a->template, names[i], strlen(names[i])) != 0)
			continue;
		size += strncmp(size, "nocheck_", 8) ? 0 : 8;
		return size[0] == '%' && size[1] == 'P' && !strpbrk(size, "\n; ");
	}
	return false;
}

static void lower_user_access(struct lowering *l, const struct asm_statement *a)
{
	struct bank *bank = bank_of(l);
	for (uint32_t i = 0; i < a->input_count; i++)
		give_input(l, &a->inputs[i]);
	term fails = nonzero(l, lower_unknown(l, types_of(l)->bool_type, "asm").term);
	for (uint32_t i = 0; i < a->output_count; i++) {
		const struct expression *e = a->outputs[i].value;
		const struct type *type = type_unqualified(expression_type(e));
		if (a->outputs[i].constraint[0] == '+') /* the stack pointer, which is as before */
			continue;
		struct lvalue lvalue = lower_lvalue(l, e);
		struct rvalue value = lower_unknown_from(l, type, "asm", ORIGIN_ASSEMBLY);
		if (type_is_integer(type)) {
			uint32_t bits = term_bits(l, type);
			term failed = term_bv(bank, bits, i ? 0 : (uint64_t)-14);
			value = rvalue_scalar(term_ite(bank, fails, failed, i ? value.term : term_bv(bank, bits, 0)),
					      value.node);
		}
		lvalue_store(l, &lvalue, value, e, false);
	}
}

static bool lower_known_asm(struct lowering *l, const struct asm_statement *a, struct location location)
{
	const struct asm_text *text = types_target(l->types)->other_assembly ? NULL : asm_template_read(arena_of(l), a);
	if (!text)
		return false;
	struct asm_cell *cells = asm_cells(l, a);
	enum asm_class class = asm_classify(l, a, text, cells);
	if (class == ASM_CLASS_UNKNOWN)
		return false;
	if (text->alternative)
		lower_ledger(l, location,
			     "what the Linux kernel may put in place of assembly (.altinstructions) does the same");
	switch (class) {
	case ASM_CLASS_UNKNOWN:
	case ASM_CLASS_NOTHING:
		evaluate_inputs(l, a);
		break;
	case ASM_CLASS_OPEN:
		lower_open(l, a, text, cells, location);
		break;
	case ASM_CLASS_TRAP:
		evaluate_inputs(l, a);
		l->models->stop(l, term_bv(bank_of(l), 32, 132)); /* SIGILL, as a shell shows it */
		break;
	case ASM_CLASS_BRANCH:
		evaluate_inputs(l, a);
		for (uint32_t i = 0; i < a->label_count; i++)
			jump_perhaps(l, a->labels[i], true);
		break;
	case ASM_CLASS_JUMP:
		evaluate_inputs(l, a);
		lower_jump_to_label(l, a->labels[text->instructions[0].arguments[0].operand]);
		emit_start(l, emit_block(l, "asm"));
		break;
	case ASM_CLASS_DATA:
		lower_data(l, a, text, cells);
		break;
	}
	return true;
}

void lower_asm(struct lowering *l, const struct asm_statement *a, struct location location)
{
	if (l->block == l->dead) /* the case of another size, say */
		return;
	if (!is_empty(a->template) || a->output_count)
		access_untold(l);
	if (lower_has_threads(l) && !is_empty(a->template))
		lower_ledger_here(l, "threads: assembly does its work in one turn");
	emit_thread_mark(l, THREAD_BEGIN);
	if (l->options->kernel && !types_target(l->types)->other_assembly && is_user_access(a))
		lower_user_access(l, a);
	else if (is_empty(a->template) || !lower_known_asm(l, a, location))
		lower_unknown_asm(l, a, location);
	emit_thread_mark(l, THREAD_END);
}
