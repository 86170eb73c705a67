/* Reached sets against a look at all states: random machines of a few bits; and what ends a search. */
#include "reach.h"

#include "tap.h"

enum { BITS = 5, CUTS = 3, INPUTS = 2, EDGES = 5, GATES = 25, STATES = 1 << BITS };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % below;
}

/* --- a random machine --- */

struct random_machine {
	struct gates gates;
	struct machine machine;
	literal current[BITS], inputs[INPUTS], bad[CUTS], next[EDGES][BITS];
	bool live[CUTS][BITS], *live_at[CUTS];
};

/* Of the bits that are live at the cut, and of inputs. */
static literal random_function(struct random_machine *m, uint32_t cut, uint32_t gates)
{
	VEC(literal) made = { 0 };
	for (int i = 0; i < BITS; i++)
		if (m->live[cut][i])
			vec_push(&made, m->current[i]);
	for (int i = 0; i < INPUTS; i++)
		vec_push(&made, m->inputs[i]);
	while (gates-- > 0) {
		literal a = made.at[draw((uint32_t)made.count)] ^ draw(2);
		literal b = made.at[draw((uint32_t)made.count)] ^ draw(2);
		literal c = gates_and(&m->gates, a, b);
		vec_push(&made, c);
	}
	literal last = vec_last(&made);
	vec_free(&made);
	return last;
}

/* What the bit becomes: a function, a constant, what it was, or another bit. */
static literal random_next(struct random_machine *m, uint32_t from, uint32_t bit)
{
	switch (draw(4)) {
	case 0:
		return draw(2);
	case 1:
		return m->live[from][bit] ? m->current[bit] : LITERAL_TRUE;
	case 2:
		return random_function(m, from, 0);
	default:
		return random_function(m, from, 1 + draw(GATES));
	}
}

static void add_edge(struct random_machine *m, uint32_t number)
{
	struct edge e = { .from = draw(CUTS), .to = draw(CUTS), .next = m->next[number] };
	e.condition = draw(3) ? random_function(m, e.from, 2) : LITERAL_TRUE;
	for (uint32_t i = 0; i < BITS; i++)
		e.next[i] = m->live[e.to][i] ? random_next(m, e.from, i) : LITERAL_NONE;
	vec_push(&m->machine.edges, e);
}

static void make(struct random_machine *m)
{
	*m = (struct random_machine){ 0 };
	gates_init(&m->gates, NULL);
	for (int i = 0; i < BITS; i++)
		m->current[i] = gates_input(&m->gates);
	for (int i = 0; i < INPUTS; i++)
		m->inputs[i] = gates_input(&m->gates);
	m->machine = (struct machine){
		.gates = &m->gates, .cuts = CUTS, .bits = BITS, .current = m->current, .bad = m->bad, .live = m->live_at
	};
	for (uint32_t c = 0; c < CUTS; c++) {
		m->live_at[c] = m->live[c];
		for (int i = 0; i < BITS; i++)
			m->live[c][i] = c && draw(4);
	}
	for (uint32_t i = 0; i < EDGES; i++)
		add_edge(m, i);
	for (uint32_t c = 0; c < CUTS; c++)
		m->bad[c] = draw(3) ? LITERAL_FALSE
				    : gates_and(&m->gates, random_function(m, c, 2), random_function(m, c, 2));
}

static void release(struct random_machine *m)
{
	vec_free(&m->machine.edges);
	gates_release(&m->gates);
}

/* --- a look at all states --- */

static bool value(const struct random_machine *m, literal l, uint32_t s)
{
	uint32_t node = l >> 1;
	const struct gate *g = &m->gates.nodes.at[node];
	bool v = !node                             ? true
		 : gates_is_input(&m->gates, node) ? s >> (node - 1) & 1
						   : value(m, g->a, s) && value(m, g->b, s);
	return v != (l & 1);
}

typedef bool sets[CUTS][STATES];

/* True: something is new. Bits that are not live may be anything. */
static bool add(const struct random_machine *m, sets seen, const struct edge *e, uint32_t s)
{
	bool some = false;
	for (uint32_t to = 0; to < STATES; to++) {
		bool fits = true;
		for (uint32_t i = 0; i < BITS; i++)
			fits = fits && (e->next[i] == LITERAL_NONE || value(m, e->next[i], s) == (to >> i & 1));
		some |= fits && !seen[e->to][to];
		seen[e->to][to] |= fits;
	}
	return some;
}

/* Is a bad state reached? */
static bool explore(const struct random_machine *m, sets seen)
{
	bool again = true, bad = false;
	for (uint32_t s = 0; s < STATES; s++)
		seen[0][s] = true;
	while (again) {
		again = false;
		for (uint32_t s = 0; s < STATES << INPUTS; s++) {
			for (size_t e = 0; e < EDGES; e++) {
				const struct edge *edge = &m->machine.edges.at[e];
				if (seen[edge->from][s % STATES] && value(m, edge->condition, s))
					again |= add(m, seen, edge, s);
			}
			for (uint32_t c = 0; c < CUTS; c++)
				bad |= seen[c][s % STATES] && value(m, m->bad[c], s);
		}
	}
	return bad;
}

static bool has(const struct reached *reached, uint32_t cut, uint32_t s)
{
	uint32_t at = reached->roots[cut];
	while (at > 1) {
		const struct decision *d = &reached->decisions.at[at - 2];
		at = s >> d->bit & 1 ? d->high : d->low;
	}
	return at == 1;
}

