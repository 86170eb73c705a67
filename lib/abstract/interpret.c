#include "interpret.h"

#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "cfg.h"
#include "statement.h"
#include "string_terms.h"
#include "sweep.h"

enum {
	PATIENCE = 2,
	ENTRY_PATIENCE = 3,
	EXIT_PATIENCE = 3,
	NARROWINGS = 2,
	HURRIED_NARROWINGS = 1,
	MAX_THRESHOLDS = 48,
	MAX_CONSTANTS = 192,
	MAX_NESTED = 60
};

/* Returns are kept apart by their first result: an error and what is valid with it do not go together with success. */
enum { RETURN_ANY, RETURN_NEGATIVE, RETURN_ZERO, RETURN_OTHER, RETURNS };

struct exits {
	bool reached[RETURNS];
	const struct facts *facts[RETURNS]; /* globals and out-parameters */
};

/* What one call may change: an object of a map, or (object 0) a variable as a whole. */
struct change {
	uint32_t variable, object;
};

struct summary {
	struct procedure *procedure;
	struct cfg *cfg; /* NULL: never reached */
	struct thresholds thresholds;
	bool is_reached;
	unsigned entries, exits;
	const struct facts *entry; /* of all calls; in-parameters and globals */
	struct exits exit;
	/* by in-parameter: a local that is a copy of it all the time, or itself if it is not assigned; NULL: neither */
	const struct variable **copies;
	VEC(struct change) changes;
	struct table changed; /* key -> 1 */
	/* objects that it or what it calls creates, as OBJECT_LAST, and their bits */
	TABLE(uint32_t, bool) creates;
	uint64_t created;
	/* by block, by edge: of the last visit */
	const struct facts **at, **over;
	bool *reached, *taken;
	unsigned *visits;
	uint32_t *edges_in; /* at the positions of a block's predecessors: the edges that come from there */
};

struct interpretation {
	struct program *program;
	struct arena *arena;
	struct domain domain;
	struct uses uses;
	struct callgraph *graph;
	struct sweep sweep;
	struct summary *summaries; /* by procedure */
	const struct interpret_options *options;
	unsigned nested; /* first visits of procedures inside one another */
	size_t garbage;  /* bytes of facts, from which on they are collected */
	bool stopped, hurries;
};

/* ---- what a procedure changes ---- */

static void add_change(struct interpretation *i, struct summary *s, uint32_t variable, uint32_t object)
{
	fact_key key = key_of(variable, object, 0);
	if (table_has(&s->changed, key) || table_has(&s->changed, key_of(variable, 0, 0)))
		return;
	table_put(&s->changed, key, 1);
	vec_push(&s->changes, (struct change){ variable, object });
	(void)i;
}

struct change_context {
	struct interpretation *interpretation;
	struct summary *summary;
};

static void map_changed(void *context, const struct variable *map, uint32_t object)
{
	struct change_context *c = context;
	add_change(c->interpretation, c->summary, map->index, object);
}

static void variable_changed(struct interpretation *i, struct summary *s, const struct variable *v)
{
	if (v->kind == VARIABLE_GLOBAL)
		add_change(i, s, v->index, 0);
}

/* ---- calls ---- */

struct return_context {
	struct domain *domain;
	const struct summary *callee;
	const struct facts *facts; /* of the caller, as they become */
};

static uint64_t others_bits(uint64_t last_bits)
{
	return last_bits | last_bits << 1 | last_bits >> 63;
}

/* May the callee have created such an object? */
static bool is_created(void *context, uint32_t object)
{
	const struct return_context *c = context;
	enum object_kind kind = c->domain->objects.at[object].kind;
	return kind != OBJECT_CONSTANT && object && (others_bits(c->callee->created) & object_bit(object)) &&
	       table_get(&c->callee->creates, kind == OBJECT_LAST ? object : object - 1, false);
}

static struct known age(void *context, fact_key key, const struct known *k)
{
	(void)key;
	return known_age(((struct return_context *)context)->domain, k, is_created, context, false);
}

