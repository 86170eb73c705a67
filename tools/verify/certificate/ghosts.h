/* Variables that a program is given for what conditions speak of: any value, what was made, what was before a loop. */
#ifndef PLUMB_GHOSTS_H
#define PLUMB_GHOSTS_H

#include "given.h"

#define GHOST_HOLDER "$holder"

/* Any number of 32 bits, of 64, any identity. */
enum each_kind { EACH_32, EACH_64, EACH_OBJECT, EACH_KINDS };

struct ghosts {
	struct variable *each
		[EACH_KINDS]; /* globals that nothing assigns, `$each32`, `$each64`, `$eachobject`; NULL: no identities */
	struct given given;
	struct given copies; /* the same by the statements of the flat program; or { 0 } */
	/* Globals, `$born`: identity -> the number of the `fresh` that gave it, from 1, 0: none did; `$now`: the next one's. NULL: no
	 * identities. */
	struct variable *born, *now;
	/* Global, `$holder`, if it was asked for: identity -> the cell that a pointer to the beginning of its object was last stored to,
	 * null: none. NULL: no identities, or no memory of pointers. */
	struct variable *holder;
};

/* To a program whose loops are procedures: what was given and when, and `$entry...` (below). The same ones whenever it is the same program, which
 * does what it did: nothing of it reads them. */
void ghosts_add(struct ghosts *ghosts, struct program *p);
/* Then `holder`, which makes more of each store: only where conditions speak of it. */
void ghosts_add_holders(struct ghosts *ghosts, struct program *p);
/* To the same program as one procedure: `copies`, where some `fresh` stands there several times. */
void ghosts_add_copies(struct ghosts *ghosts, struct program *flat);
/* Then `each`; passes may remove them where nothing speaks of them. */
void ghosts_add_each(struct ghosts *ghosts, struct program *p);
/* The name of the global that holds what the parameter was when the loop's procedure was last entered. In the program's strings. */
const char *ghosts_entry(struct program *p, const struct procedure *loop, uint32_t parameter);

#endif
