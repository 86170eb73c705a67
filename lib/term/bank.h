/* Inside lib/term: how terms are stored, and raw (unsimplified) construction.
 *
 * A term is a node of 24 bytes in a chunk that never moves. Nodes are hash-consed in an open-addressing
 * table of handles. Constants of up to 64 bits are in the node; wider ones, names and the
 * arguments of the two operators with more than three live in an arena. */
#ifndef PLUMB_BANK_H
#define PLUMB_BANK_H

#include "arena.h"
#include "bv.h"
#include "hash.h"
#include "term.h"

struct node {
	uint8_t op;
	uint8_t flags;   /* NODE_... */
	uint16_t leaves; /* ITE tree of constants: number of its leaves (a constant: 1), else 0 */
	sort sort;
	union {
		struct {
			term a, b; /* operators of up to three terms; indices come after the terms */
		};
		uint64_t value;        /* CONSTANT of up to 64 bits */
		const uint64_t *words; /* CONSTANT of more */
		const char *name;      /* VARIABLE */
		const term *args;      /* FILL, COPY */
	};
	uint32_t c;
	uint32_t hash;
};

enum {
	NODE_CONSTANT_LEAVES = 1 /* an ite tree, of any size, whose leaves are all constants; or a constant */
};

enum { CHUNK_BITS = 14, CHUNK_NODES = 1 << CHUNK_BITS };

struct sort_data {
	enum sort_kind kind;
	uint32_t width;    /* bit-vectors; Bool: 1 */
	sort index, value; /* maps */
};

struct bank {
	struct node **chunks;
	uint32_t count; /* terms made; handle 0 is not one */
	uint32_t chunk_count, chunk_capacity;
	uint64_t *slots;   /* hash-consing: hash << 32 | handle, 0 = free; the hash saves looking at nodes in vain */
	size_t slot_count; /* power of two */
	struct sort_data *sorts;
	uint32_t sort_count, sort_capacity;
	struct table sort_table; /* (kind, width or index, value) -> sort */
	sort small[257];         /* bit-vector sorts by width, made on demand */
	struct arena *arena;
	struct table selects;        /* (map, index) -> what a read of that cell was simplified to */
	struct table comparisons[3]; /* EQ, BVULT, BVSLT: (ite tree, constant) -> result */
	term the_true, the_false;
	uint32_t depth, fuel; /* of the constructors that are active: see simplify.h */
};

static inline struct node *bank_node(const struct bank *bank, term t)
{
	return &bank->chunks[t >> CHUNK_BITS][t & (CHUNK_NODES - 1)];
}

static inline uint32_t bank_width(const struct bank *bank, term t)
{
	return bank->sorts[bank_node(bank, t)->sort].width;
}

/* Raw construction: the node as it is, hash-consed. `a`, `b`, `c` are terms or indices (see struct node);
 * the operator must be one of up to three terms and indices together. */
term bank_raw(struct bank *bank, enum op op, sort s, uint32_t a, uint32_t b, uint32_t c);
/* FILL and COPY: n arguments. */
term bank_raw_block(struct bank *bank, enum op op, sort s, const term *args, uint32_t n);

/* The number of term arguments, and the i-th one. */
static inline term bank_arg(const struct node *n, uint32_t i)
{
	if (n->op == OP_FILL || n->op == OP_COPY)
		return n->args[i];
	return i == 0 ? n->a : i == 1 ? n->b : n->c;
}

#endif
