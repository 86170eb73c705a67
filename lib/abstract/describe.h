/* Conditions about objects that have no names, by what a program keeps of them (struct sites). */
#ifndef PLUMB_DESCRIBE_H
#define PLUMB_DESCRIBE_H

#include "place.h"

/* That the identity is of an object of the same site; 0: that cannot be said. */
term describe_site_of(const struct place *p, term identity, const struct object *o);
/* Of a pointer, or an identity. */
term describe_identity(const struct domain *d, term t);
/* What holds the identity of the object; 0: nothing does. */
term describe_name(const struct domain *d, uint32_t object);
/* The index of the key's cell in the object with that identity; 0: none. The map has pointers or identities as indices. */
term describe_cell_of(const struct place *p, const struct variable *map, fact_key key, term identity);

/* Calls ADD with what the fact says if it is one of ages (age.h). */
void ages_describe(struct place *p, fact_key key, const struct known *k, void (*add)(void *context, term condition),
		   void *context);

/* Of p->sites->chosen: a condition that says that it hangs from the pointer T (which is K), if links from object to object lead to what
 * is older (newer), as the conditions of ages_describe say of the links. */
void chains_describe_head(struct place *p, term t, const struct known *k, void (*add)(void *context, term condition),
			  void *context);

#endif
