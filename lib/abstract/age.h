/* Which object was made before which. A list that is built at its head has links to older objects only, one that is built at its end to
 * newer ones; so a loop that frees node after node comes to no node twice, as it goes one way in time.
 *
 * `fresh` makes objects one after the other; constants (facts.h) were there before. Facts, each a set of AGE_OLDER and AGE_NEWER:
 *
 *   cells   of a global map's cell at an offset of each of these objects: the pointer there is null, or to an object older than its own (newer)
 *   lasts   of a site's last object: the sites, as bits (object_bit), whose objects are all older
 *   pairs   of a variable: it is null, or its object is older than that of another variable (newer)
 *   deaths  of a variable and a site: it is null, or its object is older than all of the site's objects that are not alive
 *           (newer). So it is none of these.
 *
 * Alive is what is in the state that its `fresh` leaves it in, or that it gets first; which one that is does not matter to what follows. */
#ifndef PLUMB_AGE_H
#define PLUMB_AGE_H

#include "place.h"
#include "store.h"

/* ANY: null alone is both. */
enum { AGE_OLDER = 1, AGE_NEWER = 2, AGE_ANY = 3, AGE_BITS = 2 };

/* Keys: of a map's cells, with the map's number; of lasts. */
enum { AGE_CELLS = KEY_LOCAL >> 4, AGE_LASTS = COUNT_VARIABLE - 2 };
/* Of a variable, with its number, and a site (OBJECT_LAST) as the cell. Pairs go with the locals. */
enum {
	AGE_DEATHS = KEY_LOCAL | KEY_LOCAL >> 1,
	AGE_DEATHS_OF_GLOBALS = KEY_LOCAL >> 3,
	AGE_PAIRS = KEY_LOCAL | (KEY_LOCAL - 6)
};
/* In numbers of variables that are a cell, or a pair's other one: this is a global. */
enum { AGE_INDEX_BITS = 19, AGE_GLOBAL = 1 << AGE_INDEX_BITS };

/* The value of S is stored to cells of the target (NULL: of any object); surely: to this one cell of this one object. */
void ages_stored(struct store *s, const struct target *target, bool surely);
/* Cells of the map at the object change in a way that is not looked at; 0: of any. */
void ages_lost(struct store *s, uint32_t object);

/* Each is called after p->facts became what they are behind the statement. V, no map, was assigned VALUE (0: anything). */
void ages_assigned(struct place *p, const struct facts *before, const struct variable *v, term value);
/* `fresh` was executed. */
void ages_created(struct place *p, const struct statement *fresh);
/* The map of states was assigned. */
void ages_ended(struct place *p, const struct facts *before, term value);
/* A call created objects of these sites (bits), where `is_created` says so. */
void ages_called(struct place *p, uint64_t created, bool (*is_created)(void *context, uint32_t object), void *context);
/* A call may have changed the state of the object (0: of any). */
void ages_changed(struct place *p, uint32_t object, const struct effect *effect);

/* F, but of the global V, which a call has changed, as FROM says. */
const struct facts *ages_grafted(struct domain *d, const struct facts *f, const struct variable *v,
				 const struct facts *from);

/* The variable whose object the term, an identity or a pointer, is about; NULL: there is none. */
const struct variable *age_variable(const struct domain *d, term t);
/* A pair's other variable (its number, AGE_GLOBAL) and how the variable's object is to its. False: nothing is said. */
bool age_partner(const struct known *pair, uint32_t *variable, unsigned *ages);
/* The state of the variable's object, if that is not null. */
struct known age_state(struct place *p, const struct variable *v);

/* For facts.c: F implies this fact, which it does not have; what holds of both beside JOINED. */
bool age_is_implied(const struct domain *d, fact_key key, const struct facts *f);
const struct facts *ages_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				const struct facts *b);

#endif
