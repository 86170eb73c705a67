/* Lowering: from typed ASTs to Plumb IR. What its files (lower_*.c, check_*.c, model_*.c, access.c) share.
 *
 * Memory accesses are first recorded (access.h) as statements without a meaning; when everything that the entry can reach
 * has been lowered, the points-to analysis (region.h) decides which map each one reads or writes, and access_resolve()
 * puts the real statements in. Everything belongs to the arena of the lowering. */
#ifndef C2IR_LOWER_H
#define C2IR_LOWER_H

#include "ast.h"
#include "ir.h"
#include "library.h"
#include "options.h"
#include "region.h"
#include "role.h"

/* ---- values and places ---- */

enum rvalue_kind {
	RVALUE_VOID,
	RVALUE_SCALAR,
	RVALUE_LEAVES, /* a record as one value per leaf (struct shape) */
	RVALUE_MEMORY  /* a record that is in memory: `term` points to it */
};

struct rvalue {
	enum rvalue_kind kind;
	term unset;                /* SCALAR: Bool, it is uninitialised; 0: it is not (check_uninit.c) */
	term term;                 /* bit-vector; _Bool: 8 bits, 0 or 1; pointers: object and offset */
	node node;                 /* what it may point to */
	const struct shape *shape; /* LEAVES */
	term *terms;
	node *nodes;
};

/* A scalar type, or a record without arrays and unions, as its scalar parts. */
struct shape_leaf {
	uint64_t offset; /* bytes */
	const struct type *type;
	const struct member *bit_field; /* or NULL; then its width is bit_width */
	const char *path;               /* ".a.b", "" for a scalar */
};
struct shape {
	uint32_t count;
	struct shape_leaf *leaves;
};

/* Where an object of the C program lives. */
enum storage_kind { STORAGE_VARIABLES, STORAGE_MEMORY };
struct storage {
	enum storage_kind kind;
	const struct declaration *declaration; /* NULL: none */
	const struct type *type;
	const struct shape *shape; /* VARIABLES */
	struct variable **variables;
	node *nodes;
	struct variable *unset;              /* VARIABLES: Bool, it is uninitialised; or NULL (check_uninit.c) */
	term *constants;                     /* VARIABLES: values of those that never change (0: may), or NULL */
	uint32_t object;                     /* MEMORY: in the points-to analysis */
	node node;                           /* a node that points to it */
	uint64_t identity;                   /* static objects: of the object, else 0 */
	struct variable *automatic;          /* others: holds the identity (bv32) of the current object */
	struct variable *size;               /* objects of variable size: holds it (bvW); else NULL */
	uint64_t bytes;                      /* MEMORY: its size if that is known */
	const struct string_literal *string; /* a string literal's */
	struct variable *reference;          /* captured by a nested function: an in-parameter that points to it */
	bool read_only;
	bool declared; /* automatic: its declaration has been lowered */
	bool begun;    /* automatic: the code that gives it an identity has been written */
};

/* An lvalue. */
struct lvalue {
	const struct type *type;
	const struct member *bit_field; /* or NULL */
	const struct storage *storage;  /* VARIABLES: the object. MEMORY: the object if it is known by name, or NULL */
	bool in_memory;
	uint64_t offset;    /* VARIABLES: bytes */
	uint32_t alignment; /* that the address is known to have; 0: that of the type */
	term pointer;       /* MEMORY */
	node node;
};

/* ---- functions ---- */

/* How a C function's parameters and result are passed in IR. */
struct signature {
	const struct type *type;
	const struct shape **shapes; /* by parameter; NULL: a record, passed as a pointer that the callee copies from */
	const struct shape *result;  /* NULL: void, or result_in_memory */
	bool result_in_memory;       /* first in-parameter: pointer to the object for the result */
	bool variadic;               /* last in-parameter: pointer to the object with the further arguments */
	uint32_t parameter_count;
	const struct type **types;     /* of the parameters as they are passed */
	struct declaration **captured; /* of a nested function: last in-parameters, a pointer to each */
	uint32_t captured_count;
	uint32_t in_count, out_count;
	sort *sorts; /* of the ins, then of the outs */
};

/* A function that has a body and that the entry reaches. */
struct routine {
	struct declaration *declaration;
	struct unit *unit;
	struct procedure *procedure;
	struct signature *signature;
	node *nodes;             /* of the ins, then of the outs */
	const struct type *hint; /* a copy of an allocator: what its result is made to point to; or NULL */
	term *constants;         /* a copy: the ins that are constants (0: not) */
	uint64_t identity;       /* as an object that pointers point to, 0: its address is not taken */
	uint32_t object;         /* likewise */
};

struct indirect_call {
	struct procedure *procedure;
	struct block *block, *next; /* the dispatch ends `block` */
	term callee;
	node node;
	struct signature *signature;
	term *arguments;
	node *nodes; /* of the arguments, then of the results */
	struct variable **outs;
	struct location location;
	const struct attribute *attributes;
	const char *text, *callee_text;
	const struct type *result;
	const char *allowed;                /* of --call-targets: "f,g"; NULL: any */
	VEC(struct declaration *) excluded; /* candidates that are not allowed */
	struct unit *unit;
	bool unused;                       /* its value is discarded */
	VEC(struct declaration *) targets; /* found by the points-to analysis */
};

