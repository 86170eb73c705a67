/* Instructions on operands: registers are values, memory is loaded from and stored to. Flags are those of Intel's manual. */
#include "asm_machine.h"

#include "access.h"
#include "address.h"
#include "asm_table.h"
#include "asm_template.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "bits.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_operations.h"
#include "checks.h"
#include "emit.h"
#include "lowering.h"
#include "object.h"
#include "region.h"
#include "type_base.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "types.h"

struct machine_state {
	struct lowering *l;
	const struct asm_statement *statement;
	struct asm_cell *cells;
	term carry, zero, sign, overflow; /* Bool; 0: not known */
};

static struct bank *bank(const struct machine_state *m)
{
	return bank_of(m->l);
}

static const struct type *integer_type(struct lowering *l, uint32_t bits)
{
	const struct types *types = types_of(l);
	return bits == 8    ? types->byte_type
	       : bits == 16 ? types->char16
	       : bits == 32 ? types->unsigned_type
			    : types->unsigned_long_long_type;
}

/* ---- arguments ---- */

static struct asm_cell *cell_of(const struct machine_state *m, const struct asm_argument *a)
{
	return a->place == ASM_OPERAND ? &m->cells[a->operand] : NULL;
}

static bool in_memory(const struct machine_state *m, const struct asm_argument *a)
{
	return a->place == ASM_POINTED || (a->place == ASM_OPERAND && m->cells[a->operand].memory);
}

/* The memory that is meant, as an object of the width; TYPE: as a pointer of that type, or NULL. */
static struct lvalue memory_of(struct machine_state *m, const struct asm_argument *a, uint32_t width,
			       const struct type *type)
{
	struct lowering *l = m->l;
	const struct asm_cell *c = &m->cells[a->operand];
	if (a->place == ASM_OPERAND) {
		struct lvalue lvalue = c->lvalue;
		if (lvalue.in_memory && !c->pointer)
			lvalue.type = type ? type : integer_type(l, width);
		return lvalue;
	}
	struct rvalue pointer = m->cells[c->same].value;
	pointer.term = pointer_add(l, pointer.term, word(l, a->constant));
	pointer.node = node_sum(regions_of(l), pointer.node, (int64_t)a->constant);
	return lvalue_of_pointer(l, pointer, type ? type : integer_type(l, width));
}

static const struct expression *shown_of(const struct machine_state *m, const struct asm_argument *a)
{
	const struct expression *e = m->cells[a->operand].operand->value;
	return a->place == ASM_OPERAND && !type_is_volatile(expression_type(e)) ? e : NULL;
}

static struct rvalue get_as(struct machine_state *m, const struct asm_argument *a, uint32_t width,
			    const struct type *type)
{
	struct lowering *l = m->l;
	struct rvalue value;
	if (a->place == ASM_IMMEDIATE)
		return rvalue_scalar(term_bv(bank(m), width, a->constant), 0);
	if (in_memory(m, a)) {
		struct lvalue lvalue = memory_of(m, a, width, type);
		value = lvalue_load(l, &lvalue, shown_of(m, a));
	} else {
		value = m->cells[m->cells[a->operand].same].value;
	}
	bool extends = a->place == ASM_OPERAND && m->cells[a->operand].immediate &&
		       type_is_signed(types_of(l), m->cells[a->operand].type);
	if (!type && term_width(bank(m), value.term) != width)
		value = rvalue_scalar(resize(l, value.term, width, extends), 0);
	emit_hold_value(l, &value);
	return value;
}

static term get(struct machine_state *m, const struct asm_argument *a, uint32_t width)
{
	return resize(m->l, get_as(m, a, width, NULL).term, width, false);
}

/* 32 bits clear the upper half of a register; 8 and 16 leave the rest. */
static struct rvalue merged(struct machine_state *m, const struct asm_cell *c, struct rvalue value)
{
	uint32_t width = term_width(bank(m), value.term);
	if (c->pointer)
		return value;
	if (width >= 32 || width >= c->bits || !c->value.term) {
		value.term = resize(m->l, value.term, c->bits, false);
		return value;
	}
	value.term = term_concat(bank(m), term_extract(bank(m), c->bits - 1, width, c->value.term), value.term);
	return value;
}

