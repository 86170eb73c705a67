/* Inside the points-to analysis: objects, spaces, cells (layout.c, move.c, cell.c) and the flow graph (region.c). */
#ifndef C2IR_REGION_INTERNAL_H
#define C2IR_REGION_INTERNAL_H

#include "arena.h"
#include "hash.h"
#include "region.h"
#include "region_set.h"
#include "vec.h"

/* Part of an object inside which pointer arithmetic stays. Offsets in an object are canonical: those of an array's
 * elements are folded to its first element. */
enum space_kind {
	SPACE_ROOT,  /* the object: exact offsets */
	SPACE_ARRAY, /* elements of `element` bytes: offsets modulo that */
	SPACE_UNION  /* exact offsets, `total` bytes */
};
struct space {
	enum space_kind kind;
	uint32_t parent; /* itself for the root */
	int64_t offset;  /* canonical, in the object */
	int64_t element; /* ARRAY; UNION: that of the arrays at its end, which may be longer than declared; 0: none */
	int64_t total;   /* bytes; SPACE_ENDLESS: not known */
	bool last;       /* it is what the object, or each element of it, ends with */
	bool tail;       /* it may go on beyond what is declared */
};
#define SPACE_ENDLESS (INT64_C(1) << 40)

/* Where a pointer may point: `r` bytes into a space, plus any multiple of `g` (0: exactly). */
struct position {
	uint32_t object;
	uint32_t space;
	int64_t r, g;
};

struct int64_pair {
	int64_t lo, hi;
};

/* Bytes [lo, hi) of an object (canonical) that are accessed together. Cells of one object are disjoint. */
struct cell {
	uint32_t object;
	int64_t lo, hi;
	bool bytes;   /* not accessed as one: byte by byte */
	bool pointer; /* holds pointers */
	bool read;
	bool number_read, number_written; /* as what is no pointer */
	bool numbered, word_written;      /* numbers may lie in it, narrower than a pointer; or of its size: whole.c */
	bool skewed;           /* pointers in it may begin at other places of the object than multiples of their size */
	bool stored;           /* pointers are stored in it, and not only looked for */
	bool odd;              /* and that at other places than multiples of their size */
	bool parted;           /* a part of a pointer in it may be overwritten: the address of what is left counts */
	bool spliced;          /* parts of several pointers may lie side by side: split.c */
	node content;          /* what is stored here points to */
	uint32_t merged;       /* into that cell; itself if it is alive */
	uint32_t class_parent; /* union-find of the cells that share a map */
};

/* A run of an object that a fill or copy touches. */
struct run_of {
	int64_t lo, hi;
	bool zero; /* fill with zeros */
	bool is_fill;
	bool partial; /* the run may end inside a cell: all is bytes */
	bool known;   /* where it begins and ends; else it is taken not to do so inside a pointer */
	/* copy: the other side */
	uint32_t other;
	int64_t other_lo;
	bool source; /* this object is the source */
};

struct object {
	const struct types *types;
	const struct type *type; /* of each element; NULL: not known */
	VEC(struct space) spaces;
	int64_t total;
	int64_t folded; /* an object of unknown layout that is indexed: modulo this; 0 */
	bool typed, unknown, heap, changed;
	bool marker; /* no object: see outside.c */
	bool function;
	bool extended;         /* allocated as one element and more */
	bool adopted;          /* the type comes from a conversion: adopt.c */
	bool indexed, overrun; /* see note_beyond() */
	VEC(uint32_t) cells;   /* by lo */
	VEC(struct run_of) runs;
	struct table run_index;
	VEC(node) exposed;  /* what its pointers may be changed to, and what gets to know them: see region_expose */
	uint32_t positions; /* how many are known */
	uint32_t limit;     /* of these: from then on the object is blurred, and every position in it anywhere */
	bool blurred;
	bool moved;   /* some pointer to it was moved, perhaps to a position that says the same */
	bool stepped; /* a pointer to it was moved by an unknown amount, and taken to stay where it was, or at its end */
};

enum edge_kind {
	EDGE_COPY,
	EDGE_ADD,
	EDGE_INDEX,
	EDGE_ELEMENT, /* as EDGE_INDEX; what is no array is one of one element */
	EDGE_ANYWHERE,
	EDGE_ENTER,
	EDGE_LOAD,
	EDGE_STORE,
	EDGE_FILL,
	EDGE_TARGET,
	EDGE_SOURCE,
	EDGE_CALL,
	EDGE_EXPOSE, /* to: what gets to know the contents; value in `amount`: what they may become */
	/* outside.c; `amount`: the pointee */
	EDGE_AS,       /* to: the same pointer as one to that type */
	EDGE_PLACE,    /* from the public objects to the pointers to that type */
	EDGE_COMPARED, /* to: what the pointer is compared with */
	EDGE_ADOPT     /* it is converted to a pointer to that: adopt.c */
};

