/* Which templates are known: all their instructions are, with operands of types and widths that fit, and each output gets a value. */
#include <string.h>

#include "arena.h"

#include "asm_machine.h"
#include "asm_table.h"
#include "asm_template.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "c_pointer.h"
#include "c_term.h"
#include "lowering.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "type_scalar.h"

/* ---- operands ---- */

static uint32_t operand_count(const struct asm_statement *a)
{
	return a->output_count + a->input_count;
}

/* The output whose register the input I is in: "0", or the one register that both name. */
static uint32_t same_register(const struct asm_statement *a, const struct asm_cell *cells, uint32_t i)
{
	const char *c = cells[i].operand->constraint;
	for (uint32_t k = 0; k < a->output_count; k++) {
		const char *name = cells[k].operand->name;
		size_t length = name ? strlen(name) : 0;
		bool tied = (c[0] == (char)('0' + k) && !c[1]) ||
			    (name && c[0] == '[' && !strncmp(c + 1, name, length) && c[length + 1] == ']');
		bool named = cells[i].letter && cells[i].letter == cells[k].letter;
		if (tied || (named && !cells[i].memory && !cells[k].memory && !cells[k].early))
			return k;
	}
	return i;
}

static void make_cell(struct lowering *l, struct asm_cell *c, const struct asm_operand *operand, bool output)
{
	const char *constraint = operand->constraint;
	const struct type *type = type_unqualified(expression_type(operand->value));
	*c = (struct asm_cell){ .operand = operand, .type = type, .output = output };
	c->condition = output && !strncmp(constraint, "=@cc", 4) ? constraint + 4 : NULL;
	c->memory = !c->condition && asm_only_memory(constraint) && expression_is_lvalue(operand->value);
	c->reads = !output || constraint[0] == '+';
	c->early = strchr(constraint, '&') != NULL;
	c->letter = c->condition || constraint[0] == '[' ? 0 : asm_fixed_register(constraint);
	c->pointer = type_is_pointer(type);
	c->immediate = !output && !c->pointer && !strpbrk(constraint, "rgqQRabcdSDXmoV0123456789");
	c->plain = (c->pointer || type_is_integer(type)) && !strpbrk(c->condition ? "" : constraint, "Axytfuv");
	c->bits = !c->plain ? 0 : c->pointer ? word_width(l) : term_bits(l, type);
}

struct asm_cell *asm_cells(struct lowering *l, const struct asm_statement *a)
{
	uint32_t count = operand_count(a);
	struct asm_cell *cells = arena_alloc(arena_of(l), sizeof *cells * (count + 1));
	for (uint32_t i = 0; i < count; i++) {
		bool output = i < a->output_count;
		make_cell(l, &cells[i], output ? &a->outputs[i] : &a->inputs[i - a->output_count], output);
		cells[i].same = output ? i : same_register(a, cells, i);
	}
	return cells;
}

/* ---- the machine's own ---- */

bool asm_is_in_segment(const struct asm_text *text, uint32_t i)
{
	for (uint32_t k = 0; k < text->count; k++)
		for (uint32_t n = 0; n < text->instructions[k].count; n++) {
			const struct asm_argument *argument = &text->instructions[k].arguments[n];
			if (argument->segment && argument->place == ASM_OPERAND && argument->operand == i)
				return true;
		}
	return false;
}

static bool instruction_uses(const struct asm_instruction *in, enum asm_place place, bool segment)
{
	for (uint32_t n = 0; n < in->count; n++)
		if (segment ? in->arguments[n].segment : in->arguments[n].place == place)
			return true;
	return false;
}

bool asm_uses_segment(const struct asm_text *text)
{
	for (uint32_t k = 0; k < text->count; k++)
		if (instruction_uses(&text->instructions[k], ASM_OPERAND, true))
			return true;
	return false;
}

/* lock; addl $0, -4(%rsp) is a barrier. */
static bool is_barrier(const struct asm_instruction *in, enum asm_operation operation)
{
	return (operation == ASM_ADD || operation == ASM_OR) && in->count == 2 &&
	       in->arguments[0].place == ASM_IMMEDIATE && in->arguments[0].constant == 0 &&
	       in->arguments[1].place == ASM_STACK;
}

static bool is_memory_argument(const struct asm_argument *argument, const struct asm_cell *cells)
{
	return argument->place == ASM_POINTED || argument->place == ASM_STACK ||
	       (argument->place == ASM_OPERAND && cells[argument->operand].memory);
}

