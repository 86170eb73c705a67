/* Addresses for the objects of an execution: values for the unknown maps with the roles base and owner (lib/ir/roles.def), which
 * programs assume to agree (docs/heap.md). An object gets a place when its address is asked for first: only those that have one
 * need room. */
#ifndef PLUMB_LAYOUT_H
#define PLUMB_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"

struct program;
struct variable;

struct layout {
	uint64_t seed;
	uint32_t address_bits, granule_bits; /* as the sorts of the maps say; 0: there are none */
	/* the rest belongs to layout.c */
	const struct variable *base, *owner;
	uint64_t placed;                  /* how many objects have a place */
	TABLE(uint64_t, uint64_t) bases;  /* object -> where it begins */
	TABLE(uint64_t, uint64_t) owners; /* first granule of a place -> object, 0: it stays empty */
	TABLE(uint64_t, uint64_t) slots;  /* slot -> what became of it */
};

/* The layout number `seed`: objects that get their places one after the other go up, go down, or are anywhere. */
struct layout layout_of(const struct program *p, uint64_t seed);
void layout_release(struct layout *layout);
/* Is it one of the maps that a layout has values for? */
bool layout_has(const struct layout *layout, const struct variable *v);
/* If so, *value is its cell at `index`: always the same. */
bool layout_cell(struct layout *layout, const struct variable *v, uint64_t index, uint64_t *value);

#endif
