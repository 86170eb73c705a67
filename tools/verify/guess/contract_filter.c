/* Conditions that executions of the program refute are dropped before the solver sees them: it saves most of Houdini's rounds and decides
 * nothing. So are those that look at identities, with which there would be no proof at all. */
#include "guess.h"
#include "identities.h"

enum { RUNS = 32, DENSE = 12, MOST_STATES = 80, MOST_OBJECTS = 24, EVALUATIONS = 1 << 18 };

/* A call that has not returned, by depth. */
struct open_call {
	const struct contract *contract; /* NULL: it is of no interest */
	struct value *arguments, *before;
};

struct filter {
	struct contracts *contracts;
	struct program *executed; /* its variables correspond by index */
	VEC(struct open_call) calls;
	uint32_t *states[2]; /* by contract: seen at calls, at returns */
	uint64_t objects[MOST_OBJECTS];
	uint32_t object_count, evaluations;
	/* the state that is looked at */
	const struct run *run;
	const struct open_call *call;
	const struct statement *returned; /* NULL: it is called */
	uint64_t each;
	bool unknown;
};

static void drop(struct contracts *list, struct contract_condition *c)
{
	c->dropped = true;
	c->fixed = false;
	if (!c->waiting && c->weaker != CONTRACT_NONE)
		list->conditions.at[c->weaker].waiting = false;
}

/* --- identities --- */

static void equate(struct identities *in, const struct contracts *c, const struct contract *contract)
{
	const struct procedure *proc = contract->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++)
		identities_equate(in, contract->arguments[i]->term, proc->variables[i]->term);
	for (uint32_t i = 0; i < proc->out_count; i++)
		identities_equate(in, contract->results[i]->term, proc->variables[proc->in_count + i]->term);
	for (uint32_t g = 0; g < c->program->global_count; g++)
		if (contract->before[g])
			identities_equate(in, contract->before[g]->term, c->program->globals[g]->term);
}

void contracts_keep_opaque(struct contracts *c)
{
	struct identities *in = identities_new(c->program);
	for (size_t i = 0; i < c->list.count; i++)
		equate(in, c, &c->list.at[i]);
	/* What comes in place of another one stands behind it. */
	for (size_t i = c->conditions.count; i-- > 0;) {
		struct contract_condition *condition = &c->conditions.at[i];
		if (condition->weaker != CONTRACT_NONE && c->conditions.at[condition->weaker].dropped)
			condition->weaker = c->conditions.at[condition->weaker].weaker;
		if (!condition->dropped && !identities_take(in, condition->condition))
			drop(c, condition);
	}
	identities_free(in);
}

/* --- values --- */

static const struct value *value_among(struct variable *const *list, uint32_t count, const struct variable *v,
				       const struct value *values)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i] && list[i] == v)
			return &values[i];
	return NULL;
}

static const struct value *value_of_result(const struct filter *f, const struct variable *v)
{
	const struct contract *c = f->call->contract;
	for (uint32_t i = 0; f->returned && i < c->procedure->out_count; i++)
		if (c->results[i] == v)
			return run_value(f->run, f->returned->outs[i]);
	return NULL;
}

static const struct value *value_of(const struct filter *f, const struct variable *v)
{
	const struct contract *c = f->call->contract;
	if (v->kind == VARIABLE_GLOBAL)
		return run_value(f->run, f->executed->globals[v->index]);
	const struct value *value = value_among(c->arguments, c->procedure->in_count, v, f->call->arguments);
	if (!value)
		value = value_among(c->before, f->executed->global_count, v, f->call->before);
	return value ? value : value_of_result(f, v);
}

static struct value no_value(const struct bank *bank, sort s)
{
	if (sort_kind(bank, s) != SORT_MAP)
		return value_word(sort_kind(bank, s) == SORT_BOOL ? 1 : sort_width(bank, s), 0);
	struct value zero = no_value(bank, sort_value(bank, s));
	struct value map = map_constant(sort_width(bank, sort_index(bank, s)), zero.width, &zero);
	value_release(&zero);
	return map;
}

static struct value leaf_value(void *context, term leaf)
{
	struct filter *f = context;
	const struct bank *bank = f->contracts->program->bank;
	if (leaf == f->contracts->each)
		return value_word(term_width(bank, leaf), f->each);
	const struct variable *v = program_variable_of(f->contracts->program, leaf);
	const struct value *value = v ? value_of(f, v) : NULL;
	if (value)
		return value_copy(value);
	f->unknown = true;
	return no_value(bank, term_sort(bank, leaf));
}

/* --- conditions --- */

static bool is_false(struct filter *f, term condition)
{
	f->unknown = false;
	f->evaluations++;
	struct value v = term_eval(f->contracts->program->bank, condition, leaf_value, f);
	bool wrong = !f->unknown && v.kind == VALUE_WORD && !v.word;
	value_release(&v);
	return wrong;
}

