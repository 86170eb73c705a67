/* Inside the search for sums (relation_find.c, relation_step.c, relation_ask.c). */
#ifndef PLUMB_RELATION_FIND_H
#define PLUMB_RELATION_FIND_H

#include "cfg.h"
#include "relation.h"

/* What a block adds to a variable, or to the offset of a pointer, and the innermost loop around it. */
struct step {
	const struct variable *variable;
	term atom;
	struct linear by;
	uint32_t loop, block;
};

struct steps VEC_BODY(struct step);

struct relation_finder {
	struct domain *domain;
	struct relation_list found; /* of the procedure */
	struct relation_list loops; /* of each: where it was found, or what it is made of; CFG_NONE: elsewhere */
	uint32_t loop;              /* for those that are found */
	size_t most, originals;     /* as many as there may be; those that are not made of others */
	const struct loops *all_loops;
	struct steps steps; /* of all loops */
	const struct cfg *cfg;
	bool is_growing; /* only sums with sizes are traced back, as they are */
};

/* relation_list.c: the number of the sum, from 1, which is new or not; 0: it is too large, or there are too many. */
uint32_t relation_enter(struct domain *d, const struct linear *sum);
/* Number NUMBER, from 0, is one of the procedure: which globals it is about. */
void relation_note_globals(struct domain *d, const struct procedure *proc, uint32_t number);
struct relation_list *relation_new_list(struct relations *r);
/* Adds a number that is not there yet. */
void relation_note(struct relation_list *list, uint32_t number);
/* Is each of its atoms one, and small? */
bool relation_is_usable(struct domain *d, const struct linear *sum);

/* Does the statement add a sum to its variable, which is not nothing? (Not its block and loop.) */
bool relation_step(struct domain *d, const struct statement *s, struct step *step);

/* relation_step.c: what the loop changes together. */
void relations_find_steps(struct relation_finder *f, const struct loop *loop);
/* Of what was found: several counters of one pointer, of a loop and of one inside it. */
void relations_combine_steps(struct relation_finder *f);
bool relation_is_pointer(struct domain *d, const struct variable *v);
/* The size of its object. */
term relation_size_of(struct domain *d, term pointer);
/* Is it a parameter, or the local that the procedure begins with giving one to? */
bool relation_parameter(const struct relation_finder *f, const struct variable *v);

/* A sum that the procedure asks for. */
void relation_add(struct relation_finder *f, const struct linear *sum);

/* The sum as it was before the statement. False: there is none. */
bool relation_go_back(struct relation_finder *f, const struct statement *s, struct linear *sum);

/* What its assertions ask for, and what conditions make of that. */
void relations_ask(struct relation_finder *f);
/* What lies between two others, as the middle of what is left; beyond the others. */
void relations_ask_parts(struct relation_finder *f);
/* Whether pointers are into one object; beyond the others. */
void relations_ask_objects(struct relation_finder *f);
bool relation_is_about_objects(const struct domain *d, const struct linear *f);
/* How large an array of pointers is, a parameter, of which elements are read, if there is one that counts: `argc == 4`, `argv[3]`; beyond the others. */
void relations_ask_lists(struct relation_finder *f);
/* How the indices of elements that are read again lie. */
void relations_ask_elements(struct relation_finder *f);

#endif