static void take_created(void *context, fact_key key, const struct known *k)
{
	struct return_context *c = context;
	if (key >> 63 == 0 && is_created(c, key_object(key)))
		c->facts = facts_put(c->domain, c->facts, key, k);
}

/* What holds behind the call, of what is not the callee's result. */
static const struct facts *after_call(struct interpretation *i, const struct facts *before,
				      const struct summary *callee, const struct facts *exit)
{
	struct domain *d = &i->domain;
	struct return_context c = { d, callee, before };
	if (callee->created) {
		c.facts = facts_forget(d, c.facts, others_bits(callee->created), is_created, &c);
		c.facts = facts_change_targets(d, c.facts, callee->created, age, &c);
	}
	for (size_t k = 0; k < callee->changes.count; k++) {
		const struct change *change = &callee->changes.at[k];
		struct key_range range = change->object ? keys_of_object(change->variable, change->object)
							: keys_of_variable(change->variable);
		c.facts = facts_graft(d, c.facts, range, exit);
	}
	if (callee->created)
		facts_visit(exit, others_bits(callee->created), take_created, &c);
	return c.facts;
}

static void visit_procedure(void *context, uint32_t index);

/* For what is joined the COUNT-th time; NULL: nothing is widened. In a hurry what grows is given up: so each fact changes once more at most. */
static const struct thresholds *widening(const struct interpretation *i, const struct summary *s, unsigned count,
					 unsigned patience)
{
	static const struct thresholds anything = { .gives_up = true };
	return i->hurries ? &anything : count > patience ? &s->thresholds : NULL;
}

static const struct facts *entry_of_call(struct interpretation *i, struct place *p, const struct statement *s)
{
	struct domain *d = &i->domain;
	struct bank *bank = i->program->bank;
	const struct facts *entry = facts_remove(d, p->facts, keys_of_locals());
	for (uint32_t k = 0; k < s->argument_count; k++) {
		if (sort_kind(bank, term_sort(bank, s->arguments[k])) == SORT_MAP)
			continue;
		p->budget = PLACE_BUDGET;
		struct known value = place_value(p, s->arguments[k]);
		entry = facts_put(d, entry, place_key(s->callee->variables[k]), &value);
	}
	return strings_passed(p, s, entry);
}

static void enter(struct interpretation *i, struct summary *callee, const struct facts *entry)
{
	if (callee->is_reached && facts_include(&i->domain, callee->entry, entry))
		return;
	const struct thresholds *widen = widening(i, callee, ++callee->entries, ENTRY_PATIENCE);
	callee->entry = callee->is_reached ? facts_join(&i->domain, callee->entry, entry, widen) : entry;
	callee->is_reached = true;
	if (callee->cfg || i->nested >= MAX_NESTED) {
		sweep_mark(&i->sweep, callee->procedure->index);
		return;
	}
	i->nested++;
	visit_procedure(i, callee->procedure->index);
	i->nested--;
}

/* Is it about no object that is created? */
static bool is_timeless(const struct domain *d, const struct known *k)
{
	for (uint32_t t = 0; k->target_count != TARGETS_ANY && t < k->target_count; t++)
		if (d->objects.at[k->targets[t].object].kind != OBJECT_CONSTANT)
			return false;
	return true;
}

/* Where it returned so the arguments were what the callee's parameters are there. */
static void learn_arguments(struct interpretation *i, struct place *p, const struct statement *s,
			    const struct facts *exit)
{
	const struct summary *callee = &i->summaries[s->callee->index];
	for (uint32_t k = 0; k < s->argument_count; k++) {
		const struct known *value =
			callee->copies[k] ? facts_get(exit, place_key(s->callee->variables[k])) : NULL;
		const struct uses_list *used = uses_of(&i->uses, s->arguments[k]);
		bool is_out = false;
		for (uint32_t n = 0; n < s->out_count; n++)
			is_out |= uses_mention(&i->uses, s->arguments[k], s->outs[n]);
		for (uint32_t n = 0; n < used->count; n++)
			is_out |= used->variables[n]->kind == VARIABLE_GLOBAL;
		if (!value || is_out || value->width > 64 || !is_timeless(&i->domain, value) ||
		    !place_restrict(p, s->arguments[k], value))
			continue;
		for (uint32_t n = 0; n < used->count; n++)
			if (sort_kind(i->program->bank, used->variables[n]->sort) == SORT_BITVECTOR &&
			    sort_width(i->program->bank, used->variables[n]->sort) <= 64)
				strings_learned(p, used->variables[n]);
	}
}

