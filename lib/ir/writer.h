/* The writer's state, shared by write.c and write_term.c. */
#ifndef PLUMB_WRITER_H
#define PLUMB_WRITER_H

#include "ir.h"
#include "stream.h"

struct writer_visit {
	term term;
	uint32_t next; /* argument */
};

struct writer {
	const struct program *program;
	const struct bank *bank;
	struct output *out;
	size_t used;

	/* By term handle; made when the first expression of some size comes, 0 at first. */
	uint32_t bound;      /* handles are below */
	bool *swapped;       /* its two arguments are written in the other order: see write_order.c */
	uint32_t *size;      /* nodes of the term written as a tree, saturating */
	uint32_t *counted;   /* number of the expression in which `uses` was counted */
	uint32_t *uses;      /* in that expression */
	uint32_t *let;       /* its let name in the expression at hand, or 0 */
	uint32_t expression; /* number of the expression at hand */
	VEC(struct writer_visit) visits;
	VEC(term) order;

	char buffer[4096];
};

void writer_bytes(struct writer *w, const char *bytes, size_t length);
void writer_text(struct writer *w, const char *text);
void writer_byte(struct writer *w, char c);
void writer_number(struct writer *w, uint64_t n);
void writer_name(struct writer *w, const char *name);

/* write_order.c */
term writer_argument(const struct writer *w, term t, uint32_t i); /* in the order in which they are written */
/* Decides on the order of t's arguments, whose own is decided. */
void writer_decide_order(struct writer *w, term t);

/* write_term.c */
void writer_sort(struct writer *w, const struct bank *bank, sort s);
void writer_term(struct writer *w, term t);
void writer_terms_release(struct writer *w);

#endif
