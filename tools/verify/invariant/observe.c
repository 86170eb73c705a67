#include "observe.h"

#include "solver.h"
#include "statement.h"

enum {
	RUNS = 64,
	MOST_ROWS = 300,
	DENSE = 120,
	MOST_COLUMNS = 32,
	DIRECT_CONTRACTS = 8,
	DIRECT_RUNS = 128,
	DIRECT_STEPS = 1 << 18,
	DIRECT_ALL_STEPS = 1 << 22,
	ALONE_STEPS = 1 << 22, /* of the only execution */
	CELL_WORDS = 2
};

/* A call that has not returned. */
struct open_call {
	const struct procedure *callee;
	uint64_t *words;
	uint64_t (*cells)[CELL_WORDS]; /* by column: the cell that it is about */
};

struct observer {
	const struct contracts *contracts;
	struct program *executed; /* procedures and globals correspond by index */
	struct observations *all;
	struct arena *arena;
	VEC(struct open_call) calls; /* by depth */
	bool direct;
	/* of direct calls */
	const struct observations *called;
	uint64_t random;
	uint32_t drawn; /* of the caller */
	double deadline;
};

/* --- columns --- */

static uint32_t number_width(const struct bank *bank, sort s)
{
	if (sort_kind(bank, s) == SORT_BOOL)
		return 1;
	return sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) <= 64 ? sort_width(bank, s) : 0;
}

static term as_bits(struct bank *bank, term t)
{
	if (sort_kind(bank, term_sort(bank, t)) != SORT_BOOL)
		return t;
	return term_ite(bank, t, term_bv(bank, 1, 1), term_bv(bank, 1, 0));
}

static void add_column(struct observations *o, struct bank *bank, struct column column, term value, term at_call)
{
	column.width = number_width(bank, term_sort(bank, value));
	if (!column.width || o->columns.count >= MOST_COLUMNS)
		return;
	column.value = as_bits(bank, value);
	column.at_call = at_call ? as_bits(bank, at_call) : 0;
	vec_push(&o->columns, column);
}

/* The number that a map has at an index, if it is one. */
static bool is_cell(const struct bank *bank, const struct variable *map, const struct variable *index)
{
	return sort_kind(bank, map->sort) == SORT_MAP && sort_index(bank, map->sort) == index->sort &&
	       sort_width(bank, index->sort) <= 64 * CELL_WORDS && number_width(bank, sort_value(bank, map->sort)) > 1;
}

/* What parameters point to. */
static void add_cells(const struct contracts *c, const struct contract *contract, struct observations *o, bool results)
{
	const struct program *p = c->program;
	for (uint32_t i = 0; i < contract->procedure->in_count; i++)
		for (uint32_t g = 0; g < p->global_count; g++) {
			struct variable *map = p->globals[g], *index = contract->arguments[i];
			const struct variable *before = contract->before[g];
			struct column column = { .parameter = contract->procedure->variables[i],
						 .global = map,
						 .result = results };
			if (map == c->given.map || !is_cell(p->bank, map, index) ||
			    (results ? !before : !before && !effects_reads(c->effects, contract->procedure, map)))
				continue;
			term now = term_select(p->bank, map->term, index->term);
			term then = before ? term_select(p->bank, before->term, index->term) : now;
			add_column(o, p->bank, column, results ? now : then, results ? 0 : now);
		}
}

static void add_columns(const struct contracts *c, const struct contract *contract, struct observations *o)
{
	const struct procedure *proc = contract->procedure;
	const struct program *p = c->program;
	for (uint32_t i = 0; i < proc->in_count; i++) {
		term leaf = contract->arguments[i]->term;
		add_column(o, p->bank, (struct column){ .parameter = proc->variables[i] }, leaf, leaf);
	}
	for (uint32_t g = 0; g < p->global_count; g++) {
		struct variable *global = p->globals[g], *before = contract->before[g];
		if (before || effects_reads(c->effects, proc, global))
			add_column(o, p->bank, (struct column){ .global = global },
				   before ? before->term : global->term, global->term);
	}
	add_cells(c, contract, o, false);
	for (uint32_t i = 0; i < proc->out_count; i++)
		add_column(o, p->bank,
			   (struct column){ .parameter = proc->variables[proc->in_count + i], .result = true },
			   contract->results[i]->term, 0);
	for (uint32_t g = 0; g < p->global_count; g++)
		if (contract->before[g])
			add_column(o, p->bank, (struct column){ .global = p->globals[g], .result = true },
				   p->globals[g]->term, 0);
	add_cells(c, contract, o, true);
}

