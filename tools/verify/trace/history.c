/* The graph of dependences, grown step by step. What a statement depends on must be asked before it is executed, and the
 * evaluator tells only afterwards: so after each step the one that comes next is looked at. */
#include "history_data.h"

#include <string.h>

#include "cfg.h"
#include "replay.h"

enum { MOST_STEPS = 1 << 18, MOST_EDGES = 1 << 24 };

/* --- nodes --- */

static uint32_t control(const struct history *h)
{
	const struct history_frame *f = &vec_last(&h->frames);
	return h->decisions.count > f->decisions ? vec_last(&h->decisions).node : f->call;
}

uint32_t history_add_node(struct history *h, uint32_t under, size_t from, size_t end,
			  const struct attribute *attributes, const struct procedure *proc)
{
	vec_push(&h->nodes,
		 (struct history_node){ h->steps, under, (uint32_t)h->edges.count, (uint32_t)(end - from), false });
	for (size_t i = from; i < end; i++)
		vec_push(&h->edges, h->pending.at[i]);
	vec_push(&h->places, attribute_location(attributes));
	vec_push(&h->functions, violation_function(proc, attributes));
	return (uint32_t)h->nodes.count - 1;
}

static void define(struct history *h, const struct variable *v, uint32_t node)
{
	if (v->kind == VARIABLE_GLOBAL) {
		h->globals[v->index] = node;
		h->nodes.at[node].state = true;
		h->watch.lost |= sort_kind(h->program->bank, v->sort) == SORT_MAP; /* the result of a call */
	} else {
		h->locals.at[vec_last(&h->frames).locals + v->index] = node;
	}
}

static void push_frame(struct history *h, const struct procedure *proc, uint32_t call)
{
	vec_push(&h->frames, (struct history_frame){ proc, h->locals.count, h->decisions.count, call });
	for (uint32_t i = 0; i < proc->variable_count; i++)
		vec_push(&h->locals, 0);
}

/* --- what comes next --- */

static void prepare_call(struct history *h, const struct statement *s)
{
	for (uint32_t i = 0; i < s->argument_count; i++) {
		history_collect(h, s->arguments[i]);
		vec_push(&h->argument_ends, h->pending.count);
	}
}

static void prepare(struct history *h, const struct block *block, const struct statement *after)
{
	const struct statement *s = after ? after + 1 : block->statements;
	vec_clear(&h->pending);
	vec_clear(&h->argument_ends);
	vec_clear(&h->writes);
	if (s == block->statements + block->statement_count) {
		if (block->terminator.kind == TERMINATOR_BRANCH)
			history_collect(h, block->terminator.term);
		return;
	}
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		if (sort_kind(h->program->bank, s->target->sort) == SORT_MAP && s->target->kind == VARIABLE_GLOBAL)
			history_collect_writes(h, s->target, s->term);
		else
			history_collect(h, s->term);
		break;
	case STATEMENT_ASSERT:
		history_collect(h, s->term);
		break;
	case STATEMENT_CALL:
		prepare_call(h, s);
		break;
	case STATEMENT_ASSUME:
		if (h->watch.on)
			history_collect(h, s->term);
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		break;
	}
}

/* --- steps --- */

static void write_map(struct history *h, const struct statement *s, const struct procedure *proc)
{
	struct map_history *m = &h->maps[s->target->index];
	for (size_t i = h->writes.count; i-- > 0;) {
		const struct pending_write *p = &h->writes.at[i];
		struct map_write w = p->write;
		w.node = history_add_node(h, control(h), p->edges, p->end, s->attributes, proc);
		h->nodes.at[w.node].state = true;
		vec_push(&m->writes, w);
		if (w.count == 1)
			table_put(&m->cells, hash_mix(w.at[0], w.at[1]) >> 1, m->writes.count);
		else
			vec_push(&m->ranges, m->writes.count - 1);
	}
}

static void note_object(struct history *h, const struct statement *s, const struct procedure *proc)
{
	const struct attribute *a = attribute_find(s->attributes, ATTRIBUTE_CREATES);
	const struct value *v = run_value(h->run, s->target);
	if (!a || a->count < 2 || !a->values[0].string || !a->values[1].string || !v)
		return;
	vec_push(&h->origins, (struct origin_of_object){ a->values[0].string, a->values[1].string,
							 violation_function(proc, s->attributes),
							 attribute_location(s->attributes) });
	table_put(&h->objects, value_bits(v)[0], h->origins.count);
}

static void step_assign(struct history *h, const struct statement *s, const struct procedure *proc)
{
	bool map = sort_kind(h->program->bank, s->target->sort) == SORT_MAP && s->target->kind == VARIABLE_GLOBAL;
	if (map)
		write_map(h, s, proc);
	else
		define(h, s->target, history_add_node(h, control(h), 0, h->pending.count, s->attributes, proc));
	history_watch_assign(h, s);
}

