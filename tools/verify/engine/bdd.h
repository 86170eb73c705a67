/* What decision diagrams find, for whoever confirms it. */
#ifndef PLUMB_BDD_GUESS_H
#define PLUMB_BDD_GUESS_H

#include "engine.h"
#include "stretch.h"

/* As pdr_find_invariants (pdr.h). */
bool bdd_find_invariants(struct task *task, struct outcome *outcome, struct program *flat,
			 struct stretch_invariants *found);

#endif
