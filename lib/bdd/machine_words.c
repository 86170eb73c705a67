#include "system_machine.h"

#include "arena.h"
#include "codes.h"

struct maker {
	struct system_machine *made;
	struct machine *machine;
	const struct system *system;
	struct codes codes;
	uint32_t *first,
		*width; /* by place: its lowest bit, and how many it, or its code, has; 0: it does not matter */
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
	return *gates_of(&m->made->gates, codes_rewrite(&m->codes, t));
}

/* --- bits --- */

static term meaning(struct maker *m, term leaf, uint32_t bit)
{
	struct bank *bank = m->system->bank;
	const struct code *code = code_of(&m->codes, leaf);
	if (code)
		return code_bit(bank, code, bit, leaf);
	if (sort_kind(bank, term_sort(bank, leaf)) == SORT_BOOL)
		return leaf;
	return term_eq(bank, term_extract(bank, bit, bit, leaf), term_bv(bank, 1, 1));
}

static void add_place(struct maker *m, uint32_t place)
{
	uint32_t width = m->width[place];
	struct machine *machine = m->machine;
	m->first[place] = machine->bits;
	for (uint32_t i = 0; i < width; i++) {
		machine->current[machine->bits] = gates_input(&m->made->gates);
		m->made->meaning[machine->bits++] = meaning(m, leaf_of(m, place), i);
	}
	if (!width)
		return;
	gates_bind(&m->made->gates, codes_leaf(&m->codes, leaf_of(m, place)), &machine->current[m->first[place]]);
	literal is_part = *gates_of(&m->made->gates, codes_is_part(&m->codes, leaf_of(m, place)));
	if (is_part != LITERAL_TRUE)
		vec_push(&machine->constraints, is_part);
}

static void add_places(struct maker *m)
{
	uint32_t most = 1;
	for (uint32_t p = 0; p < m->system->places.count; p++) {
		bool needed = is_needed(m->system, p);
		m->width[p] = needed ? term_width(m->system->bank, codes_leaf(&m->codes, leaf_of(m, p))) : 0;
		most += m->width[p];
	}
	m->machine->current = arena_alloc(m->made->arena, most * sizeof(literal));
	m->made->meaning = arena_alloc(m->made->arena, most * sizeof(term));
	for (uint32_t p = 0; p < m->system->places.count; p++)
		add_place(m, p);
}

/* --- cuts and edges --- */

static void add_cut(struct maker *m, uint32_t cut)
{
	struct machine *machine = m->machine;
	bool *live = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(bool));
	machine->live[cut] = live;
	machine->bad[cut] = LITERAL_FALSE;
	if (!m->system->reached[cut])
		return;
	machine->bad[cut] = formula(m, m->system->bad[cut]);
	for (uint32_t p = 0; p < m->system->places.count; p++)
		for (uint32_t i = 0; i < m->width[p]; i++)
			live[m->first[p] + i] = m->system->needed[cut][p];
}

static void add_edge(struct maker *m, const struct transition *t)
{
	struct machine *machine = m->machine;
	struct edge edge = { .from = t->from, .to = t->to, .condition = formula(m, t->condition) };
	edge.next = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(literal));
	for (uint32_t p = 0; p < m->system->places.count; p++) {
		uint32_t width = m->width[p];
		term value = width && m->system->needed[t->to][p] ? t->values[p] : 0;
		const literal *bits = NULL;
		if (value)
			bits = gates_of(&m->made->gates, codes_rewrite_value(&m->codes, leaf_of(m, p), value));
		for (uint32_t i = 0; i < width; i++)
			edge.next[m->first[p] + i] = bits ? bits[i] : LITERAL_NONE;
	}
	if (edge.condition != LITERAL_FALSE)
		vec_push(&machine->edges, edge);
}

static void add_words(struct maker *m)
{
	for (size_t i = 0; i < m->codes.classes.leaves.count; i++) {
		term leaf = m->codes.classes.leaves.at[i], stands = codes_leaf(&m->codes, leaf);
		vec_push(&m->machine->words,
			 ((struct word){ gates_of(&m->made->gates, stands), term_width(m->system->bank, stands),
					 class_of(&m->codes.classes, leaf) }));
	}
}

bool *loop_heads(struct arena *arena, const struct system *s)
{
	bool *heads = arena_alloc(arena, s->cut_count * sizeof *heads);
	for (uint32_t c = 0; c < s->cut_count; c++)
		heads[c] = s->segments->cuts.at[c].head;
	return heads;
}

void machine_of_words(struct system_machine *made, const struct system *s, bool plain, bool (*stop)(void *context),
		      void *context)
{
	*made = (struct system_machine){ .arena = arena_new() };
	struct maker m = { .made = made, .machine = &made->machine, .system = s };
	struct machine *machine = m.machine;
	gates_init(&made->gates, s->bank);
	codes_init(&m.codes, s, plain);
	*machine = (struct machine){ .gates = &made->gates, .cuts = s->cut_count };
	machine->bad = arena_alloc(made->arena, machine->cuts * sizeof *machine->bad);
	machine->wanted = loop_heads(made->arena, s);
	machine->live = arena_alloc(made->arena, machine->cuts * sizeof *machine->live);
	m.first = memory_alloc((s->places.count + 1) * sizeof *m.first);
	m.width = memory_alloc((s->places.count + 1) * sizeof *m.width);
	add_places(&m);
	for (uint32_t c = 0; c < machine->cuts; c++)
		add_cut(&m, c);
	for (size_t t = 0; t < s->transitions.count && !stop(context); t++)
		add_edge(&m, &s->transitions.at[t]);
	add_words(&m);
	codes_release(&m.codes);
	memory_free(m.first);
	memory_free(m.width);
}

void system_machine_release(struct system_machine *made)
{
	gates_release(&made->gates);
	vec_free(&made->machine.edges);
	vec_free(&made->machine.constraints);
	vec_free(&made->machine.words);
	arena_free(made->arena);
}
