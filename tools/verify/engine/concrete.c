/* Concrete execution: the program is run in the interpreter with a few inputs, cheap ones first, before any solver is asked.
 *
 * An execution that violates an assertion is a counterexample as it stands, however long it is: a loop of 100,000
 * rounds takes milliseconds. And an execution that ends without having asked for anything unknown is the only one that
 * the program has (but for the identities of objects, which programs can only compare): a proof.
 *
 * Everything is limited by counts of steps, not by time, so that the result is the same on every machine. */
#include "engine.h"

#include <string.h>
#include <sys/resource.h>

#include "bv.h"
#include "callgraph.h"
#include "iterate.h"
#include "procedure_facts.h"
#include "unknown_map.h"

enum {
	RUNS = 64,
	FIRST_STEPS = 1 << 14,  /* of each of these */
	LONG_STEPS = 1 << 23,   /* of one of those that did not end in them, and: */
	ALL_STEPS = 1 << 22,    /* after so many none of them begins */
	ASKING_STEPS = 1 << 19, /* of one that goes on asking for inputs, that is: */
	MANY_INPUTS = 1 << 10,  /* after so many of them */
	MAX_MEGABYTES = 512,
	MAX_CONSTANTS = 256
};

/* What inputs an execution gets. Behind the last one: mixed, from a seed. */
enum pattern { PATTERN_ZERO, PATTERN_ONE, PATTERN_ONES, PATTERN_LARGEST, PATTERN_SMALLEST, PATTERN_MIXED };

struct trial {
	struct task *task;
	struct program *program;
	struct inputs *inputs;    /* of the current execution */
	struct unknown_maps maps; /* of the current execution */
	enum pattern pattern;
	uint64_t seed, drawn;                   /* drawn: numbers taken of the seed */
	uint64_t asked;                         /* inputs that the execution asked for */
	uint64_t steps;                         /* of the executions so far */
	bool met_assertion;                     /* take_proof */
	const struct concrete_watcher *watcher; /* NULL: none */
	bool may_prove;                         /* does an execution count as the only one if it asks for nothing? */
	long memory_limit;                      /* KB */
	VEC(uint64_t) constants;                /* of at most 64 bits, of the program */
	struct table known;
	bool *harmless; /* per global: its initial value is not read */
};

/* --- values --- */

static uint64_t draw(uint64_t seed, uint64_t n)
{
	uint64_t z = hash_mix(hash_mix(seed, n + 1), UINT64_C(0x94D049BB133111EB));
	return hash_mix(z, z >> 31);
}

/* What programs compare with is mostly small, or a constant of theirs, or next to one. */
static uint64_t mixed_word(const struct trial *t, uint64_t random)
{
	uint64_t more = random >> 8;
	switch (random % 8) {
	case 0:
	case 1:
		return more % 2;
	case 2:
		return more % 8;
	case 3:
		return more % 128;
	case 4:
	case 5:
		return t->constants.count ? t->constants.at[(more >> 2) % t->constants.count] + more % 3 - 1
					  : more % 16;
	case 6:
		return more % 2 ? -(more % 16) : UINT64_C(1) << (more >> 1) % 64;
	case 7:
		return hash_mix(random, 1);
	}
	return 0;
}

static struct value pattern_value(const struct trial *t, uint32_t width, uint64_t random)
{
	struct value v = value_word(width, 0);
	uint64_t *words = v.kind == VALUE_WIDE ? v.words : &v.word;
	uint32_t count = bv_words(width), top = (width - 1) % 64;
	switch (t->pattern) {
	case PATTERN_ZERO:
		break;
	case PATTERN_ONE:
		words[0] = 1;
		break;
	case PATTERN_ONES:
	case PATTERN_LARGEST:
		memset(words, 0xff, count * sizeof *words);
		if (t->pattern == PATTERN_LARGEST)
			words[count - 1] &= ~(UINT64_C(1) << top);
		break;
	case PATTERN_SMALLEST:
		words[count - 1] = UINT64_C(1) << top;
		break;
	case PATTERN_MIXED:
		words[0] = width == 1 ? random >> 8 : mixed_word(t, random);
		break;
	}
	bv_normalize(words, width);
	return v;
}

