#include "follow.h"

#include <stdio.h>
#include <string.h>

#include "interpret.h"
#include "run.h"

struct follower {
	struct program *program;
	struct interpretation *interpretation;
	struct domain *domain;
	const struct run *run;
	struct follow_result *result;
	/* by OBJECT_LAST: the identities that its `fresh` gave */
	struct identities VEC_BODY(uint64_t) * created;
	uint32_t object_count;
	/* of the state at hand */
	const struct procedure *procedure;
	const struct block *block;
	const struct facts *facts; /* at its beginning */
};

/* ---- objects ---- */

static struct identities *created_by(struct follower *f, uint32_t last)
{
	return last < f->object_count ? &f->created[last] : NULL;
}

static bool is_identity_of(struct follower *f, uint32_t object, uint64_t identity)
{
	const struct object *o = &f->domain->objects.at[object];
	if (o->kind == OBJECT_CONSTANT)
		return o->identity == identity;
	const struct identities *made = created_by(f, o->kind == OBJECT_LAST ? object : object - 1);
	if (!made || !made->count)
		return false;
	if (o->kind == OBJECT_LAST)
		return vec_last(made) == identity;
	for (size_t i = 0; i + 1 < made->count; i++)
		if (made->at[i] == identity)
			return true;
	return false;
}

/* ---- values ---- */

static uint64_t bits_at(const uint64_t *words, uint32_t at, uint32_t count)
{
	uint64_t low = words[at / 64] >> (at % 64);
	if (at % 64 && at % 64 + count > 64)
		low |= words[at / 64 + 1] << (64 - at % 64);
	return count == 64 ? low : low & ((UINT64_C(1) << count) - 1);
}

static bool is_target(struct follower *f, const struct known *k, uint64_t identity, uint64_t offset)
{
	bool is_pointer = domain_is_pointer(f->domain, k->width);
	for (uint32_t i = 0; i < k->target_count; i++)
		if (is_identity_of(f, k->targets[i].object, identity) &&
		    (!is_pointer || number_holds(k->targets[i].offset, offset)))
			return true;
	return false;
}

static bool is_among(struct follower *f, const struct known *k, const uint64_t *words)
{
	f->result->facts++;
	if (domain_is_pointer(f->domain, k->width)) {
		uint64_t offset = bits_at(words, 0, f->domain->pointer_bits);
		uint64_t identity = bits_at(words, f->domain->pointer_bits, f->domain->object_bits);
		return number_holds(k->low, offset) && number_holds(k->high, identity) &&
		       (k->target_count == TARGETS_ANY || is_target(f, k, identity, offset));
	}
	if (k->width > 64)
		return true;
	return number_holds(k->low, words[0]) && (k->target_count == TARGETS_ANY || is_target(f, k, words[0], 0));
}

static void blame(struct follower *f, const char *name, const uint64_t *words, uint32_t width, uint32_t object,
		  uint64_t offset)
{
	char text[400];
	if (f->result->wrong)
		return;
	snprintf(text, sizeof text, "%s, block %s: %s, object %u, offset %llu, is 0x%llx %llx (%u bits)",
		 f->procedure->name, f->block->name, name, object, (unsigned long long)offset,
		 width > 64 ? (unsigned long long)words[1] : 0, (unsigned long long)words[0], width);
	f->result->wrong = memory_copy_string(text, strlen(text));
}

/* ---- facts ---- */

static void check_variable(struct follower *f, const struct variable *v, const struct known *k)
{
	const struct value *value = run_value(f->run, v);
	if (value && !is_among(f, k, value_bits(value)))
		blame(f, v->name, value_bits(value), k->width, 0, 0);
}

static void check_offset(struct follower *f, const struct variable *v, uint32_t object, uint64_t identity,
			 uint64_t offset, const struct known *k)
{
	const struct value *value = run_value(f->run, v);
	uint64_t index[2] = { identity, 0 }, words[2] = { 0 };
	if (!value || value->kind != VALUE_MAP || k->width > 128)
		return;
	if (map_index_width(value->map) > f->domain->object_bits) {
		uint32_t bits = f->domain->pointer_bits;
		index[0] = bits == 64 ? offset : offset | identity << bits;
		index[1] = bits == 64 ? identity : identity >> (64 - bits);
	}
	map_read_words(value->map, index, words);
	if (!is_among(f, k, words))
		blame(f, v->name, words, k->width, object, offset);
}