/* Behind the call, where it returned so. */
static void come_back(struct interpretation *i, struct summary *caller, struct place *p, const struct statement *s,
		      const struct facts *exit)
{
	const struct summary *callee = &i->summaries[s->callee->index];
	const struct facts *before = p->facts;
	p->facts = after_call(i, p->facts, callee, exit);
	for (size_t k = 0; k < callee->changes.count; k++)
		strings_changed(p, before, i->program->globals[callee->changes.at[k].variable],
				callee->changes.at[k].object);
	for (uint32_t k = 0; k < s->out_count; k++) {
		const struct known *value = facts_get(exit, place_key(s->callee->variables[s->callee->in_count + k]));
		strings_changed(p, before, s->outs[k], 0);
		place_forget(p, s->outs[k]);
		if (value)
			p->facts = facts_put(&i->domain, p->facts, place_key(s->outs[k]), value);
		variable_changed(i, caller, s->outs[k]);
	}
	strings_returned(p, s, exit);
	learn_arguments(i, p, s, exit);
}

/* What may hold at one place, in several cases: behind a call each way to return is one, up to the end of the block. */
enum { MOST_CASES = RETURNS };

struct cases {
	struct place at[MOST_CASES];
	unsigned count;
};

static void join_cases(struct interpretation *i, struct cases *c)
{
	for (unsigned k = 1; k < c->count; k++) {
		c->at[0].facts = facts_join(&i->domain, c->at[0].facts, c->at[k].facts, NULL);
		c->at[0].condition_count = c->at[0].definition_count = 0;
	}
	c->count = c->count > 1 ? 1 : c->count;
}

static unsigned ways_to_return(const struct summary *callee)
{
	unsigned count = 0;
	for (unsigned r = 0; r < RETURNS; r++)
		count += callee->exit.reached[r];
	return count;
}

/* No case is left where it does not come back. Where there would be too many, those from before the call are one. */
static void call(struct interpretation *i, struct summary *caller, struct cases *c, const struct statement *s)
{
	struct summary *callee = &i->summaries[s->callee->index];
	for (unsigned k = 0; k < c->count; k++)
		enter(i, callee, entry_of_call(i, &c->at[k], s));
	if (c->count * ways_to_return(callee) > MOST_CASES)
		join_cases(i, c);
	struct cases before = *c;
	for (size_t k = 0; k < callee->changes.count; k++)
		add_change(i, caller, callee->changes.at[k].variable, callee->changes.at[k].object);
	c->count = 0;
	for (unsigned k = 0; k < before.count; k++)
		for (unsigned r = 0; r < RETURNS; r++) {
			if (!callee->exit.reached[r])
				continue;
			struct place p = before.at[k];
			come_back(i, caller, &p, s, callee->exit.facts[r]);
			c->at[c->count++] = p;
		}
}

/* ---- statements ---- */

