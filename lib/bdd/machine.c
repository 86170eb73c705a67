#include "machine.h"

#include "arena.h"

struct maker {
	struct word_machine *words;
	struct machine *machine;
	const struct system *system;
};

static bool is_needed(const struct system *s, uint32_t place)
{
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && s->needed[c][place])
			return true;
	return false;
}

static term leaf_of(const struct maker *m, uint32_t place)
{
	return m->system->places.at[place].leaf;
}

static literal formula(struct maker *m, term t)
{
	return *gates_of(&m->words->gates, codes_rewrite(&m->words->codes, t));
}

/* The bits of a place are next to each other. */
static void add_bits(struct maker *m)
{
	struct word_machine *w = m->words;
	for (uint32_t p = 0; p < m->system->places.count; p++)
		for (uint32_t i = 0; is_needed(m->system, p) &&
				     i < term_width(w->codes.bank, codes_leaf(&w->codes, leaf_of(m, p)));
		     i++)
			vec_push(&w->bits, ((struct machine_bit){ p, i }));
	m->machine->bits = (uint32_t)w->bits.count;
	m->machine->current = arena_alloc(w->arena, (w->bits.count + 1) * sizeof(literal));
	for (uint32_t i = 0; i < w->bits.count; i++)
		m->machine->current[i] = gates_input(&w->gates);
	for (uint32_t i = 0; i < w->bits.count; i++)
		if (!w->bits.at[i].bit)
			gates_bind(&w->gates, codes_leaf(&w->codes, leaf_of(m, w->bits.at[i].place)),
				   &m->machine->current[i]);
}

static void add_cut(struct maker *m, uint32_t cut)
{
	struct machine *machine = m->machine;
	machine->live[cut] = arena_alloc(m->words->arena, (machine->bits + 1) * sizeof(bool));
	machine->bad[cut] = LITERAL_FALSE;
	if (!m->system->reached[cut])
		return;
	machine->bad[cut] = formula(m, m->system->bad[cut]);
	for (uint32_t i = 0; i < machine->bits; i++)
		machine->live[cut][i] = m->system->needed[cut][m->words->bits.at[i].place];
}

static void add_edge(struct maker *m, const struct transition *t)
{
	struct machine *machine = m->machine;
	struct word_machine *w = m->words;
	struct edge edge = { .from = t->from, .to = t->to, .condition = formula(m, t->condition) };
	edge.next = arena_alloc(w->arena, (machine->bits + 1) * sizeof(literal));
	for (uint32_t i = 0; i < machine->bits; i++) {
		uint32_t place = w->bits.at[i].place;
		term value = machine->live[t->to][i] ? t->values[place] : 0;
		edge.next[i] = LITERAL_NONE;
		if (value) {
			value = codes_rewrite_value(&w->codes, leaf_of(m, place), value);
			edge.next[i] = gates_of(&w->gates, value)[w->bits.at[i].bit];
		}
	}
	if (edge.condition != LITERAL_FALSE)
		vec_push(&machine->edges, edge);
}

/* Places at the beginning have codes of parts. */
static void find_start(struct maker *m)
{
	struct bank *bank = m->system->bank;
	term start = term_true(bank);
	for (uint32_t i = 0; i < m->machine->bits; i++)
		if (m->machine->live[0][i] && !m->words->bits.at[i].bit)
			start = term_and(bank, start,
					 codes_is_part(&m->words->codes, leaf_of(m, m->words->bits.at[i].place)));
	m->machine->start = *gates_of(&m->words->gates, start);
}

static void add_words(struct maker *m)
{
	struct codes *codes = &m->words->codes;
	for (size_t i = 0; i < codes->classes.leaves.count; i++) {
		term leaf = codes->classes.leaves.at[i], stands = codes_leaf(codes, leaf);
		vec_push(&m->machine->words, ((struct word){ gates_of(&m->words->gates, stands),
							     term_width(codes->bank, stands),
							     class_of(&codes->classes, leaf) }));
	}
}

void word_machine_init(struct word_machine *w, const struct system *s, bool plain, bool (*stop)(void *context),
		       void *context)
{
	*w = (struct word_machine){ .arena = arena_new() };
	struct maker m = { w, &w->machine, s };
	gates_init(&w->gates, s->bank);
	codes_init(&w->codes, s, plain);
	w->machine = (struct machine){ .gates = &w->gates, .cuts = s->cut_count };
	w->machine.bad = arena_alloc(w->arena, w->machine.cuts * sizeof *w->machine.bad);
	w->machine.live = arena_alloc(w->arena, w->machine.cuts * sizeof *w->machine.live);
	add_bits(&m);
	for (uint32_t c = 0; c < w->machine.cuts; c++)
		add_cut(&m, c);
	for (size_t t = 0; t < s->transitions.count && !stop(context); t++)
		add_edge(&m, &s->transitions.at[t]);
	find_start(&m);
	add_words(&m);
}

void word_machine_release(struct word_machine *w)
{
	gates_release(&w->gates);
	codes_release(&w->codes);
	vec_free(&w->machine.edges);
	vec_free(&w->machine.words);
	vec_free(&w->bits);
	arena_free(w->arena);
}
