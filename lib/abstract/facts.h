/* What is known of variables and of cells of maps at one place of a program: a persistent map, which shares what does not change.
 * What is not in it may be anything.
 *
 * Big-endian Patricia trees (Okasaki, Gill, "Fast mergeable integer maps"): those that were made from one another are compared
 * and joined in time of what is different. */
#ifndef PLUMB_FACTS_H
#define PLUMB_FACTS_H

#include "known.h"

/*
 * Keys: a variable (24 bits), an object (20), a cell of it (20). Variables themselves have the object 0. Cell 0 of an object stands
 * for all of them (for maps with identities as indices: for the only one), others for one offset each. What it says of all of a
 * map by pointers is said of those from 0 to KEY_EXTENT's value, which is not among them. KEY_ZERO: at one of these offsets the cell is 0. KEY_END: and within
 * the object's size, which is no number. These have EXTENT_BITS. KEY_BUT_LAST: what all cells but the object's last one hold (sentinel.h).
 */
typedef uint64_t fact_key;

enum { KEY_OBJECT_BITS = 20, KEY_CELL_BITS = 20, KEY_LOCAL = 1 << 23 };
enum {
	KEY_EXTENT = (1 << KEY_CELL_BITS) - 1,
	KEY_ZERO = KEY_EXTENT - 1,
	KEY_END = KEY_EXTENT - 2,
	KEY_BUT_LAST = KEY_EXTENT - 3,
	EXTENT_BITS = 48
};
_Static_assert(OBJECTS_MAX <= 1 << KEY_OBJECT_BITS, "each object has a key");

static inline fact_key key_of(uint32_t variable, uint32_t object, uint32_t cell)
{
	return (uint64_t)variable << (KEY_OBJECT_BITS + KEY_CELL_BITS) | (uint64_t)object << KEY_CELL_BITS | cell;
}

static inline uint32_t key_object(fact_key key)
{
	return (uint32_t)(key >> KEY_CELL_BITS) & ((1u << KEY_OBJECT_BITS) - 1);
}

static inline uint32_t key_cell(fact_key key)
{
	return (uint32_t)key & ((1u << KEY_CELL_BITS) - 1);
}

/* Does the key, with a cell, say more of an object than one cell, or what all are? */
static inline bool cell_is_of_object(uint32_t cell)
{
	return cell >= KEY_BUT_LAST;
}

/* All keys with the same upper bits as `key`, the lower `free` ones apart. */
struct key_range {
	fact_key key;
	unsigned free;
};

static inline struct key_range keys_of_variable(uint32_t variable)
{
	return (struct key_range){ key_of(variable, 0, 0), KEY_OBJECT_BITS + KEY_CELL_BITS };
}

static inline struct key_range keys_of_object(uint32_t variable, uint32_t object)
{
	return (struct key_range){ key_of(variable, object, 0), KEY_CELL_BITS };
}

static inline struct key_range keys_of_locals(void)
{
	return (struct key_range){ (uint64_t)KEY_LOCAL << (KEY_OBJECT_BITS + KEY_CELL_BITS), 63 };
}

/* How often a `fresh` was executed, 2 for more than once: that many objects there are. Of its OBJECT_LAST. */
enum { COUNT_VARIABLE = KEY_LOCAL - 1, COUNT_BITS = 2 };

static inline fact_key count_key(uint32_t last)
{
	return key_of(COUNT_VARIABLE, last, 0);
}

struct facts; /* immutable, in the domain's arena; NULL: nothing is known */

const struct known *facts_get(const struct facts *f, fact_key key); /* NULL: may be anything */
const struct facts *facts_put(struct domain *d, const struct facts *f, fact_key key, const struct known *k);
const struct facts *facts_remove(struct domain *d, const struct facts *f, struct key_range range);
/* F, but in `range` as in `from`. */
const struct facts *facts_graft(struct domain *d, const struct facts *f, struct key_range range,
				const struct facts *from);
/* What holds of both: of the objects that one of them says there are none of, it says nothing, and what the other one says holds. With
 * thresholds: widened; `a` is the older one. */
const struct facts *facts_join(struct domain *d, const struct facts *a, const struct facts *b,
			       const struct thresholds *widen);
/* F, but in `range`, of one map, as behind a call that returns with what EXIT says: of all calls together, where a cell is what it
 * was before in this one, or STORED. FROM, with identities as indices: objects that the call has not made itself are stored to only
 * where a cell was one of these (NULL: nothing is said of that). BY_OBJECT: the map has identities as indices. */
const struct facts *facts_return(struct domain *d, const struct facts *f, struct key_range range,
				 const struct facts *exit, uint64_t absent, const struct known *stored,
				 const struct known *from, bool by_object);
/* ABSENT for facts_return: bits of the objects of which F says that there are none, at least of those of which OTHER does not. */
uint64_t facts_absent(const struct facts *f, const struct facts *other);
/* Does F say that there is no such object: that its `fresh` was never executed, or for OBJECT_OTHERS only once? */
bool facts_is_absent(const struct domain *d, const struct facts *f, uint32_t object);
/* True only if what `outer` says follows from what `inner` does. */
bool facts_include(const struct domain *d, const struct facts *outer, const struct facts *inner);

/* Replaces each of the range by what `change` gives; one that is known to be anything goes. */
const struct facts *facts_change(struct domain *d, const struct facts *f, struct key_range range,
				 struct known (*change)(void *context, fact_key key, const struct known *k),
				 void *context);
/* Those that are about an object that is created and for which `which` says so go. `mask` has the bit of each such object (object_bit). */
const struct facts *facts_forget(struct domain *d, const struct facts *f, uint64_t mask,
				 bool (*which)(void *context, uint32_t object), void *context);
/* Replaces the values that have such a target (one that is created), by what `change` gives. */
const struct facts *facts_change_targets(struct domain *d, const struct facts *f, uint64_t mask,
					 struct known (*change)(void *context, fact_key key, const struct known *k),
					 void *context);
/* F, but with what FROM says of objects that are created and have a bit of the mask, where `which` is true of the key. */
const struct facts *facts_take(struct domain *d, const struct facts *f, const struct facts *from, uint64_t mask,
			       bool (*which)(void *context, fact_key key), void *context);
/* Calls visit for each that is about an object that is created and has a bit of the mask, or for all with the mask UINT64_MAX. */
void facts_visit(const struct facts *f, uint64_t mask,
		 void (*visit)(void *context, fact_key key, const struct known *k), void *context);

/* Calls visit for each of the range. */
void facts_visit_range(const struct facts *f, struct key_range range,
		       void (*visit)(void *context, fact_key key, const struct known *k), void *context);

/* Calls visit for each of the range that OTHER does not have with the same value. Parts that they share take no time. */
void facts_visit_new(const struct facts *f, const struct facts *other, struct key_range range,
		     void (*visit)(void *context, fact_key key, const struct known *k), void *context);

/* Is anything known of the range? */
bool facts_has(const struct facts *f, struct key_range range);

/* A copy in the domain's arena of what was made in another one. The old ones then only say where they went, so that shared parts stay
 * shared: all that is still needed has to be moved. */
const struct facts *facts_move(struct domain *d, const struct facts *f);

static inline uint64_t object_bit(uint32_t object)
{
	return UINT64_C(1) << (object & 63);
}

#endif