/* Cell 0 of a map by pointers: all offsets from 0 up to its extent; the first ones are looked at. */
static void check_cell(struct follower *f, const struct variable *v, uint32_t object, uint64_t identity, fact_key key,
		       const struct known *k)
{
	enum { MOST = 256 };
	uint32_t cell = key_cell(key);
	uint64_t low = 1, high;
	const struct known *extent = facts_get(
		f->facts, key_of((uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), key_object(key), KEY_EXTENT));
	if (cell == KEY_EXTENT)
		return;
	if (cell) {
		check_offset(f, v, object, identity, f->domain->offsets.at[cell - 1], k);
		return;
	}
	if (extent)
		number_unsigned_range(extent->low, &low, &high);
	for (uint64_t offset = 0; offset < low && offset < MOST; offset++)
		check_offset(f, v, object, identity, offset, k);
}

static void check_cells(struct follower *f, const struct variable *v, fact_key key, const struct known *k)
{
	uint32_t object = key_object(key);
	const struct object *o = &f->domain->objects.at[object];
	if (o->kind == OBJECT_CONSTANT) {
		check_cell(f, v, object, o->identity, key, k);
		return;
	}
	const struct identities *made = created_by(f, o->kind == OBJECT_LAST ? object : object - 1);
	for (size_t i = 0; made && i < made->count; i++)
		if ((i + 1 == made->count) == (o->kind == OBJECT_LAST))
			check_cell(f, v, object, made->at[i], key, k);
}

static void check_count(struct follower *f, uint32_t last, const struct known *k)
{
	const struct identities *made = created_by(f, last);
	uint64_t count = made ? made->count : 0;
	f->result->facts++;
	if (!number_holds(k->low, count > 2 ? 2 : count))
		blame(f, "count", &count, COUNT_BITS, last, 0);
}

static void check_fact(void *context, fact_key key, const struct known *k)
{
	struct follower *f = context;
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (number == COUNT_VARIABLE) {
		check_count(f, key_object(key), k);
		return;
	}
	const struct variable *v = number & KEY_LOCAL ? f->procedure->variables[number & ~(uint32_t)KEY_LOCAL]
						      : f->program->globals[number];
	if (key_object(key))
		check_cells(f, v, key, k);
	else
		check_variable(f, v, k);
}

static void check_state(struct follower *f, const struct procedure *procedure, const struct block *block)
{
	const struct facts *facts = NULL;
	f->procedure = procedure;
	f->block = block;
	f->result->states++;
	if (!interpretation_reaches(f->interpretation, procedure, block, &facts)) {
		blame(f, "said not to be reached", (const uint64_t[2]){ 0 }, 1, 0, 0);
		return;
	}
	f->facts = facts;
	facts_visit(facts, UINT64_MAX, check_fact, f);
}

/* ---- executions ---- */

static bool on_step(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		    const struct statement *statement)
{
	struct follower *f = context;
	(void)procedure;
	(void)block;
	if (statement->kind == STATEMENT_FRESH) {
		uint32_t last = domain_created(f->domain, statement);
		if (last < f->object_count)
			vec_push(&f->created[last], value_bits(run_value(run, statement->target))[0]);
	}
	return !f->result->wrong;
}

static void on_branch(void *context, const struct run *run, const struct procedure *procedure,
		      const struct block *block, uint32_t target)
{
	struct follower *f = context;
	f->run = run;
	check_state(f, procedure, block->terminator.targets[target]);
}

static void on_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct follower *f = context;
	(void)site;
	f->run = run;
	check_state(f, callee, callee->blocks[0]);
}

static void follow_seed(struct follower *f, struct run *run, uint64_t seed, uint64_t steps)
{
	struct run_options options = { .random = true, .seed = seed, .max_steps = steps };
	options.hooks = (struct run_hooks){ .context = f, .step = on_step, .branch = on_branch, .call = on_call };
	for (uint32_t i = 0; i < f->object_count; i++)
		vec_clear(&f->created[i]);
	f->run = run;
	run_execute(run, &options);
}

struct follow_result follow(struct program *p, uint64_t first_seed, uint64_t seeds, uint64_t steps)
{
	struct follow_result result = { 0 };
	struct interpret_options how = { 0 };
	struct interpretation *i = interpret(p, &how);
	struct follower f = {
		.program = p, .interpretation = i, .domain = interpretation_domain(i), .result = &result
	};
	f.object_count = (uint32_t)f.domain->objects.count;
	f.created = memory_alloc(f.object_count * sizeof *f.created);
	struct run *run = run_new(p);
	for (uint64_t seed = first_seed; seed < first_seed + seeds && !result.wrong; seed++)
		follow_seed(&f, run, seed, steps);
	run_free(run);
	for (uint32_t k = 0; k < f.object_count; k++)
		vec_free(&f.created[k]);
	memory_free(f.created);
	interpretation_free(i);
	return result;
}