static void put_value(struct machine_state *m, const struct asm_argument *a, struct rvalue value,
		      const struct type *type)
{
	struct lowering *l = m->l;
	emit_hold_value(l, &value);
	if (in_memory(m, a)) {
		struct lvalue lvalue = memory_of(m, a, type ? 0 : term_width(bank(m), value.term), type);
		lvalue_store(l, &lvalue, value, shown_of(m, a), false);
		return;
	}
	struct asm_cell *c = &m->cells[m->cells[a->operand].same];
	c->value = merged(m, c, value);
}

static void put(struct machine_state *m, const struct asm_argument *a, term value)
{
	put_value(m, a, rvalue_scalar(value, 0), NULL);
}

/* ---- flags ---- */

static term top(const struct machine_state *m, term t)
{
	uint32_t width = term_width(bank(m), t);
	return term_eq(bank(m), term_extract(bank(m), width - 1, width - 1, t), term_bv(bank(m), 1, 1));
}

static void result_flags(struct machine_state *m, term result)
{
	m->zero = emit_hold(m->l, term_not(bank(m), nonzero(m->l, result)));
	m->sign = emit_hold(m->l, top(m, result));
}

static term op(const struct machine_state *m, enum op o, term a, term b)
{
	return term_binary(bank(m), o, a, b);
}

static term added(struct machine_state *m, term a, term b)
{
	term r = op(m, OP_BVADD, a, b);
	m->carry = op(m, OP_BVULT, r, a);
	m->overflow = top(m, op(m, OP_BVAND, op(m, OP_BVXOR, a, r), op(m, OP_BVXOR, b, r)));
	result_flags(m, r);
	return r;
}

static term subtracted(struct machine_state *m, term a, term b)
{
	term r = op(m, OP_BVSUB, a, b);
	m->carry = op(m, OP_BVULT, a, b);
	m->overflow = top(m, op(m, OP_BVAND, op(m, OP_BVXOR, a, b), op(m, OP_BVXOR, a, r)));
	result_flags(m, r);
	return r;
}

static term logical(struct machine_state *m, enum op o, term a, term b)
{
	term r = op(m, o, a, b);
	m->carry = m->overflow = term_false(bank(m));
	result_flags(m, r);
	return r;
}

static term condition(const struct machine_state *m, const char *name)
{
	struct bank *b = bank(m);
	bool negated;
	term is = 0;
	switch (asm_condition(name, &negated)) {
	case ASM_IF_CARRY:
		is = m->carry;
		break;
	case ASM_IF_ZERO:
		is = m->zero;
		break;
	case ASM_IF_SIGN:
		is = m->sign;
		break;
	case ASM_IF_OVERFLOW:
		is = m->overflow;
		break;
	case ASM_IF_BELOW_EQUAL:
		is = term_or(b, m->carry, m->zero);
		break;
	case ASM_IF_LESS:
		is = term_not(b, term_eq(b, m->sign, m->overflow));
		break;
	case ASM_IF_LESS_EQUAL:
		is = term_or(b, m->zero, term_not(b, term_eq(b, m->sign, m->overflow)));
		break;
	}
	return negated ? term_not(b, is) : is;
}

/* ---- instructions ---- */

/* A pointer that one of the operands is, which is moved as a whole; NULL: numbers. */
static const struct type *pointer_type(const struct machine_state *m, const struct asm_instruction *in)
{
	for (uint32_t i = 0; i < in->count; i++) {
		const struct asm_cell *c = cell_of(m, &in->arguments[i]);
		if (c && c->pointer)
			return c->type;
	}
	return NULL;
}

static void exchange(struct machine_state *m, const struct asm_instruction *in, uint32_t width)
{
	const struct type *type = pointer_type(m, in);
	struct rvalue a = get_as(m, &in->arguments[0], width, type), b = get_as(m, &in->arguments[1], width, type);
	put_value(m, &in->arguments[0], b, type);
	put_value(m, &in->arguments[1], a, type);
}

