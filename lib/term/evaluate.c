/* The meaning of each operator on concrete values: op.def in C. Nothing here uses the simplifier, which is
 * tested against it. */
#include <string.h>

#include "bv.h"
#include "eval.h"
#include "hash.h"
#include "vec.h"

static const uint64_t MAX_BLOCK = UINT64_C(1) << 24;

struct entry {
	term t;
	uint32_t uses; /* of its value by entries that are still to be evaluated, and by the caller */
	struct value value;
};

struct evaluation {
	const struct bank *bank;
	VEC(struct entry) entries; /* each subterm once, arguments before their users */
	struct table positions;    /* term -> position in entries */
};

/* --- order of evaluation --- */

struct term_vec VEC_BODY(term);

static bool push_missing(struct evaluation *e, struct term_vec *stack, term t)
{
	size_t before = stack->count;
	for (uint32_t i = 0, n = term_count(e->bank, t); i < n; i++) {
		if (!table_has(&e->positions, term_arg(e->bank, t, i)))
			vec_push(stack, term_arg(e->bank, t, i));
	}
	return stack->count > before;
}

static void order_subterms(struct evaluation *e, term t)
{
	struct term_vec stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		if (!table_has(&e->positions, top)) {
			if (push_missing(e, &stack, top))
				continue;
			table_put(&e->positions, top, e->entries.count);
			struct entry entry = { .t = top };
			vec_push(&e->entries, entry);
		}
		stack.count--;
	}
	vec_free(&stack);
}

static struct entry *argument(struct evaluation *e, term t, uint32_t i)
{
	return &e->entries.at[table_get(&e->positions, term_arg(e->bank, t, i), 0)];
}

static void count_uses(struct evaluation *e)
{
	for (size_t i = 0; i < e->entries.count; i++) {
		term t = e->entries.at[i].t;
		for (uint32_t j = 0, n = term_count(e->bank, t); j < n; j++)
			argument(e, t, j)->uses++;
	}
	vec_last(&e->entries).uses++;
}

/* --- operators on bit-vectors and Bool --- */

static uint64_t *words_of(struct value *v)
{
	return v->kind == VALUE_WIDE ? v->words : &v->word;
}

static struct value truth(bool b)
{
	return value_word(1, b);
}

static bool is_true(const struct value *v)
{
	return v->word != 0;
}

static struct value arithmetic(void (*f)(uint64_t *, const uint64_t *, const uint64_t *, uint32_t),
			       const struct value *a, const struct value *b)
{
	struct value r = value_word(a->width, 0);
	f(words_of(&r), value_bits(a), value_bits(b), a->width);
	return r;
}

static struct value unary(void (*f)(uint64_t *, const uint64_t *, uint32_t), const struct value *a)
{
	struct value r = value_word(a->width, 0);
	f(words_of(&r), value_bits(a), a->width);
	return r;
}

static struct value concat(const struct value *a, const struct value *b)
{
	struct value r = value_word(a->width + b->width, 0);
	bv_concat(words_of(&r), value_bits(a), a->width, value_bits(b), b->width);
	return r;
}

static struct value extract(const struct value *a, uint32_t high, uint32_t low)
{
	struct value r = value_word(high - low + 1, 0);
	bv_extract(words_of(&r), value_bits(a), high, low);
	return r;
}

static struct value extend(const struct value *a, uint32_t width, bool is_signed)
{
	struct value r = value_word(width, 0);
	bv_extend(words_of(&r), value_bits(a), a->width, width, is_signed);
	return r;
}

/* --- maps --- */

/* The map of an argument, to be written: moved out when this is its last use, so that it is written in place. */
static struct value take(struct entry *entry)
{
	if (entry->uses > 1)
		return value_copy(&entry->value);
	struct value v = entry->value;
	entry->value.kind = VALUE_NONE;
	return v;
}

static struct value store(struct entry *map, const struct value *index, const struct value *value)
{
	struct value m = take(map);
	map_write(&m, value_bits(index), value);
	return m;
}

static uint64_t block_count(const struct value *n)
{
	const uint64_t *words = value_bits(n);
	for (uint32_t i = 1; i < bv_words(n->width); i++) {
		if (words[i])
			return UINT64_MAX;
	}
	return words[0];
}

static struct value fill(struct entry *map, const struct value *at, const struct value *n, const struct value *value)
{
	struct value m = take(map);
	if (!map_fill(&m, value_bits(at), n->width, block_count(n), value, MAX_BLOCK))
		value_release(&m);
	return m;
}

static struct value copy(struct entry *map, const struct value *at, const struct value *from,
			 const struct value *from_at, const struct value *n)
{
	/* `from` may be the same entry, and then has a second use: the map is copied, not moved. */
	struct value m = take(map);
	if (!map_copy(&m, value_bits(at), from->map, value_bits(from_at), n->width, block_count(n), MAX_BLOCK))
		value_release(&m);
	return m;
}

/* --- evaluation --- */