/* What it does by itself, whatever the operands are. */
static enum asm_class class_of(const struct asm_text *text, const struct asm_instruction *in,
			       const struct asm_cell *cells)
{
	uint32_t bits;
	const struct asm_known *known = asm_instruction_known(in->name, &bits);
	if (!known || (known->arguments != ASM_ANY_ARGUMENTS && in->count != known->arguments))
		return ASM_CLASS_UNKNOWN;
	if (in->repeated && strcmp(known->name, "nop") != 0 && known->operation != ASM_BSF)
		return ASM_CLASS_UNKNOWN;
	if (known->operation == ASM_NOTHING || is_barrier(in, known->operation))
		return ASM_CLASS_NOTHING;
	if (known->operation == ASM_TRAP)
		return text->reachable ? ASM_CLASS_NOTHING : ASM_CLASS_TRAP;
	if (known->operation == ASM_JUMP)
		return in->arguments[0].place == ASM_LABEL ? ASM_CLASS_JUMP : ASM_CLASS_UNKNOWN;
	if (known->operation == ASM_OPEN)
		return in->count && known->arguments == 1 && is_memory_argument(&in->arguments[0], cells) &&
				       in->arguments[0].place != ASM_OPERAND
			       ? ASM_CLASS_UNKNOWN
			       : ASM_CLASS_OPEN;
	if (instruction_uses(in, ASM_OPERAND, true))
		return ASM_CLASS_OPEN;
	if (instruction_uses(in, ASM_CONTROL, false))
		return known->operation == ASM_MOV && in->arguments[0].place == ASM_CONTROL ? ASM_CLASS_OPEN
											    : ASM_CLASS_UNKNOWN;
	return ASM_CLASS_DATA;
}

bool asm_is_idle(const struct asm_text *text, const struct asm_instruction *in, const struct asm_cell *cells)
{
	return class_of(text, in, cells) == ASM_CLASS_NOTHING;
}

/* ---- data ---- */

uint32_t asm_width(const struct asm_instruction *in, const struct asm_cell *cells)
{
	uint32_t bits;
	asm_instruction_known(in->name, &bits);
	for (uint32_t i = in->count; !bits && i-- > 0;) {
		const struct asm_argument *a = &in->arguments[i];
		if (a->place == ASM_REGISTER || (a->place == ASM_OPERAND && a->bits))
			bits = a->bits;
		else if (a->place == ASM_OPERAND && !cells[a->operand].memory && !cells[a->operand].immediate)
			bits = cells[a->operand].bits;
	}
	return bits;
}

/* What is known of the operands after some instructions. */
struct progress {
	struct lowering *l;
	const struct asm_statement *statement;
	const struct asm_cell *cells;
	uint64_t defined, written; /* registers: by the operand that names them */
	unsigned flags;
	bool spoilt; /* an output was written that may be in the register of an input */
};

static uint64_t bit_of(const struct progress *p, const struct asm_argument *a)
{
	return UINT64_C(1) << p->cells[a->operand].same;
}

static bool fits_register(const struct progress *p, const struct asm_argument *a, uint32_t width, bool reads,
			  bool writes)
{
	const struct asm_cell *c = &p->cells[a->operand], *own = &p->cells[c->same];
	bool defined = (p->defined & bit_of(p, a)) != 0, is_input = !own->output;
	if (!c->plain || c->condition || (a->bits && a->bits != width) || (c->pointer && width != c->bits))
		return false;
	if (reads && c->immediate)
		return !writes;
	if (reads && (!defined || c->bits < width || (is_input && p->spoilt)))
		return false;
	if (writes && (!own->output || (!defined && own->bits > width && width < 32)))
		return false;
	return c->same == a->operand || (own->pointer == c->pointer && own->bits == c->bits);
}

/* "=m" is often read as well. */
static bool fits_memory(const struct progress *p, const struct asm_argument *a, uint32_t width, bool writes)
{
	const struct asm_cell *c = &p->cells[a->operand];
	return c->plain && c->bits == width && !p->spoilt && (!writes || c->output || c->memory);
}

