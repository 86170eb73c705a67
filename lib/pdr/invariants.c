#include "invariants.h"

/* Latches are predicates, or bits. */
struct writer {
	const struct encoding *encoding;
	const struct predicates *predicates;
	const struct bits *bits;
	const struct latches *latches;
	const struct system *system;
	struct bank *bank;
	struct cut_writer words;
};

/* What a latch behind those of the cuts stands for. */
static term condition_of(struct writer *w, uint32_t latch)
{
	if (!w->bits)
		return w->predicates->list.at[w->encoding->predicates.at[latch]].condition;
	struct bit_of_place at = w->bits->places[latch];
	term leaf = w->system->places.at[at.place].leaf;
	if (sort_kind(w->bank, term_sort(w->bank, leaf)) == SORT_BOOL)
		return leaf;
	return term_eq(w->bank, term_extract(w->bank, at.bit, at.bit, leaf), term_bv(w->bank, 1, 1));
}

/* Not all literals of the cube, at this cut. */
static term exclude(struct writer *w, uint32_t cut, const struct cube *cube)
{
	const struct latches *l = w->latches;
	term some = term_false(w->bank);
	for (uint32_t i = 0; i < cube->count; i++) {
		uint32_t latch = cube->literals[i] >> 1;
		bool wanted = !(cube->literals[i] & 1);
		if (latch < l->cuts) {
			if (wanted != (latch == cut))
				return term_true(w->bank);
			continue;
		}
		term condition = cut_writer_translate(&w->words, condition_of(w, latch - l->cuts));
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

static struct cut_invariant *write_all(struct writer *w, const struct lemmas *lemmas)
{
	const struct system *system = w->system;
	struct cut_invariant *invariants = memory_alloc(system->cut_count * sizeof *invariants);
	cut_writer_init(&w->words, system);
	for (uint32_t c = 0; c < system->cut_count; c++) {
		if (system->reached[c])
			add_lemmas(w, c, lemmas, &invariants[c]);
		else
			vec_push(&invariants[c].conditions, term_false(w->bank));
	}
	cut_writer_release(&w->words);
	return invariants;
}

struct cut_invariant *invariants_new(const struct encoding *encoding, const struct predicates *predicates,
				     const struct lemmas *lemmas)
{
	struct writer w = { .encoding = encoding,
			    .predicates = predicates,
			    .latches = &encoding->latches,
			    .system = predicates->system,
			    .bank = predicates->bank };
	return write_all(&w, lemmas);
}

struct cut_invariant *invariants_of_bits(const struct bits *bits, const struct system *system,
					 const struct lemmas *lemmas)
{
	struct writer w = { .bits = bits, .latches = &bits->latches, .system = system, .bank = system->bank };
	return write_all(&w, lemmas);
}
