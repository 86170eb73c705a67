#include "interpret.h"

#include <string.h>

#include "element.h"
#include "ghost.h"
#include "interpretation.h"
#include "label.h"
#include "pointee.h"
#include "relation.h"
#include "statement.h"
#include "string_terms.h"
#include "whole.h"

enum { PATIENCE = 2, NARROWINGS = 2, HURRIED_NARROWINGS = 1 };

/* ---- statements ---- */

struct change_context {
	struct interpretation *interpretation;
	struct summary *summary;
};

static void map_changed(void *context, const struct variable *map, uint32_t object, const struct effect *effect)
{
	const struct change_context *c = context;
	summary_add_change(c->interpretation, c->summary, map->index, object, effect);
}

/* Of a choice: what its parts may be where they are chosen. */
static struct known value_of(struct place *p, term t)
{
	const struct bank *bank = p->domain->program->bank;
	struct known k = known_any(p->domain, term_width(bank, t));
	bool some = false;
	p->budget = PLACE_BUDGET;
	if (term_op(bank, t) != OP_ITE || whole_value(p, t, &k))
		return place_value(p, t);
	for (unsigned holds = 0; holds < 2; holds++) {
		struct place q = *p;
		term c = term_arg(bank, t, 0);
		if (!place_assume(&q, c, holds) || !relations_assumed(&q, p->facts, c, holds))
			continue;
		q.budget = PLACE_BUDGET;
		struct known part = place_value(&q, term_arg(bank, t, holds ? 1 : 2));
		k = some ? known_join(p->domain, &k, &part) : part;
		some = true;
	}
	return k;
}

static void assign(struct interpretation *i, struct summary *s, struct place *p, const struct statement *statement)
{
	struct variable *v = statement->target;
	const struct facts *before = p->facts;
	if (sort_kind(i->program->bank, v->sort) == SORT_MAP) {
		place_assign_map(p, v, statement->term,
				 &(struct change_listener){ map_changed, &(struct change_context){ i, s } });
		strings_stored(p, before, v, statement->term);
		relations_assigned(p, before, v, statement->term);
		pointees_stored(p, before, v, statement->term);
		wholes_stored(p, before, v, statement->term);
		return;
	}
	struct known k = value_of(p, statement->term);
	k = elements_read(p, statement->term, &k);
	p->facts = facts_put(&i->domain, p->facts, place_key(v), &k);
	strings_assigned(p, before, v, statement->term);
	relations_assigned(p, before, v, statement->term);
	pointees_assigned(p, before, v, statement->term);
	summary_add_variable(i, s, v);
}

/* False: no execution goes on behind it. */
static bool execute(struct interpretation *i, struct summary *s, struct place *p, const struct statement *statement)
{
	const struct facts *before = p->facts;
	term value;
	switch (statement->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		place_remember(p, statement->term);
		if (!place_assume(p, statement->term, true))
			return false;
		strings_assumed(p, statement->term, true);
		if (!relations_assumed(p, before, statement->term, true))
			return false;
		elements_learned(p, &i->uses, statement->term);
		return true;
	case STATEMENT_ASSIGN:
		value = place_without(p, &i->uses, statement->term, statement->target);
		assign(i, s, p, statement);
		place_assigned(p, &i->uses, statement->target);
		if (sort_kind(i->program->bank, statement->target->sort) != SORT_MAP && value)
			place_define(p, statement->target, value);
		return true;
	case STATEMENT_HAVOC:
		place_forget(p, statement->target);
		pointees_forgotten(p, statement->target);
		wholes_forgotten(p, statement->target);
		strings_changed(p, before, statement->target, 0);
		relations_assigned(p, before, statement->target, 0);
		place_assigned(p, &i->uses, statement->target);
		summary_add_variable(i, s, statement->target);
		return true;
	case STATEMENT_FRESH:
		place_create(p, statement);
		pointees_created(p, statement->target);
		strings_changed(p, before, statement->target, 0);
		relations_assigned(p, before, statement->target, 0);
		place_assigned(p, &i->uses, statement->target);
		summary_add_variable(i, s, statement->target);
		return true;
	case STATEMENT_CALL:
		break;
	}
	return true;
}

/* Cases in which no execution goes on go. */
static void execute_cases(struct interpretation *i, struct summary *s, struct cases *c,
			  const struct statement *statement)
{
	unsigned left = 0;
	if (statement->kind == STATEMENT_CALL) {
		interpret_call(i, s, c, statement);
		return;
	}
	for (unsigned k = 0; k < c->count; k++)
		if (execute(i, s, &c->at[k], statement))
			c->at[left++] = c->at[k];
	c->count = left;
}

