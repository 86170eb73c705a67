/* Terms as plain trees with a meaning of their own, written without lib/term: bit-vectors are arrays of bits, maps
 * are arrays of all their cells. Random trees are built here and, step by step, through the constructors of
 * lib/term; the two must agree. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bv.h"
#include "eval.h"
#include "term.h"

enum { MAX_BITS = 260, MAX_CELLS = 16, VALUATIONS = 3, MAX_NODES = 400 };

struct bits {
	uint32_t width;
	uint8_t bit[MAX_BITS];
};

/* A sort: Bool (width 1, index 0, is_bool), bit-vector, or map. */
struct shape {
	bool is_bool;   /* Bool, or a map to Bool */
	uint32_t width; /* of the bit-vector, or of the map's values */
	uint32_t index; /* index width of maps, else 0 */
};

struct meaning {
	struct bits cell[MAX_CELLS]; /* maps: all cells; others: cell[0] */
};

struct tree {
	enum op op;
	struct shape shape;
	uint32_t args[5], indices[2]; /* arguments: positions in the forest */
	struct meaning *value[VALUATIONS];
	term simplified;
};

struct forest {
	struct bank *bank;
	struct tree node[MAX_NODES];
	uint32_t count;
	uint64_t random;
	bool small; /* widths of at most 8 bits */
	/* The widths that this forest is made of. */
	uint32_t width, narrow, map_index;
};

/* --- random numbers --- */