static void assign(struct interpretation *i, struct summary *s, struct place *p, const struct statement *statement)
{
	struct variable *v = statement->target;
	const struct facts *before = p->facts;
	if (sort_kind(i->program->bank, v->sort) == SORT_MAP) {
		struct change_context context = { i, s };
		place_assign_map(p, v, statement->term, &(struct change_listener){ map_changed, &context });
		strings_stored(p, before, v, statement->term);
		return;
	}
	p->budget = PLACE_BUDGET;
	struct known k = place_value(p, statement->term);
	p->facts = facts_put(&i->domain, p->facts, place_key(v), &k);
	strings_assigned(p, before, v, statement->term);
	variable_changed(i, s, v);
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
		strings_changed(p, before, statement->target, 0);
		place_assigned(p, &i->uses, statement->target);
		variable_changed(i, s, statement->target);
		return true;
	case STATEMENT_FRESH:
		place_create(p, statement);
		strings_changed(p, before, statement->target, 0);
		place_assigned(p, &i->uses, statement->target);
		variable_changed(i, s, statement->target);
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
		for (unsigned k = 0; k < c->count; k++)
			place_assigned(&c->at[k], &i->uses, NULL);
		call(i, s, c, statement);
		return;
	}
	for (unsigned k = 0; k < c->count; k++)
		if (execute(i, s, &c->at[k], statement))
			c->at[left++] = c->at[k];
	c->count = left;
}

static struct place place_at(struct interpretation *i, const struct facts *facts)
{
	return (struct place){ .domain = &i->domain, .facts = facts };
}

/* ---- blocks ---- */

/* Of a number or pointer. */
static unsigned kind_of_return(const struct domain *d, const struct known *k)
{
	int64_t low, high;
	if (!k || known_is_none(k))
		return RETURN_ANY;
	if (k->width <= 64) {
		struct number n = known_as_number(d, k);
		number_signed_range(n, &low, &high);
		return high < 0                ? RETURN_NEGATIVE
		       : low == 0 && high == 0 ? RETURN_ZERO
		       : low > 0               ? RETURN_OTHER
					       : RETURN_ANY;
	}
	if (!domain_is_pointer(d, k->width) || k->target_count == TARGETS_ANY)
		return RETURN_ANY;
	unsigned null = 0;
	for (uint32_t t = 0; t < k->target_count; t++) {
		const struct object *o = &d->objects.at[k->targets[t].object];
		null += o->kind == OBJECT_CONSTANT && o->identity == 0;
	}
	return null == k->target_count ? RETURN_ZERO : null ? RETURN_ANY : RETURN_OTHER;
}

static void add_exit(struct interpretation *i, struct exits *exit, unsigned kind, const struct facts *facts)
{
	exit->facts[kind] = exit->reached[kind] ? facts_join(&i->domain, exit->facts[kind], facts, NULL) : facts;
	exit->reached[kind] = true;
}

/* A result that may be zero or something else is looked at as either, if that says something of what it was computed from. */
static void leave(struct interpretation *i, const struct procedure *p, struct exits *exit, const struct place *at)
{
	const struct variable *result = p->out_count ? p->variables[p->in_count] : NULL;
	const struct known *k = result ? facts_get(at->facts, place_key(result)) : NULL;
	unsigned kind = kind_of_return(&i->domain, k);
	struct bank *bank = i->program->bank;
	bool splits = kind == RETURN_ANY && result && sort_kind(bank, result->sort) == SORT_BITVECTOR;
	term zero = splits ? term_eq(bank, result->term, term_bv(bank, sort_width(bank, result->sort), 0)) : 0;
	if (!splits || place_defined(at, zero) == zero) {
		add_exit(i, exit, kind, at->facts);
		return;
	}
	for (unsigned holds = 0; holds < 2; holds++) {
		struct place q = *at;
		if (place_assume_defined(&q, zero, holds))
			add_exit(i, exit,
				 holds ? RETURN_ZERO
				       : kind_of_return(&i->domain, facts_get(q.facts, place_key(result))),
				 q.facts);
	}
}

/* What holds over an edge: of all cases in which it is taken. */
static void take_edge(struct interpretation *i, struct summary *s, const struct cases *c, uint32_t edge,
		      const struct terminator *t, bool holds)
{
	s->taken[edge] = false;
	for (unsigned k = 0; k < c->count; k++) {
		struct place to = c->at[k];
		if (t->kind == TERMINATOR_BRANCH && !place_assume(&to, t->term, holds))
			continue;
		if (t->kind == TERMINATOR_BRANCH)
			strings_assumed(&to, t->term, holds);
		s->over[edge] = s->taken[edge] ? facts_join(&i->domain, s->over[edge], to.facts, NULL) : to.facts;
		s->taken[edge] = true;
	}
}

