/* A procedure from which no execution comes back, as it makes too many calls, perhaps does what those do that it calls:
 * their postconditions, over its own globals and what of its parameters is at the same place. */
#include "guess.h"

enum { FEW_RETURNS = 8 };

struct below {
	struct contracts *contracts;
	bool *seen;            /* by procedure */
	TABLE(term, term) own; /* leaf of a callee's condition -> of the contract's */
	bool foreign;
};

static bool returns_rarely(const struct observations *o)
{
	return o->counts[true][false].kept + o->counts[true][true].kept < FEW_RETURNS;
}

static void map_variables(struct below *b, struct variable *const *from, uint32_t from_count,
			  struct variable *const *to, uint32_t to_count)
{
	for (uint32_t i = 0; i < from_count && i < to_count; i++)
		if (from[i] && to[i] && from[i]->sort == to[i]->sort)
			table_put(&b->own, from[i]->term, to[i]->term);
}

static term as_own(void *context, term leaf)
{
	struct below *b = context;
	const struct variable *v = program_variable_of(b->contracts->program, leaf);
	term own = table_get(&b->own, leaf, 0);
	b->foreign = b->foreign || (!own && !(v && v->kind == VARIABLE_GLOBAL));
	return own ? own : leaf;
}

/* Chains stay chains. */
static void link_chains(struct contracts *c, const uint32_t *copy_of, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t weaker = c->conditions.at[i].weaker;
		if (copy_of[i] == CONTRACT_NONE || weaker == CONTRACT_NONE || copy_of[weaker] == CONTRACT_NONE)
			continue;
		c->conditions.at[copy_of[i]].weaker = copy_of[weaker];
		c->conditions.at[copy_of[weaker]].waiting = true;
	}
}

static void take_over(struct below *b, struct contract *to, const struct contract *from)
{
	struct contracts *c = b->contracts;
	const struct program *p = c->program;
	size_t count = c->conditions.count;
	uint32_t *copy_of = memory_alloc((count + 1) * sizeof *copy_of);
	map_variables(b, from->before, p->global_count, to->before, p->global_count);
	map_variables(b, from->arguments, from->procedure->in_count, to->arguments, to->procedure->in_count);
	map_variables(b, from->results, from->procedure->out_count, to->results, to->procedure->out_count);
	for (size_t i = 0; i < count; i++)
		copy_of[i] = CONTRACT_NONE;
	for (size_t i = 0; i < from->conditions.count; i++) {
		uint32_t position = from->conditions.at[i];
		if (!c->conditions.at[position].ensured)
			continue;
		b->foreign = false;
		term own = term_substitute(p->bank, c->conditions.at[position].condition, as_own, b);
		if (!b->foreign)
			copy_of[position] = contract_add(c, to, own, true);
	}
	link_chains(c, copy_of, count);
	memory_free(copy_of);
	table_free(&b->own);
}

/* From the next contracts on every way down. */
static void look_below(struct below *b, struct contract *to, const struct procedure *proc)
{
	const struct callgraph *graph = b->contracts->graph;
	for (uint32_t k = graph->callee_start[proc->index]; k < graph->callee_start[proc->index + 1]; k++) {
		const struct procedure *callee = b->contracts->program->procedures[graph->callees[k]];
		uint32_t contract = table_get(&b->contracts->of_procedure, callee, 0);
		if (b->seen[callee->index])
			continue;
		b->seen[callee->index] = true;
		if (!contract)
			look_below(b, to, callee);
		else if (&b->contracts->list.at[contract - 1] != to)
			take_over(b, to, &b->contracts->list.at[contract - 1]);
	}
}

void guess_below(struct contracts *c, const struct observations *observations)
{
	struct below b = { .contracts = c };
	b.seen = memory_alloc((c->graph->count + 1) * sizeof *b.seen);
	for (uint32_t k = 0; k < c->graph->count; k++) {
		const struct procedure *proc = c->program->procedures[c->graph->members[k]];
		uint32_t contract = table_get(&c->of_procedure, proc, 0);
		if (!contract || !returns_rarely(&observations[contract - 1]))
			continue;
		for (uint32_t i = 0; i < c->graph->count; i++)
			b.seen[i] = false;
		look_below(&b, &c->list.at[contract - 1], proc);
	}
	memory_free(b.seen);
}
