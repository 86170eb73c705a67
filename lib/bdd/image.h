/* Images: the states behind an edge, as a chain of conjunctions with variables quantified as soon as nothing else depends on
 * them (J. R. Burch, E. M. Clarke, D. E. Long, "Symbolic model checking with partitioned transition relations", 1991). Bits that
 * an edge does not change are in none of its relations. */
#ifndef PLUMB_BDD_IMAGE_H
#define PLUMB_BDD_IMAGE_H

#include "machine.h"
#include "variables.h"
#include "package.h"

/* Conjoined with the states; then the variables are quantified. */
struct part {
	diagram relation, quantified;
};

struct image {
	uint32_t from, to;
	VEC(struct part) parts;
	renaming *renaming; /* of next bits to current ones; NULL: there are none */
	diagram constants;  /* bits that have these values behind the edge */
};

/* Functions of gates as diagrams. */
struct functions {
	const struct machine *machine;
	const struct variables *variables;
	TABLE(uint32_t, diagram) of; /* node */
	uint32_t most;               /* nodes of one */
	uint32_t unknown;            /* the next variable that stands for a function */
};

void functions_init(struct functions *functions, const struct machine *machine, const struct variables *variables,
		    uint32_t most);
void functions_release(struct functions *functions);
diagram function_of(struct functions *functions, literal l); /* owned by the functions */

void image_init(struct image *image, struct functions *functions, const struct edge *edge);
void image_release(struct image *image);
diagram image_of(const struct image *image, diagram states);

#endif
