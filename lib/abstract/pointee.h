/* States of what variables point to: of the very object, where facts about objects (facts.h) say what holds of all that it may
 * be. A local that is alive stays so while a recursive call makes and ends another one of the same declaration, and
 * what a check has said of a pointer with several targets holds until an object is ended that may be its own.
 *
 * The fact of a variable that is a pointer or an identity: if that is not null, the object's cell of the map of states
 * ($state) is one of these values. (An access path of length one, as in the must-alias part of S. Fink, E. Yahav, N. Dor,
 * G. Ramalingam, E. Geay, "Effective typestate verification in the presence of aliasing", ISSTA 2006.) Beside it
 * stands which variables are identities of objects that this call of the procedure, or what it calls, has made: what happens to
 * these is no concern of what a caller knows of its own pointers. */
#ifndef PLUMB_POINTEE_H
#define PLUMB_POINTEE_H

#include "place.h"

/* Finds the map of states of the program. */
void pointees_init(struct domain *d);

/* Each is called after p->facts became what they are behind the statement, with what they were before.
 * V, no map, was assigned VALUE. */
void pointees_assigned(struct place *p, const struct facts *before, const struct variable *v, term value);
/* V, of any sort, is anything now. */
void pointees_forgotten(struct place *p, const struct variable *v);
/* `fresh` made the object V. */
void pointees_created(struct place *p, const struct variable *v);
/* A map was assigned. */
void pointees_stored(struct place *p, const struct facts *before, const struct variable *map, term value);
/* A call may have changed the map V at the object (0: at any): to that. */
void pointees_changed(struct place *p, const struct variable *v, uint32_t object, const struct effect *effect);

/* What holds of the arguments of a call, at the callee's entry. */
const struct facts *pointees_passed(struct place *p, const struct statement *call, const struct facts *entry);
/* EXIT, what P leaves of the facts at a return, with what holds of results and of arguments. COPIES: of in-parameters that are as
 * they were at the entry (NULL: they are not). */
const struct facts *pointees_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				  const struct facts *exit);
/* P, behind a call, its results assigned: what holds of these and of its arguments. */
void pointees_returned(struct place *p, const struct statement *call, const struct facts *exit);

/* --- for evaluate.c, assume.c, store.c --- */

/* The map's value at the index, of which K is known already. */
struct known pointee_read(struct place *p, const struct variable *map, term index, const struct known *at,
			  struct known k);
/* The map's value at the index is one of K: p->facts say so then. */
void pointee_learn(struct place *p, const struct variable *map, term index, const struct known *k);
/* The variable is one of K: if that is null, its object is in no state. */
void pointee_restricted(struct place *p, const struct variable *v, const struct known *k);
/* VALUE is stored to the map at the index, of which AT is known. */
struct effect pointee_effect(struct place *p, const struct variable *map, term index, const struct known *at,
			     const struct known *value);

/* --- inside --- */

/* Keys, with the variable's number as the cell; they go with the locals. OWN: the constant 1. */
enum { POINTEE_VARIABLE = KEY_LOCAL | (KEY_LOCAL - 4), OWN_VARIABLE = KEY_LOCAL | (KEY_LOCAL - 5) };

/* ---- what is alive: in the state that its `fresh` gave it ---- */

/* Finds the first state of what each `fresh` makes. */
void alive_init(struct domain *d);
/* The state of the site's objects (its OBJECT_LAST) while they are alive; false: it is not known. */
bool alive_state(const struct domain *d, uint32_t site, uint64_t *state);
/* The same, or what its objects get later than at once: until then they are not alive. */
bool later_state(const struct domain *d, uint32_t site, uint64_t *state);

/* The site of an object that is created: its OBJECT_LAST; else 0. */
uint32_t object_site(const struct domain *d, uint32_t object);
bool object_is_null(const struct domain *d, uint32_t object);
/* Is it this one number, of up to 64 bits? NULL is not. */
bool known_is_number(const struct known *k, uint64_t number);

#endif
