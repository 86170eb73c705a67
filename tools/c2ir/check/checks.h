/* C's checks, one file each: assertions with the name of the check, the C expression in words and its source location. */
#ifndef C2IR_CHECKS_H
#define C2IR_CHECKS_H

#include "ast.h"
#include "checked.h"
#include "value.h"

struct declaration;
struct expression;
struct function;
struct lowering;
struct lvalue;
struct type;

/* Emits `assert ok {check} {message}` unless ok is true. */
void check_emit(struct lowering *l, enum check check, term ok, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same of what must not be called: `assert false`, with {reached}. */
void check_must_not_be_reached(struct lowering *l, enum check check, const char *function);
const char *check_text(struct lowering *l, const struct expression *e); /* " in '...'" */
const char *check_type(struct lowering *l, const struct type *type);    /* in C's words */

/* align.c */
void check_align(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);

/* array_size.c */
/* `length` gives what a hidden variable for a length or size holds. */
void check_array_size(struct lowering *l, const struct declaration *d,
		      term (*length)(struct lowering *l, struct declaration *length));

/* bounds.c */
void check_bounds(struct lowering *l, const struct lvalue *lvalue, term size, const struct expression *e);

/* call.c */
/* `callee`: in C's words. */
void check_call_target(struct lowering *l, const char *callee);
void check_call_type(struct lowering *l, const struct type *type, const char *callee, const struct declaration *d);

/* compare.c */
void check_compare(struct lowering *l, bool difference, term p, term q, const struct expression *e);

/* conversion.c */
void check_conversion(struct lowering *l, const struct type *from, const struct type *to, term a,
		      const struct expression *e);
void check_truncation(struct lowering *l, const struct type *from, const struct type *to, term t,
		      const struct expression *e);

/* division.c */
void check_division(struct lowering *l, const struct type *type, bool remainder, term a, term b,
		    const struct expression *e);

/* enum.c */
void check_enum(struct lowering *l, const struct type *type, const struct type *from, term value,
		const struct expression *e);

/* float.c */
bool check_floats(const struct lowering *l); /* some check of floating-point numbers is on */
void check_float(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b,
		 term result, const struct expression *e);
/* The same of complex operands, in parts. */
void check_complex(struct lowering *l, const struct type *base, enum binary_operation operation, const term *a,
		   const term *b, const term *result, const struct expression *e);
void check_float_conversion(struct lowering *l, const struct type *from, const struct type *to, term before, term after,
			    const struct expression *e);

/* frames.c */
void check_local(struct lowering *l, struct variable *variable, node f, uint32_t object);
void check_frames_prepare(struct lowering *l);
void check_frames(struct lowering *l);
void check_frames_begin(struct lowering *l); /* the program starts */
void check_ends_early(struct lowering *l);   /* exit() or abort() is called */

/* free.c */
void check_free(struct lowering *l, term pointer, const struct expression *e);

/* index.c */
/* a[index], or &a[index] with `only_address`. */
void check_index(struct lowering *l, const struct expression *e, term index, bool only_address);

/* leak.c */
void check_exit(struct lowering *l);      /* leaks: the program ends here */
void check_exit_body(struct lowering *l); /* what that does, when everything else is lowered */
void check_allocated(struct lowering *l, term object);
void check_exit_begin(struct lowering *l); /* the program starts */

/* null.c */
void check_null(struct lowering *l, term pointer, const struct expression *e);

/* overflow.c */
void check_overflow(struct lowering *l, enum binary_operation operation, const struct type *type, term a, term b,
		    const struct expression *e);
void check_quotient(struct lowering *l, const struct type *type, bool remainder, term a, term b,
		    const struct expression *e);
void check_negate(struct lowering *l, const struct type *type, term a, const struct expression *e);

/* overlap.c */
void check_overlap(struct lowering *l, term p, term n, term q, term m, const struct expression *e);

/* pointer.c */
/* Before an access of `size` bytes at a place: all that follows. */
void check_access(struct lowering *l, const struct lvalue *lvalue, term size, bool write, const struct expression *e);
bool check_pointers(const struct lowering *l); /* some check of pointers is on */

/* pointer_arithmetic.c */
/* The pointer to `place`, plus or minus (as e says) index * step. */
void check_pointer_arithmetic(struct lowering *l, const struct lvalue *lvalue, const struct expression *e, term index,
			      term step);

/* reach.c */
void check_site(struct lowering *l, term identity, uint32_t object);
term check_reached(struct lowering *l, term object);
bool check_has_slots(struct lowering *l, uint32_t object);

/* readonly.c */
void check_writable(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);
void check_initialised(struct lowering *l, const struct storage *storage); /* an automatic object, at its declaration */

/* return.c */
/* FUNCTION, which is being lowered, returns here, with a value or without. */
void check_return(struct lowering *l, struct declaration *function, bool with_value);
void check_returned(struct lowering *l, struct declaration *d, const char *text);
void check_return_begin(struct lowering *l); /* the program starts */

/* shift.c */
void check_shift(struct lowering *l, bool left, const struct type *type, term a, term b, bool amount_signed,
		 const struct expression *e);

/* uaf.c */
void check_alive(struct lowering *l, term pointer, const struct expression *e);
/* The function begins; alloca() gave `object`; the function returns. */
void check_alloca_begin(struct lowering *l, const struct function *f);
void check_alloca(struct lowering *l, term object);
void check_alloca_end(struct lowering *l);

/* uninit.c */
struct variable *check_unset_variable(struct lowering *l, const struct declaration *d, const char *name);
bool check_is_moved(const struct lowering *l, const struct type *to, const struct expression *value);
void check_variable_read(struct lowering *l, const struct lvalue *lvalue, bool moved, struct rvalue *value,
			 const struct expression *e);
term check_memory_read(struct lowering *l, const struct lvalue *lvalue, uint32_t bytes, bool is_pointer, bool moved,
		       const struct expression *e);

/* unreachable.c */
void check_unreachable(struct lowering *l);

void check_init(struct lowering *l);
void check_release(struct lowering *l);

#endif
