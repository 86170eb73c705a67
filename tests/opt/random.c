/* Random programs are executed before and after each pass, with inputs that depend only on {id}s and names: the
 * same assertion is violated, or none; passes that keep all of an execution also end in the same way and print the
 * same. With --verify-each, so every result is also validated, written and read again.
 *
 * test-opt-random [COUNT [FIRST]]: programs FIRST ... FIRST + COUNT - 1 (default 400 from 1). */
#include <stdlib.h>

#include "abstract.h"
#include "eval.h"
#include "generate.h"
#include "inputs.h"
#include "pass.h"
#include "read.h"
#include "run.h"
#include "statement.h"
#include "tap.h"
#include "write.h"

enum { RUNS = 4, STEPS = 20000, LONG_STEPS = 2000000 };

/* One execution: its inputs, and what comes of it. */
struct execution {
	const struct program *program, *original;
	uint64_t seed;
	struct table counts; /* id -> values given so far */
	VEC(char) printed;
	enum run_end end;
	uint32_t site; /* line of the {at} of the violated assertion; the same numbers for all variants */
	bool bounded;  /* ended at a cut of `unroll` */
	uint64_t status;
	/* abstraction: values that the original gave, by place */
	struct table *recorded; /* key -> index + 1 into `values` of the first, in order */
	struct recording *recording;
};

/* What the original program did, for the abstract one to do likewise: words by key, in order. */
struct recording {
	struct queue {
		uint64_t key;
		VEC(struct value) values;
		size_t used;
	} * queues;
	size_t count, capacity;
	const bool *tracked;
};

/* --- inputs that any variant of a program gets alike --- */

static uint64_t mix(uint64_t a, uint64_t b)
{
	return hash_mix(hash_mix(hash_mix(a, 0x5bd1e995), b), 0x2545f491);
}

/* Mostly small. */
static uint64_t number_of(uint64_t hash)
{
	return hash % 4 ? (hash >> 8) % 6 : hash_mix(hash, 3);
}

static struct value scalar(uint32_t width, uint64_t hash)
{
	uint64_t words[3] = { number_of(hash), 0, 0 };
	if (hash % 16 == 1)
		words[1] = hash_mix(hash, 9);
	if (width > 64) {
		if (width < 128)
			words[1] &= (UINT64_C(1) << (width - 64)) - 1;
		return value_words(width, words);
	}
	return value_word(width, width < 64 ? words[0] & ((UINT64_C(1) << width) - 1) : words[0]);
}

static uint32_t width_of(const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BOOL ? 1 : sort_width(bank, s);
}

static struct value some_value(const struct bank *bank, sort s, uint64_t hash)
{
	if (sort_kind(bank, s) != SORT_MAP)
		return scalar(width_of(bank, s), hash);
	uint32_t index_width = sort_width(bank, sort_index(bank, s)), width = width_of(bank, sort_value(bank, s));
	struct value other = scalar(width, hash), map = map_constant(index_width, width, &other);
	for (unsigned i = 0; i < 4; i++) {
		struct value index = scalar(index_width, mix(hash, i)), value = scalar(width, mix(hash, i + 10));
		map_write(&map, value_bits(&index), &value);
		value_release(&index);
		value_release(&value);
	}
	value_release(&other);
	return map;
}

static uint64_t name_hash(const char *name)
{
	return hash_bytes(name, strcspn(name, ".$"));
}

static uint64_t count(struct execution *x, const struct attribute *attributes, uint64_t *id)
{
	*id = attribute_get_number(attributes, "id", UINT64_MAX - 1);
	uint64_t n = table_get(&x->counts, *id, 0);
	table_put(&x->counts, *id, n + 1);
	return n;
}

static struct queue *queue_at(struct recording *r, uint64_t key, bool make)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->queues[i].key == key)
			return &r->queues[i];
	if (!make)
		return NULL;
	if (r->count == r->capacity)
		r->queues = vec_grow(r->queues, sizeof *r->queues, &r->capacity);
	r->queues[r->count] = (struct queue){ .key = key };
	return &r->queues[r->count++];
}

static bool recorded_value(struct execution *x, uint64_t key, struct value *out)
{
	struct queue *q = x->recording ? queue_at(x->recording, key, false) : NULL;
	if (!q || q->used == q->values.count)
		return false;
	*out = value_copy(&q->values.at[q->used++]);
	return true;
}

