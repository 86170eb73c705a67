/* Value sets by constraints: for each assignment, argument and result, target ⊇ what the term may be; solved with a
 * worklist. A variable that may be read before it is assigned may hold anything.
 *
 * The abstract value of a term is found from those of its arguments: all combinations if these are few constants;
 * otherwise, exactly for the operators that take pointers apart and together, and any value for the rest. */
#include "values.h"

#include <string.h>

#include "cfg.h"
#include "initialised.h"
#include "live.h"
#include "statement.h"

struct constraint {
	struct variable *target;
	term source;
	bool fresh, queued;
};

struct readers VEC_BODY(struct constraint *);

enum { MAX_DEPTH = 200, MAX_VISITS = 4000, MAX_COMBINATIONS = 256, MAX_ARITHMETIC = 8 };

static const struct value_set anything = { .any = true };

/* --- sets --- */

static struct value_set single(struct values *v, term constant)
{
	struct value_set set = { .count = 1, .constants = arena_alloc(v->arena, sizeof(term)) };
	set.constants[0] = constant;
	return set;
}

/* Adds; true if that changed the set. The array is replaced, not changed: copies of the set may share it. */
static bool add_constant(struct values *v, struct value_set *set, term constant)
{
	uint32_t at = 0;
	if (set->any)
		return false;
	while (at < set->count && set->constants[at] < constant)
		at++;
	if (at < set->count && set->constants[at] == constant)
		return false;
	if (set->count == VALUES_MAX) {
		set->any = true;
		return true;
	}
	term *grown = arena_alloc(v->arena, (set->count + 1) * sizeof *grown);
	if (at)
		memcpy(grown, set->constants, at * sizeof *grown);
	grown[at] = constant;
	if (at < set->count)
		memcpy(grown + at + 1, set->constants + at, (set->count - at) * sizeof *grown);
	set->constants = grown;
	set->count++;
	return true;
}

static bool join(struct values *v, struct value_set *to, struct value_set from)
{
	bool changed = (from.any && !to->any) || (from.fresh && !to->fresh && !to->any);
	to->any |= from.any;
	to->fresh |= from.fresh;
	for (uint32_t i = 0; i < from.count && !to->any; i++)
		changed |= add_constant(v, to, from.constants[i]);
	return changed;
}

static bool is_empty(struct value_set set)
{
	return !set.any && !set.fresh && !set.count;
}

static bool is_constants(struct value_set set)
{
	return !set.any && !set.fresh;
}

static struct value_set *set_of(struct values *v, const struct variable *variable)
{
	struct value_set *set = table_get(&v->sets, variable, NULL);
	if (!set) {
		set = arena_alloc(v->arena, sizeof *set);
		table_put(&v->sets, variable, set);
	}
	return set;
}

/* --- terms --- */

static struct value_set evaluate(struct values *v, term t, unsigned depth);

/* Is the constant, or its upper half, a value that fresh may give? */
static bool may_be_fresh(struct values *v, term constant)
{
	struct bank *bank = v->program->bank;
	uint32_t width = term_width(bank, constant);
	if (width > v->object_bits)
		constant = term_extract(bank, width - 1, width - v->object_bits, constant);
	return !term_fits(bank, constant) || term_value(bank, constant) >= v->first_fresh;
}

/* Arithmetic in a loop makes ever new constants, which are of no use for what these sets are for (which
 * functions a pointer may point to): it may only combine a few. */
static uint32_t max_combinations(enum op op)
{
	bool arithmetic = op == OP_BVADD || op == OP_BVSUB || op == OP_BVMUL || op == OP_BVNEG || op == OP_BVSHL;
	return arithmetic ? MAX_ARITHMETIC : MAX_COMBINATIONS;
}

/* All combinations of the arguments' constants. */
static struct value_set combine(struct values *v, term t, const struct value_set *args)
{
	struct bank *bank = v->program->bank;
	uint32_t count = term_count(bank, t), indices[2] = { 0 }, total = 1;
	struct value_set result = { 0 };
	for (uint32_t i = 0; i < op_indices(term_op(bank, t)); i++)
		indices[i] = term_index(bank, t, i);
	for (uint32_t i = 0; i < count; i++)
		if ((total *= args[i].count) > max_combinations(term_op(bank, t)))
			return anything;
	for (uint32_t c = 0; c < total; c++) {
		term chosen[5];
		uint32_t rest = c;
		for (uint32_t i = 0; i < count; i++) {
			chosen[i] = args[i].constants[rest % args[i].count];
			rest /= args[i].count;
		}
		term value = term_make(bank, term_op(bank, t), chosen, indices);
		if (!term_is_constant(bank, value))
			return anything;
		add_constant(v, &result, value);
	}
	return result;
}

