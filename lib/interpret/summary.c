/* What is known of a procedure as a whole: before its first visit, and where it returns. */
#include <string.h>

#include "interpretation.h"
#include "owner.h"
#include "pointee.h"
#include "relation.h"
#include "statement.h"
#include "string_terms.h"

enum { EXIT_PATIENCE = 3, MAX_STEPS = 6, FEW_BLOCKS = 64, STEPS_OF_FEW = 24 };

/* ---- before the first visit ---- */

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

static void find_ends(struct interpretation *i, struct summary *s)
{
	const struct cfg *cfg = s->cfg;
	s->ends = arena_alloc(i->arena, (cfg->block_count + 1) * sizeof *s->ends);
	s->straight = cfg->order_count;
	for (uint32_t rank = 0; rank < cfg->order_count; rank++) {
		uint32_t b = cfg->order[rank];
		for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
			if (cfg->rank[cfg->successors[e]] <= rank) {
				s->ends[cfg->successors[e]] = rank;
				if (cfg->rank[cfg->successors[e]] < s->straight)
					s->straight = cfg->rank[cfg->successors[e]];
			}
	}
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

/* Does the block give the variable a constant, at its end? */
static bool ends_with_constant(const struct bank *bank, const struct block *b, const struct variable *v)
{
	for (uint32_t k = b->statement_count; k-- > 0;)
		for (uint32_t n = 0; n < statement_target_count(&b->statements[k]); n++)
			if (statement_target(&b->statements[k], n) == v)
				return b->statements[k].kind == STATEMENT_ASSIGN &&
				       term_is_constant(bank, b->statements[k].term);
	return false;
}

/* Does the block end with a question about the variable? */
static bool ends_with_question(struct interpretation *i, const struct block *from, const struct variable *v)
{
	return from->terminator.kind == TERMINATOR_BRANCH && uses_mention(&i->uses, from->terminator.term, v);
}

static term assigned_leaf(void *context, term leaf)
{
	const struct statement *s = context;
	return leaf == s->target->term ? s->term : leaf;
}

/* What the block ends with asking, in terms of its beginning where it copies variables: a branch's condition, or of a return the result, as those that
 * return alike are told apart; of others the last one that they assume; 0: nothing. */
static term asked_at_end(struct interpretation *i, const struct summary *s, const struct block *b)
{
	const struct procedure *p = s->procedure;
	bool returns = b->terminator.kind == TERMINATOR_RETURN && p->out_count;
	term asked = b->terminator.kind == TERMINATOR_BRANCH ? b->terminator.term
		     : returns                               ? p->variables[p->in_count]->term
							     : 0;
	for (uint32_t k = b->statement_count; k-- > 0;) {
		struct statement *st = &b->statements[k];
		if (!asked) {
			asked = st->kind == STATEMENT_ASSUME ? st->term : 0;
			continue;
		}
		bool is_copy = st->kind == STATEMENT_ASSIGN && uses_mention(&i->uses, asked, st->target) &&
			       (returns || program_variable_of(i->program, st->term));
		if (is_copy)
			asked = term_substitute(i->program->bank, asked, assigned_leaf, st);
		returns &= !is_copy;
	}
	return asked;
}

/* Does it end with asking for a flag, which tells one of the few ways to it from the others? */
static bool asks_for_flag(struct interpretation *i, const struct summary *s, uint32_t b)
{
	const struct cfg *cfg = s->cfg;
	const struct block *block = s->procedure->blocks[b];
	uint32_t first = cfg->predecessor_start[b], end = cfg->predecessor_start[b + 1];
	bool asks = false;
	term asked = asked_at_end(i, s, block);
	if (!b || !asked || end - first < 2 || end - first > MOST_CASES)
		return false;
	const struct uses_list *used = uses_of(&i->uses, asked);
	for (uint32_t k = first; k < end; k++) {
		const struct block *from = s->procedure->blocks[cfg->predecessors[k]];
		if (cfg->rank[from->index] != CFG_NONE && cfg->rank[from->index] >= cfg->rank[b])
			return false;
		for (uint32_t n = 0; n < used->count; n++)
			asks |= sort_kind(i->program->bank, used->variables[n]->sort) != SORT_MAP &&
				(ends_with_constant(i->program->bank, from, used->variables[n]) ||
				 ends_with_question(i, from, used->variables[n]));
	}
	return asks;
}

static void find_flags(struct interpretation *i, struct summary *s)
{
	s->asks = arena_alloc(i->arena, (s->cfg->block_count + 1) * sizeof *s->asks);
	for (uint32_t b = 0; b < s->cfg->block_count; b++)
		s->asks[b] = asks_for_flag(i, s, b);
}

void summary_prepare(struct interpretation *i, struct summary *s)
{
	struct summary *head = &i->summaries[s->procedure->index];
	if (s->cfg)
		return;
	if (s != head)
		summary_prepare(i, head);
	s->cfg = s == head ? cfg_new(s->procedure) : head->cfg;
	uint32_t blocks = s->cfg->block_count, edges = s->cfg->successor_start[blocks];
	s->at = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->at));
	s->reached = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->reached));
	s->visits = arena_alloc(i->arena, (blocks + 1) * sizeof(*s->visits));
	s->over = arena_alloc(i->arena, (edges + 1) * sizeof(*s->over));
	s->seen = arena_alloc(i->arena, (edges + 1) * sizeof(*s->seen));
	s->taken = arena_alloc(i->arena, (edges + 1) * sizeof(*s->taken));
	s->edges_in = head->edges_in;
	s->ends = head->ends;
	s->straight = head->straight;
	s->thresholds = head->thresholds;
	s->copies = head->copies;
	s->asks = head->asks;
	s->starts = head->starts;
	if (s != head)
		return;
	number_edges(i, s);
	find_ends(i, s);
	summary_find_thresholds(i, s);
	find_copies(i, s);
	find_flags(i, s);
	summary_find_starts(i, s);
}