static void add_exchange(struct machine_state *m, const struct asm_instruction *in, uint32_t width)
{
	term b = get(m, &in->arguments[0], width), a = get(m, &in->arguments[1], width);
	term sum = added(m, a, b);
	put(m, &in->arguments[0], a);
	put(m, &in->arguments[1], sum);
}

static node either(struct machine_state *m, node a, node b)
{
	if (!a || !b)
		return a ? a : b;
	node both = node_new(regions_of(m->l));
	node_copy(regions_of(m->l), both, a);
	node_copy(regions_of(m->l), both, b);
	return both;
}

static struct asm_cell *accumulator(const struct machine_state *m)
{
	uint32_t i = 0;
	while (m->cells[i].letter != 'a' || m->cells[i].memory)
		i++;
	return &m->cells[i];
}

/* The accumulator is compared with memory, which is stored to either way; it gets what was there. */
static void compare_exchange(struct machine_state *m, const struct asm_instruction *in, uint32_t width)
{
	struct asm_cell *a = accumulator(m);
	const struct type *type = a->pointer ? a->type : NULL;
	struct rvalue old = get_as(m, &in->arguments[1], width, type), new = get_as(m, &in->arguments[0], width, type);
	struct rvalue expected = a->value, next = new;
	if (!type)
		expected.term = resize(m->l, expected.term, width, false);
	term equal =
		emit_hold(m->l, type ? access_equal(m->l, old, expected) : term_eq(bank(m), old.term, expected.term));
	next.term = term_ite(bank(m), equal, new.term, old.term);
	next.node = either(m, new.node, old.node);
	put_value(m, &in->arguments[1], next, type);
	m->zero = equal;
	a->value = merged(m, a, old);
}

/* The word that has the bit: of memory it may be another than the operand, which is where counting begins. */
static struct lvalue word_with_bit(struct machine_state *m, const struct asm_argument *a, term index, uint32_t width)
{
	struct lowering *l = m->l;
	struct lvalue lvalue = memory_of(m, a, width, NULL);
	uint32_t log = 0;
	while (width >> log > 1)
		log++;
	term words = op(m, OP_BVASHR, index, term_bv(bank(m), width, log));
	term bytes = resize(l, op(m, OP_BVSHL, words, term_bv(bank(m), width, log - 3)), word_width(l), true);
	if (term_is_constant(bank(m), bytes) && term_fits(bank(m), bytes) && !term_value(bank(m), bytes))
		return lvalue;
	if (!lvalue.in_memory) { /* what is beside it is nobody's: 6.5.6p8 */
		emit_assume(l, op(m, OP_BVULT, index, term_bv(bank(m), width, width)));
		return lvalue;
	}
	lvalue.pointer = emit_hold(l, pointer_add(l, lvalue.pointer, bytes));
	lvalue.node = node_indexed(regions_of(l), lvalue.node, width / 8);
	lvalue.storage = NULL;
	return lvalue;
}

static void test_bit(struct machine_state *m, const struct asm_instruction *in, enum asm_operation operation,
		     uint32_t width)
{
	struct lowering *l = m->l;
	struct bank *b = bank(m);
	const struct asm_argument *to = &in->arguments[1];
	term index = get(m, &in->arguments[0], width), low = op(m, OP_BVAND, index, term_bv(b, width, width - 1));
	bool memory = in_memory(m, to), immediate = in->arguments[0].place == ASM_IMMEDIATE;
	struct lvalue lvalue = { 0 };
	if (memory)
		lvalue = word_with_bit(m, to, immediate ? low : index, width);
	term word = memory ? emit_hold(l, lvalue_load(l, &lvalue, shown_of(m, to)).term) : get(m, to, width);
	term mask = emit_hold(l, op(m, OP_BVSHL, term_bv(b, width, 1), low));
	m->carry = emit_hold(l, nonzero(l, op(m, OP_BVAND, word, mask)));
	if (operation == ASM_BT)
		return;
	term next = operation == ASM_BTS   ? op(m, OP_BVOR, word, mask)
		    : operation == ASM_BTR ? op(m, OP_BVAND, word, term_unary(b, OP_BVNOT, mask))
					   : op(m, OP_BVXOR, word, mask);
	if (memory)
		lvalue_store(l, &lvalue, rvalue_scalar(next, 0), shown_of(m, to), false);
	else
		put(m, to, next);
}

