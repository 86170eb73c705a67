/* Inside owner.h: owner.c, owner_change.c, owner_call.c. */
#ifndef PLUMB_OWNER_PARTS_H
#define PLUMB_OWNER_PARTS_H

#include "pointee.h"
#include "owner.h"

enum { OWNERS_VARIABLES = 48, OWNERS_CELLS = 96, OWNERS_EXCEPTIONS = 8 };
enum { OWNER_NONE = UINT32_MAX, OWNER_UNBORN = UINT32_MAX - 1, OWNER_CONSTANT = 1 << 24 };

/* A cell's place: what the base points to (its object, if absolute), and so many bytes on. */
struct owner_address {
	uint32_t map; /* its index; OWNER_NONE: there is none; OWNER_UNBORN: of an object that is not alive yet */
	uint32_t
		base; /* of a variable the number in keys of facts; OWNER_CONSTANT and an object that is never created */
	uint32_t is_absolute;
	uint32_t is_exact; /* of a class: all of it is what the cell has; else 0 */
	uint64_t offset;
};

struct owner_variable {
	uint32_t variable; /* the number in keys of facts */
	uint32_t class;
	struct owner_address at; /* none: a root */
};

/* Cells that count, where their object is alive. */
struct owner_cell {
	uint32_t map, object, cell;
	uint32_t is_null; /* certainly: nothing else has been stored since it counts */
};

struct owners {
	uint64_t sites;          /* object_bit */
	uint64_t held;           /* of these; each of their objects that is alive has its reference: owner_held.c */
	uint16_t has_hidden;     /* exceptions in objects that have a root elsewhere */
	uint16_t changed_hidden; /* and may have been stored to */
	uint16_t has_outer;      /* callers may have roots */
	uint16_t unused;         /* 0 */
	uint32_t exception_count, variable_count, cell_count;
	struct owner_address exceptions[OWNERS_EXCEPTIONS]; /* ascending in the facts */
	struct owner_variable variables[OWNERS_VARIABLES];  /* ascending */
	struct owner_cell cells[OWNERS_CELLS];              /* ascending */
};

/* Of a domain. */
struct owner_states {
	VEC(const struct owners *) at;     /* what a number in the facts stands for, from 1 */
	TABLE(uint64_t, uint32_t) numbers; /* hash -> the last one with it */
	size_t bytes;
	VEC(uint64_t) offsets; /* by which pointers are moved */
};

/* What holds, and with which facts terms are read. */
struct owning {
	struct place place;
	struct owners now;
	bool is_nested; /* maps that terms mention are what they were some stores ago */
};

/* NULL, false: nothing is known. */
const struct owners *owners_at(const struct domain *d, const struct facts *f);
bool owners_of(const struct domain *d, const struct facts *f, struct owners *o);
bool owners_equal(const struct owners *a, const struct owners *b);
/* What is the same is written in one way: each class is called as its first variable is. */
void owners_normalise(struct owners *o);
/* F with that; NULL: with nothing. */
const struct facts *owners_put(struct domain *d, const struct facts *f, struct owners *o);

/* ---- variables ---- */

