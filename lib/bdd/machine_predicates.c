#include "system_machine.h"

#include "arena.h"
#include "encoding.h"

struct maker {
	struct system_machine *made;
	struct machine *machine;
	const struct predicates *predicates;
	const struct encoding *encoding;
};

static uint32_t predicate_of(const struct maker *m, uint32_t bit)
{
	return m->encoding->predicates.at[bit];
}

static literal formula(struct maker *m, term t)
{
	return *gates_of(&m->made->gates, t);
}

static void add_bits(struct maker *m)
{
	const struct latches *l = &m->encoding->latches;
	struct machine *machine = m->machine;
	machine->bits = l->count - l->cuts;
	machine->current = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(literal));
	m->made->meaning = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(term));
	for (uint32_t i = 0; i < machine->bits; i++) {
		machine->current[i] = l->current[l->cuts + i];
		m->made->meaning[i] = m->predicates->list.at[predicate_of(m, i)].condition;
	}
	for (size_t i = 0; i < l->constraints.count; i++)
		vec_push(&machine->constraints, l->constraints.at[i]);
}

static void add_cut(struct maker *m, uint32_t cut)
{
	struct machine *machine = m->machine;
	machine->live[cut] = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(bool));
	machine->bad[cut] = formula(m, m->predicates->bad[cut]);
	for (uint32_t i = 0; i < machine->bits; i++)
		machine->live[cut][i] = m->predicates->list.at[predicate_of(m, i)].needed[cut];
}

static void add_edge(struct maker *m, size_t transition)
{
	struct machine *machine = m->machine;
	const struct transition *t = &m->predicates->system->transitions.at[transition];
	const struct predicate_step *step = &m->predicates->steps[transition];
	struct edge edge = { .from = t->from, .to = t->to, .condition = formula(m, step->condition) };
	edge.next = arena_alloc(m->made->arena, (machine->bits + 1) * sizeof(literal));
	for (uint32_t i = 0; i < machine->bits; i++) {
		term before = machine->live[t->to][i] ? table_get(&step->before, predicate_of(m, i), 0) : 0;
		edge.next[i] = before ? formula(m, before) : LITERAL_NONE;
	}
	if (edge.condition != LITERAL_FALSE)
		vec_push(&machine->edges, edge);
}

/* The gates are those of the encoding as latches, where predicates have their inputs already. */
void machine_of_predicates(struct system_machine *made, const struct predicates *predicates,
			   bool (*stop)(void *context), void *context)
{
	struct encoding encoding;
	*made = (struct system_machine){ .arena = arena_new() };
	struct maker m = { made, &made->machine, predicates, &encoding };
	struct machine *machine = m.machine;
	encoding_init(&encoding, predicates, stop, context);
	made->gates = encoding.gates;
	*machine = (struct machine){ .gates = &made->gates, .cuts = predicates->system->cut_count };
	machine->bad = arena_alloc(made->arena, machine->cuts * sizeof *machine->bad);
	machine->wanted = loop_heads(made->arena, predicates->system);
	machine->live = arena_alloc(made->arena, machine->cuts * sizeof *machine->live);
	add_bits(&m);
	for (uint32_t c = 0; c < machine->cuts; c++)
		add_cut(&m, c);
	for (size_t t = 0; t < predicates->system->transitions.count && !stop(context); t++)
		add_edge(&m, t);
	encoding.gates = (struct gates){ 0 };
	encoding_release(&encoding);
}
