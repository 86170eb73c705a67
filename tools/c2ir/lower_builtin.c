/* gcc's builtins that are no library functions (builtin.def). */
#include "lower.h"

static term argument(struct lowering *l, const struct expression *e, uint32_t i)
{
	return emit_hold(l, lower_value(l, e->arguments[i]).term);
}

/* ---- bits ---- */

static term bit(struct lowering *l, term t, uint32_t i)
{
	return term_extract(l->bank, i, i, t);
}

static term is_set(struct lowering *l, term t, uint32_t i)
{
	return term_eq(l->bank, bit(l, t, i), term_bv(l->bank, 1, 1));
}

/* The number of zeros below the lowest (or above the highest) bit that is set; `none` when there is no such bit. */
static term zeros(struct lowering *l, term t, bool from_low, term none)
{
	uint32_t width = term_width(l->bank, t);
	term count = none;
	for (uint32_t k = 0; k < width; k++) {
		uint32_t i = from_low ? width - 1 - k : k;
		count = term_ite(l->bank, is_set(l, t, i),
				 term_bv(l->bank, 32, from_low ? i : width - 1 - i), count);
	}
	return count;
}

static term ones(struct lowering *l, term t)
{
	term count = term_bv(l->bank, 32, 0);
	for (uint32_t i = 0; i < term_width(l->bank, t); i++)
		count = term_binary(l->bank, OP_BVADD, count, term_zero_extend(l->bank, 32, bit(l, t, i)));
	return count;
}

static term swapped(struct lowering *l, term t)
{
	uint32_t width = term_width(l->bank, t);
	term result = term_extract(l->bank, 7, 0, t);
	for (uint32_t i = 8; i < width; i += 8)
		result = term_concat(l->bank, result, term_extract(l->bank, i + 7, i, t));
	return result;
}

static term unknown_int(struct lowering *l, const struct expression *e)
{
	return lower_unknown(l, e->type, "builtin").term;
}

