/* Inside the memory accesses: what is recorded (access.c) and the maps of uninitialised values (access_unset.c). */
#ifndef C2IR_ACCESS_INTERNAL_H
#define C2IR_ACCESS_INTERNAL_H

#include "ir.h"
#include "lowering.h"
#include "term.h"
#include "vec.h"

struct cell_class;

enum access_kind {
	ACCESS_LOAD,
	ACCESS_STORE,
	ACCESS_FILL,
	ACCESS_COPY,
	ACCESS_FORGET,
	ACCESS_FORGET_ALL, /* whatever the pointer may point to: all of the maps */
	/* only for the check of uninitialised memory */
	ACCESS_BEGIN, /* the bytes of a new object are uninitialised */
	ACCESS_CHECK, /* an assertion that what the next load reads is initialised */
	ACCESS_UNSET, /* whether it is, in a variable */
	/* access_met.c: an unknown pointer to `pointer`, an object, is met; that object has begun (`record`: a node that points to it) */
	ACCESS_MEET,
	ACCESS_MADE
};

struct access {
	enum access_kind kind;
	struct procedure *procedure;
	struct block *block;
	uint32_t statement;
	struct location location; /* of what was lowered */
	uint32_t record;          /* in the points-to analysis */
	bool is_pointer;
	term pointer, from;      /* COPY: from */
	term value;              /* STORE; FILL: one byte */
	term unset;              /* STORE: Bool, the value is uninitialised; 0: it is not */
	term count;              /* FILL, COPY: bytes */
	uint32_t bytes;          /* CHECK, UNSET */
	struct variable *target; /* LOAD, UNSET */
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
	VEC(struct typed_maps) typed;                     /* likewise */
	VEC(struct variable *) written;                   /* likewise */
	bool typed_made;
	struct variable *mixed;
	bool resolved;
	struct variable *met; /* NULL: there is no need for it */
};

/* A block's statements are made anew, those of each access in its place. */
struct rewriter {
	struct lowering *l;
	struct statement *old;
	const struct attribute *attributes;
};

struct access *access_record(struct lowering *l, enum access_kind kind);
void access_assign(struct rewriter *r, struct variable *target, term value);
struct variable *access_new_map(struct lowering *l, const char *name, const char *about, uint32_t width);

/* access_unset.c: what the access does to $u, the map of cells that are uninitialised, of a class that it touches */
void unset_store(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_fill(struct rewriter *r, const struct access *a, const struct cell_class *c, bool unset);
void unset_copy(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_check(struct rewriter *r, const struct access *a, const struct cell_class *c);
void unset_load(struct rewriter *r, const struct access *a, const struct cell_class *c);

/* access_met.c */
void met_prepare(struct lowering *l);
void met_rewrite(struct rewriter *r, const struct access *a);

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

#endif
