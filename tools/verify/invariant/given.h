/* Which identities `fresh` has given, and at which site: a map that a program keeps. */
#ifndef PLUMB_GIVEN_H
#define PLUMB_GIVEN_H

#include "ir.h"

enum { SITE_BITS = 8 };

struct given {
	struct variable *map;               /* global: the site, from 1, 0: none did. NULL: no `fresh` */
	uint32_t sites, heap_sites;         /* those of the heap are the first */
	uint32_t object_bits, pointer_bits; /* of an identity; of a pointer, identity and offset */
};

/* Adds the map to the program, by that name if it has none of it, and notes in it what every `fresh` gives; nothing where
 * there is no `fresh`, or where they are of several widths. What the program does stays the same (docs/engines.md, "Why that is
 * a proof"). */
void given_add(struct given *given, struct program *p, const char *name);

/* The condition that `object` was, by the map, made at the site (0: at any of the heap). */
term given_is(const struct given *given, struct bank *bank, term map, term object, uint32_t site);

#endif