/* --- rows --- */

static void keep_cell(const struct run *run, const struct variable *index, uint64_t *words)
{
	const struct value *value = run_value(run, index);
	for (uint32_t i = 0; i < CELL_WORDS; i++)
		words[i] = value && 64 * i < value->width ? value_bits(value)[i] : 0;
}

static uint64_t word_of_cell(const struct run *run, const struct variable *map, const uint64_t *index)
{
	uint64_t word = 0;
	const struct value *value = run_value(run, map);
	if (value && value->kind == VALUE_MAP)
		map_read_words(value->map, index, &word);
	return word;
}

static uint64_t word_of(const struct run *run, const struct variable *v)
{
	const struct value *value = v ? run_value(run, v) : NULL;
	return value && value->kind == VALUE_WORD ? value->word : 0;
}

/* All at first, then fewer and fewer: deep recursion is to leave room for others. */
static bool is_wanted(struct row_count *c)
{
	c->seen++;
	bool sparse = c->seen > DENSE && (c->seen & (c->seen - 1)) && c->seen % 29;
	return !sparse && c->kept < MOST_ROWS;
}

/* `chosen`: for its own sake, not as a part of another execution. */
static void add_row(struct observer *ob, struct observations *o, const uint64_t *words, bool returned, bool chosen)
{
	struct row_count *count = &o->counts[returned][ob->direct];
	uint64_t hash = returned + 2 * (uint64_t)ob->direct;
	for (size_t i = 0; i < o->columns.count; i++)
		if (returned || !o->columns.at[i].result)
			hash = hash_mix(hash, words[i]);
	if (table_has(&o->known, hash >> 1) || (!is_wanted(count) && !chosen))
		return;
	count->kept++;
	table_put(&o->known, hash >> 1, 1);
	uint64_t *copy = arena_alloc(ob->arena, (o->columns.count + 1) * sizeof *copy);
	for (size_t i = 0; i < o->columns.count; i++)
		copy[i] = words[i];
	vec_push(&o->list, (struct observation){ copy, returned, ob->direct, false });
}

static struct observations *observations_of(const struct observer *ob, const struct procedure *callee)
{
	if (callee->index >= ob->contracts->procedures)
		return NULL;
	uint32_t contract =
		table_get(&ob->contracts->of_procedure, ob->contracts->program->procedures[callee->index], 0);
	return contract ? &ob->all[contract - 1] : NULL;
}

static void see_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct observer *ob = context;
	struct observations *o = observations_of(ob, callee);
	size_t depth = run_depth(run);
	(void)site;
	while (ob->calls.count <= depth)
		vec_push(&ob->calls, (struct open_call){ 0 });
	struct open_call *call = &ob->calls.at[depth];
	call->callee = o ? callee : NULL;
	if (!o)
		return;
	if (!call->words) {
		call->words = arena_alloc(ob->arena, MOST_COLUMNS * sizeof *call->words);
		call->cells = arena_alloc(ob->arena, MOST_COLUMNS * sizeof *call->cells);
	}
	for (size_t i = 0; i < o->columns.count; i++) {
		const struct column *column = &o->columns.at[i];
		bool cell = column->global && column->parameter;
		if (cell)
			keep_cell(run, callee->variables[column->parameter->index], call->cells[i]);
		if (cell && !column->result)
			call->words[i] =
				word_of_cell(run, ob->executed->globals[column->global->index], call->cells[i]);
		else if (!column->result)
			call->words[i] = word_of(run, column->global ? ob->executed->globals[column->global->index]
								     : callee->variables[column->parameter->index]);
	}
	add_row(ob, o, call->words, false, false);
}

