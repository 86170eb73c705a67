/* C's checks, one file each: assertions with the name of the check, the C expression in words and its source location. */
#ifndef C2IR_CHECKS_H
#define C2IR_CHECKS_H

#include "checked.h"
#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct declaration;
struct expression;
struct function;
struct libc_function;
struct lowering;
struct lvalue;
struct rvalue;
struct storage;
struct type;
struct variable;

/* Emits `assert ok {check} {message}` unless ok is true. */
void check_emit(struct lowering *l, enum check check, term ok, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same of what must not be called: `assert false`, with {reached}. */
void check_must_not_be_reached(struct lowering *l, enum check check, const char *function);
const char *check_text(struct lowering *l, const struct expression *e); /* " in '...'" */
const char *check_type(struct lowering *l, const struct type *type);    /* in C's words */

/* rules.c: operations, at which the rules of all checks are asked in the order of check.def. */

/* Before an access of `size` bytes. */
void check_access(struct lowering *l, const struct lvalue *lvalue, term size, bool write, const struct expression *e);
bool check_pointers(const struct lowering *l); /* some check of pointers is on */
/* a[index], or &a[index] with `only_address`. */
void check_index(struct lowering *l, const struct expression *e, term index, bool only_address);
/* E moves a pointer to what FROM says; `bytes`: by how much, if that is known. What is assumed of such moves: into the ledger. */
void check_moved(struct lowering *l, const struct expression *e, term index, node from, const int64_t *bytes);
void check_moved_area(struct lowering *l, node from); /* an unknown number of bytes from there on is accessed */
void check_moves(struct lowering *l);
/* Order, or with `difference` subtraction, of pointers. */
void check_compare(struct lowering *l, bool difference, term p, term q, const struct expression *e);
void check_negate(struct lowering *l, const struct type *type, term a, const struct expression *e);
/* The integer or pointer a becomes another type without a cast; any integer becomes `type`, which may be an enumeration; a floating-point
 * number becomes an integer. */
void check_convert(struct lowering *l, const struct type *from, const struct type *to, term a,
		   const struct expression *e);
void check_become(struct lowering *l, const struct type *type, const struct type *from, term value,
		  const struct expression *e);
void check_truncate(struct lowering *l, const struct type *from, const struct type *to, term t,
		    const struct expression *e);
/* VALUE, already of its type, is stored in what may be a bit-field (conversion.c). */
void check_bit_field(struct lowering *l, const struct lvalue *to, struct rvalue value, const struct expression *e);
/* Conversion to a floating type. */
void check_round(struct lowering *l, const struct type *from, const struct type *to, term before, term after,
		 const struct expression *e);
/* Copying from q, m bytes, to p, n bytes. */
void check_overlap(struct lowering *l, term p, term n, term q, term m, const struct expression *e);
/* D is declared; `length` gives what a hidden variable for a length or size holds. */
void check_declare(struct lowering *l, const struct declaration *d,
		   term (*length)(struct lowering *l, struct declaration *length));

/* call.c */
/* `callee`: in C's words. */
void check_call_target(struct lowering *l, term outside, const char *callee);
void check_weak_target(struct lowering *l, term exists, const char *name);
void check_call_type(struct lowering *l, const struct type *type, const char *callee, const struct declaration *d);
/* CALL is of FUNCTION, which takes these; the call's type has no prototype. */
void check_passed(struct lowering *l, const struct expression *call, const struct declaration *function,
		  const struct type *const *parameters, uint32_t count, bool variadic);

/* error.c */
/* Is each call of the function a violation because the user says so; or also because it reports an error? `d` may be NULL. */
bool check_is_named_error(const struct lowering *l, const struct declaration *d);
bool check_is_error(struct lowering *l, const struct declaration *d);
/* Does a call of `d`, of which the table has the row `f`, execute the body that the program has for it? */
bool check_keeps_body(struct lowering *l, const struct libc_function *f, struct declaration *d);

/* frames.c */
/* A local variable that is a pointer or an integer (others are none of its concern); a local object. */
void check_local(struct lowering *l, struct variable *variable, const struct type *type, node f);
void check_local_object(struct lowering *l, struct variable *identity, uint32_t object);
/* The function begins, which calls alloca(); that gave the object `identity`. */
void check_blocks_begin(struct lowering *l);
void check_block(struct lowering *l, term identity, uint32_t object);
void check_frames_prepare(struct lowering *l);
void check_frames(struct lowering *l);
void check_frames_begin(struct lowering *l); /* the program starts */
void check_ends_early(struct lowering *l);   /* exit() or abort() is called */

/* free.c */
void check_free(struct lowering *l, term pointer, const struct expression *e);
/* What is closed is an object of SIZE bytes that the library made. */
void check_close(struct lowering *l, term pointer, term size);

/* leak.c */
void check_exit(struct lowering *l);      /* leaks: the program ends here */
void check_exit_body(struct lowering *l); /* what that does, when everything else is lowered */
void check_allocated(struct lowering *l, term object);
void check_exit_begin(struct lowering *l); /* the program starts */

/* reach.c */
void check_site(struct lowering *l, term identity, uint32_t object);
term check_reached(struct lowering *l, term object);
bool check_has_slots(struct lowering *l, uint32_t object);
/* Is the value of that type a pointer, or an integer that may be one? That pointer. */
bool check_may_be_pointer(struct lowering *l, term value, const struct type *type);
term check_as_pointer(struct lowering *l, term value, const struct type *type);

/* readonly.c */
void check_initialised(struct lowering *l, const struct storage *storage); /* an automatic object has its first value */

/* A store by name to an object that is in variables. E: the lvalue, or NULL. */
void check_variable_write(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);

/* return.c */
/* FUNCTION, which is being lowered, returns here, with a value or without. */
void check_return(struct lowering *l, struct declaration *function, bool with_value);
/* Likewise, by its closing brace or by a `return`; is it declared noreturn? */
void check_noreturn(struct lowering *l, const struct declaration *function, bool at_end);
void check_returned(struct lowering *l, struct declaration *d, const struct type *type, const char *text);
void check_return_begin(struct lowering *l); /* the program starts */

/* uaf.c */
void check_alive(struct lowering *l, term pointer, const struct expression *e);
/* The function begins; alloca() gave `identity`, `object` to the points-to analysis; the function returns. */
void check_alloca_begin(struct lowering *l, const struct function *f);
void check_alloca(struct lowering *l, term identity, uint32_t object);
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