static struct value next_value(struct trial *t, uint32_t width)
{
	return pattern_value(t, width, draw(t->seed, t->drawn++));
}

/* The initial contents of memory and the like: a function of which map it is, and of the index. */
static struct value answer_cell(void *context, const struct unknown_map *map, const uint64_t *index)
{
	struct trial *t = context;
	const struct bank *bank = t->program->bank;
	uint64_t state = draw(~t->seed, map->serial);
	for (uint32_t i = 0; i < bv_words(sort_width(bank, sort_index(bank, map->sort))); i++)
		state = draw(state, index[i]);
	t->asked++;
	return pattern_value(t, sort_bits(bank, sort_value(bank, map->sort)), state);
}

static struct value next_map(struct trial *t, sort s, const struct variable *global, const struct statement *statement)
{
	struct unknown_map map = {
		.sort = s, .global = global, .statement = statement, .answer = answer_cell, .context = t
	};
	return unknown_map_new(&t->maps, t->program->bank, map);
}

/* --- hooks --- */

static bool give_havoc(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct trial *t = context;
	const struct bank *bank = t->program->bank;
	(void)run, (void)proc;
	/* A value of which not everything is known is not for us to choose (counterexample_replay). */
	if (attribute_find(s->attributes, "approximate"))
		return false;
	t->asked++;
	if (sort_kind(bank, s->target->sort) == SORT_MAP) {
		*out = next_map(t, s->target->sort, NULL, s);
		return true;
	}
	*out = next_value(t, sort_bits(bank, s->target->sort));
	inputs_add(t->inputs, attribute_get_number(s->attributes, "id", 0), out);
	return true;
}

static bool give_fresh(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct trial *t = context;
	uint32_t width = sort_width(t->program->bank, s->target->sort);
	uint64_t next;
	(void)proc;
	if (!run_next_fresh(run, width, &next))
		return false;
	*out = value_word(width, next);
	inputs_add(t->inputs, attribute_get_number(s->attributes, "id", 0), out);
	return true;
}

static uint32_t give_choice(void *context, const struct run *run, const struct procedure *proc,
			    const struct block *block)
{
	struct trial *t = context;
	(void)run, (void)proc;
	t->asked++;
	uint32_t count = block->terminator.target_count;
	uint32_t target = t->pattern == PATTERN_ZERO  ? 0
			  : t->pattern == PATTERN_ONE ? count - 1
						      : (uint32_t)(draw(t->seed, t->drawn++) % count);
	struct value v = value_word(32, target);
	inputs_add(t->inputs, attribute_get_number(block->terminator.attributes, "id", 0), &v);
	return target;
}

/* Variables of procedures begin with 0. */
static bool give_initial(void *context, const struct run *run, const struct procedure *proc, const struct variable *v,
			 struct value *out)
{
	struct trial *t = context;
	const struct bank *bank = t->program->bank;
	(void)run;
	if (proc)
		return false;
	if (sort_kind(bank, v->sort) == SORT_MAP) {
		*out = next_map(t, v->sort, v, NULL);
		return true;
	}
	if (!t->harmless[v->index])
		t->asked++;
	*out = next_value(t, sort_bits(bank, v->sort));
	inputs_add_initial(t->inputs, NULL, v->name, out);
	return true;
}

