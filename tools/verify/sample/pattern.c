#include "pattern.h"

#include <string.h>

#include "bv.h"
#include "iterate.h"

enum { MAX_CONSTANTS = 256 };

/* --- the constants of a program --- */

static void note_constant(struct pattern_constants *k, const struct bank *bank, term c)
{
	uint64_t value = term_value(bank, c);
	if (k->values.count == MAX_CONSTANTS || value <= 1 || table_has(&k->known, hash_mix(value, 0) >> 1))
		return;
	table_put(&k->known, hash_mix(value, 0) >> 1, 1);
	vec_push(&k->values, value);
}

/* Not 0, which ends texts. */
static void note_character(struct pattern_constants *k, const struct bank *bank, term c)
{
	uint64_t value = term_value(bank, c);
	bool known = sort_width(bank, term_sort(bank, c)) != 8 || !value;
	for (size_t i = 0; !known && i < k->characters.count; i++)
		known = k->characters.at[i] == value;
	if (!known)
		vec_push(&k->characters, (uint8_t)value);
}

/* Calls note() for each constant of at most 64 bits in the term. */
static void collect_constants(struct pattern_constants *k, const struct bank *bank, term start, struct table *seen,
			      void (*note)(struct pattern_constants *k, const struct bank *bank, term c))
{
	VEC(term) stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term x = vec_pop(&stack);
		if (table_has(seen, x))
			continue;
		table_put(seen, x, 1);
		if (term_op(bank, x) == OP_CONSTANT && sort_kind(bank, term_sort(bank, x)) == SORT_BITVECTOR &&
		    term_fits(bank, x))
			note(k, bank, x);
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
}

static void collect_characters(struct pattern_constants *k, const struct program *p)
{
	struct table seen = { 0 };
	program_for_each_block(p, at) {
		for (uint32_t s = 0; s < at.block->statement_count; s++)
			if (at.block->statements[s].term)
				collect_constants(k, p->bank, at.block->statements[s].term, &seen, note_character);
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			collect_constants(k, p->bank, at.block->terminator.term, &seen, note_character);
	}
	table_free(&seen);
}

void pattern_collect(struct pattern_constants *k, const struct program *p)
{
	struct table seen = { 0 };
	program_for_each_block(p, at) {
		const struct block *block = at.block;
		for (uint32_t s = 0; s < block->statement_count; s++)
			if (block->statements[s].kind == STATEMENT_ASSERT ||
			    block->statements[s].kind == STATEMENT_ASSUME)
				collect_constants(k, p->bank, block->statements[s].term, &seen, note_constant);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			collect_constants(k, p->bank, block->terminator.term, &seen, note_constant);
	}
	table_free(&seen);
	collect_characters(k, p);
}

void pattern_release(struct pattern_constants *k)
{
	vec_free(&k->values);
	vec_free(&k->characters);
	table_free(&k->known);
}

/* --- values --- */

uint64_t pattern_draw(uint64_t seed, uint64_t n)
{
	uint64_t z = hash_mix(hash_mix(seed, n + 1), UINT64_C(0x94D049BB133111EB));
	return hash_mix(z, z >> 31);
}

/* What programs compare with is mostly small, or a constant of theirs, or next to one. */
uint64_t pattern_word(const struct pattern_constants *k, uint64_t random)
{
	uint64_t more = random >> 8;
	switch (random % 8) {
	case 0:
	case 1:
		return more % 2;
	case 2:
		return more % 8;
	case 3:
		return more % 128;
	case 4:
	case 5:
		return k->values.count ? k->values.at[(more >> 2) % k->values.count] + more % 3 - 1 : more % 16;
	case 6:
		return more % 2 ? -(more % 16) : UINT64_C(1) << (more >> 1) % 64;
	case 7:
		return hash_mix(random, 1);
	}
	return 0;
}

struct value pattern_value(enum pattern pattern, const struct pattern_constants *k, uint32_t width, uint64_t random)
{
	struct value v = value_word(width, 0);
	uint64_t *words = v.kind == VALUE_WIDE ? v.words : &v.word;
	uint32_t count = bv_words(width), top = (width - 1) % 64;
	switch (pattern) {
	case PATTERN_ZERO:
		break;
	case PATTERN_ONE:
		words[0] = 1;
		break;
	case PATTERN_ONES:
	case PATTERN_LARGEST:
		memset(words, 0xff, count * sizeof *words);
		if (pattern == PATTERN_LARGEST)
			words[count - 1] &= ~(UINT64_C(1) << top);
		break;
	case PATTERN_SMALLEST:
		words[count - 1] = UINT64_C(1) << top;
		break;
	case PATTERN_MIXED:
		words[0] = width == 1 ? random >> 8 : pattern_word(k, random);
		break;
	}
	bv_normalize(words, width);
	return v;
}
