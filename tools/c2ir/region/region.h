/* The points-to analysis behind the maps that C memory becomes (docs/heap.md).
 *
 * While it makes IR, lowering describes where pointers go: each C variable, temporary and object has
 * a points-to node that holds the set of targets to which its value may point. A target is an abstract object
 * and a position in it. regions_solve() finds the sets (inclusion-based, field-sensitive, array elements folded),
 * and from them the classes of cells that must share a map, because one access may touch both.
 *
 * Sound under casts: a position is a byte offset, whatever type the pointer has. Accesses that overlap without being
 * equal make the bytes that they touch a byte-wise class. The one assumption is C11 6.5.6p8: arithmetic by an
 * unknown amount on a pointer into an array stays in that array. */
#ifndef C2IR_REGION_H
#define C2IR_REGION_H

#include <stdbool.h>
#include <stdint.h>

struct regions;
struct type;
struct types;
typedef uint32_t node; /* a points-to node; 0: points nowhere */

enum { REGION_LEVELS = 8 };

struct regions *regions_new(void);
void regions_free(struct regions *r);

/* An abstract object of type `type` (NULL: unknown layout). `many`: it may be several consecutive elements of
 * that type (heap). `size` in bytes, 0: unknown. A function is an object without contents. */
uint32_t region_object(struct regions *r, const struct types *types, const struct type *type, bool many, uint64_t size);

/* The object is a function. */
void region_function(struct regions *r, uint32_t object);

/* The object is on the heap (an allocation): region_pointers() looks for pointers to such ones. */
void region_heap(struct regions *r, uint32_t object);

/* It was allocated with one element's size and something more: an array at its end is longer than declared. */
void region_extended(struct regions *r, uint32_t object);

/* An object of which nothing is known: what its own pointers point to is unknown too. */
uint32_t region_unknown(struct regions *r, const struct types *types, const struct type *type);
/* The pointers that OBJECT, which the program does not define, has at the start are unknown. */
void region_undefined(struct regions *r, uint32_t object);

node node_new(struct regions *r);
void node_address(struct regions *r, node to, uint32_t object); /* `to` may be a pointer to its first byte */
void node_copy(struct regions *r, node to, node from);
void node_add(struct regions *r, node to, node from, int64_t bytes);
void node_index(struct regions *r, node to, node from, uint64_t stride); /* plus any multiple of `stride` bytes */
/* Likewise; but a member of a record that is no array stays itself. */
void node_array_element(struct regions *r, node to, node from, uint64_t stride);
/* The same results, each as a node of its own: the same one for the same question. Nothing else may be copied to it. */
node node_sum(struct regions *r, node from, int64_t bytes);
/* By a constant where the pointer points to something of `size` bytes (0: not known): the element of an array, or the record that a
 * member is in. What is larger than an array or union that it seems to be in is around that. */
node node_moved(struct regions *r, node from, int64_t bytes, uint64_t size);
node node_indexed(struct regions *r, node from, uint64_t stride);
/* `from` points to an array or union (or something in which it begins): to its first element, and arithmetic on it stays
 * inside. */
node node_entered(struct regions *r, node from, const struct types *types, const struct type *type);
/* Arithmetic on the pointer as an integer: anywhere in the objects. */
void node_anywhere(struct regions *r, node to, node from);

/* Accesses. `size` in bytes. *value: a node of what is loaded, to which nothing else may be copied (value may be NULL). Loads,
 * and stores of the same, through the same pointer are one access. */
uint32_t region_load(struct regions *r, node *value, node pointer, uint64_t size, bool is_pointer);
uint32_t region_store(struct regions *r, node value, node pointer, uint64_t size, bool is_pointer);
/* `size` 0: unknown, a multiple of `multiple` bytes; REGION_WHOLE: all of the object. */
#define REGION_WHOLE UINT64_MAX
/* Likewise, with `size` 0: to the end of a new object, to which it is copied from the beginning. What goes across that end, or that of
 * the old object, is of no use to anybody: cells stay whole. */