/* What is said of ghosts before the block's statement number POSITION. */
static void execute_ghosts(struct interpretation *i, struct summary *s, struct cases *c, uint32_t b, uint32_t position)
{
	const struct ghosts_of_procedure *of = ghosts_of(&i->domain, s->procedure);
	for (size_t k = 0; k < of->statements.count && c->count; k++) {
		const struct ghost_statement *g = &of->statements.at[k];
		if (g->block != b || g->position != position)
			continue;
		execute_cases(i, s, c, &g->statement);
		for (unsigned n = 0; n < c->count; n++)
			if (!relations_remembered(&c->at[n], g->variable))
				c->at[n--] = c->at[--c->count];
	}
}

struct place interpretation_place(struct interpretation *i, const struct procedure *proc, const struct facts *facts)
{
	return (struct place){ .domain = &i->domain, .facts = facts, .procedure = proc };
}

/* ---- blocks ---- */

static void take_edge(struct interpretation *i, struct summary *s, const struct cases *c, uint32_t edge,
		      const struct terminator *t, bool holds)
{
	s->taken[edge] = false;
	for (unsigned k = 0; k < c->count; k++) {
		struct place to = c->at[k];
		if (t->kind == TERMINATOR_BRANCH &&
		    (!place_assume(&to, t->term, holds) || !wholes_assumed(&to, t->term, holds)))
			continue;
		if (t->kind == TERMINATOR_BRANCH)
			strings_assumed(&to, t->term, holds);
		if (t->kind == TERMINATOR_BRANCH && !relations_assumed(&to, c->at[k].facts, t->term, holds))
			continue;
		if (t->kind == TERMINATOR_BRANCH)
			elements_learned(&to, &i->uses, t->term);
		s->over[edge] = s->taken[edge] ? facts_join(&i->domain, s->over[edge], to.facts, NULL) : to.facts;
		s->taken[edge] = true;
	}
}

/* Is the block nothing but the question whether a loop goes on? */
static bool is_question(const struct interpretation *i, const struct summary *s, uint32_t b)
{
	const struct block *block = s->procedure->blocks[b];
	const struct ghosts_of_procedure *ghosts = ghosts_of(&i->domain, s->procedure);
	bool is_head = false;
	if (!table_has(&i->domain.elements->heads, block))
		return false;
	if (!b || block->statement_count || block->terminator.kind != TERMINATOR_BRANCH)
		return false;
	for (size_t k = 0; k < ghosts->statements.count; k++)
		if (ghosts->statements.at[k].block == b)
			return false;
	for (uint32_t k = s->cfg->predecessor_start[b]; k < s->cfg->predecessor_start[b + 1]; k++)
		is_head |= s->cfg->rank[s->cfg->predecessors[k]] != CFG_NONE &&
			   s->cfg->rank[s->cfg->predecessors[k]] >= s->cfg->rank[b];
	return is_head;
}

/* What holds at a question where it is answered so: if that cannot be where the loop is entered, it is what comes back. False: it
 * is not answered so. */
static bool answered(struct interpretation *i, struct summary *s, uint32_t b, bool holds, const struct facts **facts)
{
	const struct terminator *t = &s->procedure->blocks[b]->terminator;
	bool comes_back = false;
	const struct facts *back = NULL;
	for (uint32_t k = s->cfg->predecessor_start[b]; k < s->cfg->predecessor_start[b + 1]; k++) {
		uint32_t e = s->edges_in[k];
		if (!s->taken[e])
			continue;
		if (s->cfg->rank[s->cfg->predecessors[k]] >= s->cfg->rank[b]) {
			back = comes_back ? facts_join(&i->domain, back, s->over[e], NULL) : s->over[e];
			comes_back = true;
			continue;
		}
		struct place p = interpretation_place(i, s->procedure, s->over[e]);
		if (place_assume(&p, t->term, holds))
			return true;
	}
	*facts = back;
	return comes_back;
}

/* The block's edge number K, from where it has been executed. */
static void take_answer(struct interpretation *i, struct summary *s, const struct cases *c, uint32_t b, uint32_t k)
{
	const struct terminator *t = &s->procedure->blocks[b]->terminator;
	uint32_t edge = s->cfg->successor_start[b] + k;
	struct cases from = *c;
	if (c->count == 1 && is_question(i, s, b) && !answered(i, s, b, k == 0, &from.at[0].facts))
		from.count = 0;
	take_edge(i, s, &from, edge, t, k == 0);
}

