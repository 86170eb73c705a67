/* Atomic builtins (gcc 6.54, 6.55; C11 7.17 is made of them): what they do to memory, in one turn of a thread. Threads are sequentially
 * consistent, so memory orders say nothing. */
#include "access.h"
#include "address.h"
#include "ast_expression.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lvalue.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "types.h"

static const struct type *pointed_type(const struct expression *e, uint32_t i)
{
	return type_unqualified(type_base(e->arguments[i]->type));
}

/* The object that argument I points to. Records are taken as integers of their size. */
static struct lvalue memory(struct lowering *l, const struct expression *e, uint32_t i, const struct type *type)
{
	struct rvalue pointer = lower_value(l, e->arguments[i]);
	emit_hold_value(l, &pointer);
	return lvalue_of_pointer(l, pointer, type);
}

static struct rvalue load(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	struct rvalue value;
	if (type_is_compound(lvalue->type)) {
		uint64_t size = type_size(types_of(l), lvalue->type);
		check_access(l, lvalue, word(l, size), false, e);
		value = access_load(l, lvalue->pointer, lvalue->node, (uint32_t)size * 8, false);
	} else {
		value = lvalue_load(l, lvalue, NULL);
	}
	emit_hold_value(l, &value);
	return value;
}

static void store(struct lowering *l, const struct lvalue *lvalue, struct rvalue value, const struct expression *e)
{
	if (!type_is_compound(lvalue->type)) {
		lvalue_store(l, lvalue, value, NULL, false);
		return;
	}
	check_access(l, lvalue, word(l, type_size(types_of(l), lvalue->type)), true, e);
	access_store(l, lvalue->pointer, lvalue->node, value.term, value.node, false);
}

/* In one step without a section of its own. */
static void store_atomically(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
			     const struct expression *e)
{
	const struct attribute *at = thread_mark_race(l, RACE_ATOMIC);
	store(l, lvalue, value, e);
	thread_mark_race_end(l, at);
}

static node any_of(struct lowering *l, node a, node b)
{
	node both = node_new(regions_of(l));
	node_copy(regions_of(l), both, a);
	node_copy(regions_of(l), both, b);
	return both;
}

/* ---- arithmetic ---- */

/* What a builtin of these kinds does with the old value and its operand. */
static enum op operation(enum builtin builtin)
{
	switch (builtin) {
	case BUILTIN_SYNC_FETCH_AND_ADD:
	case BUILTIN_SYNC_ADD_AND_FETCH:
	case BUILTIN_ATOMIC_ADD_FETCH:
	case BUILTIN_ATOMIC_FETCH_ADD:
		return OP_BVADD;
	case BUILTIN_SYNC_FETCH_AND_SUB:
	case BUILTIN_SYNC_SUB_AND_FETCH:
	case BUILTIN_ATOMIC_SUB_FETCH:
	case BUILTIN_ATOMIC_FETCH_SUB:
		return OP_BVSUB;
	case BUILTIN_SYNC_FETCH_AND_OR:
	case BUILTIN_SYNC_OR_AND_FETCH:
	case BUILTIN_ATOMIC_OR_FETCH:
	case BUILTIN_ATOMIC_FETCH_OR:
		return OP_BVOR;
	case BUILTIN_SYNC_FETCH_AND_XOR:
	case BUILTIN_SYNC_XOR_AND_FETCH:
	case BUILTIN_ATOMIC_XOR_FETCH:
	case BUILTIN_ATOMIC_FETCH_XOR:
		return OP_BVXOR;
	default: /* and, nand */
		return OP_BVAND;
	}
}

static bool negates(enum builtin builtin)
{
	return builtin == BUILTIN_SYNC_FETCH_AND_NAND || builtin == BUILTIN_SYNC_NAND_AND_FETCH ||
	       builtin == BUILTIN_ATOMIC_NAND_FETCH || builtin == BUILTIN_ATOMIC_FETCH_NAND;
}

/* A pointer moves by bytes. */
static struct rvalue pointer_moved(struct lowering *l, enum op op, struct rvalue pointer, term amount)
{
	amount = resize(l, amount, word_width(l), true);
	if (op == OP_BVSUB)
		amount = term_unary(bank_of(l), OP_BVNEG, amount);
	node to = node_new(regions_of(l));
	node_index(regions_of(l), to, pointer.node, 1);
	return rvalue_scalar(pointer_add(l, pointer.term, amount), to);
}

