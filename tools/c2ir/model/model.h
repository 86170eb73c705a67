/* Models: C library functions that c2ir lowers itself. A row of the table of library functions (lib/libc) names its model:
 *
 *	FUNCTION(memcpy, "ppPz", GCC, MODEL(model_memcpy))
 *
 * which is a function of this folder. A new one is such a function and such a line. */
#ifndef C2IR_MODEL_H
#define C2IR_MODEL_H

#include "libc.h"
#include "term.h"

struct library_call;
struct lowering;
struct rvalue;
struct signature;
struct type;

/* What the lowering uses of all this. */
extern const struct library_models library_models;

/* ---- the models ---- */

/* Each lowers the call `e` (library_call.h), whose arguments have not been evaluated; ALLOCATION: `hint` is what the new memory is made to point to,
 * or NULL; FORMAT: the arguments' values, those of a va_list too; the literal, and which argument it is. */
#define MODEL(function) struct rvalue function(struct lowering *l, const struct library_call *e);
#define ALLOCATION(function) \
	struct rvalue function(struct lowering *l, const struct library_call *e, const struct type *hint);
#define FORMAT(function)                                                                                      \
	struct rvalue function(struct lowering *l, const struct library_call *e, const struct rvalue *values, \
			       const char *format, uint32_t format_at);
#define SPECIAL(function) MODEL(function)
#define OWN(function) MODEL(function)
#define OWN_ALLOCATION(function) ALLOCATION(function)
#define TEXT
#define INPUT
#define BODYLESS
#define FUNCTION(name, signature, facts, by) by
#define ALIAS(name, signature, facts, same)
#include "functions.def"
#undef MODEL
#undef ALLOCATION
#undef FORMAT
#undef SPECIAL
#undef OWN
#undef OWN_ALLOCATION
#undef TEXT
#undef INPUT
#undef BODYLESS
#undef FUNCTION
#undef ALIAS

/* ---- what they share ---- */

/* __approximate_NAME() in the library's C: any value (math.c). */
struct rvalue model_approximate(struct lowering *l, const struct library_call *e, const char *name);
/* A call of a function of <math.h> without an exact result, whose arguments are constants (math_constant.c); false: not one of these. */
bool model_math_constant(struct lowering *l, const struct libc_function *function, const struct library_call *e,
			 struct rvalue *result);
/* Is printf's format one that is taken apart? What is left to the library: wide characters, and unknown conversions. */
bool print_is_simple(const char *format);
/* Of a format that ends inside a conversion specification (7.21.6.1p9): that is a violation. */
void print_check_end(struct lowering *l, const char *format);
/* Does the format say by number which argument is printed? */
bool print_numbers_arguments(const char *format);
/* `e` with the arguments that its last one, a va_list, gives to the format in its place, and the values of all (print_list.c). */
struct rvalue *print_from_list(struct lowering *l, struct library_call *e, const struct rvalue *values,
			       const char *format);

/* What stdin, stdout or stderr is; there must be a library. */
struct rvalue model_standard_stream(struct lowering *l, const char *name);

/* What else is so where a call failed: errno, and the error indicator of the stream, if it is one. */
void model_failed(struct lowering *l, term failed, struct rvalue stream);

/* The host of a program that is run: a number, a character (bv8) for it; a call, with the result's type; text: or NULL. */
void model_host_argument(struct lowering *l, term value);
void model_host_character(struct lowering *l, term value);
/* What the standard input has (see ir-spec/host.md): a character (bv32), or the text of a number, by its conversion: d, u, x, o, g. */
void model_host_typed(struct lowering *l, term value, char conversion);
void model_host_abandon(struct lowering *l); /* what is still in buffers is not written */
struct rvalue model_host_call(struct lowering *l, const struct type *type, const char *function, const char *text);
void model_arguments(struct lowering *l, const struct signature *s, struct rvalue *arguments);
void model_stop(struct lowering *l, term status); /* the program ends */

#endif