/* Executes the block from what holds at its beginning; says what holds over each of its edges. */
static void visit_block(struct interpretation *i, struct summary *s, uint32_t b, struct exits *exit)
{
	struct block *block = s->procedure->blocks[b];
	struct cases c = { .at = { interpretation_place(i, s->procedure, s->at[b]) }, .count = 1 };
	uint32_t first = s->cfg->successor_start[b];
	for (uint32_t k = 0; c.count && k <= block->statement_count; k++) {
		execute_ghosts(i, s, &c, b, k);
		if (k < block->statement_count)
			execute_cases(i, s, &c, &block->statements[k]);
	}
	for (uint32_t k = 0; k < s->cfg->successor_start[b + 1] - first; k++)
		take_answer(i, s, &c, b, k);
	for (unsigned k = 0; block->terminator.kind == TERMINATOR_RETURN && k < c.count; k++)
		summary_leave(i, s->procedure, exit, &c.at[k]);
}

/* Lets an edge's facts flow into its target; true if that has to be visited. */
static bool flow(struct interpretation *i, struct summary *s, uint32_t source, uint32_t edge)
{
	uint32_t target = s->cfg->successors[edge];
	if (!s->taken[edge])
		return false;
	if (!s->reached[target]) {
		s->reached[target] = true;
		s->at[target] = s->over[edge];
		return true;
	}
	bool is_seen = s->seen[edge] && facts_include(&i->domain, s->seen[edge], s->over[edge]);
	s->seen[edge] = s->over[edge];
	if (facts_include(&i->domain, s->at[target], s->over[edge]))
		return !is_seen && is_question(i, s, target);
	bool back = s->cfg->rank[target] <= s->cfg->rank[source];
	const struct thresholds *widen = back ? summary_widening(i, s, ++s->visits[target], PATIENCE) : NULL;
	s->at[target] = facts_join(&i->domain, s->at[target], s->over[edge], widen);
	return true;
}

static void ask(struct interpretation *i)
{
	const struct interpret_options *o = i->options;
	i->stopped |= o->stop && o->stop(o->context);
	i->hurries |= !i->hurries && o->hurry && o->hurry(o->context);
}

/* Upwards, until nothing changes. */
static void ascend(struct interpretation *i, struct summary *s)
{
	bool *pending = memory_alloc(s->cfg->block_count * sizeof *pending);
	struct exits exit = { { false }, { NULL } };
	pending[0] = true;
	for (uint32_t rank = 0; rank < s->cfg->order_count && !i->stopped;) {
		uint32_t b = s->cfg->order[rank++];
		if (!pending[b])
			continue;
		pending[b] = false;
		ask(i);
		visit_block(i, s, b, &exit);
		for (uint32_t e = s->cfg->successor_start[b]; e < s->cfg->successor_start[b + 1]; e++) {
			if (!flow(i, s, b, e))
				continue;
			uint32_t target = s->cfg->successors[e];
			pending[target] = true;
			if (s->cfg->rank[target] < rank)
				rank = s->cfg->rank[target];
		}
	}
	memory_free(pending);
}

/* What flows into the block over its edges: those that go back as they were before. */
static bool gather(struct interpretation *i, struct summary *s, uint32_t b, const struct facts **facts)
{
	bool reached = b == 0;
	*facts = s->entry;
	for (uint32_t k = s->cfg->predecessor_start[b]; k < s->cfg->predecessor_start[b + 1]; k++) {
		uint32_t e = s->edges_in[k];
		if (!s->taken[e])
			continue;
		*facts = reached ? facts_join(&i->domain, *facts, s->over[e], NULL) : s->over[e];
		reached = true;
	}
	return reached;
}

/* Downwards: what was widened too far comes back. Each step starts from what is true and gives what is true. */
static void descend(struct interpretation *i, struct summary *s, struct exits *exit)
{
	*exit = (struct exits){ { false }, { NULL } };
	for (uint32_t rank = 0; rank < s->cfg->order_count && !i->stopped; rank++) {
		uint32_t b = s->cfg->order[rank];
		if (!s->reached[b])
			continue;
		s->reached[b] = gather(i, s, b, &s->at[b]);
		if (s->reached[b])
			visit_block(i, s, b, exit);
		else
			for (uint32_t e = s->cfg->successor_start[b]; e < s->cfg->successor_start[b + 1]; e++)
				s->taken[e] = false;
	}
}

/* ---- procedures ---- */

