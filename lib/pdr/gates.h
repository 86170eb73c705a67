/* Boolean functions as graphs of and-gates with negations on the edges, each function once (structural hashing); and terms
 * as such graphs, a literal for each bit. Literals are those of sat.h: 2 * node + sign, node 0 is the constant true. */
#ifndef PLUMB_GATES_H
#define PLUMB_GATES_H

#include "hash.h"
#include "sat.h"
#include "term.h"
#include "vec.h"

struct gate {
	literal a, b; /* LITERAL_NONE: an input */
};

struct words TABLE_BODY(term, literal *);

struct gates {
	VEC(struct gate) nodes;
	struct table known; /* a << 32 | b -> node */
	/* terms */
	const struct bank *bank;
	struct arena *arena;
	struct words words; /* term -> literals of its bits, the lowest first */
	uint32_t unknown;   /* terms that are no leaves and have no gates: inputs */
};

void gates_init(struct gates *gates, const struct bank *bank);
void gates_release(struct gates *gates);

literal gates_input(struct gates *gates);
literal gates_and(struct gates *gates, literal a, literal b);
literal gates_or(struct gates *gates, literal a, literal b);
static inline bool gates_is_input(const struct gates *gates, uint32_t node)
{
	return gates->nodes.at[node].a == LITERAL_NONE;
}

/* The bits of a Bool or bit-vector term. Leaves, and what has no gates (division, maps, wide products, what is
 * too much), are inputs. Owned by the gates. */
const literal *gates_of(struct gates *gates, term t);
/* The bits of a leaf are these from now on. */
void gates_bind(struct gates *gates, term leaf, const literal *bits);

#endif
