#include "sampler.h"

#include <sys/resource.h>

#include "bv.h"
#include "layout.h"
#include "memory.h"
#include "pattern.h"
#include "solver.h"
#include "statement.h"
#include "unasked.h"
#include "unknown_map.h"

enum {
	ASKING_STEPS = 1 << 19, /* of an execution that goes on asking for inputs, that is: */
	MANY_INPUTS = 1 << 10,  /* after so many of them */
	FAR_RUNS = 4,           /* sampler_execute_far */
	FAR_STEPS = 1 << 22,
	MANY_CALLS = 1 << 10, /* that have not returned: no tree of calls is so deep */
	MAX_MEGABYTES = 512,
	EVEN_LEAST = 3, /* an execution is told 0, but for one of 2^EVEN_LEAST, and so on, answers */
	EVEN_STEP = 2,
	EVEN_KINDS = 6,
	CALLS_OF_SITE = 2
};

struct sampler {
	struct program *program;
	struct run *run;
	struct sample_limits limits;
	long peak_limit; /* KB */
	struct pattern_constants constants;
	bool *unread;  /* per global: its initial value does not matter */
	bool complete; /* sampler_is_complete */
	bool patient;  /* sampler_be_patient */
	bool tireless; /* executions that go on asking for inputs are not given up */
	/* of the current execution */
	struct inputs *inputs;
	struct unknown_maps maps;
	enum pattern pattern;
	uint64_t even;        /* one of so many answers is of the pattern, all others are 0 */
	uint64_t seed, drawn; /* drawn: numbers taken of the seed */
	struct tape *tape;    /* or NULL: the pattern says */
	const struct tape_source *source;
	struct table cells; /* of maps: where on the tape they are, by hash */
	struct table sites; /* hashes of what asked -> a number; kept from execution to execution */
	struct layout layout;
	uint64_t asked;       /* inputs that it asked for */
	struct table askings; /* statement and calls -> how often it asked, if that is counted */
	uint64_t identities;  /* of these, how many were identities */
	const struct sample_watcher *watcher;
};

bool sampler_out_of_time(const struct sampler *t)
{
	return t->limits.deadline != SOLVER_NO_DEADLINE && clock_now() >= t->limits.deadline;
}

/* --- inputs --- */

/* A number of its own for each statement or goto with an id, and each way of the last calls to it. */
static uint32_t site_of(struct sampler *t, const struct run *run, uint64_t id)
{
	uint64_t depth = run_depth(run), key = id;
	for (uint64_t i = 2; i < 2 + CALLS_OF_SITE && i <= depth; i++) {
		const struct statement *call;
		run_frame(run, depth - i, &call);
		key = hash_mix(key, (uintptr_t)call);
	}
	uint64_t site = table_get(&t->sites, key >> 1, UINT64_MAX);
	if (site == UINT64_MAX) {
		site = t->sites.count;
		table_put(&t->sites, key >> 1, site);
	}
	return (uint32_t)site;
}

/* For a statement or goto of that id. */
static uint64_t next_answer(struct sampler *t, const struct run *run, uint64_t id, uint32_t width)
{
	return tape_next(t->tape, 0, site_of(t, run, id), width, t->source);
}

static struct value next_value(struct sampler *t, const struct run *run, uint64_t id, uint32_t width)
{
	if (t->tape)
		return tape_value(next_answer(t, run, id, width), width);
	uint64_t random = pattern_draw(t->seed, t->drawn++);
	bool other = t->even < 2 || hash_mix(random, t->seed) % t->even == 0;
	return pattern_value(other ? t->pattern : PATTERN_ZERO, &t->constants, width, random);
}