static long peak_memory(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

static bool go_on(void *context)
{
	struct trial *t = context;
	return task_in_time(t->task) && peak_memory() < t->memory_limit;
}

/* --- what the program is like --- */

static void note_constant(struct trial *t, term c)
{
	uint64_t value = term_value(t->program->bank, c);
	if (t->constants.count == MAX_CONSTANTS || value <= 1 || table_has(&t->known, hash_mix(value, 0) >> 1))
		return;
	table_put(&t->known, hash_mix(value, 0) >> 1, 1);
	vec_push(&t->constants, value);
}

/* The constants of the conditions, which are what executions part at. */
static void collect_constants(struct trial *t, term start, struct table *seen)
{
	const struct bank *bank = t->program->bank;
	VEC(term) stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term x = vec_pop(&stack);
		if (table_has(seen, x))
			continue;
		table_put(seen, x, 1);
		if (term_op(bank, x) == OP_CONSTANT && sort_kind(bank, term_sort(bank, x)) == SORT_BITVECTOR &&
		    term_fits(bank, x))
			note_constant(t, x);
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
}

static void collect_all_constants(struct trial *t)
{
	struct table seen = { 0 };
	program_for_each_block(t->program, at) {
		const struct block *block = at.block;
		for (uint32_t s = 0; s < block->statement_count; s++)
			if (block->statements[s].kind == STATEMENT_ASSERT ||
			    block->statements[s].kind == STATEMENT_ASSUME)
				collect_constants(t, block->statements[s].term, &seen);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			collect_constants(t, block->terminator.term, &seen);
	}
	table_free(&seen);
}

struct search_leaf {
	term wanted;
	bool found;
};

static void compare_leaf(void *context, term leaf)
{
	struct search_leaf *s = context;
	s->found = s->found || leaf == s->wanted;
}

static bool mentions(const struct bank *bank, term t, term leaf)
{
	struct search_leaf s = { leaf, false };
	if (t)
		term_leaves(bank, t, compare_leaf, &s);
	return s.found;
}

/* Is the global assigned at the very beginning, before anything can read it? */
static bool set_first(const struct program *p, const struct variable *g)
{
	const struct block *b = p->entry->blocks[0];
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_CALL || mentions(p->bank, s->term, g->term))
			return false;
		if (s->target == g)
			return true;
	}
	return false;
}

static bool block_reads(const struct bank *bank, const struct block *b, term leaf)
{
	bool reads = b->terminator.kind == TERMINATOR_BRANCH && mentions(bank, b->terminator.term, leaf);
	for (uint32_t i = 0; !reads && i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		reads = mentions(bank, s->term, leaf);
		for (uint32_t k = 0; k < s->argument_count; k++)
			reads = reads || mentions(bank, s->arguments[k], leaf);
	}
	return reads;
}

/* May the procedure read a variable of its own that has no value? That the entry returns one does not matter. */
static bool reads_unset(const struct program *p, const struct procedure *proc, const struct callgraph *graph)
{
	struct procedure_facts *facts = procedure_facts_new(proc, graph);
	bool reads = false;
	for (uint32_t i = 0; i < facts->unset_count; i++) {
		const struct variable *v = facts->unset[i];
		bool read = proc != p->entry || v->kind != VARIABLE_OUT;
		for (uint32_t b = 0; !read && b < proc->block_count; b++)
			read = block_reads(p->bank, proc->blocks[b], v->term);
		reads = reads || read;
	}
	procedure_facts_free(facts);
	return reads;
}

/* False: there are unknown values that the hooks are not asked for. */
static bool find_harmless(struct trial *t)
{
	const struct program *p = t->program;
	struct callgraph *graph = callgraph_new(p);
	struct effects *effects = effects_new(graph);
	bool fine = true;
	for (uint32_t i = 0; i < p->global_count; i++)
		t->harmless[i] = !effects_reads(effects, p->entry, p->globals[i]) || set_first(p, p->globals[i]);
	for (uint32_t i = 0; fine && i < p->procedure_count; i++)
		fine = !graph->reachable[i] || !reads_unset(p, p->procedures[i], graph);
	effects_free(effects);
	callgraph_free(graph);
	return fine;
}