static void step_unknown(struct history *h, const struct statement *s, const struct procedure *proc)
{
	uint32_t node = history_add_node(h, control(h), 0, 0, s->attributes, proc);
	if (s->kind == STATEMENT_FRESH)
		note_object(h, s, proc);
	history_watch_choice(h, s, node);
	if (sort_kind(h->program->bank, s->target->sort) == SORT_MAP && s->target->kind == VARIABLE_GLOBAL) {
		struct map_history *m = &h->maps[s->target->index];
		vec_push(&m->writes, (struct map_write){ { 0, 0 }, 0, node });
		vec_push(&m->ranges, m->writes.count - 1);
	} else {
		define(h, s->target, node);
	}
}

static void step_return(struct history *h, const struct statement *s, const struct procedure *proc)
{
	for (uint32_t i = 0; i < s->out_count; i++) {
		vec_clear(&h->pending);
		if (i < h->results.count && h->results.at[i])
			vec_push(&h->pending, h->results.at[i]);
		define(h, s->outs[i], history_add_node(h, control(h), 0, h->pending.count, s->attributes, proc));
	}
}

static bool history_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			 const struct statement *s)
{
	struct history *h = context;
	h->run = run;
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		step_assign(h, s, proc);
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		step_unknown(h, s, proc);
		break;
	case STATEMENT_CALL:
		step_return(h, s, proc);
		break;
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		history_watch_condition(h, s);
		break;
	}
	h->steps++;
	prepare(h, block, s);
	return h->steps < MOST_STEPS && h->edges.count < MOST_EDGES;
}

static void history_call(void *context, const struct run *run, const struct procedure *callee,
			 const struct statement *site)
{
	struct history *h = context;
	h->run = run;
	if (!site) { /* the entry */
		push_frame(h, callee, 0);
		h->steps++;
		prepare(h, callee->blocks[0], NULL);
		return;
	}
	const struct procedure *caller = vec_last(&h->frames).procedure;
	uint32_t call = history_add_node(h, control(h), 0, 0, site->attributes, caller);
	push_frame(h, callee, call);
	for (uint32_t i = 0; i < site->argument_count && i < h->argument_ends.count; i++) {
		size_t from = i ? h->argument_ends.at[i - 1] : 0;
		define(h, callee->variables[i],
		       history_add_node(h, call, from, h->argument_ends.at[i], site->attributes, caller));
	}
	history_watch_call(h);
	h->steps++;
	prepare(h, callee->blocks[0], NULL);
}

static void history_finish(void *context, const struct run *run, const struct procedure *callee,
			   const struct statement *site)
{
	struct history *h = context;
	struct history_frame f = vec_last(&h->frames);
	(void)run, (void)site;
	vec_clear(&h->results);
	for (uint32_t i = 0; i < callee->out_count; i++)
		vec_push(&h->results, h->locals.at[f.locals + callee->in_count + i]);
	history_watch_return(h);
	if (h->frames.count == 1)
		return;
	h->frames.count--;
	h->locals.count = f.locals;
	h->decisions.count = f.decisions;
}

/* --- decisions --- */

static const uint32_t *until_of(struct history *h, const struct procedure *proc)
{
	uint32_t **until = &h->until[proc->index];
	if (*until)
		return *until;
	struct cfg *cfg = cfg_new(proc);
	struct dominators *post = post_dominators_new(cfg);
	*until = memory_alloc((proc->block_count + 1) * sizeof **until);
	memcpy(*until, post->parent, proc->block_count * sizeof **until);
	dominators_free(post);
	cfg_free(cfg);
	return *until;
}

static void history_branch(void *context, const struct run *run, const struct procedure *proc,
			   const struct block *block, uint32_t target)
{
	struct history *h = context;
	const struct terminator *t = &block->terminator;
	const struct block *next = t->targets[target];
	h->run = run;
	if (t->target_count > 1) {
		uint32_t node = history_add_node(h, control(h), 0, h->pending.count, t->attributes, proc);
		vec_push(&h->decisions, (struct decision){ node, until_of(h, proc)[block->index] });
		history_watch_led(h, 0);
	}
	while (h->decisions.count > vec_last(&h->frames).decisions && vec_last(&h->decisions).until == next->index)
		h->decisions.count--;
	h->steps++;
	prepare(h, next, NULL);
}

/* --- the slice --- */

static void mark(struct history *h, uint32_t root_control)
{
	VEC(uint32_t) work = { 0 };
	bool *seen = memory_alloc((h->nodes.count + 1) * sizeof *seen);
	for (size_t i = 0; i < h->pending.count; i++)
		vec_push(&work, h->pending.at[i]);
	vec_push(&work, root_control);
	while (work.count) {
		uint32_t n = vec_pop(&work);
		if (!n || seen[n])
			continue;
		seen[n] = true;
		const struct history_node *node = &h->nodes.at[n];
		table_put(&h->relevant, node->step, 1);
		vec_push(&work, node->control);
		for (uint32_t i = 0; i < node->count; i++)
			vec_push(&work, h->edges.at[node->edges + i]);
	}
	memory_free(seen);
	vec_free(&work);
}

