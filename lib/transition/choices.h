/* Bit-vectors as choices: a term is one of a few terms without alternatives (`ite`) in them, each under a condition; the
 * conditions exclude one another, and one of them holds. Equal terms are one choice. */
#ifndef PLUMB_CHOICES_H
#define PLUMB_CHOICES_H

#include "hash.h"
#include "term.h"
#include "vec.h"

struct choice {
	term value, condition;
};
struct choices VEC_BODY(struct choice);

/* Boolean structure over atoms: comparisons of terms without alternatives, Bool leaves. */
struct normal_forms {
	struct bank *bank;
	struct table normal;                          /* Bool term -> its normal form */
	TABLE(term, struct choices *) choices;        /* bit-vector -> its choices */
	TABLE(term, uint32_t) alternatives;           /* term -> 1: none in it; 2: some */
	term (*atom)(void *context, term comparison); /* what stands for an atom */
	void *context;
	bool (*stop)(void *context); /* called now and then: true ends the work; NULL: nothing does */
	void *stop_context;
	uint32_t depth, count;
	bool failed; /* stopped, or too deep */
};

/* The term as a Boolean function of what `atom` gives. */
term normal_form(struct normal_forms *forms, term t);
void normal_forms_free(struct normal_forms *forms);

#endif