/* --- executions --- */

/* Not: where ir-opt --unroll cut the program. */
static bool has_ended(const struct run_result *r)
{
	bool cut = r->statement && attribute_find(r->statement->attributes, "bound");
	return r->end == RUN_RETURNED || r->end == RUN_EXITED || (r->end == RUN_BLOCKED && !cut);
}

static void set_limits(const struct trial *t, struct run_options *o)
{
	uint32_t megabytes = t->task->options->memory;
	o->max_bytes = UINT64_C(1) << 28;
	if (megabytes && megabytes < 8 * (o->max_bytes >> 20))
		o->max_bytes = (uint64_t)megabytes << 17;
	o->max_cells = 1 << 20;
}

/* Is it a loop that just goes on asking? */
static bool asks_on(const struct trial *t, const struct run *run)
{
	return t->asked > MANY_INPUTS && run_steps(run) > ASKING_STEPS;
}

static bool give_havoc_unless_asking(void *context, const struct run *run, const struct procedure *proc,
				     const struct statement *s, struct value *out)
{
	struct trial *t = context;
	return !asks_on(t, run) && give_havoc(context, run, proc, s, out);
}

static void begin(struct trial *t, uint32_t number)
{
	t->pattern = number < PATTERN_MIXED ? (enum pattern)number : PATTERN_MIXED;
	t->seed = number;
	t->drawn = t->asked = 0;
	t->inputs = inputs_new();
}

/* The violation, if it can be repeated on the program as it was read. */
static bool take_violation(struct trial *t, const struct run_result *r, struct outcome *o)
{
	unknown_maps_record(&t->maps, t->inputs);
	o->bug = (struct counterexample){ .inputs = t->inputs, .violated = r->statement, .procedure = r->procedure };
	task_confirm(t->task, o);
	if (o->verdict == VERDICT_UNSAFE) {
		o->steps = r->steps;
		t->inputs = NULL;
		return true;
	}
	o->bug = (struct counterexample){ 0 };
	return false;
}

static bool note_assertion(void *context, const struct run *run, const struct procedure *proc,
			   const struct block *block, const struct statement *s)
{
	struct trial *t = context;
	(void)run, (void)proc, (void)block;
	t->met_assertion = t->met_assertion || s->kind == STATEMENT_ASSERT;
	return !t->met_assertion;
}

/* The only execution once more: does it come to an assertion at all? Else the proof is empty (outcome_find_vacuity). */
static void take_proof(struct trial *t, struct run *run, struct run_options options, struct outcome *o)
{
	o->verdict = VERDICT_SAFE;
	options.hooks.step = note_assertion;
	t->met_assertion = false;
	run_execute(run, &options);
	if (!t->met_assertion)
		o->assertions = 0;
}

enum tried { TRIED_NOTHING, TRIED_LONG, TRIED_DECIDED };

static void report_call(void *context, const struct run *run, const struct procedure *callee,
			const struct statement *site)
{
	const struct trial *t = context;
	t->watcher->call(t->watcher->context, run, callee, site);
}

/* One execution. TRIED_LONG: it did not end within that many steps. */
static enum tried try_inputs(struct trial *t, struct run *run, uint32_t number, uint64_t max_steps, struct outcome *o)
{
	struct run_options options = { .max_steps = max_steps,
				       .hooks = { .context = t,
						  .havoc = give_havoc_unless_asking,
						  .fresh = give_fresh,
						  .choice = give_choice,
						  .initial = give_initial,
						  .poll = go_on } };
	set_limits(t, &options);
	begin(t, number);
	const struct run_result *r = run_execute(run, &options);
	t->steps += r->steps;
	o->rounds++;
	bool is_long = r->end == RUN_LIMIT && r->limit == RUN_LIMIT_STEPS;
	bool proved = has_ended(r) && t->may_prove && !t->asked;
	bool decided = proved || (r->end == RUN_VIOLATED && take_violation(t, r, o));
	if (proved)
		take_proof(t, run, options, o);
	inputs_free(t->inputs);
	unknown_maps_release(&t->maps);
	return decided ? TRIED_DECIDED : is_long ? TRIED_LONG : TRIED_NOTHING;
}

