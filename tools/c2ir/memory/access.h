/* Memory accesses: recorded now, given their maps when the points-to analysis is done (docs/heap.md). */
#ifndef C2IR_ACCESS_H
#define C2IR_ACCESS_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct cell_class;
struct lowering;
struct variable;
struct rvalue;
struct storage;
struct type;

struct rvalue access_load(struct lowering *l, term pointer, node pointer_node, uint32_t width, bool is_pointer);
void access_store(struct lowering *l, term pointer, node pointer_node, term value, node value_node, bool is_pointer);
void access_store_unset(struct lowering *l, term pointer, node pointer_node, struct rvalue from, bool is_pointer);
/* `count` bytes become `byte` (bv8); `size`: count if constant, else 0, and then a multiple of `multiple`. */
void access_fill(struct lowering *l, term pointer, node pointer_node, term byte, term count);
void access_clear(struct lowering *l, term pointer, node pointer_node, term count);
/* `bytes` bytes become the pointer, over and over. Behind the first ACCESS_OWN_POINTERS, which the caller stores anew, they may be
 * unknown bytes (marked approximate). As whole pointers they fill `room` bytes, of which nobody may read what is behind the object. */
enum { ACCESS_OWN_POINTERS = 4 };
void access_fill_pointers(struct lowering *l, term pointer, node pointer_node, struct rvalue value, term bytes,
			  term room);
void access_copy(struct lowering *l, term to, node to_node, term from, node from_node, term count);
/* What a new object of `count` bytes gets of the one that it replaces; both pointers are to where they begin. */
void access_copy_object(struct lowering *l, term to, node to_node, term from, node from_node, term count);
/* A number that the value is certainly a multiple of. */
uint64_t access_factor(struct lowering *l, term t);
void access_forget(struct lowering *l, term pointer, node pointer_node, term count);
/* Likewise, which is an approximation: a counterexample through it is not confirmed. */
void access_forget_approximately(struct lowering *l, term pointer, node pointer_node, term count, const char *what);
void access_forget_object(struct lowering *l, term object, node pointer_node);
void access_forget_all(struct lowering *l, node pointer_node);
void access_reuse(struct lowering *l);  /* after regions_solve(): addresses that objects have after one another */
void whole_prepare(struct lowering *l); /* before the points-to sets are made */
void access_resolve(struct lowering *l);
/* The pointer that cells of this class hold at `pointer`; the class must be read (region_read_slots). */
term access_pointer(struct lowering *l, const struct cell_class *c, term pointer);
/* Uninitialised memory (access_unset.c), nothing if that is not checked: a new object begins; an assertion that what a load reads
 * is initialised; whether it is not, as a Bool; the maps begin. */
void access_begin(struct lowering *l, term pointer, node pointer_node, term count);
void access_check(struct lowering *l, term pointer, node pointer_node, uint32_t bytes, bool is_pointer,
		  const char *message);
term access_unset(struct lowering *l, term pointer, node pointer_node, uint32_t bytes);
void access_begin_unset(struct lowering *l);
/* Addresses (access_address.c), nothing if nobody looks at that of the object: POINTER becomes a number; two pointers are compared by <; an object begins, of SIZE bytes at a multiple of ALIGNMENT (W bits each), `known` to the points-to analysis; the one that
 * POINTER points into ends. */
void access_expose(struct lowering *l, term pointer, node pointer_node);
struct rvalue access_find(struct lowering *l, term integer,
			  node from);     /* an integer as a pointer: to what is there; 0: nothing */
void access_unexpose(struct lowering *l); /* what was exposed last need not be */
term access_equal(struct lowering *l, struct rvalue p, struct rvalue q); /* Bool: p == q */
void access_order(struct lowering *l, node p, node q);
void access_born(struct lowering *l, term object, uint32_t known, term size, term alignment);
/* What `fresh` gives to IDENTITY is that object of the points-to analysis. */
void access_origin(struct lowering *l, const struct variable *identity, uint32_t object);
/* Nothing is to be told of what maps hold: values go ways that the points-to analysis does not know. */
void access_untold(struct lowering *l);
void access_dies(struct lowering *l, term pointer, node pointer_node);
void access_begin_addresses(struct lowering *l); /* of static objects */
void access_begin_typed(struct lowering *l);     /* --assume-field-safe (access_typed.c), likewise */

/* An unknown pointer points to OBJECT (bv32); OBJECT, to which POINTER_NODE points, has begun (access_met.c). */
void access_meet(struct lowering *l, term object);
void access_made(struct lowering *l, term object, node pointer_node);

/* POINTER is given to code outside the program; a pointer to TO, perhaps an unknown one, was LOADED from AT just now (access_out.c). The
 * map begins. */
void access_given(struct lowering *l, term pointer, node pointer_node);
void access_meet_loaded(struct lowering *l, struct rvalue loaded, term at, node at_node, const struct type *to);
void access_begin_out(struct lowering *l);

/* Where an unknown pointer comes from. */
enum pointer_origin {
	ORIGIN_OPEN, /* it is an input: nothing is assumed of it */
	ORIGIN_ENTRY,
	ORIGIN_UNDEFINED, /* a function without a body returned it */
	ORIGIN_ASSEMBLY,  /* assembly got it from the machine */
	ORIGIN_MEMORY
};
/* With --args, POINTER to TO points to a live object of that type, which goes into the ledger (access_live.c). Is it so taken? What
 * $state is at the start; the maps begin. */
void access_live(struct lowering *l, term pointer, node pointer_node, const struct type *to,
		 enum pointer_origin origin);
bool access_live_taken(const struct lowering *l, enum pointer_origin origin);
term access_begin_state(struct lowering *l);
uint32_t access_function_state(struct lowering *l,
			       const struct storage *function); /* of one of the program's: enum object_state */
void access_begin_live(struct lowering *l);

/* Records of TYPE, at P and Q, are one or do not overlap: assumed if both pointers came from outside as ones to that type
 * (access_apart.c). The maps begin. */
void access_apart(struct lowering *l, term p, term q, const struct type *type);
void access_begin_apart(struct lowering *l);

/* Before an access of SIZE bytes (access_valid.c): it is valid, if nothing checks it and the pointer is unknown. OBJECT, KNOWN to the
 * points-to analysis, cannot be written from here on. The maps begin. */
void access_valid(struct lowering *l, term pointer, node pointer_node, term size, bool write);
/* What is recorded until access_under_before(l, RESULT) is evaluated although C would only do so if CONDITION, a Bool, holds: then nothing
 * is assumed of accesses. */
term access_under(struct lowering *l, term condition);
void access_under_before(struct lowering *l, term before);
void access_fixed(struct lowering *l, term object, uint32_t known);
void access_begin_valid(struct lowering *l);

/* Where the current block ends: was the pointer LOADED, a variable, loaded there from the very object that POINTER points into, and
 * is it certain? *record: the load in the points-to analysis. */
bool access_same_object(struct lowering *l, term loaded, term pointer, uint32_t *record);

void access_init(struct lowering *l);
void access_release(struct lowering *l);

#endif
