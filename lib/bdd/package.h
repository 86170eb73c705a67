/* Binary decision diagrams (R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", 1986), as a package has
 * them. One file knows which: package_NAME.c.
 *
 * Packages have one state for the process, and cannot be stopped within an operation: whoever uses them does so in a process of
 * its own (process.h). A diagram that is returned is the caller's, who drops it; what functions are given stays as it is. */
#ifndef PLUMB_BDD_PACKAGE_H
#define PLUMB_BDD_PACKAGE_H

#include <stdbool.h>
#include <stdint.h>

typedef int32_t diagram;
typedef struct renaming renaming;

enum package_limit { PACKAGE_NODES, PACKAGE_WORK, PACKAGE_MEMORY };

struct package_options {
	uint32_t nodes;     /* at most at a time */
	uint64_t work;      /* at most made, all in all; looked at now and then; 0: no limit */
	uint32_t variables; /* 0 .. variables - 1, in this order */
	bool reorder;       /* the order changes while the diagrams grow */
	void (*exceeded)(void *context, enum package_limit limit); /* is told, and must not return */
	void *context;
};

void package_begin(const struct package_options *options);
void package_end(void);

/* So many variables stay next to each other. To be said of all, in their order, before the first diagram. */
void package_block(uint32_t first, uint32_t count);

diagram diagram_constant(bool value);
diagram diagram_variable(uint32_t variable);
diagram diagram_copy(diagram d);
void diagram_drop(diagram d);

diagram diagram_not(diagram a);
diagram diagram_and(diagram a, diagram b);
diagram diagram_or(diagram a, diagram b);
diagram diagram_iff(diagram a, diagram b);
diagram diagram_minus(diagram a, diagram b); /* a and not b */

/* The conjunction of variables, as a set of them. */
diagram diagram_set(const uint32_t *variables, uint32_t count);
diagram diagram_exists(diagram a, diagram set);
diagram diagram_and_exists(diagram a, diagram b, diagram set);

renaming *renaming_new(const uint32_t *from, const uint32_t *to, uint32_t count);
void renaming_free(renaming *r);
diagram diagram_rename(diagram a, renaming *r);

/* Inside: not of a constant. What is returned belongs to `d`. */
bool diagram_is_constant(diagram d, bool value);
uint32_t diagram_top(diagram d);
diagram diagram_branch(diagram d, bool value);

uint32_t diagram_size(diagram d);
/* Variables that the function depends on: seen[variable] becomes true. */
void diagram_support(diagram d, bool *seen);

struct package_statistics {
	uint64_t made;  /* nodes, all in all */
	uint32_t nodes; /* room for so many was needed */
};
struct package_statistics package_statistics(void);

#endif