struct edge {
	enum edge_kind kind;
	bool is_union;   /* ENTER */
	bool is_found;   /* PLACE: from the found objects */
	node to;         /* COPY, ADD, INDEX, ENTER */
	uint32_t access; /* LOAD and so on */
	int64_t amount;  /* ADD: bytes; INDEX: stride; ENTER: element */
	int64_t total;   /* ENTER; ADD: bytes of what the pointer points to */
	void (*called)(void *context, uint32_t object);
	void *context;
};

struct node {
	node parent; /* union-find */
	bool queued;
	uint32_t rank;           /* in the queue: sources of copies first */
	struct number_set set;   /* positions */
	struct number_set fresh; /* those of them that the edges have not seen */
	VEC(struct edge) edges;
};

/* A node or access that is made once: the question, and the answer. */
struct derived {
	enum edge_kind kind; /* ADD, INDEX, ENTER, LOAD, STORE */
	node from;
	node value;     /* STORE */
	int64_t amount; /* see struct edge; LOAD, STORE: the size */
	int64_t size;   /* ADD, ENTER: `total` of struct edge */
	bool flag;      /* ENTER: a union; LOAD, STORE: of a pointer */
	node to;        /* all but STORE */
	uint32_t access;
};

/* A run of an object that one fill or copy touches. */
struct access_run {
	uint32_t object;
	int64_t lo, hi;
	bool is_target;
	bool partial; /* it may begin or end inside a cell */
	bool words;   /* but not inside of what lies at a multiple of a pointer's size: see split.c */
};

struct region_access {
	enum edge_kind kind;
	node value; /* LOAD: result; STORE: what is stored */
	node pointer, from;
	int64_t size, multiple;
	bool is_pointer, zero;
	VEC(struct access_run) runs; /* FILL, TARGET: those it touches, each once */
	struct table run_index;
	uint32_t hub;  /* TARGET: what is copied, as an object of its own; 0: not made yet */
	bool partial;  /* likewise: the runs do not match */
	uint32_t cell; /* LOAD, STORE: one of those that it touches, which share a map; UINT32_MAX: none */
	const struct cell_class **classes;
};

/* An argument of a call of FUNCTION, which was loaded from the object that it points to: receiver.c. */
struct receiver {
	node to, from;
	uint32_t function;
};
/* Those of the calls whose pointer is what access `load` reads. */
struct receivers {
	uint32_t load;
	bool open; /* any function may be called with any object */
	VEC(struct receiver) list;
};

/* See region_observe(). */
struct observation {
	node a, b;
};

/* What unknown pointers may point to, by its type: outside.c. */
struct pointee {
	const struct types *types;
	const struct type *type; /* NULL: nothing that can be accessed (void, incomplete types, functions) */
	bool function;
	node any;   /* an unknown pointer to it; 0: not made yet */
	node found; /* a pointer to it in one of the found objects, likewise */
};

/* A heap: the smallest first. An entry is rank << 32 | node. */
struct region_queue VEC_BODY(uint64_t);

/* By record: whether there are arrays or unions inside (layout.c). */
struct record_facts TABLE_BODY(const struct record *, uint32_t);

