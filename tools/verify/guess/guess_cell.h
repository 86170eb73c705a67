/* What a program reads and writes in objects: cells at constant offsets, and the numbers that it stores or compares with. */
#ifndef PLUMB_GUESS_CELL_H
#define PLUMB_GUESS_CELL_H

#include "given.h"
#include "vec.h"

/* A cell of any object: in this map, at this index, which is over `each`. */
struct object_cell {
	const struct variable *map;
	term index;
};

struct object_cells {
	struct program *program;
	const struct given *given;
	term each; /* leaf: any identity */
	VEC(struct object_cell) list;
	VEC(term) constants; /* numbers of at most 64 bits, pointers; of each width in ascending order */
};

/* Start from the first three. To be freed are the two lists. */
void object_cells_find(struct object_cells *cells);

/* A bit-vector as wide as a pointer. */
bool is_pointer_sort(const struct given *given, const struct bank *bank, sort s);

#endif