/* ---- objects that are created ---- */

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
void summaries_find_created(struct interpretation *i)
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

/* ---- exits ---- */

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
void summary_leave(struct interpretation *i, const struct procedure *p, struct exits *exit, const struct place *at)
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

const struct thresholds *summary_widening(const struct interpretation *i, const struct summary *s, unsigned count,
					  unsigned patience)
{
	static const struct thresholds anything = { .gives_up = true }, limits = { 0 };
	if (i->haste == HASTE_MOST)
		return &anything;
	/* What one variable is compared with lies among what others are: of a small procedure the way up may be longer. */
	unsigned steps = s->cfg && s->cfg->block_count <= FEW_BLOCKS ? STEPS_OF_FEW : MAX_STEPS;
	return i->haste || count > patience + steps ? &limits : count > patience ? &s->thresholds : NULL;
}

static const struct facts *without_locals(struct interpretation *i, const struct procedure *p, const struct facts *f)
{
	const struct facts *result = facts_remove(&i->domain, f, keys_of_locals());
	for (uint32_t k = 0; k < p->out_count; k++) {
		const struct known *value = facts_get(f, place_key(p->variables[p->in_count + k]));
		if (value)
			result = facts_put(&i->domain, result, place_key(p->variables[p->in_count + k]), value);
	}
	struct place at = interpretation_place(i, p, f);
	for (uint32_t k = 0; k < p->in_count; k++) {
		const struct variable *copy = i->summaries[p->index].copies[k];
		const struct known *value = copy ? facts_get(f, place_key(copy)) : NULL;
		if (value)
			result = facts_put(&i->domain, result, place_key(p->variables[k]), value);
	}
	result = strings_left(&at, p, i->summaries[p->index].copies, result);
	result = relations_left(&at, p, i->summaries[p->index].copies, result);
	result = pointees_left(&at, p, i->summaries[p->index].copies, result);
	return owners_left(&at, p, i->summaries[p->index].copies, result);
}

static void mark_callers(struct interpretation *i, const struct summary *s)
{
	for (size_t k = 0; k < s->callers.capacity; k++)
		if (s->callers.keys[k] && (struct summary *)(uintptr_t)(s->callers.keys[k] - 1) != s->visitor)
			interpretation_mark(i, (struct summary *)(uintptr_t)(s->callers.keys[k] - 1));
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
	if (!i->haste && !i->graph->recursive[s->procedure->index]) {
		bool same = facts_include(&i->domain, *now, exit) && facts_include(&i->domain, exit, *now);
		*now = exit;
		return !same;
	}
	if (facts_include(&i->domain, *now, exit))
		return false;
	*now = facts_join(&i->domain, *now, exit, summary_widening(i, s, ++s->exits, EXIT_PATIENCE));
	return true;
}

static bool renew_exit(struct interpretation *i, struct summary *s, const struct exits *exit)
{
	bool grown = false;
	for (unsigned k = 0; k < RETURNS; k++) {
		if (exit->reached[k])
			grown |= renew_exit_of(i, s, k, exit->facts[k]);
		else if (s->exit.reached[k] && !i->haste && !i->graph->recursive[s->procedure->index])
			s->exit.reached[k] = false;
	}
	return grown;
}

void summary_conclude(struct interpretation *i, struct summary *s, const struct exits *exit, size_t changes)
{
	bool grown = s->change_count != changes;
	grown |= renew_exit(i, s, exit);
	if (grown)
		mark_callers(i, s);
}
