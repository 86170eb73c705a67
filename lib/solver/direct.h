/* Inside direct.c, direct_question.c and direct_encoding.c: what is known of a question whose numbers have few values. */
#ifndef PLUMB_DIRECT_H
#define PLUMB_DIRECT_H

#include "backend.h"
#include "sat.h"

enum { DIRECT_LARGEST = 128 }; /* values of a leaf */

struct choice {
	term value; /* a constant */
	literal is;
};

/* What a term may be: so many of `choices`, from the first. */
struct domain {
	uint32_t first, count;
};

/* If both literals hold, the term has the value. */
struct row {
	literal a, b;
	term value;
};

/* The bounds of a leaf, as a signed and as an unsigned number. */
struct range {
	int64_t low, high;
	uint64_t least, most;
};

struct direct {
	struct solver *solver;
	struct bank *bank;
	struct sat *sat;          /* when there are clauses */
	bool impossible;          /* it says that something is true and false */
	bool encoded;             /* the clauses are there */
	bool fits;                /* after that: each term has few values */
	bool won;                 /* the last verdict is its own */
	struct table holds;       /* Bool term -> 1: the question says it is true, 0: false */
	VEC(term) conjuncts;      /* its keys */
	struct table newest;      /* term -> the newest of its leaves */
	struct table ranges;      /* leaf -> the place of its range + 1 */
	struct table definitions; /* leaf -> the term that it equals */
	struct table domains;     /* term -> the place of its domain + 1 */
	VEC(struct range) bounds;
	VEC(struct domain) all;
	VEC(struct choice) choices;
	VEC(struct row) rows; /* of the term at hand */
	VEC(term) stack;
	size_t clauses;
};

static inline bool is_leaf(const struct direct *d, term t)
{
	return term_op(d->bank, t) == OP_VARIABLE;
}

static inline bool is_bool(const struct direct *d, term t)
{
	return sort_kind(d->bank, term_sort(d->bank, t)) == SORT_BOOL;
}

/* Bool, or a bit-vector of at most 64 bits. */
static inline bool is_word(const struct direct *d, term t)
{
	return sort_kind(d->bank, term_sort(d->bank, t)) != SORT_MAP && term_width(d->bank, t) <= 64;
}

/* --- direct_question.c: what the question says --- */

/* Reads the facts and assumptions of the current check. */
void direct_read(struct direct *d);
/* The bounds of a leaf that is a bit-vector of at most 64 bits; until the next call. */
struct range *direct_range(struct direct *d, term leaf);
int64_t direct_signed(uint32_t width, uint64_t word);
/* Is it the equation that a leaf's definition was taken from? */
bool direct_is_definition(struct direct *d, term t);
/* Has each leaf of the question few values? */
bool direct_has_few(struct direct *d);

/* --- direct_encoding.c: the question in clauses --- */

/* Sets `sat` and `fits`. */
void direct_encode(struct direct *d, double deadline);
/* What the term may be; NULL: the question does not depend on it. Until the next encoding. */
struct domain *direct_domain(struct direct *d, term t);

#endif
