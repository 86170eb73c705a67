#include "follower.h"
#include "attribute.h"
#include "ghost.h"
#include "owner.h"
#include "pointee.h"
#include "relation.h"
#include "string_terms.h"
#include "whole.h"

#include <stdio.h>
#include <string.h>

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

void follow_blame(struct follower *f, const char *name, const uint64_t *words, uint32_t width, uint32_t object,
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
		follow_blame(f, v->name, value_bits(value), k->width, 0, 0);
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
		follow_blame(f, v->name, words, k->width, object, offset);
}

static uint64_t byte_at(struct follower *f, const struct variable *v, uint64_t identity, uint64_t offset)
{
	const struct value *value = run_value(f->run, v);
	uint32_t bits = f->domain->pointer_bits;
	uint64_t index[2] = { bits == 64 ? offset : offset | identity << bits,
			      bits == 64 ? identity : identity >> (64 - bits) };
	uint64_t words[2] = { 1 };
	if (value && value->kind == VALUE_MAP)
		map_read_words(value->map, index, words);
	return words[0];
}

/* A zero is at one of the offsets. */
static uint64_t size_of(struct follower *f, uint64_t identity)
{
	const struct value *sizes = run_value(f->run, f->domain->strings->size);
	uint64_t index[2] = { identity, 0 }, words[2] = { 0 };
	if (sizes && sizes->kind == VALUE_MAP)
		map_read_words(sizes->map, index, words);
	return words[0];
}

/* END: and within the object's size. */
static void check_zero(struct follower *f, const struct variable *v, uint64_t identity, const struct known *k, bool end)
{
	uint64_t low, high, one = 1, size = end ? size_of(f, identity) : UINT64_MAX;
	const struct value *value = run_value(f->run, v);
	number_unsigned_range(k->low, &low, &high);
	f->result->facts++;
	for (uint64_t offset = low; value && offset <= high && offset < size; offset++)
		if (!byte_at(f, v, identity, offset))
			return;
	if (value)
		follow_blame(f, v->name, &one, 8, 0, low);
}

/* ---- strings ---- */

static term value_leaf(void *context, term leaf)
{
	struct follower *f = context;
	const struct variable *v = program_variable_of(f->program, leaf);
	/* Executions have no ghosts. */
	const struct value *value = v && !ghosts_have(f->domain, v) ? run_value(f->run, v) : NULL;
	uint32_t width = term_width(f->program->bank, leaf);
	/* Nor is what never reads it told that an identity (identity.h) has not been assigned yet. */
	const struct known *identity = v ? table_get(&f->domain->identities, v, NULL) : NULL;
	if (identity && value && !is_among(f, identity, value_bits(value)))
		return leaf;
	if (!value || sort_kind(f->program->bank, v->sort) == SORT_MAP || width > 128)
		return leaf;
	if (sort_kind(f->program->bank, v->sort) == SORT_BOOL)
		return term_bool(f->program->bank, value_bits(value)[0]);
	return term_bv_words(f->program->bank, width, value_bits(value));
}

/* Where it reads; false: that is not a constant (it reads another map). */
static bool place_of_read(struct follower *f, term read, uint64_t *identity, uint64_t *offset)
{
	struct bank *bank = f->program->bank;
	term at = term_substitute(bank, term_arg(bank, read, 1), value_leaf, f);
	uint32_t bits = f->domain->pointer_bits;
	if (!term_is_constant(bank, at))
		return false;
	*identity = term_value(bank, term_extract(bank, bits + f->domain->object_bits - 1, bits, at));
	*offset = term_value(bank, term_extract(bank, bits - 1, 0, at));
	return true;
}

/* Is it the fact that a string term holds? *read, and $size as it is meant there; or that the variable EQUAL is such a byte.
 * False: neither. */
static bool string_fact(const struct domain *d, fact_key key, term *read, const struct variable **size,
			const struct variable **equal)
{
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), number = key_cell(key);
	const struct strings *s = d->strings;
	*equal = NULL;
	*size = s->size;
	if (variable != STRING_VARIABLE && variable != EQUAL_VARIABLE)
		return false;
	if (variable == EQUAL_VARIABLE) {
		*equal = s->equalities.at[number].variable;
		number = s->equalities.at[number].string;
	}
	*read = s->terms.at[number].read;
	return true;
}

