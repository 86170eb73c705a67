#include "predicate.h"

#include "choices.h"

enum { MOST_PREDICATES = 600, MOST_NEEDS = 4000 };

struct need {
	uint32_t predicate, cut;
};

struct closing {
	struct predicates *predicates;
	VEC(struct need) needs; /* to be looked at */
	struct table *memos;    /* by transition: substitution of its values */
	const struct transition *transition;
	uint32_t cut, generation, most;
	bool (*stop)(void *context);
	void *context;
};

/* --- atoms --- */

struct leaves {
	const struct system *system;
	bool place, input;
};

static void sort_leaf(void *context, term leaf)
{
	struct leaves *l = context;
	if (system_place(l->system, leaf))
		l->place = true;
	else
		l->input = true;
}

static term add_predicate(struct closing *c, term condition, bool free)
{
	struct predicates *p = c->predicates;
	struct predicate made = { .condition = condition, .generation = c->generation, .free = free };
	made.proxy = term_variable(p->bank, sort_bool(p->bank), "predicate");
	made.needed = arena_alloc(p->arena, p->system->cut_count * sizeof(bool));
	vec_push(&p->list, made);
	table_put(&p->of_condition, condition, (uint32_t)p->list.count);
	table_put(&p->of_proxy, made.proxy, (uint32_t)p->list.count);
	p->free_count += free;
	return made.proxy;
}

/* What is about inputs alone stays as it is. */
static term atom(void *context, term condition)
{
	struct closing *c = context;
	struct predicates *p = c->predicates;
	struct leaves leaves = { .system = p->system };
	uint32_t found = table_get(&p->of_condition, condition, 0);
	if (found)
		return p->list.at[found - 1].proxy;
	term_leaves(p->bank, condition, sort_leaf, &leaves);
	if (!leaves.place)
		return condition;
	bool late = !leaves.input && (c->generation > c->most || p->list.count >= MOST_PREDICATES);
	p->cut_off = p->cut_off || late;
	return add_predicate(c, condition, leaves.input || late);
}

/* --- what is needed --- */

static void need_leaf(void *context, term leaf)
{
	struct closing *c = context;
	struct predicates *p = c->predicates;
	uint32_t found = table_get(&p->of_proxy, leaf, 0);
	if (!found || p->list.at[found - 1].free || p->list.at[found - 1].needed[c->cut])
		return;
	p->list.at[found - 1].needed[c->cut] = true;
	vec_push(&c->needs, (struct need){ found - 1, c->cut });
}

/* The formula of a term at a cut. */
static term formula(struct closing *c, uint32_t cut, term t)
{
	struct predicates *p = c->predicates;
	term normal = normal_form(p->forms, t);
	c->cut = cut;
	term_leaves(p->bank, normal, need_leaf, c);
	return normal;
}

static term value_before(void *context, term leaf)
{
	const struct closing *c = context;
	const struct system *s = c->predicates->system;
	uint32_t place = table_get(&s->place_of, leaf, 0);
	return place && c->transition->values[place - 1] ? c->transition->values[place - 1] : leaf;
}

static void add_before(struct closing *c, uint32_t transition, uint32_t predicate)
{
	struct predicates *p = c->predicates;
	c->transition = &p->system->transitions.at[transition];
	c->generation = p->list.at[predicate].generation + 1;
	term before =
		term_substitute_memo(p->bank, p->list.at[predicate].condition, &c->memos[transition], value_before, c);
	table_put(&p->steps[transition].before, predicate, formula(c, c->transition->from, before));
}

static bool must_stop(const struct closing *c)
{
	return c->predicates->forms->failed || c->needs.count > MOST_NEEDS || (c->stop && c->stop(c->context));
}

static void close(struct closing *c)
{
	const struct system *s = c->predicates->system;
	/* In the order in which they came, so that generations are as small as they can be. */
	for (size_t n = 0; n < c->needs.count && !must_stop(c); n++) {
		struct need need = c->needs.at[n];
		for (uint32_t t = 0; t < s->transitions.count; t++)
			if (s->transitions.at[t].to == need.cut)
				add_before(c, t, need.predicate);
	}
	c->predicates->failed = must_stop(c);
}

static void begin(struct closing *c)
{
	struct predicates *p = c->predicates;
	const struct system *s = p->system;
	for (uint32_t cut = 0; cut < s->cut_count; cut++)
		p->bad[cut] = s->reached[cut] ? formula(c, cut, s->bad[cut]) : term_false(p->bank);
	for (uint32_t t = 0; t < s->transitions.count; t++)
		p->steps[t].condition = formula(c, s->transitions.at[t].from, s->transitions.at[t].condition);
}

/* --- from beginning to end --- */

struct predicates *predicates_new(const struct system *system, uint32_t generations, bool (*stop)(void *context),
				  void *context)
{
	struct predicates *p = memory_alloc(sizeof *p);
	struct closing c = { .predicates = p, .most = generations, .stop = stop, .context = context };
	struct normal_forms forms = {
		.bank = system->bank, .atom = atom, .context = &c, .stop = stop, .stop_context = context
	};
	p->system = system;
	p->bank = system->bank;
	p->arena = arena_new();
	p->forms = &forms;
	p->bad = arena_alloc(p->arena, system->cut_count * sizeof *p->bad);
	p->steps = arena_alloc(p->arena, (system->transitions.count + 1) * sizeof *p->steps);
	c.memos = memory_alloc((system->transitions.count + 1) * sizeof *c.memos);
	begin(&c);
	close(&c);
	for (size_t t = 0; t < system->transitions.count; t++)
		table_free(&c.memos[t]);
	memory_free(c.memos);
	vec_free(&c.needs);
	normal_forms_free(&forms);
	p->forms = NULL;
	if (!p->failed)
		return p;
	predicates_free(p);
	return NULL;
}

void predicates_free(struct predicates *p)
{
	if (!p)
		return;
	for (size_t t = 0; t < p->system->transitions.count; t++)
		table_free(&p->steps[t].before);
	vec_free(&p->list);
	table_free(&p->of_condition);
	table_free(&p->of_proxy);
	arena_free(p->arena);
	memory_free(p);
}
