/* What is said of the ages of objects. */
#include "age.h"
#include "follower.h"

enum { NEVER = -2, ALWAYS = -1, INDEX = (1 << 19) - 1 };

/* When the identity was given. */
static int64_t time_of(const struct follower *f, uint64_t identity)
{
	for (size_t i = f->all.count; i-- > 0;)
		if (f->all.at[i] == identity)
			return (int64_t)i;
	return identity < f->domain->first_fresh ? ALWAYS : NEVER;
}

static bool may_be(unsigned ages, int64_t one, int64_t other)
{
	return one != NEVER && (!(ages & AGE_OLDER) || one < other) && (!(ages & AGE_NEWER) || one > other);
}

/* The identity of a pointer, or of itself. */
static uint64_t identity_in(const struct follower *f, const uint64_t *words, uint32_t width)
{
	uint32_t bits = f->domain->pointer_bits;
	if (width == f->domain->object_bits)
		return words[0];
	return bits == 64 ? words[1]
			  : (words[0] >> bits | (bits ? words[1] << (64 - bits) : 0)) &
				    ((UINT64_C(1) << f->domain->object_bits) - 1);
}

static bool identity_of(const struct follower *f, const struct variable *v, uint64_t *identity)
{
	const struct value *value = run_value(f->run, v);
	if (value)
		*identity = identity_in(f, value_bits(value), sort_width(f->program->bank, v->sort));
	return value != NULL;
}

static void wrong(struct follower *f, const char *what, uint64_t identity, uint32_t object)
{
	follow_blame(f, what, &identity, 64, object, 0);
}

/* Those that the site, or one of its two objects, stands for. */
static bool stands_for(const struct follower *f, uint32_t object, const struct identities *made, size_t i)
{
	enum object_kind kind = f->domain->objects.at[object].kind;
	return (i + 1 == made->count) == (kind == OBJECT_LAST);
}

static const struct identities *made_by(const struct follower *f, uint32_t object)
{
	static const struct identities none;
	uint32_t site = f->domain->objects.at[object].kind == OBJECT_LAST ? object : object - 1;
	return site < f->object_count ? &f->created[site] : &none;
}

static void check_last(struct follower *f, uint32_t object, const struct known *k)
{
	const struct identities *made = made_by(f, object);
	if (!made->count || f->domain->objects.at[object].kind != OBJECT_LAST)
		return;
	int64_t last = time_of(f, vec_last(made));
	for (uint32_t other = 1; other < f->object_count; other++)
		for (size_t i = 0; other != object && k->low.ones & object_bit(other) && i < f->created[other].count;
		     i++)
			if (!may_be(AGE_OLDER, time_of(f, f->created[other].at[i]), last))
				wrong(f, "newer than the last one", f->created[other].at[i], object);
}

static void check_cells(struct follower *f, const struct variable *map, fact_key key, unsigned ages)
{
	const struct identities *made = made_by(f, key_object(key));
	const struct value *value = run_value(f->run, map);
	uint32_t bits = f->domain->pointer_bits;
	uint64_t offset = f->domain->offsets.at[key_cell(key) - 1];
	for (size_t i = 0; value && i < made->count; i++) {
		uint64_t at = made->at[i], words[2] = { 0 };
		uint64_t index[2] = { bits == 64 ? offset : offset | at << bits, bits == 64 ? at : at >> (64 - bits) };
		if (!stands_for(f, key_object(key), made, i))
			continue;
		map_read_words(value->map, index, words);
		uint64_t to = identity_in(f, words, f->domain->object_bits + bits);
		if (to && !may_be(ages, time_of(f, to), time_of(f, at)))
			wrong(f, "age of what a cell points to", to, key_object(key));
	}
}

static void check_death(struct follower *f, const struct variable *v, uint32_t site, unsigned ages)
{
	const struct value *states = run_value(f->run, f->domain->state);
	uint64_t alive = table_get(&f->domain->first_states, f->domain->objects.at[site].site, 0), identity;
	const struct identities *made = made_by(f, site);
	if (!identity_of(f, v, &identity) || !identity || !states)
		return;
	for (size_t i = 0; i < made->count; i++) {
		uint64_t index[2] = { made->at[i], 0 }, words[2] = { 0 };
		map_read_words(states->map, index, words);
		if (words[0] != alive && !may_be(ages, time_of(f, identity), time_of(f, made->at[i])))
			wrong(f, v->name, made->at[i], site);
	}
}

static const struct variable *variable(const struct follower *f, uint32_t number)
{
	return number > INDEX ? f->program->globals[number & INDEX] : f->procedure->variables[number];
}

static void check_pair(struct follower *f, uint32_t number, const struct known *k)
{
	const struct variable *v = variable(f, number);
	uint32_t other;
	unsigned ages;
	uint64_t one, two;
	if (!age_partner(k, &other, &ages) || !identity_of(f, v, &one) || !one ||
	    !identity_of(f, variable(f, other), &two))
		return;
	if (!may_be(ages, time_of(f, one), time_of(f, two)))
		wrong(f, v->name, one, 0);
}

bool follow_age(struct follower *f, fact_key key, const struct known *k)
{
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), kind = number & ~(uint32_t)INDEX;
	unsigned ages = (unsigned)k->low.ones & AGE_ANY;
	f->result->facts++;
	if (number == AGE_LASTS)
		check_last(f, key_object(key), k);
	else if (number == AGE_PAIRS)
		check_pair(f, key_cell(key), k);
	else if (kind == AGE_CELLS)
		check_cells(f, f->program->globals[number & INDEX], key, ages);
	else if (kind == AGE_DEATHS_OF_GLOBALS)
		check_death(f, f->program->globals[number & INDEX], key_cell(key), ages);
	else if (kind == AGE_DEATHS)
		check_death(f, f->procedure->variables[number & INDEX], key_cell(key), ages);
	else
		return false;
	return true;
}