/* A local variable, or (object not UINT32_MAX) what holds the identity of a local object: see check_frames.c. */
struct local {
	struct procedure *procedure;
	struct variable *variable;
	node node;
	uint32_t object;
};

/* What a variable is before the first statement of its procedure. */
struct preset {
	struct procedure *procedure;
	struct variable *variable;
	term value;
};

/* Where `break` and `continue` go. */
struct jump_target {
	struct ast_statement *statement;
	struct block *leave, *next;
};

/* Where control goes on after longjmp or a goto out of a nested function: see lower_jump.c. */
struct jump_landing {
	struct procedure *procedure;
	struct block *block;
	uint32_t number;                   /* unique in the program */
	const struct variable *activation; /* the identity of the activation */
	struct declaration **kept;         /* objects that are in scope */
	uint32_t kept_count;
};
struct jump_object {
	struct procedure *procedure;
	struct variable *identity;
	const struct declaration *declaration; /* NULL: a temporary object, or one of alloca() */
};
struct jumps {
	struct variable *target, *number, *call, *value, *frames; /* globals, made on demand */
	struct procedure *procedure;                              /* $longjmp, or NULL */
	uint32_t landings;
	VEC(struct jump_landing *) list;
	VEC(struct jump_object) objects; /* automatic ones */
	struct table noted;              /* their identities */
	struct table numbers;            /* struct label that a goto leaves a nested function for -> the landing's */
};

/* A function without a body that is called: its attribute {external}. */
struct external {
	const char *name;
	const struct attribute *attribute;
};

struct routine_vec VEC_BODY(struct routine *);

struct lowering {
	struct arena *arena;
	struct program *program;
	struct bank *bank;
	struct diagnostics *diags;
	const struct c2ir_options *options;
	struct regions *regions;
	struct access_list *accesses;
	struct unit **units;
	struct library *library; /* the library functions that are written in C, or NULL */
	uint32_t unit_count;
	unsigned pointer_bits; /* W */

	struct table storages;   /* declaration -> struct storage * */
	struct table routines;   /* declaration -> struct routine * */
	struct table symbols;    /* interned external name -> the declaration that defines it */
	struct table owners;     /* declaration -> unit */
	struct table shapes;     /* type -> struct shape *, or 1: has none */
	struct table strings;    /* struct string_literal -> struct storage * */
	struct table objects;    /* object of the points-to analysis -> struct routine *, if it is a function */
	struct table foreign;    /* declaration of a function -> its struct storage * as an object */
	struct table allocators; /* declaration -> is it one (lower_allocator.c) */
	uint32_t copies;         /* of allocators */
	struct table reserved;   /* names of static objects (interned) */
	struct table lacking;    /* declaration of a function -> may it return no value (check_return.c) */
	struct table said;       /* ledger texts (interned), warnings: once each */
	struct routine_vec work, entries, constructors, destructors;
	bool uses_environment;           /* environ */
	VEC(struct storage *) statics;   /* of static storage: initialised by $start */
	VEC(struct storage *) functions; /* whose address is taken */
	VEC(struct external) externals;
	VEC(struct variable *) unknown_globals; /* any value from the start */
	VEC(struct indirect_call *) indirect;   /* see lower_dispatch.c */
	uint64_t next_identity;                 /* of static objects */

	/* the function being lowered */
	struct unit *unit;
	struct types *types;
	struct routine *routine;
	struct procedure *procedure;
	struct block *block; /* never NULL inside a function */
	struct location location;
	const struct attribute *at; /* {at} of `place`, made once */
	struct table labels;        /* struct label or AST_CASE -> struct block * */
	struct table captured;      /* declaration -> its struct storage *, in a nested function */
	VEC(struct jump_target) targets;
	VEC(struct rvalue) old_values;      /* of the UPDATEs around */
	VEC(struct ast_statement *) scopes; /* open scopes, for cleanup */
	struct storage *result;             /* STORAGE_VARIABLES: the outs; STORAGE_MEMORY: *first in */
	struct variable *varargs;
	struct variable *activation;        /* of an activation that a jump may come back to, or NULL */
	struct variable *stack_block;       /* an object of alloca() that ends with it (check_uaf.c), or NULL */
	bool unused;                        /* the value of the call that is lowered next is discarded */
	uint32_t depth;                     /* nesting of expressions */
	bool accessed;                      /* the pointer being lowered is that of a place: in a[i], not in a + i */
	const struct type *allocation_hint; /* what the pointer of the allocation below is converted to points to */

	struct jumps jump;
	struct variable *closures;                 /* which function a closure is of, by its object */
	VEC(struct variable *) closure_references; /* what its captured objects are, one by one */

	/* the order of evaluation: sequence.c */
	bool sequencing;        /* inside an expression that has been looked at as a whole */
	uint32_t sequenced;     /* keys in the two tables */
	struct table evaluated; /* expression -> struct rvalue * */
	struct table old_reads; /* UPDATE -> struct rvalue * */
	struct table watches;   /* lvalue -> struct watch * */
	struct {
		struct table of_call; /* declaration -> struct effects *, with all that it reaches */
		struct table of_function, through_pointer; /* definition, number of arguments -> struct body * */
		struct table called, taken_seen;           /* for finding `taken` */
		VEC(struct declaration *) taken;           /* functions whose address is taken */
		bool taken_known;
		VEC(struct effects *) all;
		VEC(struct body *) bodies;
		uint32_t rounds; /* searches among the bodies */
	} effects;