/* In the caller's frame, where the results have been assigned. */
static void see_return(struct observer *ob, const struct run *run, const struct statement *call)
{
	struct observations *o = observations_of(ob, call->callee);
	size_t depth = run_depth(run) + 1;
	if (!o || depth >= ob->calls.count || ob->calls.at[depth].callee != call->callee)
		return;
	uint64_t *words = ob->calls.at[depth].words;
	for (size_t i = 0; i < o->columns.count; i++) {
		const struct column *column = &o->columns.at[i];
		if (column->result && column->global && column->parameter)
			words[i] = word_of_cell(run, ob->executed->globals[column->global->index],
						ob->calls.at[depth].cells[i]);
		else if (column->result)
			words[i] = word_of(
				run, column->global ? ob->executed->globals[column->global->index]
						    : call->outs[column->parameter->index - call->callee->in_count]);
	}
	add_row(ob, o, words, true, ob->direct && depth == 2);
}

static bool see_step(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     const struct statement *s)
{
	(void)procedure;
	(void)block;
	if (s->kind == STATEMENT_CALL)
		see_return(context, run, s);
	return true;
}

static void execute_one(struct observer *ob, struct sampler *sampler, uint32_t number, uint64_t steps)
{
	struct sample_watcher watcher = { .context = ob, .call = see_call, .step = see_step };
	for (size_t k = 0; k < ob->calls.count; k++)
		ob->calls.at[k].callee = NULL;
	sampler_execute(sampler, number, steps, &watcher);
}

static void execute(struct observer *ob, struct program *program, struct sample_limits limits, uint32_t runs)
{
	struct sampler *sampler = sampler_new(program, limits);
	ob->executed = program;
	for (uint32_t i = 0; i < runs && !sampler_out_of_time(sampler) && (!i || sampler_asked(sampler)); i++)
		execute_one(ob, sampler, i, SAMPLE_SHORT);
	if (!sampler_out_of_time(sampler) && !sampler_asked(sampler))
		execute_one(ob, sampler, 0, ALONE_STEPS);
	sampler_free(sampler);
}

/* The program that calls the procedure with unknown arguments, in any state of the globals. */
static struct program *call_directly(const struct program *prepared, uint32_t procedure)
{
	struct program *p = program_copy(prepared);
	struct procedure *callee = p->procedures[procedure];
	struct procedure *caller = program_add_procedure(p, program_fresh_name(p, "$direct"));
	struct block *b = procedure_add_block(caller, "begin");
	VEC(term) arguments = { 0 };
	VEC(struct variable *) results = { 0 };
	for (uint32_t i = 0; i < callee->in_count + callee->out_count; i++) {
		struct variable *v = procedure_add_variable(caller, procedure_fresh_variable_name(caller, "$v"),
							    callee->variables[i]->sort, VARIABLE_LOCAL);
		if (i < callee->in_count) {
			block_add(p, b, STATEMENT_HAVOC)->target = v;
			vec_push(&arguments, v->term);
		} else {
			vec_push(&results, v);
		}
	}
	for (uint32_t g = 0; g < p->global_count; g++)
		if (sort_kind(p->bank, p->globals[g]->sort) != SORT_MAP)
			block_add(p, b, STATEMENT_HAVOC)->target = p->globals[g];
	block_call(p, b, callee, arguments.at, callee->in_count, results.at, callee->out_count);
	block_return(b);
	p->entry = caller;
	vec_free(&arguments);
	vec_free(&results);
	return p;
}

