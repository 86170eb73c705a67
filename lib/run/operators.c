/* Operators of the interpreter on bit-vectors of several words and on maps. */
#include <string.h>

#include "bv.h"
#include "run_machine.h"

/* --- several words --- */

void run_wide_unary(struct machine *m)
{
	uint64_t *r = at(m, m->i->dst);
	const uint64_t *a = at(m, m->i->a);
	if (m->i->imm == OP_BVNOT)
		bv_not(r, a, m->i->width);
	else
		bv_neg(r, a, m->i->width);
}

void run_wide_binary(struct machine *m)
{
	uint64_t *r = at(m, m->i->dst);
	const uint64_t *a = at(m, m->i->a), *b = at(m, m->i->b);
	uint32_t width = m->i->width;
	switch (m->i->imm) {
	case OP_BVAND:
		bv_and(r, a, b, width);
		break;
	case OP_BVOR:
		bv_or(r, a, b, width);
		break;
	case OP_BVXOR:
		bv_xor(r, a, b, width);
		break;
	case OP_BVADD:
		bv_add(r, a, b, width);
		break;
	case OP_BVSUB:
		bv_sub(r, a, b, width);
		break;
	case OP_BVMUL:
		bv_mul(r, a, b, width);
		break;
	case OP_BVUDIV:
		bv_udiv(r, a, b, width);
		break;
	case OP_BVUREM:
		bv_urem(r, a, b, width);
		break;
	case OP_BVSDIV:
		bv_sdiv(r, a, b, width);
		break;
	case OP_BVSREM:
		bv_srem(r, a, b, width);
		break;
	case OP_BVSHL:
		bv_shl(r, a, b, width);
		break;
	case OP_BVLSHR:
		bv_lshr(r, a, b, width);
		break;
	case OP_BVASHR:
		bv_ashr(r, a, b, width);
		break;
	}
}

bool run_wide_compare(const struct machine *m)
{
	const uint64_t *a = at(m, m->i->a), *b = at(m, m->i->b);
	uint32_t width = m->i->width;
	switch (m->i->imm) {
	case OP_BVULT:
		return bv_ult(a, b, width);
	case OP_BVULE:
		return !bv_ult(b, a, width);
	case OP_BVSLT:
		return bv_slt(a, b, width);
	case OP_BVSLE:
		return !bv_slt(b, a, width);
	}
	return bv_equal(a, b, width);
}

void run_wide_move(const struct machine *m, operand from)
{
	memmove(at(m, m->i->dst), at(m, from), bv_words(m->i->width) * sizeof(uint64_t));
}

void run_concat_pair(const struct machine *m)
{
	uint64_t high = *at(m, m->i->a), low = *at(m, m->i->b), *r = at(m, m->i->dst);
	uint32_t by = (uint32_t)m->i->imm;
	r[0] = by == 64 ? low : high << by | low;
	r[1] = high >> (64 - by);
}

/* --- maps --- */

/* The map in a word, made if it is the one that is 0 everywhere. */
static struct map_value *map_made(struct machine *m, uint64_t *word)
{
	if (!*word)
		*word = (uintptr_t)run_map_zero(m->run->program, (sort)m->i->imm);
	return map_in(word);
}

void run_map_read(struct machine *m)
{
	struct map_value *map = map_in(at(m, m->i->a));
	uint64_t *r = at(m, m->i->dst);
	if (map)
		map_read_words(map, at(m, m->i->b), r);
	else
		memset(r, 0, m->i->width * sizeof *r);
}

void run_map_store(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) };
	map_write_words(&v, at(m, m->i->a), at(m, m->i->b));
	*word = (uintptr_t)v.map;
}

/* The count of a block operation; UINT64_MAX stands for all that need more than a word. */
static uint64_t block_count(const uint64_t *words, uint32_t width)
{
	for (uint32_t i = 1; i < bv_words(width); i++) {
		if (words[i])
			return UINT64_MAX;
	}
	return words[0];
}

static struct value lend_words(const struct machine *m, uint64_t *words)
{
	uint32_t width = sort_width(m->run->program->bank, sort_value(m->run->program->bank, (sort)m->i->imm));
	struct value v = { .kind = width > 64 ? VALUE_WIDE : VALUE_WORD, .width = width };
	if (width > 64)
		v.words = words;
	else
		v.word = *words;
	return v;
}

bool run_map_fill(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst), count = block_count(at(m, m->i->b), m->i->width);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) }, what = lend_words(m, at(m, m->i->c));
	bool done = map_fill(&v, at(m, m->i->a), m->i->width, count, &what, m->run->options.max_cells);
	*word = (uintptr_t)v.map;
	return done;
}

bool run_map_copy(struct machine *m)
{
	uint64_t *word = at(m, m->i->dst), count = block_count(at(m, m->i->extra), m->i->width);
	struct value v = { .kind = VALUE_MAP, .map = map_made(m, word) };
	struct map_value *from = map_made(m, at(m, m->i->b));
	bool done = map_copy(&v, at(m, m->i->a), from, at(m, m->i->c), m->i->width, count, m->run->options.max_cells);
	*word = (uintptr_t)v.map;
	return done;
}

void run_map_everywhere(struct machine *m)
{
	struct bank *bank = m->run->program->bank;
	sort s = (sort)m->i->imm;
	struct value what = lend_words(m, at(m, m->i->a));
	struct value map = map_constant(sort_width(bank, sort_index(bank, s)), what.width, &what);
	run_map_set(at(m, m->i->dst), map.map);
}

void run_map_choose(struct machine *m)
{
	operand from = *at(m, m->i->a) ? m->i->b : m->i->c;
	run_map_set(at(m, m->i->dst), run_map_share(at(m, from)));
}