/* What is computed of the two: anywhere in what they point to, or any number. */
static node computed(struct lowering *l, struct rvalue a, struct rvalue b)
{
	node to = node_new(regions_of(l));
	node_anywhere(regions_of(l), to, a.node);
	if (!term_is_constant(bank_of(l), b.term))
		node_anywhere(regions_of(l), to, b.node);
	return to;
}

/* A pointer's other operations are those of its address. */
static struct rvalue pointer_combined(struct lowering *l, enum op op, struct rvalue pointer, struct rvalue operand)
{
	if (op == OP_BVADD || op == OP_BVSUB)
		return pointer_moved(l, op, pointer, operand.term);
	term address = pointer_address(l, pointer.term);
	access_expose(l, pointer.term, pointer.node);
	address = term_binary(bank_of(l), op, address, resize(l, operand.term, word_width(l), true));
	return access_find(l, address, computed(l, pointer, operand));
}

static struct rvalue fetch(struct lowering *l, const struct expression *e, bool give_old)
{
	const struct type *type = pointed_type(e, 0);
	struct lvalue lvalue = memory(l, e, 0, type);
	struct rvalue operand = lower_value(l, e->arguments[1]), value;
	emit_hold_value(l, &operand);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	enum op op = operation(e->builtin);
	if (type_is_pointer(type)) {
		if (term_width(bank_of(l), operand.term) == pointer_width(l)) {
			access_expose(l, operand.term, operand.node);
			operand.term = pointer_address(l, operand.term);
		}
		value = pointer_combined(l, op, old, operand);
	} else {
		value = rvalue_scalar(term_binary(bank_of(l), op, old.term, operand.term), computed(l, old, operand));
		if (negates(e->builtin))
			value.term = term_unary(bank_of(l), OP_BVNOT, value.term);
	}
	emit_hold_value(l, &value);
	store(l, &lvalue, value, e);
	emit_thread_mark(l, THREAD_END);
	return give_old ? old : value;
}

/* ---- loads, stores, exchanges ---- */

static struct rvalue exchange_value(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, pointed_type(e, 0));
	struct rvalue value = lower_value(l, e->arguments[1]);
	emit_hold_value(l, &value);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	store(l, &lvalue, value, e);
	emit_thread_mark(l, THREAD_END);
	return old;
}

static struct rvalue store_value(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, pointed_type(e, 0));
	struct rvalue value = rvalue_scalar(term_bv(bank_of(l), term_bits(l, lvalue.type), 0), 0);
	if (e->builtin != BUILTIN_SYNC_LOCK_RELEASE)
		value = lower_value(l, e->arguments[1]);
	store_atomically(l, &lvalue, value, e);
	return rvalue_void();
}

static struct rvalue load_value(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, pointed_type(e, 0));
	const struct attribute *at = thread_mark_race(l, RACE_ATOMIC);
	struct rvalue value = lvalue_load(l, &lvalue, NULL);
	thread_mark_race_end(l, at);
	return value;
}

/* *TO = *FROM, arguments of the call. */
static struct rvalue copy(struct lowering *l, const struct expression *e, uint32_t to, uint32_t from)
{
	const struct type *type = pointed_type(e, 0);
	struct lvalue source = memory(l, e, from, type), target = memory(l, e, to, type);
	const struct attribute *at = thread_mark_race(l, from ? NULL : RACE_ATOMIC);
	struct rvalue value = load(l, &source, e);
	thread_mark_race_end(l, at);
	if (to)
		store(l, &target, value, e);
	else
		store_atomically(l, &target, value, e);
	return rvalue_void();
}

static struct rvalue exchange(struct lowering *l, const struct expression *e)
{
	const struct type *type = pointed_type(e, 0);
	struct lvalue lvalue = memory(l, e, 0, type), wanted = memory(l, e, 1, type), result = memory(l, e, 2, type);
	struct rvalue value = load(l, &wanted, e);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	store(l, &lvalue, value, e);
	emit_thread_mark(l, THREAD_END);
	store(l, &result, old, e);
	return rvalue_void();
}

/* ---- compare and exchange ---- */

/* WANTED goes to the place where SAME holds; the old value stays elsewhere. */
static void store_where(struct lowering *l, const struct lvalue *lvalue, term condition, struct rvalue value,
			const struct expression *e)
{
	struct block *yes = emit_block(l, "yes"), *end = emit_block(l, "end");
	emit_branch(l, condition, yes, end, (struct source_range){ 0, 0 });
	emit_start(l, yes);
	store(l, lvalue, value, e);
	emit_goto(l, end);
	emit_start(l, end);
}