/* Small numbers, or what the program has called the procedure with. */
static uint64_t likely_word(struct observer *ob, uint32_t column)
{
	uint64_t random = ob->random = pattern_draw(ob->random, 1);
	const struct observations *o = ob->called;
	if (random % 4 == 0 && o->list.count && column < o->columns.count)
		return o->list.at[(random >> 8) % o->list.count].words[column];
	return (uint64_t)((int64_t)((random >> 8) % 9) - 1);
}

static bool likely(void *context, const struct run *run, const struct procedure *procedure, const struct statement *s,
		   struct value *out)
{
	struct observer *ob = context;
	const struct bank *bank = run_program(run)->bank;
	sort of = s->target->sort;
	bool first = procedure == ob->executed->entry;
	if (sort_kind(bank, of) == SORT_MAP) {
		sort cell = sort_value(bank, of);
		struct value zero = value_word(sort_kind(bank, cell) == SORT_BOOL ? 1 : sort_width(bank, cell), 0);
		*out = map_constant(sort_width(bank, sort_index(bank, of)), zero.width, &zero);
		value_release(&zero);
		return true;
	}
	uint32_t width = sort_kind(bank, of) == SORT_BOOL ? 1 : sort_width(bank, of);
	*out = value_word(width, likely_word(ob, first ? ob->drawn++ : MOST_COLUMNS) & word_mask(width));
	return true;
}

static bool in_time(void *context)
{
	const struct observer *ob = context;
	return ob->deadline == SOLVER_NO_DEADLINE || clock_now() < ob->deadline;
}

static void execute_directly(struct observer *ob, struct program *program)
{
	struct run *run = run_new(program);
	struct run_options options = {
		.hooks = { .context = ob, .havoc = likely, .step = see_step, .call = see_call, .poll = in_time },
		.max_steps = DIRECT_STEPS,
		.max_depth = 1 << 14,
		.max_bytes = 1 << 28
	};
	uint64_t steps = 0;
	ob->executed = program;
	for (uint32_t i = 0; i < DIRECT_RUNS && steps < DIRECT_ALL_STEPS && in_time(ob); i++) {
		for (size_t k = 0; k < ob->calls.count; k++)
			ob->calls.at[k].callee = NULL;
		ob->drawn = 0;
		steps += run_execute(run, &options)->steps;
	}
	run_free(run);
}

struct observations *observe(const struct contracts *c, struct program *prepared, struct sample_limits limits,
			     struct arena *arena)
{
	struct observer ob = { .contracts = c, .arena = arena, .deadline = limits.deadline };
	ob.all = memory_alloc((c->list.count + 1) * sizeof *ob.all);
	for (size_t i = 0; i < c->list.count; i++)
		add_columns(c, &c->list.at[i], &ob.all[i]);
	execute(&ob, prepared, limits, RUNS);
	ob.direct = true;
	/* Callees first: they are more likely to come back. */
	for (uint32_t k = 0, done = 0; k < c->graph->count && done < DIRECT_CONTRACTS; k++) {
		uint32_t procedure = c->graph->members[k];
		uint32_t contract = table_get(&c->of_procedure, c->program->procedures[procedure], 0);
		if (!contract)
			continue;
		struct program *p = call_directly(prepared, procedure);
		ob.called = &ob.all[contract - 1];
		execute_directly(&ob, p);
		program_free(p);
		done++;
	}
	vec_free(&ob.calls);
	return ob.all;
}

struct observations *observe_again(const struct contracts *c, const struct observations *rows)
{
	struct observations *all = memory_alloc((c->list.count + 1) * sizeof *all);
	for (size_t i = 0; i < c->list.count; i++) {
		add_columns(c, &c->list.at[i], &all[i]);
		for (size_t k = 0; k < rows[i].list.count; k++)
			vec_push(&all[i].list, rows[i].list.at[k]);
		for (int k = 0; k < 4; k++)
			all[i].counts[k / 2][k % 2] = rows[i].counts[k / 2][k % 2];
	}
	return all;
}

void observations_free(struct observations *o, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		vec_free(&o[i].columns);
		vec_free(&o[i].list);
		table_free(&o[i].known);
	}
	memory_free(o);
}