static uint64_t location_key(const struct attribute *attributes, uint64_t more)
{
	return mix(attribute_location(attributes).line, more);
}

static bool give_havoc(void *context, const struct run *run, const struct procedure *procedure,
		       const struct statement *s, struct value *out)
{
	struct execution *x = context;
	uint64_t id, n;
	(void)run;
	(void)procedure;
	if (attribute_find(s->attributes, "abstract") &&
	    recorded_value(x, location_key(s->attributes, attribute_get_number(s->attributes, "argument", 100)), out))
		return true;
	n = count(x, s->attributes, &id);
	*out = some_value(x->program->bank, s->target->sort, mix(mix(x->seed, id), n));
	return true;
}

/* Distinct for all ids and counts, and the same whatever else is fresh. */
static bool give_fresh(void *context, const struct run *run, const struct procedure *procedure,
		       const struct statement *s, struct value *out)
{
	struct execution *x = context;
	uint64_t id, n = count(x, s->attributes, &id);
	(void)run;
	(void)procedure;
	*out = value_word(sort_width(x->program->bank, s->target->sort), 16 + id + n * 4096);
	return true;
}

static uint32_t give_choice(void *context, const struct run *run, const struct procedure *procedure,
			    const struct block *block)
{
	struct execution *x = context;
	uint64_t id, n;
	struct value v;
	(void)run;
	(void)procedure;
	if (attribute_find(block->terminator.attributes, "abstract") &&
	    recorded_value(x, location_key(block->terminator.attributes, 200), &v))
		return v.word ? 0 : 1;
	n = count(x, block->terminator.attributes, &id);
	return (uint32_t)(mix(mix(x->seed, id), n) % block->terminator.target_count);
}

/* What pass cells made a variable of. */
static bool give_cell(struct execution *x, const struct variable *v, struct value *out)
{
	const struct attribute *cell = attribute_find(v->attributes, ATTRIBUTE_CELL);
	if (!cell)
		return false;
	uint64_t index[2] = { cell->values[1].number, cell->count > 2 ? cell->values[2].number : 0 };
	const struct variable *map = program_global(x->original, cell->values[0].string);
	struct value all = some_value(x->original->bank, map->sort, mix(x->seed, name_hash(map->name)));
	*out = map_read(all.map, index);
	value_release(&all);
	return true;
}

static bool give_initial(void *context, const struct run *run, const struct procedure *procedure,
			 const struct variable *v, struct value *out)
{
	struct execution *x = context;
	uint64_t hash = mix(x->seed, name_hash(v->name));
	(void)run;
	if (give_cell(x, v, out))
		return true;
	if (!strcmp(v->name, "$status") || !strcmp(v->name, "$error") || !strcmp(v->name, "$error_site"))
		return false;
	*out = some_value(x->program->bank, v->sort, procedure ? mix(hash, name_hash(procedure->name)) : hash);
	return true;
}

static void take_output(void *context, const struct attribute *output, const uint64_t *words, uint32_t width)
{
	struct execution *x = context;
	(void)output;
	(void)width;
	vec_push(&x->printed, (char)words[0]);
}

/* --- recording, for abstraction --- */

static void record(struct execution *x, uint64_t key, struct value value)
{
	struct queue *q = queue_at(x->recording, key, true);
	vec_push(&q->values, value);
}

static bool record_step(void *context, const struct run *run, const struct procedure *procedure,
			const struct block *block, const struct statement *s)
{
	struct execution *x = context;
	(void)procedure;
	(void)block;
	if (s->kind == STATEMENT_ASSIGN)
		record(x, location_key(s->attributes, 100), value_copy(run_value(run, s->target)));
	return true;
}

static void record_branch(void *context, const struct run *run, const struct procedure *procedure,
			  const struct block *block, uint32_t target)
{
	struct execution *x = context;
	(void)run;
	(void)procedure;
	if (block->terminator.kind == TERMINATOR_BRANCH)
		record(x, location_key(block->terminator.attributes, 200), value_word(1, target == 0));
}

static void record_call(void *context, const struct run *run, const struct procedure *callee,
			const struct statement *call)
{
	struct execution *x = context;
	for (uint32_t i = 0; call && i < call->argument_count; i++)
		record(x, location_key(call->attributes, i), value_copy(run_value(run, callee->variables[i])));
}

/* --- executions --- */