/* A zero follows within the object, or if OR_NULL that is null; or the variable is that byte. */
static void check_string(struct follower *f, term read, const struct variable *size, const struct variable *equal,
			 bool or_null)
{
	struct bank *bank = f->program->bank;
	const struct variable *map = program_variable_of(f->program, term_arg(bank, read, 0));
	const struct value *sizes = run_value(f->run, size), *value = equal ? run_value(f->run, equal) : NULL;
	uint64_t identity, offset, words[2] = { 0 }, index[2] = { 0 };
	if (!place_of_read(f, read, &identity, &offset) || !run_value(f->run, map) || !sizes ||
	    sizes->kind != VALUE_MAP)
		return;
	f->result->facts++;
	if (equal) {
		if (value && (uint8_t)value_bits(value)[0] != (uint8_t)byte_at(f, map, identity, offset))
			follow_blame(f, equal->name, value_bits(value), 8, 0, offset);
		return;
	}
	if (or_null && !identity)
		return;
	index[0] = identity;
	map_read_words(sizes->map, index, words);
	for (uint64_t at = offset; at < words[0] && at - offset < 1 << 20; at++)
		if (!byte_at(f, map, identity, at))
			return;
	follow_blame(f, map->name, &offset, 64, 0, offset);
}

/* ---- relations ---- */

/* The constant that the term is in the state; else a term with variables that have no value. */
static term value_of(struct follower *f, term t)
{
	struct bank *bank = f->program->bank;
	if (term_op(bank, t) == OP_EXTRACT)
		return term_extract(bank, term_index(bank, t, 0), term_index(bank, t, 1),
				    value_of(f, term_arg(bank, t, 0)));
	if (term_op(bank, t) == OP_CONCAT || term_op(bank, t) == OP_BVADD)
		return term_binary(bank, term_op(bank, t), value_of(f, term_arg(bank, t, 0)),
				   value_of(f, term_arg(bank, t, 1)));
	if (term_op(bank, t) != OP_SELECT)
		return term_substitute(bank, t, value_leaf, f);
	const struct variable *map = program_variable_of(f->program, term_arg(bank, t, 0));
	const struct value *value = map ? run_value(f->run, map) : NULL;
	term index = value_of(f, term_arg(bank, t, 1));
	uint64_t words[2] = { 0 };
	if (!value || value->kind != VALUE_MAP || !term_is_constant(bank, index) || term_width(bank, t) > 128)
		return t;
	map_read_words(value->map, term_words(bank, index), words);
	return term_bv_words(bank, term_width(bank, t), words);
}

/* The sum lies where the fact says. */
static void check_relation(struct follower *f, const struct linear *sum, const struct known *k)
{
	struct bank *bank = f->program->bank;
	int64_t low, high, limit = INT64_C(1) << (RELATION_BITS - 1);
	whole value = 0;
	for (uint32_t i = 0; i < sum->count; i++) {
		term atom = sum->parts[i].atom, t = value_of(f, atom);
		if (!term_is_constant(bank, t))
			return;
		whole number = (whole)term_value(bank, t);
		if (relation_is_signed(f->domain, atom) && term_value(bank, t) >> (term_width(bank, t) - 1))
			number -= (whole)1 << term_width(bank, t);
		value += sum->parts[i].by * number;
	}
	f->result->facts++;
	number_signed_range(k->low, &low, &high);
	bool fits = value > -limit && value < limit - 1;
	if ((fits ? !number_holds(k->low, (uint64_t)value & ((UINT64_C(1) << RELATION_BITS) - 1)) : false) ||
	    (low > -limit && value < low) || (high < limit - 1 && value > high))
		follow_blame(f, "a relation", (const uint64_t[2]){ (uint64_t)value, (uint64_t)(value >> 64) }, 128,
			     sum->parts[0].atom, 0);
}

/* ---- states of what variables point to ---- */

static bool is_made_since(const struct follower *f, uint64_t identity)
{
	for (size_t i = f->at_entry.at[run_depth(f->run) - 1]; i < f->all.count; i++)
		if (f->all.at[i] == identity)
			return true;
	return false;
}

/* The object is in one of these states; or this call has made it. */
static void check_pointee(struct follower *f, const struct variable *v, const struct known *k, bool is_own)
{
	const struct value *value = run_value(f->run, v), *states = run_value(f->run, f->domain->state);
	uint64_t words[2] = { 0 }, index[2] = { 0 };
	bool is_pointer = domain_is_pointer(f->domain, sort_width(f->program->bank, v->sort));
	if (!value || !states || states->kind != VALUE_MAP)
		return;
	index[0] = bits_at(value_bits(value), is_pointer ? f->domain->pointer_bits : 0, f->domain->object_bits);
	f->result->facts++;
	map_read_words(states->map, index, words);
	if (is_own ? !is_made_since(f, index[0]) : index[0] && !is_among(f, k, words))
		follow_blame(f, is_own ? "not made here" : "a state", words, k->width, (uint32_t)index[0], v->index);
}