static bool is_refuted(struct filter *f, const struct contract_condition *c)
{
	bool refuted = false;
	if (!c->all)
		return is_false(f, c->condition);
	for (uint32_t i = 0; i < f->object_count && !refuted; i++) {
		f->each = f->objects[i];
		refuted = is_false(f, c->condition);
	}
	return refuted;
}

static void look(struct filter *f, const struct run *run, const struct open_call *call,
		 const struct statement *returned)
{
	const struct contract *contract = call->contract;
	uint32_t *states = &f->states[returned != NULL][contract - f->contracts->list.at];
	bool sparse = *states > DENSE && (*states & (*states - 1)) && *states % 29;
	++*states;
	if (sparse || *states > 29 * MOST_STATES)
		return;
	f->run = run;
	f->call = call;
	f->returned = returned;
	/* What comes in place of another one stands behind it. */
	for (size_t i = 0; i < contract->conditions.count && f->evaluations < EVALUATIONS; i++) {
		struct contract_condition *c = &f->contracts->conditions.at[contract->conditions.at[i]];
		if (c->dropped || c->waiting || c->ensured != (returned != NULL) || !is_refuted(f, c))
			continue;
		drop(f->contracts, c);
	}
}

/* --- executions --- */

static void copy_into(struct value *to, const struct value *from)
{
	value_release(to);
	*to = from ? value_copy(from) : (struct value){ 0 };
}

static void release_call(struct filter *f, struct open_call *call)
{
	if (!call->contract)
		return;
	for (uint32_t i = 0; i < call->contract->procedure->in_count; i++)
		value_release(&call->arguments[i]);
	for (uint32_t g = 0; g < f->executed->global_count; g++)
		value_release(&call->before[g]);
	memory_free(call->arguments);
	memory_free(call->before);
	*call = (struct open_call){ 0 };
}

static struct open_call *call_at(struct filter *f, size_t depth)
{
	while (f->calls.count <= depth)
		vec_push(&f->calls, (struct open_call){ 0 });
	return &f->calls.at[depth];
}

static void see_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct filter *f = context;
	struct open_call *call = call_at(f, run_depth(run));
	uint32_t position =
		callee->index < f->contracts->procedures
			? table_get(&f->contracts->of_procedure, f->contracts->program->procedures[callee->index], 0)
			: 0;
	(void)site;
	release_call(f, call);
	if (!position || f->evaluations >= EVALUATIONS)
		return;
	call->contract = &f->contracts->list.at[position - 1];
	call->arguments = memory_alloc((callee->in_count + 1) * sizeof *call->arguments);
	call->before = memory_alloc((f->executed->global_count + 1) * sizeof *call->before);
	for (uint32_t i = 0; i < callee->in_count; i++)
		copy_into(&call->arguments[i], run_value(run, callee->variables[i]));
	for (uint32_t g = 0; g < f->executed->global_count; g++)
		if (call->contract->before[g])
			copy_into(&call->before[g], run_value(run, f->executed->globals[g]));
	look(f, run, call, NULL);
}

/* The first ones, and the last ones of those that are not the first. */
static void see_object(struct filter *f, const struct value *identity)
{
	uint32_t at = f->object_count;
	if (!identity || identity->kind != VALUE_WORD)
		return;
	if (at == MOST_OBJECTS)
		at = MOST_OBJECTS / 2 + (uint32_t)(identity->word % (MOST_OBJECTS / 2));
	else
		f->object_count++;
	f->objects[at] = identity->word;
}

/* In the caller's frame, where the results have been assigned. */
static bool see_step(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     const struct statement *s)
{
	struct filter *f = context;
	(void)procedure;
	(void)block;
	if (s->kind == STATEMENT_FRESH)
		see_object(f, run_value(run, s->target));
	if (s->kind != STATEMENT_CALL)
		return true;
	struct open_call *call = call_at(f, run_depth(run) + 1);
	if (call->contract && call->contract->procedure->index == s->callee->index)
		look(f, run, call, s);
	release_call(f, call);
	return true;
}

static void forget_calls(struct filter *f)
{
	for (size_t i = 0; i < f->calls.count; i++)
		release_call(f, &f->calls.at[i]);
	f->object_count = 0;
}

void contracts_filter(struct contracts *c, struct program *executed, struct sample_limits limits)
{
	struct filter f = { .contracts = c, .executed = executed };
	struct sample_watcher watcher = { .context = &f, .call = see_call, .step = see_step };
	struct sampler *sampler = sampler_new(executed, limits);
	for (int i = 0; i < 2; i++)
		f.states[i] = memory_alloc((c->list.count + 1) * sizeof *f.states[i]);
	for (uint32_t i = 0; i < RUNS && !sampler_out_of_time(sampler) && (!i || sampler_asked(sampler)); i++) {
		forget_calls(&f);
		sampler_execute(sampler, i, SAMPLE_SHORT, &watcher);
	}
	forget_calls(&f);
	sampler_free(sampler);
	for (int i = 0; i < 2; i++)
		memory_free(f.states[i]);
	vec_free(&f.calls);
}
