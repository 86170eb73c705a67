#include "replay.h"

/* The inputs' hooks have a context of their own: it is kept beside the watcher's. */
struct both {
	struct run_hooks inputs;
	const struct replay *replay;
};

static bool both_havoc(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct both *b = context;
	return b->inputs.havoc(b->inputs.context, run, proc, s, out);
}

static bool both_fresh(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct both *b = context;
	return b->inputs.fresh(b->inputs.context, run, proc, s, out);
}

static uint32_t both_choice(void *context, const struct run *run, const struct procedure *proc,
			    const struct block *block)
{
	struct both *b = context;
	return b->inputs.choice(b->inputs.context, run, proc, block);
}

static bool both_initial(void *context, const struct run *run, const struct procedure *proc, const struct variable *v,
			 struct value *out)
{
	struct both *b = context;
	bool given = b->inputs.initial(b->inputs.context, run, proc, v, out);
	if (given && b->replay->initial)
		b->replay->initial(b->replay->context, proc, v, out);
	return given;
}

static bool both_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		      const struct statement *s)
{
	struct both *b = context;
	return b->replay->step(b->replay->context, run, proc, block, s);
}

static void both_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			uint32_t target)
{
	struct both *b = context;
	b->replay->branch(b->replay->context, run, proc, block, target);
}

static void both_call(void *context, const struct run *run, const struct procedure *callee,
		      const struct statement *site)
{
	struct both *b = context;
	if (b->replay->call)
		b->replay->call(b->replay->context, run, callee, site);
}

static void both_finish(void *context, const struct run *run, const struct procedure *callee,
			const struct statement *site)
{
	struct both *b = context;
	if (b->replay->finish)
		b->replay->finish(b->replay->context, run, callee, site);
}

static void both_leap(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		      uint64_t rounds)
{
	struct both *b = context;
	if (b->replay->leap)
		b->replay->leap(b->replay->context, run, proc, block, rounds);
}

const struct run_result *replay_execute(struct run *run, struct inputs *inputs, const struct replay *replay)
{
	struct both b = { .replay = replay };
	inputs_rewind(inputs);
	inputs_hook(inputs, false, &b.inputs);
	struct run_options options = { .max_steps = replay->max_steps,
				       .leap = true,
				       .hooks = { .context = &b,
						  .havoc = both_havoc,
						  .fresh = both_fresh,
						  .choice = both_choice,
						  .initial = both_initial,
						  .step = replay->step ? both_step : NULL,
						  .branch = replay->branch ? both_branch : NULL,
						  .call = both_call,
						  .finish = both_finish,
						  .leap = both_leap } };
	return run_execute(run, &options);
}