static void store_if(struct lowering *l, const struct lvalue *lvalue, term same, struct rvalue wanted,
		     struct rvalue old, const struct expression *e)
{
	if (lower_has_threads(l) && checks(l, CHECK_RACE)) { /* one that fails only reads */
		store_where(l, lvalue, same, wanted, e);
		return;
	}
	struct rvalue value =
		rvalue_scalar(term_ite(bank_of(l), same, wanted.term, old.term), any_of(l, old.node, wanted.node));
	store(l, lvalue, value, e);
}

/* Pointers to different objects may have the same address, as with == (7.17.7.4p2 compares bytes). */
static term same_value(struct lowering *l, const struct type *type, struct rvalue a, struct rvalue b)
{
	region_observe(regions_of(l), a.node, 0);
	region_observe(regions_of(l), b.node, 0);
	if (!type_is_pointer(type))
		return emit_hold(l, term_eq(bank_of(l), a.term, b.term));
	node_compared(regions_of(l), a.node, b.node, types_of(l), type_base(type));
	return emit_hold(l, access_equal(l, a, b));
}

static struct rvalue compare_and_swap(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, pointed_type(e, 0));
	struct rvalue expected = lower_value(l, e->arguments[1]);
	emit_hold_value(l, &expected);
	struct rvalue wanted = lower_value(l, e->arguments[2]);
	emit_hold_value(l, &wanted);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	term same = same_value(l, lvalue.type, old, expected);
	store_if(l, &lvalue, same, wanted, old, e);
	emit_thread_mark(l, THREAD_END);
	if (e->builtin == BUILTIN_SYNC_VAL_COMPARE_AND_SWAP)
		return old;
	return rvalue_scalar(from_bool(l, same, 8), 0);
}

/* A weak exchange may also fail for no reason (7.17.7.4p4): on x86 it does not. */
static struct rvalue compare_exchange(struct lowering *l, const struct expression *e)
{
	const struct type *type = pointed_type(e, 0);
	struct lvalue lvalue = memory(l, e, 0, type), expected = memory(l, e, 1, type);
	struct rvalue wanted;
	if (e->builtin == BUILTIN_ATOMIC_COMPARE_EXCHANGE) {
		struct lvalue source = memory(l, e, 2, type);
		wanted = load(l, &source, e);
	} else {
		wanted = lower_value(l, e->arguments[2]);
		emit_hold_value(l, &wanted);
	}
	struct rvalue compared = load(l, &expected, e);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	term same = same_value(l, type, old, compared);
	store_if(l, &lvalue, same, wanted, old, e);
	emit_thread_mark(l, THREAD_END);
	if (lower_has_threads(l))
		store_where(l, &expected, term_not(bank_of(l), same), old,
			    e); /* else nothing is written (7.17.7.4p2) */
	else
		store_if(l, &expected, same, compared, old, e);
	return rvalue_scalar(from_bool(l, same, 8), 0);
}

/* ---- flags ---- */

static struct rvalue test_and_set(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, types_of(l)->byte_type);
	emit_thread_mark(l, THREAD_BEGIN);
	struct rvalue old = load(l, &lvalue, e);
	store(l, &lvalue, rvalue_scalar(term_bv(bank_of(l), 8, 1), 0), e);
	emit_thread_mark(l, THREAD_END);
	return rvalue_scalar(from_bool(l, nonzero(l, old.term), 8), 0);
}

static struct rvalue clear(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = memory(l, e, 0, types_of(l)->byte_type);
	store_atomically(l, &lvalue, rvalue_scalar(term_bv(bank_of(l), 8, 0), 0), e);
	return rvalue_void();
}

/* x86 has atomic instructions for 1, 2, 4 and 8 bytes; beyond that it is a matter of the library. */
static struct rvalue is_lock_free(struct lowering *l, const struct expression *e)
{
	term size = lower_value(l, e->arguments[0]).term;
	if (e->argument_count > 1)
		lower_effect(l, e->arguments[1]);
	uint64_t bytes = term_is_constant(bank_of(l), size) ? term_value(bank_of(l), size) : 0;
	if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
		return rvalue_scalar(term_bv(bank_of(l), 8, 1), 0);
	return lower_unknown(l, e->type, "lock_free");
}

/* ---- all ---- */

static bool is_sequential(const struct expression *order)
{
	enum { SEQUENTIAL = 5 };
	while (order->kind == EXPRESSION_CONVERSION)
		order = order->operand;
	return order->kind == EXPRESSION_CONSTANT && order->value == SEQUENTIAL;
}

