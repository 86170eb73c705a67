/* Inside the memory accesses: what is recorded (access.c) and the maps of uninitialised values (access_unset.c). */
#ifndef C2IR_ACCESS_INTERNAL_H
#define C2IR_ACCESS_INTERNAL_H

#include "access.h"
#include "ir.h"
#include "lowering.h"
#include "term.h"
#include "vec.h"

struct cell_class;
struct rvalue;
struct storage;
struct string_literal;
struct type;
typedef uint32_t node; /* of the points-to analysis: region.h */

enum access_kind {
	ACCESS_LOAD,
	ACCESS_STORE,
	ACCESS_FILL,
	ACCESS_COPY,
	ACCESS_FORGET,
	ACCESS_FORGET_ALL, /* whatever the pointer may point to: all of the maps */
	/* only where addresses are looked at (access_address.c) */
	ACCESS_EXPOSE, /* a pointer becomes a number */
	ACCESS_FIND,   /* a number becomes a pointer: `target` is the object */
	ACCESS_ORDER,  /* two pointers are compared by < */
	ACCESS_EQUAL,  /* or by ==: `target`, a Bool */
	ACCESS_BORN,   /* a new object, whose number is in `pointer`; `value`: its alignment, W bits */
	ACCESS_DIES,   /* its address may be that of another from here on */
	/* only for the check of uninitialised memory */
	ACCESS_BEGIN, /* the bytes of a new object are uninitialised */
	ACCESS_CHECK, /* an assertion that what the next load reads is initialised */
	ACCESS_UNSET, /* whether it is, in a variable */
	/* access_met.c: an unknown pointer to `pointer`, an object, is met; that object has begun (`record`: a node that points to it) */
	ACCESS_MEET,
	ACCESS_MADE,
	/* access_out.c: `pointer` is given out; it was loaded from `from`, an address (`other`) */
	ACCESS_GIVEN,
	ACCESS_MEET_LOADED,
	/* access_valid.c: `pointer`, for `count` bytes, is valid; an object that cannot be written (`record`: as of BORN) */
	ACCESS_VALID,
	ACCESS_FIXED
};

/* Why pointers into different objects may be equal: access_equal.c. */
enum equal_why { EQUAL_ALWAYS = 1, EQUAL_DEAD = 2, EQUAL_TOUCH = 4, EQUAL_ENDED = 8, EQUAL_LITERALS = 16 };

struct access {
	enum access_kind kind;
	struct procedure *procedure;
	struct block *block;
	uint32_t statement;
	struct location location; /* of what was lowered */
	uint32_t record;          /* in the points-to analysis; BORN: the object there */
	node node, other;         /* STORE: of the value; EXPOSE, DIES, FIND: of the pointer; ORDER, EQUAL: of both */
	bool is_pointer;
	term pointer, from;  /* COPY, EQUAL: from */
	term value;          /* STORE; FILL: one byte */
	term under;          /* VALID: only if this Bool holds; 0: always */
	term unset;          /* STORE: Bool, the value is uninitialised; 0: it is not */
	term count;          /* FILL, COPY: bytes */
	term room;           /* FILL with a pointer: bytes of whole pointers, with what lies behind the object */
	uint32_t bytes;      /* CHECK, UNSET */
	unsigned why;        /* EQUAL: enum equal_why */
	bool write, unknown; /* VALID, MEET_LOADED: may the pointer be one? */
	bool seen;           /* STORE: of a pointer, where code outside may look */
	bool taken,
		own; /* MEET_LOADED: something is assumed of what it points to; it may be from the program's own memory */
	const struct live *live; /* MEET_LOADED: what (access_live.c); then `record` is that of the load; or NULL */
	const char *approximate; /* FORGET: what makes it one; or NULL */
	struct variable *target; /* LOAD, UNSET, EQUAL */
};

/* --assume-field-safe: one of the maps of a class that would be byte-wise. */
struct typed_map {
	uint32_t bytes;
	bool is_pointer;
	struct variable *map;
};
struct typed_maps VEC_BODY(struct typed_map);

struct access_list {
	VEC(struct access) list;
	VEC(struct variable *) maps, provenances, unsets; /* by class */
	bool untold;                                      /* see access_untold() */
	VEC(const struct cell_class *) mapped;            /* the classes of `maps` */
	TABLE(const struct variable *, uint32_t)
	origins;                        /* access_held.c: identity -> object of the points-to analysis */
	VEC(struct typed_maps) typed;   /* by class */
	VEC(struct variable *) written; /* likewise */
	bool typed_made;
	struct variable *areas; /* runs of bytes that are written and read, where data races are checked; or NULL */
	struct variable *mixed;
	struct exposure *exposure; /* access_address.c */
	struct validity *validity; /* access_valid.c */
	term under;                /* likewise: see access_under(); 0: true */
	struct outing *outing;     /* access_out.c */
	struct life *life;         /* access_live.c */
	struct apart *apart;       /* access_apart.c; NULL: nobody has asked */
	bool resolved;
	struct variable *met; /* NULL: there is no need for it */
	unsigned met_bits;    /* of each object in it */
};