/* Executes the block from what holds at its beginning; says what holds over each of its edges. */
static void visit_block(struct interpretation *i, struct summary *s, uint32_t b, struct exits *exit)
{
	struct block *block = s->procedure->blocks[b];
	struct cases c = { .at = { place_at(i, s->at[b]) }, .count = 1 };
	uint32_t first = s->cfg->successor_start[b];
	for (uint32_t k = 0; c.count && k < block->statement_count; k++)
		execute_cases(i, s, &c, &block->statements[k]);
	for (uint32_t k = 0; k < s->cfg->successor_start[b + 1] - first; k++)
		take_edge(i, s, &c, first + k, &block->terminator, k == 0);
	for (unsigned k = 0; block->terminator.kind == TERMINATOR_RETURN && k < c.count; k++)
		leave(i, s->procedure, exit, &c.at[k]);
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
	if (facts_include(&i->domain, s->at[target], s->over[edge]))
		return false;
	bool back = s->cfg->rank[target] <= s->cfg->rank[source];
	const struct thresholds *widen = back ? widening(i, s, ++s->visits[target], PATIENCE) : NULL;
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

static int compare_values(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

struct values VEC_BODY(uint64_t);

static void collect_constants(const struct bank *bank, term t, struct values *values, unsigned depth)
{
	enum op op = term_op(bank, t);
	if (!depth-- || values->count > MAX_CONSTANTS)
		return;
	for (uint32_t k = 0; k < term_count(bank, t); k++) {
		term a = term_arg(bank, t, k);
		bool compares = op == OP_EQ || op == OP_BVULT || op == OP_BVSLT;
		if (compares && term_is_constant(bank, a) && term_width(bank, a) <= 64) {
			vec_push(values, term_value(bank, a));
			vec_push(values, term_value(bank, a) - 1);
		} else {
			collect_constants(bank, a, values, depth);
		}
	}
}

/* The constants that the procedure's conditions compare with. */
static void find_thresholds(struct interpretation *i, struct summary *s)
{
	struct values values = { 0 };
	const struct bank *bank = i->program->bank;
	for (uint32_t b = 0; b < s->procedure->block_count; b++) {
		const struct block *block = s->procedure->blocks[b];
		for (uint32_t k = 0; k < block->statement_count; k++)
			if (block->statements[k].kind == STATEMENT_ASSUME)
				collect_constants(bank, block->statements[k].term, &values, 6);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			collect_constants(bank, block->terminator.term, &values, 6);
	}
	if (values.count)
		qsort(values.at, values.count, sizeof *values.at, compare_values);
	s->thresholds.values = arena_alloc(i->arena, (values.count + 1) * sizeof *s->thresholds.values);
	for (size_t k = 0; k < values.count && s->thresholds.count < MAX_THRESHOLDS; k++)
		if (!k || values.at[k] != values.at[k - 1])
			s->thresholds.values[s->thresholds.count++] = values.at[k];
	vec_free(&values);
}

static void number_edges(struct interpretation *i, struct summary *s)
{
	const struct cfg *cfg = s->cfg;
	uint32_t blocks = cfg->block_count, edges = cfg->successor_start[blocks];
	uint32_t *next = memory_alloc(blocks * sizeof *next);
	s->edges_in = arena_alloc(i->arena, (edges + 1) * sizeof(*s->edges_in));
	memcpy(next, cfg->predecessor_start, blocks * sizeof *next);
	for (uint32_t e = 0; e < edges; e++)
		s->edges_in[next[cfg->successors[e]]++] = e;
	memory_free(next);
}

/* Of a local only if its one assignment is the first thing that happens to it. */
static void find_copies(struct interpretation *i, struct summary *s)
{
	const struct procedure *p = s->procedure;
	TABLE(const struct variable *, uint32_t) assigned = { 0 };
	s->copies = arena_alloc(i->arena, (p->in_count + 1) * sizeof *s->copies);
	for (uint32_t b = 0; b < p->block_count; b++)
		for (uint32_t k = 0; k < p->blocks[b]->statement_count; k++)
			for (uint32_t n = 0; n < statement_target_count(&p->blocks[b]->statements[k]); n++) {
				const struct variable *v = statement_target(&p->blocks[b]->statements[k], n);
				table_put(&assigned, v, table_get(&assigned, v, 0) + 1);
			}
	for (uint32_t k = 0; k < p->in_count; k++)
		if (!table_get(&assigned, p->variables[k], 0))
			s->copies[k] = p->variables[k];
	const struct block *first = p->blocks[0];
	for (uint32_t k = 0; s->cfg->predecessor_start[0] == s->cfg->predecessor_start[1] && k < first->statement_count;
	     k++) {
		const struct statement *st = &first->statements[k];
		const struct variable *in =
			st->kind == STATEMENT_ASSIGN ? program_variable_of(i->program, st->term) : NULL;
		if (in && in->kind == VARIABLE_IN && s->copies[in->index] == in && st->target->kind == VARIABLE_LOCAL &&
		    table_get(&assigned, st->target, 0) == 1)
			s->copies[in->index] = st->target;
	}
	table_free(&assigned);
}

static void prepare(struct interpretation *i, struct summary *s)
{
	if (s->cfg)
		return;
	s->cfg = cfg_new(s->procedure);
	uint32_t blocks = s->cfg->block_count, edges = s->cfg->successor_start[blocks];
	s->at = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->at));
	s->reached = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->reached));
	s->visits = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->visits));
	s->over = arena_alloc(i->arena, (edges + 1) * sizeof(*s->over));
	s->taken = arena_alloc(i->arena, (edges + 1) * sizeof(*s->taken));
	number_edges(i, s);
	find_thresholds(i, s);
	find_copies(i, s);
}

