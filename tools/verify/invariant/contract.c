#include "contract.h"

#include "cfg.h"
#include "contract_choice.h"
#include "identities.h"
#include "invariant.h"
#include "iterate.h"
#include "statement.h"

/* --- contracts --- */

static struct variable *add_local(struct procedure *proc, const char *name, sort s)
{
	return procedure_add_variable(proc, procedure_fresh_variable_name(proc, name), s, VARIABLE_LOCAL);
}

static struct variable **copy_parameters(struct procedure *to, const struct procedure *from, uint32_t first,
					 uint32_t count)
{
	struct variable **copies = memory_alloc((count + 1) * sizeof(struct variable *));
	for (uint32_t i = 0; i < count; i++)
		copies[i] = add_local(to, from->variables[first + i]->name, from->variables[first + i]->sort);
	return copies;
}

static void add_contract(struct contracts *c, struct procedure *proc)
{
	struct program *p = c->program;
	struct contract contract = { .procedure = proc };
	contract.check = program_add_procedure(p, program_fresh_name(p, "$check"));
	contract.arguments = copy_parameters(contract.check, proc, 0, proc->in_count);
	contract.results = copy_parameters(contract.check, proc, proc->in_count, proc->out_count);
	contract.before = memory_alloc((p->global_count + 1) * sizeof(struct variable *));
	for (uint32_t g = 0; g < p->global_count; g++)
		if (effects_writes(c->effects, proc, p->globals[g]))
			contract.before[g] = add_local(contract.check, "$before", p->globals[g]->sort);
	vec_push(&c->list, contract);
	table_put(&c->of_procedure, proc, (uint32_t)c->list.count);
}

static void forget_candidates(struct program *p)
{
	program_for_each_statement(p, at)
		if (attribute_find(at.statement->attributes, ATTRIBUTE_CANDIDATE))
			at.statement->attributes = attribute_remove(p, at.statement->attributes, ATTRIBUTE_CANDIDATE);
}

static void speak_of_objects(struct contracts *c, const struct given *given)
{
	struct program *p = c->program;
	if (!given || !given->map)
		return;
	c->given = *given;
	c->any = program_add_global(p, program_fresh_name(p, "$eachobject"),
				    sort_bitvector(p->bank, given->object_bits));
	c->each = c->any->term;
}

void contracts_begin(struct contracts *c, struct program *p, const struct given *given)
{
	*c = (struct contracts){ .program = p, .entry = p->entry, .procedures = p->procedure_count };
	forget_candidates(p);
	speak_of_objects(c, given);
	c->graph = callgraph_new(p);
	c->effects = effects_new(c->graph);
	bool *chosen = memory_alloc((c->procedures + 1) * sizeof *chosen);
	contract_choice(c->graph, chosen);
	for (uint32_t k = c->procedures; k-- > 0;)
		if (chosen[c->graph->members[k]])
			add_contract(c, p->procedures[c->graph->members[k]]);
	memory_free(chosen);
}

void contracts_release(struct contracts *c)
{
	for (size_t i = 0; i < c->list.count; i++) {
		memory_free(c->list.at[i].arguments);
		memory_free(c->list.at[i].results);
		memory_free(c->list.at[i].before);
		vec_free(&c->list.at[i].conditions);
	}
	vec_free(&c->list);
	vec_free(&c->conditions);
	table_free(&c->of_procedure);
	effects_free(c->effects);
	callgraph_free(c->graph);
}

struct looking {
	term each;
	bool found;
};

static void look_for_each(void *context, term leaf)
{
	struct looking *l = context;
	l->found |= leaf == l->each;
}

uint32_t contract_add(struct contracts *c, struct contract *contract, term condition, bool ensured)
{
	struct bank *bank = c->program->bank;
	if (term_is_constant(bank, condition))
		return CONTRACT_NONE;
	for (size_t i = 0; i < contract->conditions.count; i++) {
		const struct contract_condition *other = &c->conditions.at[contract->conditions.at[i]];
		if (other->condition == condition && other->ensured == ensured)
			return CONTRACT_NONE;
	}
	struct looking l = { .each = c->each };
	term_leaves(bank, condition, look_for_each, &l);
	term use = term_variable(bank, sort_bool(bank), "use");
	vec_push(&contract->conditions, (uint32_t)c->conditions.count);
	vec_push(&c->conditions, (struct contract_condition){ .condition = condition,
							      .use = use,
							      .ensured = ensured,
							      .all = l.found,
							      .weaker = CONTRACT_NONE });
	return vec_last(&contract->conditions);
}

void contract_fix(struct contracts *c, uint32_t position, term guard, term target, term value)
{
	struct bank *bank = c->program->bank;
	struct contract_condition *condition = &c->conditions.at[position];
	if (term_op(bank, target) != OP_VARIABLE || !condition->ensured || condition->all)
		return;
	condition->guard = guard;
	condition->target = target;
	condition->value = value;
	condition->fixed = true;
	condition->use = term_true(bank);
}

/* --- calls --- */

/* What a condition's leaves are at a call. */
struct call_site {
	TABLE(term, term) values;
};

