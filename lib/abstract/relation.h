/* Relations: ranges of sums of variables, offsets, sizes and cells, as `$size[object of p] - offset of p - length >= 0`.
 *
 * Which sums are looked at is settled before the interpretation, from what the loops of a procedure change together
 * (Sankaranarayanan, Sipma, Manna, "Scalable analysis of linear systems using mathematical programming", VMCAI 2005:
 * templates). What is known of one is a fact: a range of integers, not modulo anything. So each step shows first that
 * nothing wraps around where a term is read as such a sum; where it may, the term is a range of numbers alone.
 *
 * An atom of a sum is a variable, a part of a pointer (its offset or its object) or a read of a map. It stands for its value
 * as an unsigned number, a variable that is shown as a signed one for that as a signed number. */
#ifndef PLUMB_RELATION_H
#define PLUMB_RELATION_H

#include "linear.h"
#include "place.h"

/* Finds the sums of the program. `order`: its procedures, callees first. */
void relations_init(struct domain *d, struct uses *uses, const uint32_t *order);
void relations_release(struct domain *d);

/* Each is called after p->facts became what they are behind the statement, with what they were before.
 * V was assigned VALUE (0: anything). */
void relations_assigned(struct place *p, const struct facts *before, const struct variable *v, term value);
/* A call may have changed V, at the objects (NULL: at any). */
void relations_changed(struct place *p, const struct facts *before, const struct variable *v,
		       const struct object_set *objects);
/* The condition, which p->facts say already, holds or not. False: that is impossible. */
bool relations_assumed(struct place *p, const struct facts *before, term condition, bool holds);
/* What relations about V say of numbers holds, where these may have been widened. False: that is impossible. */
bool relations_remembered(struct place *p, const struct variable *v);
/* Which truth values the condition may have. */
unsigned relations_decide(struct place *p, term condition);

/* What holds of the arguments of a call, at the callee's entry. */
const struct facts *relations_passed(struct place *p, const struct statement *call, const struct facts *entry);
/* EXIT, what P leaves of the facts at a return, with what holds of results and of arguments. COPIES: of in-parameters that
 * are as they were at the entry (NULL: they are not). */
const struct facts *relations_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				   const struct facts *exit);
/* P, behind a call, its results assigned: what holds of these and of its arguments. */
void relations_returned(struct place *p, const struct statement *call, const struct facts *exit);

/* Sums that loops of the procedure add up (accumulate.c): what is seen of its statements, each before it is executed, says which
 * ones may prove what is asserted. NULL: there are none. */
struct accumulators *accumulators_new(struct domain *d, const struct procedure *proc);
void accumulators_see(struct accumulators *a, struct place *p, const struct block *b, const struct statement *s);
/* From now on they are looked at. False: there are no new ones. */
bool accumulators_add(struct accumulators *a);
void accumulators_free(struct accumulators *a); /* NULL is fine */

/* --- inside --- */

/* Keys of facts: they go with the locals. Their numbers have RELATION_BITS; the least and the greatest of them are no limits. */
enum { RELATION_VARIABLE = KEY_LOCAL | (KEY_LOCAL - 3), RELATION_BITS = 63 };

static inline fact_key relation_key(uint32_t number)
{
	return key_of(RELATION_VARIABLE, 0, number);
}

struct relation {
	struct linear sum;
	uint64_t mask;                 /* of its atoms, as relation_mask gives it */
	const struct variable *global; /* one that it is about; NULL: it is about none */
};

struct relation_list VEC_BODY(uint32_t);

/* What domain.relations points to. */
struct relations {
	struct uses *uses; /* not owned */
	const struct variable *size;
	VEC(struct relation) all;
	TABLE(uint64_t, uint32_t) index; /* hash of a sum -> its number, from 1 */
	TABLE(const struct variable *, struct relation_list *)
	about; /* of a variable that is no global: those that mention it */
	struct relations_of {
		TABLE(const struct variable *, struct relation_list *) about; /* of a global: those of the procedure */
	} * procedures;
	TABLE(term, struct relation_list *) of_atom;
	/* procedure -> those of in-parameters and globals, of out-parameters, in-parameters and globals */
	TABLE(const struct procedure *, struct relation_list *) passed, returned;
	VEC(struct relation_list *) lists;
};

/* Sums that share an atom share a bit. */
static inline uint64_t relation_mask(const struct linear *f)
{
	uint64_t mask = 0;
	for (uint32_t i = 0; i < f->count; i++)
		mask |= UINT64_C(1) << (f->parts[i].atom * UINT64_C(0x9e3779b97f4a7c15) >> 58);
	return mask;
}

/* The number of the sum that it is BY times, whatever its rest, from 1; 0: there is none. */
uint32_t relation_find(const struct domain *d, const struct linear *sum, int64_t *by);
/* Those of the place's procedure that mention the variable; NULL: there are none. */
const struct relation_list *relations_about(const struct place *p, const struct variable *v);
/* Is it looked at in the place's procedure? What that assigns to globals only changes sums about these which were found there. */
bool relation_is_followed(const struct place *p, uint32_t number);
bool relation_is_atom(const struct domain *d, term t);
/* Is the atom the object of a pointer, not its offset? Nothing but differences is known of its number. */
bool relation_is_object(const struct domain *d, term atom);
bool relation_is_signed(const struct domain *d, term atom);

/* F += BY * the term, of up to 64 bits, as an unsigned or signed number. False: the sum is too large. */
bool relation_sum(struct place *p, term t, bool is_signed, int64_t by, struct linear *f);
/* The same of a term whose atoms are not looked at: what may wrap around is taken as if it did not. Also false: it is no sum. */
bool relation_guess(struct domain *d, term t, int64_t by, struct linear *f);
/* Is it a sum with a quotient in it, as `lo + (hi - lo) / 2`? */
bool relation_adds_part(const struct bank *bank, term t);
/* The sum with what is divided in the place of its quotients. */
term relation_without_quotients(struct bank *bank, term t);
/* X, if T is a quotient of it that is at most x, as signed or unsigned numbers; 0: it is none. */
term relation_dividend(struct place *p, term t, bool is_signed);
/* relation_ask.c: is it about how much of an object is left? The sizes of known objects are numbers. */
bool relation_is_about_size(const struct domain *d, const struct linear *f);
/* Where the sum lies, by what is known of its atoms, and of other sums. */
struct span relation_range(struct place *p, const struct linear *f);
struct span relation_range_of_atoms(struct place *p, const struct linear *f);
/* The fact; all: there is none. */
struct span relation_fact(const struct facts *facts, uint32_t number);
void relation_put(struct place *p, uint32_t number, struct span s);
/* For term_substitute(): a parameter of the callee as the call (CONTEXT) gives it. */
term relation_argument(void *context, term leaf);
/* The sum, of what V is replaced in by VALUE. False: it is too large. */
bool relation_replaced(struct place *p, const struct linear *sum, const struct variable *v, term value,
		       struct linear *f);

#endif
