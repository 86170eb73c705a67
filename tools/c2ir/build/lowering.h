/* Lowering: from typed ASTs to Plumb IR. What its rooms share is the context here; what one room alone knows stands behind a
 * pointer that only that room can look through.
 *
 * Memory accesses are first recorded (memory/access.h) as statements without a meaning; when everything that the entry can
 * reach has been lowered, the points-to analysis (region/region.h) decides which map each one reads or writes, and
 * access_resolve() puts the real statements in. Everything belongs to the arena of the lowering. */
#ifndef C2IR_LOWERING_H
#define C2IR_LOWERING_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "hash.h"
#include "vec.h"

/* Globals of the memory model and of the machine, made on demand (NULL: not yet). */
struct machine {
	struct variable *size, *state; /* by object: bytes; enum object_state */
	struct variable *base, *owner; /* integer addresses: by object; by granule of them (address.h) */
	struct variable *shared;       /* by unit of an address: the object there, in a granule of small objects */
	bool shares_granules;          /* there is such a granule; known when the points-to analysis is done */
	bool finds_objects;            /* an integer becomes a pointer: */
	struct location found_at;
	struct variable *status;   /* of the process when it ends */
	struct variable *rounding; /* of floating-point numbers, if the program changes it */
	struct variable *rest;     /* do all threads wait? */
	struct variable *watched;  /* the pointer to the object that a rule of --kernel is about */
};

/* What exists from the start of the program. */
struct statics {
	VEC(struct storage *) objects;   /* of static storage: initialised by $start */
	VEC(struct storage *) functions; /* whose address is taken */
	VEC(struct variable *) weak;     /* of weak entities that no file defines: does it exist? */
	uint64_t next_identity;
};

/* Where a number becomes a pointer to TYPE, or one is loaded that may be unknown, and what that points to. */
struct number_pointer {
	uint32_t node, from; /* from: of the number */
	bool loaded;
	bool reused; /* an object may be there that began after the one that the number was made for: access_reuse.c */
	const struct type *type;
	struct location location;
};

/* Types that the ledger has one line for. */
struct noted_types {
	VEC(const char *) names;  /* interned */
	struct location location; /* of the first */
};

struct lowering {
	struct arena *arena;
	struct program *program;
	struct bank *bank;
	struct diagnostics *diags;
	const struct lowering_options *options;
	struct regions *regions;
	struct unit **units;
	uint32_t unit_count;
	unsigned pointer_bits; /* W */
	bool makes_pointers;   /* it converts numbers to pointers */
	bool has_threads;      /* it starts threads: thread_mark.h */

	struct machine machine;
	struct statics statics;
	TABLE(const char *, bool) said; /* texts of the ledger (interned): ledger.c */
	TABLE(uint32_t, uint32_t) held; /* terms: temporaries, and what emit_hold() was given for them */
	TABLE(const struct type *, const struct shape *) shapes; /* NULL: has none: c_shape.c */

	VEC(struct number_pointer) number_pointers; /* object/unknown.c */
	struct noted_types pointed_types,
		number_types; /* likewise: of unknown pointers, and of numbers that become some */

	/* what single files and rooms know */
	struct symbols *symbols;             /* build/symbol.c */
	struct externals *externals;         /* build/facts.c */
	struct presets *presets;             /* build/preset.c */
	struct automatics *automatics;       /* build/automatic.c */
	struct access_list *accesses;        /* memory */
	struct check_state *check;           /* check */
	struct objects *objects;             /* object */
	struct effects_state *effects;       /* sequence */
	struct order *order;                 /* lower: the order of evaluation */
	struct control *control;             /* lower: the function being lowered */
	struct jumps *jumps;                 /* lower: longjmp and its kin */
	struct start *start;                 /* lower: $start */
	struct spelling *spelling;           /* unit: what was written where macros are; NULL: nothing is known */
	const struct library_models *models; /* build/library_models.h */

	/* where the next statement goes, and of what */
	struct unit *unit;
	struct types *types;
	struct routine *routine;
	struct procedure *procedure;
	struct block *block; /* never NULL inside a function */
	struct block *dead;  /* one that nothing can reach, or NULL */
	struct location location;
	const struct attribute *at; /* {at} of `location`, made once */
};

#endif