static term value_at(void *context, term leaf)
{
	const struct call_site *at = context;
	return table_get(&at->values, leaf, leaf);
}

static void assert_each(struct contracts *c, const struct contract *contract, struct block *b, uint32_t *at,
			bool ensured, struct call_site *site)
{
	struct program *p = c->program;
	struct table memo = { 0 };
	for (size_t i = 0; i < contract->conditions.count; i++) {
		const struct contract_condition *condition = &c->conditions.at[contract->conditions.at[i]];
		if (condition->ensured != ensured || condition->dropped)
			continue;
		term t = term_substitute_memo(p->bank, condition->condition, &memo, value_at, site);
		struct statement *s = block_insert(p, b, (*at)++, STATEMENT_ASSERT);
		s->term = t;
		s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, contract->conditions.at[i]);
	}
	table_free(&memo);
}

struct condition_terms VEC_BODY(term);

/* As a balanced tree: a path that has each as a conjunct of its own is simplified anew for each. */
static term conjunction(struct bank *bank, struct condition_terms *list)
{
	while (list->count > 1) {
		size_t kept = 0;
		for (size_t i = 0; i < list->count; i += 2)
			list->at[kept++] =
				i + 1 < list->count ? term_and(bank, list->at[i], list->at[i + 1]) : list->at[i];
		list->count = kept;
	}
	term result = list->count ? list->at[0] : term_true(bank);
	vec_free(list);
	return result;
}

/* What holds of all objects is not assumed of one: whoever asks takes the instances that matter. */
static void assume_all(struct contracts *c, const struct contract *contract, struct block *b, uint32_t *at,
		       bool ensured, struct call_site *site)
{
	struct program *p = c->program;
	struct table memo = { 0 };
	struct condition_terms one = { 0 }, all = { 0 };
	for (size_t i = 0; i < contract->conditions.count; i++) {
		const struct contract_condition *condition = &c->conditions.at[contract->conditions.at[i]];
		if (condition->ensured != ensured || condition->dropped)
			continue;
		term t = term_substitute_memo(p->bank, condition->condition, &memo, value_at, site);
		t = term_implies(p->bank, condition->use, t);
		if (condition->all)
			vec_push(&all, t);
		else
			vec_push(&one, t);
	}
	table_free(&memo);
	if (one.count)
		block_insert(p, b, (*at)++, STATEMENT_ASSUME)->term = conjunction(p->bank, &one);
	term known = conjunction(p->bank, &all);
	if (term_is_true(p->bank, known))
		return;
	struct statement *s = block_insert(p, b, (*at)++, STATEMENT_ASSERT);
	s->term = known;
	s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, CONTRACT_KNOWN);
}

static void assign(struct program *p, struct block *b, uint32_t at, struct variable *target, term value)
{
	struct statement *s = block_insert(p, b, at, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
}

struct variables VEC_BODY(struct variable *);

/* In any order: from what may be behind the call, each leads to the same, as what is assumed says that too. */
static void assign_fixed(struct contracts *c, const struct contract *contract, struct block *b, uint32_t *at,
			 struct call_site *site, const struct variables *results)
{
	struct program *p = c->program;
	struct table memo = { 0 };
	for (size_t i = 0; i < contract->conditions.count; i++) {
		const struct contract_condition *condition = &c->conditions.at[contract->conditions.at[i]];
		struct variable *target = NULL;
		if (!condition->fixed || condition->dropped)
			continue;
		for (size_t k = 0; k < results->count; k++)
			if (contract->results[k]->term == condition->target)
				target = results->at[k];
		if (!target)
			target = program_variable_of(p, condition->target);
		term guard = term_substitute_memo(p->bank, condition->guard, &memo, value_at, site);
		term value = term_substitute_memo(p->bank, condition->value, &memo, value_at, site);
		assign(p, b, (*at)++, target, term_ite(p->bank, guard, value, target->term));
	}
	table_free(&memo);
}

/* The call at `at` becomes what its contract says; *at is then behind it. */
static void replace_call(struct contracts *c, struct procedure *proc, struct block *b, uint32_t *at)
{
	struct program *p = c->program;
	struct statement call = b->statements[*at];
	const struct contract *contract = &c->list.at[table_get(&c->of_procedure, call.callee, 0) - 1];
	struct call_site site = { 0 };
	b->statements[*at] = (struct statement){ .kind = STATEMENT_ASSUME, .term = term_true(p->bank) };
	for (uint32_t i = 0; i < call.argument_count; i++) {
		struct variable *kept = add_local(proc, "$argument", contract->arguments[i]->sort);
		assign(p, b, (*at)++, kept, call.arguments[i]);
		table_put(&site.values, contract->arguments[i]->term, kept->term);
	}
	for (uint32_t g = 0; g < p->global_count; g++)
		if (contract->before[g]) {
			struct variable *kept = add_local(proc, "$before", p->globals[g]->sort);
			assign(p, b, (*at)++, kept, p->globals[g]->term);
			table_put(&site.values, contract->before[g]->term, kept->term);
		}
	assert_each(c, contract, b, at, false, &site);
	for (uint32_t g = 0; g < p->global_count; g++)
		if (contract->before[g])
			block_insert(p, b, (*at)++, STATEMENT_HAVOC)->target = p->globals[g];
	struct variables results = { 0 };
	for (uint32_t i = 0; i < call.out_count; i++) {
		vec_push(&results, add_local(proc, "$result", contract->results[i]->sort));
		block_insert(p, b, (*at)++, STATEMENT_HAVOC)->target = results.at[i];
		table_put(&site.values, contract->results[i]->term, results.at[i]->term);
	}
	assign_fixed(c, contract, b, at, &site, &results);
	assume_all(c, contract, b, at, true, &site);
	/* Only now: a result may be assigned to a global that the condition is about. */
	for (uint32_t i = 0; i < call.out_count; i++)
		assign(p, b, (*at)++, call.outs[i], results.at[i]->term);
	vec_free(&results);
	table_free(&site.values);
}

static void replace_calls(struct contracts *c, struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			if (s->kind == STATEMENT_CALL && table_has(&c->of_procedure, s->callee))
				replace_call(c, proc, proc->blocks[b], &i);
		}
}