static bool fits(const struct progress *p, const struct asm_argument *a, uint32_t width, bool reads, bool writes)
{
	switch (a->place) {
	case ASM_IMMEDIATE:
		return !writes;
	case ASM_OPERAND:
		return p->cells[a->operand].memory ? fits_memory(p, a, width, writes)
						   : fits_register(p, a, width, reads, writes);
	case ASM_POINTED:
		return p->cells[a->operand].pointer && !p->cells[a->operand].memory && (p->defined & bit_of(p, a)) &&
		       !p->spoilt;
	case ASM_REGISTER:
	case ASM_STACK:
	case ASM_LABEL:
	case ASM_CONTROL:
		break;
	}
	return false;
}

/* Pointers are moved as a whole, and nothing else is done to them. */
static bool pointers_fit(const struct progress *p, const struct asm_instruction *in, enum asm_operation operation,
			 uint32_t accumulator)
{
	bool moves = operation == ASM_MOV || operation == ASM_XCHG || operation == ASM_CMPXCHG, any = false, all = true;
	for (uint32_t i = 0; i < in->count; i++) {
		const struct asm_argument *a = &in->arguments[i];
		if (a->place != ASM_OPERAND)
			continue;
		const struct asm_cell *c = &p->cells[a->operand];
		any |= c->pointer;
		all &= c->pointer || c->memory;
	}
	if (operation == ASM_CMPXCHG) {
		any |= p->cells[accumulator].pointer;
		all &= p->cells[accumulator].pointer;
	}
	return !any || (moves && all && in->arguments[0].place != ASM_IMMEDIATE);
}

static bool same_argument(const struct progress *p, const struct asm_instruction *in)
{
	const struct asm_argument *a = &in->arguments[0], *b = &in->arguments[1];
	return a->place == ASM_OPERAND && b->place == ASM_OPERAND &&
	       p->cells[a->operand].same == p->cells[b->operand].same && !p->cells[a->operand].memory &&
	       !p->cells[b->operand].memory;
}

static void writes(struct progress *p, const struct asm_argument *a)
{
	if (a->place != ASM_OPERAND || p->cells[a->operand].memory)
		return;
	const struct asm_cell *own = &p->cells[p->cells[a->operand].same];
	p->defined |= bit_of(p, a);
	p->written |= bit_of(p, a);
	p->spoilt |= !own->early && !own->reads;
}

/* The register of cmpxchg, by the operand that names it; *found. */
static uint32_t accumulator_of(const struct progress *p, bool *found)
{
	for (uint32_t i = 0; i < p->statement->output_count; i++)
		if (p->cells[i].letter == 'a' && !p->cells[i].memory) {
			*found = (p->defined >> i & 1) != 0;
			return i;
		}
	*found = false;
	return 0;
}

/* How its arguments are used, from left to right: r, w or both (m). */
static const char *uses(enum asm_operation operation)
{
	switch (operation) {
	case ASM_MOV:
	case ASM_TZCNT:
	case ASM_LZCNT:
	case ASM_POPCNT:
	case ASM_BSF: /* see below */
	case ASM_BSR:
		return "rw";
	case ASM_CMP:
	case ASM_TEST:
	case ASM_BT:
		return "rr";
	case ASM_INC:
	case ASM_DEC:
	case ASM_NEG:
	case ASM_NOT:
	case ASM_BSWAP:
		return "m";
	case ASM_XADD:
	case ASM_XCHG:
		return "mm";
	default:
		return "rm";
	}
}

static bool widths_fit(enum asm_operation operation, uint32_t width)
{
	bool bits = operation >= ASM_BT && operation <= ASM_POPCNT;
	if (operation == ASM_BSWAP)
		return width == 32 || width == 64;
	return width && !(bits && width == 8);
}

/* Shifts are by a number, or by %cl: an operand that is there. */
static bool arguments_fit(struct progress *p, const struct asm_instruction *in, enum asm_operation operation,
			  uint32_t width)
{
	const char *use = uses(operation);
	bool shift = operation == ASM_SHL || operation == ASM_SHR || operation == ASM_SAR;
	bool clears = (operation == ASM_XOR || operation == ASM_SBB) && same_argument(p, in);
	uint32_t memories = 0;
	for (uint32_t i = 0; i < in->count; i++) {
		const struct asm_argument *a = &in->arguments[i];
		bool reads = use[i] != 'w' && !clears, written = use[i] != 'r';
		uint32_t bits = width;
		if (shift && i == 0 && a->place == ASM_OPERAND) {
			bits = 8;
			if (p->cells[a->operand].letter != 'c')
				return false;
		}
		if (!fits(p, a, bits, reads, written && !(clears && i == 0)))
			return false;
		memories += is_memory_argument(a, p->cells);
	}
	return memories < 2 && (operation != ASM_XADD || in->arguments[0].place == ASM_OPERAND) &&
	       !(operation == ASM_XADD && is_memory_argument(&in->arguments[0], p->cells)) &&
	       !(operation == ASM_CMPXCHG && is_memory_argument(&in->arguments[0], p->cells));
}

