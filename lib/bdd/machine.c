#include "machine.h"

#include "arena.h"

static bool is_needed(const struct system *s, uint32_t place)
{
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && s->needed[c][place])
			return true;
	return false;
}

/* The bits of a place are next to each other. */
static void add_bits(struct word_machine *w, const struct system *s)
{
	for (uint32_t p = 0; p < s->places.count; p++)
		for (uint32_t i = 0; is_needed(s, p) && i < term_width(s->bank, s->places.at[p].leaf); i++)
			vec_push(&w->bits, ((struct machine_bit){ p, i }));
	w->machine.bits = (uint32_t)w->bits.count;
	w->machine.current = arena_alloc(w->arena, (w->bits.count + 1) * sizeof(literal));
	for (uint32_t i = 0; i < w->bits.count; i++)
		w->machine.current[i] = gates_input(&w->gates);
	for (uint32_t i = 0; i < w->bits.count; i++)
		if (!w->bits.at[i].bit)
			gates_bind(&w->gates, s->places.at[w->bits.at[i].place].leaf, &w->machine.current[i]);
}

static void add_cut(struct word_machine *w, const struct system *s, uint32_t cut)
{
	struct machine *m = &w->machine;
	m->live[cut] = arena_alloc(w->arena, (m->bits + 1) * sizeof(bool));
	m->bad[cut] = LITERAL_FALSE;
	if (!s->reached[cut])
		return;
	m->bad[cut] = *gates_of(&w->gates, s->bad[cut]);
	for (uint32_t i = 0; i < m->bits; i++)
		m->live[cut][i] = s->needed[cut][w->bits.at[i].place];
}

static void add_edge(struct word_machine *w, const struct transition *t)
{
	struct machine *m = &w->machine;
	struct edge edge = { .from = t->from, .to = t->to, .condition = *gates_of(&w->gates, t->condition) };
	edge.next = arena_alloc(w->arena, (m->bits + 1) * sizeof(literal));
	for (uint32_t i = 0; i < m->bits; i++) {
		term value = m->live[t->to][i] ? t->values[w->bits.at[i].place] : 0;
		edge.next[i] = value ? gates_of(&w->gates, value)[w->bits.at[i].bit] : LITERAL_NONE;
	}
	if (edge.condition != LITERAL_FALSE)
		vec_push(&m->edges, edge);
}

void word_machine_init(struct word_machine *w, const struct system *s, bool (*stop)(void *context), void *context)
{
	*w = (struct word_machine){ .arena = arena_new() };
	gates_init(&w->gates, s->bank);
	struct machine *m = &w->machine;
	*m = (struct machine){ .gates = &w->gates, .cuts = s->cut_count };
	m->bad = arena_alloc(w->arena, m->cuts * sizeof *m->bad);
	m->live = arena_alloc(w->arena, m->cuts * sizeof *m->live);
	add_bits(w, s);
	for (uint32_t c = 0; c < m->cuts; c++)
		add_cut(w, s, c);
	for (size_t t = 0; t < s->transitions.count && !stop(context); t++)
		add_edge(w, &s->transitions.at[t]);
}

void word_machine_release(struct word_machine *w)
{
	gates_release(&w->gates);
	vec_free(&w->machine.edges);
	vec_free(&w->bits);
	arena_free(w->arena);
}
