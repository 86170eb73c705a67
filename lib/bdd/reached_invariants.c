#include "reached_invariants.h"

#include "comparisons.h"

struct writer {
	const struct reached *reached;
	const struct system_machine *machine;
	const struct system *system;
	struct cut_writer places;
	term *terms; /* by number of a decision */
};

/* Each decision once, those that it refers to first. */
static void write_decisions(struct writer *w)
{
	struct bank *bank = w->system->bank;
	w->terms[0] = term_false(bank);
	w->terms[1] = term_true(bank);
	for (size_t i = 0; i < w->reached->decisions.count; i++) {
		const struct decision *d = &w->reached->decisions.at[i];
		term bit = cut_writer_translate(&w->places, w->machine->meaning[d->bit]);
		w->terms[i + 2] = term_ite(bank, bit, w->terms[d->high], w->terms[d->low]);
	}
}

struct cut_invariant *reached_invariants(const struct reached *reached, const struct system_machine *machine,
					 const struct system *system)
{
	struct writer w = { .reached = reached, .machine = machine, .system = system };
	struct cut_invariant *invariants = memory_alloc(system->cut_count * sizeof *invariants);
	cut_writer_init(&w.places, system);
	w.terms = memory_alloc((reached->decisions.count + 2) * sizeof *w.terms);
	write_decisions(&w);
	for (uint32_t c = 0; c < system->cut_count; c++) {
		term states = comparisons_found(system->bank, w.terms[reached->roots[c]]);
		if (system->reached[c])
			cut_writer_fix(&w.places, c, &invariants[c]);
		if (!term_is_true(system->bank, states))
			vec_push(&invariants[c].conditions, states);
	}
	cut_writer_release(&w.places);
	memory_free(w.terms);
	return invariants;
}
