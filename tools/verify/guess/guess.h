/* Guesses about contracts: what is true of all observed calls and returns. */
#ifndef PLUMB_GUESS_H
#define PLUMB_GUESS_H

#include "observe.h"
#include "ordered.h"

/* How much is guessed, what is quickly decided first: equations, also polynomial ones; what is done to numbers in the cases of what is
 * returned; linear ones, order, and what holds of all objects; linear ones and order; these in cases of
 * arguments that have few values, each by itself; in those and the cases that the conditions of the procedure make; everything. */
enum guess_level {
	GUESS_EQUATIONS,
	GUESS_SUMMARIES,
	GUESS_OBJECTS,
	GUESS_ORDER,
	GUESS_VALUES,
	GUESS_CASES,
	GUESS_PRODUCTS,
	GUESS_LEVELS
};

/* A case: a condition on what a procedure is called with. */
struct guess_case {
	term value, at_call; /* Bool; in a postcondition, in a precondition */
	bool *holds;         /* by row */
	uint32_t column;     /* whose value it is about + 1; 0: none */
};
struct guess_cases VEC_BODY(struct guess_case);

/* Of one contract. */
struct guess {
	struct contracts *contracts;
	struct contract *contract;
	const struct observations *observations, *all; /* of it, of all contracts */
	struct bank *bank;
	const struct pattern_constants *constants;
	const struct ordered *ordered; /* the program's variables whose order matters (ordered.h); NULL: of all */
	enum guess_level level;
	struct arena *arena;
	struct guess_cases cases;
	bool *split;  /* by column: there is a case for each of its values */
	bool *solved; /* by column: in the case at hand an equation says what it is */
};

/* Adds conditions to the contracts. */
void contracts_guess(struct contracts *contracts, const struct observations *observations,
		     const struct pattern_constants *constants, enum guess_level level, struct arena *arena);

/* Does the row count: for a postcondition or a precondition, in this case, with direct calls or without? */
bool guess_counts(const struct guess *g, const struct guess_case *c, size_t row, bool ensured, bool direct);
/* Of which rows a condition in a postcondition's terms is true, by row. False: it is about something that was not observed. */
bool guess_evaluate(const struct guess *g, term condition, bool *holds);
/* Adds: in this case the condition holds. */
uint32_t guess_add(struct guess *g, const struct guess_case *c, term condition, bool ensured);

/* One condition at a time, the strongest first. */
struct guess_chain {
	struct guess *guess;
	const struct guess_case *in_case;
	bool ensured;
	uint32_t last; /* 0: none; else its position + 1 */
};
void guess_chain_add(struct guess_chain *chain, term condition);

/* guess_case.c: all cases; the first one is that of all rows. */
void guess_cases(struct guess *g);
/* guess_summary.c: all of that level. `values` are of the contracts' program before it has contracts. */
struct values;
/* What is left, at the call, of a number that is never negative, and the least that was seen of it. */
struct summary_need {
	term left;
	uint32_t width;
	int64_t least;
};
struct summary_needs VEC_BODY(struct summary_need);
/* Where `guard` holds `target` is `value`: that is the condition. */
struct summary_equation {
	term condition, guard, target, value;
};
struct summary_equations VEC_BODY(struct summary_equation);
void guess_summary(struct guess *g, struct values *values);
/* Parts of it: preconditions and postconditions that always hold, added; what is true of all rows, as postconditions, and what procedures
 * need for that, appended to the lists. */
void summary_known(struct guess *g, struct values *values);
void summary_find(struct guess *g, struct summary_equations *ensured, struct summary_needs *needs);
/* Adds what is ensured to the contract; `fix`: is assigned where it is called (contract_fix). */
void summary_ensure(struct guess *g, const struct summary_equations *ensured, bool fix);
/* guess_order.c: order and constants. */
void guess_order(struct guess *g, const struct guess_case *c, bool ensured);
/* guess_below.c: where few calls return, what the contracts below say, callees first. */
void guess_below(struct contracts *contracts, const struct observations *observations);
/* guess_object.c: where contracts may speak of them, what holds of all objects, and pointers to them. */
void guess_objects(struct contracts *contracts);
/* guess_equation.c: linear and polynomial equations. Sets `solved`. */
void guess_equations(struct guess *g, const struct guess_case *c, bool ensured, bool direct);

/* contract_filter.c: drops conditions that are false at a call or a return of an execution of `executed`, of which the contracts' program
 * is a copy. */
void contracts_filter(struct contracts *contracts, struct program *executed, struct sample_limits limits);

/* And those that look at identities, alone or with others. */
void contracts_keep_opaque(struct contracts *contracts);

#endif