#define REGION_REST (UINT64_MAX - 1)
uint32_t region_fill(struct regions *r, node pointer, uint64_t size, uint64_t multiple, bool zero);
uint32_t region_copy(struct regions *r, node to, node from, uint64_t size, uint64_t multiple);
/* A call through `callee`: called(context, object) is told each object in its set, once, and that it may be outside. */
void region_call(struct regions *r, node callee, void (*called)(void *context, uint32_t object), void *context);

/* FUNCTION is called through a pointer that was loaded, by access LOAD, from the object that the argument FROM points into: the parameter
 * TO gets FROM, but for objects of the program in which the load does not read FUNCTION. */
void region_receive(struct regions *r, uint32_t load, node to, node from, uint32_t function);

/* Unknown code gets pointers to `objects`: their pointers may become any of `known`, and it gets to know them (`found`). */
void region_expose(struct regions *r, node objects, node found, node known);

/* --- unknown pointers (outside.c) --- */

/* What pointers that come from outside the program may alias. */
enum aliasing {
	ALIAS_TYPED,   /* what has their type, or has a part of it: C11 6.5p7 and declared types */
	ALIAS_ANY,     /* everything that is known outside */
	ALIAS_DISTINCT /* nothing: an object of their own for each that is made by region_unknown() */
};
void region_aliasing(struct regions *r, enum aliasing aliasing); /* before anything else */
/* There is code outside the program: it knows EXTERNAL, and what is reached from there and from other objects that it knows. */
void region_open(struct regions *r);
node region_external(const struct regions *r);
/* An unknown pointer to TYPE: nothing may be copied to the node. */
node region_any(struct regions *r, const struct types *types, const struct type *type);
bool region_is_foreign(const struct regions *r, uint32_t object); /* nothing is known of the object */
bool region_is_outside(const struct regions *r, uint32_t object); /* region_call(): it is unknown what is called */
/* An integer of which it is not known whether it is the address of an object that is public, likewise. */
node region_any_number(const struct regions *r);
/* One that is none, such as 1; what arithmetic makes of it may be. */
node region_plain_number(const struct regions *r);
/* The address of what F points to became a number; code outside the program was given F. Both make that public. */
void node_exposed(struct regions *r, node f);
void node_given(struct regions *r, node f);
/* The same where the lowering keeps track of when this happens: see region_early(). */
void node_given_there(struct regions *r, node f);
node region_shown(const struct regions *r); /* as region_external(): what the variables hold that are known outside */
/* After regions_solve(): pointers to all that is public, and to what was made so by other things than `_there` and stores of pointers. */
node region_public(const struct regions *r);
node region_early(const struct regions *r);
bool region_aliases(const struct regions *r);      /* unknown pointers may point to public objects */
bool region_is_unknown(struct regions *r, node f); /* after regions_solve(): may F be an unknown pointer? */
bool region_is_public(struct regions *r, node f); /* after regions_solve(): does F point to an object that is public? */
/* Pointers to TYPE are compared: where one of them is unknown, it, and all unknown ones to TYPE, may be equal to the other. */
void node_compared(struct regions *r, node a, node b, const struct types *types, const struct type *type);
/* The pointer, or the number, FROM converted to a pointer to TYPE. */
node node_converted(struct regions *r, node from, const struct types *types, const struct type *type);
node node_from_number(struct regions *r, node from, const struct types *types, const struct type *type);
/* F was made of a number that may be the address of an object that ended, and any of those that region_found() names may be there. To be
 * followed by regions_solve(). */
void region_reuse(struct regions *r, node f, const struct types *types, const struct type *type);
void region_found(struct regions *r, uint32_t object);
node region_exposed(const struct regions *r); /* what has an address as a number */
/* The object has no type, or is of this one, or an array of it, or this is one of characters. */
bool region_is_a(const struct regions *r, uint32_t object, const struct types *types, const struct type *type);
/* FROM was loaded as a pointer to TYPE: it gets what unknown pointers to it may point to, if it is one. */
void node_loaded(struct regions *r, node from, const struct types *types, const struct type *type);