	/* globals of the memory model, made on demand */
	struct variable *size, *state, *base, *layout, *status;
	struct variable *rounding;             /* of floating-point numbers, if the program changes it */
	struct variable *no_value;             /* check_return.c */
	struct variable *watched;              /* leak checks: see check_leak.c */
	struct procedure *at_exit;             /* likewise */
	struct variable *seen, *site;          /* check_reach.c */
	struct procedure *mark;                /* likewise */
	struct table sites;                    /* likewise: objects of the points-to analysis */
	VEC(uint32_t) site_list;               /* likewise, in order */
	struct variable *frames, *frame_count; /* check_frames.c */
	VEC(struct local) locals;              /* likewise */
	VEC(struct preset) preset;             /* lower_preset.c */
	bool moved;                            /* the character that is loaded next is only stored (check_uninit.c) */
	bool ends_early;                       /* likewise: exit() or abort() is called */
};

/* Identities: 32 bits. */
enum { OBJECT_BITS = 32 };
enum object_state {
	STATE_NONE,
	STATE_STATIC, /* from here */
	STATE_STACK,
	STATE_HEAP,
	STATE_READ_ONLY, /* to here: may be read */
	STATE_DEAD,
	STATE_FREED,
	STATE_FUNCTION
};

/* ---- lower.c ---- */

/* Lowers what `options->entries` reach in the units. NULL after an error in `diags`. */
struct program *lower_program(struct unit **units, uint32_t count, struct library *library,
			      const struct c2ir_options *options, struct diagnostics *diags);