/* ---- pointers in memory of bytes, and tags ---- */

static uint64_t cell_at(struct follower *f, const struct variable *map, uint64_t identity, uint64_t offset)
{
	const struct value *value = run_value(f->run, map);
	uint32_t bits = f->domain->pointer_bits;
	uint64_t index[2] = { bits == 64 ? offset : offset | identity << bits,
			      bits == 64 ? identity : identity >> (64 - bits) };
	uint64_t words[2] = { 0 };
	map_read_words(value->map, index, words);
	return words[0];
}

/* The pointer that is there, or null, is one of K. */
static void check_pointer(struct follower *f, const struct variable *provenance, uint64_t identity, uint64_t offset,
			  const struct known *k)
{
	const struct whole_pair *pair = whole_pair_of(f->domain, provenance);
	uint64_t number = 0, base[2] = { 0 }, object[2] = { cell_at(f, provenance, identity, offset), 0 };
	uint32_t bits = f->domain->pointer_bits;
	for (uint32_t n = 0; n < bits / 8; n++)
		number |= cell_at(f, pair->bytes, identity, offset + n) << (8 * n);
	map_read_words(run_value(f->run, f->domain->wholes->base)->map, object, base);
	number -= object[0] ? base[0] : 0;
	number = bits == 64 ? number : number & ((UINT64_C(1) << bits) - 1);
	uint64_t words[2] = { bits == 64 ? number : number | object[0] << bits,
			      bits == 64 ? object[0] : object[0] >> (64 - bits) };
	if (!is_among(f, k, words))
		follow_blame(f, "a whole pointer", words, k->width, (uint32_t)identity, offset);
}

static bool check_whole(struct follower *f, uint64_t identity, fact_key key, const struct known *k)
{
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	uint32_t number = variable & ((1u << WHOLE_BITS) - 1);
	const struct wholes *w = f->domain->wholes;
	if (variable & KEY_LOCAL || variable < WHOLE_VARIABLE)
		return false;
	uint64_t offset = f->domain->offsets.at[key_cell(key) - 1];
	if (variable - number == TAG_VARIABLE) {
		const struct tag *tag = &w->tags.at[number];
		uint64_t value = cell_at(f, tag->map, identity, offset);
		f->result->facts++;
		for (uint32_t i = 0; i < tag->count; i++)
			if (tag->values[i] == value && k->low.zeros >> i & 1)
				follow_blame(f, "a tag", &value, 64, (uint32_t)identity, offset);
		return true;
	}
	const struct guard *g = variable - number == GUARD_VARIABLE ? &w->guards.at[number] : NULL;
	if (!g || cell_at(f, g->tag, identity, f->domain->offsets.at[g->cell - 1]) == g->value)
		check_pointer(f, g ? g->provenance : f->program->globals[number], identity, offset, k);
	return true;
}

/* Addresses from 0 on have no owner. */
static void check_address(struct follower *f, uint32_t cell)
{
	const struct wholes *w = f->domain->wholes;
	uint64_t index[2] = { 0 }, words[2] = { 0 };
	f->result->facts++;
	map_read_words(run_value(f->run, cell == 1 ? w->owner : w->shared)->map, index, words);
	if (words[0])
		follow_blame(f, "an owner", words, 64, 0, 0);
}

/* All cells within the object but the one that ends with it; the first ones are looked at. */
static void check_but_last(struct follower *f, const struct variable *v, uint32_t object, uint64_t identity,
			   const struct known *k)
{
	enum { MOST = 256 };
	uint64_t size[8] = { 0 }, index[8] = { identity };
	uint32_t bits = domain_is_pointer(f->domain, k->width) ? f->domain->pointer_bits : k->width;
	map_read_words(run_value(f->run, f->domain->relations->size)->map, index, size);
	for (uint64_t offset = 0; offset < size[0] && offset < MOST; offset++)
		if (offset + bits / 8 != size[0])
			check_offset(f, v, object, identity, offset, k);
}