/* How many assertions there are; and is the program cut somewhere (ir-opt --unroll)? */
static uint32_t count_assertions(const struct program *p, bool *cut)
{
	uint32_t count = 0;
	*cut = false;
	program_for_each_statement(p, at) {
		count += at.statement->kind == STATEMENT_ASSERT;
		*cut = *cut || attribute_find(at.statement->attributes, "bound");
	}
	return count;
}

/* Many short executions first, then some of those that would have gone on. Where nothing was asked for, those with other
 * inputs are no different. */
static void search(struct trial *t, struct run *run, struct outcome *o)
{
	VEC(uint32_t) longer = { 0 };
	enum tried last = TRIED_NOTHING;
	bool asked = true;
	for (uint32_t i = 0; last != TRIED_DECIDED && i < RUNS && task_in_time(t->task); i++) {
		if (asked)
			last = try_inputs(t, run, i, FIRST_STEPS, o);
		asked = asked && t->asked;
		if (last == TRIED_LONG)
			vec_push(&longer, i);
	}
	t->steps = 0;
	asked = true;
	for (size_t i = 0;
	     last != TRIED_DECIDED && i < longer.count && t->steps < ALL_STEPS && asked && task_in_time(t->task); i++) {
		last = try_inputs(t, run, longer.at[i], LONG_STEPS, o);
		asked = t->asked;
	}
	vec_free(&longer);
}

static void trial_begin(struct trial *t, struct task *task)
{
	*t = (struct trial){ .task = task, .program = task->prepared };
	uint32_t megabytes = task->options->memory ? task->options->memory / 4 : MAX_MEGABYTES;
	t->memory_limit = peak_memory() + 1024L * (megabytes < MAX_MEGABYTES ? megabytes : MAX_MEGABYTES);
	t->harmless = memory_alloc((t->program->global_count + 1) * sizeof *t->harmless);
}

static void trial_release(struct trial *t)
{
	memory_free(t->harmless);
	vec_free(&t->constants);
	table_free(&t->known);
}

void engine_concrete(struct task *task, struct outcome *o)
{
	struct trial t;
	trial_begin(&t, task);
	outcome_unknown(o, "no violation was met in the executions that were tried");
	bool cut;
	o->assertions = count_assertions(t.program, &cut);
	if (o->assertions) {
		struct run *run = run_new(t.program);
		collect_all_constants(&t);
		t.may_prove = find_harmless(&t);
		search(&t, run, o);
		run_free(run);
	}
	if (!o->assertions && !cut) /* the passes have proved them all */
		o->verdict = VERDICT_SAFE;
	if (o->verdict != VERDICT_UNKNOWN)
		o->reason = NULL;
	trial_release(&t);
}

void concrete_watch(struct task *task, const struct concrete_watcher *watcher)
{
	struct trial t;
	trial_begin(&t, task);
	t.watcher = watcher;
	collect_all_constants(&t);
	struct run *run = run_new(t.program);
	struct run_options options = { .max_steps = FIRST_STEPS,
				       .hooks = { .context = &t,
						  .havoc = give_havoc_unless_asking,
						  .fresh = give_fresh,
						  .choice = give_choice,
						  .initial = give_initial,
						  .call = report_call,
						  .poll = go_on } };
	set_limits(&t, &options);
	for (uint32_t i = 0; i < watcher->runs && task_in_time(task); i++) {
		begin(&t, i);
		run_execute(run, &options);
		inputs_free(t.inputs);
		if (!t.asked)
			i = watcher->runs;
	}
	run_free(run);
	unknown_maps_release(&t.maps);
	trial_release(&t);
}