static void execute(struct execution *x, const struct program *p, uint64_t seed, uint64_t steps, bool recording)
{
	struct run *run = run_new(p);
	struct run_options options = { .max_steps = steps, .max_depth = 100000 };
	x->program = p;
	x->seed = seed;
	vec_clear(&x->printed);
	table_clear(&x->counts);
	options.hooks = (struct run_hooks){ .context = x,
					    .havoc = give_havoc,
					    .fresh = give_fresh,
					    .choice = give_choice,
					    .initial = give_initial,
					    .host_context = x,
					    .output = take_output };
	if (recording) {
		options.hooks.step = record_step;
		options.hooks.branch = record_branch;
		options.hooks.call = record_call;
	}
	const struct run_result *result = run_execute(run, &options);
	x->end = result->end;
	x->status = result->end == RUN_EXITED ? result->exit_status : 0;
	x->site = result->statement ? attribute_location(result->statement->attributes).line : 0;
	x->bounded = result->end == RUN_BLOCKED && attribute_find(result->statement->attributes, "bound");
	if (result->end == RUN_VIOLATED && program_global(p, "$error_site"))
		x->site = (uint32_t)run_value(run, program_global(p, "$error_site"))->word;
	run_free(run);
}

static void execution_release(struct execution *x)
{
	vec_free(&x->printed);
	table_free(&x->counts);
}

enum likeness {
	ALIKE,      /* everything */
	ASSERTIONS, /* the violated assertion */
	BOUNDED,    /* the same, or cut off */
	ERROR_BIT,  /* the site of the error bit */
	ABSTRACT    /* if the original violates an assertion, so does this */
};

static bool same_output(const struct execution *a, const struct execution *b)
{
	return a->printed.count == b->printed.count &&
	       (!a->printed.count || !memcmp(a->printed.at, b->printed.at, a->printed.count));
}

static bool alike(const struct execution *a, const struct execution *b, enum likeness how)
{
	bool violated = a->end == RUN_VIOLATED;
	switch (how) {
	case ALIKE:
		return a->end == b->end && a->site == b->site && a->status == b->status && same_output(a, b);
	case ASSERTIONS:
	case ERROR_BIT:
		return violated == (b->end == RUN_VIOLATED) && (!violated || a->site == b->site);
	case BOUNDED:
		return b->bounded || alike(a, b, ALIKE);
	case ABSTRACT:
		return !violated || b->end == RUN_VIOLATED;
	}
	return false;
}

/* {site N} of the error bit -> the place of the assertion. */
static uint32_t line_of_site(const struct program *p, uint32_t site)
{
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++) {
			const struct block *b = p->procedures[i]->blocks[k];
			for (uint32_t j = 0; j < b->statement_count; j++)
				if (attribute_get_number(b->statements[j].attributes, "site", UINT64_MAX) == site)
					return attribute_location(b->statements[j].attributes).line;
		}
	return 0;
}

/* --- variants --- */

struct variant {
	const char *name, *passes; /* NULL: the default list; "+": and then loops */
	enum likeness how;
	uint32_t unroll;
	bool full;
};

static const struct variant variants[] = {
	{ "number", "number", ALIKE, 0, false },
	{ "unreachable", "unreachable", ALIKE, 0, false },
	{ "constprop", "constprop", ALIKE, 0, false },
	{ "constprop with full propagation", "constprop", ALIKE, 0, true },
	{ "constprop, unreachable", "constprop,unreachable", ALIKE, 0, true },
	{ "redundant", "redundant", ALIKE, 0, false },
	{ "devirtualise", "devirtualise", ALIKE, 0, false },
	{ "slice", "slice", ASSERTIONS, 0, false },
	{ "deadstore", "deadstore", ALIKE, 0, false },
	{ "reuse", "reuse", ALIKE, 0, false },
	{ "reuse, constprop, reuse", "reuse,constprop,reuse,deadstore", ALIKE, 0, true },
	{ "discharge", "discharge", ALIKE, 0, false },
	{ "checked", "checked", ALIKE, 0, false },
	{ "discharge, slice", "constprop,discharge,slice,constprop,unreachable", ASSERTIONS, 0, true },
	{ "loops", "loops", ALIKE, 0, false },
	{ "loops, slice", "loops,slice,constprop,redundant,unreachable", ASSERTIONS, 0, true },
	{ "unroll 0", "unroll", BOUNDED, 0, false },
	{ "unroll 1", "unroll", BOUNDED, 1, false },
	{ "unroll 3", "unroll", BOUNDED, 3, false },
	{ "loops, unroll 2", "loops,unroll", BOUNDED, 2, false },
	{ "unroll 2, slice", "unroll,slice,constprop,unreachable,slice,deadstore", BOUNDED, 2, true },
	{ "errorbit", "errorbit", ERROR_BIT, 0, false },
	{ "errorbit, constprop, unreachable", "errorbit,constprop,unreachable", ERROR_BIT, 0, true },
	{ "the default", NULL, ASSERTIONS, 0, false },
	{ "the default with full propagation", NULL, ASSERTIONS, 0, true },
	{ "the default and loops", "+", ASSERTIONS, 0, false },
};

