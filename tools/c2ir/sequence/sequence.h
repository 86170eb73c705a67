/* Order of evaluation (C11 6.5p2-3, 6.5.2.2p10; docs/sequence.md). What the files sequence*.c share. */
#ifndef C2IR_SEQUENCE_H
#define C2IR_SEQUENCE_H

#include "hash.h"
#include "vec.h"

struct expression;
struct lowering;

/* What code may do besides giving a value, as far as it can be told from outside. */
struct effects {
	TABLE(const struct declaration *, uint64_t) objects; /* accessed by name: bits of enum access */
	VEC(const struct declaration *) named;               /* these declarations */
	bool reads, writes;                                  /* memory through pointers */
	bool frees;                                          /* ends the lifetime of objects that are not its own */
	bool allocates;
	bool stops;  /* may not come back: exit(), longjmp(), a false assumption */
	bool leaves; /* and then what was written before is still of interest: longjmp(), exit() with handlers */
	bool fails;  /* may violate a check */
};
enum access { ACCESS_READ = 1, ACCESS_WRITE = 2 };

void effects_add_object(struct effects *effects, const struct declaration *d, uint64_t access);

/* body.c: what one body does by itself. It is looked at once, whoever calls it. */
struct body {
	const struct function *function; /* NULL: of no function */
	struct effects effects;
	VEC(struct body *) calls; /* perhaps repeated */
	bool scanned;             /* `effects` and `calls` are complete; see body_scan() */
	uint32_t round;           /* the search that came by last */
};
void body_scan(struct lowering *l, struct body *body);
/* A body that does the call or builtin E, its arguments apart; one that evaluates E. They belong to the lowering. */
struct body *body_of_call(struct lowering *l, const struct expression *e);
struct body *body_of_expression(struct lowering *l, const struct expression *e);
void bodies_release(struct lowering *l);

/* Of calling or doing the builtin E, its arguments apart. Belongs to the lowering. */
const struct effects *effects_of_call(struct lowering *l, const struct expression *e);
/* Of an expression that is looked at as a whole. */
const struct effects *effects_of_expression(struct lowering *l, const struct expression *e);
void effects_init(struct lowering *l);
void effects_release(struct lowering *l);
bool effects_conflict(const struct effects *a, const struct effects *b);

/* Which bytes an lvalue designates. */
struct extent {
	const struct declaration *object;        /* the object whose name it begins with, or NULL */
	const struct expression *pointer;        /* else the pointer that it is reached by */
	const struct member *bit_field, *member; /* that it is, or NULL */
	const struct type *type;
	bool exact;            /* `offset` is known */
	uint64_t offset, size; /* bytes from the object's beginning, or from where the pointer points */
};
struct extent extent_of(struct lowering *l, const struct expression *lvalue);
enum overlap { OVERLAP_NO, OVERLAP_MAYBE, OVERLAP_YES };
enum overlap extents_overlap(const struct extent *a, const struct extent *b);
/* May code with these effects read (or, WRITE: read or write) there? */
bool effects_touch(const struct effects *effects, const struct extent *extent, bool write);

/* may_fail.c: may the operation E, its operands apart, or an access violate a check? */
bool operation_may_fail(struct lowering *l, const struct expression *e);
bool access_may_fail(struct lowering *l, const struct extent *extent, bool write);

enum event_kind {
	EVENT_READ,  /* of an lvalue */
	EVENT_WRITE, /* likewise: a side effect */
	EVENT_WHOLE, /* a call, a statement expression and the like: not interleaved with others (6.5.2.2p10) */
	EVENT_CHECK  /* an operation that may violate a check */
};
struct event {
	enum event_kind kind;
	const struct expression *node; /* READ: the load, or the UPDATE (`old`); WRITE: the assignment; else: itself */
	const struct expression *lvalue; /* READ, WRITE */
	struct extent extent;            /* likewise */
	const struct effects *effects;   /* WHOLE: once somebody has asked */
	bool old;                        /* READ: by an UPDATE */
	bool pending;                    /* WRITE: not sequenced before the value of the expression that was walked */
	bool conditional;                /* evaluated in some executions only */
	bool ordered;                    /* conflicts with another: its place in the order matters */
};

/* Two accesses, one of them a write, that are not sequenced: undefined if they meet (6.5p2). */
struct clash {
	uint32_t first, second; /* events */
	bool certain;           /* they are the same object */
};

/* What may fail, and a later event that may end the execution: from left to right nothing is hidden. */
struct hidden {
	uint32_t failing, ending; /* events */
};

/* An expression whose operands are not sequenced, with all that is evaluated in it. */
struct sequence {
	struct lowering *l;
	const struct expression *root;
	VEC(struct event) events;
	VEC(struct clash) clashes;
	VEC(struct hidden) hidden;
	uint32_t conditional; /* nesting of operands that are not always evaluated */
	bool matters;         /* some event is `ordered` */
	VEC(const struct expression *) keys, watched;
};

/* events.c: finds the events, the clashes, and the events whose order matters. */
void sequence_walk(struct sequence *s);
/* sequence_order.c: evaluates the events whose order matters, in any order; the values are found by the lowering. */
void sequence_emit_orders(struct sequence *s);

#endif
