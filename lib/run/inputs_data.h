/* Inside inputs: how they are kept. inputs.c keeps, gives and writes them, inputs_read.c reads them. */
#ifndef PLUMB_INPUTS_DATA_H
#define PLUMB_INPUTS_DATA_H

#include "arena.h"
#include "hash.h"
#include "inputs.h"
#include "intern.h"
#include "vec.h"

/* A number of any size: magnitude and sign. A file does not say how wide its values are. */
struct number {
	uint64_t *words; /* in the arena; no leading zero words */
	uint32_t count;
	bool negative;
};

struct cell {
	struct number index, value;
};

struct entry {
	const char *procedure, *name; /* interned; name NULL: of an id; procedure NULL: a global */
	uint64_t id, calls;
	bool is_map;
	struct number number; /* maps: of the other cells */
	struct cell *cells;
	uint32_t cell_count;
};

struct queue {
	VEC(uint32_t) entries;
	uint32_t used;
};

struct inputs {
	struct arena *arena;
	struct interner *strings;
	VEC(struct entry) entries;
	VEC(struct queue) queues;
	struct table numbers;    /* the numbers of one word that occur: `fresh` without an input avoids them */
	struct table ids, names; /* id, and interned key_of_name -> position of the queue */
	uint64_t locals;         /* entries for variables of procedures */
	bool strict;
};

/* A number of the inputs' own; words are copied. */
struct number inputs_number(struct inputs *in, const uint64_t *words, uint32_t count);
/* Appends an entry to its queue. */
void inputs_append(struct inputs *in, struct entry e);

#endif
