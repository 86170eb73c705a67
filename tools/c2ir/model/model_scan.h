/* scanf with a literal format, directive by directive. */
#ifndef C2IR_MODEL_SCAN_H
#define C2IR_MODEL_SCAN_H

#include "model.h"

#define SCAN_LENGTHS "hlLqjztZ"

/* What is stored. */
struct scan_directive {
	char conversion;    /* '\0', '?': not known */
	const char *length; /* what stands before it: some of SCAN_LENGTHS */
};

/* The type of the object that the directive stores through argument AT; of text, of a character; NULL: it is no pointer. */
const struct type *scan_target(struct lowering *l, const struct library_call *e, uint32_t at,
			       const struct scan_directive *d);
/* Of what an integer's directive stores. */
uint32_t scan_integer_bits(struct lowering *l, const struct scan_directive *d);
/* A number that %d or %u made of no more than so many characters (0: any) lies between powers of 10, a sign being one of them: that is assumed, as
 * no loop over digits tells it. Nothing is where the object holds less, MOST at most: its number is any then (p10). */
void scan_limit_number(struct lowering *l, uint64_t width, uint64_t most, term number);
/* Before something is stored. */
void scan_check_target(struct lowering *l, const struct library_call *e, uint32_t at, const struct scan_directive *d);

/* Has the format no directive that C, POSIX and glibc do not define (7.21.6.2p13)? */
bool scan_is_defined(const char *format);
/* Can scan_items() take the format, and the arguments from `first` on? */
bool scan_is_simple(struct lowering *l, const struct library_call *e, const char *format, uint32_t first);
/* Reads from the source that has been set (__plumb_scan_string, __plumb_scan_stream). The call's result. */
struct rvalue scan_items(struct lowering *l, const struct library_call *e, const struct rvalue *values,
			 const char *format, uint32_t format_at);

/* What replays type (typed.c). `elsewhere` (bv32): 0 if the standard input is read, else -1. The text of a format up to the next
 * directive that stores a value; a byte that %c stores; a number that another one does. */
void typed_text(struct lowering *l, term elsewhere, const char *at, const char *end);
void typed_byte(struct lowering *l, term elsewhere, term byte);
void typed_number(struct lowering *l, term elsewhere, char conversion, const struct type *type, term value);

#endif
