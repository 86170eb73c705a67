/* Concrete values, and the meaning of terms on them. */
#ifndef PLUMB_EVAL_H
#define PLUMB_EVAL_H

#include "term.h"

/* A map as a value: finitely many cells over a default. Reference counted, copied on write, so that a
 * map assignment costs nothing and a store in place costs O(1). */
struct map_value;

/* A value of any sort. Bit-vectors of up to 64 bits and Bool (0/1) sit in `word`; wider ones in `words`
 * (owned); maps in `map` (one reference owned). */
struct value {
	enum { VALUE_NONE, VALUE_WORD, VALUE_WIDE, VALUE_MAP } kind;
	uint32_t width; /* Bool: 1 */
	union {
		uint64_t word;
		uint64_t *words;
		struct map_value *map;
	};
};

void value_release(struct value *v);
struct value value_copy(const struct value *v);
struct value value_word(uint32_t width, uint64_t word);          /* also for width > 64 (zero-extended) */
struct value value_words(uint32_t width, const uint64_t *words); /* copies */
const uint64_t *value_bits(const struct value *v);               /* the words, for both kinds */
bool value_equal(const struct value *a, const struct value *b);  /* maps: by content over defaults */

/* Maps. A cell that was never written reads as the default; where a map was made `unknown`, its first
 * read of a cell asks `unknown(context, index)` for the value and keeps it. Copies of the map may ask again for the
 * same cell: `unknown` must answer the same (it is a function of the index). */
struct value map_constant(uint32_t index_width, uint32_t value_width, const struct value *value);
struct value map_unknown(uint32_t index_width, uint32_t value_width,
			 struct value (*unknown)(void *context, const uint64_t *index), void *context);
struct value map_read(struct map_value *map, const uint64_t *index);
/* The same without allocation: the cell's words are copied to `out`, which has room for them. */
void map_read_words(struct map_value *map, const uint64_t *index, uint64_t *out);
void map_write_words(struct value *map, const uint64_t *index, const uint64_t *words); /* copies when shared */
void map_write(struct value *map, const uint64_t *index, const struct value *value);   /* copies when shared */
/* The block operations of op.def, in place; `count` cells with count of `k` bits. False when count is
 * larger than `limit` (the caller reports it). */
bool map_fill(struct value *map, const uint64_t *at, uint32_t k, uint64_t count, const struct value *value,
	      uint64_t limit);
bool map_copy(struct value *map, const uint64_t *at, struct map_value *from, const uint64_t *from_at, uint32_t k,
	      uint64_t count, uint64_t limit);
uint32_t map_index_width(const struct map_value *map);
uint32_t map_value_width(const struct map_value *map);
/* Calls visit for each cell that was written or asked for, in the order of its index within a page of 64
 * cells and no particular order of pages. */
void map_visit(const struct map_value *map, void (*visit)(void *context, const uint64_t *index, const uint64_t *words),
	       void *context);
/* The words of the default, NULL for a map whose other cells are `unknown`. */
const uint64_t *map_default(const struct map_value *map);

/* The value of t where `leaf(context, v)` gives VARIABLE v's value (a fresh copy that is released by the
 * evaluation). Iterative; every subterm is evaluated once. VALUE_NONE if a block operation exceeds 2^24 cells. */
struct value term_eval(const struct bank *bank, term t, struct value (*leaf)(void *context, term v), void *context);

#endif