static inline uint64_t random_word(struct forest *f)
{
	uint64_t z = (f->random += UINT64_C(0x9E3779B97F4A7C15));
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

static inline uint32_t below(struct forest *f, uint32_t n)
{
	return (uint32_t)(random_word(f) % n);
}

/* --- bits --- */

static inline struct bits bits_zero(uint32_t width)
{
	assert(width <= MAX_BITS);
	struct bits r = { .width = width };
	return r;
}

static inline bool bits_equal(const struct bits *a, const struct bits *b)
{
	return a->width == b->width && !memcmp(a->bit, b->bit, a->width);
}

static inline bool bits_are_zero(const struct bits *a)
{
	for (uint32_t i = 0; i < a->width; i++) {
		if (a->bit[i])
			return false;
	}
	return true;
}

static inline struct bits bits_not(struct bits a)
{
	for (uint32_t i = 0; i < a.width; i++)
		a.bit[i] = !a.bit[i];
	return a;
}

static inline struct bits bits_add(struct bits a, const struct bits *b, uint8_t carry)
{
	for (uint32_t i = 0; i < a.width; i++) {
		uint8_t sum = (uint8_t)(a.bit[i] + b->bit[i] + carry);
		a.bit[i] = sum & 1;
		carry = sum >> 1;
	}
	return a;
}

static inline struct bits bits_sub(struct bits a, const struct bits *b)
{
	struct bits inverted = bits_not(*b);
	return bits_add(a, &inverted, 1);
}

static inline struct bits bits_neg(const struct bits *a)
{
	return bits_sub(bits_zero(a->width), a);
}

static inline struct bits bits_shift_left(struct bits a)
{
	for (uint32_t i = a.width; i-- > 1;)
		a.bit[i] = a.bit[i - 1];
	a.bit[0] = 0;
	return a;
}

static inline struct bits bits_mul(const struct bits *a, const struct bits *b)
{
	struct bits sum = bits_zero(a->width), shifted = *a;
	for (uint32_t i = 0; i < a->width; i++) {
		if (b->bit[i])
			sum = bits_add(sum, &shifted, 0);
		shifted = bits_shift_left(shifted);
	}
	return sum;
}

static inline bool bits_ult(const struct bits *a, const struct bits *b)
{
	for (uint32_t i = a->width; i-- > 0;) {
		if (a->bit[i] != b->bit[i])
			return b->bit[i];
	}
	return false;
}

static inline bool bits_slt(const struct bits *a, const struct bits *b)
{
	uint8_t sa = a->bit[a->width - 1], sb = b->bit[b->width - 1];
	return sa != sb ? sa : bits_ult(a, b);
}

static inline struct bits bits_extract(const struct bits *a, uint32_t high, uint32_t low)
{
	struct bits r = bits_zero(high - low + 1);
	memcpy(r.bit, a->bit + low, r.width);
	return r;
}

static inline struct bits bits_extend(const struct bits *a, uint32_t width, uint8_t fill)
{
	struct bits r = *a;
	r.width = width;
	assert(width <= MAX_BITS);
	for (uint32_t i = a->width; i < width; i++)
		r.bit[i] = fill;
	return r;
}

/* Long division in one bit more than the width. */
static inline void bits_divide(const struct bits *a, const struct bits *b, struct bits *q, struct bits *r)
{
	struct bits wide = bits_extend(b, b->width + 1, 0), rest = bits_zero(a->width + 1);
	*q = bits_zero(a->width);
	for (uint32_t i = a->width; i-- > 0;) {
		rest = bits_shift_left(rest);
		rest.bit[0] = a->bit[i];
		if (!bits_ult(&rest, &wide)) {
			rest = bits_sub(rest, &wide);
			q->bit[i] = 1;
		}
	}
	*r = bits_extract(&rest, a->width - 1, 0);
}

static inline struct bits bits_unsigned_division(const struct bits *a, const struct bits *b, bool remainder)
{
	struct bits q, r;
	if (bits_are_zero(b))
		return remainder ? *a : bits_not(bits_zero(a->width));
	bits_divide(a, b, &q, &r);
	return remainder ? r : q;
}

static inline struct bits bits_signed_division(const struct bits *a, const struct bits *b, bool remainder)
{
	uint8_t sa = a->bit[a->width - 1], sb = b->bit[b->width - 1];
	if (bits_are_zero(b)) {
		struct bits one = bits_zero(a->width);
		one.bit[0] = 1;
		return remainder ? *a : sa ? one : bits_not(bits_zero(a->width));
	}
	struct bits x = sa ? bits_neg(a) : *a, y = sb ? bits_neg(b) : *b, q, r;
	bits_divide(&x, &y, &q, &r);
	if (remainder)
		return sa ? bits_neg(&r) : r;
	return sa != sb ? bits_neg(&q) : q;
}

/* The value, or `limit` if it is larger. */
static inline uint32_t bits_number(const struct bits *a, uint32_t limit)
{
	uint64_t n = 0;
	for (uint32_t i = a->width; i-- > 0;) {
		n = 2 * n + a->bit[i];
		if (n > limit)
			return limit;
	}
	return (uint32_t)n;
}

static inline struct bits bits_shift(enum op op, const struct bits *a, const struct bits *b)
{
	uint32_t by = bits_number(b, a->width);
	struct bits r = bits_zero(a->width);
	uint8_t fill = op == OP_BVASHR ? a->bit[a->width - 1] : 0;
	for (uint32_t i = 0; i < a->width; i++) {
		if (op == OP_BVSHL)
			r.bit[i] = i >= by ? a->bit[i - by] : 0;
		else
			r.bit[i] = i + by < a->width ? a->bit[i + by] : fill;
	}
	return r;
}

static inline struct bits bits_bool(bool b)
{
	struct bits r = bits_zero(1);
	r.bit[0] = b;
	return r;
}

static inline struct bits bits_from_words(const uint64_t *words, uint32_t width)
{
	struct bits r = bits_zero(width);
	for (uint32_t i = 0; i < width; i++)
		r.bit[i] = words[i / 64] >> i % 64 & 1;
	return r;
}

static inline void bits_to_words(const struct bits *a, uint64_t *words)
{
	memset(words, 0, (a->width + 63) / 64 * sizeof *words);
	for (uint32_t i = 0; i < a->width; i++)
		words[i / 64] |= (uint64_t)a->bit[i] << i % 64;
}

/* --- meaning of operators --- */

static inline struct bits bitwise(enum op op, const struct bits *a, const struct bits *b)
{
	struct bits r = *a;
	for (uint32_t i = 0; i < r.width; i++)
		r.bit[i] = op == OP_BVAND || op == OP_AND ? a->bit[i] & b->bit[i]
			   : op == OP_BVOR || op == OP_OR ? a->bit[i] | b->bit[i]
							  : a->bit[i] ^ b->bit[i];
	return r;
}

static inline struct bits concatenation(const struct bits *a, const struct bits *b)
{
	struct bits r = bits_zero(a->width + b->width);
	memcpy(r.bit, b->bit, b->width);
	memcpy(r.bit + b->width, a->bit, a->width);
	return r;
}

/* Cell i is in the run of p; *distance is how far. As op.def says it, on small numbers. */
static inline bool reference_in_run(uint32_t i, uint32_t p, const struct bits *n, uint32_t *distance)
{
	uint32_t size = 1u << n->width;
	*distance = (i % size - p % size) & (size - 1);
	return i / size == p / size && *distance < bits_number(n, UINT32_MAX);
}

static inline void map_meaning(const struct tree *t, const struct meaning *const *m, struct meaning *r)
{
	uint32_t cells = 1u << t->shape.index, at = t->op == OP_CONST_MAP ? 0 : bits_number(&m[1]->cell[0], MAX_CELLS);
	for (uint32_t i = 0; i < cells; i++) {
		uint32_t distance, size;
		switch ((int)t->op) {
		case OP_STORE:
			r->cell[i] = i == at ? m[2]->cell[0] : m[0]->cell[i];
			break;
		case OP_CONST_MAP:
			r->cell[i] = m[0]->cell[0];
			break;
		case OP_FILL:
			r->cell[i] = reference_in_run(i, at, &m[2]->cell[0], &distance) ? m[3]->cell[0] : m[0]->cell[i];
			break;
		case OP_COPY:
			size = 1u << m[4]->cell[0].width;
			uint32_t from = bits_number(&m[3]->cell[0], MAX_CELLS);
			if (reference_in_run(i, at, &m[4]->cell[0], &distance))
				r->cell[i] = m[2]->cell[from / size * size + (from + distance) % size];
			else
				r->cell[i] = m[0]->cell[i];
			break;
		}
	}
}

static inline struct bits scalar_meaning(const struct tree *t, const struct meaning *const *m)
{
	const struct bits *a = &m[0]->cell[0], *b = m[1] ? &m[1]->cell[0] : NULL;
	switch ((int)t->op) {
	case OP_EQ:
		return bits_bool(bits_equal(a, b));
	case OP_NOT:
	case OP_BVNOT:
		return bits_not(*a);
	case OP_AND:
	case OP_OR:
	case OP_XOR:
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
		return bitwise(t->op, a, b);
	case OP_BVNEG:
		return bits_neg(a);
	case OP_BVADD:
		return bits_add(*a, b, 0);
	case OP_BVSUB:
		return bits_sub(*a, b);
	case OP_BVMUL:
		return bits_mul(a, b);
	case OP_BVUDIV:
		return bits_unsigned_division(a, b, false);
	case OP_BVUREM:
		return bits_unsigned_division(a, b, true);
	case OP_BVSDIV:
		return bits_signed_division(a, b, false);
	case OP_BVSREM:
		return bits_signed_division(a, b, true);
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		return bits_shift(t->op, a, b);
	case OP_CONCAT:
		return concatenation(a, b);
	case OP_EXTRACT:
		return bits_extract(a, t->indices[0], t->indices[1]);
	case OP_ZERO_EXTEND:
		return bits_extend(a, t->indices[0], 0);
	case OP_SIGN_EXTEND:
		return bits_extend(a, t->indices[0], a->bit[a->width - 1]);
	case OP_BVULT:
		return bits_bool(bits_ult(a, b));
	case OP_BVULE:
		return bits_bool(!bits_ult(b, a));
	case OP_BVSLT:
		return bits_bool(bits_slt(a, b));
	case OP_BVSLE:
		return bits_bool(!bits_slt(b, a));
	case OP_SELECT:
		return m[0]->cell[bits_number(b, MAX_CELLS)];
	}
	abort();
}

static inline void tree_meaning(const struct tree *t, const struct meaning *const *m, struct meaning *r)
{
	if (t->op == OP_ITE)
		*r = *m[m[0]->cell[0].bit[0] ? 1 : 2];
	else if (t->shape.index)
		map_meaning(t, m, r);
	else
		r->cell[0] = scalar_meaning(t, m);
}

/* --- building: the tree, its meanings, and the simplified term --- */

static inline sort shape_sort(struct bank *bank, struct shape s)
{
	sort value = s.is_bool ? sort_bool(bank) : sort_bitvector(bank, s.width);
	return s.index ? sort_map(bank, sort_bitvector(bank, s.index), value) : value;
}

static inline bool shape_equal(struct shape a, struct shape b)
{
	return a.is_bool == b.is_bool && a.width == b.width && a.index == b.index;
}

static inline struct tree *forest_add(struct forest *f, enum op op, struct shape shape)
{
	assert(f->count < MAX_NODES);
	struct tree *t = &f->node[f->count++];
	memset(t, 0, sizeof *t);
	t->op = op;
	t->shape = shape;
	for (int i = 0; i < VALUATIONS; i++)
		t->value[i] = calloc(1, sizeof *t->value[i]);
	return t;
}

static inline uint32_t forest_apply(struct forest *f, enum op op, struct shape shape, const uint32_t *args,
				    const uint32_t *indices)
{
	struct tree *t = forest_add(f, op, shape);
	term terms[5];
	for (uint32_t i = 0; i < op_arguments(op); i++) {
		t->args[i] = args[i];
		terms[i] = f->node[args[i]].simplified;
	}
	for (uint32_t i = 0; i < op_indices(op); i++)
		t->indices[i] = indices[i];
	for (int v = 0; v < VALUATIONS; v++) {
		const struct meaning *m[5] = { 0 };
		for (uint32_t i = 0; i < op_arguments(op); i++)
			m[i] = f->node[args[i]].value[v];
		tree_meaning(t, m, t->value[v]);
	}
	assert(term_sort_of(f->bank, op, terms, t->indices) == shape_sort(f->bank, shape));
	t->simplified = term_make(f->bank, op, terms, t->indices);
	return f->count - 1;
}

static inline struct bits random_bits(struct forest *f, uint32_t width)
{
	struct bits r = bits_zero(width);
	uint32_t kind = below(f, 8), k = below(f, width);
	for (uint32_t i = 0; i < width; i++) {
		switch (kind) {
		case 0: /* 0, and all ones */
			r.bit[i] = k & 1;
			break;
		case 1: /* 2^k */
			r.bit[i] = i == k;
			break;
		case 2: /* 2^k - 1 */
			r.bit[i] = i < k;
			break;
		case 3: /* small numbers */
			r.bit[i] = i < 3 && (random_word(f) & 1);
			break;
		case 4: /* around the smallest and the largest signed one */
			r.bit[i] = i + 1 == width ? k & 1 : i == 0 ? k >> 1 & 1 : !(k & 1);
			break;
		default:
			r.bit[i] = random_word(f) & 1;
		}
	}
	return r;
}

static inline uint32_t forest_constant(struct forest *f, struct shape shape)
{
	struct tree *t = forest_add(f, OP_CONSTANT, shape);
	struct bits b = random_bits(f, shape.width);
	uint64_t words[MAX_BITS / 64 + 1];
	bits_to_words(&b, words);
	for (int v = 0; v < VALUATIONS; v++)
		t->value[v]->cell[0] = b;
	t->simplified = shape.is_bool ? term_bool(f->bank, b.bit[0]) : term_bv_words(f->bank, shape.width, words);
	return f->count - 1;
}

static inline uint32_t forest_variable(struct forest *f, struct shape shape)
{
	struct tree *t = forest_add(f, OP_VARIABLE, shape);
	for (int v = 0; v < VALUATIONS; v++) {
		for (uint32_t i = 0; i < (shape.index ? 1u << shape.index : 1); i++)
			t->value[v]->cell[i] = random_bits(f, shape.width);
	}
	t->simplified = term_variable(f->bank, shape_sort(f->bank, shape), "v");
	return f->count - 1;
}

/* --- random trees --- */

static inline struct shape bitvector(uint32_t width)
{
	return (struct shape){ false, width, 0 };
}

static inline struct shape boolean(void)
{
	return (struct shape){ true, 1, 0 };
}

/* A node of the shape: an existing one, or a new leaf. */
static inline uint32_t pick(struct forest *f, struct shape shape)
{
	uint32_t found[MAX_NODES], count = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		if (shape_equal(f->node[i].shape, shape))
			found[count++] = i;
	}
	uint32_t leaf = below(f, 12);
	if (!shape.index && (leaf < 3 || (!count && leaf < 6)))
		return forest_constant(f, shape);
	if (!count || leaf == 3)
		return forest_variable(f, shape);
	/* Mostly of the newest: deep terms. */
	uint32_t last = below(f, 3) ? count < 6 ? count : 6 : count;
	return found[count - 1 - below(f, last)];
}

