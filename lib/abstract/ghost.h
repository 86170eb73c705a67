/* Ghosts: variables that a program does not have and the interpreter knows, and statements that it alone executes. They are
 * locals of a procedure, assigned nothing that an execution could see (S. Owicki, D. Gries, "An axiomatic proof technique for
 * parallel programs", 1976: auxiliary variables). */
#ifndef PLUMB_GHOST_H
#define PLUMB_GHOST_H

#include "facts.h"

/* What is executed before a statement of a block, or (POSITION: as many as there are) before its terminator. */
struct ghost_statement {
	uint32_t block, position;
	struct statement statement;
	const struct variable *variable; /* that it is about */
};

/* Of a procedure; statements in the order of execution at each place. */
struct ghosts_of_procedure {
	VEC(struct ghost_statement) statements;
	uint32_t count; /* of variables */
};

/* What domain.ghosts points to. */
struct ghosts {
	struct ghosts_of_procedure *procedures; /* by index */
	uint32_t count;                         /* of procedures */
	VEC(struct variable *) variables;
	TABLE(const struct variable *, bool) known;
	struct arena *arena; /* not owned */
};

/* Of a procedure; the index of its first one as a local, of which the next ones count down. */
enum { MOST_GHOSTS = 16, GHOST_INDEX = KEY_LOCAL - 8 };

/* The program gets leaves for ghosts, until they are released. */
void ghosts_init(struct domain *d, struct arena *arena);
void ghosts_release(struct domain *d);

/* A new one, of so many bits; NULL: the procedure has too many. */
struct variable *ghost_new(struct domain *d, struct procedure *proc, uint32_t width, const char *name);
/* GHOST := the term. */
void ghost_assign(struct domain *d, struct variable *ghost, uint32_t block, uint32_t position, term value);
/* The condition holds there, which is about the ghost. */
void ghost_assume(struct domain *d, struct variable *ghost, uint32_t block, uint32_t position, term condition);

const struct ghosts_of_procedure *ghosts_of(const struct domain *d, const struct procedure *proc);
bool ghosts_have(const struct domain *d, const struct variable *v);

/* counter.c: finds the loops of all procedures that go round a few times at most; each gets a ghost that counts. */
void counters_find(struct domain *d);

#endif