/* Of no bits at all, the result is what was there before (AMD; Intel's processors do so, too), or any if that may be tzcnt. */
static void scan_bits(struct machine_state *m, const struct asm_instruction *in, bool low, uint32_t width)
{
	struct lowering *l = m->l;
	struct bank *b = bank(m);
	term from = get(m, &in->arguments[0], width),
	     before = m->cells[m->cells[in->arguments[1].operand].same].value.term;
	term none = before && !in->repeated ? resize(l, before, width, false)
					    : emit_unknown(l, integer_type(l, width), "asm");
	m->zero = emit_hold(l, term_not(b, nonzero(l, from)));
	term last = term_bv(b, width, width - 1), zeros = bits_zeros(b, from, low, term_bv(b, width, 0));
	term found = low ? zeros : op(m, OP_BVSUB, last, zeros);
	put(m, &in->arguments[1], term_ite(b, m->zero, none, found));
}

static void count_bits(struct machine_state *m, const struct asm_instruction *in, enum asm_operation operation,
		       uint32_t width)
{
	struct bank *b = bank(m);
	term from = get(m, &in->arguments[0], width), all = term_bv(b, width, width);
	put(m, &in->arguments[1],
	    operation == ASM_POPCNT ? bits_ones(b, from, width) : bits_zeros(b, from, operation == ASM_TZCNT, all));
}

static void shift(struct machine_state *m, const struct asm_instruction *in, enum asm_operation operation,
		  uint32_t width)
{
	struct bank *b = bank(m);
	term mask = term_bv(b, 8, width == 64 ? 63 : 31);
	term count = op(m, OP_BVAND, get(m, &in->arguments[0], 8), mask);
	enum op o = operation == ASM_SHL ? OP_BVSHL : operation == ASM_SHR ? OP_BVLSHR : OP_BVASHR;
	put(m, &in->arguments[1], op(m, o, get(m, &in->arguments[1], width), resize(m->l, count, width, false)));
}

static void unary(struct machine_state *m, const struct asm_instruction *in, enum asm_operation operation,
		  uint32_t width)
{
	struct bank *b = bank(m);
	const struct asm_argument *to = &in->arguments[0];
	term value = get(m, to, width), one = term_bv(b, width, 1), carry = m->carry;
	switch (operation) {
	case ASM_INC:
		value = added(m, value, one);
		m->carry = carry;
		break;
	case ASM_DEC:
		value = subtracted(m, value, one);
		m->carry = carry;
		break;
	case ASM_NEG:
		value = subtracted(m, term_bv(b, width, 0), value);
		break;
	case ASM_NOT:
		value = term_unary(b, OP_BVNOT, value);
		break;
	default:
		value = bits_swapped(b, value);
		break;
	}
	put(m, to, value);
}

/* xor and sbb of a register with itself do not look at it. */
static bool is_same_register(const struct machine_state *m, const struct asm_instruction *in)
{
	const struct asm_cell *a = cell_of(m, &in->arguments[0]), *b = cell_of(m, &in->arguments[1]);
	return a && b && !a->memory && !b->memory && a->same == b->same;
}

