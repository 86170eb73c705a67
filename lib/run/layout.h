/* Addresses for the objects of an execution: values for the unknown maps with the roles base and owner (lib/ir/roles.def), which
 * programs assume to agree (docs/heap.md). A place is a function of the object, and the object one of the place. */
#ifndef PLUMB_LAYOUT_H
#define PLUMB_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct program;
struct variable;

/* How objects are laid out: in the order of their numbers, in the opposite one, or in any other one. */
struct layout {
	uint64_t seed;
	uint32_t address_bits, granule_bits; /* as the sorts of the maps say; 0: there are none */
};

/* The layout number `seed`: 0 the one in order. */
struct layout layout_of(const struct program *p, uint64_t seed);
/* Is it one of the maps that a layout has values for? Then *value is its cell at `index`. */
bool layout_cell(const struct layout *layout, const struct program *p, const struct variable *v, uint64_t index,
		 uint64_t *value);

#endif