/* Asked for again it is the same. */
static uint64_t cell_on_tape(struct sampler *t, uint64_t key, size_t track, uint32_t width)
{
	uint64_t place = table_get(&t->cells, key >> 1, UINT64_MAX);
	if (place != UINT64_MAX && track < t->tape->count && place < t->tape->at[track].used)
		return t->tape->at[track].at[place].value;
	uint64_t value = tape_next(t->tape, track, 0, width, t->source);
	table_put(&t->cells, key >> 1, t->tape->at[track].used - 1);
	return value;
}

/* The initial contents of memory and the like: a function of which map it is, and of the index. */
static struct value answer_cell(void *context, const struct unknown_map *map, const uint64_t *index)
{
	struct sampler *t = context;
	const struct bank *bank = t->program->bank;
	uint64_t state = pattern_draw(~t->seed, map->serial), place;
	for (uint32_t i = 0; i < bv_words(sort_width(bank, sort_index(bank, map->sort))); i++)
		state = pattern_draw(state, index[i]);
	t->asked++;
	uint32_t width = sort_bits(bank, sort_value(bank, map->sort));
	if (map->global && layout_cell(&t->layout, map->global, index[0], &place))
		return value_word(width, place);
	if (t->tape)
		return tape_value(cell_on_tape(t, state, map->serial + 1, width), width);
	return pattern_value(t->pattern, &t->constants, width, state);
}

static struct value next_map(struct sampler *t, sort s, const struct variable *global,
			     const struct statement *statement, uint64_t calls)
{
	struct unknown_map map = {
		.sort = s, .global = global, .statement = statement, .answer = answer_cell, .context = t, .calls = calls
	};
	return unknown_map_new(&t->maps, t->program->bank, map);
}

/* --- hooks --- */

static bool give_havoc(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct sampler *t = context;
	const struct bank *bank = t->program->bank;
	(void)run, (void)proc;
	t->asked++;
	if (sort_kind(bank, s->target->sort) == SORT_MAP) {
		/* All of memory with any contents leads to violations of which few are the program's. */
		if (attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE))
			return false;
		*out = next_map(t, s->target->sort, NULL, s, run_calls(run));
		return true;
	}
	uint32_t width = sort_bits(bank, s->target->sort);
	uint64_t id = attribute_get_number(s->attributes, ATTRIBUTE_ID, 0);
	*out = attribute_find(s->attributes, ATTRIBUTE_IDENTITY)
		       ? value_word(width, fresh_first(t->program) + t->identities++)
		       : next_value(t, run, id, width);
	inputs_add(t->inputs, id, run_calls(run), out);
	return true;
}

static bool give_fresh(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct sampler *t = context;
	uint32_t width = sort_width(t->program->bank, s->target->sort);
	(void)proc;
	if (!run_next_fresh(run, width, out))
		return false;
	inputs_add(t->inputs, attribute_get_number(s->attributes, ATTRIBUTE_ID, 0), run_calls(run), out);
	return true;
}

static uint32_t give_choice(void *context, const struct run *run, const struct procedure *proc,
			    const struct block *block)
{
	struct sampler *t = context;
	(void)run, (void)proc;
	t->asked++;
	uint32_t count = block->terminator.target_count;
	uint64_t id = attribute_get_number(block->terminator.attributes, ATTRIBUTE_ID, 0);
	uint32_t target = t->tape                      ? (uint32_t)(next_answer(t, run, id, 32) % count)
			  : t->pattern == PATTERN_ZERO ? 0
			  : t->pattern == PATTERN_ONE  ? count - 1
						       : (uint32_t)(pattern_draw(t->seed, t->drawn++) % count);
	struct value v = value_word(32, target);
	inputs_add(t->inputs, id, run_calls(run), &v);
	return target;
}

