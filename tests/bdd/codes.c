/* Codes of words: with the codes of all values, conditions say what they say of the values. */
#include "codes.h"

#include "eval.h"
#include "tap.h"

enum { WORDS = 2, WIDTH = 4, ROUNDS = 400 };

struct forest {
	struct bank *bank;
	term words[WORDS];
	uint32_t assignment; /* WIDTH bits for each word */
	uint64_t state;
	bool ordered, arithmetic; /* what conditions may have in them */
	struct codes *codes;
};

static uint32_t any(struct forest *f, uint32_t below)
{
	f->state = f->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(f->state >> 33) % below;
}

static term condition(struct forest *f, uint32_t depth);

static term constant(struct forest *f)
{
	static const uint64_t values[] = { 0, 1, 5, 7, 8, 15 };
	return term_bv(f->bank, WIDTH, values[any(f, 6)]);
}

static term word(struct forest *f, uint32_t depth)
{
	if (!depth || any(f, 2))
		return any(f, 4) ? f->words[any(f, WORDS)] : constant(f);
	term left = word(f, depth - 1), right = word(f, depth - 1);
	if (f->arithmetic && !any(f, 4))
		return term_binary(f->bank, OP_BVADD, left, right);
	return term_ite(f->bank, condition(f, depth - 1), left, right);
}

static term condition(struct forest *f, uint32_t depth)
{
	static const enum op comparisons[] = { OP_EQ, OP_BVULT, OP_BVSLT, OP_BVULE, OP_BVSLE };
	if (!depth || any(f, 2)) {
		term left = word(f, depth ? depth - 1 : 0), right = constant(f);
		enum op op = comparisons[f->ordered ? any(f, 5) : 0];
		return any(f, 2) ? term_binary(f->bank, op, left, right) : term_binary(f->bank, op, right, left);
	}
	term left = condition(f, depth - 1), right = condition(f, depth - 1);
	return any(f, 2) ? term_and(f->bank, left, right) : term_not(f->bank, term_or(f->bank, left, right));
}

static struct value word_value(void *context, term leaf)
{
	const struct forest *f = context;
	for (uint32_t i = 0; i < WORDS; i++)
		if (f->words[i] == leaf)
			return value_word(WIDTH, f->assignment >> i * WIDTH & ((1 << WIDTH) - 1));
	return value_word(1, 0);
}

/* The code's own meaning, bit by bit. */
static struct value code_value(void *context, term leaf)
{
	struct forest *f = context;
	for (uint32_t i = 0; i < WORDS; i++) {
		const struct code *code = code_of(f->codes, f->words[i]);
		if (!code || codes_leaf(f->codes, f->words[i]) != leaf)
			continue;
		uint64_t word = 0;
		for (uint32_t b = 0; b < code->width; b++)
			word |= term_eval(f->bank, code_bit(f->bank, code, b, f->words[i]), word_value, f).word << b;
		return value_word(code->width, word);
	}
	return word_value(context, leaf);
}

/* A system of one cut: what is asked there, and whether codes are those of parts. */
static void check(struct forest *f, uint32_t *wrong, uint32_t *no_part, uint32_t *coded)
{
	struct codes codes;
	struct system system = { .bank = f->bank, .cut_count = 1 };
	bool reached = true;
	term asked = condition(f, 4), *bad = &asked;
	system.reached = &reached;
	system.bad = bad;
	for (uint32_t i = 0; i < WORDS; i++)
		vec_push(&system.places, ((struct place){ .leaf = f->words[i] }));
	codes_init(&codes, &system, false);
	f->codes = &codes;
	term rewritten = codes_rewrite(&codes, asked);
	for (f->assignment = 0; f->assignment < 1 << WORDS * WIDTH; f->assignment++) {
		*wrong += term_eval(f->bank, asked, word_value, f).word !=
			  term_eval(f->bank, rewritten, code_value, f).word;
		for (uint32_t i = 0; i < WORDS; i++)
			*no_part += !term_eval(f->bank, codes_is_part(&codes, f->words[i]), code_value, f).word;
	}
	for (uint32_t i = 0; i < WORDS; i++)
		*coded += code_of(&codes, f->words[i]) != NULL;
	codes_release(&codes);
	vec_free(&system.places);
}

int main(void)
{
	struct forest f = { .bank = bank_new(), .state = 7 };
	uint32_t wrong = 0, no_part = 0, coded[2] = { 0 };
	for (uint32_t i = 0; i < WORDS; i++)
		f.words[i] = term_variable(f.bank, sort_bitvector(f.bank, WIDTH), "x");
	for (uint32_t i = 0; i < ROUNDS; i++) {
		f.ordered = i % 2;
		f.arithmetic = i % 3 == 0;
		check(&f, &wrong, &no_part, &coded[f.ordered]);
	}
	is_int(wrong, 0, "conditions of codes mean what conditions of words do");
	is_int(no_part, 0, "every value has the code of a part");
	ok(coded[0] > 100 && coded[1] > 20, "many words have codes (%u by equality, %u by order)", coded[0], coded[1]);
	bank_free(f.bank);
	return done_testing();
}
