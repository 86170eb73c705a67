/* Local variables that hold identities (identity.h). */
#include "identity.h"

#include "cfg.h"
#include "live.h"
#include "statement.h"

/* What the assigned locals of one procedure may be, by index; `target_count` TARGETS_ANY: anything. */
struct candidates {
	struct domain *domain;
	const struct procedure *procedure;
	struct known *known;
	bool *is_assigned, *is_fresh;
};

static bool is_candidate(const struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	return v->kind == VARIABLE_LOCAL && sort_kind(bank, v->sort) == SORT_BITVECTOR &&
	       sort_width(bank, v->sort) == d->object_bits;
}

static void add(struct candidates *c, const struct variable *v, const struct known *k)
{
	struct known *now = &c->known[v->index];
	*now = c->is_assigned[v->index] ? known_join(c->domain, now, k) : *k;
	c->is_assigned[v->index] = true;
}

/* The object that a `fresh` made last, or one of those before. */
static void add_fresh(struct candidates *c, const struct statement *s)
{
	uint32_t last = domain_created(c->domain, s);
	for (uint32_t i = 0; i < 2; i++) {
		struct known k = known_object(c->domain, last + i, NULL);
		add(c, s->target, &k);
	}
	c->is_fresh[s->target->index] = true;
}

static void add_statement(struct candidates *c, const struct statement *s)
{
	const struct bank *bank = c->domain->program->bank;
	for (uint32_t n = 0; n < statement_target_count(s); n++) {
		const struct variable *v = statement_target(s, n);
		if (!is_candidate(c->domain, v))
			continue;
		bool is_null =
			s->kind == STATEMENT_ASSIGN && term_is_constant(bank, s->term) && !term_value(bank, s->term);
		struct known k =
			is_null ? known_constant(c->domain, s->term) : known_any(c->domain, c->domain->object_bits);
		if (s->kind == STATEMENT_FRESH)
			add_fresh(c, s);
		else
			add(c, v, &k);
	}
}

static void keep(struct candidates *c, const struct live *live)
{
	struct domain *d = c->domain;
	for (uint32_t k = 0; k < c->procedure->variable_count; k++) {
		const struct variable *v = c->procedure->variables[k];
		if (!c->is_fresh[v->index] || c->known[v->index].target_count == TARGETS_ANY ||
		    live_at_start(live, 0, v))
			continue;
		struct known *kept = arena_alloc(d->kept, sizeof *kept);
		*kept = c->known[v->index];
		table_put(&d->identities, v, kept);
	}
}

static void find_in(struct domain *d, struct uses *uses, const struct procedure *proc)
{
	struct candidates c = { .domain = d, .procedure = proc };
	bool has_fresh = false;
	c.known = memory_alloc((proc->variable_count + 1) * sizeof *c.known);
	c.is_assigned = memory_alloc(proc->variable_count + 1);
	c.is_fresh = memory_alloc(proc->variable_count + 1);
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t k = 0; k < proc->blocks[b]->statement_count; k++)
			add_statement(&c, &proc->blocks[b]->statements[k]);
	for (uint32_t k = 0; k < proc->variable_count; k++)
		has_fresh |= c.is_fresh[k];
	if (has_fresh) {
		struct cfg *cfg = cfg_new(proc);
		struct live *live = live_new(cfg, uses, NULL, NULL);
		keep(&c, live);
		live_free(live);
		cfg_free(cfg);
	}
	memory_free(c.known);
	memory_free(c.is_assigned);
	memory_free(c.is_fresh);
}

void identities_find(struct domain *d, struct uses *uses)
{
	if (!d->object_bits)
		return;
	for (uint32_t k = 0; k < d->program->procedure_count; k++)
		if (d->program->procedures[k]->block_count)
			find_in(d, uses, d->program->procedures[k]);
}

const struct known *identity_known(const struct domain *d, const struct variable *v)
{
	return table_get(&d->identities, v, NULL);
}
