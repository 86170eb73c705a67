/* Contracts: what holds whenever a procedure is called, and what whenever it returns (C. A. R. Hoare, "Procedures and
 * parameters: an axiomatic approach", 1971). Recursive procedures have one, and some of a large tree of calls
 * (contract_choice.h). A call of such a procedure becomes what its contract says of it, so that no recursion is left, and a
 * check of its own executes each body once, in any state of its precondition:
 *
 *	procedure main() {                        procedure main() {
 *	  call x := f(3); assert p(x); }            assert R(3); havoc x, g; assume E(3, x); assert p(x); }
 *	procedure f(n) returns (y) {        =>    procedure f(n) returns (y) {
 *	  ... call z := f(n - 1); ... }             ... assert R(n - 1); havoc z, g; assume E(n - 1, z); ... }
 *	                                          procedure check() {
 *	                                            havoc n, g; assume R(n); call y := f(n); assert E(n, y); }
 *
 * Loops are recursive procedures as well. docs/engines.md, "Recursion", has the argument why the program is safe when neither main
 * nor any check violates an assertion. */
#ifndef PLUMB_CONTRACT_H
#define PLUMB_CONTRACT_H

#include "callgraph.h"
#include "given.h"
#include "ir.h"
#include "vec.h"

#define CONTRACT_NONE UINT32_MAX
/* The number that an assertion has which says what is known of `each`, and is none of the proof. */
#define CONTRACT_KNOWN (UINT32_MAX - 1)

/* What may be part of a contract. */
struct contract_condition {
	term condition;
	term use;     /* Bool leaf: is it assumed? Asserted it is in any case. `fixed`: true. */
	bool ensured; /* holds when the procedure returns; else when it is called */
	bool all;     /* it is about contracts->each: it holds of all objects */
	bool dropped;
	/* ENSURED: where `guard` holds, `target`, a result or a global as it is then, is `value`; target 0: it has not that form. */
	term guard, target, value;
	bool fixed;      /* target becomes value where the procedure is called: it cannot be dropped any more */
	bool waiting;    /* it follows from another one, and comes in its place if that is dropped: */
	uint32_t weaker; /* position of such a one, or CONTRACT_NONE */
	/* For whoever drops: in how many rounds its place was taken by a weaker one, and the last of these rounds. */
	uint32_t moves, moved;
};

/* A precondition is over `arguments` and globals; a postcondition over `arguments`, `results`, `before`, and globals as they
 * are then. */
struct contract {
	struct procedure *procedure;
	struct procedure *check;
	struct variable **arguments, **results; /* locals of `check`, as the procedure's parameters */
	struct variable *
		*before; /* by global: local of `check`, its value before; NULL: the procedure does not write it */
	VEC(uint32_t) conditions; /* positions in contracts->conditions */
};

struct contracts {
	struct program *program;
	struct callgraph *graph; /* of the program before */
	struct effects *effects;
	VEC(struct contract) list;
	TABLE(const struct procedure *, uint32_t) of_procedure; /* -> position in `list` + 1 */
	VEC(struct contract_condition) conditions;
	struct procedure *entry;
	uint32_t procedures; /* those of the program before */
	/* Of contracts that may speak of all objects: what was given, and a global that nothing assigns, which stands for any identity, with
	 * its leaf; else { 0 }, NULL and 0. */
	struct given given;
	struct variable *any;
	term each;
};

/* Contracts without conditions, for each procedure that is to have one, callers before what they call. Adds their checks to
 * the program, which is changed and must outlive them. `given`: NULL, or what given_add() has given the program; then they may speak of all
 * objects, if there are any. */
void contracts_begin(struct contracts *contracts, struct program *p, const struct given *given);
void contracts_release(struct contracts *contracts);

/* Adds a condition and gives its position; CONTRACT_NONE: it is a constant or is there already. */
uint32_t contract_add(struct contracts *contracts, struct contract *contract, term condition, bool ensured);

/* The condition at `position` says that where `guard` holds `target` is `value`. It is assigned behind calls from now on: what follows is a
 * term then, where many sums that are equal are hard for solvers. If it is false the proof fails. Nothing, if the target is no variable. */
void contract_fix(struct contracts *contracts, uint32_t position, term guard, term target, term value);

/* Replaces the calls. Each assertion of a condition has the attribute ATTRIBUTE_CANDIDATE with its position; CONTRACT_KNOWN: what
 * would violate it is not to be refuted, but the negation of what holds there for every value of `each` (universal.h). False: what is left
 * is not one that can be executed, or the program (a condition of it) looks at identities. */
bool contracts_cut(struct contracts *contracts);
/* Makes a program that shows what one procedure does, as far as the contracts of those that it calls say: the check of contract i is the entry, and
 * asserts behind the call, numbered CONTRACT_PROBE + k, k = 0: false; then that conditions of a postcondition hold. Calls are
 * replaced where they have to be, for good; `cut`, by procedure: where that was done. */
#define CONTRACT_PROBE (UINT32_MAX / 2)
void contracts_probe(struct contracts *contracts, size_t i, const term *conditions, uint32_t count, bool *cut);

/* Makes the entry of the program: 0: its own; i: the check of contract i - 1. */
void contracts_choose(struct contracts *contracts, size_t i);

#endif