/* A node with the operator and the arguments of node i but for one: rules often ask for shared arguments. */
static inline uint32_t sibling(struct forest *f, uint32_t i)
{
	struct tree t = f->node[i];
	uint32_t n = op_arguments(t.op);
	if (!n)
		return pick(f, t.shape);
	uint32_t which = below(f, n);
	t.args[which] = pick(f, f->node[t.args[which]].shape);
	if (n == 2 && below(f, 3) == 0 && shape_equal(f->node[t.args[0]].shape, f->node[t.args[1]].shape)) {
		uint32_t first = t.args[0];
		t.args[0] = t.args[1];
		t.args[1] = first;
	}
	return forest_apply(f, t.op, t.shape, t.args, t.indices);
}

/* Both arguments of an operator on two of one shape. */
static inline void pick_two(struct forest *f, struct shape shape, uint32_t *args)
{
	args[0] = pick(f, shape);
	args[1] = below(f, 4) ? pick(f, shape) : sibling(f, args[0]);
}

static inline struct shape random_shape(struct forest *f, bool maps)
{
	switch (below(f, maps ? 9 : 6)) {
	case 0:
		return boolean();
	case 1:
		return bitvector(f->narrow);
	case 2:
		return bitvector(f->width + f->narrow <= 200 ? f->width + f->narrow : f->width);
	case 3:
	case 4:
	case 5:
		return bitvector(f->width);
	case 6:
		return (struct shape){ true, 1, f->map_index };
	}
	return (struct shape){ false, f->narrow, f->map_index };
}

