/* Calls of printf and its like with a literal format: what print.c (streams) and print_string.c (memory) share. */
#ifndef C2IR_MODEL_PRINT_H
#define C2IR_MODEL_PRINT_H

#include "format.h"
#include "model.h"
#include "rvalue.h"

struct printing {
	struct lowering *l;
	const struct library_call *e;
	const struct rvalue *values; /* of the arguments */
	uint32_t next;               /* argument */
	term least, most;            /* characters that a stream gets, of 64 bits */
	struct rvalue stream;        /* it, if it is one */
};

const struct library_argument *print_argument(const struct printing *p); /* the next one, NULL: there is none */
/* Has it the type that the directive takes? If not, that is a violation of the check of formats; true as well for any pointer
 * where a pointer is wanted. */
bool print_fits(struct printing *p, const struct directive *d);
void print_fits_setting(struct printing *p, const struct directive *d); /* likewise, for a width or precision */
uint32_t print_integer_bits(struct lowering *l, enum format_length length);

/* print_count.c: how many characters come out. Plain text; what a directive gives of `value` (of a string: its length), with the width
 * and precision that are arguments; at the end, what the call's result is then. */
void print_count_begin(struct printing *p);
void print_count_text(struct printing *p, uint64_t n);
void print_count(struct printing *p, const struct directive *d, term width, term precision, term value);
term print_count_end(struct printing *p, term result);

#endif
