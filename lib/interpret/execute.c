/* What statements and blocks do to what is known. */
#include "age.h"
#include "element.h"
#include "ghost.h"
#include "interpretation.h"
#include "owner.h"
#include "pointee.h"
#include "relation.h"
#include "sentinel.h"
#include "statement.h"
#include "string_terms.h"
#include "whole.h"

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

static void forget_owners(struct place *p, const struct facts *before, const struct variable *v)
{
	if (sort_kind(p->domain->program->bank, v->sort) == SORT_MAP)
		owners_stored(p, before, v, 0);
	else
		owners_assigned(p, before, v, 0);
}

/* VALUE is what is assigned, without the variable; 0: it is not known without. */
static void assign(struct interpretation *i, struct summary *s, struct place *p, const struct statement *statement,
		   term value)
{
	struct variable *v = statement->target;
	const struct facts *before = p->facts;
	if (sort_kind(i->program->bank, v->sort) == SORT_MAP) {
		place_assign_map(p, v, statement->term,
				 &(struct change_listener){ map_changed, &(struct change_context){ i, s } });
		owners_stored(p, before, v, statement->term);
		strings_stored(p, before, v, statement->term);
		relations_assigned(p, before, v, statement->term);
		pointees_stored(p, before, v, statement->term);
		if (v == i->domain.state)
			ages_ended(p, before, statement->term);
		wholes_stored(p, before, v, statement->term);
		return;
	}
	struct known k = value_of(p, statement->term);
	k = elements_read(p, statement->term, &k);
	k = sentinel_read(p, statement->term, &k);
	p->facts = facts_put(&i->domain, p->facts, place_key(v), &k);
	owners_assigned(p, before, v, statement->term);
	strings_assigned(p, before, v, statement->term);
	relations_assigned(p, before, v, statement->term);
	pointees_assigned(p, before, v, statement->term);
	ages_assigned(p, before, v, value ? value : statement->term);
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
		assign(i, s, p, statement, value);
		place_assigned(p, &i->uses, statement->target);
		if (sort_kind(i->program->bank, statement->target->sort) == SORT_MAP)
			place_define_stored(p, &i->uses, statement->target, statement->term);
		else if (value)
			place_define(p, statement->target, value);
		return true;
	case STATEMENT_HAVOC:
		place_forget(p, statement->target);
		forget_owners(p, before, statement->target);
		pointees_forgotten(p, statement->target);
		ages_assigned(p, before, statement->target, 0);
		wholes_forgotten(p, statement->target);
		strings_changed(p, before, statement->target, NULL);
		relations_assigned(p, before, statement->target, 0);
		place_assigned(p, &i->uses, statement->target);
		summary_add_variable(i, s, statement->target);
		return true;
	case STATEMENT_FRESH:
		place_create(p, statement);
		owners_created(p, before, statement);
		pointees_created(p, statement->target);
		ages_assigned(p, before, statement->target, 0);
		ages_created(p, statement);
		strings_changed(p, before, statement->target, NULL);
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
		    (!place_assume_defined(&to, t->term, holds) || !wholes_assumed(&to, t->term, holds)))
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

bool interpretation_is_question(const struct interpretation *i, const struct summary *s, uint32_t b)
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
	if (c->count == 1 && interpretation_is_question(i, s, b) && !answered(i, s, b, k == 0, &from.at[0].facts))
		from.count = 0;
	take_edge(i, s, &from, edge, t, k == 0);
}

static struct place start(struct interpretation *i, const struct summary *s, uint32_t b)
{
	struct place p = s->starts[b] ? *s->starts[b] : interpretation_place(i, s->procedure, NULL);
	p.facts = s->at[b];
	return p;
}

/* What may hold at its beginning. */
static struct cases begin(struct interpretation *i, const struct summary *s, uint32_t b)
{
	struct cases c = { .at = { start(i, s, b) }, .count = 1 };
	if (!s->asks[b])
		return c;
	c.count = 0;
	for (uint32_t k = s->cfg->predecessor_start[b]; k < s->cfg->predecessor_start[b + 1]; k++)
		if (s->taken[s->edges_in[k]])
			c.at[c.count++] = interpretation_place(i, s->procedure, s->over[s->edges_in[k]]);
	return c;
}

void interpretation_visit_block(struct interpretation *i, struct summary *s, uint32_t b, struct exits *exit)
{
	struct block *block = s->procedure->blocks[b];
	struct cases c = begin(i, s, b);
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

void interpretation_visit_statements(struct interpretation *i, struct summary *s, uint32_t b,
				     interpretation_visitor *visit, void *context)
{
	struct block *block = s->procedure->blocks[b];
	struct cases c = begin(i, s, b);
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