static struct rvalue bits_builtin(struct lowering *l, const struct expression *e)
{
	term t = argument(l, e, 0);
	uint32_t width = term_width(l->bank, t);
	switch (e->builtin) {
	case BUILTIN_CLZ: case BUILTIN_CLZL: case BUILTIN_CLZLL:
		t = zeros(l, t, false, unknown_int(l, e));
		break;
	case BUILTIN_CTZ: case BUILTIN_CTZL: case BUILTIN_CTZLL:
		t = zeros(l, t, true, unknown_int(l, e));
		break;
	case BUILTIN_FFS: case BUILTIN_FFSL: case BUILTIN_FFSLL:
		t = term_binary(l->bank, OP_BVADD, zeros(l, t, true, term_bv(l->bank, 32, UINT64_MAX)),
				term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_CLRSB: case BUILTIN_CLRSBL: case BUILTIN_CLRSBLL:
		t = term_binary(l->bank, OP_BVXOR, t, term_binary(l->bank, OP_BVASHR, t, term_bv(l->bank, width, width - 1)));
		t = term_binary(l->bank, OP_BVSUB, zeros(l, t, false, term_bv(l->bank, 32, width)),
				term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_PARITY: case BUILTIN_PARITYL: case BUILTIN_PARITYLL:
		t = term_binary(l->bank, OP_BVAND, ones(l, t), term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_POPCOUNT: case BUILTIN_POPCOUNTL: case BUILTIN_POPCOUNTLL:
		t = ones(l, t);
		break;
	default:
		t = swapped(l, t);
		break;
	}
	return rvalue_scalar(resize(l, t, term_bits(l, e->type), true), 0);
}

/* ---- overflow arithmetic ---- */

static struct rvalue overflow_builtin(struct lowering *l, const struct expression *e, enum op op, bool store)
{
	const struct type *a_type = e->arguments[0]->type, *b_type = e->arguments[1]->type;
	const struct type *result = store ? type_unqualified(e->arguments[2]->type->base)
					  : type_unqualified(e->arguments[2]->type);
	term a = argument(l, e, 0), b = argument(l, e, 1);
	struct rvalue target = lower_value(l, e->arguments[2]);
	uint32_t bits = term_bits(l, result), wide = 2 * (term_width(l->bank, a) + term_width(l->bank, b) + bits);
	term exact = term_binary(l->bank, op, resize(l, a, wide, type_is_signed(l->types, a_type)),
				 resize(l, b, wide, type_is_signed(l->types, b_type)));
	term cut = resize(l, exact, bits, false);
	term same = term_eq(l->bank, exact, resize(l, cut, wide, type_is_signed(l->types, result)));
	same = emit_hold(l, same);
	if (store) {
		struct place_of place = place_of_pointer(l, target, result);
		place_store(l, &place, rvalue_scalar(cut, 0), e, false);
	}
	return rvalue_scalar(from_bool(l, term_not(l->bank, same), term_bits(l, e->type)), 0);
}

/* ---- atomics: the program has one thread ---- */

static term combined(struct lowering *l, enum builtin builtin, term a, term b)
{
	switch (builtin) {
	case BUILTIN_SYNC_FETCH_AND_ADD: case BUILTIN_SYNC_ADD_AND_FETCH: case BUILTIN_ATOMIC_ADD_FETCH:
	case BUILTIN_ATOMIC_FETCH_ADD:
		return term_binary(l->bank, OP_BVADD, a, b);
	case BUILTIN_SYNC_FETCH_AND_SUB: case BUILTIN_SYNC_SUB_AND_FETCH: case BUILTIN_ATOMIC_SUB_FETCH:
	case BUILTIN_ATOMIC_FETCH_SUB:
		return term_binary(l->bank, OP_BVSUB, a, b);
	case BUILTIN_SYNC_FETCH_AND_OR: case BUILTIN_SYNC_OR_AND_FETCH: case BUILTIN_ATOMIC_OR_FETCH:
	case BUILTIN_ATOMIC_FETCH_OR:
		return term_binary(l->bank, OP_BVOR, a, b);
	case BUILTIN_SYNC_FETCH_AND_AND: case BUILTIN_SYNC_AND_AND_FETCH: case BUILTIN_ATOMIC_AND_FETCH:
	case BUILTIN_ATOMIC_FETCH_AND:
		return term_binary(l->bank, OP_BVAND, a, b);
	case BUILTIN_SYNC_FETCH_AND_XOR: case BUILTIN_SYNC_XOR_AND_FETCH: case BUILTIN_ATOMIC_XOR_FETCH:
	case BUILTIN_ATOMIC_FETCH_XOR:
		return term_binary(l->bank, OP_BVXOR, a, b);
	case BUILTIN_SYNC_FETCH_AND_NAND: case BUILTIN_SYNC_NAND_AND_FETCH: case BUILTIN_ATOMIC_NAND_FETCH:
	case BUILTIN_ATOMIC_FETCH_NAND:
		return term_unary(l->bank, OP_BVNOT, term_binary(l->bank, OP_BVAND, a, b));
	default: /* exchange, store */
		return b;
	}
}

/* *p = combined(*p, b); the result is the old or the new value. */
static struct rvalue fetch(struct lowering *l, const struct expression *e, bool give_old)
{
	struct rvalue pointer = lower_value(l, e->arguments[0]);
	emit_hold_value(l, &pointer);
	struct rvalue operand = e->argument_count > 1 ? lower_value(l, e->arguments[1]) : rvalue_void();
	const struct type *type = type_unqualified(e->arguments[0]->type->base);
	struct place_of place = place_of_pointer(l, pointer, type);
	struct rvalue old = place_load(l, &place, NULL);
	emit_hold_value(l, &old);
	if (operand.kind == RVALUE_VOID) /* __sync_lock_release */
		operand = rvalue_scalar(term_bv(l->bank, term_bits(l, type), 0), 0);
	struct rvalue value = operand;
	value.term = combined(l, e->builtin, old.term, operand.term);
	value = place_store(l, &place, value, NULL, true);
	return e->type->kind == TYPE_VOID ? rvalue_void() : give_old ? old : value;
}

static struct rvalue compare_and_swap(struct lowering *l, const struct expression *e)
{
	struct rvalue pointer = lower_value(l, e->arguments[0]);
	emit_hold_value(l, &pointer);
	struct rvalue expected = lower_value(l, e->arguments[1]), wanted = lower_value(l, e->arguments[2]);
	struct place_of place = place_of_pointer(l, pointer, type_unqualified(e->arguments[0]->type->base));
	struct rvalue old = place_load(l, &place, NULL);
	emit_hold_value(l, &old);
	term same = emit_hold(l, term_eq(l->bank, old.term, expected.term));
	flow either = flow_new(l->regions);
	flow_copy(l->regions, either, old.flow);
	flow_copy(l->regions, either, wanted.flow);
	place_store(l, &place, rvalue_scalar(term_ite(l->bank, same, wanted.term, old.term), either), NULL, false);
	if (e->builtin == BUILTIN_SYNC_VAL_COMPARE_AND_SWAP)
		return old;
	return rvalue_scalar(from_bool(l, same, 8), 0);
}

static struct rvalue atomic_load(struct lowering *l, const struct expression *e)
{
	struct place_of place = place_of_pointer(l, lower_value(l, e->arguments[0]),
						 type_unqualified(e->arguments[0]->type->base));
	return place_load(l, &place, NULL);
}

static struct rvalue compare_exchange(struct lowering *l, const struct expression *e)
{
	struct rvalue pointer = lower_value(l, e->arguments[0]), expected = lower_value(l, e->arguments[1]);
	emit_hold_value(l, &pointer);
	emit_hold_value(l, &expected);
	struct rvalue wanted = lower_value(l, e->arguments[2]);
	const struct type *type = type_unqualified(e->arguments[0]->type->base);
	struct place_of place = place_of_pointer(l, pointer, type), expected_place = place_of_pointer(l, expected, type);
	if (e->builtin == BUILTIN_ATOMIC_COMPARE_EXCHANGE) {
		struct place_of wanted_place = place_of_pointer(l, wanted, type);
		wanted = place_load(l, &wanted_place, NULL);
	}
	struct rvalue old = place_load(l, &place, NULL), compared = place_load(l, &expected_place, NULL);
	emit_hold_value(l, &old);
	term same = emit_hold(l, term_eq(l->bank, old.term, compared.term));
	flow either = flow_new(l->regions);
	flow_copy(l->regions, either, old.flow);
	flow_copy(l->regions, either, wanted.flow);
	flow_copy(l->regions, either, compared.flow);
	place_store(l, &place, rvalue_scalar(term_ite(l->bank, same, wanted.term, old.term), either), NULL, false);
	place_store(l, &expected_place, rvalue_scalar(term_ite(l->bank, same, compared.term, old.term), either), NULL,
		    false);
	return rvalue_scalar(from_bool(l, same, 8), 0);
}

/* ---- others ---- */

static struct rvalue unreachable(struct lowering *l, const struct expression *e)
{
	check_unreachable(l);
	emit_assume(l, term_false(l->bank));
	return lower_nothing(l, e->type);
}

static struct rvalue evaluated(struct lowering *l, const struct expression *e)
{
	struct rvalue first = rvalue_void();
	for (uint32_t i = 0; i < e->argument_count; i++) {
		struct rvalue value = lower_value(l, e->arguments[i]);
		if (i == 0)
			first = value;
	}
	return first;
}

struct rvalue lower_builtin(struct lowering *l, const struct expression *e)
{
	struct rvalue result;
	switch (e->builtin) {
	case BUILTIN_VA_START:
		lower_va_start(l, e->arguments[0]);
		return rvalue_void();
	case BUILTIN_VA_END:
		return rvalue_void();
	case BUILTIN_VA_COPY:
		lower_va_copy(l, e->arguments[0], e->arguments[1]);
		return rvalue_void();
	case BUILTIN_UNREACHABLE:
		return unreachable(l, e);
	case BUILTIN_ASSUME:
		lower_unsupported(l, e->place, "__builtin_assume (clang's)");
		return rvalue_void();
	case BUILTIN_TRAP:
		emit_assume(l, term_false(l->bank));
		return rvalue_void();
	case BUILTIN_ALLOCA: case BUILTIN_ALLOCA_WITH_ALIGN:
		return model_alloca(l, e);
	case BUILTIN_ASSUME_ALIGNED: case BUILTIN_EXTRACT_RETURN_ADDRESS:
		return evaluated(l, e);
	case BUILTIN_PREFETCH: case BUILTIN_SYNC_SYNCHRONIZE: case BUILTIN_ATOMIC_THREAD_FENCE:
	case BUILTIN_ATOMIC_SIGNAL_FENCE:
		evaluated(l, e);
		return rvalue_void();
	case BUILTIN_RETURN_ADDRESS: case BUILTIN_FRAME_ADDRESS:
		return lower_unknown(l, e->type, "builtin");
	case BUILTIN_OBJECT_SIZE: case BUILTIN_DYNAMIC_OBJECT_SIZE:
		/* Not known: gcc's answer is (size_t)-1, or 0 for type & 2. */
		return rvalue_scalar(term_bv(l->bank, l->pointer_bits, UINT64_MAX), 0);
	case BUILTIN_CLZ: case BUILTIN_CLZL: case BUILTIN_CLZLL: case BUILTIN_CTZ: case BUILTIN_CTZL: case BUILTIN_CTZLL:
	case BUILTIN_CLRSB: case BUILTIN_CLRSBL: case BUILTIN_CLRSBLL: case BUILTIN_FFS: case BUILTIN_FFSL:
	case BUILTIN_FFSLL: case BUILTIN_POPCOUNT: case BUILTIN_POPCOUNTL: case BUILTIN_POPCOUNTLL: case BUILTIN_PARITY:
	case BUILTIN_PARITYL: case BUILTIN_PARITYLL: case BUILTIN_BSWAP16: case BUILTIN_BSWAP32: case BUILTIN_BSWAP64:
	case BUILTIN_BSWAP128:
		return bits_builtin(l, e);
	case BUILTIN_ADD_OVERFLOW:
		return overflow_builtin(l, e, OP_BVADD, true);
	case BUILTIN_SUB_OVERFLOW:
		return overflow_builtin(l, e, OP_BVSUB, true);
	case BUILTIN_MUL_OVERFLOW:
		return overflow_builtin(l, e, OP_BVMUL, true);
	case BUILTIN_ADD_OVERFLOW_P:
		return overflow_builtin(l, e, OP_BVADD, false);
	case BUILTIN_SUB_OVERFLOW_P:
		return overflow_builtin(l, e, OP_BVSUB, false);
	case BUILTIN_MUL_OVERFLOW_P:
		return overflow_builtin(l, e, OP_BVMUL, false);
	case BUILTIN_SYNC_FETCH_AND_ADD: case BUILTIN_SYNC_FETCH_AND_SUB: case BUILTIN_SYNC_FETCH_AND_OR:
	case BUILTIN_SYNC_FETCH_AND_AND: case BUILTIN_SYNC_FETCH_AND_XOR: case BUILTIN_SYNC_FETCH_AND_NAND:
	case BUILTIN_SYNC_LOCK_TEST_AND_SET: case BUILTIN_ATOMIC_EXCHANGE_N: case BUILTIN_ATOMIC_FETCH_ADD:
	case BUILTIN_ATOMIC_FETCH_SUB: case BUILTIN_ATOMIC_FETCH_AND: case BUILTIN_ATOMIC_FETCH_XOR:
	case BUILTIN_ATOMIC_FETCH_OR: case BUILTIN_ATOMIC_FETCH_NAND: case BUILTIN_SYNC_LOCK_RELEASE:
	case BUILTIN_ATOMIC_STORE_N:
		return fetch(l, e, true);
	case BUILTIN_SYNC_ADD_AND_FETCH: case BUILTIN_SYNC_SUB_AND_FETCH: case BUILTIN_SYNC_OR_AND_FETCH:
	case BUILTIN_SYNC_AND_AND_FETCH: case BUILTIN_SYNC_XOR_AND_FETCH: case BUILTIN_SYNC_NAND_AND_FETCH:
	case BUILTIN_ATOMIC_ADD_FETCH: case BUILTIN_ATOMIC_SUB_FETCH: case BUILTIN_ATOMIC_AND_FETCH:
	case BUILTIN_ATOMIC_XOR_FETCH: case BUILTIN_ATOMIC_OR_FETCH: case BUILTIN_ATOMIC_NAND_FETCH:
		return fetch(l, e, false);
	case BUILTIN_SYNC_BOOL_COMPARE_AND_SWAP: case BUILTIN_SYNC_VAL_COMPARE_AND_SWAP:
		return compare_and_swap(l, e);
	case BUILTIN_ATOMIC_LOAD_N:
		return atomic_load(l, e);
	case BUILTIN_ATOMIC_COMPARE_EXCHANGE_N: case BUILTIN_ATOMIC_COMPARE_EXCHANGE:
		return compare_exchange(l, e);
	default:
		if (lower_float_builtin(l, e, &result))
			return result;
		lower_unsupported(l, e->place, "this builtin");
		return lower_nothing(l, e->type);
	}
}