static struct program *parse(const char *text, const char *what)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text(what, text, strlen(text), &diags);
	if (!p)
		diagnostics_print(&diags, what, stdout);
	diagnostics_release(&diags);
	return p;
}

/* Of programs in which pass uninitialised has said what is unknown; it runs first in these. */
static const struct variant copying[] = {
	{ "flatten", "loops,flatten,unreachable", ALIKE, 0, false },
	{ "inline", "loops,inline,unreachable", ALIKE, 0, false },
	{ "localise", "localise,loops", ALIKE, 0, false },
	{ "constprop with full propagation", "constprop", ALIKE, 0, true },
	{ "specialise", "loops,constprop,specialise", ALIKE, 0, true },
	{ "frozen", "loops,frozen", ALIKE, 0, true },
	/* No slice: where one copy draws what nobody reads, it changes the numbers of those that the others draw. */
	{ "specialise, rigid, cells", "loops,constprop,frozen,specialise,constprop,unreachable,specialise,rigid,cells",
	  ALIKE, 0, true },
	{ "cells", "cells", ALIKE, 0, false },
	{ "rigid", "rigid", ALIKE, 0, false },
	{ "rigid and cells", "rigid,constprop,cells,constprop,loops", ALIKE, 0, true },
};

static bool transform(struct program *p, const struct variant *v)
{
	struct pass_options options = { .full_propagation = v->full, .unroll = v->unroll, .verify_each = true };
	struct diagnostics diags;
	struct pass_list list = passes_default(), after; /* not those for lib/vc: narrow loses executions */
	diagnostics_init(&diags);
	bool good = passes_parse("loops", &after, &diags);
	good = good && (!v->passes || *v->passes == '+' || passes_parse(v->passes, &list, &diags));
	good = good && passes_run(p, &list, &options, &diags, NULL);
	if (good && v->passes && *v->passes == '+')
		good = passes_run(p, &after, &options, &diags, NULL) && program_holds(p, FACT_ACYCLIC);
	if (!good)
		diagnostics_print(&diags, v->name, stdout);
	diagnostics_release(&diags);
	return good;
}

static bool is_sliced_alike(const struct execution *a, const struct execution *b, const struct variant *v)
{
	if (v->how == BOUNDED && !b->bounded && v->passes && strstr(v->passes, "slice"))
		return alike(a, b, ASSERTIONS);
	return alike(a, b, v->how);
}

static bool check_variant(const struct program *original, const struct variant *v, uint64_t seed, unsigned *violations,
			  unsigned *skipped)
{
	struct program *p = program_copy(original);
	/* What rigid gives must be none of the numbers that executions are told. */
	if (v->passes && strstr(v->passes, "rigid"))
		p->attributes =
			attribute_number(p, attribute_remove(p, p->attributes, "first_fresh"), "first_fresh", 8);
	/* Numbers are pointers. */
	if (v->passes && strstr(v->passes, "specialise"))
		p->attributes = attribute_number(p, attribute_number(p, p->attributes, "object", 8), "pointer", 24);
	bool good = transform(p, v);
	struct execution a = { .original = original }, b = a;
	for (unsigned run = 0; run < RUNS && good; run++) {
		execute(&a, original, mix(seed, run), STEPS, false);
		if (a.end == RUN_LIMIT) {
			(*skipped)++;
			continue;
		}
		execute(&b, p, mix(seed, run), LONG_STEPS, false);
		*violations += a.end == RUN_VIOLATED;
		if (v->how == ERROR_BIT && b.end == RUN_VIOLATED)
			b.site = line_of_site(p, b.site);
		good = is_sliced_alike(&a, &b, v);
		if (!good)
			tap_diag("%s, program %llu, run %u: end %d at line %u, but was %d at line %u", v->name,
				 (unsigned long long)seed, run, (int)b.end, b.site, (int)a.end, a.site);
	}
	execution_release(&a);
	execution_release(&b);
	program_free(p);
	return good;
}

