/* What is known of a value: the domain of single values.
 *
 * Numbers are as in number.h. What may be an object's identity has targets too: the few objects that it may be; a pointer, whose
 * upper bits are an identity and whose lower ones an offset, has an offset for each of them. Objects are the identities below
 * {first_fresh}, and for each `fresh` statement two: the last one that it made, and all others (Balakrishnan, Reps, "Recency-
 * abstraction for heap-allocated storage"). */
#ifndef PLUMB_KNOWN_H
#define PLUMB_KNOWN_H

#include "arena.h"
#include "ir.h"
#include "number_domain.h"

enum { TARGETS_MAX = 32, TARGETS_ANY = UINT32_MAX };

struct target {
	uint32_t object;
	struct number offset; /* of a pointer; else 0 of width 1 */
};

/* Of a Bool (a number of 1 bit) or a bit-vector. */
struct known {
	uint32_t width; /* bits */
	/* TARGETS_ANY, or that many, ascending by object; only for the widths of identities and pointers. */
	uint32_t target_count;
	const struct target *targets;
	struct number low;  /* a pointer: its offset; else the number, or for more than 64 bits one of width 1, all */
	struct number high; /* a pointer: its identity as a number */
};

/* As many as keys of facts have room for (facts.h). */
enum { OBJECTS_MAX = 1 << 20 };

enum object_kind { OBJECT_CONSTANT, OBJECT_LAST, OBJECT_OTHERS };

struct object {
	enum object_kind kind;
	uint64_t identity;            /* CONSTANT */
	const struct statement *site; /* LAST, OTHERS: the `fresh` */
};

/* The widths and the objects of one program. */
struct domain {
	struct program *program; /* not owned */
	struct arena *kept;      /* not owned: of lists of targets */
	struct arena *arena;     /* of facts; facts_move() replaces it */
	size_t bytes;            /* in `arena` */
	uint32_t object_bits, pointer_bits;
	uint64_t first_fresh;
	VEC(struct object) objects;
	TABLE(uint64_t, uint32_t) constants;               /* identity -> object */
	TABLE(const struct statement *, uint32_t) creates; /* `fresh` -> its OBJECT_LAST; OBJECT_OTHERS is the next */
	TABLE(uint64_t, uint32_t) cells;                   /* offset -> its number in keys of facts, from 1 */
	VEC(uint64_t) offsets;                             /* and back: of cell i at i - 1 */
	struct strings *strings;                           /* string_terms.h */
	struct relations *relations;                       /* relation.h */
	struct ghosts *ghosts;                             /* ghost.h */
	struct elements *elements;                         /* element.h */
	struct wholes *wholes;                             /* whole.h */
	struct owner_states *owners;                       /* owner.h */
	const struct variable *state;                      /* pointee.h; NULL: there is none */
	TABLE(const struct variable *, const struct known *) identities; /* identity.h */
	TABLE(const struct variable *, const struct known *) held;       /* held.h */
	TABLE(const struct statement *, uint64_t) first_states; /* `fresh` -> the state that its object gets at once */
	TABLE(const struct statement *, uint64_t) later_states; /* of others: the first one that it gets, later */
	TABLE(const struct statement *, term)
	names; /* `fresh` that is executed once -> a leaf that is what it gave ever since; or none */
	struct table_read *table_reads;    /* read.c: what was read of tables last; NULL: nothing */
	struct value_before *values;       /* evaluate.c: what terms were last; NULL: nothing */
	struct decision_before *decisions; /* decide.c: likewise, of conditions */
	struct table target_lists;         /* hash -> the last list of targets with it: each list is kept once */
};

void domain_init(struct domain *d, struct program *p, struct arena *kept);
void domain_release(struct domain *d);

uint32_t domain_created(struct domain *d, const struct statement *fresh);
/* The number of an offset among the cells; 0: there are too many. */
uint32_t domain_cell(struct domain *d, uint64_t offset);

static inline bool domain_is_pointer(const struct domain *d, uint32_t width)
{
	return width == d->object_bits + d->pointer_bits && d->pointer_bits;
}

static inline bool domain_has_targets(const struct domain *d, uint32_t width)
{
	return width == d->object_bits || domain_is_pointer(d, width);
}

struct known known_any(const struct domain *d, uint32_t width);
struct known known_number(struct domain *d, struct number n);
struct known known_constant(struct domain *d, term constant);
/* The pointer, or the identity if the offset is NULL, of an object. */
struct known known_object(struct domain *d, uint32_t object, const struct number *offset);
/* One of K's targets as a value. */
struct known known_target(struct domain *d, const struct known *k, uint32_t i);
/* A pointer of an identity and an offset, and back. */
struct known known_pointer(struct domain *d, const struct known *identity, struct number offset);
struct known known_identity(struct domain *d, const struct known *pointer);
/* Of up to 64 bits: as a number. (With 32-bit identities and offsets a pointer is as wide as other numbers.) */
struct number known_as_number(const struct domain *d, const struct known *k);

bool known_is_any(const struct known *k);
bool known_is_none(const struct known *k); /* no value at all */
/* May the two be the same object? */
bool known_may_meet(const struct known *a, const struct known *b);
/* Objects, as a question; those that a callee changes. */
struct object_set {
	bool (*has)(const void *context, uint32_t object);
	const void *context;
};
/* May it be one of them, or what one of them was before its `fresh` made others? NULL: they are all. */
bool known_may_be_in(const struct domain *d, const struct known *k, const struct object_set *set);
bool known_equal(const struct known *a, const struct known *b);
bool known_includes(const struct domain *d, const struct known *outer, const struct known *inner); /* true only if so */
struct known known_join(struct domain *d, const struct known *a, const struct known *b);
struct known known_meet(struct domain *d, const struct known *a, const struct known *b);
struct thresholds;
struct known known_widen(struct domain *d, const struct known *old, const struct known *new,
			 const struct thresholds *thresholds);
/* Without the target number I. */
struct known known_without(struct domain *d, const struct known *k, uint32_t i);
/* With these offsets of its targets, by target; without those that are none. */
struct known known_with_offsets(struct domain *d, const struct known *k, const struct number *offsets);
/* What was the last one of its `fresh` may now be one of the others, for those objects that `aged` says. */
struct known known_age(struct domain *d, const struct known *k, bool (*aged)(void *context, uint32_t object),
		       void *context, bool surely);

/* Is it one object, a single one at any time? */
bool object_is_single(const struct domain *d, uint32_t object);

/* Constants of the program, ascending: where widening rests. */
struct thresholds {
	uint64_t *values;
	uint32_t count;
	bool gives_up; /* what grows may be anything */
};

/* May a and b be equal (2), may they differ (1)? */
unsigned known_compare_equal(struct domain *d, const struct known *a, const struct known *b);

#endif