static inline uint32_t random_bool(struct forest *f)
{
	static const enum op ops[] = { OP_EQ,  OP_EQ, OP_NOT,   OP_AND,   OP_AND,   OP_OR,    OP_OR,
				       OP_XOR, OP_EQ, OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE, OP_SELECT };
	enum op op = ops[below(f, sizeof ops / sizeof *ops)];
	struct shape s = op == OP_EQ || op >= OP_BVULT ? random_shape(f, false) : boolean();
	if (op >= OP_BVULT && s.is_bool)
		s = bitvector(f->width);
	uint32_t args[2] = { 0 };
	if (op == OP_SELECT) {
		args[0] = pick(f, (struct shape){ true, 1, f->map_index });
		args[1] = pick(f, bitvector(f->map_index));
	} else {
		pick_two(f, s, args);
	}
	return forest_apply(f, op, boolean(), args, NULL);
}

/* CONCAT, EXTRACT, extensions that give `width`; 0 when the choice does not fit. */
static inline uint32_t random_slice(struct forest *f, uint32_t width)
{
	uint32_t sources[] = {
		f->narrow, f->width, f->width + f->narrow, f->map_index, width + 1 + below(f, 3), width
	};
	uint32_t args[2], indices[2], from = sources[below(f, 6)];
	if (from > 200)
		from = f->width;
	if (from < width && below(f, 3) == 0) {
		args[0] = pick(f, bitvector(width - from));
		args[1] = pick(f, bitvector(from));
		return forest_apply(f, OP_CONCAT, bitvector(width), args, NULL);
	}
	args[0] = pick(f, bitvector(from));
	if (from <= width) {
		indices[0] = width;
		return forest_apply(f, below(f, 2) ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, bitvector(width), args, indices);
	}
	indices[1] = below(f, 3) ? below(f, from - width + 1) : 0;
	indices[0] = indices[1] + width - 1;
	return forest_apply(f, OP_EXTRACT, bitvector(width), args, indices);
}