static bool data_fits(struct progress *p, const struct asm_instruction *in)
{
	uint32_t bits, width = asm_width(in, p->cells);
	const struct asm_known *known = asm_instruction_known(in->name, &bits);
	enum asm_operation operation = known->operation;
	bool found = true;
	uint32_t accumulator = operation == ASM_CMPXCHG ? accumulator_of(p, &found) : 0;
	if (!found || !widths_fit(operation, width) || !arguments_fit(p, in, operation, width) ||
	    !pointers_fit(p, in, operation, accumulator))
		return false;
	if (operation == ASM_CMPXCHG && (p->cells[accumulator].bits < width || !p->cells[accumulator].plain))
		return false;
	if (operation == ASM_SBB && !(p->flags & ASM_CARRY))
		return false;
	const char *use = uses(operation);
	for (uint32_t i = 0; i < in->count; i++)
		if (use[i] != 'r')
			writes(p, &in->arguments[i]);
	if (operation == ASM_CMPXCHG)
		p->written |= UINT64_C(1) << accumulator;
	p->flags = (p->flags & ~(unsigned)known->spoils) | known->sets;
	return true;
}

/* Each output has a value afterwards. */
static bool outputs_fit(const struct progress *p)
{
	for (uint32_t i = 0; i < p->statement->output_count; i++) {
		const struct asm_cell *c = &p->cells[i];
		unsigned asked = c->condition ? asm_condition_flags(c->condition) : 0;
		if (c->condition && (!asked || (asked & ~p->flags) || !type_is_integer(c->type)))
			return false;
		if (!c->condition && !c->memory && !(p->defined >> i & 1))
			return false;
		if (!c->plain)
			return false;
	}
	return true;
}

static bool is_data(struct lowering *l, const struct asm_statement *a, const struct asm_text *text,
		    const struct asm_cell *cells)
{
	struct progress p = { .l = l, .statement = a, .cells = cells };
	if (operand_count(a) > 30 || a->label_count)
		return false;
	for (uint32_t i = 0; i < operand_count(a); i++)
		if (cells[i].reads && !cells[i].memory) {
			const struct asm_cell *own = &cells[cells[i].same];
			if (own->bits != cells[i].bits || own->pointer != cells[i].pointer)
				return false;
			p.defined |= UINT64_C(1) << cells[i].same;
		}
	for (uint32_t i = 0; i < text->count; i++) {
		const struct asm_instruction *in = &text->instructions[i];
		uint32_t bits;
		const struct asm_known *known = asm_instruction_known(in->name, &bits);
		if (asm_is_idle(text, in, cells))
			p.flags &= ~(unsigned)(known->spoils | known->sets);
		else if (!data_fits(&p, in))
			return false;
	}
	return outputs_fit(&p);
}

/* All of its instructions are of that class, or do nothing. */
enum asm_class asm_classify(struct lowering *l, const struct asm_statement *a, const struct asm_text *text,
			    const struct asm_cell *cells)
{
	enum asm_class class = ASM_CLASS_NOTHING;
	for (uint32_t i = 0; i < text->count; i++) {
		enum asm_class one = class_of(text, &text->instructions[i], cells);
		if (one == ASM_CLASS_UNKNOWN ||
		    (class != ASM_CLASS_NOTHING && one != ASM_CLASS_NOTHING && one != class))
			return ASM_CLASS_UNKNOWN;
		class = one == ASM_CLASS_NOTHING ? class : one;
	}
	if (a->label_count && text->jump_table && (class == ASM_CLASS_NOTHING || class == ASM_CLASS_JUMP))
		return ASM_CLASS_BRANCH;
	if (class == ASM_CLASS_JUMP || a->label_count)
		return class == ASM_CLASS_JUMP && text->count == 1 && !a->output_count ? class : ASM_CLASS_UNKNOWN;
	if (class == ASM_CLASS_NOTHING && a->output_count)
		return ASM_CLASS_UNKNOWN;
	if (class == ASM_CLASS_DATA && (text->may_fault || !is_data(l, a, text, cells)))
		return ASM_CLASS_UNKNOWN;
	return class;
}