struct regions {
	struct arena *arena;
	struct record_facts records;
	VEC(struct object) objects;
	VEC(struct position) positions;
	struct table position_index;
	VEC(struct cell) cells;
	VEC(struct node) nodes;
	VEC(struct region_access) accesses;
	struct region_queue queue;
	VEC(struct receivers) receivers;
	VEC(struct observation) observations;
	TABLE(uint64_t, bool) observed; /* those that are there, so that none is there twice */
	struct content *contents;       /* by class: held.c; NULL: not found yet */
	struct table receiver_index;    /* by the load */
	TABLE(uint64_t, bool) copies;   /* edges that were made, so that none is made twice */
	VEC(struct derived) derived;
	struct table derived_index;
	uint64_t work;                                    /* since cycles were looked for */
	bool blurred;                                     /* some object was, since */
	VEC(uint32_t) changed;                            /* objects */
	TABLE(uint64_t, struct cell_class *) class_index; /* by the class's root cell */
	uint32_t class_count, universe;
	int64_t pointer_bytes; /* the size of a pointer; 0: none is loaded or stored */
	struct outside {
		uint32_t unknown, raw; /* markers */
		uint32_t plain;        /* likewise: a number that is no address, though arithmetic may make one of it */
		uint32_t
			reused; /* likewise: a pointer without a type, made of a number, to any of `found`; UINT32_MAX: not made yet */
		node numbers;       /* has the marker `unknown` */
		node plain_numbers; /* has the marker `plain` */
		node exposed;       /* pointers to what has an address as a number, or was compared */
		node public;        /* those, and pointers to what code outside was given or can reach */
		node external;      /* pointers to what it can reach as soon as there is such code */
		node shown;         /* likewise, those that are values of variables */
		node early;         /* as `public`, but for what the lowering keeps track of */
		node raw_used;      /* points to the universe as soon as a raw pointer is used */
		node found;         /* pointers to what may begin at the address of an object that ended */
		bool open;
		enum aliasing aliasing;
		VEC(struct pointee) pointees;
		TABLE(const struct type *, uint32_t) index; /* + 1 */
		TABLE(uint64_t, bool) placed;               /* object << 32 | pointee */
	} outside;
	enum mixed {
		MIXED_ANY,    /* they may be any pointer */
		MIXED_OPEN,   /* not known yet */
		MIXED_CHECKED /* loads are checked */
	} mixed;              /* numbers where pointers are read: whole.c */
	bool solved;
};

static inline int64_t gcd_of(int64_t a, int64_t b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}
static inline int64_t modulo(int64_t a, int64_t m)
{
	int64_t r = a % m;
	return r < 0 ? r + m : r;
}

/* ---- layout.c ---- */

void layout_object(struct object *object, struct record_facts *records, const struct types *types,
		   const struct type *type, bool many, uint64_t size);
/* Innermost element of an array type. */
const struct type *layout_element(const struct type *type);
/* Are there arrays or unions inside? */
bool layout_has_spaces(struct record_facts *records, const struct type *type);
/* Does one of the members, also of those inside, or of the elements begin at `offset`? */
bool layout_begins_member(const struct types *types, const struct type *type, int64_t offset);
/* The union of `total` bytes, or the array of such elements, `r` bytes into a space; UINT32_MAX: there is none. */
uint32_t layout_child(const struct object *o, uint32_t space, int64_t r, bool is_union, int64_t element, int64_t total);
/* Are the two runs folded alike? */
bool layout_same(const struct object *a, int64_t a_lo, const struct object *b, int64_t b_lo, int64_t length);

/* ---- move.c ---- */

/* Moves of a position; `second` may get another (its object UINT32_MAX: none). `size`: bytes of what the pointer points to, 0: not known. */
struct position position_add(struct regions *r, struct position p, int64_t bytes, int64_t size,
			     struct position *second);
struct position position_enter(struct regions *r, struct position p, bool is_union, int64_t element, int64_t total);
struct position position_anywhere(struct regions *r, struct position p);
struct position position_index(struct regions *r, struct position p, int64_t stride, struct position *second);
struct position position_element(struct regions *r, struct position p, int64_t stride, struct position *second);
/* The canonical bytes that an access of `size` bytes at p touches, as intervals: false: they must be taken as bytes.
 * At most `capacity`; *count 0: none (outside). */
bool position_touch(struct regions *r, struct position p, int64_t size, struct int64_pair *out, uint32_t capacity,
		    uint32_t *count);
/* The canonical run of `size` bytes (0: unknown, a multiple of `multiple`); false: partial. Behind the end of the object it is
 * empty, and may end before it begins. */
bool position_run(struct regions *r, struct position p, int64_t size, int64_t multiple, struct int64_pair *out);

/* ---- adopt.c ---- */

/* Pointers of FROM are converted to ones to the pointee: their objects may get that layout. */
void adopt_from(struct regions *r, node from, uint32_t pointee);
/* The same for the pointer at `position`. */
void adopt_layout(struct regions *r, uint32_t position, const struct pointee *pointee);

/* ---- derive.c ---- */

/* Where EDGE leads from FROM (to itself, with `is_union` of AS): the same node for the same edge. */
node node_derived(struct regions *r, node from, struct edge edge);

/* ---- cell.c ---- */