static inline uint32_t random_bitvector(struct forest *f, uint32_t width)
{
	uint32_t kind = below(f, 10), args[2];
	if (kind == 0 && width == f->narrow) {
		args[0] = pick(f, (struct shape){ false, f->narrow, f->map_index });
		args[1] = pick(f, bitvector(f->map_index));
		return forest_apply(f, OP_SELECT, bitvector(width), args, NULL);
	}
	if (kind < 4)
		return random_slice(f, width);
	enum op op = OP_BVNOT + below(f, OP_BVASHR - OP_BVNOT + 1);
	if (below(f, 3) == 0)
		op = below(f, 2) ? OP_BVADD : OP_BVSUB;
	pick_two(f, bitvector(width), args);
	return forest_apply(f, op, bitvector(width), args, NULL);
}

static inline uint32_t random_map(struct forest *f, struct shape shape)
{
	struct shape value = { shape.is_bool, shape.width, 0 }, index = bitvector(shape.index);
	struct shape count = bitvector(1 + below(f, shape.index));
	uint32_t map = pick(f, shape), at = pick(f, index);
	switch (below(f, 9)) {
	case 0:
		return forest_apply(f, OP_CONST_MAP, shape, (uint32_t[]){ pick(f, value) },
				    (uint32_t[]){ shape.index });
	case 1:
	case 2:
		return forest_apply(f, OP_FILL, shape, (uint32_t[]){ map, at, pick(f, count), pick(f, value) }, NULL);
	case 3:
	case 4:
		return forest_apply(f, OP_COPY, shape,
				    (uint32_t[]){ map, at, pick(f, shape), pick(f, index), pick(f, count) }, NULL);
	}
	return forest_apply(f, OP_STORE, shape, (uint32_t[]){ map, at, pick(f, value) }, NULL);
}

