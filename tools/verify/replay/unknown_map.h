/* Maps whose cells are decided one by one while an execution reads them, and recorded, because only at its end it is
 * known which ones it read. */
#ifndef PLUMB_UNKNOWN_MAP_H
#define PLUMB_UNKNOWN_MAP_H

#include "inputs.h"
#include "ir.h"
#include "vec.h"

struct unknown_map {
	sort sort;
	const struct variable *global;     /* whose initial value it is, or */
	const struct statement *statement; /* the havoc that made it, or neither */
	uint64_t calls;                    /* that led to the havoc (run_calls) */
	/* The value of a cell: a function of the index. */
	struct value (*answer)(void *context, const struct unknown_map *map, const uint64_t *index);
	void *context;
	term leaf;          /* for `answer`: what the map is in a model */
	uint64_t serial;    /* for `answer`: which one it is, counted from 0 */
	struct value cells; /* what was answered */
};

/* All of one execution; start from { 0 }. */
struct unknown_maps VEC_BODY(struct unknown_map *);

/* A map value that is `map` (of which sort ... leaf are set). */
struct value unknown_map_new(struct unknown_maps *maps, const struct bank *bank, struct unknown_map map);
/* Adds what was answered to the inputs. */
void unknown_maps_record(const struct unknown_maps *maps, struct inputs *inputs);
/* After the values are gone. */
void unknown_maps_release(struct unknown_maps *maps);

/* Bits of a value of this sort; Bool: 1. */
uint32_t sort_bits(const struct bank *bank, sort s);

#endif