/* When the state that the assertion reads, perhaps through temporaries, was set last. */
static void find_last_change(struct history *h)
{
	VEC(uint32_t) work = { 0 };
	bool *seen = memory_alloc((h->nodes.count + 1) * sizeof *seen);
	for (size_t i = 0; i < h->pending.count; i++)
		vec_push(&work, h->pending.at[i]);
	while (work.count) {
		uint32_t n = vec_pop(&work);
		const struct history_node *node = &h->nodes.at[n];
		if (!n || seen[n])
			continue;
		seen[n] = true;
		if (node->state && node->step > h->last_change)
			h->last_change = node->step;
		for (uint32_t i = 0; !node->state && i < node->count; i++)
			vec_push(&work, h->edges.at[node->edges + i]);
	}
	memory_free(seen);
	vec_free(&work);
}

static bool ends_outside(const struct history *h)
{
	bool kernel = false;
	for (size_t i = 0; i < h->frames.count; i++) {
		struct location location = attribute_location(h->frames.at[i].procedure->attributes);
		if (location.line && !location_in_library(location))
			return false;
		kernel |= location_in_kernel(location);
	}
	return kernel;
}

static void note_statics(struct history *h)
{
	for (const struct attribute *a = h->program->attributes; a; a = a->next) {
		if (strcmp(a->key, ATTRIBUTE_STATIC) || a->count < 6 || !a->values[1].string || !a->values[3].string)
			continue;
		struct location location = { a->values[3].string, (uint32_t)a->values[4].number,
					     (uint32_t)a->values[5].number };
		vec_push(&h->origins, (struct origin_of_object){ "static", a->values[1].string, NULL, location });
		table_put(&h->objects, a->values[0].number, h->origins.count);
	}
}

static void history_leap(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			 uint64_t rounds)
{
	struct history *h = context;
	(void)run, (void)proc, (void)block, (void)rounds;
	h->watch.lost = true;
}

struct history *history_new(struct program *program, const struct counterexample *c)
{
	struct history *h = memory_alloc(sizeof *h);
	h->program = program;
	h->globals = memory_alloc((program->global_count + 1) * sizeof *h->globals);
	h->maps = memory_alloc((program->global_count + 1) * sizeof *h->maps);
	h->until = memory_alloc((program->procedure_count + 1) * sizeof *h->until);
	vec_push(&h->nodes, (struct history_node){ 0 });
	vec_push(&h->places, (struct location){ 0 });
	vec_push(&h->functions, "");
	h->watch.on = c->approximate;
	note_statics(h);
	struct replay replay = { .context = h,
				 .step = history_step,
				 .branch = history_branch,
				 .call = history_call,
				 .finish = history_finish,
				 .leap = history_leap };
	struct run *run = run_new(program);
	h->run = run;
	const struct run_result *result = replay_execute(run, c->inputs, &replay);
	h->complete = result->end == RUN_VIOLATED && result->statement;
	h->approximate = h->watch.on && (!h->complete || history_watch_end(h));
	if (h->complete) {
		h->outside = ends_outside(h);
		find_last_change(h);
		mark(h, control(h));
		history_find_objects(h, result->statement);
	}
	run_free(run);
	h->run = NULL;
	return h;
}

void history_free(struct history *h)
{
	for (uint32_t i = 0; i < h->program->global_count; i++) {
		table_free(&h->maps[i].cells);
		vec_free(&h->maps[i].writes);
		vec_free(&h->maps[i].ranges);
	}
	for (uint32_t i = 0; i < h->program->procedure_count; i++)
		memory_free(h->until[i]);
	memory_free(h->until);
	memory_free(h->globals);
	memory_free(h->maps);
	vec_free(&h->nodes);
	vec_free(&h->edges);
	vec_free(&h->locals);
	vec_free(&h->results);
	vec_free(&h->decisions);
	vec_free(&h->frames);
	vec_free(&h->pending);
	vec_free(&h->argument_ends);
	vec_free(&h->writes);
	vec_free(&h->stack);
	vec_free(&h->origins);
	vec_free(&h->concerned);
	vec_free(&h->places);
	vec_free(&h->functions);
	table_free(&h->seen);
	table_free(&h->relevant);
	table_free(&h->objects);
	history_watch_release(h);
	memory_free(h);
}

bool history_complete(const struct history *h)
{
	return h->complete;
}

bool history_is_approximate(const struct history *h)
{
	return h->approximate;
}

bool history_is_outside(const struct history *h)
{
	return h->outside;
}

uint64_t history_last_change(const struct history *h)
{
	return h->complete ? h->last_change : 0;
}

bool history_relevant(const struct history *h, uint64_t step)
{
	return !h->complete || table_has(&h->relevant, step);
}