static inline uint32_t random_node(struct forest *f)
{
	struct shape shape = random_shape(f, true);
	if (below(f, 5) == 0) {
		uint32_t args[3] = { pick(f, boolean()) };
		pick_two(f, shape, args + 1);
		return forest_apply(f, OP_ITE, shape, args, NULL);
	}
	if (shape.index)
		return random_map(f, shape);
	return shape.is_bool ? random_bool(f) : random_bitvector(f, shape.width);
}

static inline void forest_begin(struct forest *f, struct bank *bank, uint64_t seed, bool small)
{
	static const uint32_t widths[] = { 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 33, 64, 65, 96, 128 };
	f->bank = bank;
	f->count = 0;
	f->random = seed;
	f->small = small;
	random_word(f);
	f->width = widths[below(f, small ? 6 : 15)];
	f->narrow = widths[below(f, small ? 4 : 15)];
	f->map_index = 1 + below(f, small ? 3 : 4);
}

static inline void forest_end(struct forest *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		for (int v = 0; v < VALUATIONS; v++)
			free(f->node[i].value[v]);
	}
	f->count = 0;
}

/* --- as values of lib/term --- */

static inline struct value meaning_value(struct shape s, const struct meaning *m)
{
	uint64_t words[MAX_BITS / 64 + 1];
	bits_to_words(&m->cell[0], words);
	struct value v = value_words(s.width, words);
	if (!s.index)
		return v;
	struct value map = map_constant(s.index, s.width, &v);
	value_release(&v);
	for (uint64_t i = 0; i < UINT64_C(1) << s.index; i++) {
		bits_to_words(&m->cell[i], words);
		map_write_words(&map, &i, words);
	}
	return map;
}

#endif
