/* The making of a system (system.h): what places there are, and what they hold along the ways of segments. For system.c. */
#ifndef PLUMB_SYSTEM_BUILDER_H
#define PLUMB_SYSTEM_BUILDER_H

#include "callgraph.h"
#include "system.h"

/* No constant, nor one of a few. */
#define VARIES UINT32_MAX
enum { MOST_CONSTANTS = 4 };

/* What is known of a place at a cut. */
struct fact {
	term value; /* 0: not reached; a constant; VARIES */
	uint32_t count;
	term set[MOST_CONSTANTS]; /* with count > 1: it is one of these; `value` is VARIES then */
};

struct builder {
	struct system *system;
	struct bank *bank;
	bool whole;                                 /* maps are places */
	TABLE(uint64_t, uint32_t) cells;            /* map's leaf << 32 | index -> place + 1 */
	TABLE(term, term) unknown;                  /* read at an index that varies -> what stands for it */
	TABLE(uint32_t, uint32_t) firsts;           /* place -> place + 1 of what it was when the procedure began */
	struct callgraph *graph;                    /* NULL: there are no calls */
	struct effects *effects;                    /* likewise */
	struct facts VEC_BODY(struct fact) * known; /* by cut, by place */
	uint32_t at;                                /* whose constants `resolve` puts in */
	struct table memo;                          /* of `resolve`, at this cut */
	bool found;                                 /* a cell that was not known */
	bool full;                                  /* there are too many places */
	size_t most;                                /* places */
	uint32_t terms;                             /* at most in the bank */
	bool (*stop)(void *context);
	void *context;
};

/* A place for each variable. */
void system_add_variables(struct builder *b);

/* The terms that follow are those at this cut. */
void system_go_to(struct builder *b, uint32_t cut);
/* The term with constants put in and reads of cells replaced, until nothing changes. */
term system_resolve(struct builder *b, term t);
/* What the place holds at the end of the way, or where it enters a procedure, in terms of its beginning. */
term system_arriving(struct builder *b, const struct way *way, bool enters, uint32_t place);

/* --- system_set.c --- */

/* VALUE where CONDITION holds: alternatives that it excludes are left out. */
term system_under(struct bank *bank, term condition, term value);
/* The fact is now that of what it was, or of VALUE, a term at the cut where the builder is. True: it changed. */
bool system_meet(const struct builder *b, struct fact *fact, term value);
/* The cell at an index that is one of a few constants, as alternatives of READ's cells; 0: it is not. */
term system_read_one_of(struct builder *b, const struct variable *map, term index,
			term (*read)(struct builder *b, const struct variable *map, term index));

/* Does the place say anything of the state at the cut? */
bool system_belongs(const struct builder *b, uint32_t cut, uint32_t place);
const struct flow *system_flow(const struct builder *b, const struct procedure *proc);
/* The place of what the place's value was when the procedure began; false: there are too many. */
bool system_first_place(struct builder *b, uint32_t of, uint32_t *place);
/* The place at the end of the callee from which the place gets its value; false: it keeps its own. */
bool system_result_place(struct builder *b, const struct statement *call, uint32_t place, uint32_t *result);

#endif