/* --- checks --- */

/* Up to behind the call; gives the place there. */
static uint32_t begin_check(struct contracts *c, struct contract *contract)
{
	struct program *p = c->program;
	const struct procedure *callee = contract->procedure;
	struct block *b = procedure_add_block(contract->check, "check");
	struct call_site site = { 0 };
	VEC(term) arguments = { 0 };
	for (uint32_t g = 0; g < p->global_count; g++)
		if (p->globals[g] != c->any)
			block_add(p, b, STATEMENT_HAVOC)->target = p->globals[g];
	for (uint32_t i = 0; i < callee->in_count; i++) {
		block_add(p, b, STATEMENT_HAVOC)->target = contract->arguments[i];
		vec_push(&arguments, contract->arguments[i]->term);
	}
	for (uint32_t g = 0; g < p->global_count; g++)
		if (contract->before[g])
			block_assign(p, b, contract->before[g], p->globals[g]->term);
	uint32_t at = b->statement_count;
	assume_all(c, contract, b, &at, false, &site);
	block_call(p, b, contract->procedure, arguments.at, callee->in_count, contract->results, callee->out_count);
	vec_free(&arguments);
	return b->statement_count;
}

static void fill_check(struct contracts *c, struct contract *contract)
{
	struct call_site site = { 0 };
	uint32_t at = begin_check(c, contract);
	struct block *b = contract->check->blocks[0];
	assert_each(c, contract, b, &at, true, &site);
	block_return(b);
}

/* From the procedure on, down to those with contracts. */
static void cut_below(struct contracts *c, struct procedure *proc, bool *cut)
{
	VEC(struct procedure *) work = { 0 };
	vec_push(&work, proc);
	while (work.count) {
		struct procedure *next = vec_pop(&work);
		if (cut[next->index])
			continue;
		cut[next->index] = true;
		replace_calls(c, next);
		for (uint32_t b = 0; b < next->block_count; b++)
			for (uint32_t k = 0; k < next->blocks[b]->statement_count; k++)
				if (next->blocks[b]->statements[k].kind == STATEMENT_CALL)
					vec_push(&work, next->blocks[b]->statements[k].callee);
	}
	vec_free(&work);
}

void contracts_probe(struct contracts *c, size_t i, const term *conditions, uint32_t count, bool *cut)
{
	struct program *p = c->program;
	struct contract *contract = &c->list.at[i];
	cut_below(c, contract->procedure, cut);
	uint32_t at = begin_check(c, contract);
	struct block *b = contract->check->blocks[0];
	for (uint32_t k = 0; k <= count; k++) {
		struct statement *s = block_insert(p, b, at++, STATEMENT_ASSERT);
		s->term = k ? conditions[k - 1] : term_false(p->bank);
		s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, CONTRACT_PROBE + k);
	}
	block_return(b);
	contracts_choose(c, i + 1);
}

/* No procedure calls itself any more, nor has a cycle of blocks; and identities may be renamed. */
static bool is_sound(const struct contracts *c)
{
	struct callgraph *graph = callgraph_new(c->program);
	bool sound = identities_are_opaque(c->program);
	for (uint32_t i = 0; i < c->program->procedure_count && sound; i++) {
		struct cfg *cfg = cfg_new(c->program->procedures[i]);
		sound = !graph->recursive[i] && cfg_is_acyclic(cfg);
		cfg_free(cfg);
	}
	callgraph_free(graph);
	return sound;
}

bool contracts_cut(struct contracts *c)
{
	if (program_is_cut(c->program) || table_has(&c->of_procedure, c->entry) || c->entry->in_count)
		return false;
	for (uint32_t i = 0; i < c->procedures; i++)
		replace_calls(c, c->program->procedures[i]);
	for (size_t i = 0; i < c->list.count; i++)
		fill_check(c, &c->list.at[i]);
	return is_sound(c);
}

void contracts_choose(struct contracts *c, size_t i)
{
	c->program->entry = i ? c->list.at[i - 1].check : c->entry;
}
