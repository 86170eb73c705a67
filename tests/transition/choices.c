/* Normal forms of random conditions mean what the conditions mean, with atoms as they are; and their making can be stopped. */
#include "choices.h"

#include "eval.h"
#include "tap.h"

enum { LEAVES = 5, WORDS = 3, WIDTH = 3, ROUNDS = 400 };

struct forest {
	struct bank *bank;
	term bools[LEAVES], words[WORDS];
	uint64_t assignment; /* a bit for each of bools, then WIDTH for each of words */
	uint64_t state;
};

static uint32_t any(struct forest *f, uint32_t below)
{
	f->state = f->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(f->state >> 33) % below;
}

static term condition(struct forest *f, uint32_t depth);

static term word(struct forest *f, uint32_t depth)
{
	if (!depth || !any(f, 4))
		return any(f, 2) ? f->words[any(f, WORDS)] : term_bv(f->bank, WIDTH, any(f, 1 << WIDTH));
	if (any(f, 3)) {
		term when = condition(f, depth - 1), yes = word(f, depth - 1);
		return term_ite(f->bank, when, yes, word(f, depth - 1));
	}
	term left = word(f, depth - 1);
	return term_binary(f->bank, any(f, 2) ? OP_BVADD : OP_BVXOR, left, word(f, depth - 1));
}

static term condition(struct forest *f, uint32_t depth)
{
	static const enum op comparisons[] = { OP_EQ, OP_BVULT, OP_BVSLT };
	if (!depth)
		return f->bools[any(f, LEAVES)];
	uint32_t kind = any(f, 6);
	if (kind > 1) {
		term left = word(f, depth - 1);
		return term_binary(f->bank, comparisons[any(f, 3)], left, word(f, depth - 1));
	}
	term left = condition(f, depth - 1), right = condition(f, depth - 1);
	return kind ? term_and(f->bank, left, right) : term_not(f->bank, term_or(f->bank, left, right));
}

static struct value leaf_value(void *context, term leaf)
{
	const struct forest *f = context;
	for (uint32_t i = 0; i < LEAVES; i++)
		if (f->bools[i] == leaf)
			return value_word(1, f->assignment >> i & 1);
	for (uint32_t i = 0; i < WORDS; i++)
		if (f->words[i] == leaf)
			return value_word(WIDTH, f->assignment >> (LEAVES + i * WIDTH) & ((1 << WIDTH) - 1));
	return value_word(1, 0);
}

static bool same(struct forest *f, term a, term b)
{
	for (uint32_t round = 0; round < 64; round++) {
		f->assignment = (uint64_t)any(f, 1u << 16) << 16 | any(f, 1u << 16);
		if (term_eval(f->bank, a, leaf_value, f).word != term_eval(f->bank, b, leaf_value, f).word)
			return false;
	}
	return true;
}

/* The comparison itself stands for it; no alternatives may be left in it. */
static term atom(void *context, term comparison)
{
	uint32_t *count = context;
	++*count;
	return comparison;
}

static bool stop(void *context)
{
	return ++*(uint32_t *)context == 2;
}

static void begin(struct forest *f)
{
	*f = (struct forest){ .bank = bank_new(), .state = 7 };
	for (uint32_t i = 0; i < LEAVES; i++)
		f->bools[i] = term_variable(f->bank, sort_bool(f->bank), "b");
	for (uint32_t i = 0; i < WORDS; i++)
		f->words[i] = term_variable(f->bank, sort_bitvector(f->bank, WIDTH), "w");
}

static void test_meaning(void)
{
	struct forest f;
	uint32_t wrong = 0, changed = 0, atoms = 0;
	begin(&f);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		struct normal_forms forms = { .bank = f.bank, .atom = atom, .context = &atoms };
		term t = condition(&f, 5), normal = normal_form(&forms, t);
		wrong += forms.failed || !same(&f, t, normal);
		changed += normal != t;
		normal_forms_free(&forms);
	}
	is_int(wrong, 0, "normal forms that mean something else");
	ok(changed > ROUNDS / 2 && atoms, "%u of %d conditions were changed, %u atoms", changed, ROUNDS, atoms);
	bank_free(f.bank);
}

static void test_stop(void)
{
	struct forest f;
	uint32_t atoms = 0, asked = 0;
	begin(&f);
	struct normal_forms forms = {
		.bank = f.bank, .atom = atom, .context = &atoms, .stop = stop, .stop_context = &asked
	};
	for (uint32_t round = 0; round < ROUNDS && !forms.failed; round++)
		normal_form(&forms, condition(&f, 5));
	ok(forms.failed, "it is stopped");
	is_int(asked, 2, "when that was said, and not asked again");
	term t = condition(&f, 5);
	is_int(normal_form(&forms, t), t, "behind that nothing is done");
	normal_forms_free(&forms);
	bank_free(f.bank);
}

int main(void)
{
	test_meaning();
	test_stop();
	return done_testing();
}
