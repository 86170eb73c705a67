/* Objects that have one reference: lists in lists, stacks, queues, nodes that are taken out of the middle, trees. What is freed through
 * its one reference is nothing else's object, so nothing else comes to be dangling (docs/abstract.md, "Owners").
 *
 * Among all references to objects some *count*: certain cells of global maps, in objects that are alive; and certain classes of variables,
 * all about one object. Of a set of sites:
 *
 *   each of its objects that is alive has at most one reference that counts; one that is not alive has none.
 *
 * A class of variables is a ROOT: it counts, and is null or the one reference; or it is AT a cell: it is null, or about an object that is
 * alive and of which no reference but that cell counts. A few cells are exceptions, which do not count; there may be others in objects
 * that have a root elsewhere, where their procedure has been left by a call. Nothing else counts, so that what is not understood is only lost.
 *
 * The facts have all that as one, by number (OWNER_FACT). Alive is what pointee.h says. */
#ifndef PLUMB_OWNER_H
#define PLUMB_OWNER_H

#include "place.h"

/* Frees what the domain keeps of owners. */
void owners_release(struct domain *d);

/* No object has been made yet. */
void owners_begin(struct place *p);

/* Each is called as soon as P has the value that the statement gave, before anything is read there: what is known of owners is about
 * the state before, BEFORE. V, no map, was assigned VALUE (0: anything). */
void owners_assigned(struct place *p, const struct facts *before, const struct variable *v, term value);
/* The map was assigned VALUE (0: anything). */
void owners_stored(struct place *p, const struct facts *before, const struct variable *map, term value);
/* `fresh` was executed. */
void owners_created(struct place *p, const struct facts *before, const struct statement *fresh);

/* ENTRY with what holds at the callee's entry, at the call in P. */
const struct facts *owners_passed(struct place *p, const struct statement *call, const struct facts *entry);
/* EXIT, of the procedure that is left at P, with what its callers may take over. COPIES: of parameters what they are to the end, or NULL. */
const struct facts *owners_left(struct place *p, const struct procedure *procedure, const struct variable **copies,
				const struct facts *exit);
struct owner_return {
	const struct statement *call;
	const struct variable **copies; /* as above */
	const struct facts *before, *exit;
	bool (*is_changed)(const void *context,
			   const struct variable *global); /* by the callee; NULL: any map, or a new object */
	const void *context;
};
/* Behind the call, as soon as P has what the callee did to globals. */
void owners_returned(struct place *p, const struct owner_return *r);

/* The sites of which no object is alive, as none has a reference: object_bit. */
uint64_t owners_gone(struct place *p);

/* Calls ADD with what is known of owners at P, as conditions over what the program keeps of its objects (p->sites, with `holder`). What is
 * said of an object's having a holder is a guess. */
void owners_describe(struct place *p, void (*add)(void *context, term condition), void *context);
/* Is nothing known that an object of these sites could hang from? */
bool owners_have_nothing(struct place *p);
/* A number for `each` that is smaller for what it hangs from: the depth of its site, and of those of one site the age; 0: there is none. */
term owners_order(struct place *p);

/* The state of the variable's object, if that is not null. */
struct known owner_state(struct place *p, const struct variable *v);

/* For facts.c. */
bool owners_include(struct domain *d, const struct facts *outer, const struct facts *inner);
const struct facts *owners_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				  const struct facts *b);

enum { OWNER_VARIABLE = COUNT_VARIABLE - 3 };
#define OWNER_FACT key_of(OWNER_VARIABLE, 0, 0)

#endif
