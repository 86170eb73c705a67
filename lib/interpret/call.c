/* Calls: what is known at the callee's entry, and behind the call. */
#include "age.h"
#include "interpretation.h"
#include "owner.h"
#include "pointee.h"
#include "relation.h"
#include "statement.h"
#include "string_terms.h"
#include "whole.h"

enum { ENTRY_PATIENCE = 3, MAX_NESTED = 60, SMALL = 8 /* blocks */ };

struct return_context {
	struct domain *domain;
	const struct summary *callee;
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

static bool is_of_created(void *context, fact_key key)
{
	return key >> 63 == 0 && is_created(context, key_object(key));
}

/* What holds behind the call, of what is not the callee's result. */
static const struct facts *after_call(struct interpretation *i, const struct facts *before,
				      const struct summary *callee, const struct facts *exit)
{
	struct domain *d = &i->domain;
	struct return_context c = { d, callee };
	if (!callee->created)
		return summary_changed(i, before, callee, exit);
	const struct facts *facts = facts_forget(d, before, others_bits(callee->created), is_created, &c);
	facts = facts_change_targets(d, facts, callee->created, age, &c);
	facts = summary_changed(i, facts, callee, exit);
	return facts_take(d, facts, exit, others_bits(callee->created), is_of_created, &c);
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
	return owners_passed(p, s, pointees_passed(p, s, relations_passed(p, s, strings_passed(p, s, entry))));
}

/* Is the callee visited before its caller goes on? For the first time it is; then again where that is no more work than later:
 * else the facts of a chain of calls would go on by one call in each round. Garbage is collected between rounds. */
static bool is_visited_now(const struct interpretation *i, const struct summary *callee)
{
	const struct callgraph *g = i->graph;
	uint32_t p = callee->procedure->index;
	if (i->nested >= MAX_NESTED)
		return false;
	if (!callee->cfg)
		return true;
	bool few = callee->cfg->block_count <= SMALL || g->caller_start[p + 1] - g->caller_start[p] < 2;
	return few && !g->recursive[p] && i->domain.bytes <= i->garbage;
}

/* The callee in the context of the call; NULL: it is not known in it. */
static struct summary *enter(struct interpretation *i, struct summary *caller, struct procedure *procedure,
			     const struct facts *entry)
{
	struct summary *callee = context_of_call(i, procedure, entry);
	if (!callee || i->is_final)
		return callee;
	table_put(&callee->callers, caller, true);
	if (i->narrows) {
		callee->called_with =
			callee->is_called ? facts_join(&i->domain, callee->called_with, entry, NULL) : entry;
		callee->is_called = true;
	}
	if (callee->is_reached && facts_include(&i->domain, callee->entry, entry))
		return callee;
	const struct thresholds *widen = summary_widening(i, callee, ++callee->entries, ENTRY_PATIENCE);
	callee->entry = callee->is_reached ? facts_join(&i->domain, callee->entry, entry, widen) : entry;
	callee->is_reached = true;
	if (!is_visited_now(i, callee)) {
		interpretation_mark(i, callee);
		return callee;
	}
	/* The caller takes over at once what the callee leaves now, and has taken over nothing of it before. */
	callee->visitor = callee->cfg ? NULL : caller;
	i->nested++;
	interpretation_visit_summary(i, callee);
	i->nested--;
	callee->visitor = NULL;
	return callee;
}

/* Where it returned so the arguments were what the callee's parameters are there. */
static void learn_arguments(struct interpretation *i, struct place *p, const struct statement *s,
			    const struct summary *callee, const struct facts *exit)
{
	for (uint32_t k = 0; k < s->argument_count; k++) {
		const struct known *value =
			callee->copies[k] ? facts_get(exit, place_key(s->callee->variables[k])) : NULL;
		const struct uses_list *used = uses_of(&i->uses, s->arguments[k]);
		bool is_out = false;
		for (uint32_t n = 0; n < s->out_count; n++)
			is_out |= uses_mention(&i->uses, s->arguments[k], s->outs[n]);
		for (uint32_t n = 0; n < used->count; n++)
			is_out |= used->variables[n]->kind == VARIABLE_GLOBAL &&
				  effects_writes(i->effects, s->callee, used->variables[n]);
		if (!value || is_out || value->width > 64 || !is_timeless(&i->domain, value) ||
		    !place_restrict(p, s->arguments[k], value))
			continue;
		for (uint32_t n = 0; n < used->count; n++)
			if (sort_kind(i->program->bank, used->variables[n]->sort) == SORT_BITVECTOR &&
			    sort_width(i->program->bank, used->variables[n]->sort) <= 64)
				strings_learned(p, used->variables[n]);
	}
}

/* What the callee does to states, one after the other and again: an object may go through several of them. */
static void change_states(struct interpretation *i, struct place *p, const struct summary *callee)
{
	const struct facts *before;
	do {
		before = p->facts;
		for (size_t k = 0; k < callee->changes.count; k++) {
			const struct change *c = &callee->changes.at[k];
			pointees_changed(p, i->program->globals[c->variable], c->object, &c->effect);
		}
	} while (p->facts != before);
}

/* What the callee makes of what is known by ages; what it leaves itself comes then. */
static void change_ages(struct interpretation *i, struct place *p, const struct summary *callee)
{
	if (callee->created)
		ages_called(p, callee->created, is_created, &(struct return_context){ &i->domain, callee });
	for (size_t k = 0; k < callee->changes.count; k++)
		if (i->program->globals[callee->changes.at[k].variable] == i->domain.state)
			ages_changed(p, callee->changes.at[k].object, &callee->changes.at[k].effect);
}

/* Of a global; NULL: of any map, or has it made an object? */
static bool is_changed(const void *context, const struct variable *global)
{
	const struct return_context *c = context;
	const struct program *program = c->domain->program;
	bool changed = !global && c->callee->created;
	if (global)
		return table_has(&c->callee->changed_variables, global->index);
	for (size_t k = 0; k < c->callee->changes.count; k++)
		changed |=
			sort_kind(program->bank, program->globals[c->callee->changes.at[k].variable]->sort) == SORT_MAP;
	return changed;
}

/* Behind the call, where it returned so. */
static void come_back(struct interpretation *i, struct summary *caller, struct place *p, const struct statement *s,
		      const struct summary *callee, const struct facts *exit)
{
	const struct facts *before = p->facts;
	struct return_context context = { &i->domain, callee };
	change_ages(i, p, callee);
	p->facts = after_call(i, p->facts, callee, exit);
	owners_returned(p, &(struct owner_return){ s, callee->copies, before, exit, is_changed, &context });
	for (size_t k = 0; k < callee->changes.count; k++) {
		const struct change *c = &callee->changes.at[k];
		const struct variable *v = i->program->globals[c->variable];
		struct changed_objects of = { callee, c->variable };
		struct object_set objects;
		bool all = change_is_of_all(c, &of, &objects);
		if (c->is_first)
			strings_changed(p, before, v, all ? NULL : &objects);
		if (c->is_first)
			relations_changed(p, before, v, all ? NULL : &objects);
		wholes_changed(p, v, c->object, exit);
	}
	change_states(i, p, callee);
	p->facts = summary_learned(i, p->facts, callee, exit);
	for (uint32_t k = 0; k < s->out_count; k++) {
		const struct known *value = facts_get(exit, place_key(s->callee->variables[s->callee->in_count + k]));
		strings_changed(p, before, s->outs[k], NULL);
		place_forget(p, s->outs[k]);
		ages_assigned(p, before, s->outs[k], 0);
		wholes_forgotten(p, s->outs[k]);
		if (value)
			p->facts = facts_put(&i->domain, p->facts, place_key(s->outs[k]), value);
		relations_changed(p, before, s->outs[k], NULL);
		summary_add_variable(i, caller, s->outs[k]);
	}
	strings_returned(p, s, exit);
	relations_returned(p, s, exit);
	pointees_returned(p, s, exit);
	learn_arguments(i, p, s, callee, exit);
}

static void join_case(struct interpretation *i, struct place *to, const struct place *from)
{
	to->facts = facts_join(&i->domain, to->facts, from->facts, NULL);
	to->condition_count = to->definition_count = 0;
}

static unsigned ways_to_return(const struct summary *callee)
{
	unsigned count = 0;
	for (unsigned r = 0; r < RETURNS; r++)
		count += callee->exit.reached[r];
	return count;
}

/* What the cases' calls are of, by case; c->count is 0 if one of them is not known. */
static void enter_cases(struct interpretation *i, struct summary *caller, struct cases *c, const struct statement *s,
			struct summary **callees)
{
	for (unsigned k = 0; k < c->count; k++) {
		callees[k] = enter(i, caller, s->callee, entry_of_call(i, &c->at[k], s));
		if (!callees[k]) {
			i->is_unstable = true;
			c->count = 0;
		}
	}
}

/* Cases that are calls in the same context are one. */
static void join_same(struct interpretation *i, struct cases *c, struct summary **callees)
{
	unsigned count = 0;
	for (unsigned k = 0; k < c->count; k++) {
		unsigned same = 0;
		while (same < count && callees[same] != callees[k])
			same++;
		if (same < count) {
			join_case(i, &c->at[same], &c->at[k]);
			continue;
		}
		callees[count] = callees[k];
		c->at[count++] = c->at[k];
	}
	c->count = count;
}

/* Each case of BEFORE with each way in which its callee returns; too many: those that return alike are one. */
static void return_cases(struct interpretation *i, struct summary *caller, const struct cases *before,
			 const struct statement *s, struct summary **callees, struct cases *after)
{
	unsigned ways = 0, returned[RETURNS];
	after->count = 0;
	for (unsigned k = 0; k < before->count; k++)
		ways += ways_to_return(callees[k]);
	for (unsigned r = 0; r < RETURNS; r++) {
		returned[r] = MOST_CASES;
		for (unsigned k = 0; k < before->count; k++) {
			if (!callees[k]->exit.reached[r])
				continue;
			struct place p = before->at[k];
			come_back(i, caller, &p, s, callees[k], callees[k]->exit.facts[r]);
			if (ways > MOST_CASES && returned[r] < MOST_CASES) {
				join_case(i, &after->at[returned[r]], &p);
				continue;
			}
			returned[r] = after->count;
			after->at[after->count++] = p;
		}
	}
}

void interpret_call(struct interpretation *i, struct summary *caller, struct cases *c, const struct statement *s)
{
	struct summary *callees[MOST_CASES];
	enter_cases(i, caller, c, s, callees);
	unsigned ways = 0;
	for (unsigned k = 0; k < c->count; k++) {
		place_called(&c->at[k], &i->uses, i->effects, s);
		ways += ways_to_return(callees[k]);
		summary_add_changes(i, caller, callees[k]);
	}
	if (ways > MOST_CASES)
		join_same(i, c, callees);
	struct cases before = *c;
	return_cases(i, caller, &before, s, callees, c);
}