/* May x be equal to y? May it be different? */
static struct value_set compare(struct values *v, struct value_set a, struct value_set b)
{
	struct bank *bank = v->program->bank;
	if (a.any || b.any || (a.fresh && b.fresh))
		return anything;
	struct value_set with = a.fresh ? b : a, result = { 0 };
	for (uint32_t i = 0; i < with.count; i++)
		if (may_be_fresh(v, with.constants[i]))
			return anything;
	/* Only the constants on both sides may be equal. */
	for (uint32_t i = 0; i < a.count; i++)
		for (uint32_t k = 0; k < b.count; k++)
			add_constant(v, &result, term_bool(bank, a.constants[i] == b.constants[k]));
	if ((a.fresh && b.count) || (b.fresh && a.count))
		add_constant(v, &result, term_false(bank));
	return result;
}

static struct value_set extract(struct values *v, term t, struct value_set of)
{
	const struct bank *bank = v->program->bank;
	uint32_t width = term_width(bank, term_arg(bank, t, 0));
	uint32_t high = term_index(bank, t, 0), low = term_index(bank, t, 1);
	if (of.any || (of.fresh && (high != width - 1 || high - low + 1 != v->object_bits)))
		return anything;
	bool fresh = of.fresh;
	of.fresh = false;
	struct value_set result = combine(v, t, &of);
	result.fresh |= fresh;
	return result;
}

static struct value_set concatenate(struct values *v, term t, const struct value_set *args)
{
	const struct bank *bank = v->program->bank;
	struct value_set high = args[0], result = { 0 };
	if (is_empty(high) || is_empty(args[1]))
		return result;
	if (high.any || (high.fresh && term_width(bank, term_arg(bank, t, 0)) != v->object_bits))
		return anything;
	bool fresh = high.fresh;
	if (high.count && !is_constants(args[1]))
		return anything;
	if (high.count) {
		struct value_set parts[2] = { high, args[1] };
		parts[0].fresh = false;
		result = combine(v, t, parts);
	}
	result.fresh |= fresh;
	return result;
}

/* One argument may decide alone. */
static struct value_set connective(struct values *v, term t, const struct value_set *args)
{
	const struct bank *bank = v->program->bank;
	term decides = term_op(bank, t) == OP_AND ? term_false(v->program->bank) : term_true(v->program->bank);
	for (uint32_t i = 0; i < 2; i++)
		if (is_constants(args[i]) && args[i].count == 1 && args[i].constants[0] == decides)
			return args[i];
	return args[0].any || args[1].any ? anything : combine(v, t, args);
}

static struct value_set choose(struct values *v, const struct value_set *args)
{
	const struct bank *bank = v->program->bank;
	struct value_set result = { 0 };
	for (uint32_t i = 0; i < args[0].count && !args[0].any; i++)
		join(v, &result, args[term_is_true(bank, args[0].constants[i]) ? 1 : 2]);
	if (args[0].any) {
		join(v, &result, args[1]);
		join(v, &result, args[2]);
	}
	return result;
}

static struct value_set apply(struct values *v, term t, const struct value_set *args)
{
	const struct bank *bank = v->program->bank;
	struct value_set result = { 0 };
	uint32_t count = term_count(bank, t);
	for (uint32_t i = 0; i < count; i++)
		if (is_empty(args[i]))
			return result; /* not reached */
	switch ((int)term_op(bank, t)) {
	case OP_ITE:
		return choose(v, args);
	case OP_EQ:
		return compare(v, args[0], args[1]);
	case OP_AND:
	case OP_OR:
		return connective(v, t, args);
	case OP_EXTRACT:
		return extract(v, t, args[0]);
	case OP_CONCAT:
		return concatenate(v, t, args);
	case OP_SELECT:
	case OP_CONST_MAP:
		return args[0];
	case OP_STORE:
	case OP_FILL:
	case OP_COPY:
		/* The map's cells, and those of what is put into it. */
		join(v, &result, args[0]);
		join(v, &result, args[term_op(bank, t) == OP_STORE ? 2 : term_op(bank, t) == OP_FILL ? 3 : 2]);
		return result;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!is_constants(args[i]))
			return anything;
	return combine(v, t, args);
}

