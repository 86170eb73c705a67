#include "interpret.h"

#include "age.h"
#include "owner.h"
#include "element.h"
#include "ghost.h"
#include "held.h"
#include "identity.h"
#include "interpretation.h"
#include "pointee.h"
#include "relation.h"
#include "string_terms.h"
#include "whole.h"

/* ---- memory ---- */

enum { GARBAGE = 1 << 25 }; /* bytes */

/* What holds over each edge to blocks that ask for a flag. */
static void move_edges(struct interpretation *i, struct summary *s, uint32_t b)
{
	for (uint32_t k = s->cfg->predecessor_start[b]; s->asks[b] && k < s->cfg->predecessor_start[b + 1]; k++) {
		uint32_t e = s->edges_in[k];
		s->over[e] = s->taken[e] ? facts_move(&i->domain, s->over[e]) : NULL;
	}
}

/* Facts are never changed, so what is not used any more piles up: keeps what holds at the beginnings of blocks, at entries and returns. */
static void move_facts(struct interpretation *i, struct summary *s)
{
	s->entry = facts_move(&i->domain, s->entry);
	s->called_with = s->is_called ? facts_move(&i->domain, s->called_with) : NULL;
	for (unsigned r = 0; r < RETURNS; r++)
		s->exit.facts[r] = s->exit.reached[r] ? facts_move(&i->domain, s->exit.facts[r]) : NULL;
	for (uint32_t b = 0; s->cfg && b < s->cfg->block_count; b++) {
		s->at[b] = s->reached[b] ? facts_move(&i->domain, s->at[b]) : NULL;
		move_edges(i, s, b);
	}
}

/* If there is enough of it. Nothing is being visited. */
static void collect_garbage(struct interpretation *i)
{
	struct arena *old = i->domain.arena;
	if (i->domain.bytes <= i->garbage)
		return;
	place_values_forget(&i->domain);
	i->domain.arena = arena_new();
	i->domain.bytes = 0;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		for (struct summary *s = &i->summaries[k]; s; s = s->next)
			move_facts(i, s);
	arena_free(old);
	i->garbage = i->domain.bytes + GARBAGE > 2 * i->domain.bytes ? i->domain.bytes + GARBAGE : 2 * i->domain.bytes;
}

/* Of the rounds: no other procedure is being visited. */
static void visit_alone(void *context, uint32_t index)
{
	struct interpretation *i = context;
	collect_garbage(i);
	for (struct summary *s = &i->summaries[index]; s; s = s->next)
		if (s->is_dirty)
			interpretation_visit_summary(i, s);
}

/* ---- narrowing ---- */

/* All calls of it, by facts that are true, have been seen: its entry may be less than what was widened. */
static void narrow_summary(struct interpretation *i, struct summary *s)
{
	bool is_complete = !i->graph->recursive[s->procedure->index] && s->procedure != i->program->entry;
	if (!s->is_reached)
		return;
	if (is_complete && !s->is_called) {
		s->is_reached = false;
		s->exit = (struct exits){ { false }, { NULL } };
		return;
	}
	if (is_complete)
		s->entry = s->called_with;
	s->is_visited = false;
	collect_garbage(i);
	interpretation_visit_summary(i, s);
}

/* Visits go on from what was known before, so what was widened on the way, or came back from callees that had not seen all of
 * their calls, stays. Once each summary is visited from the beginning, callers first: each step starts from what is true and
 * gives what is true. */
static void narrow(struct interpretation *i)
{
	i->narrows = true;
	for (uint32_t k = i->program->procedure_count; k-- > 0;)
		for (struct summary *s = &i->summaries[i->graph->members[k]]; s; s = s->next)
			narrow_summary(i, s);
	i->narrows = false;
	sweep_run(&i->sweep, visit_alone, i);
}

/* ---- what loops add up ---- */

static void see_statement(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
			  struct statement *s)
{
	(void)proc;
	for (unsigned k = 0; s && k < count; k++)
		accumulators_see(context, &places[k], b, s);
}

/* Of what holds by now. */
static void find_accumulators(struct interpretation *i)
{
	bool was_unstable = i->is_unstable;
	i->is_final = true;
	for (uint32_t k = 0; k < i->program->procedure_count; k++) {
		collect_garbage(i);
		struct accumulators *a =
			i->summaries[k].is_reached ? accumulators_new(&i->domain, i->program->procedures[k]) : NULL;
		for (struct summary *s = &i->summaries[k]; a && s; s = s->next)
			for (uint32_t b = 0; s->is_reached && b < s->procedure->block_count; b++)
				if (s->reached[b])
					interpretation_visit_statements(i, s, b, see_statement, a);
		if (a)
			accumulators_add(a);
		accumulators_free(a);
	}
	i->is_final = false;
	i->is_unstable = was_unstable;
}