/* A block's statements are made anew, those of each access in its place. */
struct rewriter {
	struct lowering *l;
	struct statement *old;
	const struct attribute *attributes;
};

struct access *access_record(struct lowering *l, enum access_kind kind);
void access_assign(struct rewriter *r, struct variable *target, term value);

/* access_bytes.c: the map of a class, and of its bytes' provenances; what loads and stores are in a byte-wise class */
struct variable *access_new_map(struct lowering *l, const char *name, const char *about, uint32_t width);
struct variable *access_map(struct lowering *l, const struct cell_class *c);
struct variable *access_provenance(struct lowering *l, const struct cell_class *c);
void bytes_load(struct rewriter *r, const struct access *a, const struct cell_class *c);
void bytes_store(struct rewriter *r, const struct access *a, const struct cell_class *c);

/* access_split.c: what is assumed of a fill with zeros, and of a copy, before it is done */
void split_fill(struct rewriter *r, const struct access *a, const struct cell_class *c);
void split_copy(struct rewriter *r, const struct access *a, const struct cell_class *c);

/* access_whole.c: before the points-to sets are made; what is asserted of a load of a pointer from bytes, that is made of numbers if PIECED */
void whole_load(struct rewriter *r, const struct access *a, term address, term pieced);

/* access_unset.c: what the access does to $u, the map of cells that are uninitialised, of a class that it touches */
void unset_store(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_fill(struct rewriter *r, const struct access *a, const struct cell_class *c, bool unset);
void unset_copy(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_check(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_load(struct rewriter *r, const struct access *a, const struct cell_class *c);

/* access_held.c: when all is resolved */
void held_describe(struct lowering *l);

/* access_met.c */
void met_prepare(struct lowering *l);
void met_rewrite(struct rewriter *r, const struct access *a);
/* $met after an unknown pointer to OBJECT came, if CONDITION (Bool) holds. There is a $met. */
term met_if(struct lowering *l, term object, term condition);

/* access_out.c */
struct outing {
	TABLE(uint32_t, bool)
	public, early;                 /* by their number in the points-to analysis: known outside some time; always */
	TABLE(uint32_t, bool) holders; /* likewise, from which unknown pointers are loaded */
	TABLE(uint32_t, bool) copied;  /* likewise, whose contents are copied to where code outside may look */
	struct variable *map;          /* NULL: there is no need for it */
};
void out_prepare(struct lowering *l);
void out_resolve(struct rewriter *r, const struct access *a); /* also MEET, STORE, BORN */
void out_free(struct access_list *list);
term out_not_hidden(struct lowering *l, term object); /* Bool: OBJECT may be known outside */
term out_is_outside(struct lowering *l,
		    term object); /* Bool: it did not begin in the program; asked only with life->own_holders */
/* Is it an unknown pointer that was loaded, about which something is assumed? */
bool out_meets(const struct lowering *l, const struct access *a);

/* access_valid.c */
struct validity {
	TABLE(uint32_t, bool)
	reached, written;                /* through unknown pointers: by their number in the points-to analysis */
	struct variable *absent, *fixed; /* NULL: there is no need for it */
};
void valid_prepare(struct lowering *l);
void valid_resolve(struct rewriter *r, const struct access *a); /* BORN and DIES, too */
void valid_free(struct access_list *list);

/* access_apart.c: the maps that say which pointers came from outside, of those to TO and to the records in it, from the last one to the first,
 * or NULL; what such a map is after POINTER (to TO) came, if CONDITION (Bool) holds; in the ledger */
struct apart_part {
	struct variable *map;
	uint64_t offset; /* in TO */
	const struct apart_part *next;
};
const struct apart_part *apart_parts(struct lowering *l, const struct type *to);
term apart_come(struct lowering *l, const struct apart_part *part, term pointer, term condition);
void apart_note(struct lowering *l, struct location location);
void apart_release(struct access_list *list);

/* access_live.c, access_loaded.c */
/* What a pointer is taken to point to. */
struct live {
	bool function, constant, text;
	uint64_t bytes;                /* 0: nothing is known of its size */
	uint32_t alignment;            /* 1: nothing is said of its address */
	const struct apart_part *come; /* access_apart.c; NULL: nobody asks where such pointers come from */
	uint32_t text_record; /* text that is loaded: of a load of one of its characters in the points-to analysis */
};
struct live live_of(struct lowering *l, const struct type *to);
/* Bool: POINTER is as LIVE says, where `states` has what lives; `text` is what makes it a string, or true. LENGTH bytes behind POINTER
 * there is a null character, which BYTE is. */
term live_holds(struct lowering *l, const struct live *live, term pointer, const struct variable *states, term text);
term live_is_text(struct lowering *l, term pointer, term length, term byte);
void live_note(struct lowering *l, struct location location, enum pointer_origin origin); /* in the ledger */
struct initial_maps {
	struct variable *map,
		*provenance; /* what was in the maps of a class at the start; NULL: that is what is there */
};
struct life {
	TABLE(uint32_t, bool) own;           /* that begin in the program: by their number in the points-to analysis */
	TABLE(uint32_t, uint64_t) undefined; /* identities of those that other units define, likewise */
	TABLE(uint32_t, bool) written;       /* classes with cells outside that the program stores to: by number */
	VEC(struct initial_maps) initial;    /* by class */
	struct variable *state;              /* NULL: $state says of objects outside what it said at the start */
	bool own_holders; /* some pointers may be loaded from the program's own memory, or from outside */
};
void live_prepare(struct lowering *l); /* before out_prepare() */
void live_resolve(struct rewriter *r, const struct access *a);
void life_release(struct access_list *list);
/* What is assumed of a pointer to TO that was LOADED; NULL: nothing. */
const struct live *access_live_loaded(struct lowering *l, struct rvalue loaded, const struct type *to);

/* access_typed.c: what the access does to a class that is byte-wise, but is taken as apart (typed_class) */
bool typed_class(const struct lowering *l, const struct cell_class *c);
void typed_load(struct rewriter *r, const struct access *a, const struct cell_class *c);
void typed_store(struct rewriter *r, const struct access *a, const struct cell_class *c);
void typed_fill(struct rewriter *r, const struct access *a, const struct cell_class *c);
void typed_copy(struct rewriter *r, const struct access *a, const struct cell_class *c);
/* act(r, a, map) for each map of the class. */
void typed_each(struct rewriter *r, const struct access *a, const struct cell_class *c,
		void (*act)(struct rewriter *, const struct access *, struct variable *));
void typed_forget(struct rewriter *r, const struct access *a, const struct cell_class *c,
		  void (*forget)(struct rewriter *, const struct access *, struct variable *));
term typed_pointer(struct lowering *l, const struct cell_class *c, term pointer);
void typed_free(struct access_list *list);

/* access_equal.c: why the pointers may be equal; the comparison */
void equal_find(struct lowering *l, struct access *a);
void equal_resolve(struct rewriter *r, const struct access *a);

/* Whose address is looked at: access_address.c. */
struct exposure {
	TABLE(uint32_t, bool) objects, dying;            /* by their number in the points-to analysis */
	TABLE(uint32_t, const struct storage *) statics; /* what is there all the time, likewise */
	TABLE(uint32_t, uint32_t) granules;              /* that are given back, likewise; of the others it is one */
	struct lowering *l;
	struct location alone; /* the first of those that may not share a granule; line 0: there is none */
	bool repeated;         /* there may be several of what one declaration or call makes */
	uint32_t count;
	struct variable *mark;  /* Bool: addresses of large objects may overlap */
	struct variable *ended; /* by object: 1 if it ended in the program; NULL: nothing asks */
};
void exposure_add(struct exposure *e, node pointers);
/* Ledger: as numbers become pointers, no object is taken to begin where another one ends. */
void exposure_note_apart(struct lowering *l);
/* Bool: OBJECT did not end in the program; true if nothing asks. */
term exposure_not_ended(struct lowering *l, term object);
/* Is literal B what A ends with? */
bool exposure_is_end(const struct string_literal *a, const struct string_literal *b);

/* access_address.c: which objects' addresses are looked at, before anything is resolved; what the access assumes of them */
void address_find(struct lowering *l);
void address_resolve(struct rewriter *r, const struct access *a);
void address_free(struct access_list *list);

/* access_area.c: the statement belongs to the access of the one before it; a run of bytes is accessed. BEFORE: so many statements were in the block
 * before that access. */
void access_mark_part(struct lowering *l, struct statement *s);
void access_rewrite_area(struct rewriter *r, const struct access *a, uint32_t before);

#endif