static inline uint32_t owner_number(const struct variable *v)
{
	return (uint32_t)(place_key(v) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
}

/* Is it an identity or a pointer? */
bool owner_is_kept(const struct domain *d, const struct variable *v);
/* The variable's index in o->variables, or OWNER_NONE; the class's first one. */
uint32_t owner_find(const struct owners *o, uint32_t variable);
uint32_t owner_first(const struct owners *o, uint32_t class);
/* The variable's class, or OWNER_NONE. */
uint32_t owner_class(const struct owners *o, uint32_t variable);
uint32_t owner_new_class(const struct owners *o);
void owner_add(struct owners *o, uint32_t variable, uint32_t class, const struct owner_address *at);
void owner_remove(struct owners *o, uint32_t variable);
void owner_drop(struct owners *o, uint32_t class);
/* NULL: a root. */
void owner_move(struct owners *o, uint32_t class, const struct owner_address *at);

/* Does nothing else refer to it? */
static inline bool owner_is_root(const struct owner_variable *v)
{
	return v->at.map == OWNER_NONE || v->at.map == OWNER_UNBORN;
}

/* ---- cells ---- */

extern const struct owner_address owner_nowhere;

bool owner_address_equal(const struct owner_address *a, const struct owner_address *b);
bool owner_counts(const struct owners *o, const struct owner_cell *c);
/* The cell counts; if it does already, it is null only if it was. False: there is no room. */
bool owner_put_cell(struct owners *o, const struct owner_cell *c);
/* Something is stored to the map at the targets. */
void owner_fill_cells(struct domain *d, struct owners *o, uint32_t map, const struct known *targets);
/* Is the cell one of the map's at the targets, NULL: any? */
bool owner_is_hit(struct domain *d, const struct owner_cell *c, uint32_t map, const struct known *targets);
/* Those of the map at the targets, NULL: of any, count no more. */
void owner_uncount(struct domain *d, const struct facts *f, struct owners *o, uint32_t map,
		   const struct known *targets);
/* What the variable is, the targets of the address. */
struct known owner_value_of(struct domain *d, const struct facts *f, uint32_t variable);
struct known owner_address_value(struct domain *d, const struct facts *f, const struct owner_address *a);
/* One cell more is an exception. */
void owner_except(struct domain *d, const struct facts *f, struct owners *o, const struct owner_address *at);
void owner_remove_exception(struct owners *o, uint32_t i);
/* The exception's cells count no more, and so it is none; all exceptions of the map. */
void owner_settle(struct domain *d, const struct facts *f, struct owners *o, uint32_t i);
void owner_settle_map(struct domain *d, const struct facts *f, struct owners *o, uint32_t map);

/* Is the class's object, if it is one of the sites', known to have its one reference there? */
bool owner_is_counted(const struct domain *d, const struct facts *f, const struct owners *o, uint32_t variable);

enum owner_relation { OWNER_SAME, OWNER_DIFFERENT, OWNER_MAYBE };
enum owner_relation owner_compare(struct domain *d, const struct facts *f, const struct owners *o,
				  const struct owner_address *a, const struct owner_address *b);

/* ---- what is held: owner_held.c ---- */

/* Of what may be these objects, a reference that counts goes. */
void owner_lose(const struct domain *d, const struct facts *f, struct owners *o, const struct known *objects);
/* What the cell has. */
void owner_lose_cell(struct domain *d, const struct facts *f, struct owners *o, const struct owner_cell *c);
/* What the cells that count have, of the map at the targets, NULL: any. */
void owner_lose_content(struct domain *d, const struct facts *f, struct owners *o, uint32_t map,
			const struct known *targets);
/* Nothing is known of the sites any more. */
void owner_lose_sites(struct domain *d, const struct facts *f, struct owners *o, uint64_t sites);
/* A class of O loses variables and has none left in LEFT: its root was a reference. */
void owner_lose_classes(struct domain *d, const struct facts *f, const struct owners *o, struct owners *left);
/* The class's object has ended, of which BEFORE knows; what its cells had were references, but for exceptions and what is a root NOW. */
void owner_lose_end(struct domain *d, const struct facts *f, const struct owners *before, struct owners *now,
		    uint32_t class);
/* A root, the class, is going to be at the cell: if that may hang from it itself, all is lost. */
void owner_hang(struct owners *o, const struct owner_address *at, uint32_t class);
/* What only one of the two states knows as a reference. */
void owner_join_held(struct domain *d, const struct owners *const of[2], const struct facts *const facts[2],
		     struct owners *joined);
/* Is it null, or none of the sites' objects? */
bool owner_is_none(const struct domain *d, const struct facts *f, const struct owners *o, const struct known *k);

/* ---- terms ---- */

/* What a value refers to: anything; no object of the sites; what the class does; what is at a cell that counts. */
enum owner_kind { OWNER_ANY, OWNER_FREE, OWNER_CLASS, OWNER_CELL };
struct owner_value {
	enum owner_kind kind;
	uint32_t class;
	struct owner_address at;
};
struct owner_value owner_read(struct owning *w, term t);
/* What is at the cell, be it null; else anything. */
struct owner_value owner_read_cell(struct owning *w, term t);
struct known owner_term(struct owning *w, term t);
/* The cell of the map at a pointer. False: it cannot be said. */
bool owner_address_of(struct owning *w, uint32_t map, term t, struct owner_address *a);
/* Do all cells that it may be, of objects of the sites or of none that is created, count? */
bool owner_all_count(struct owning *w, uint32_t map, const struct known *at);
/* Is it of objects that nobody creates? */
bool owner_is_static(const struct domain *d, const struct known *k);
/* Has the object that the cell is in its reference in the base? */
bool owner_has_counted_base(struct owning *w, const struct owner_address *a);
/* V is going to get another value: another object, if it moves. */
void owner_reassign(struct owning *w, const struct variable *v, bool moves);
/* The class leaves its cell, which becomes an exception. */
void owner_leave_cell(struct owning *w, uint32_t class);

#endif