/* Cell 0 of a map by pointers: all offsets from 0 up to its extent; the first ones are looked at. */
static void check_cell(struct follower *f, const struct variable *v, uint32_t object, uint64_t identity, fact_key key,
		       const struct known *k)
{
	enum { MOST = 256 };
	uint32_t cell = key_cell(key);
	uint64_t low = 1, high;
	if (check_whole(f, identity, key, k))
		return;
	const struct known *extent = facts_get(
		f->facts, key_of((uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), key_object(key), KEY_EXTENT));
	if (cell == KEY_ZERO || cell == KEY_END)
		check_zero(f, v, identity, k, cell == KEY_END);
	if (cell == KEY_BUT_LAST)
		check_but_last(f, v, object, identity, k);
	if (cell_is_of_object(cell))
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
		follow_blame(f, "count", &count, COUNT_BITS, last, 0);
}

static void check_fact(void *context, fact_key key, const struct known *k)
{
	struct follower *f = context;
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	if (key == OWNER_FACT) {
		follow_owners(f);
		return;
	}
	if (follow_age(f, key, k))
		return;
	if (number == COUNT_VARIABLE) {
		check_count(f, key_object(key), k);
		return;
	}
	if (number == ADDRESS_VARIABLE) {
		check_address(f, key_cell(key));
		return;
	}
	if (number == RELATION_VARIABLE) {
		check_relation(f, &f->domain->relations->all.at[key_cell(key)].sum, k);
		return;
	}
	if (number == POINTEE_VARIABLE || number == OWN_VARIABLE) {
		check_pointee(f, f->procedure->variables[key_cell(key)], k, number == OWN_VARIABLE);
		return;
	}
	const struct variable *size, *equal;
	term read;
	if (string_fact(f->domain, key, &read, &size, &equal)) {
		check_string(f, read, size, equal, string_of_fact(k) == STRING_OR_NULL);
		return;
	}
	if (number > (KEY_LOCAL | (GHOST_INDEX - MOST_GHOSTS)) && number <= (KEY_LOCAL | GHOST_INDEX))
		return; /* a ghost */
	const struct variable *v = number & KEY_LOCAL        ? f->procedure->variables[number & ~(uint32_t)KEY_LOCAL]
				   : number < WHOLE_VARIABLE ? f->program->globals[number]
							     : NULL;
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
		follow_blame(f, "said not to be reached", (const uint64_t[2]){ 0 }, 1, 0, 0);
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
		vec_push(&f->all, value_bits(run_value(run, statement->target))[0]);
	}
	return !f->result->wrong;
}

/* What a condition was said to be. */
static void check_decision(struct follower *f, const void *key, bool holds)
{
	unsigned may = table_get(&f->may, key, NUMBER_MAY_HOLD | NUMBER_MAY_FAIL);
	f->result->facts++;
	if (!(may & (holds ? NUMBER_MAY_HOLD : NUMBER_MAY_FAIL)))
		follow_blame(f, "decided", (const uint64_t[2]){ holds }, 1, 0, 0);
}

static void on_branch(void *context, const struct run *run, const struct procedure *procedure,
		      const struct block *block, uint32_t target)
{
	struct follower *f = context;
	f->run = run;
	f->procedure = procedure;
	f->block = block;
	if (block->terminator.kind == TERMINATOR_BRANCH)
		check_decision(f, block, target == 0);
	check_state(f, procedure, block->terminator.targets[target]);
}

static void on_call(void *context, const struct run *run, const struct procedure *callee, const struct statement *site)
{
	struct follower *f = context;
	(void)site;
	f->run = run;
	f->at_entry.count = run_depth(run) - 1;
	vec_push(&f->at_entry, f->all.count);
	check_state(f, callee, callee->blocks[0]);
}

/* Addresses as programs assume them: each object has two granules of 64 KB of its own. */
static bool initial_cell(void *context, const struct run *run, const struct variable *v, const uint64_t *index,
			 struct value *out)
{
	const struct follower *f = context;
	const struct wholes *w = f->domain->wholes;
	uint32_t width = sort_kind(f->program->bank, v->sort) == SORT_MAP
				 ? sort_width(f->program->bank, sort_value(f->program->bank, v->sort))
				 : 0;
	(void)run;
	if (f->domain->held.count && domain_is_pointer(f->domain, width)) { /* nobody has written it: the object is 0 */
		*out = value_word(width, hash_mix(index[0], index[1]));
		return true;
	}
	if (!w->base || (v != w->base && v != w->owner && v != w->shared) || width > 64)
		return false;
	*out = value_word(width, v == w->base ? index[0] << 17 : v == w->owner ? index[0] >> 1 : 0);
	return true;
}

/* ---- what is unknown ---- */

static uint64_t next_random(struct follower *f)
{
	return f->random = hash_mix(f->random, 1);
}

struct unknown {
	uint32_t width;
	uint64_t seed;
};

