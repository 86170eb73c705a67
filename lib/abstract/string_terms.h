/* Strings: where a zero follows, within the object.
 *
 * A *string term* is a read m[t] of the program, of 8 bits, at a pointer t. That it *holds* means: at t, or behind it in the same
 * object, there is a cell of m that is 0, at an offset below $size of the object. Then t is within the object; and if m[t] is
 * not 0, the same holds of t + 1. So `while (s[n]) n++` stays within its string, whatever the string's length. (What others call
 * a string abstraction keeps lengths; here nobody asks for them.) Or it holds if t is not null: what strchr() returns, and argv[i].
 *
 * KEY_ZERO and KEY_END of an object (facts.h) say where a zero is: that is how strings begin. */
#ifndef PLUMB_STRING_TERMS_H
#define PLUMB_STRING_TERMS_H

#include "place.h"

/* Finds the string terms of the program. `order`: its procedures, callees first. */
void strings_init(struct domain *d, struct uses *uses, const uint32_t *order);
void strings_release(struct domain *d);

/* Is the condition that an access is within its object, and holds as the pointer is to a string? */
bool strings_within(struct place *p, term condition);

/* p->facts say also of the numbers in the condition that the strings which they are indices of are within their objects. False: that says
 * nothing more. */
bool strings_limit(struct place *p, term condition);

/* Each is called after p->facts became what they are behind the statement, with what they were before.
 * V, no map, was assigned VALUE (0: anything). */
void strings_assigned(struct place *p, const struct facts *before, const struct variable *v, term value);
/* A map was assigned. */
void strings_stored(struct place *p, const struct facts *before, const struct variable *map, term value);
/* Facts of the map say where objects end (KEY_END, KEY_BUT_LAST), which a new size changes; do any? */
void strings_note_end(struct domain *d, const struct variable *map);
bool strings_have_end(const struct domain *d, const struct variable *map);
/* A call may have changed V, at the objects (NULL: at any). */
void strings_changed(struct place *p, const struct facts *before, const struct variable *v,
		     const struct object_set *objects);
/* The condition holds (or not). */
void strings_assumed(struct place *p, term condition, bool holds);
/* More is known of V's value. */
void strings_learned(struct place *p, const struct variable *v);
/* What holds of the arguments of a call, at the callee's entry. */
const struct facts *strings_passed(struct place *p, const struct statement *call, const struct facts *entry);

/* EXIT, what P leaves of the facts at a return, with what holds of results and arguments. COPIES: of
 * in-parameters that are as they were at the entry (NULL: they are not). */
const struct facts *strings_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				 const struct facts *exit);
/* P, behind a call, its results assigned: what holds of these and of its arguments. */
void strings_returned(struct place *p, const struct statement *call, const struct facts *exit);

/* --- inside --- */

/* How deep choices between values are looked at. */
enum { STRING_CHOICES = 3 };

/* Keys of what holds: of string terms, and of variables that are equal to one. They go with the locals. */
enum { STRING_VARIABLE = KEY_LOCAL | (KEY_LOCAL - 1), EQUAL_VARIABLE = KEY_LOCAL | (KEY_LOCAL - 2) };

static inline fact_key string_key(uint32_t number)
{
	return key_of(STRING_VARIABLE, 0, number);
}

static inline fact_key equality_key(uint32_t number)
{
	return key_of(EQUAL_VARIABLE, 0, number);
}

struct string_term {
	term read, at, object, offset;
	const struct variable *map;
	term cell; /* m[i], the only read of a map in `at`, with none in i: a pointer that lies in memory; 0: there is none */
	uint32_t next; /* that of at + 1, from 1; 0: there is none */
};

struct equality {
	const struct variable *variable;
	uint32_t string;
};

struct numbers VEC_BODY(uint32_t);
struct term_lists TABLE_BODY(term, struct numbers *);

/* What domain.strings points to. */
struct strings {
	struct uses *uses; /* not owned */
	const struct variable *size;
	VEC(struct string_term) terms;
	VEC(struct equality) equalities;
	TABLE(term, term) parameters; /* locals that are in-parameters or constants all the time -> these */
	struct table canonical;       /* terms -> with these in their place */
	TABLE(term, uint32_t) index;  /* read -> number, from 1 */
	TABLE(term, uint32_t) within; /* the condition that it is within its object -> number, from 1 */
	TABLE(const struct variable *, struct numbers *) about; /* variable -> terms that it occurs in */
	struct term_lists of_object;                            /* of a pointer -> terms with it */
	struct term_lists of_cell;                              /* cell -> terms with it */
	TABLE(const struct variable *, struct numbers *)
	equal_to; /* variable -> equalities of it, or about such terms */
	/* procedure -> terms of in-parameters and globals, of out-parameters and globals */
	TABLE(const struct procedure *, struct numbers *) passed, returned;
	/* procedure -> equalities of its out-parameters with what is passed */
	TABLE(const struct procedure *, struct numbers *) results;
	VEC(struct numbers *) lists;
	VEC(const struct variable *) ended; /* maps some of whose objects got KEY_END or KEY_BUT_LAST */
	uint64_t asked;                     /* how often what holds was asked of the place's conditions */
};

enum string_holds { STRING_NOT, STRING_OR_NULL, STRING_HOLDS };

/* The fact of what holds, or holds unless it is null. */
struct known string_known(struct domain *d, enum string_holds holds);
/* The fact of that key holds, or does not. */
void string_set(struct place *p, fact_key key, enum string_holds holds);
/* As it was set, from the fact of such a key; NULL: it does not. */
static inline enum string_holds string_of_fact(const struct known *k)
{
	return !k ? STRING_NOT : number_holds(k->low, 2) ? STRING_OR_NULL : STRING_HOLDS;
}

struct numbers *string_list_new(struct strings *s); /* released with S */
/* Number of the term with that read, from 1; 0: there are too many. */
uint32_t string_term_add(struct domain *d, struct uses *uses, term read);
/* V is the byte now that the string term, counted from 0, reads. */
void string_set_equal(struct place *p, const struct variable *v, uint32_t string);

/* Does the string term hold? */
enum string_holds string_term_holds(struct place *p, term read);
struct known string_value(struct place *p, term t);
/* The least size that the object may have. */
uint64_t string_least_size(struct place *p, uint32_t object);
/* With in-parameters in the place of locals that are the same. The reads of string terms and the conditions are so. */
term string_term_canonical(struct domain *d, term t);
/* Of the read, from 1; 0: it is no string term. */
uint32_t string_term_number(struct domain *d, term read);
bool string_term_is(const struct domain *d, term t);
/* The read at the next byte. */
term string_term_moved(struct domain *d, const struct string_term *t);
/* The condition that T is within its object, as checks of bounds say it. */
term string_term_within(struct domain *d, const struct strings *s, const struct string_term *t);
/* T with VALUE in the place of V. */
term string_term_replaced(struct domain *d, term t, const struct variable *v, term value);
/* The read of T, a term of the callee, in terms of the call's arguments and results; 0: it is not the same. */
term string_term_behind(struct domain *d, const struct statement *call, const struct string_term *t);
/* m[i], where VALUE is m with a pointer stored at i, m the MAP; 0: it is anything else. */
term string_stored_cell(struct domain *d, const struct variable *map, term value);
/* For term_substitute(): a parameter of the callee as the call (CONTEXT) gives it. */
term string_argument(void *context, term leaf);

#endif
