/* The interpreter from outside: an execution from beginning to end, and questions about its state. */
#include "run.h"

#include <string.h>

#include "bv.h"
#include "role.h"
#include "run_code.h"

enum { POLL_EVERY = 1 << 16, MOST_LEAPS = 1 << 14 };

static uint32_t most_variables(const struct program *program)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < program->procedure_count; i++) {
		if (program->procedures[i]->variable_count > most)
			most = program->procedures[i]->variable_count;
	}
	return most;
}

struct run *run_new(const struct program *program)
{
	struct run *run = memory_alloc(sizeof *run);
	run->program = program;
	run->codes = memory_alloc((program->procedure_count + 1) * sizeof *run->codes);
	run->global_slots = memory_alloc((program->global_count + 1) * sizeof *run->global_slots);
	run->global_words = run_assign_slots(run, program->globals, program->global_count, run->global_slots);
	run->globals = memory_alloc((run->global_words + 1) * sizeof *run->globals);
	run->status = program_role(program, GLOBAL_STATUS);
	run->views = memory_alloc((program->global_count + most_variables(program) + 1) * sizeof *run->views);
	return run;
}

/* Releases the maps of the last execution. */
static void forget_execution(struct run *run)
{
	while (run->frames.count)
		run_leave(run);
	for (uint32_t i = 0; i < run->program->global_count; i++) {
		if (run->global_slots[i].is_map)
			run_map_set(run->globals + run->global_slots[i].at, NULL);
	}
	for (uint32_t i = 0; i < run->map_capacity; i++)
		run_map_set(run->maps + i, NULL);
	run_forget_fresh(run);
	arena_free(run->execution);
	run->execution = NULL;
}

void run_free(struct run *run)
{
	if (!run)
		return;
	forget_execution(run);
	for (uint32_t i = 0; i < run->program->procedure_count; i++)
		run_code_free(run->codes[i]);
	memory_free(run->codes);
	memory_free(run->global_slots);
	memory_free(run->globals);
	memory_free(run->temporaries);
	memory_free(run->maps);
	memory_free(run->words);
	memory_free(run->views);
	vec_free(&run->constants);
	vec_free(&run->frames);
	layout_release(&run->layout);
	table_free(&run->constant_positions);
	table_free(&run->given);
	vec_free(&run->given_large);
	memory_free(run);
}

uint64_t run_next_event(const struct run *run)
{
	uint64_t next = run->options.hooks.poll ? run->result.steps + POLL_EVERY : UINT64_MAX;
	return run->options.max_steps && run->options.max_steps < next ? run->options.max_steps : next;
}

static void set_options(struct run *run, const struct run_options *options)
{
	struct run_options *o = &run->options;
	*o = *options;
	o->max_depth = o->max_depth ? o->max_depth : UINT64_C(1) << 22;
	o->max_cells = o->max_cells ? o->max_cells : UINT64_C(1) << 24;
	o->max_bytes = o->max_bytes ? o->max_bytes : UINT64_C(1) << 32;
	layout_release(&run->layout);
	run->layout = layout_of(run->program, o->random ? o->seed : 0);
	run->initializes = o->random || o->hooks.initial || o->hooks.initial_cell || run->layout.address_bits != 0;
	run->random = o->seed;
	run->serials = 0;
	run->number++;
	run->leaps = o->leap ? MOST_LEAPS : 0;
	run->leaping = false;
	run->first_fresh = attribute_get_number(run->program->attributes, ATTRIBUTE_FIRST_FRESH, 1);
	run->first_fresh = run->first_fresh ? run->first_fresh : 1;
	run->next_fresh = run->first_fresh;
	run->result = (struct run_result){ .end = RUN_RETURNED };
	run->next_event = run_next_event(run);
}

static bool initialize_globals(struct run *run)
{
	const struct program *p = run->program;
	memset(run->globals, 0, run->global_words * sizeof *run->globals);
	for (uint32_t i = 0; run->initializes && i < p->global_count; i++) {
		if (!run_initialize(run, NULL, p->globals[i], run->globals + run->global_slots[i].at))
			return false;
	}
	return true;
}

