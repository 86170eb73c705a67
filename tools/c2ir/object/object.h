/* Where objects of the C program live: storage, lvalues, records as values. */
#ifndef C2IR_OBJECT_H
#define C2IR_OBJECT_H

#include "access.h"
#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct declaration;
struct expression;
struct lowering;
struct lvalue;
struct member;
struct rvalue;
struct shape;
struct storage;
struct string_literal;
struct type;

/* Where an object with a declaration lives; made on first use. */
struct storage *storage_of(struct lowering *l, struct declaration *d);
struct storage *storage_of_string(struct lowering *l, const struct string_literal *string);
/* What the hidden variable LENGTH of a type of variable size holds; the size of such a type. */
term lower_length(struct lowering *l, struct declaration *length);
term lower_variable_size(struct lowering *l, const struct type *type);
/* An automatic object in memory that the program does not name. */
struct storage *lower_new_object(struct lowering *l, const struct type *type, const char *name);
/* Its lifetime begins (static objects: nothing); `size` for those of variable size, 0: that of its type. */
void lower_begin_object(struct lowering *l, struct storage *storage, term size);
void lower_end_object(struct lowering *l, struct storage *storage); /* its lifetime ends */

struct rvalue lvalue_load(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);
/* The same, as a value of TYPE; MOVED: a character that is only stored elsewhere, with what is known of it (check/uninit.c). */
struct rvalue lvalue_load_as(struct lowering *l, const struct lvalue *lvalue, const struct type *type,
			     const struct expression *e, bool moved);
/* Stores; the result is the value as it is then (only if wanted). */
struct rvalue lvalue_store(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
			   const struct expression *e, bool wanted);
/* Where nothing needs a check: a new object. */
void lvalue_store_unchecked(struct lowering *l, const struct lvalue *lvalue, struct rvalue value);
struct rvalue lvalue_address(struct lowering *l, const struct lvalue *lvalue);
struct lvalue lvalue_of_storage(struct lowering *l, const struct storage *storage);
struct lvalue lvalue_of_pointer(struct lowering *l, struct rvalue pointer, const struct type *type);
struct lvalue lvalue_member(struct lowering *l, const struct lvalue *lvalue, const struct member *member);

struct rvalue record_member(struct lowering *l, struct rvalue record, const struct member *member,
			    const struct type *type);
struct rvalue record_as_leaves(struct lowering *l, struct rvalue record, const struct shape *shape);
struct rvalue record_copy(struct lowering *l, struct rvalue record, const struct type *type); /* in a new object */
struct rvalue record_in_memory(struct lowering *l, struct rvalue record, const struct type *type);

/* Some value of the type, after an error. */
struct rvalue lower_nothing(struct lowering *l, const struct type *type);
struct rvalue lower_unknown(struct lowering *l, const struct type *type, const char *name); /* any value: an input */
/* Likewise, whose pointers come from ORIGIN (access.h). */
struct rvalue lower_unknown_from(struct lowering *l, const struct type *type, const char *name,
				 enum pointer_origin origin);
/* The mark of an integer that nothing is known of (number.c); 0: none is needed. number_mark() gives it to all parts of a value that
 * point nowhere, number_widened() to a value that was narrower than a pointer, besides what it has. */
node number_node(struct lowering *l, const struct type *type, term number);
void number_mark(struct lowering *l, const struct type *type, struct rvalue *value);
node number_widened(struct lowering *l, const struct type *type, struct rvalue value);
/* What an unknown pointer of the type POINTER may point to (--unknown-pointers). */
node lower_unknown_object(struct lowering *l, const struct type *pointer);
/* What holds of POINTER, an unknown one of the type TYPE, when it comes from ORIGIN. */
void lower_unknown_pointer(struct lowering *l, struct rvalue pointer, const struct type *type, const char *name,
			   enum pointer_origin origin);
/* A pointer to TYPE that is loaded here, or is passed to what stands at LOCATION. */
void lower_loaded_pointer(struct lowering *l, node pointer, const struct type *type);
void lower_pointer_at(struct lowering *l, struct location location, node pointer, const struct type *type);
/* After the points-to analysis: what unknown pointers are taken to be, in the ledger. */
void lower_note_unknown(struct lowering *l);
void lower_note_types(struct lowering *l); /* at the end: a line for all types of those */
void lower_undefined_object(struct lowering *l, const struct storage *storage); /* a static one, at the start */

/* Values that have parts (complex numbers, vectors), as RVALUE_LEAVES. */
struct rvalue parts_value(struct lowering *l, const struct type *type, const term *terms); /* copies them */
struct rvalue parts_zero(struct lowering *l, const struct type *type);

/* Another copy of the function may have been lowered before. */
void storage_forget(struct lowering *l, const struct declaration *d);
/* What D has is not looked for any more: `storage`. */
void storage_keep(struct lowering *l, const struct declaration *d, struct storage *storage);
struct storage *storage_known(struct lowering *l, const struct declaration *d); /* or NULL */
/* Captured objects are those of one function. */
void storage_forget_captured(struct lowering *l);
void storage_capture(struct lowering *l, const struct declaration *d, struct storage *storage);

void objects_init(struct lowering *l);
void objects_release(struct lowering *l);

#endif