/* Variables of procedures begin with 0. */
static bool give_initial(void *context, const struct run *run, const struct procedure *proc, const struct variable *v,
			 struct value *out)
{
	struct sampler *t = context;
	const struct bank *bank = t->program->bank;
	(void)run;
	if (proc)
		return false;
	if (sort_kind(bank, v->sort) == SORT_MAP) {
		*out = next_map(t, v->sort, v, NULL, 0);
		return true;
	}
	bool unread = t->unread[v->index];
	uint32_t width = sort_bits(bank, v->sort);
	t->asked += !unread;
	*out = t->tape && unread ? value_word(width, 0) : next_value(t, run, 0, width);
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
	struct sampler *t = context;
	return !sampler_out_of_time(t) && peak_memory() < t->peak_limit;
}

/* --- executions --- */

/* How often has the statement asked behind the same calls? */
static uint64_t count_asking(struct sampler *t, const struct run *run, const struct statement *s)
{
	uint64_t key = hash_mix(attribute_get_number(s->attributes, ATTRIBUTE_ID, 0), run_calls(run));
	uint64_t count = table_get(&t->askings, key, 0) + 1;
	table_put(&t->askings, key, count);
	return count;
}

/* Is it a loop or a recursion that just goes on asking? Patience is for many calls, each of which asks: not for one that
 * does, nor for those that are ever deeper. */
static bool asks_on(struct sampler *t, const struct run *run, const struct statement *s)
{
	if (t->tireless)
		return false;
	bool patient = t->patient && run_depth(run) < MANY_CALLS;
	uint64_t asked = patient ? count_asking(t, run, s) : t->asked;
	return asked > MANY_INPUTS && run_steps(run) > ASKING_STEPS;
}

static bool give_havoc_unless_asking(void *context, const struct run *run, const struct procedure *proc,
				     const struct statement *s, struct value *out)
{
	struct sampler *t = context;
	return !asks_on(t, run, s) && give_havoc(context, run, proc, s, out);
}

static void tell_call(void *context, const struct run *run, const struct procedure *callee,
		      const struct statement *site)
{
	const struct sampler *t = context;
	t->watcher->call(t->watcher->context, run, callee, site);
}

static bool tell_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		      const struct statement *s)
{
	const struct sampler *t = context;
	return t->watcher->step(t->watcher->context, run, proc, block, s);
}

static void tell_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			uint32_t target)
{
	const struct sampler *t = context;
	t->watcher->branch(t->watcher->context, run, proc, block, target);
}

static struct run_options options_for(struct sampler *t, uint64_t max_steps)
{
	const struct sample_watcher *w = t->watcher;
	struct run_options o = { .max_steps = max_steps,
				 .max_bytes = UINT64_C(1) << 28,
				 .max_cells = 1 << 20,
				 .leap = !w || w->leaps,
				 .hooks = { .context = t,
					    .havoc = give_havoc_unless_asking,
					    .fresh = give_fresh,
					    .choice = give_choice,
					    .initial = give_initial,
					    .call = w && w->call ? tell_call : NULL,
					    .step = w && w->step ? tell_step : NULL,
					    .branch = w && w->branch ? tell_branch : NULL,
					    .poll = go_on } };
	uint32_t megabytes = t->limits.memory_mb;
	if (megabytes && megabytes < 8 * (o.max_bytes >> 20))
		o.max_bytes = (uint64_t)megabytes << 17;
	return o;
}

static void forget_execution(struct sampler *t)
{
	inputs_free(t->inputs);
	t->inputs = NULL;
	unknown_maps_release(&t->maps);
}

static const struct run_result *execute(struct sampler *t, uint32_t layout, uint64_t max_steps,
					const struct sample_watcher *watcher)
{
	forget_execution(t);
	layout_release(&t->layout);
	t->layout = layout_of(t->program, layout);
	t->drawn = t->asked = t->identities = 0;
	table_clear(&t->askings);
	t->inputs = inputs_new();
	t->watcher = watcher;
	struct run_options options = options_for(t, max_steps);
	return run_execute(t->run, &options);
}

/* A program that does much before it is done mostly asks whether something has failed: where every second answer says so it never gets far. */
static uint64_t even_of(uint32_t number)
{
	if (number < SAMPLE_EVEN)
		return 1;
	return UINT64_C(1) << (EVEN_LEAST + EVEN_STEP * (number % EVEN_KINDS));
}