static void enter(const struct interpretation *i, const struct summary *s)
{
	char label[96];
	if (!i->options->profile)
		return;
	procedure_label(s->procedure, label, sizeof label);
	profile_enter(i->options->profile, label);
}

void interpretation_mark(struct interpretation *i, struct summary *s)
{
	s->is_dirty = true;
	sweep_mark(&i->sweep, s->procedure->index);
}

void interpretation_visit_summary(struct interpretation *i, struct summary *s)
{
	s->is_dirty = false;
	if (i->stopped || !s->is_reached)
		return;
	enter(i, s);
	summary_prepare(i, s);
	struct exits exit = { { false }, { NULL } };
	size_t changes = s->change_count;
	memset(s->reached, 0, s->cfg->block_count * sizeof *s->reached);
	memset(s->visits, 0, s->cfg->block_count * sizeof *s->visits);
	memset(s->seen, 0, s->cfg->successor_start[s->cfg->block_count] * sizeof *s->seen);
	memset(s->taken, 0, s->cfg->successor_start[s->cfg->block_count] * sizeof *s->taken);
	s->at[0] = s->entry;
	s->reached[0] = true;
	ascend(i, s);
	for (unsigned k = 0; k < (i->hurries ? HURRIED_NARROWINGS : NARROWINGS); k++)
		descend(i, s, &exit);
	summary_conclude(i, s, &exit, changes);
	profile_leave(i->options->profile);
}

/* ---- memory ---- */

enum { GARBAGE = 1 << 25 }; /* bytes */

/* Facts are never changed, so what is not used any more piles up: keeps what holds at the beginnings of blocks, at entries and returns. */
static void move_facts(struct interpretation *i, struct summary *s)
{
	s->entry = facts_move(&i->domain, s->entry);
	for (unsigned r = 0; r < RETURNS; r++)
		s->exit.facts[r] = s->exit.reached[r] ? facts_move(&i->domain, s->exit.facts[r]) : NULL;
	for (uint32_t b = 0; s->cfg && b < s->cfg->block_count; b++)
		s->at[b] = s->reached[b] ? facts_move(&i->domain, s->at[b]) : NULL;
}

static void collect_garbage(struct interpretation *i)
{
	struct arena *old = i->domain.arena;
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
	if (i->domain.bytes > i->garbage)
		collect_garbage(i);
	for (struct summary *s = &i->summaries[index]; s; s = s->next)
		if (s->is_dirty)
			interpretation_visit_summary(i, s);
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
	bool has = i->domain.objects.count <= OBJECTS_MAX && i->program->global_count < WHOLE_VARIABLE;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		has &= i->program->procedures[k]->variable_count <= GHOST_INDEX - MOST_GHOSTS;
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
	ghosts_init(&i->domain, i->arena);
	counters_find(&i->domain);
	elements_find(&i->domain, &i->uses, i->graph);
	strings_init(&i->domain, &i->uses, i->graph->members);
	relations_init(&i->domain, &i->uses, i->graph->members);
	pointees_init(&i->domain);
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
		entry->entry = begin.facts;
		entry->is_reached = true;
		interpretation_mark(i, entry);
	}
	sweep_run(&i->sweep, visit_alone, i);
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
			table_free(&s->callers);
		}
	}
	sweep_release(&i->sweep);
	callgraph_free(i->graph);
	strings_release(&i->domain);
	relations_release(&i->domain);
	elements_release(&i->domain);
	ghosts_release(&i->domain);
	wholes_release(&i->domain);
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

static void visit_statements(struct interpretation *i, struct summary *s, uint32_t b, interpretation_visitor *visit,
			     void *context)
{
	struct block *block = s->procedure->blocks[b];
	struct cases c = { .at = { interpretation_place(i, s->procedure, s->at[b]) }, .count = 1 };
	for (uint32_t n = 0; n <= block->statement_count && c.count; n++) {
		execute_ghosts(i, s, &c, b, n);
		struct cases before = c;
		if (n == block->statement_count || !c.count)
			break;
		visit(context, before.at, before.count, s->procedure, block, &block->statements[n]);
		execute_cases(i, s, &c, &block->statements[n]);
	}
	if (c.count)
		visit(context, c.at, c.count, s->procedure, block, NULL);
}

bool interpretation_visit(struct interpretation *i, interpretation_visitor *visit, void *context)
{
	i->is_final = true;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		for (struct summary *s = &i->summaries[k]; s; s = s->next)
			for (uint32_t b = 0; s->is_reached && b < s->procedure->block_count; b++)
				if (s->reached[b])
					visit_statements(i, s, b, visit, context);
	return !i->is_unstable;
}
