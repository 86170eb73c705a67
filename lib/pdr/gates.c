#include "gates.h"

enum { MOST_NODES = 1 << 21, WIDEST_PRODUCT = 64 };

#include <string.h>

#include "arena.h"

/* --- functions --- */

void gates_init(struct gates *g, const struct bank *bank)
{
	*g = (struct gates){ .bank = bank, .arena = arena_new() };
	gates_input(g);
}

void gates_release(struct gates *g)
{
	vec_free(&g->nodes);
	table_free(&g->known);
	table_free(&g->words);
	arena_free(g->arena);
}

literal gates_input(struct gates *g)
{
	vec_push(&g->nodes, (struct gate){ LITERAL_NONE, LITERAL_NONE });
	return 2 * (literal)(g->nodes.count - 1);
}

literal gates_and(struct gates *g, literal a, literal b)
{
	if (a > b) {
		literal swap = a;
		a = b;
		b = swap;
	}
	if (a == LITERAL_TRUE || a == b)
		return b;
	if (a == LITERAL_FALSE || a == literal_not(b))
		return LITERAL_FALSE;
	uint64_t key = (uint64_t)a << 32 | b, found = table_get(&g->known, key, 0);
	if (found)
		return 2 * (literal)found;
	vec_push(&g->nodes, (struct gate){ a, b });
	table_put(&g->known, key, g->nodes.count - 1);
	return 2 * (literal)(g->nodes.count - 1);
}

literal gates_or(struct gates *g, literal a, literal b)
{
	return literal_not(gates_and(g, literal_not(a), literal_not(b)));
}

/* a if c, else b. */
static literal choose(struct gates *g, literal c, literal a, literal b)
{
	if (a == b)
		return a;
	return literal_not(gates_and(g, literal_not(gates_and(g, c, a)), literal_not(gates_and(g, literal_not(c), b))));
}

static literal exclusive(struct gates *g, literal a, literal b)
{
	return choose(g, a, literal_not(b), b);
}

/* --- words --- */

static literal *new_word(struct gates *g, uint32_t width)
{
	return arena_alloc(g->arena, width * sizeof(literal));
}

static literal majority(struct gates *g, literal a, literal b, literal c)
{
	return gates_or(g, gates_and(g, a, b), gates_and(g, c, gates_or(g, a, b)));
}

/* out := a + b + carry; gives the carry out. */
static literal add(struct gates *g, literal *out, const literal *a, const literal *b, literal carry, uint32_t width)
{
	for (uint32_t i = 0; i < width; i++) {
		literal next = majority(g, a[i], b[i], carry);
		out[i] = exclusive(g, exclusive(g, a[i], b[i]), carry);
		carry = next;
	}
	return carry;
}

static literal *inverted(struct gates *g, const literal *a, uint32_t width)
{
	literal *out = new_word(g, width);
	for (uint32_t i = 0; i < width; i++)
		out[i] = literal_not(a[i]);
	return out;
}

/* a < b: a - b borrows. */
static literal is_below(struct gates *g, const literal *a, const literal *b, uint32_t width)
{
	literal carry = LITERAL_TRUE;
	for (uint32_t i = 0; i < width; i++)
		carry = majority(g, a[i], literal_not(b[i]), carry);
	return literal_not(carry);
}

static literal is_less(struct gates *g, const literal *a, const literal *b, uint32_t width)
{
	literal sa = a[width - 1], sb = b[width - 1];
	literal below = is_below(g, a, b, width);
	return choose(g, exclusive(g, sa, sb), sa, below);
}

static literal is_equal(struct gates *g, const literal *a, const literal *b, uint32_t width)
{
	literal all = LITERAL_TRUE;
	for (uint32_t i = 0; i < width; i++)
		all = gates_and(g, all, literal_not(exclusive(g, a[i], b[i])));
	return all;
}

static void multiply(struct gates *g, literal *out, const literal *a, const literal *b, uint32_t width)
{
	literal *sum = new_word(g, width), *part = new_word(g, width);
	for (uint32_t i = 0; i < width; i++)
		sum[i] = LITERAL_FALSE;
	for (uint32_t k = 0; k < width; k++) {
		if (b[k] == LITERAL_FALSE)
			continue;
		for (uint32_t i = 0; i < width; i++)
			part[i] = i < k ? LITERAL_FALSE : gates_and(g, a[i - k], b[k]);
		add(g, sum, sum, part, LITERAL_FALSE, width);
	}
	memcpy(out, sum, width * sizeof *out);
}

/* Shift by `by`, in stages; what comes in is `fill`. */
static void shift(struct gates *g, literal *out, const literal *a, const literal *by, literal fill, bool left,
		  uint32_t width)
{
	literal *from = new_word(g, width), too_far = LITERAL_FALSE;
	memcpy(out, a, width * sizeof *out);
	for (uint32_t k = 0; k < width; k++) {
		if (k >= 32 || (UINT64_C(1) << k) >= width) {
			too_far = gates_or(g, too_far, by[k]);
			continue;
		}
		uint32_t d = UINT32_C(1) << k;
		memcpy(from, out, width * sizeof *out);
		for (uint32_t i = 0; i < width; i++) {
			literal moved = left ? (i >= d ? from[i - d] : fill) : (i + d < width ? from[i + d] : fill);
			out[i] = choose(g, by[k], moved, from[i]);
		}
	}
	for (uint32_t i = 0; i < width; i++)
		out[i] = choose(g, too_far, fill, out[i]);
}

/* --- terms --- */

static const literal *bits_of(struct gates *g, term t)
{
	return table_get(&g->words, t, NULL);
}

