/* Pointers that are kept whole in memory of bytes, and what of that depends on a tag.
 *
 * Memory that is used with several types (a union) is a map of bytes beside a map of their provenance: for each byte the
 * object whose pointer it is a part of, 0 for other values. A pointer is put together from its bytes: their number less the base of the
 * object is the offset, which no facts about single bytes say, as the base is unknown. So
 *
 * - the fact of a cell (an object, an offset) of a pair of such maps is the pointer that is there, if it is known to be one that
 *   was stored whole: its object is the provenance of the first byte and the offset is as above, or it is null, which are zeros
 *   without provenance;
 * - a *guard* is a cell of another map in the same object, the tag, and a constant: its fact says what pointer is there as long
 *   as the tag is that. Where two states meet of which one has another tag, that one says nothing against it (a disjunction over
 *   the values of one cell: X. Rival, L. Mauborgne, "The trace partitioning abstract domain", TOPLAS 29(5), 2007). */
#ifndef PLUMB_WHOLE_H
#define PLUMB_WHOLE_H

#include "place.h"

/* Finds the pairs of maps, the reads of pointers and the tags of the program. */
void wholes_init(struct domain *d);
void wholes_release(struct domain *d);

/* The pointer that the term reads from bytes. False: nothing is known of it. */
bool whole_value(struct place *p, term t, struct known *k);

/* Called after p->facts became what they are behind the statement, with what they were before: a map was assigned. */
void wholes_stored(struct place *p, const struct facts *before, const struct variable *map, term value);
/* V, of any sort, is anything now. */
void wholes_forgotten(struct place *p, const struct variable *v);
/* Behind a call that may have changed V at the object (0: at any), EXIT holds. */
void wholes_changed(struct place *p, const struct variable *v, uint32_t object, const struct facts *exit);

/* --- for assume.c --- */

/* The cell of the map at the index, of a single object, is one of K: p->facts say so already. False: that is impossible. */
bool wholes_learn(struct place *p, const struct variable *map, uint32_t object, uint32_t cell, const struct known *k);
/* The read of a map by integers gives one of K. */
void wholes_learn_address(struct place *p, const struct variable *map, term index, const struct known *k);
/* The condition holds: about a variable that was read from a tag in this block. False: that is impossible. */
bool wholes_assumed(struct place *p, term condition, bool holds);

/* --- for facts.c --- */

/* Do the facts of tags and whole pointers imply the guard's? KEY is any. */
bool guard_is_implied(const struct domain *d, fact_key key, const struct known *k, const struct facts *f);
/* JOINED, the join of A and B (widened, of A as the older one), with what holds of guards in both. */
const struct facts *guards_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				  const struct facts *b, const struct thresholds *widen);

/* --- inside --- */

/* Keys. As variables: WHOLE_VARIABLE with the number of a map of provenance, GUARD_VARIABLE with that of a guard, both with the object and
 * the cell of the pointer; TAG_VARIABLE with that of a
 * tag, the object and the cell of it: a number of TAG_BITS, in which bit i is 0 if the tag is not the value i; ADDRESS_VARIABLE with the cell 1 ($owner) or 2 (of shared granules): where addresses have objects,
 * the address 0 has none. */
enum {
	WHOLE_VARIABLE = KEY_LOCAL >> 1,
	GUARD_VARIABLE = WHOLE_VARIABLE | KEY_LOCAL >> 2,
	TAG_VARIABLE = WHOLE_VARIABLE | KEY_LOCAL >> 3,
	ADDRESS_VARIABLE = COUNT_VARIABLE - 1,
	WHOLE_BITS = 20, /* of numbers of maps and guards */
	TAG_VALUES = 16,
	TAG_BITS = TAG_VALUES + 1
};

struct whole_pair {
	const struct variable *provenance, *bytes;
};

struct whole_read {
	struct whole_pair pair;
	term at;
};

struct guard {
	const struct variable *tag, *provenance;
	uint32_t cell; /* of the tag */
	uint64_t value;
	uint32_t number, which; /* of the tag, and of the value among those of the tag */
};

struct tag {
	const struct variable *map;
	uint64_t values[TAG_VALUES]; /* that it is compared with */
	uint32_t count;
};

/* What domain.wholes points to. */
struct wholes {
	const struct variable *base, *owner, *shared;
	VEC(struct whole_read) reads;
	TABLE(term, uint32_t) read_of; /* the term -> its number, from 1 */
	VEC(struct whole_pair) pairs;
	VEC(struct tag) tags;
	VEC(struct guard) guards;
	TABLE(uint64_t, uint32_t) guard_of; /* hash -> its number, from 1 */
};

/* By one of its maps; NULL: it is in no pair. */
const struct whole_pair *whole_pair_of(const struct domain *d, const struct variable *map);
/* The key of what is known of a map's cell. */
fact_key whole_map_key(const struct variable *map, uint32_t object, uint32_t cell);
/* Of the pointer there. */
fact_key whole_key(const struct whole_pair *pair, uint32_t object, uint32_t cell);
fact_key guard_key(uint32_t number, uint32_t object, uint32_t cell);
/* The map's term with the pointer VALUE stored at AT, as bytes or as their provenance. */
term whole_stored(const struct domain *d, const struct variable *map, term at, term value, bool as_bytes);
/* Has null the base 0, so that its bytes are zeros? */
bool whole_null_is_zero(struct place *p);
bool tag_is(const struct domain *d, const struct variable *map);
/* VALUE may be stored to the tag: at the object (0: at any), at the cell (0: at any); IS_SURE: it is, to this very cell. */
void tags_stored(struct place *p, const struct variable *tag, uint32_t object, uint32_t cell, const struct known *value,
		 bool is_sure);
/* The tag is one of K there. */
void tags_learn(struct place *p, const struct variable *tag, uint32_t object, uint32_t cell, const struct known *k);
/* May the guard's tag have its value? */
bool tag_may_be(const struct guard *g, uint32_t object, const struct facts *f);
/* Nothing is known of the tag any more; or what EXIT says of it at the object (0: at any). */
void tags_forget(struct place *p, const struct variable *tag);
void tags_changed(struct place *p, const struct variable *tag, uint32_t object, const struct facts *exit);
/* What is known of guards with this tag at the object (0: at any) goes; if VALUE is given, only that of tags that it may be. */
void guards_forget(struct place *p, const struct variable *tag, uint32_t object, uint32_t cell,
		   const struct known *value);

#endif