/* Without data races threads are sequentially consistent, but for these (7.17.3). */
static void note_order(struct lowering *l, const struct expression *e)
{
	bool weak = e->builtin == BUILTIN_SYNC_LOCK_TEST_AND_SET || e->builtin == BUILTIN_SYNC_LOCK_RELEASE;
	bool exchange = e->builtin >= BUILTIN_ATOMIC_COMPARE_EXCHANGE_N && e->builtin <= BUILTIN_C11_COMPARE_EXCHANGE;
	if (!lower_has_threads(l) || !checks(l, CHECK_RACE))
		return;
	if (e->builtin >= BUILTIN_ATOMIC_LOAD_N && e->builtin <= BUILTIN_ATOMIC_CLEAR)
		weak = !is_sequential(e->arguments[e->argument_count - 1]) ||
		       (exchange && !is_sequential(e->arguments[e->argument_count - 2]));
	if (weak)
		lower_ledger_here(l, "threads: the memory order is taken for memory_order_seq_cst");
}

bool lower_atomic_builtin(struct lowering *l, const struct expression *e, struct rvalue *result)
{
	note_order(l, e);
	switch (e->builtin) {
	case BUILTIN_SYNC_FETCH_AND_ADD:
	case BUILTIN_SYNC_FETCH_AND_SUB:
	case BUILTIN_SYNC_FETCH_AND_OR:
	case BUILTIN_SYNC_FETCH_AND_AND:
	case BUILTIN_SYNC_FETCH_AND_XOR:
	case BUILTIN_SYNC_FETCH_AND_NAND:
	case BUILTIN_ATOMIC_FETCH_ADD:
	case BUILTIN_ATOMIC_FETCH_SUB:
	case BUILTIN_ATOMIC_FETCH_AND:
	case BUILTIN_ATOMIC_FETCH_XOR:
	case BUILTIN_ATOMIC_FETCH_OR:
	case BUILTIN_ATOMIC_FETCH_NAND:
		*result = fetch(l, e, true);
		return true;
	case BUILTIN_SYNC_ADD_AND_FETCH:
	case BUILTIN_SYNC_SUB_AND_FETCH:
	case BUILTIN_SYNC_OR_AND_FETCH:
	case BUILTIN_SYNC_AND_AND_FETCH:
	case BUILTIN_SYNC_XOR_AND_FETCH:
	case BUILTIN_SYNC_NAND_AND_FETCH:
	case BUILTIN_ATOMIC_ADD_FETCH:
	case BUILTIN_ATOMIC_SUB_FETCH:
	case BUILTIN_ATOMIC_AND_FETCH:
	case BUILTIN_ATOMIC_XOR_FETCH:
	case BUILTIN_ATOMIC_OR_FETCH:
	case BUILTIN_ATOMIC_NAND_FETCH:
		*result = fetch(l, e, false);
		return true;
	case BUILTIN_SYNC_LOCK_TEST_AND_SET:
	case BUILTIN_ATOMIC_EXCHANGE_N:
		*result = exchange_value(l, e);
		return true;
	case BUILTIN_SYNC_LOCK_RELEASE:
	case BUILTIN_ATOMIC_STORE_N:
		*result = store_value(l, e);
		return true;
	case BUILTIN_SYNC_BOOL_COMPARE_AND_SWAP:
	case BUILTIN_SYNC_VAL_COMPARE_AND_SWAP:
		*result = compare_and_swap(l, e);
		return true;
	case BUILTIN_ATOMIC_COMPARE_EXCHANGE_N:
	case BUILTIN_ATOMIC_COMPARE_EXCHANGE:
	case BUILTIN_C11_COMPARE_EXCHANGE:
		*result = compare_exchange(l, e);
		return true;
	case BUILTIN_ATOMIC_LOAD_N:
		*result = load_value(l, e);
		return true;
	case BUILTIN_ATOMIC_LOAD:
		*result = copy(l, e, 1, 0);
		return true;
	case BUILTIN_ATOMIC_STORE:
		*result = copy(l, e, 0, 1);
		return true;
	case BUILTIN_ATOMIC_EXCHANGE:
		*result = exchange(l, e);
		return true;
	case BUILTIN_ATOMIC_TEST_AND_SET:
		*result = test_and_set(l, e);
		return true;
	case BUILTIN_ATOMIC_CLEAR:
		*result = clear(l, e);
		return true;
	case BUILTIN_ATOMIC_IS_LOCK_FREE:
	case BUILTIN_C11_IS_LOCK_FREE:
		*result = is_lock_free(l, e);
		return true;
	default:
		return false;
	}
}
