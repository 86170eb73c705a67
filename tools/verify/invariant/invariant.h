/* Loops cut at their heads, and what may be invariant there; engine_induction proves with them. docs/engines.md has the
 * argument why a proof with them is one.
 *
 *   cut*.c               the program cut at the heads of its loops
 *   scalar.c, map.c,
 *   element.c            candidates
 *   heads.c, relation.c  candidates that executions suggest
 *   filter.c             what executions refute of them
 *   widen.c              loops that are given more than they need
 *   shortcut.c           loops that may take many rounds at once */
#ifndef PLUMB_INVARIANT_H
#define PLUMB_INVARIANT_H

#include "callgraph.h"
#include "given.h"
#include "ir.h"
#include "sampler.h"
#include "vec.h"

/* Key of an attribute that verify alone knows: on an assertion that was made for a candidate, the candidate's index. */
#define ATTRIBUTE_CANDIDATE "candidate"

/* Something that may hold whenever control is at a loop's head. */
struct candidate {
	term condition; /* Bool, over the loop's in-parameters as they are at the head, `entries`, globals, and perhaps `each` */
	term each; /* 0, or the leaf for which any value can stand: the condition holds for all of them */
	term use;  /* Bool leaf: is it assumed, and asserted? */
	bool dropped;
	bool hard;       /* solvers may take long over it: it is dropped if they do */
	uint32_t number; /* of the loop's candidates, in the order in which they were added */
};

struct cut_loop {
	struct procedure *procedure;
	VEC(struct block *) agains; /* those that end with the recursive call */
	bool *changed;              /* per in-parameter: may it be another one in the next iteration? */
	struct variable **
		entries; /* per in-parameter: local that holds what it was before the first iteration; NULL: unchanged */
	struct variable *given_entry;   /* the same for `given`; NULL: unchanged */
	VEC(struct variable *) written; /* globals that an iteration may change */
	VEC(struct candidate) candidates;
	struct variable *reached;            /* global Bool: was the loop's head passed? */
	TABLE(term, struct variable *) kept; /* leaf -> global with its value when the head was passed last */
};

/* How much is guessed: what costs less is tried first. Sums: equations of three numbers; loops know more (loops_widen). Wide:
 * inequalities of three numbers. Products: equations with products of two, which are hard for solvers. */
enum level { LEVEL_NOTHING, LEVEL_FLAGS, LEVEL_MEMORY, LEVEL_ALL, LEVEL_SUMS, LEVEL_WIDE, LEVEL_PRODUCTS, LEVELS };

struct cut {
	struct program *program; /* a copy of the prepared one, changed */
	struct callgraph *graph; /* of the program before */
	struct effects *effects;
	VEC(struct cut_loop) loops;
	struct variable *
		given; /* global map: at which site a `fresh` gave this identity, from 1; 0: none did. NULL: no `fresh` */
	uint32_t sites, heap_sites;         /* those of the heap are the first */
	uint32_t object_bits, pointer_bits; /* of an identity; of a pointer, identity and offset */
	term each_index[2];                 /* leaves: any number of 32, of 64 bits */
	term each_object;                   /* leaf: any identity */
	uint32_t candidates;
	bool has_unsigned;         /* does the program compare unsigned numbers? */
	enum level level;          /* of the candidates */
	const struct heads *heads; /* what executions show at the loops' heads (heads.h); NULL: nothing */
};

enum { MOST_SITES = 3 };

/* False: nothing could be shown of its loops. */
bool cut_begin(struct cut *cut, const struct program *prepared);
/* Cuts all loops: after it the program is acyclic and its loops are not recursive. */
void cut_finish(struct cut *cut);
void cut_release(struct cut *cut);

/* Procedures that call themselves are given the numbers that their caller reads behind the call (from LEVEL_SUMS on): the program does
 * what it did. False: nothing was given. */
bool loops_widen(struct program *prepared);

/* Gives loops of a program of acyclic procedures shortcuts: it violates what it did, and perhaps more. False: none has one. */
bool loops_shorten(struct program *prepared);

/* The condition that `object` was, by the map `given`, made at heap site `site` (0: at any of the heap). */
term cut_is_given(const struct cut *cut, term given, term object, uint32_t site);

/* The recursive call in one of loop->agains. */
const struct statement *again_call(const struct block *b);

/* Adds a candidate, unless it is a constant or there are too many. */
void candidate_add(struct cut *cut, struct cut_loop *loop, term condition, term each);
/* scalar.c: numbers at the head, and how they are related. */
void candidates_of_scalars(struct cut *cut, enum level level);
/* map.c: what holds for all elements that a counter has passed, and for all objects. */
void candidates_of_maps(struct cut *cut);

/* filter.c: drops candidates that executions of the prepared program refute. */
void candidates_filter(struct cut *cut, struct program *prepared, struct sample_limits limits);

/* --- shared by the files of candidates --- */

/* The in-parameter of the loop that is a copy of the variable (named like it), or NULL. */
struct variable *loop_counterpart(const struct cut_loop *loop, const struct variable *v);
/* Are these names the same but for a number that was appended? */
bool same_stem(const char *a, const char *b);

/* The terms of a block's statements as they are in terms of the block's beginning. Visits each statement's terms in
 * order, then a branch's condition. */
struct block_walk {
	const struct program *program;
	struct table values; /* local leaf -> term */
	void *context;
	void (*visit)(void *context, struct block_walk *walk, const struct block *block, const struct statement *s,
		      term t);
};
void block_walk(struct block_walk *walk, const struct block *block);
term block_walk_value(struct block_walk *walk, term t);

#endif