static struct value unknown_bits(uint32_t width, uint64_t seed)
{
	uint64_t words[4] = { 0 };
	for (uint32_t i = 0; i * 64 < width && i < 4; i++)
		words[i] = hash_mix(seed, i) >> (width < 64 * (i + 1) ? 64 * (i + 1) - width : 0);
	return value_words(width, words);
}

static uint32_t width_of(const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BOOL ? 1 : sort_width(bank, s);
}

static struct value unknown_cell(void *context, const uint64_t *index)
{
	const struct unknown *u = context;
	return unknown_bits(u->width, hash_mix(u->seed, index[0]));
}

/* As without a hook; but of a pointer that nobody has initialised the object is 0, where maps say what they hold. */
static bool on_havoc(void *context, const struct run *run, const struct procedure *procedure, const struct statement *s,
		     struct value *out)
{
	struct follower *f = context;
	const struct bank *bank = f->program->bank;
	sort of = s->target->sort;
	(void)run;
	(void)procedure;
	if (sort_kind(bank, of) == SORT_MAP) {
		struct unknown *u = arena_alloc(f->program->arena, sizeof *u);
		*u = (struct unknown){ width_of(bank, sort_value(bank, of)), next_random(f) };
		*out = map_unknown(sort_width(bank, sort_index(bank, of)), u->width, unknown_cell, u);
		return true;
	}
	uint32_t width = width_of(bank, of);
	bool is_none = attribute_find(s->attributes, ATTRIBUTE_UNINITIALISED) && f->domain->held.count &&
		       domain_is_pointer(f->domain, width);
	*out = is_none ? value_word(width, next_random(f)) : unknown_bits(width, next_random(f));
	return true;
}

static void follow_seed(struct follower *f, struct run *run, uint64_t seed, uint64_t steps)
{
	struct run_options options = { .random = true, .seed = seed, .max_steps = steps };
	options.hooks = (struct run_hooks){ .context = f,
					    .havoc = on_havoc,
					    .step = on_step,
					    .branch = on_branch,
					    .call = on_call,
					    .initial_cell = initial_cell };
	for (uint32_t i = 0; i < f->object_count; i++)
		vec_clear(&f->created[i]);
	vec_clear(&f->all);
	f->random = seed;
	f->run = run;
	const struct run_result *end = run_execute(run, &options);
	f->procedure = end->procedure;
	f->block = end->block;
	if (!f->result->wrong && (end->end == RUN_VIOLATED || end->end == RUN_BLOCKED) && end->statement)
		check_decision(f, end->statement, false);
}

static void decide(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
		   struct statement *s)
{
	struct follower *f = context;
	const void *key = s ? (const void *)s : b;
	unsigned may = table_get(&f->may, key, 0); /* in other contexts */
	(void)proc;
	if (s ? s->kind != STATEMENT_ASSERT && s->kind != STATEMENT_ASSUME : b->terminator.kind != TERMINATOR_BRANCH)
		return;
	for (unsigned i = 0; i < count; i++)
		may |= place_decide(&places[i], s ? s->term : b->terminator.term);
	table_put(&f->may, key, may);
}

static bool is_over(unsigned *patience)
{
	return *patience != FOLLOW_PATIENT && !(*patience && (*patience)--);
}

static enum haste impatience(void *context)
{
	struct patience *patience = context;
	bool some = is_over(&patience->some);
	return is_over(&patience->most) ? HASTE_MOST : some ? HASTE_SOME : HASTE_NONE;
}

struct follow_result follow(struct program *p, struct patience patience, uint64_t first_seed, uint64_t seeds,
			    uint64_t steps)
{
	struct follow_result result = { 0 };
	struct interpret_options how = { .haste = impatience, .context = &patience };
	struct interpretation *i = interpret(p, &how);
	struct follower f = {
		.program = p, .interpretation = i, .domain = interpretation_domain(i), .result = &result
	};
	f.object_count = (uint32_t)f.domain->objects.count;
	f.created = memory_alloc(f.object_count * sizeof *f.created);
	if (!interpretation_visit(i, decide, &f))
		result.wrong = memory_copy_string("not all is known", strlen("not all is known"));
	struct run *run = run_new(p);
	for (uint64_t seed = first_seed; seed < first_seed + seeds && !result.wrong; seed++)
		follow_seed(&f, run, seed, steps);
	run_free(run);
	for (uint32_t k = 0; k < f.object_count; k++)
		vec_free(&f.created[k]);
	memory_free(f.created);
	vec_free(&f.all);
	vec_free(&f.at_entry);
	table_free(&f.may);
	interpretation_free(i);
	return result;
}