/* Out-parameters and globals of what holds at a return. */
static const struct facts *without_locals(struct interpretation *i, const struct procedure *p, const struct facts *f)
{
	const struct facts *result = facts_remove(&i->domain, f, keys_of_locals());
	for (uint32_t k = 0; k < p->out_count; k++) {
		const struct known *value = facts_get(f, place_key(p->variables[p->in_count + k]));
		if (value)
			result = facts_put(&i->domain, result, place_key(p->variables[p->in_count + k]), value);
	}
	struct place at = place_at(i, f);
	for (uint32_t k = 0; k < p->in_count; k++) {
		const struct variable *copy = i->summaries[p->index].copies[k];
		const struct known *value = copy ? facts_get(f, place_key(copy)) : NULL;
		if (value)
			result = facts_put(&i->domain, result, place_key(p->variables[k]), value);
	}
	return strings_left(&at, p, i->summaries[p->index].copies, result);
}

static void mark_callers(struct interpretation *i, uint32_t procedure)
{
	for (uint32_t k = i->graph->caller_start[procedure]; k < i->graph->caller_start[procedure + 1]; k++)
		if (i->summaries[i->graph->callers[k]].is_reached)
			sweep_mark(&i->sweep, i->graph->callers[k]);
}

/* What it leaves behind, anew. Only with recursion does that depend on itself, and is widened; else it changes as often as what is known at
 * its entry, and of what it calls. */
static bool renew_exit_of(struct interpretation *i, struct summary *s, unsigned kind, const struct facts *exit)
{
	const struct facts **now = &s->exit.facts[kind];
	exit = without_locals(i, s->procedure, exit);
	if (!s->exit.reached[kind]) {
		s->exit.reached[kind] = true;
		*now = exit;
		return true;
	}
	if (!i->hurries && !i->graph->recursive[s->procedure->index]) {
		bool same = facts_include(&i->domain, *now, exit) && facts_include(&i->domain, exit, *now);
		*now = exit;
		return !same;
	}
	if (facts_include(&i->domain, *now, exit))
		return false;
	*now = facts_join(&i->domain, *now, exit, widening(i, s, ++s->exits, EXIT_PATIENCE));
	return true;
}