const struct run_result *sampler_execute(struct sampler *t, uint32_t number, uint64_t max_steps,
					 const struct sample_watcher *watcher)
{
	t->pattern = number < PATTERN_MIXED ? (enum pattern)number : PATTERN_MIXED;
	t->even = even_of(number);
	t->seed = number;
	t->tape = NULL;
	return execute(t, number, max_steps, watcher);
}

void sampler_execute_some(struct sampler *t, uint32_t count, const struct sample_watcher *watcher)
{
	bool asked = true;
	for (uint32_t i = 0; i < count && asked && !sampler_out_of_time(t); i++) {
		sampler_execute(t, i, SAMPLE_SHORT, watcher);
		asked = sampler_asked(t);
	}
}

bool sampler_execute_far(struct sampler *t, const struct sample_watcher *watcher,
			 uint32_t (*missing)(const void *context))
{
	uint32_t before = missing(watcher->context), left = before;
	bool differs = true;
	t->tireless = true;
	/* Mixed ones in turn with those of single values. */
	for (uint32_t i = 0; i < FAR_RUNS && left && differs && !sampler_out_of_time(t); i++) {
		const struct run_result *r =
			sampler_execute(t, i % 2 ? i / 2 : PATTERN_MIXED + i / 2, FAR_STEPS, watcher);
		bool was_long = r->steps > SAMPLE_SHORT;
		left = missing(watcher->context);
		differs = sampler_asked(t) && (!i || left < before) && (was_long || i % 2 == 0);
	}
	t->tireless = false;
	return left < before;
}

const struct run_result *sampler_follow(struct sampler *t, struct tape *tape, const struct tape_source *source,
					uint64_t max_steps, const struct sample_watcher *watcher)
{
	tape_rewind(tape);
	table_clear(&t->cells);
	t->seed = 0;
	t->tape = tape;
	t->source = source;
	return execute(t, 0, max_steps, watcher);
}

const struct run *sampler_run(const struct sampler *t)
{
	return t->run;
}

const struct pattern_constants *sampler_constants(const struct sampler *t)
{
	return &t->constants;
}

bool sampler_asked(const struct sampler *t)
{
	return t->asked != 0;
}

bool sampler_asked_widely(const struct sampler *t)
{
	return t->askings.count > MANY_INPUTS;
}

void sampler_be_patient(struct sampler *t, bool patient)
{
	t->patient = patient;
}

bool sampler_is_complete(const struct sampler *t)
{
	return t->complete;
}

struct inputs *sampler_take_inputs(struct sampler *t)
{
	struct inputs *inputs = t->inputs;
	if (inputs)
		unknown_maps_record(&t->maps, inputs);
	t->inputs = NULL;
	return inputs;
}

/* --- life --- */

struct sampler *sampler_new(struct program *program, struct sample_limits limits)
{
	struct sampler *t = memory_alloc(sizeof *t);
	uint32_t megabytes = limits.memory_mb ? limits.memory_mb / 4 : MAX_MEGABYTES;
	*t = (struct sampler){ .program = program, .limits = limits };
	t->peak_limit = peak_memory() + 1024L * (megabytes < MAX_MEGABYTES ? megabytes : MAX_MEGABYTES);
	t->run = run_new(program);
	t->unread = memory_alloc((program->global_count + 1) * sizeof *t->unread);
	t->complete = unasked_find(program, t->unread);
	pattern_collect(&t->constants, program);
	return t;
}

void sampler_free(struct sampler *t)
{
	forget_execution(t);
	layout_release(&t->layout);
	table_free(&t->cells);
	table_free(&t->askings);
	table_free(&t->sites);
	run_free(t->run);
	pattern_release(&t->constants);
	memory_free(t->unread);
	memory_free(t);
}