/* Loads may be made to check that they read whole pointers: to be called before regions_solve(). */
void region_check_whole(struct regions *r);

void regions_solve(struct regions *r);

/* --- results --- */

/* Cells that share a map. */
struct cell_class {
	uint32_t id;    /* dense, from 0, in the order of first question */
	uint32_t bytes; /* of each cell; 1 in a byte-wise class */
	bool pointer;   /* cells are pointers; byte-wise: provenance is needed */
	bool byte_wise;
	bool read;    /* some access reads it */
	bool parted;  /* byte-wise: something may be written over a part of a pointer */
	bool spliced; /* byte-wise: the bytes of one pointer may have several provenances */
};

/* May a fill with zeros, or a copy, begin or end inside a pointer of which the sets only have where it pointed before? */
enum region_split {
	SPLIT_NONE,
	SPLIT_ALIGNED, /* all that it may split lie at multiples of their size */
	SPLIT_ANYWHERE
};
enum region_split region_splits(const struct regions *r, uint32_t access);

/* Does the load read pointers that were stored as such, or near 0? Its set knows no others: what it takes it has to assert. */
enum region_whole {
	WHOLE_ALWAYS,    /* nothing, or the set knows the others */
	WHOLE_IF_ONE,    /* if all bytes have a provenance, and the same */
	WHOLE_IF_ALIGNED /* and begin at a multiple of a pointer's size in their object */
};
enum region_whole region_reads_whole(struct regions *r, uint32_t access);

/* Tells the objects that this node's value may point into, some of them more than once. False: into others, too. */
bool region_points(struct regions *r, node f, void (*told)(void *context, uint32_t object), void *context);

/* Likewise, what pointers in OBJECT point to. */
void region_contents(struct regions *r, uint32_t object, void (*told)(void *context, uint32_t object), void *context);
/* Two values are compared for equality; B 0: A's value is looked at in another way (its address, its order, by code outside). */
void region_observe(struct regions *r, node a, node b);
/* What pointers in the cells of a class point to, if that is at most REGION_HELD objects of the program; else NULL. To be
 * asked when all is solved. In an arena of the regions. */
enum { REGION_HELD = 4 };
struct region_held {
	uint32_t object;
	bool exact; /* at `offset` */
	int64_t offset;
};
const struct region_held *region_held(struct regions *r, const struct cell_class *class, uint32_t *count);

/* Where the access writes to, and, if it is a copy, reads from (else 0). */
void region_access_nodes(const struct regions *r, uint32_t access, node *to, node *from);

/* Has a pointer of this node, moved by *bytes (NULL: by any multiple of `stride`; `forwards`: not below the
 * beginning of an array), been taken to stay in an array or union that is a part of its object? */
bool region_stays(struct regions *r, node f, const int64_t *bytes, uint64_t stride, bool forwards);
/* May its value point to where an object begins? Or to the end of one, one past its last byte? */
void region_edges(const struct regions *r, node f, bool *beginning, bool *end);

/* May this node's value point into a heap object? */
bool region_holds_heap(struct regions *r, node f);

/* Where an object may hold a pointer into the heap: at `offset` plus any multiple of each level's step below its end, outer
 * levels first. `end` 0: that of the object. */
struct region_slot {
	uint64_t offset;
	const struct cell_class *class;
	uint32_t levels;
	struct {
		uint64_t step, end;
	} level[REGION_LEVELS];
};
/* All cells that may hold a pointer into the heap are read: to be called after regions_solve() and before any other question. */
void region_read_slots(struct regions *r);
/* Likewise all cells: what nobody reads is written all the same. */
void region_read_all(struct regions *r);
/* The slots of an object, in an array of the regions. `size`: bytes of a pointer. */
const struct region_slot *region_slots(struct regions *r, uint32_t object, uint64_t size, uint32_t *count);

/* The classes that access `access` touches, as a list ended by NULL: at most one for load and store, none when its pointer
 * points nowhere. Valid until regions_free. */
const struct cell_class *const *region_classes(struct regions *r, uint32_t access);
#endif