/* The definition of a function or object, in whatever unit it is; D itself if there is none. */
struct declaration *lower_definition(struct lowering *l, struct declaration *d);
struct unit *lower_unit_of(struct lowering *l, const struct declaration *d);
struct routine *lower_new_routine(struct lowering *l, struct declaration *d);
struct routine *lower_routine(struct lowering *l, struct declaration *d); /* NULL: no body */
struct variable *lower_global(struct lowering *l, struct variable **slot, const char *name, sort s);
/* Likewise one that other tools ask for (lib/ir/role.h). */
struct variable *lower_role(struct lowering *l, struct variable **slot, enum global_role role, sort s);
void lower_ledger(struct lowering *l, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void lower_unsupported(struct lowering *l, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Does some unit use the function of that name? */
bool lower_uses(const struct lowering *l, const char *name);
/* When the program ends as it should: what atexit() registered, then destructors. */
void lower_call_destructors(struct lowering *l, term status);

/* ---- lower_link.c ---- */

/* Reports what is declared differently in two units. */
void lower_check_declarations(struct lowering *l);

/* ---- lower_facts.c ---- */

/* {external}: a function of this name and result type is called and has no body. */
void lower_external(struct lowering *l, const char *name, const struct type *result);
/* {external} and {static} of the program, before `list`. */
const struct attribute *lower_facts(struct lowering *l, const struct attribute *list);

/* ---- storage_of.c ---- */

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
void lower_end_object(struct lowering *l, struct storage *storage); /* $state: it is dead */
struct variable *lower_size_map(struct lowering *l);
struct variable *lower_state_map(struct lowering *l);
void lower_set_state(struct lowering *l, term object, enum object_state state);
void lower_set_size(struct lowering *l, term object, term size);
bool lower_needs_size(const struct lowering *l);
bool lower_needs_state(const struct lowering *l);
bool lower_ends_objects(const struct lowering *l);

/* ---- lower_function.c ---- */

void lower_function(struct lowering *l, struct routine *routine);
void lower_declare(struct lowering *l, struct routine *routine);
void lower_leave_function(struct lowering *l, bool with_value); /* before each return */
struct signature *lower_signature(struct lowering *l, const struct type *type, struct declaration *definition);

/* ---- lower_scan.c, lower_allocator.c ---- */

/* `visit` is called for each expression of a function, outer ones first, until it returns true. */
struct scan {
	bool (*visit)(void *context, const struct expression *e);
	void *context;
	bool (*assembly)(void *context, const struct asm_statement *a); /* likewise; NULL: not called */
};
bool scan_expression(const struct expression *e, const struct scan *scan);
bool scan_function(const struct function *f, const struct scan *scan);
bool scan_is_assigned(const struct function *f, const struct declaration *d); /* or its address is taken */

struct routine *lower_called_routine(struct lowering *l, struct declaration *d);
void lower_note_constants(struct lowering *l, struct routine *routine, const term *arguments);

/* ---- lower_shape.c ---- */

enum { SHAPE_MAX_LEAVES = 64 }; /* of records, and of what becomes variables */

/* NULL: the type (an array, union, ...) is not taken apart. */
const struct shape *shape_of(struct lowering *l, const struct type *type);
uint32_t shape_leaf_width(struct lowering *l, const struct shape_leaf *leaf);
/* The leaf at OFFSET that is BIT_FIELD or none. */
uint32_t shape_find(const struct shape *shape, uint64_t offset, const struct member *bit_field);

/* ---- lower_emit.c: statements, temporaries, blocks ---- */

struct variable *emit_temporary(struct lowering *l, sort s);
const struct attribute *emit_variable_attributes(struct lowering *l, const struct type *type, const char *c_name);
struct variable *emit_variable(struct lowering *l, const char *name, const struct type *type, sort s,
			       const char *c_name);
struct statement *emit(struct lowering *l, enum statement_kind kind);
void emit_assign(struct lowering *l, struct variable *target, term value);
void emit_assume(struct lowering *l, term condition);
struct statement *emit_havoc(struct lowering *l, struct variable *target);
/* A new object in `storage` (heap, stack, argument); `name`: what makes it, or the variable. */
void emit_fresh(struct lowering *l, struct variable *target, const char *storage, const char *name);
void emit_input(struct lowering *l, struct variable *target, const char *name, const struct type *type);
struct block *emit_block(struct lowering *l, const char *stem);
void emit_goto(struct lowering *l, struct block *target); /* no block is current after it */
void emit_branch(struct lowering *l, term condition, struct block *yes, struct block *no, struct source_range text);
void emit_start(struct lowering *l, struct block *block);
void emit_location(struct lowering *l, struct location location); /* the C place of what follows */
/* Gives the statements made since `block` had `before` of them the C text. */
void emit_text(struct lowering *l, struct block *block, uint32_t before, struct source_range range);
void emit_text_string(struct lowering *l, struct block *block, uint32_t before, const char *text);
const char *lower_text(struct lowering *l, struct source_range range); /* in the arena */
/* A term whose value does not change when variables are assigned to. */
term emit_hold(struct lowering *l, term value);
term emit_hold_large(struct lowering *l, term value); /* a temporary that holds it, if it is no constant */
void emit_hold_value(struct lowering *l, struct rvalue *value);

/* ---- lower_term.c: terms of C types ---- */

uint32_t term_bits(struct lowering *l, const struct type *type); /* width of a scalar's value */
sort sort_of(struct lowering *l, const struct type *type);
uint32_t pointer_width(const struct lowering *l);
term pointer_make(struct lowering *l, term object, term offset);
term pointer_object(struct lowering *l, term pointer);
term pointer_offset(struct lowering *l, term pointer);
term pointer_add(struct lowering *l, term pointer, term bytes);
term pointer_constant(struct lowering *l, uint64_t object, uint64_t offset);
term pointer_base(struct lowering *l, term object);     /* the integer address of its first byte */
term pointer_address(struct lowering *l, term pointer); /* as an integer */
term pointer_from_integer(struct lowering *l, term integer, node from);
term pointer_less(struct lowering *l, term p, term q, bool or_equal);
term word(struct lowering *l, uint64_t value); /* W bits */
term resize(struct lowering *l, term t, uint32_t width, bool is_signed);
term nonzero(struct lowering *l, term t);
term from_bool(struct lowering *l, term condition, uint32_t width);

/* ---- lower_float.c: numbers as IEEE 754 bits ---- */

/* Any value of e's type in place of a computation that is not modelled: an over-approximation, recorded in the ledger
 * and by the attribute {approximate}, which keeps counterexamples through it from being told as bugs. */
struct rvalue lower_approximate(struct lowering *l, const struct expression *e, const char *what);
struct rvalue lower_approximate_type(struct lowering *l, const struct type *type, struct location location,
				     const char *what);

struct float_format {
	uint32_t exponent, fraction; /* bits */
	bool explicit_one;           /* x87: the leading bit is there */
	uint32_t storage;            /* bits of the type, padding included */
};
struct float_format lower_float_format(struct lowering *l, const struct type *type);
uint32_t float_magnitude_width(struct float_format f);
term float_magnitude(struct lowering *l, struct float_format f, term t); /* without the sign */
term float_sign(struct lowering *l, struct float_format f, term t);      /* Bool: it is set */
term float_exponent(struct lowering *l, struct float_format f, term t);
term float_fraction(struct lowering *l, struct float_format f, term t); /* without the leading bit */
term float_is_zero(struct lowering *l, struct float_format f, term t);
term float_is_nan(struct lowering *l, struct float_format f, term t);
term float_is_infinite(struct lowering *l, struct float_format f, term t);
term float_is_finite(struct lowering *l, struct float_format f, term t);
term float_equal(struct lowering *l, struct float_format f, term a, term b);
term float_less(struct lowering *l, struct float_format f, term a, term b, bool or_equal);

/* Says in the ledger that the arithmetic operation `e` is taken to be done in its own type where gcc does it in x87's registers. */
void lower_float_precision(struct lowering *l, const struct expression *e);
term float_negate(struct lowering *l, struct float_format f, term t);
/* Arithmetic and conversions, rounded to nearest. */
term lower_float_binary(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b);
term lower_float_to_float(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_from_integer(struct lowering *l, const struct type *from, const struct type *to, term t);
term lower_float_to_integer(struct lowering *l, const struct type *from, const struct type *to, term t);

bool lower_float_builtin(struct lowering *l, const struct expression *e, struct rvalue *result); /* false: not one */

/* ---- lower_expression.c and others ---- */

struct rvalue lower_value(struct lowering *l, const struct expression *e);
void lower_effect(struct lowering *l, const struct expression *e);
term lower_condition(struct lowering *l, const struct expression *e); /* Bool: e != 0 */
void lower_branch(struct lowering *l, const struct expression *e, struct block *yes, struct block *no);
bool expression_is_simple(struct lowering *l,
			  const struct expression *e); /* no effects, no checks: may be evaluated at any rate */

/* A constant of floating type, as its bits; false: not constant. */
bool lower_floating_constant(struct lowering *l, const struct expression *e, struct rvalue *result);
term lower_floating_bits(struct lowering *l, const struct type *type, floating_value value);
/* The operands of a binary operator, from left to right. */
void lower_operands(struct lowering *l, const struct expression *e, struct rvalue *a, struct rvalue *b);
/* A comparison or shift of scalars, by the operator of E. */
term lower_compare(struct lowering *l, const struct expression *e, const struct type *type, term a, term b); /* Bool */
term lower_shift(struct lowering *l, const struct expression *e, const struct type *type, const struct type *by, term a,
		 term b);
/* A part of the conversion E, or all of it: between integer and floating types, but not to _Bool. */
term lower_convert(struct lowering *l, const struct expression *e, const struct type *from, const struct type *to,
		   term t);
struct rvalue lower_binary(struct lowering *l, const struct expression *e);
term lower_comparison(struct lowering *l, const struct expression *e); /* Bool */
bool expression_is_comparison(const struct expression *e);
struct rvalue lower_conversion(struct lowering *l, const struct expression *e);
struct rvalue lower_call(struct lowering *l, const struct expression *e);
struct rvalue *lower_arguments(struct lowering *l, const struct expression *call); /* from left to right, held */
/* `call` is the call that the arguments are from, or NULL. */
struct rvalue lower_call_routine(struct lowering *l, struct routine *routine, const struct rvalue *arguments,
				 uint32_t count, const struct expression *call, const struct type *result);
void lower_call_entry(struct lowering *l, struct routine *entry, struct variable *status);
struct rvalue lower_builtin(struct lowering *l, const struct expression *e);
bool lower_atomic_builtin(struct lowering *l, const struct expression *e, struct rvalue *result); /* false: not one */
struct rvalue lower_va_arg(struct lowering *l, const struct expression *e);
void lower_va_start(struct lowering *l, const struct expression *list);
void lower_va_copy(struct lowering *l, const struct expression *to, const struct expression *from);
struct rvalue model_alloca(struct lowering *l, const struct expression *e);
/* Functions that mean something whatever body they have (reach_error, __VERIFIER_nondet_int ...); false: not one. */
bool model_special(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);
/* argv, of argc (arguments[0]) unknown strings; those of the host if there is one. */
void model_arguments(struct lowering *l, const struct signature *s, struct rvalue *arguments);
/* The further arguments of a variadic call, from `first` on, in an object. `call` NULL: there are none. */
struct rvalue lower_variadic(struct lowering *l, const struct rvalue *arguments, const struct expression *call,
			     uint32_t first, uint32_t count);
/* A library function that is written in C: its definition in the unit of models, or D. */
struct declaration *lower_library(struct lowering *l, const char *name, struct declaration *d);
struct declaration *lower_library_find(struct lowering *l, const char *name);
/* A call of a library function that has no body; false: not known. */
bool model_call(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);
/* sqrt for sqrtf64, sinf for sinf32 and so on; NAME itself if it is no function of <math.h> for such a type. */
const char *model_plain_name(struct lowering *l, const char *name);
/* A call of printf or the like whose format is a literal. */
bool model_format(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);
/* Is the library's function NAME no more than bounds of its result? */
bool model_is_approximate(struct lowering *l, const char *name);
/* Some value of the type, after an error. */
struct rvalue lower_nothing(struct lowering *l, const struct type *type);
struct rvalue lower_label_address(struct lowering *l, const struct label *label);
struct rvalue lower_unknown(struct lowering *l, const struct type *type, const char *name); /* any value: an input */
/* An unknown pointer points into an object of its own that nobody else knows, or nowhere. */
node lower_unknown_object(struct lowering *l, const struct type *pointer);
struct lvalue lower_register(struct lowering *l, const struct expression *e); /* a global register variable */

/* ---- lower_complex.c: values that have parts, as RVALUE_LEAVES ---- */

struct rvalue parts_value(struct lowering *l, const struct type *type, const term *terms); /* copies them */
struct rvalue parts_zero(struct lowering *l, const struct type *type);
struct rvalue parts_unary(struct lowering *l, const struct expression *e); /* - and ~ */
/* An operation of the integer or floating type TYPE on parts of the operands of E, with its checks. */
term parts_operation(struct lowering *l, const struct expression *e, const struct type *type,
		     enum binary_operation operation, term a, term b);
struct rvalue complex_binary(struct lowering *l, const struct expression *e);
struct rvalue complex_conversion_of(struct lowering *l, const struct expression *e);
term complex_equal(struct lowering *l, const struct type *type, struct rvalue a, struct rvalue b); /* Bool */
term complex_nonzero(struct lowering *l, const struct type *type, struct rvalue value);

void lower_clear_padding(struct lowering *l, const struct expression *e); /* lower_padding.c */

/* ---- lower_vector.c ---- */

struct rvalue vector_binary_of(struct lowering *l, const struct expression *e);
struct rvalue vector_conversion_of(struct lowering *l, const struct expression *e);
struct rvalue vector_bits_of(struct lowering *l, const struct expression *e);
struct rvalue vector_shuffle(struct lowering *l, const struct expression *e);
struct rvalue vector_shuffle_constant(struct lowering *l, const struct expression *e);

/* Where the value of either of several branches ends up: the same variables. */
struct joined {
	struct rvalue value;
	struct variable **variables;
	uint32_t count;
};
void joined_init(struct lowering *l, struct joined *joined, const struct type *type);
void joined_set(struct lowering *l, struct joined *joined, struct rvalue value);

/* ---- sequence*.c: the order of evaluation ---- */

/* Around the evaluation of E, which may be one whose operands are not sequenced. The result is passed on to sequence_end. */
struct sequence *sequence_begin(struct lowering *l, const struct expression *e);
void sequence_end(struct lowering *l, struct sequence *s);
/* Expressions inside that are sequenced as a whole are lowered between these. */
bool sequence_suspend(struct lowering *l);
void sequence_resume(struct lowering *l, bool before);
/* The value of E if it was evaluated before; of an UPDATE with `old`: the value that its lvalue had. */
bool sequence_value(struct lowering *l, const struct expression *e, bool old, struct rvalue *value);
void sequence_note_lvalue(struct lowering *l, const struct expression *e, const struct lvalue *lvalue);
void effects_release(struct lowering *l);

/* ---- lower_undefined.c: functions without a body ---- */

/* What calling D, which has no body and no model, does (--undefined). */
struct rvalue lower_undefined_call(struct lowering *l, const struct expression *e, const struct declaration *d);
/* A procedure that does it, for pointers to D; NULL: nothing but any result. */
struct routine *lower_undefined_routine(struct lowering *l, struct declaration *d);
void lower_undefined_body(struct lowering *l, const struct routine *routine);

/* ---- lower_lvalue.c ---- */

struct lvalue lower_lvalue(struct lowering *l, const struct expression *e);
struct rvalue lvalue_load(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);
/* Stores; the result is the value as it is then (only if wanted). */
struct rvalue lvalue_store(struct lowering *l, const struct lvalue *lvalue, struct rvalue value,
			   const struct expression *e, bool wanted);
/* Where nothing needs a check: a new object. */
void lvalue_store_unchecked(struct lowering *l, const struct lvalue *lvalue, struct rvalue value);
struct rvalue lvalue_address(struct lowering *l, const struct lvalue *lvalue);
struct rvalue lower_pointer(struct lowering *l, const struct expression *e);
struct lvalue lvalue_of_storage(struct lowering *l, const struct storage *storage);
struct lvalue lvalue_of_pointer(struct lowering *l, struct rvalue pointer, const struct type *type);
struct lvalue lvalue_member(struct lowering *l, const struct lvalue *lvalue, const struct member *member);
struct rvalue record_member(struct lowering *l, struct rvalue record, const struct member *member,
			    const struct type *type);
struct rvalue record_as_leaves(struct lowering *l, struct rvalue record, const struct shape *shape);
struct rvalue record_copy(struct lowering *l, struct rvalue record, const struct type *type); /* in a new object */
struct rvalue record_in_memory(struct lowering *l, struct rvalue record, const struct type *type);

static inline struct rvalue rvalue_scalar(term t, node f)
{
	return (struct rvalue){ .kind = RVALUE_SCALAR, .term = t, .node = f };
}
static inline struct rvalue rvalue_void(void)
{
	return (struct rvalue){ .kind = RVALUE_VOID };
}

/* ---- lower_initializer.c ---- */

void lower_initializer(struct lowering *l, const struct storage *storage, const struct initializer *initializer);
void lower_string_bytes(struct lowering *l, struct lvalue lvalue, const struct string_literal *s, uint64_t size);
void lower_zero(struct lowering *l, const struct storage *storage);

/* ---- lower_jump.c, lower_unwind.c ---- */

void jump_enter_function(struct lowering *l, const struct function *f);
void jump_begin_activation(struct lowering *l); /* makes l->frame */
void jump_leave_function(struct lowering *l,
			 const struct variable *activation); /* before each return; NULL: no frame */
/* Leaves procedures until the frame is reached; nothing comes after it. */
void jump_to(struct lowering *l, term activation, term number, term call, term value);
struct variable *jump_target(struct lowering *l); /* the global that is 0 but while a jump is on its way */
struct variable *jump_number(struct lowering *l); /* the landing's */
bool jump_is_function(const char *name);          /* setjmp, longjmp and their kin */
struct rvalue jump_setjmp(struct lowering *l, const struct expression *e);
struct rvalue jump_longjmp(struct lowering *l, const struct expression *e);
/* An automatic object of the current procedure begins. */
void jump_note_object(struct lowering *l, struct variable *identity, const struct declaration *d);
/* Those for labels that nested functions go to. */
void jump_label_landing(struct lowering *l, const struct label *label, struct block *block);
void jump_to_label(struct lowering *l, const struct label *label, term activation);
void lower_unwind(struct lowering *l); /* after lower_dispatches */

/* ---- lower_nested.c ---- */

/* The objects that a nested function gets from those around it; 0 for others. */
uint32_t nested_captures(struct lowering *l, const struct function *f, struct declaration ***list);
/* The in-parameters from AT on are those of the current routine. */
void nested_bind(struct lowering *l, const struct routine *routine, uint32_t at);
/* A pointer to the object D, of the current function or captured by it. */
struct rvalue nested_reference(struct lowering *l, struct declaration *d);
void nested_enter_function(struct lowering *l, const struct function *f);
void nested_leave_function(struct lowering *l, const struct function *f);
/* A pointer to the nested function D, which captures something. */
struct rvalue nested_address(struct lowering *l, const struct routine *routine, const struct storage *function);
/* For a call through CALLEE: is it a closure of the function? */
term nested_is_closure(struct lowering *l, term callee, const struct storage *function);
/* The in-parameters of a call through it: those of the call and the references. */
term *nested_arguments(struct lowering *l, const struct signature *s, const term *arguments, term callee);
void nested_goto(struct lowering *l, const struct label *label);

/* ---- lower_scope.c ---- */

/* An automatic variable without an initialiser: any value. */
void lower_uninitialised(struct lowering *l, const struct storage *storage, const struct declaration *d);
bool lower_begins_with_scope(const struct lowering *l);
void lower_enter_scope(struct lowering *l, const struct ast_statement *s); /* an AST_COMPOUND or AST_FOR */
void lower_leave_scopes(struct lowering *l, size_t down_to); /* cleanups of the scopes above that number */
/* How many of the open scopes are still open at a jump's target, whose innermost scope is `scope`. */
size_t lower_common_scopes(const struct lowering *l, const struct ast_statement *scope);
/* A jump to LABEL with KEPT open scopes leaves what is declared after the label in its block. */
void lower_leave_declarations(struct lowering *l, const struct label *label, size_t kept);
/* Does a jump from the scope `from` into `scope`, inside it, go past declarations? */
bool lower_jump_enters(const struct ast_statement *scope, const struct ast_statement *from);
/* Begins the objects of `scope` and those around it, down to the `kept` open ones. */
void lower_jump_into_scopes(struct lowering *l, const struct ast_statement *scope, size_t kept);
/* A jump that runs no cleanups: computed goto, asm goto. No block is current after it. */
void lower_jump_to_label(struct lowering *l, struct label *label);

/* ---- lower_statement.c, lower_switch.c, lower_asm.c ---- */

void lower_statement(struct lowering *l, const struct ast_statement *s);
void lower_switch(struct lowering *l, const struct ast_statement *s);
void lower_asm(struct lowering *l, const struct asm_statement *a, struct location location);
void lower_return(struct lowering *l, const struct ast_statement *s);
struct block *lower_label_block(struct lowering *l, const void *key, const char *stem);

void lower_presets(struct lowering *l); /* when all statements are there */
void lower_prune(struct lowering *l);   /* unreachable blocks */

/* ---- lower_dispatch.c ---- */
void dispatch_check_options(
	struct lowering *l); /* functions that --call-targets names, and nobody declares, are errors */

void lower_indirect(struct lowering *l, struct rvalue callee, struct signature *signature, term *arguments, node *nodes,
		    struct variable **outs, const struct expression *e, bool unused);
void lower_dispatches(struct lowering *l); /* after regions_solve */
struct rvalue lower_function_address(struct lowering *l, struct declaration *d);

/* ---- access.c ---- */

struct rvalue access_load(struct lowering *l, term pointer, node pointer_node, uint32_t width, bool is_pointer);
void access_store(struct lowering *l, term pointer, node pointer_node, term value, node value_node, bool is_pointer);
void access_store_unset(struct lowering *l, term pointer, node pointer_node, struct rvalue from, bool is_pointer);
/* Uninitialised memory (access_unset.c), nothing if that is not checked: a new object begins; an assertion that what a load reads
 * is initialised; whether it is not, as a Bool; the maps begin. */
void access_begin(struct lowering *l, term pointer, node pointer_node, term count);
void access_check(struct lowering *l, term pointer, node pointer_node, uint32_t bytes, bool is_pointer,
		  const char *message);
term access_unset(struct lowering *l, term pointer, node pointer_node, uint32_t bytes);
void access_begin_unset(struct lowering *l);
void access_begin_typed(struct lowering *l); /* --assume-field-safe (access_typed.c), likewise */
/* `count` bytes become `byte` (bv8); `size`: count if constant, else 0, and then a multiple of `multiple`. */
void access_fill(struct lowering *l, term pointer, node pointer_node, term byte, term count);
void access_clear(struct lowering *l, term pointer, node pointer_node, term count);
void access_fill_pointers(struct lowering *l, term pointer, node pointer_node, struct rvalue value, term bytes);
void access_copy(struct lowering *l, term to, node to_node, term from, node from_node, term count);
/* A number that the value is certainly a multiple of. */
uint64_t access_factor(struct lowering *l, term t);
void access_forget(struct lowering *l, term pointer, node pointer_node, term count);
void access_forget_object(struct lowering *l, term object, node pointer_node);
void access_forget_all(struct lowering *l, node pointer_node);
void access_resolve(struct lowering *l);
/* The pointer that cells of this class hold at `pointer`; the class must be read (region_read_slots). */
term access_pointer(struct lowering *l, const struct cell_class *c, term pointer);
void access_free(struct lowering *l);

/* ---- check_*.c ---- */

static inline bool checks(const struct lowering *l, enum check check)
{
	return options_check(l->options, check);
}
/* Emits `assert ok {check} {message}` unless ok is true. */
void check_emit(struct lowering *l, enum check check, term ok, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
const char *check_text(struct lowering *l, const struct expression *e); /* " in '...'" */
const char *check_type(struct lowering *l, const struct type *type);    /* in C's words */
/* Before an access of `size` bytes at a place: all that follows. */
void check_access(struct lowering *l, const struct lvalue *lvalue, term size, bool write, const struct expression *e);
bool check_pointers(const struct lowering *l); /* some check of pointers is on */
void check_null(struct lowering *l, term pointer, const struct expression *e);
void check_alive(struct lowering *l, term pointer, const struct expression *e);
void check_bounds(struct lowering *l, const struct lvalue *lvalue, term size, const struct expression *e);
void check_writable(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);
void check_align(struct lowering *l, const struct lvalue *lvalue, const struct expression *e);
void check_initialised(struct lowering *l, const struct storage *storage); /* an automatic object, at its declaration */
bool type_is_const(const struct type *type);
uint32_t lvalue_alignment(const struct lowering *l, const struct lvalue *lvalue);
uint32_t lvalue_member_alignment(const struct lowering *l, const struct lvalue *lvalue, const struct member *member);
/* The function begins; alloca() gave `object`; the function returns. */
void check_alloca_begin(struct lowering *l, const struct function *f);
void check_alloca(struct lowering *l, term object);
void check_alloca_end(struct lowering *l);
/* a[index], or &a[index] with `only_address`. */
void check_index(struct lowering *l, const struct expression *e, term index, bool only_address);
/* The pointer to `place`, plus or minus (as e says) index * step. */
void check_pointer_arithmetic(struct lowering *l, const struct lvalue *lvalue, const struct expression *e, term index,
			      term step);
void check_compare(struct lowering *l, bool difference, term p, term q, const struct expression *e);
void check_overlap(struct lowering *l, term p, term n, term q, term m, const struct expression *e);
void check_array_size(struct lowering *l, const struct declaration *d);
void check_overflow(struct lowering *l, enum binary_operation operation, const struct type *type, term a, term b,
		    const struct expression *e);
void check_quotient(struct lowering *l, const struct type *type, bool remainder, term a, term b,
		    const struct expression *e);
void check_division(struct lowering *l, const struct type *type, bool remainder, term a, term b,
		    const struct expression *e);
void check_shift(struct lowering *l, bool left, const struct type *type, term a, term b, bool amount_signed,
		 const struct expression *e);
void check_negate(struct lowering *l, const struct type *type, term a, const struct expression *e);
void check_conversion(struct lowering *l, const struct type *from, const struct type *to, term a,
		      const struct expression *e);
void check_truncation(struct lowering *l, const struct type *from, const struct type *to, term t,
		      const struct expression *e);
void check_enum(struct lowering *l, const struct type *type, const struct type *from, term value,
		const struct expression *e);
bool check_floats(const struct lowering *l); /* some check of floating-point numbers is on */
void check_float(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b,
		 term result, const struct expression *e);
/* The same of complex operands, in parts. */
void check_complex(struct lowering *l, const struct type *base, enum binary_operation operation, const term *a,
		   const term *b, const term *result, const struct expression *e);
void check_float_conversion(struct lowering *l, const struct type *from, const struct type *to, term before, term after,
			    const struct expression *e);
void check_call_target(struct lowering *l, const struct indirect_call *call);
void check_call_type(struct lowering *l, const struct indirect_call *call, const struct declaration *d);
void check_return(struct lowering *l, bool with_value);
void check_returned(struct lowering *l, struct declaration *d, const char *text);
void check_unreachable(struct lowering *l);
struct variable *check_unset_variable(struct lowering *l, const struct declaration *d, const char *name);
bool check_is_moved(const struct lowering *l, const struct type *to, const struct expression *value);
void check_variable_read(struct lowering *l, const struct lvalue *lvalue, bool moved, struct rvalue *value,
			 const struct expression *e);
term check_memory_read(struct lowering *l, const struct lvalue *lvalue, uint32_t bytes, bool is_pointer, bool moved,
		       const struct expression *e);
void check_free(struct lowering *l, term pointer, const struct expression *e);
void check_exit(struct lowering *l);      /* leaks: the program ends here */
void check_exit_body(struct lowering *l); /* what that does, when everything else is lowered */
void check_allocated(struct lowering *l, term object);
void check_site(struct lowering *l, term identity, uint32_t object);
term check_reached(struct lowering *l, term object);
bool check_has_slots(struct lowering *l, uint32_t object);
void check_local(struct lowering *l, struct variable *variable, node f, uint32_t object);
void check_frames_prepare(struct lowering *l);
void check_frames(struct lowering *l);

#endif
