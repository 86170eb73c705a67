#include "invariants.h"

struct writer {
	const struct encoding *encoding;
	const struct predicates *predicates;
	struct bank *bank;
	struct cut_writer words;
};

/* Not all literals of the cube, at this cut. */
static term exclude(struct writer *w, uint32_t cut, const struct cube *cube)
{
	const struct latches *l = &w->encoding->latches;
	term some = term_false(w->bank);
	for (uint32_t i = 0; i < cube->count; i++) {
		uint32_t latch = cube->literals[i] >> 1;
		bool wanted = !(cube->literals[i] & 1);
		if (latch < l->cuts) {
			if (wanted != (latch == cut))
				return term_true(w->bank);
			continue;
		}
		uint32_t p = w->encoding->predicates.at[latch - l->cuts];
		term condition = cut_writer_translate(&w->words, w->predicates->list.at[p].condition);
		some = term_or(w->bank, some, wanted ? term_not(w->bank, condition) : condition);
	}
	return some;
}

static void add_lemmas(struct writer *w, uint32_t cut, const struct lemmas *lemmas, struct cut_invariant *invariant)
{
	cut_writer_fix(&w->words, cut, invariant);
	for (size_t i = 0; i < lemmas->count; i++) {
		term condition = exclude(w, cut, lemmas->at[i]);
		if (!term_is_true(w->bank, condition))
			vec_push(&invariant->conditions, condition);
	}
}

struct cut_invariant *invariants_new(const struct encoding *encoding, const struct predicates *predicates,
				     const struct lemmas *lemmas)
{
	const struct system *system = predicates->system;
	struct writer w = { .encoding = encoding, .predicates = predicates, .bank = predicates->bank };
	struct cut_invariant *invariants = memory_alloc(system->cut_count * sizeof *invariants);
	cut_writer_init(&w.words, system);
	for (uint32_t c = 0; c < system->cut_count; c++) {
		if (system->reached[c])
			add_lemmas(&w, c, lemmas, &invariants[c]);
		else
			vec_push(&invariants[c].conditions, term_false(w.bank));
	}
	cut_writer_release(&w.words);
	return invariants;
}
