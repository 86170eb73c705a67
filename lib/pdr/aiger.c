#include "aiger.h"

#include <inttypes.h>

/* A literal of AIGER is 2 * variable + sign, 0 is false. Variables: inputs, latches, gates. */
struct aiger {
	const struct latches *latches;
	const struct gates *gates;
	struct output *out;
	VEC(uint32_t) cone;          /* nodes that matter, arguments first */
	VEC(uint32_t) of_node;       /* node -> literal */
	VEC(struct gate) ands;       /* over literals of AIGER */
	uint32_t inputs, free_count; /* free: latches with any value at the beginning */
};

enum { UNSEEN = UINT32_MAX };

/* --- what matters --- */

static void visit(struct aiger *w, literal root)
{
	VEC(uint32_t) stack = { 0 };
	vec_push(&stack, root >> 1);
	while (stack.count) {
		uint32_t node = vec_last(&stack);
		const struct gate *gate = &w->gates->nodes.at[node];
		bool leaf = gates_is_input(w->gates, node);
		if (w->of_node.at[node] != UNSEEN)
			stack.count--;
		else if (!leaf && w->of_node.at[gate->a >> 1] == UNSEEN)
			vec_push(&stack, gate->a >> 1);
		else if (!leaf && w->of_node.at[gate->b >> 1] == UNSEEN)
			vec_push(&stack, gate->b >> 1);
		else {
			w->of_node.at[node] = 0;
			vec_push(&w->cone, node);
			stack.count--;
		}
	}
	vec_free(&stack);
}

static void find_cone(struct aiger *w)
{
	const struct latches *l = w->latches;
	for (size_t i = 0; i < w->gates->nodes.count; i++)
		vec_push(&w->of_node, UNSEEN);
	visit(w, LITERAL_TRUE);
	visit(w, l->bad);
	for (uint32_t i = 0; i < l->count; i++) {
		visit(w, l->current[i]);
		visit(w, l->next[i]);
	}
}

/* --- numbers --- */

static uint32_t literal_of(const struct aiger *w, literal l)
{
	return w->of_node.at[l >> 1] ^ (l & 1);
}

static uint32_t first_latch(const struct aiger *w)
{
	return w->inputs + w->free_count + 1;
}

static uint32_t add_and(struct aiger *w, uint32_t a, uint32_t b)
{
	vec_push(&w->ands, a > b ? ((struct gate){ a, b }) : ((struct gate){ b, a }));
	return 2 * (first_latch(w) + w->latches->count + (uint32_t)w->ands.count);
}

/* The latch behind the others: is this not the first state? */
static uint32_t begun(const struct aiger *w)
{
	return 2 * (first_latch(w) + w->latches->count);
}

/* The latch, or an input of its own in the first state. */
static uint32_t free_at_first(struct aiger *w, uint32_t latch)
{
	uint32_t input = 2 * (w->inputs + 1 + latch - w->latches->cuts), value = 2 * (first_latch(w) + latch);
	uint32_t later = add_and(w, begun(w), value), now = add_and(w, begun(w) ^ 1, input);
	return add_and(w, later ^ 1, now ^ 1) ^ 1;
}

/* Inputs first. The first cut is where an execution begins: its latch is kept negated. */
static void number_leaves(struct aiger *w)
{
	const struct latches *l = w->latches;
	w->of_node.at[0] = 1;
	w->free_count = l->count - l->cuts;
	for (uint32_t i = 0; i < l->count; i++)
		w->of_node.at[l->current[i] >> 1] = 1;
	for (size_t i = 0; i < w->cone.count; i++)
		if (gates_is_input(w->gates, w->cone.at[i]) && !w->of_node.at[w->cone.at[i]])
			w->of_node.at[w->cone.at[i]] = 2 * ++w->inputs;
	for (uint32_t i = 0; i < l->count; i++)
		w->of_node.at[l->current[i] >> 1] =
			i < l->cuts ? 2 * (first_latch(w) + i) ^ (i == 0) : free_at_first(w, i);
}

static void number_gates(struct aiger *w)
{
	for (size_t i = 0; i < w->cone.count; i++) {
		const struct gate *gate = &w->gates->nodes.at[w->cone.at[i]];
		if (!gates_is_input(w->gates, w->cone.at[i]))
			w->of_node.at[w->cone.at[i]] = add_and(w, literal_of(w, gate->a), literal_of(w, gate->b));
	}
}

/* --- text --- */

static void write_number(struct output *out, uint32_t number)
{
	for (; number & ~UINT32_C(0x7f); number >>= 7)
		output_write(out, &(char){ (char)((number & 0x7f) | 0x80) }, 1);
	output_write(out, &(char){ (char)number }, 1);
}

static void write_all(struct aiger *w)
{
	const struct latches *l = w->latches;
	uint32_t inputs = w->inputs + w->free_count, latches = l->count + 1, ands = (uint32_t)w->ands.count;
	output_format(w->out, "aig %" PRIu32 " %" PRIu32 " %" PRIu32 " 1 %" PRIu32 "\n", inputs + latches + ands,
		      inputs, latches, ands);
	for (uint32_t i = 0; i < l->count; i++)
		output_format(w->out, "%" PRIu32 "\n", literal_of(w, l->next[i]) ^ (i == 0));
	output_format(w->out, "1\n%" PRIu32 "\n", literal_of(w, l->bad));
	for (uint32_t i = 0; i < ands; i++) {
		uint32_t left = 2 * (inputs + latches + i + 1);
		write_number(w->out, left - w->ands.at[i].a);
		write_number(w->out, w->ands.at[i].a - w->ands.at[i].b);
	}
}

void aiger_write(const struct latches *latches, struct output *out)
{
	struct aiger w = { .latches = latches, .gates = latches->gates, .out = out };
	find_cone(&w);
	number_leaves(&w);
	number_gates(&w);
	write_all(&w);
	vec_free(&w.cone);
	vec_free(&w.of_node);
	vec_free(&w.ands);
}
