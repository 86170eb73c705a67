#include "bits.h"

struct encoder {
	struct bits *bits;
	struct gates *gates;
	const struct system *system;
	literal *taken; /* by transition */
};

static void add_latch(struct encoder *e)
{
	struct latches *l = &e->bits->latches;
	l->current[l->count] = gates_input(e->gates);
	l->next[l->count] = LITERAL_FALSE;
	l->count++;
}

static bool is_needed(const struct system *s, uint32_t place)
{
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && s->needed[c] && s->needed[c][place])
			return true;
	return false;
}

static uint32_t width_of(const struct encoder *e, uint32_t place)
{
	return is_needed(e->system, place) ? term_width(e->system->bank, e->system->places.at[place].leaf) : 0;
}

static void add_latches(struct encoder *e)
{
	const struct system *s = e->system;
	struct latches *l = &e->bits->latches;
	size_t most = s->cut_count;
	for (uint32_t p = 0; p < s->places.count; p++)
		most += width_of(e, p);
	l->current = memory_alloc(most * sizeof *l->current);
	l->next = memory_alloc(most * sizeof *l->next);
	for (uint32_t c = 0; c < s->cut_count; c++)
		add_latch(e);
	l->cuts = l->count;
	e->bits->places = memory_alloc((most - l->cuts + 1) * sizeof *e->bits->places);
	for (uint32_t p = 0; p < s->places.count; p++) {
		uint32_t first = l->count, width = width_of(e, p);
		for (uint32_t i = 0; i < width; i++) {
			e->bits->places[l->count - l->cuts] = (struct bit_of_place){ p, i };
			add_latch(e);
		}
		if (width)
			gates_bind(e->gates, s->places.at[p].leaf, &l->current[first]);
	}
}

static void add_cuts(struct encoder *e)
{
	const struct system *s = e->system;
	struct latches *l = &e->bits->latches;
	l->bad = LITERAL_FALSE;
	for (uint32_t c = 0; c < l->cuts; c++)
		if (s->reached[c])
			l->bad = gates_or(e->gates, l->bad,
					  gates_and(e->gates, l->current[c], *gates_of(e->gates, s->bad[c])));
	for (size_t t = 0; t < s->transitions.count; t++) {
		const struct transition *tr = &s->transitions.at[t];
		e->taken[t] = gates_and(e->gates, l->current[tr->from], *gates_of(e->gates, tr->condition));
		l->next[tr->to] = gates_or(e->gates, l->next[tr->to], e->taken[t]);
	}
}

/* Where it does not matter it is 0. */
static void add_next(struct encoder *e, uint32_t first, uint32_t place)
{
	struct latches *l = &e->bits->latches;
	for (size_t t = 0; t < e->system->transitions.count; t++) {
		term value = e->system->transitions.at[t].values[place];
		const literal *bits = value ? gates_of(e->gates, value) : NULL;
		for (uint32_t i = 0; bits && i < width_of(e, place); i++)
			l->next[first + i] =
				gates_or(e->gates, l->next[first + i], gates_and(e->gates, e->taken[t], bits[i]));
	}
}

void bits_init(struct bits *bits, const struct system *system, bool (*stop)(void *context), void *context)
{
	*bits = (struct bits){ 0 };
	struct encoder e = { bits, &bits->gates, system, NULL };
	gates_init(e.gates, system->bank);
	bits->latches.gates = e.gates;
	e.taken = memory_alloc((system->transitions.count + 1) * sizeof *e.taken);
	add_latches(&e);
	add_cuts(&e);
	uint32_t first = bits->latches.cuts;
	for (uint32_t p = 0; p < system->places.count && !stop(context); p++) {
		add_next(&e, first, p);
		first += width_of(&e, p);
	}
	bits->exact = !e.gates->unknown;
	memory_free(e.taken);
}

void bits_release(struct bits *bits)
{
	memory_free(bits->latches.current);
	memory_free(bits->latches.next);
	memory_free(bits->places);
	gates_release(&bits->gates);
}