static bool renew_exit(struct interpretation *i, struct summary *s, const struct exits *exit)
{
	bool grown = false;
	for (unsigned k = 0; k < RETURNS; k++) {
		if (exit->reached[k])
			grown |= renew_exit_of(i, s, k, exit->facts[k]);
		else if (s->exit.reached[k] && !i->hurries && !i->graph->recursive[s->procedure->index])
			s->exit.reached[k] = false;
	}
	return grown;
}

/* Takes over what the visit found out; its callers have to know. */
static void conclude(struct interpretation *i, struct summary *s, const struct exits *exit, size_t changes)
{
	bool grown = s->changes.count != changes;
	grown |= renew_exit(i, s, exit);
	if (grown)
		mark_callers(i, s->procedure->index);
}

static void visit_procedure(void *context, uint32_t index)
{
	struct interpretation *i = context;
	struct summary *s = &i->summaries[index];
	if (i->stopped || !s->is_reached)
		return;
	prepare(i, s);
	struct exits exit = { { false }, { NULL } };
	size_t changes = s->changes.count;
	memset(s->reached, 0, s->cfg->block_count * sizeof *s->reached);
	memset(s->visits, 0, s->cfg->block_count * sizeof *s->visits);
	memset(s->taken, 0, s->cfg->successor_start[s->cfg->block_count] * sizeof *s->taken);
	s->at[0] = s->entry;
	s->reached[0] = true;
	ascend(i, s);
	for (unsigned k = 0; k < (i->hurries ? HURRIED_NARROWINGS : NARROWINGS); k++)
		descend(i, s, &exit);
	conclude(i, s, &exit, changes);
}

/* ---- memory ---- */

enum { GARBAGE = 1 << 25 }; /* bytes */

/* Facts are never changed, so what is not used any more piles up: keeps what holds at the beginnings of blocks, at entries and returns. */
static void collect_garbage(struct interpretation *i)
{
	struct arena *old = i->domain.arena;
	i->domain.arena = arena_new();
	i->domain.bytes = 0;
	for (uint32_t k = 0; k < i->program->procedure_count; k++) {
		struct summary *s = &i->summaries[k];
		s->entry = facts_move(&i->domain, s->entry);
		for (unsigned r = 0; r < RETURNS; r++)
			s->exit.facts[r] = s->exit.reached[r] ? facts_move(&i->domain, s->exit.facts[r]) : NULL;
		for (uint32_t b = 0; s->cfg && b < s->cfg->block_count; b++)
			s->at[b] = s->reached[b] ? facts_move(&i->domain, s->at[b]) : NULL;
	}
	arena_free(old);
	i->garbage = i->domain.bytes + GARBAGE > 2 * i->domain.bytes ? i->domain.bytes + GARBAGE : 2 * i->domain.bytes;
}

/* Of the rounds: no other procedure is being visited. */
static void visit_alone(void *context, uint32_t index)
{
	struct interpretation *i = context;
	if (i->domain.bytes > i->garbage)
		collect_garbage(i);
	visit_procedure(i, index);
}

/* ---- the program ---- */

static void add_created(struct interpretation *i, struct summary *s)
{
	for (uint32_t b = 0; b < s->procedure->block_count; b++)
		for (uint32_t k = 0; k < s->procedure->blocks[b]->statement_count; k++) {
			const struct statement *statement = &s->procedure->blocks[b]->statements[k];
			if (statement->kind == STATEMENT_FRESH)
				table_put(&s->creates, domain_created(&i->domain, statement), true);
		}
}

static void add_created_of(struct summary *s, const struct summary *callee)
{
	for (size_t k = 0; k < callee->creates.capacity; k++)
		if (callee->creates.keys[k])
			table_put(&s->creates, (uint32_t)(callee->creates.keys[k] - 1), true);
}