static struct value constant(const struct bank *bank, term t)
{
	return value_words(term_width(bank, t), term_words(bank, t));
}

static struct value apply(struct evaluation *e, term t)
{
	const struct bank *bank = e->bank;
	enum op op = term_op(bank, t);
	uint32_t n = term_count(bank, t);
	struct entry *arg[5] = { 0 };
	const struct value *v[5] = { 0 };
	for (uint32_t i = 0; i < n; i++) {
		arg[i] = argument(e, t, i);
		v[i] = &arg[i]->value;
		if (v[i]->kind == VALUE_NONE && op != OP_ITE)
			return (struct value){ 0 };
	}
	switch (op) {
	case OP_CONSTANT:
		return constant(bank, t);
	case OP_VARIABLE:
	case OP_COUNT:
		break;
	case OP_ITE:
		return v[0]->kind == VALUE_NONE ? *v[0] : value_copy(is_true(v[0]) ? v[1] : v[2]);
	case OP_EQ:
		return truth(value_equal(v[0], v[1]));
	case OP_NOT:
		return truth(!is_true(v[0]));
	case OP_AND:
		return truth(is_true(v[0]) && is_true(v[1]));
	case OP_OR:
		return truth(is_true(v[0]) || is_true(v[1]));
	case OP_XOR:
		return truth(is_true(v[0]) != is_true(v[1]));
	case OP_BVNOT:
		return unary(bv_not, v[0]);
	case OP_BVNEG:
		return unary(bv_neg, v[0]);
	case OP_BVAND:
		return arithmetic(bv_and, v[0], v[1]);
	case OP_BVOR:
		return arithmetic(bv_or, v[0], v[1]);
	case OP_BVXOR:
		return arithmetic(bv_xor, v[0], v[1]);
	case OP_BVADD:
		return arithmetic(bv_add, v[0], v[1]);
	case OP_BVSUB:
		return arithmetic(bv_sub, v[0], v[1]);
	case OP_BVMUL:
		return arithmetic(bv_mul, v[0], v[1]);
	case OP_BVUDIV:
		return arithmetic(bv_udiv, v[0], v[1]);
	case OP_BVUREM:
		return arithmetic(bv_urem, v[0], v[1]);
	case OP_BVSDIV:
		return arithmetic(bv_sdiv, v[0], v[1]);
	case OP_BVSREM:
		return arithmetic(bv_srem, v[0], v[1]);
	case OP_BVSHL:
		return arithmetic(bv_shl, v[0], v[1]);
	case OP_BVLSHR:
		return arithmetic(bv_lshr, v[0], v[1]);
	case OP_BVASHR:
		return arithmetic(bv_ashr, v[0], v[1]);
	case OP_CONCAT:
		return concat(v[0], v[1]);
	case OP_EXTRACT:
		return extract(v[0], term_index(bank, t, 0), term_index(bank, t, 1));
	case OP_ZERO_EXTEND:
		return extend(v[0], term_index(bank, t, 0), false);
	case OP_SIGN_EXTEND:
		return extend(v[0], term_index(bank, t, 0), true);
	case OP_BVULT:
		return truth(bv_ult(value_bits(v[0]), value_bits(v[1]), v[0]->width));
	case OP_BVULE:
		return truth(!bv_ult(value_bits(v[1]), value_bits(v[0]), v[0]->width));
	case OP_BVSLT:
		return truth(bv_slt(value_bits(v[0]), value_bits(v[1]), v[0]->width));
	case OP_BVSLE:
		return truth(!bv_slt(value_bits(v[1]), value_bits(v[0]), v[0]->width));
	case OP_SELECT:
		return map_read(v[0]->map, value_bits(v[1]));
	case OP_STORE:
		return store(arg[0], v[1], v[2]);
	case OP_CONST_MAP:
		return map_constant(term_index(bank, t, 0), v[0]->width, v[0]);
	case OP_FILL:
		return fill(arg[0], v[1], v[2], v[3]);
	case OP_COPY:
		return copy(arg[0], v[1], v[2], v[3], v[4]);
	}
	return (struct value){ 0 };
}

static void release_arguments(struct evaluation *e, term t)
{
	for (uint32_t i = 0, n = term_count(e->bank, t); i < n; i++) {
		struct entry *arg = argument(e, t, i);
		if (--arg->uses == 0)
			value_release(&arg->value);
	}
}

struct value term_eval(const struct bank *bank, term t, struct value (*leaf)(void *context, term v), void *context)
{
	struct evaluation e = { .bank = bank };
	order_subterms(&e, t);
	count_uses(&e);
	for (size_t i = 0; i < e.entries.count; i++) {
		term s = e.entries.at[i].t;
		bool is_leaf = term_op(bank, s) == OP_VARIABLE;
		e.entries.at[i].value = is_leaf ? leaf(context, s) : apply(&e, s);
		release_arguments(&e, s);
	}
	struct value result = vec_last(&e.entries).value;
	vec_free(&e.entries);
	table_free(&e.positions);
	return result;
}
