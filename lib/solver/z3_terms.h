/* Terms as Z3's: each is made once, and lives as long as the context. */
#ifndef PLUMB_Z3_TERMS_H
#define PLUMB_Z3_TERMS_H

#include <z3.h>

#include "hash.h"
#include "solver.h"
#include "vec.h"

/* Start from the first three. */
struct z3_terms {
	struct solver *solver;
	struct bank *bank;
	Z3_context context;
	bool has_maps; /* one of them has to do with maps */
	TABLE(term, Z3_ast) asts;
	TABLE(term, Z3_ast)
	definitions; /* of the names that some of them have: facts that belong to whoever has the term */
	TABLE(term, uint32_t) depth; /* bit-vector -> so many alternatives are nested in it */
	VEC(term) stack;
};

/* NULL: it has not been added. */
Z3_ast z3_term(const struct z3_terms *terms, term t);

/* Makes the term and all below it. REPLY_SAT: it is there; REPLY_UNKNOWN: the time is up; REPLY_ERROR: Z3 has an error. */
enum reply z3_terms_add(struct z3_terms *terms, term root, double deadline);

/* The definition of the term's name; NULL: it has none. */
Z3_ast z3_definition(const struct z3_terms *terms, term t);

/* A bit-vector constant. */
Z3_ast z3_number(const struct z3_terms *terms, uint32_t width, const uint64_t *words);

void z3_terms_release(struct z3_terms *terms);

#endif
