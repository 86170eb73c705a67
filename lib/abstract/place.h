/* What holds at one place of a program, and what terms may be there. */
#ifndef PLUMB_PLACE_H
#define PLUMB_PLACE_H

#include "callgraph.h"
#include "facts.h"
#include "uses.h"

/* What a program keeps of the objects that it creates, for conditions about them. */
struct sites {
	term given;  /* map: identity -> at which `fresh` it was given */
	term each;   /* leaf: any identity */
	term born;   /* map: identity -> a number, greater for what was made later; 0: there is none */
	term now;    /* what has the next one */
	term holder; /* map: identity -> the cell that the object hangs from; 0: there is none */
	term chosen; /* a leaf, any one of the objects; 0: there is none */
	TABLE(const struct statement *, uint64_t) numbers; /* `fresh` -> what `given` has of its objects */
};

struct place {
	struct domain *domain;
	const struct facts *facts;
	const struct procedure *procedure; /* that it is in */
	/* While one of a variable's targets is looked at: the variable (0: none), and it as a value. */
	term split;
	const struct known *split_value;
	const struct sites *sites; /* of conditions; NULL: nothing is kept */
	unsigned budget;           /* subterms that may still be looked at */
	/* Conditions that hold, the last ones that were assumed: what facts cannot say of them. */
	term conditions[8];
	unsigned condition_count;
	/* The last assignments of the block, of variables that still have these values. */
	struct definition {
		const struct variable *variable;
		term value;
	} definitions[8];
	unsigned definition_count;
	/* What relations say of parts of differences: nothing; where these lie, divided; these, less what is not taken. */
	enum { PARTS_ARE_UNKNOWN, PARTS_ARE_NUMBERS, PARTS_ARE_SUMS } parts;
	/* The last assignment, if it stored a pointer's provenance in memory of bytes (whole.h): the map (else NULL), where, the
	 * pointer, and what held before. */
	struct {
		const struct variable *map;
		term at, pointer;
		const struct facts *before;
	} provenance;
};

enum { PLACE_BUDGET = 400 };

fact_key place_key(const struct variable *v);

/* What the term, of sort Bool or bit-vector, may be. */
struct known place_value(struct place *p, term t);
/* Which truth values the condition may have: NUMBER_MAY_FAIL, NUMBER_MAY_HOLD. */
unsigned place_decide(struct place *p, term condition);
/* A condition that says what is known of the term, of sort Bool or bit-vector: true where that is nothing. What it says of an
 * identity is only what it equals. */
term place_describe(struct place *p, term t);
/* Calls ADD with conditions that hold, together nearly all that p->facts say of single variables, of cells of objects that have a name
 * (domain->names, constants) and of sums. Some may be constants. With
 * p->sites also of all objects of a site: these conditions hold for any value of `each`. */
void place_describe_facts(struct place *p, void (*add)(void *context, term condition), void *context);
/* The condition holds (or not): p->facts say so then. False: that is impossible. */
bool place_assume(struct place *p, term condition, bool holds);

/* The term with what its variables were computed from in their place, one step back. */
term place_defined(const struct place *p, term t);
/* place_assume() of the condition, and of that. */
bool place_assume_defined(struct place *p, term condition, bool holds);

/* The term is one of K: p->facts say so then. False: that is impossible. */
bool place_restrict(struct place *p, term t, const struct known *k);

/* Remembers a condition that was assumed; forgets those that are about a variable which gets another value (NULL: all). */
void place_remember(struct place *p, term condition);
void place_assigned(struct place *p, struct uses *uses, const struct variable *v);
/* The same of a call. What was computed from locals, and from globals that the callee does not write, stays. */
void place_called(struct place *p, struct uses *uses, const struct effects *effects, const struct statement *call);
/* The term's value without V, or with a copy of V in its place; 0: there is none. */
term place_without(struct place *p, struct uses *uses, term t, const struct variable *v);
/* V, which no map is, is VALUE, which V is not in. */
void place_define(struct place *p, const struct variable *v, term value);
/* The map was assigned VALUE: a variable that this stores is what is read there. What it was computed from comes first, where both are known. */
void place_define_stored(struct place *p, struct uses *uses, const struct variable *map, term value);

/* What a statement or a call stores to cells of an object, or of any. Of the map of states also: what objects get that were not made in
 * this call of the procedure (none: nothing), null apart, and what their states are before. */
struct effect {
	struct known value, foreign, from;
};

/* What a map assignment may change: objects of maps (0: any). */
struct change_listener {
	void (*changed)(void *context, const struct variable *map, uint32_t object, const struct effect *effect);
	void *context;
};
/* V := MAP. */
void place_assign_map(struct place *p, struct variable *v, term map, const struct change_listener *listener);
/* V (of any sort) := anything. */
void place_forget(struct place *p, const struct variable *v);
/* `fresh` of an object that p has not seen. */
void place_create(struct place *p, const struct statement *fresh);
/* Says of all `fresh` statements of the program that they have not been executed. */
void place_begin(struct place *p);

/* Facts were moved (facts_move), or are freed: what was evaluated before is not looked at any more. */
void place_values_forget(struct domain *d);

/* --- inside --- */

/* What the map holds at the index. */
struct known place_read(struct place *p, const struct variable *map, const struct known *index);

/* Likewise, what was read of tables (read.c), and what was decided (decide.c). */
void table_reads_forget(struct domain *d);
void decisions_forget(struct domain *d);

/* Of what the index is known to be, that with which the map may hold one of K. */
struct known place_find(struct place *p, const struct variable *map, const struct known *index, const struct known *k);

/* What the term, of up to 64 bits, may be as a number. */
struct number place_number(struct place *p, term t);
/* Does eq(a, b) hold as one of them is the other's low bits, extended, and its value fits in them, or the other one shifted left and back,
 * of which no bit is lost? True only if so. */
bool place_is_narrowed(struct place *p, term a, term b);

/* A variable of t (Bool or bit-vector) with several targets, `skip` others before it; 0: none. */
term place_splittable(struct place *p, term t, unsigned skip);

#endif
