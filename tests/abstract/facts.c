/* The persistent maps against arrays: the same operations on both. */
#include "facts.h"

#include "ir.h"
#include "tap.h"

enum { VARIABLES = 4, OBJECTS = 5, CELLS = 4, KEYS = VARIABLES * OBJECTS * CELLS, ROUNDS = 4000, TREES = 8 };

/* value of a key; -1: may be anything */
struct model {
	int at[KEYS];
};

static uint64_t state = 1;

static uint32_t below(uint32_t bound)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = (state ^ state >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	return (uint32_t)((z ^ z >> 29) >> 32) % bound;
}

/* Locals are among them. */
static fact_key key_at(uint32_t i)
{
	uint32_t v = i / (OBJECTS * CELLS);
	return key_of(v == 3 ? KEY_LOCAL | 7 : v * 3, i / CELLS % OBJECTS * 37, i % CELLS * 1000);
}

static struct known value_of(struct domain *d, int value)
{
	return known_number(d, number_between(16, 0, (uint64_t)value));
}

static bool matches(const struct facts *f, const struct model *m)
{
	for (uint32_t i = 0; i < KEYS; i++) {
		const struct known *k = facts_get(f, key_at(i));
		if ((k != NULL) != (m->at[i] >= 0))
			return false;
		if (k && k->low.last != (uint64_t)m->at[i])
			return false;
	}
	return true;
}

static bool is_in(struct key_range range, uint32_t i)
{
	return range.free >= 64 || (key_at(i) ^ range.key) >> range.free == 0;
}

static struct key_range some_range(void)
{
	uint32_t i = below(KEYS);
	fact_key key = key_at(i);
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	switch (below(4)) {
	case 0:
		return keys_of_variable(variable);
	case 1:
		return keys_of_object(variable, key_object(key));
	case 2:
		return keys_of_locals();
	default:
		return (struct key_range){ key, 0 };
	}
}

static struct known plus_one(void *context, fact_key key, const struct known *k)
{
	(void)key;
	return value_of(context, (int)k->low.last + 1);
}

static void step(struct domain *d, const struct facts **f, struct model *m)
{
	uint32_t to = below(TREES), from = below(TREES), i = below(KEYS);
	struct key_range range = some_range();
	int value = (int)below(50) + 1;
	switch (below(6)) {
	case 0:
	case 1: {
		struct known k = value_of(d, value);
		f[to] = facts_put(d, f[to], key_at(i), &k);
		m[to].at[i] = value;
		break;
	}
	case 2:
		f[to] = facts_remove(d, f[to], range);
		for (uint32_t k = 0; k < KEYS; k++)
			m[to].at[k] = is_in(range, k) ? -1 : m[to].at[k];
		break;
	case 3:
		f[to] = facts_graft(d, f[to], range, f[from]);
		for (uint32_t k = 0; k < KEYS; k++)
			m[to].at[k] = is_in(range, k) ? m[from].at[k] : m[to].at[k];
		break;
	case 4:
		f[to] = facts_join(d, f[to], f[from], NULL);
		for (uint32_t k = 0; k < KEYS; k++)
			if (m[to].at[k] >= 0 && m[to].at[k] < m[from].at[k])
				m[to].at[k] = m[from].at[k];
			else if (m[from].at[k] < 0)
				m[to].at[k] = -1;
		break;
	default:
		f[to] = facts_change(d, f[to], range, plus_one, d);
		for (uint32_t k = 0; k < KEYS; k++)
			m[to].at[k] += is_in(range, k) && m[to].at[k] >= 0;
	}
}

static bool includes(const struct model *outer, const struct model *inner)
{
	for (uint32_t i = 0; i < KEYS; i++)
		if (outer->at[i] >= 0 && (inner->at[i] < 0 || inner->at[i] > outer->at[i]))
			return false;
	return true;
}

static void move_all(struct domain *d, const struct facts **f)
{
	struct arena *old = d->arena;
	d->arena = arena_new();
	for (uint32_t i = 0; i < TREES; i++)
		f[i] = facts_move(d, f[i]);
	arena_free(old);
}

int main(void)
{
	struct program *p = program_new();
	struct arena *arena = arena_new();
	struct domain d;
	domain_init(&d, p, arena);
	for (uint32_t i = 0; i < OBJECTS * 37; i++)
		vec_push(&d.objects, (struct object){ OBJECT_CONSTANT, i, NULL });
	const struct facts *f[TREES] = { 0 };
	static struct model m[TREES];
	unsigned wrong = 0, wrong_inclusions = 0, inclusions = 0;
	for (uint32_t i = 0; i < TREES; i++)
		for (uint32_t k = 0; k < KEYS; k++)
			m[i].at[k] = -1;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		step(&d, f, m);
		if (round % 500 == 0)
			move_all(&d, f);
		uint32_t a = below(TREES), b = below(TREES);
		wrong += !matches(f[a], &m[a]);
		wrong_inclusions += facts_include(&d, f[a], f[b]) != includes(&m[a], &m[b]);
		inclusions += a != b && includes(&m[a], &m[b]);
	}
	is_int(wrong, 0, "what is put, removed, grafted, joined and changed is there");
	is_int(wrong_inclusions, 0, "inclusions are as of the parts");
	ok(inclusions > 20, "some include others");
	domain_release(&d);
	arena_free(arena);
	program_free(p);
	return done_testing();
}