const struct run_result *run_execute(struct run *run, const struct run_options *options)
{
	forget_execution(run);
	set_options(run, options);
	run->execution = arena_new();
	run->result.procedure = run->program->entry;
	if (!initialize_globals(run)) {
		run->result.end = RUN_REPLAY;
		return &run->result;
	}
	run->result.limit = run_enter(run, run->program->entry);
	if (run->result.limit != RUN_LIMIT_NONE)
		run->result.end = RUN_LIMIT;
	else if (run_initialize_frame(run))
		run_loop(run);
	return &run->result;
}

/* --- questions --- */

/* A value that borrows a variable's words. */
static const struct value *lend(const struct run *run, sort s, uint64_t *words, struct value *view)
{
	const struct bank *bank = run->program->bank;
	if (sort_kind(bank, s) == SORT_MAP) {
		if (!*words)
			*words = (uintptr_t)run_map_zero(run->program, s);
		view->kind = VALUE_MAP;
		view->map = (struct map_value *)(uintptr_t)*words;
		return view;
	}
	view->width = sort_width(bank, s);
	view->kind = view->width > 64 ? VALUE_WIDE : VALUE_WORD;
	if (view->width > 64)
		view->words = words;
	else
		view->word = *words;
	return view;
}

static const struct value *value_in(const struct run *run, const struct frame *f, const struct variable *v)
{
	const struct code *code = f->code;
	if (v->procedure != code->procedure)
		return NULL;
	struct value *view = &run->views[run->program->global_count + v->index];
	return lend(run, v->sort, run->words + f->base + code->slots[v->index].at, view);
}

const struct value *run_value(const struct run *run, const struct variable *v)
{
	if (v->kind == VARIABLE_GLOBAL) {
		if (v->index >= run->program->global_count || run->program->globals[v->index] != v)
			return NULL;
		return lend(run, v->sort, run->globals + run->global_slots[v->index].at, &run->views[v->index]);
	}
	if (!run->frames.count)
		return NULL;
	return value_in(run, &vec_last(&run->frames), v);
}

uint64_t run_depth(const struct run *run)
{
	return run->frames.count;
}

struct location run_place(const struct run *run, struct location location)
{
	for (uint64_t level = run_depth(run); location_in_library(location) && level-- > 1;) {
		const struct statement *call = NULL;
		run_frame(run, level - 1, &call);
		if (!call)
			break;
		location = attribute_location(call->attributes);
	}
	return location;
}

uint64_t run_calls(const struct run *run)
{
	return run->frames.count ? vec_last(&run->frames).calls : 0;
}

const struct procedure *run_frame(const struct run *run, uint64_t level, const struct statement **call)
{
	if (level >= run->frames.count)
		return NULL;
	if (call)
		*call = run->frames.at[level].call;
	return run->frames.at[level].code->procedure;
}

uint64_t run_steps(const struct run *run)
{
	return run->result.steps;
}

const struct program *run_program(const struct run *run)
{
	return run->program;
}

static const char *limit_text(enum run_limit limit)
{
	switch (limit) {
	case RUN_LIMIT_NONE:
		break;
	case RUN_LIMIT_STEPS:
		return "the limit of steps was reached";
	case RUN_LIMIT_DEPTH:
		return "the limit of nested calls was reached";
	case RUN_LIMIT_CELLS:
		return "a block operation has more cells than the limit";
	case RUN_LIMIT_BYTES:
		return "the limit of memory was reached";
	}
	return "a limit was reached";
}

const char *run_end_text(const struct run_result *result)
{
	switch (result->end) {
	case RUN_RETURNED:
		return "returned";
	case RUN_VIOLATED:
		return "an assertion is violated";
	case RUN_BLOCKED:
		return "an assumption does not hold";
	case RUN_EXITED:
		return "exited";
	case RUN_LIMIT:
		return limit_text(result->limit);
	case RUN_REPLAY:
		return "there is no input for this, or one that does not fit";
	case RUN_STOPPED:
		return "stopped";
	}
	return "unknown";
}