/* ---- the program ---- */

/* Statements: of programs without contexts. */
enum { LARGE_SIZE = 40000 };

static uint64_t program_size(const struct program *p)
{
	uint64_t size = 0;
	for (uint32_t k = 0; k < p->procedure_count; k++)
		for (uint32_t b = 0; b < p->procedures[k]->block_count; b++)
			size += p->procedures[k]->blocks[b]->statement_count;
	return size;
}

static bool has_keys(const struct interpretation *i)
{
	bool has = i->domain.objects.count <= OBJECTS_MAX && i->program->global_count < AGE_CELLS;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		has &= i->program->procedures[k]->variable_count <= KEY_LOCAL >> 1;
	return has;
}

struct interpretation *interpret(struct program *p, const struct interpret_options *options)
{
	struct interpretation *i = memory_alloc(sizeof *i);
	i->program = p;
	i->options = options;
	i->arena = arena_new();
	domain_init(&i->domain, p, i->arena);
	uses_init(&i->uses, p);
	i->garbage = GARBAGE;
	i->graph = callgraph_new(p);
	i->effects = effects_new(i->graph);
	identities_find(&i->domain, &i->uses);
	held_find(&i->domain);
	ghosts_init(&i->domain, i->arena);
	counters_find(&i->domain);
	elements_find(&i->domain, &i->uses, i->graph);
	strings_init(&i->domain, &i->uses, i->graph->members);
	relations_init(&i->domain, &i->uses, i->graph->members);
	pointees_init(&i->domain);
	alive_init(&i->domain);
	wholes_init(&i->domain);
	sweep_init(&i->sweep, i->graph);
	i->summaries = arena_alloc(i->arena, (p->procedure_count + 1) * sizeof *i->summaries);
	for (uint32_t k = 0; k < p->procedure_count; k++)
		i->summaries[k].procedure = p->procedures[k];
	summaries_find_created(i);
	i->is_separate = !options->together && program_size(p) <= LARGE_SIZE;
	i->stopped = !has_keys(i);
	if (p->entry && !i->stopped) {
		struct summary *entry = &i->summaries[p->entry->index];
		struct place begin = interpretation_place(i, p->entry, NULL);
		place_begin(&begin);
		owners_begin(&begin);
		entry->entry = begin.facts;
		entry->is_reached = true;
		interpretation_mark(i, entry);
	}
	sweep_run(&i->sweep, visit_alone, i);
	if (!i->haste && !i->stopped) {
		find_accumulators(i);
		narrow(i);
	}
	if (!i->stopped)
		return i;
	interpretation_free(i);
	return NULL;
}

void interpretation_free(struct interpretation *i)
{
	if (!i)
		return;
	for (uint32_t k = 0; k < i->graph->count; k++) {
		struct summary *s = &i->summaries[k];
		cfg_free(s->cfg);
		table_free(&s->creates);
		for (; s; s = s->next) {
			vec_free(&s->changes);
			table_free(&s->changed);
			table_free(&s->changed_variables);
			table_free(&s->callers);
		}
	}
	sweep_release(&i->sweep);
	effects_free(i->effects);
	callgraph_free(i->graph);
	strings_release(&i->domain);
	relations_release(&i->domain);
	elements_release(&i->domain);
	ghosts_release(&i->domain);
	wholes_release(&i->domain);
	owners_release(&i->domain);
	domain_release(&i->domain);
	uses_release(&i->uses);
	arena_free(i->arena);
	memory_free(i);
}

struct domain *interpretation_domain(struct interpretation *i)
{
	return &i->domain;
}

bool interpretation_reaches(struct interpretation *i, const struct procedure *proc, const struct block *b,
			    const struct facts **facts)
{
	bool reached = false;
	for (const struct summary *s = &i->summaries[proc->index]; s; s = s->next) {
		if (!s->is_reached || !s->cfg || !s->reached[b->index])
			continue;
		if (facts)
			*facts = reached ? facts_join(&i->domain, *facts, s->at[b->index], NULL) : s->at[b->index];
		reached = true;
	}
	return reached;
}

bool interpretation_visit(struct interpretation *i, interpretation_visitor *visit, void *context)
{
	i->is_final = true;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		for (struct summary *s = &i->summaries[k]; s; s = s->next) {
			collect_garbage(i);
			for (uint32_t b = 0; s->is_reached && b < s->procedure->block_count; b++)
				if (s->reached[b])
					interpretation_visit_statements(i, s, b, visit, context);
		}
	return !i->is_unstable;
}