/* Components are in an order callees first; within one, all create what one does. */
static void find_created(struct interpretation *i)
{
	const struct callgraph *g = i->graph;
	for (uint32_t c = 0; c < g->component_count; c++) {
		for (uint32_t round = 0; round < 2; round++)
			for (uint32_t m = g->member_start[c]; m < g->member_start[c + 1]; m++) {
				struct summary *s = &i->summaries[g->members[m]];
				add_created(i, s);
				for (uint32_t k = g->callee_start[g->members[m]];
				     k < g->callee_start[g->members[m] + 1]; k++)
					if (&i->summaries[g->callees[k]] != s)
						add_created_of(s, &i->summaries[g->callees[k]]);
			}
		for (uint32_t m = g->member_start[c] + 1; m < g->member_start[c + 1]; m++)
			add_created_of(&i->summaries[g->members[g->member_start[c]]], &i->summaries[g->members[m]]);
		for (uint32_t m = g->member_start[c] + 1; m < g->member_start[c + 1]; m++)
			add_created_of(&i->summaries[g->members[m]], &i->summaries[g->members[g->member_start[c]]]);
	}
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		for (size_t n = 0; n < i->summaries[k].creates.capacity; n++)
			if (i->summaries[k].creates.keys[n])
				i->summaries[k].created |= object_bit((uint32_t)(i->summaries[k].creates.keys[n] - 1));
}

/* Has each variable and each object that is created a key of its own (facts.h)? */
static bool has_keys(const struct interpretation *i)
{
	bool has = i->domain.objects.count <= OBJECTS_MAX && i->program->global_count < COUNT_VARIABLE;
	for (uint32_t k = 0; k < i->program->procedure_count; k++)
		has &= i->program->procedures[k]->variable_count < KEY_LOCAL - 2;
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
	strings_init(&i->domain, &i->uses, i->graph->members);
	sweep_init(&i->sweep, i->graph);
	i->summaries = arena_alloc(i->arena, (p->procedure_count + 1) * sizeof *i->summaries);
	for (uint32_t k = 0; k < p->procedure_count; k++)
		i->summaries[k].procedure = p->procedures[k];
	find_created(i);
	i->stopped = !has_keys(i);
	if (p->entry && !i->stopped) {
		struct summary *entry = &i->summaries[p->entry->index];
		struct place begin = place_at(i, NULL);
		place_begin(&begin);
		entry->entry = begin.facts;
		entry->is_reached = true;
		sweep_mark(&i->sweep, p->entry->index);
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
		vec_free(&s->changes);
		table_free(&s->changed);
		table_free(&s->creates);
	}
	sweep_release(&i->sweep);
	callgraph_free(i->graph);
	strings_release(&i->domain);
	domain_release(&i->domain);
	uses_release(&i->uses);
	arena_free(i->arena);
	memory_free(i);
}

struct domain *interpretation_domain(struct interpretation *i)
{
	return &i->domain;
}

bool interpretation_reaches(const struct interpretation *i, const struct procedure *proc, const struct block *b,
			    const struct facts **facts)
{
	const struct summary *s = &i->summaries[proc->index];
	if (!s->is_reached || !s->cfg || !s->reached[b->index])
		return false;
	if (facts)
		*facts = s->at[b->index];
	return true;
}

void interpretation_visit(struct interpretation *i, interpretation_visitor *visit, void *context)
{
	for (uint32_t k = 0; k < i->program->procedure_count; k++) {
		struct summary *s = &i->summaries[k];
		for (uint32_t b = 0; s->is_reached && b < s->procedure->block_count; b++) {
			struct block *block = s->procedure->blocks[b];
			if (!s->reached[b])
				continue;
			struct cases c = { .at = { place_at(i, s->at[b]) }, .count = 1 };
			for (uint32_t n = 0; n < block->statement_count && c.count; n++) {
				struct cases before = c;
				visit(context, before.at, before.count, s->procedure, block, &block->statements[n]);
				execute_cases(i, s, &c, &block->statements[n]);
			}
			if (c.count)
				visit(context, c.at, c.count, s->procedure, block, NULL);
		}
	}
}