static struct value_set evaluate(struct values *v, term t, unsigned depth)
{
	const struct bank *bank = v->program->bank;
	struct value_set args[5];
	if (!v->budget || depth > MAX_DEPTH)
		return anything;
	v->budget--;
	if (term_is_constant(bank, t))
		return single(v, t);
	if (term_op(bank, t) == OP_VARIABLE) {
		const struct variable *variable = program_variable_of(v->program, t);
		return variable ? *set_of(v, variable) : anything;
	}
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		args[i] = evaluate(v, term_arg(bank, t, i), depth + 1);
	return apply(v, t, args);
}

struct value_set values_of(struct values *v, term t)
{
	v->budget = MAX_VISITS;
	return evaluate(v, t, 0);
}

/* --- constraints --- */

static void add_reader(struct values *v, const struct variable *variable, struct constraint *c)
{
	struct readers *readers = table_get(&v->readers, variable, NULL);
	if (!readers) {
		readers = arena_alloc(v->arena, sizeof *readers);
		table_put(&v->readers, variable, readers);
	}
	vec_push(readers, c);
}

static void queue(struct values *v, struct constraint *c)
{
	if (c->queued)
		return;
	c->queued = true;
	vec_push(&v->work, c);
}

static void constrain(struct values *v, struct variable *target, term source, bool fresh)
{
	struct constraint *c = arena_alloc(v->arena, sizeof *c);
	*c = (struct constraint){ target, source, fresh, false };
	const struct uses_list *used = uses_of(v->uses, source);
	for (uint32_t i = 0; i < used->count; i++)
		add_reader(v, used->variables[i], c);
	queue(v, c);
}

static void constrain_statement(struct values *v, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		constrain(v, s->target, s->term, false);
		break;
	case STATEMENT_HAVOC:
		set_of(v, s->target)->any = true;
		break;
	case STATEMENT_FRESH:
		if (sort_width(v->program->bank, s->target->sort) == v->object_bits)
			constrain(v, s->target, 0, true);
		else
			set_of(v, s->target)->any = true;
		break;
	case STATEMENT_CALL:
		for (uint32_t i = 0; i < s->argument_count; i++)
			constrain(v, s->callee->variables[i], s->arguments[i], false);
		for (uint32_t i = 0; i < s->out_count; i++)
			constrain(v, s->outs[i], s->callee->variables[s->callee->in_count + i]->term, false);
		break;
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		break;
	}
}

/* What is read before it is assigned may be anything. */
static void constrain_procedure(struct values *v, const struct procedure *proc)
{
	for (uint32_t i = 0; i < proc->block_count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->statement_count; k++)
			constrain_statement(v, &proc->blocks[i]->statements[k]);
	struct cfg *cfg = cfg_new(proc);
	struct live *live = live_new(cfg, v->uses, NULL, NULL);
	for (uint32_t i = proc->in_count; i < proc->variable_count; i++)
		if (live_at_start(live, 0, proc->variables[i]))
			set_of(v, proc->variables[i])->any = true;
	live_free(live);
	cfg_free(cfg);
}

static void update(struct values *v, struct constraint *c)
{
	struct value_set source = { .fresh = true };
	if (!c->fresh)
		source = values_of(v, c->source);
	if (!join(v, set_of(v, c->target), source))
		return;
	const struct readers *readers = table_get(&v->readers, c->target, NULL);
	for (size_t i = 0; readers && i < readers->count; i++)
		queue(v, readers->at[i]);
}

static void constrain_globals(struct values *v)
{
	struct callgraph *graph = callgraph_new(v->program);
	struct effects *effects = effects_new(graph);
	bool *initialised = globals_initialised_first(v->program, graph, effects, v->uses);
	for (uint32_t i = 0; i < v->program->global_count; i++)
		if (!initialised[i])
			set_of(v, v->program->globals[i])->any = true;
	memory_free(initialised);
	effects_free(effects);
	callgraph_free(graph);
}

void values_init(struct values *v, struct program *p, struct uses *uses)
{
	*v = (struct values){ .program = p, .uses = uses, .arena = arena_new() };
	v->first_fresh = attribute_get_number(p->attributes, ATTRIBUTE_FIRST_FRESH, 1);
	v->object_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 32);
	constrain_globals(v);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (p->procedures[i]->block_count)
			constrain_procedure(v, p->procedures[i]);
	while (v->work.count) {
		struct constraint *c = vec_pop(&v->work);
		c->queued = false;
		update(v, c);
	}
}

void values_release(struct values *v)
{
	for (size_t i = 0; i < v->readers.capacity; i++)
		if (v->readers.keys[i])
			vec_free((struct readers *)(uintptr_t)v->readers.values[i]);
	table_free(&v->readers);
	table_free(&v->sets);
	vec_free(&v->work);
	arena_free(v->arena);
}
