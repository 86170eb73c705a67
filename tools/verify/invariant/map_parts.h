/* Inside the candidates about memory: what map.c and element.c share. */
#ifndef PLUMB_MAP_PARTS_H
#define PLUMB_MAP_PARTS_H

#include "invariant.h"

enum { MAX_CELLS = 24 };

/* A read or write: where in which map, in terms of the beginning of its block. */
struct access {
	const struct variable *map;
	term index;
	term value; /* what is stored, likewise; 0 where it is not about that */
};

struct survey {
	struct cut *cut;
	VEC(struct access) accesses, stores; /* each place once; each store of a number */
	VEC(uint64_t) constants;             /* that the program compares with or assigns, of at most 64 bits */
};

struct cells VEC_BODY(term);
/* Not 0, not twice, not too many. */
void cell_add(struct cells *list, term cell);
/* A bit-vector of at most 64 bits. */
bool is_cell_number(const struct bank *bank, term t);

/* Leaves of an address, each replaced by what stands for it at the head. */
struct placing {
	const struct cut *cut;
	const struct cut_loop *loop;
	term counter, each; /* this leaf becomes that one */
	term object;        /* pointers become: this object, offset 0 */
	bool together;      /* whatever changes becomes `each`, if it is as wide */
	bool failed;
	bool moves; /* something in it changes from iteration to iteration */
};
/* In terms of the head; 0: it has none there. */
term place_term(struct placing *p, term t);
term place_cell(struct placing *p, const struct access *a);

/* Candidates of this form: guard => ... for each. */
struct form {
	struct cut *cut;
	struct cut_loop *loop;
	term guard, each;
};
void cell_propose(const struct form *f, term condition);
void cell_propose_order(const struct form *f, term a, term b);
/* Constants, numbers at the head, and each other. */
void cells_propose(const struct form *f, const struct survey *s, const struct cells *cells);

/* element.c: of all elements that a counter has passed. */
void candidates_of_elements(struct survey *s, struct cut_loop *loop);

#endif
