#include "recording.h"

#include <string.h>

#include "bv.h"
#include "replay.h"

struct recorder {
	struct recording *recording;
	struct program *program;
	TABLE(const char *, bool) externals; /* interned names */
};

/* --- inputs --- */

static const char *second_string(const struct attribute *a)
{
	return a->count > 1 && a->values[1].string ? a->values[1].string : "";
}

static void add(struct recorded_values *list, const struct attribute *input, const struct statement *s,
		const struct value *value, struct location place)
{
	vec_push(list, (struct recorded_value){ input->values[0].string, second_string(input), value_copy(value),
						attribute_location(s->attributes), place });
}

/* The failure belongs to the allocation before it. */
static void add_failure(struct recording *r, const struct statement *s, const struct value *value)
{
	if (r->allocations.count && !violation_in_library(attribute_location(s->attributes)))
		vec_last(&r->allocations).fails = value_bits(value)[0] & 1;
}

static void record_input(struct recorder *recorder, const struct procedure *proc, const struct statement *s,
			 const struct attribute *input, const struct value *value, struct location place)
{
	struct recording *r = recorder->recording;
	const char *name = input->values[0].string;
	if (attribute_find(s->attributes, ATTRIBUTE_UNINITIALISED))
		add(&r->variables, input, s, value, place);
	else if (s->target->kind == VARIABLE_GLOBAL && proc == recorder->program->entry)
		add(&r->globals, input, s, value, place);
	else if (!strcmp(name, "malloc fails"))
		add_failure(r, s, value);
	else if (proc == recorder->program->entry)
		add(&r->arguments, input, s, value, place);
	else if (table_has(&recorder->externals, name))
		add(&r->results, input, s, value, place);
	else
		add(&r->others, input, s, value, place);
}

/* --- objects --- */

static void record_object(struct recorder *recorder, const struct statement *s, const struct value *identity)
{
	struct recording *r = recorder->recording;
	const struct attribute *a = attribute_find(s->attributes, ATTRIBUTE_CREATES);
	uint64_t object = value_bits(identity)[0];
	if (!a || a->count < 2 || !a->values[0].string || !a->values[1].string)
		return;
	const char *storage = a->values[0].string, *name = a->values[1].string;
	if (!strcmp(storage, "stack"))
		table_put(&r->stack, object, name);
	else if (!strcmp(storage, "argument"))
		table_put(&r->argument_objects, object, name);
	else if (!violation_in_library(attribute_location(s->attributes)))
		vec_push(&r->allocations, (struct recorded_allocation){ name, object, false });
}

static bool record_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			const struct statement *s)
{
	struct recorder *recorder = context;
	(void)block;
	if (s->kind != STATEMENT_HAVOC && s->kind != STATEMENT_FRESH && s->kind != STATEMENT_ASSIGN)
		return true;
	if (s->kind == STATEMENT_ASSIGN && !attribute_find(s->attributes, ATTRIBUTE_OUTPUT))
		return true;
	const struct value *value = run_value(run, s->target);
	const struct attribute *input = attribute_find(s->attributes, ATTRIBUTE_INPUT);
	if (!value)
		return true;
	struct location place = run_place(run, attribute_location(s->attributes));
	if (s->kind == STATEMENT_ASSIGN)
		typed_step(&recorder->recording->typed, s, place, value);
	else if (s->kind == STATEMENT_FRESH)
		record_object(recorder, s, value);
	else if (value->kind == VALUE_MAP)
		vec_push(&recorder->recording->writes, place);
	else if (input && input->count && input->values[0].string)
		record_input(recorder, proc, s, input, value, place);
	return true;
}

/* The entry calls hooks of the C program besides the function where it starts. */
static void record_call(void *context, const struct run *run, const struct procedure *callee,
			const struct statement *site)
{
	struct recorder *recorder = context;
	const char *name = attribute_get_string(callee->attributes, ATTRIBUTE_C);
	for (const struct attribute *a = recorder->program->attributes; site && name && run_depth(run) == 2 && a;
	     a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_MAIN) && a->count && a->values[0].string &&
		    !strcmp(a->values[0].string, name))
			recorder->recording->entry = name;
}

/* --- memory at the start --- */

struct cells {
	struct recording *recording;
	uint32_t offset_bits, index_width, value_width;
};

static void record_cell(void *context, const uint64_t *index, const uint64_t *words)
{
	const struct cells *c = context;
	struct value value = value_words(c->value_width, words);
	uint64_t object[2] = { 0 }, offset[2] = { 0 };
	bv_extract(offset, index, c->offset_bits - 1, 0);
	bv_extract(object, index, c->index_width - 1, c->offset_bits);
	vec_push(&c->recording->cells, (struct recorded_cell){ object[0], offset[0], value });
}

static void record_initial(void *context, const struct procedure *proc, const struct variable *v,
			   const struct value *value)
{
	struct recorder *recorder = context;
	uint32_t offset_bits = (uint32_t)attribute_get_number(recorder->program->attributes, ATTRIBUTE_POINTER, 64);
	if (proc || value->kind != VALUE_MAP || !attribute_find(v->attributes, ATTRIBUTE_MEMORY))
		return;
	struct cells cells = { recorder->recording, offset_bits, map_index_width(value->map),
			       map_value_width(value->map) };
	if (cells.index_width > offset_bits && cells.index_width <= offset_bits + 64)
		map_visit(value->map, record_cell, &cells);
}

/* --- the whole --- */

static void find_externals(struct recorder *recorder)
{
	for (const struct attribute *a = recorder->program->attributes; a; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_EXTERNAL) && a->count && a->values[0].string)
			table_put(&recorder->externals, a->values[0].string, true);
}

/* What stands in the text of the standard input is known by that. */
static void leave_typed(struct recording *r)
{
	size_t kept = 0;
	typed_end(&r->typed);
	for (size_t i = 0; i < r->writes.count; i++)
		if (!typed_covers(&r->typed, r->writes.at[i]))
			r->writes.at[kept++] = r->writes.at[i];
	r->writes.count = kept;
	kept = 0;
	for (size_t i = 0; i < r->others.count; i++)
		if (typed_covers(&r->typed, r->others.at[i].place))
			value_release(&r->others.at[i].value);
		else
			r->others.at[kept++] = r->others.at[i];
	r->others.count = kept;
}

bool recording_make(struct recording *r, struct program *program, const struct counterexample *c)
{
	*r = (struct recording){ 0 };
	struct recorder recorder = { .recording = r, .program = program };
	struct replay replay = { .context = &recorder,
				 .step = record_step,
				 .call = record_call,
				 .initial = record_initial,
				 .max_steps = UINT64_C(1) << 28 };
	find_externals(&recorder);
	struct run *run = run_new(program);
	const struct run_result *result = replay_execute(run, c->inputs, &replay);
	bool violated = result->end == RUN_VIOLATED;
	if (violated)
		r->violation = violation_of(run, result);
	leave_typed(r);
	run_free(run);
	table_free(&recorder.externals);
	return violated;
}

void recording_free(struct recording *r)
{
	struct recorded_values *lists[] = { &r->results, &r->arguments, &r->globals, &r->variables, &r->others };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		for (size_t k = 0; k < lists[i]->count; k++)
			value_release(&lists[i]->at[k].value);
		vec_free(lists[i]);
	}
	for (size_t i = 0; i < r->cells.count; i++)
		value_release(&r->cells.at[i].value);
	vec_free(&r->cells);
	vec_free(&r->writes);
	typed_release(&r->typed);
	vec_free(&r->allocations);
	table_free(&r->stack);
	table_free(&r->argument_objects);
}
