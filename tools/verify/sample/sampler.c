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
	MAX_MEGABYTES = 512
};

struct sampler {
	struct program *program;
	struct run *run;
	struct sample_limits limits;
	long peak_limit; /* KB */
	struct pattern_constants constants;
	bool *unread;  /* per global: its initial value does not matter */
	bool complete; /* sampler_is_complete */
	/* of the current execution */
	struct inputs *inputs;
	struct unknown_maps maps;
	enum pattern pattern;
	uint64_t seed, drawn; /* drawn: numbers taken of the seed */
	struct layout layout;
	uint64_t asked;      /* inputs that it asked for */
	uint64_t identities; /* of these, how many were identities */
	const struct sample_watcher *watcher;
};

bool sampler_out_of_time(const struct sampler *t)
{
	return t->limits.deadline != SOLVER_NO_DEADLINE && clock_now() >= t->limits.deadline;
}

/* --- inputs --- */

static struct value next_value(struct sampler *t, uint32_t width)
{
	return pattern_value(t->pattern, &t->constants, width, pattern_draw(t->seed, t->drawn++));
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
	if (map->global && layout_cell(&t->layout, t->program, map->global, index[0], &place))
		return value_word(width, place);
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
	/* A value of which not everything is known is not for us to choose (counterexample_replay). */
	if (attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE))
		return false;
	t->asked++;
	if (sort_kind(bank, s->target->sort) == SORT_MAP) {
		*out = next_map(t, s->target->sort, NULL, s, run_calls(run));
		return true;
	}
	uint32_t width = sort_bits(bank, s->target->sort);
	*out = attribute_find(s->attributes, ATTRIBUTE_IDENTITY)
		       ? value_word(width, fresh_first(t->program) + t->identities++)
		       : next_value(t, width);
	inputs_add(t->inputs, attribute_get_number(s->attributes, ATTRIBUTE_ID, 0), run_calls(run), out);
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
	uint32_t target = t->pattern == PATTERN_ZERO  ? 0
			  : t->pattern == PATTERN_ONE ? count - 1
						      : (uint32_t)(pattern_draw(t->seed, t->drawn++) % count);
	struct value v = value_word(32, target);
	inputs_add(t->inputs, attribute_get_number(block->terminator.attributes, ATTRIBUTE_ID, 0), run_calls(run), &v);
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
	if (!t->unread[v->index])
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
	struct sampler *t = context;
	return !sampler_out_of_time(t) && peak_memory() < t->peak_limit;
}

/* --- executions --- */

/* Is it a loop that just goes on asking? */
static bool asks_on(const struct sampler *t, const struct run *run)
{
	return t->asked > MANY_INPUTS && run_steps(run) > ASKING_STEPS;
}

static bool give_havoc_unless_asking(void *context, const struct run *run, const struct procedure *proc,
				     const struct statement *s, struct value *out)
{
	struct sampler *t = context;
	return !asks_on(t, run) && give_havoc(context, run, proc, s, out);
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

static struct run_options options_for(struct sampler *t, uint64_t max_steps)
{
	const struct sample_watcher *w = t->watcher;
	struct run_options o = { .max_steps = max_steps,
				 .max_bytes = UINT64_C(1) << 28,
				 .max_cells = 1 << 20,
				 .hooks = { .context = t,
					    .havoc = give_havoc_unless_asking,
					    .fresh = give_fresh,
					    .choice = give_choice,
					    .initial = give_initial,
					    .call = w && w->call ? tell_call : NULL,
					    .step = w && w->step ? tell_step : NULL,
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

const struct run_result *sampler_execute(struct sampler *t, uint32_t number, uint64_t max_steps,
					 const struct sample_watcher *watcher)
{
	forget_execution(t);
	t->pattern = number < PATTERN_MIXED ? (enum pattern)number : PATTERN_MIXED;
	t->seed = number;
	layout_release(&t->layout);
	t->layout = layout_of(t->program, number);
	t->drawn = t->asked = t->identities = 0;
	t->inputs = inputs_new();
	t->watcher = watcher;
	struct run_options options = options_for(t, max_steps);
	return run_execute(t->run, &options);
}

bool sampler_asked(const struct sampler *t)
{
	return t->asked != 0;
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
	run_free(t->run);
	pattern_release(&t->constants);
	memory_free(t->unread);
	memory_free(t);
}
