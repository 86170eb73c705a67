/* Models: C library functions that c2ir lowers itself. A row of the table of library functions (lib/libc) names its model:
 *
 *	FUNCTION(memcpy, "ppPz", GCC, MODEL(model_memcpy))
 *
 * which is a function of this folder. A new one is such a function and such a line. */
#ifndef C2IR_MODEL_H
#define C2IR_MODEL_H

#include "libc.h"
#include "lower.h"

/* Each lowers the call `e`, whose arguments have not been evaluated; with a format: the literal, and which argument it is. */
#define MODEL(function) struct rvalue function(struct lowering *l, const struct expression *e);
#define FORMAT(function) \
	struct rvalue function(struct lowering *l, const struct expression *e, const char *format, uint32_t format_at);
#define SPECIAL(function) MODEL(function)
#define OWN(function) MODEL(function)
#define TEXT
#define INPUT
#define BODYLESS
#define FUNCTION(name, signature, facts, by) by
#define ALIAS(name, signature, facts, same)
#include "functions.def"
#undef MODEL
#undef FORMAT
#undef SPECIAL
#undef OWN
#undef TEXT
#undef INPUT
#undef BODYLESS
#undef FUNCTION
#undef ALIAS

/* __approximate_NAME() in the library's C: any value (math.c); false: not one of these. */
bool model_approximate(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);

/* The arguments from left to right, held. */
struct rvalue *model_values(struct lowering *l, const struct expression *e);
/* argument i as a number of W bits */
term model_size(struct lowering *l, const struct expression *e, const struct rvalue *values, uint32_t i);
/* `p` may be accessed for `count` bytes: the pointer checks. */
void model_access(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e);
/* The host of a program that is run: a number, a character (bv8) for it; a call, with the result's type; text: or NULL. */
void model_host_argument(struct lowering *l, term value);
void model_host_character(struct lowering *l, term value);
void model_host_abandon(struct lowering *l); /* what is still in buffers is not written */
struct rvalue model_host_call(struct lowering *l, const struct type *type, const char *function, const char *text);
/* Calls a function of the library that is written in C. */
struct rvalue model_library(struct lowering *l, const char *name, const struct rvalue *arguments, uint32_t count,
			    const struct type *result);
const char *model_literal(const struct expression *e); /* the string literal that it is, or NULL */
void model_stop(struct lowering *l, term status);      /* the program ends */
/* What is left to the library, which interprets the format: wide characters, and conversions that nobody knows. */
bool print_is_simple(const char *format);

#endif