static void binary(struct machine_state *m, const struct asm_instruction *in, enum asm_operation operation,
		   uint32_t width)
{
	struct bank *b = bank(m);
	bool cleared = (operation == ASM_XOR || operation == ASM_SBB) && is_same_register(m, in);
	term zero = term_bv(b, width, 0), from = cleared ? zero : get(m, &in->arguments[0], width);
	term to = cleared ? zero : get(m, &in->arguments[1], width), borrow;
	switch (operation) {
	case ASM_ADD:
		to = added(m, to, from);
		break;
	case ASM_SUB:
	case ASM_CMP:
		to = subtracted(m, to, from);
		break;
	case ASM_SBB:
		borrow = bits_of_bool(b, m->carry, width);
		to = op(m, OP_BVSUB, op(m, OP_BVSUB, to, from), borrow);
		break;
	case ASM_AND:
	case ASM_TEST:
		to = logical(m, OP_BVAND, to, from);
		break;
	case ASM_OR:
		to = logical(m, OP_BVOR, to, from);
		break;
	default:
		to = logical(m, OP_BVXOR, to, from);
		break;
	}
	if (operation != ASM_CMP && operation != ASM_TEST)
		put(m, &in->arguments[1], to);
}

static void move(struct machine_state *m, const struct asm_instruction *in, uint32_t width)
{
	const struct type *type = pointer_type(m, in);
	put_value(m, &in->arguments[1], get_as(m, &in->arguments[0], width, type), type);
}

static void run(struct machine_state *m, const struct asm_instruction *in)
{
	uint32_t bits, width = asm_width(in, m->cells);
	enum asm_operation operation = asm_instruction_known(in->name, &bits)->operation;
	switch (operation) {
	case ASM_NOTHING:
	case ASM_OPEN:
	case ASM_TRAP:
	case ASM_JUMP:
		break;
	case ASM_MOV:
		move(m, in, width);
		break;
	case ASM_INC:
	case ASM_DEC:
	case ASM_NEG:
	case ASM_NOT:
	case ASM_BSWAP:
		unary(m, in, operation, width);
		break;
	case ASM_XADD:
		add_exchange(m, in, width);
		break;
	case ASM_XCHG:
		exchange(m, in, width);
		break;
	case ASM_CMPXCHG:
		compare_exchange(m, in, width);
		break;
	case ASM_BT:
	case ASM_BTS:
	case ASM_BTR:
	case ASM_BTC:
		test_bit(m, in, operation, width);
		break;
	case ASM_BSF:
	case ASM_BSR:
		scan_bits(m, in, operation == ASM_BSF, width);
		break;
	case ASM_TZCNT:
	case ASM_LZCNT:
	case ASM_POPCNT:
		count_bits(m, in, operation, width);
		break;
	case ASM_SHL:
	case ASM_SHR:
	case ASM_SAR:
		shift(m, in, operation, width);
		break;
	case ASM_ADD:
	case ASM_SUB:
	case ASM_SBB:
	case ASM_AND:
	case ASM_OR:
	case ASM_XOR:
	case ASM_CMP:
	case ASM_TEST:
		binary(m, in, operation, width);
		break;
	}
}

static void store_output(struct machine_state *m, struct asm_cell *c)
{
	struct lowering *l = m->l;
	struct rvalue value = c->value;
	if (c->condition)
		value = rvalue_scalar(bits_of_bool(bank(m), condition(m, c->condition), term_bits(l, c->type)), 0);
	else if (type_is_bool(c->type))
		value.term = from_bool(l, nonzero(l, value.term), term_bits(l, c->type));
	lvalue_store(l, &c->lvalue, value, c->operand->value, false);
}

void asm_run(struct lowering *l, const struct asm_statement *a, const struct asm_text *text, struct asm_cell *cells)
{
	struct machine_state m = { .l = l, .statement = a, .cells = cells };
	for (uint32_t i = a->output_count; i < a->output_count + a->input_count; i++)
		if (cells[i].same != i)
			cells[cells[i].same].value = cells[i].value;
	for (uint32_t i = 0; i < text->count; i++)
		if (!asm_is_idle(text, &text->instructions[i], cells))
			run(&m, &text->instructions[i]);
	for (uint32_t i = 0; i < a->output_count; i++)
		if (!cells[i].memory)
			store_output(&m, &cells[i]);
}