uint32_t cell_find(struct regions *r, uint32_t cell);
void cell_expose(struct regions *r, uint32_t cell, node found, node known); /* the living one */
uint32_t cell_touch(struct regions *r, uint32_t object, int64_t lo, int64_t hi, bool pointer, bool bytes);
uint32_t cell_class_root(struct regions *r, uint32_t cell);
void cell_unite(struct regions *r, uint32_t a, uint32_t b); /* they share a map */
void cell_refold(struct regions *r, uint32_t object);
void cell_changed(struct regions *r, uint32_t cell); /* what its flags say of runs */
void cell_add_run(struct regions *r, uint32_t object, struct run_of run);
void cell_part_runs(struct regions *r, uint32_t object,
		    uint32_t other); /* copies to or from `other` (UINT32_MAX: any) do not match */
void cell_settle(struct regions *r); /* until runs and cells agree */

/* ---- position.c ---- */

uint32_t position_id(struct regions *r, struct position p);
/* The only position of an object has become another way to say the same, as the object has another layout. */
void position_again(struct regions *r, uint32_t id);
/* Takes the positions of blurred objects out of all sets; their anywhere takes their place. */
void position_sweep(struct regions *r);

/* ---- run.c ---- */

void run_fill(struct regions *r, uint32_t access, uint32_t position);
void run_copy(struct regions *r, uint32_t access, uint32_t position, bool is_target);

/* ---- split.c ---- */

/* Does a run of `size` bytes (0: a multiple of `multiple`) there begin and end at multiples of a pointer's size? */
bool split_is_words(const struct regions *r, struct position p, int64_t size, int64_t multiple);
/* A pointer lies at the cell's bytes from lo to hi, or is only looked for there. True: what was said of runs there may no longer hold. */
bool split_note_pointer(const struct regions *r, struct cell *c, int64_t lo, int64_t hi, bool stored);
/* A number of `size` bytes is stored there. */
void split_note_number(const struct regions *r, struct cell *c, struct position p, int64_t size);
/* Does the run copy to a place that is not at the same distance from multiples of a pointer's size? */
bool split_is_shifted(const struct regions *r, const struct run_of *run);
/* The run copies between the cells A, on its side, and B. True: likewise, of either. */
bool split_note_copy(const struct regions *r, struct cell *a, struct cell *b, const struct run_of *run);
/* Does the run, of which it is known where, begin or end inside a pointer in the cell? */
bool split_cuts(const struct regions *r, const struct cell *c, const struct run_of *run);
/* What is stored in the cell may be such a part. */
void split_note_part(struct cell *c);

/* ---- whole.c ---- */

/* Is it left open whether numbers in the cell are any pointer? */
bool whole_waits(const struct regions *r, const struct cell *c);
/* Has one of the two something for what it is copied to that the other one has not? */
bool whole_differs(const struct cell *a, const struct cell *b);
/* What FROM holds is copied to TO; `shifted`: not by a multiple of a pointer's size. True: that has news for what TO is copied to. */
bool whole_note_copy(struct cell *to, const struct cell *from, bool shifted);
/* Everything else is known: it is decided. */
void whole_settle(struct regions *r);

/* ---- region.c ---- */

node node_find(struct regions *r, node f);
void node_add_position(struct regions *r, node f, uint32_t position);
void node_merge(struct regions *r, node a, node b);
const struct cell_class *region_class_of(struct regions *r, uint32_t cell); /* after regions_solve */
/* Where the run is now: the object may have been folded since it was noted. */
struct access_run region_folded_run(const struct object *o, struct access_run run);

void region_add_edge(struct regions *r, node from, struct edge edge);
uint32_t region_new_access(struct regions *r, struct region_access access);
struct edge region_enter_edge(const struct types *types, const struct type *type); /* without `to` */

/* ---- outside.c ---- */

void outside_init(struct regions *r);
void outside_release(struct regions *r);
/* A marker in the set of the node that EDGE leads from, to which an access of ACCESS's kind or a move is applied. */
void outside_apply(struct regions *r, struct edge edge, uint32_t position);
/* The object is public: the pointers that EDGE leads to may point to it. */
void outside_place(struct regions *r, struct edge edge, uint32_t object);
/* The cell has got new properties: is it read or written both as a pointer and as a number? */
void outside_mixed(struct regions *r, uint32_t cell);

/* ---- receiver.c ---- */

void receivers_settle(struct regions *r); /* more arguments may pass to their parameters */
void receivers_release(struct regions *r);

/* ---- queue.c ---- */

void queue_push(struct region_queue *queue, uint32_t rank, node f);
node queue_pop(struct region_queue *queue);

/* ---- cycle.c ---- */

/* Nodes that copy to each other hold the same set: each such cycle becomes one node. Ranks are given anew. */
void region_collapse(struct regions *r);

#endif