/* --- abstraction --- */

static void recording_release(struct recording *r)
{
	for (size_t i = 0; i < r->count; i++) {
		for (size_t k = 0; k < r->queues[i].values.count; k++)
			value_release(&r->queues[i].values.at[k]);
		vec_free(&r->queues[i].values);
	}
	memory_free(r->queues);
}

static bool check_abstraction(const struct program *original, uint64_t seed, unsigned run)
{
	struct program *p = program_copy(original);
	bool *tracked = memory_alloc(p->global_count * sizeof *tracked);
	for (uint32_t i = 0; i < p->global_count; i++)
		tracked[i] = mix(seed, i + run) % 2;
	abstract_program(p, tracked);
	struct recording recording = { 0 };
	struct execution a = { .recording = &recording }, b = { .recording = &recording };
	execute(&a, original, mix(seed, run), STEPS, true);
	execute(&b, p, mix(seed, run), LONG_STEPS, false);
	bool good = a.end == RUN_LIMIT || alike(&a, &b, ABSTRACT);
	if (!good)
		tap_diag("abstract, program %llu, run %u: end %d at line %u, but was %d at line %u",
			 (unsigned long long)seed, run, (int)b.end, b.site, (int)a.end, a.site);
	recording_release(&recording);
	execution_release(&a);
	execution_release(&b);
	memory_free(tracked);
	program_free(p);
	return good;
}

/* --- the default list is idempotent --- */

static char *written(const struct program *p)
{
	struct output *out = output_memory();
	size_t length;
	program_write(p, out);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_abandon(out);
	return copy;
}

static bool check_idempotent(const char *text, uint64_t seed)
{
	static const struct variant once = { "the default", NULL, ASSERTIONS, 0, false };
	struct program *p = parse(text, "original"), *again;
	bool good = transform(p, &once);
	char *first = written(p);
	again = parse(first, "first");
	good = good && transform(again, &once);
	char *second = written(again);
	good = good && !strcmp(first, second);
	if (!good)
		tap_diag("program %llu: the default list changes its own result", (unsigned long long)seed);
	program_free(p);
	program_free(again);
	memory_free(first);
	memory_free(second);
	return good;
}

int main(int argc, char **argv)
{
	unsigned long total = argc > 1 ? strtoul(argv[1], NULL, 10) : 400,
		      from = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	enum { VARIANTS = sizeof variants / sizeof *variants, COPYING = sizeof copying / sizeof *copying };
	static const struct variant initialise = { "uninitialised", "uninitialised,number", ALIKE, 0, false };
	unsigned failed[VARIANTS] = { 0 }, failed_copying[COPYING] = { 0 }, violations = 0, skipped = 0, abstract = 0,
		 changing = 0;
	for (unsigned long seed = from; seed < from + total; seed++) {
		char *text = generate_program(seed, NULL);
		struct program *p = parse(text, "generated");
		if (!ok(p != NULL, "program %lu is well formed", seed))
			return done_testing();
		for (size_t i = 0; i < VARIANTS; i++)
			failed[i] += !check_variant(p, &variants[i], seed, &violations, &skipped);
		for (unsigned run = 0; run < RUNS; run++)
			abstract += !check_abstraction(p, seed, run);
		changing += !check_idempotent(text, seed);
		transform(p, &initialise);
		for (unsigned i = 0; i < COPYING; i++)
			failed_copying[i] += !check_variant(p, &copying[i], seed, &violations, &skipped);
		program_free(p);
		free(text);
	}
	for (size_t i = 0; i < VARIANTS; i++)
		is_int(failed[i], 0, "%s: executions stay what they were", variants[i].name);
	for (unsigned i = 0; i < COPYING; i++)
		is_int(failed_copying[i], 0, "%s: executions stay what they were", copying[i].name);
	is_int(abstract, 0, "abstract: violations stay");
	is_int(changing, 0, "the default list is idempotent");
	tap_diag("%u violations, %u executions left out as too long, of %u", violations, skipped,
		 (unsigned)(total * (VARIANTS + COPYING) * RUNS));
	return done_testing();
}