static void unknown(struct gates *g, literal *out, term t, uint32_t width)
{
	g->unknown += term_op(g->bank, t) != OP_VARIABLE;
	for (uint32_t i = 0; i < width; i++)
		out[i] = gates_input(g);
}

static void bitwise(struct gates *g, literal *out, enum op op, const literal *a, const literal *b, uint32_t width)
{
	for (uint32_t i = 0; i < width; i++)
		out[i] = op == OP_AND || op == OP_BVAND ? gates_and(g, a[i], b[i])
			 : op == OP_OR || op == OP_BVOR ? gates_or(g, a[i], b[i])
							: exclusive(g, a[i], b[i]);
}

static void constant(struct gates *g, literal *out, term t, uint32_t width)
{
	const uint64_t *words = term_words(g->bank, t);
	for (uint32_t i = 0; i < width; i++)
		out[i] = words[i / 64] >> i % 64 & 1 ? LITERAL_TRUE : LITERAL_FALSE;
}

static void extend(literal *out, const literal *a, uint32_t from, uint32_t width, literal fill)
{
	for (uint32_t i = 0; i < width; i++)
		out[i] = i < from ? a[i] : fill;
}

static void build(struct gates *g, literal *out, term t, uint32_t width)
{
	const struct bank *bank = g->bank;
	enum op op = term_op(bank, t);
	const literal *arg[3] = { NULL };
	uint32_t from = 0;
	for (uint32_t i = 0; i < term_count(bank, t) && i < 3; i++)
		arg[i] = bits_of(g, term_arg(bank, t, i));
	if (term_count(bank, t))
		from = sort_kind(bank, term_sort(bank, term_arg(bank, t, 0))) == SORT_MAP
			       ? 0
			       : term_width(bank, term_arg(bank, t, 0));
	if (g->nodes.count > MOST_NODES || (op == OP_BVMUL && width > WIDEST_PRODUCT)) {
		unknown(g, out, t, width);
		return;
	}
	switch (op) {
	case OP_CONSTANT:
		constant(g, out, t, width);
		break;
	case OP_ITE:
		for (uint32_t i = 0; i < width; i++)
			out[i] = choose(g, arg[0][0], arg[1][i], arg[2][i]);
		break;
	case OP_EQ:
		out[0] = is_equal(g, arg[0], arg[1], from);
		break;
	case OP_NOT:
	case OP_BVNOT:
		for (uint32_t i = 0; i < width; i++)
			out[i] = literal_not(arg[0][i]);
		break;
	case OP_AND:
	case OP_OR:
	case OP_XOR:
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
		bitwise(g, out, op, arg[0], arg[1], width);
		break;
	case OP_BVNEG: {
		literal *zero = new_word(g, width);
		for (uint32_t i = 0; i < width; i++)
			zero[i] = LITERAL_FALSE;
		add(g, out, zero, inverted(g, arg[0], width), LITERAL_TRUE, width);
		break;
	}
	case OP_BVADD:
		add(g, out, arg[0], arg[1], LITERAL_FALSE, width);
		break;
	case OP_BVSUB:
		add(g, out, arg[0], inverted(g, arg[1], width), LITERAL_TRUE, width);
		break;
	case OP_BVMUL:
		multiply(g, out, arg[0], arg[1], width);
		break;
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		shift(g, out, arg[0], arg[1], op == OP_BVASHR ? arg[0][width - 1] : LITERAL_FALSE, op == OP_BVSHL,
		      width);
		break;
	case OP_CONCAT:
		from = term_width(bank, term_arg(bank, t, 1));
		memcpy(out, arg[1], from * sizeof *out);
		memcpy(out + from, arg[0], (width - from) * sizeof *out);
		break;
	case OP_EXTRACT:
		memcpy(out, arg[0] + term_index(bank, t, 1), width * sizeof *out);
		break;
	case OP_ZERO_EXTEND:
		extend(out, arg[0], from, width, LITERAL_FALSE);
		break;
	case OP_SIGN_EXTEND:
		extend(out, arg[0], from, width, arg[0][from - 1]);
		break;
	case OP_BVULT:
		out[0] = is_below(g, arg[0], arg[1], from);
		break;
	case OP_BVULE:
		out[0] = literal_not(is_below(g, arg[1], arg[0], from));
		break;
	case OP_BVSLT:
		out[0] = is_less(g, arg[0], arg[1], from);
		break;
	case OP_BVSLE:
		out[0] = literal_not(is_less(g, arg[1], arg[0], from));
		break;
	default:
		unknown(g, out, t, width);
	}
}

static bool is_map(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_MAP;
}

const literal *gates_of(struct gates *g, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0;
		     !bits_of(g, top) && term_op(g->bank, top) != OP_SELECT && i < term_count(g->bank, top); i++)
			if (!bits_of(g, term_arg(g->bank, top, i)) && !is_map(g->bank, term_arg(g->bank, top, i)))
				vec_push(&stack, term_arg(g->bank, top, i));
		if (stack.count > before)
			continue;
		if (!bits_of(g, top)) {
			uint32_t width = term_width(g->bank, top);
			literal *out = new_word(g, width);
			if (term_op(g->bank, top) == OP_SELECT)
				unknown(g, out, top, width);
			else
				build(g, out, top, width);
			table_put(&g->words, top, out);
		}
		stack.count--;
	}
	vec_free(&stack);
	return bits_of(g, t);
}

void gates_bind(struct gates *g, term leaf, const literal *bits)
{
	uint32_t width = term_width(g->bank, leaf);
	literal *copy = new_word(g, width);
	memcpy(copy, bits, width * sizeof *copy);
	table_put(&g->words, leaf, copy);
}
