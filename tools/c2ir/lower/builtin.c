/* gcc's builtins that are no library functions (builtin.def). */
#include "builtin.h"

#include "approximate.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "bits.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "library_models.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "parts.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "types.h"
#include "variadic.h"

static term argument(struct lowering *l, const struct expression *e, uint32_t i)
{
	return emit_hold(l, lower_value(l, e->arguments[i]).term);
}

/* ---- bits ---- */

static term unknown_int(struct lowering *l, const struct expression *e)
{
	return lower_unknown(l, e->type, "builtin").term;
}

static struct rvalue bits_builtin(struct lowering *l, const struct expression *e)
{
	term t = argument(l, e, 0);
	uint32_t width = term_width(l->bank, t);
	switch (e->builtin) {
	case BUILTIN_CLZ:
	case BUILTIN_CLZL:
	case BUILTIN_CLZLL:
		t = bits_zeros(l->bank, t, false, unknown_int(l, e));
		break;
	case BUILTIN_CTZ:
	case BUILTIN_CTZL:
	case BUILTIN_CTZLL:
		t = bits_zeros(l->bank, t, true, unknown_int(l, e));
		break;
	case BUILTIN_FFS:
	case BUILTIN_FFSL:
	case BUILTIN_FFSLL:
		t = term_binary(l->bank, OP_BVADD, bits_zeros(l->bank, t, true, term_bv(l->bank, 32, UINT64_MAX)),
				term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_CLRSB:
	case BUILTIN_CLRSBL:
	case BUILTIN_CLRSBLL:
		t = term_binary(l->bank, OP_BVXOR, t,
				term_binary(l->bank, OP_BVASHR, t, term_bv(l->bank, width, width - 1)));
		t = term_binary(l->bank, OP_BVSUB, bits_zeros(l->bank, t, false, term_bv(l->bank, 32, width)),
				term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_PARITY:
	case BUILTIN_PARITYL:
	case BUILTIN_PARITYLL:
		t = term_binary(l->bank, OP_BVAND, bits_ones(l->bank, t, 32), term_bv(l->bank, 32, 1));
		break;
	case BUILTIN_POPCOUNT:
	case BUILTIN_POPCOUNTL:
	case BUILTIN_POPCOUNTLL:
		t = bits_ones(l->bank, t, 32);
		break;
	default:
		t = bits_swapped(l->bank, t);
		break;
	}
	return rvalue_scalar(resize(l, t, term_bits(l, e->type), true), 0);
}

/* ---- overflow arithmetic ---- */

static struct rvalue overflow_builtin(struct lowering *l, const struct expression *e, enum op op, bool store)
{
	const struct type *a_type = e->arguments[0]->type, *b_type = e->arguments[1]->type;
	const struct type *result =
		store ? type_unqualified(type_base(e->arguments[2]->type)) : type_unqualified(e->arguments[2]->type);
	term a = argument(l, e, 0), b = argument(l, e, 1);
	struct rvalue target = lower_value(l, e->arguments[2]);
	uint32_t bits = term_bits(l, result), wide = 2 * (term_width(l->bank, a) + term_width(l->bank, b) + bits);
	term exact = term_binary(l->bank, op, resize(l, a, wide, type_is_signed(l->types, a_type)),
				 resize(l, b, wide, type_is_signed(l->types, b_type)));
	term cut = resize(l, exact, bits, false);
	term same = term_eq(l->bank, exact, resize(l, cut, wide, type_is_signed(l->types, result)));
	same = emit_hold(l, same);
	if (store) {
		struct lvalue lvalue = lvalue_of_pointer(l, target, result);
		lvalue.pointer_given = e->arguments[2];
		lvalue_store(l, &lvalue, rvalue_scalar(cut, 0), e, false);
	}
	return rvalue_scalar(from_bool(l, term_not(l->bank, same), term_bits(l, e->type)), 0);
}

/* ---- others ---- */

static struct rvalue unreachable(struct lowering *l, const struct expression *e)
{
	check_unreachable(l);
	emit_assume(l, term_false(l->bank));
	return lower_nothing(l, e->type);
}

/* What a false operand of __builtin_assume leads to is undefined. Unless that is checked, whatever is violated after it is
 * not told as a bug: it is reached through an approximation. */
static void assumption_fails(struct lowering *l, term condition, const struct expression *e)
{
	struct block *broken = emit_block(l, "assumption"), *next = emit_block(l, "assumed");
	emit_branch(l, condition, next, broken, e->arguments[0]->range);
	emit_start(l, broken);
	lower_deviation(l, e->location, "what follows a false operand of __builtin_assume()");
	emit_goto(l, next);
	emit_start(l, next);
}

/* clang's __builtin_assume(condition), whose side effects do not happen. */
static struct rvalue assumption(struct lowering *l, const struct expression *e)
{
	if (e->argument_count && !expression_has_effects(e->arguments[0])) {
		term condition = emit_hold(l, lower_condition(l, e->arguments[0]));
		if (checks(l, CHECK_UNREACHABLE)) {
			check_emit(l, CHECK_UNREACHABLE, condition, "the operand of __builtin_assume() is false");
			emit_assume(l, condition);
		} else {
			assumption_fails(l, condition, e);
		}
	}
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
		lower_va_end(l, e->arguments[0]);
		return rvalue_void();
	case BUILTIN_VA_COPY:
		lower_va_copy(l, e->arguments[0], e->arguments[1]);
		return rvalue_void();
	case BUILTIN_UNREACHABLE:
		return unreachable(l, e);
	case BUILTIN_ASSUME:
		return assumption(l, e);
	case BUILTIN_TRAP:
		l->models->stop(l, term_bv(l->bank, 32, 132)); /* SIGILL, as a shell shows it */
		return rvalue_void();
	case BUILTIN_ALLOCA:
	case BUILTIN_ALLOCA_WITH_ALIGN:
	case BUILTIN_ALLOCA_WITH_ALIGN_AND_MAX:
		return l->models->alloca(l, e, NULL);
	case BUILTIN_ASSUME_ALIGNED:
	case BUILTIN_EXTRACT_RETURN_ADDRESS:
	case BUILTIN_FROB_RETURN_ADDRESS:
	case BUILTIN_SPECULATION_SAFE_VALUE:
		return evaluated(l, e);
	case BUILTIN_CLEAR_PADDING:
		lower_clear_padding(l, lower_value(l, e->arguments[0]),
				    type_unqualified(type_base(e->arguments[0]->type)), e->location, e);
		return rvalue_void();
	case BUILTIN_SHUFFLE:
		return vector_shuffle(l, e);
	case BUILTIN_SHUFFLEVECTOR:
		return vector_shuffle_constant(l, e);
	case BUILTIN_PREFETCH:
	case BUILTIN_SYNC_SYNCHRONIZE:
	case BUILTIN_ATOMIC_THREAD_FENCE:
	case BUILTIN_ATOMIC_SIGNAL_FENCE:
	case BUILTIN_CLEAR_CACHE:
	case BUILTIN_CPU_INIT:
	case BUILTIN_PAUSE:
	case BUILTIN_LFENCE:
	case BUILTIN_SFENCE:
	case BUILTIN_MFENCE:
		evaluated(l, e);
		return rvalue_void();
	case BUILTIN_CPU_IS:
	case BUILTIN_CPU_SUPPORTS:
	case BUILTIN_RDTSC:
		evaluated(l, e);
		return lower_unknown(l, e->type, "processor");
	case BUILTIN_RETURN_ADDRESS:
	case BUILTIN_FRAME_ADDRESS:
		return lower_unknown(l, e->type, "builtin");
	case BUILTIN_CLZ:
	case BUILTIN_CLZL:
	case BUILTIN_CLZLL:
	case BUILTIN_CTZ:
	case BUILTIN_CTZL:
	case BUILTIN_CTZLL:
	case BUILTIN_CLRSB:
	case BUILTIN_CLRSBL:
	case BUILTIN_CLRSBLL:
	case BUILTIN_FFS:
	case BUILTIN_FFSL:
	case BUILTIN_FFSLL:
	case BUILTIN_POPCOUNT:
	case BUILTIN_POPCOUNTL:
	case BUILTIN_POPCOUNTLL:
	case BUILTIN_PARITY:
	case BUILTIN_PARITYL:
	case BUILTIN_PARITYLL:
	case BUILTIN_BSWAP16:
	case BUILTIN_BSWAP32:
	case BUILTIN_BSWAP64:
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
	default:
		if (lower_float_builtin(l, e, &result) || lower_atomic_builtin(l, e, &result))
			return result;
		lower_unsupported(l, e->location, "this builtin");
		return lower_nothing(l, e->type);
	}
}