static bool same(const struct reached *reached, sets seen)
{
	for (uint32_t c = 0; c < CUTS; c++)
		for (uint32_t s = 0; s < STATES; s++)
			if (has(reached, c, s) != seen[c][s])
				return false;
	return true;
}

static const struct reach_options plain = { .nodes = 1 << 20, .function = 1 << 20 };

static void compare(void)
{
	uint32_t wrong = 0, different = 0, closed = 0, unsound = 0;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct random_machine m;
		struct reached reached;
		sets seen = { 0 };
		state = seed;
		make(&m);
		struct reach_options options = plain;
		options.reorder = seed % 5 == 0;
		bool bad = explore(&m, seen);
		enum reach_reply reply = reach(&m.machine, &options, &reached);
		wrong += reply != (bad ? REACH_BAD : REACH_CLOSED);
		different += reply == REACH_CLOSED && !same(&reached, seen);
		closed += reply == REACH_CLOSED;
		reached_release(&reached);
		options.function = 500;
		unsound += reach(&m.machine, &options, &reached) == REACH_CLOSED && bad;
		reached_release(&reached);
		release(&m);
	}
	is_int(wrong, 0, "bad states are reached where a look at all states says so");
	is_int(different, 0, "the sets are what a look at all states says");
	is_int(unsound, 0, "functions that may be anything hide no bad state");
	ok(closed > 60 && closed < 190, "both outcomes are frequent (%u closed)", closed);
}

/* --- limits --- */

static bool at_once(void *context)
{
	(void)context;
	return true;
}

/* A counter of so many bits: it takes a step for each of its values. */
static void count_up(struct random_machine *m, literal *bits, uint32_t width)
{
	static bool live[2][64];
	*m = (struct random_machine){ 0 };
	gates_init(&m->gates, NULL);
	struct edge first = { .from = 0, .to = 1, .condition = LITERAL_TRUE }, step = { 1, 1, LITERAL_TRUE, NULL };
	first.next = &bits[width];
	step.next = &bits[(size_t)width + width];
	literal carry = LITERAL_TRUE;
	for (uint32_t i = 0; i < width; i++) {
		bits[i] = gates_input(&m->gates);
		first.next[i] = LITERAL_FALSE;
		literal both = gates_and(&m->gates, bits[i], carry);
		literal none = gates_and(&m->gates, literal_not(bits[i]), literal_not(carry));
		step.next[i] = gates_and(&m->gates, literal_not(both), literal_not(none));
		carry = both;
		live[1][i] = true;
	}
	m->bad[0] = m->bad[1] = LITERAL_FALSE;
	m->live_at[0] = live[0];
	m->live_at[1] = live[1];
	m->machine = (struct machine){
		.gates = &m->gates, .cuts = 2, .bits = width, .current = bits, .bad = m->bad, .live = m->live_at
	};
	vec_push(&m->machine.edges, first);
	vec_push(&m->machine.edges, step);
}

static enum reach_reply count(uint32_t width, const struct reach_options *options, uint32_t *images)
{
	struct random_machine m;
	struct reached reached;
	literal bits[3 * 64];
	count_up(&m, bits, width);
	enum reach_reply reply = reach(&m.machine, options, &reached);
	*images = reached.images;
	reached_release(&reached);
	release(&m);
	return reply;
}

static void end_early(void)
{
	struct reach_options options = plain;
	uint32_t images;
	is_int(count(8, &options, &images), REACH_CLOSED, "a counter of 8 bits comes to an end");
	is_int(images, 257, "after an image for each value");
	options.work = 300000;
	is_int(count(60, &options, &images), REACH_WORK, "a counter of 60 bits is too much work");
	options.work = 0;
	options.stop = at_once;
	is_int(count(60, &options, &images), REACH_STOPPED, "a search ends when it is to stop");
}

/* A bit in the middle of a product, whose diagrams are large in every order. */
static void grow(void)
{
	enum { WIDTH = 12 };
	struct reached reached;
	struct bank *bank = bank_new();
	struct gates gates;
	term x = term_variable(bank, sort_bitvector(bank, WIDTH), "x");
	term y = term_variable(bank, sort_bitvector(bank, WIDTH), "y");
	bool live[1] = { false }, *live_at[] = { live };
	gates_init(&gates, bank);
	literal bad[] = { gates_of(&gates, term_binary(bank, OP_BVMUL, x, y))[WIDTH - 1] };
	struct machine m = { .gates = &gates, .cuts = 1, .bad = bad, .live = live_at };
	struct reach_options options = { .nodes = 65536, .function = UINT32_MAX };
	is_int(reach(&m, &options, &reached), REACH_NODES, "a diagram may be too large");
	reached_release(&reached);
	options.function = 500;
	is_int(reach(&m, &options, &reached), REACH_BAD, "unless what is large may be anything");
	reached_release(&reached);
	gates_release(&gates);
	bank_free(bank);
}

static void without_bits(void)
{
	struct reached reached;
	struct gates gates;
	literal bad[] = { LITERAL_FALSE }, always[] = { LITERAL_TRUE };
	bool live[1] = { false }, *live_at[] = { live };
	gates_init(&gates, NULL);
	struct machine m = { .gates = &gates, .cuts = 1, .bad = bad, .live = live_at };
	is_int(reach(&m, &plain, &reached), REACH_CLOSED, "a machine without bits and edges");
	reached_release(&reached);
	m.bad = always;
	is_int(reach(&m, &plain, &reached), REACH_BAD, "one that is bad from the beginning");
	reached_release(&reached);
	gates_release(&gates);
}

int main(void)
{
	compare();
	end_early();
	grow();
	without_bits();
	return done_testing();
}
