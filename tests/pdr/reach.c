/* PDR against a look at all states: random systems of a few latches. What it proves with is checked state by state. */
#include "arena.h"
#include "pdr.h"
#include "tap.h"

enum { LATCHES = 7, CUTS = 3, INPUTS = 2, GATES = 40, STATES = 1 << LATCHES };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % below;
}

struct machine {
	struct gates gates;
	struct latches latches;
	literal current[LATCHES], next[LATCHES], inputs[INPUTS];
};

static literal random_function(struct machine *m, uint32_t gates)
{
	VEC(literal) made = { 0 };
	for (int i = 0; i < LATCHES; i++)
		vec_push(&made, m->current[i]);
	for (int i = 0; i < INPUTS; i++)
		vec_push(&made, m->inputs[i]);
	while (gates-- > 0) {
		literal a = made.at[draw((uint32_t)made.count)] ^ draw(2),
			b = made.at[draw((uint32_t)made.count)] ^ draw(2);
		literal c = gates_and(&m->gates, a, b);
		vec_push(&made, c);
	}
	literal last = vec_last(&made);
	vec_free(&made);
	return last;
}

/* The first latches are cuts: a step leads from one to one of them, or nowhere. */
static void make(struct machine *m)
{
	gates_init(&m->gates, NULL);
	for (int i = 0; i < LATCHES; i++)
		m->current[i] = gates_input(&m->gates);
	for (int i = 0; i < INPUTS; i++)
		m->inputs[i] = gates_input(&m->gates);
	for (int i = 0; i < LATCHES; i++)
		m->next[i] = i < CUTS ? gates_or(&m->gates, random_function(m, 1), random_function(m, 1))
				      : random_function(m, 1 + draw(GATES));
	for (int i = 0; i < CUTS; i++)
		for (int k = 0; k < i; k++)
			m->next[i] = gates_and(&m->gates, m->next[i], literal_not(m->next[k]));
	m->latches = (struct latches){
		.gates = &m->gates, .count = LATCHES, .cuts = CUTS, .current = m->current, .next = m->next
	};
	m->latches.bad = gates_and(&m->gates, random_function(m, 1), random_function(m, 1));
	m->latches.bad = gates_and(&m->gates, m->latches.bad, m->current[1 + draw(CUTS - 1)]);
}

/* Of state `s` (bits of latches) and inputs above it. */
static bool value(const struct machine *m, literal l, uint32_t s)
{
	uint32_t node = l >> 1;
	const struct gate *g = &m->gates.nodes.at[node];
	bool v = !node                             ? true
		 : gates_is_input(&m->gates, node) ? s >> (node - 1) & 1
						   : value(m, g->a, s) && value(m, g->b, s);
	return v != (l & 1);
}

static bool is_state(uint32_t s)
{
	uint32_t cut = s & ((1 << CUTS) - 1);
	return cut && !(cut & (cut - 1));
}

static uint32_t step(const struct machine *m, uint32_t s)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < LATCHES; i++)
		next |= (uint32_t)value(m, m->next[i], s) << i;
	return next;
}

/* Is a bad state reached? */
static bool explore(const struct machine *m)
{
	bool seen[STATES] = { false }, again = true, bad = false;
	for (uint32_t s = 0; s < STATES; s++)
		seen[s] = is_state(s) && (s & 1);
	while (again) {
		again = false;
		for (uint32_t s = 0; s < STATES; s++)
			for (uint32_t in = 0; seen[s] && in < 1 << INPUTS; in++) {
				uint32_t with = s | in << LATCHES, next = step(m, with);
				bad = bad || value(m, m->latches.bad, with);
				if (!is_state(next) || seen[next])
					continue;
				seen[next] = again = true;
			}
	}
	return bad;
}

static bool is_in(const struct lemmas *lemmas, uint32_t s)
{
	for (size_t i = 0; i < lemmas->count; i++) {
		bool in_cube = true;
		for (uint32_t k = 0; k < lemmas->at[i]->count; k++) {
			literal l = lemmas->at[i]->literals[k];
			in_cube = in_cube && (s >> (l >> 1) & 1) != (l & 1);
		}
		if (in_cube)
			return false;
	}
	return true;
}

/* Initial states are in it, no bad one is, and no step leads out. */
static bool is_invariant(const struct machine *m, const struct lemmas *lemmas)
{
	for (uint32_t s = 0; s < STATES; s++) {
		if (is_state(s) && (s & 1) && !is_in(lemmas, s))
			return false;
		for (uint32_t in = 0; is_state(s) && is_in(lemmas, s) && in < 1 << INPUTS; in++) {
			uint32_t with = s | in << LATCHES, next = step(m, with);
			if (value(m, m->latches.bad, with) || (is_state(next) && !is_in(lemmas, next)))
				return false;
		}
	}
	return true;
}

int main(void)
{
	uint32_t wrong = 0, weak = 0, proved = 0, lemma_count = 0;
	for (uint64_t seed = 1; seed <= 600; seed++) {
		struct machine m;
		struct lemmas lemmas = { 0 };
		struct pdr_statistics statistics = { 0 };
		struct arena *arena = arena_new();
		state = seed;
		make(&m);
		enum pdr_reply reply = pdr_run(&m.latches, arena, NULL, NULL, &lemmas, &statistics);
		wrong += reply != (explore(&m) ? PDR_REACHED : PDR_PROVED);
		weak += reply == PDR_PROVED && !is_invariant(&m, &lemmas);
		proved += reply == PDR_PROVED;
		lemma_count += (uint32_t)lemmas.count;
		vec_free(&lemmas);
		arena_free(arena);
		gates_release(&m.gates);
	}
	is_int(wrong, 0, "what is reached is what a look at all states says");
	is_int(weak, 0, "lemmas are closed under steps and exclude bad states");
	ok(proved > 100 && proved < 550 && lemma_count > 100, "proofs are no rarity, and need lemmas (%u, %u)", proved,
	   lemma_count);
	return done_testing();
}
