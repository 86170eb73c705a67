/* The parts of the semantic analysis, for one another. Functions carry the name of their file, sema_*.c.
 *
 * After an error that was reported the analysis goes on with TYPE_ERROR, of which nobody complains again. */
#ifndef C2IR_SEMA_INTERNAL_H
#define C2IR_SEMA_INTERNAL_H

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_statement.h"
#include "diag.h"
#include "intern.h"
#include "scope.h"
#include "sema.h"
#include "syntax.h"
#include "vec.h"

struct declaration_vec VEC_BODY(struct declaration *);
struct statement_vec VEC_BODY(struct ast_statement *);
struct expression_vec VEC_BODY(struct expression *);
struct label_vec VEC_BODY(struct label *);
struct jump_vec VEC_BODY(struct jump);

/* A goto to LABEL. */
struct jump {
	struct label *label;
	struct location location;
	const struct modified *modified;
};

/* What is known while a function's body is analysed. */
struct body {
	struct body *outer; /* of the function around a nested one */
	struct function *function;
	struct declaration_vec locals;
	struct label_vec labels;
	TABLE(const char *, struct label *) named_labels; /* those that are not local */
	struct ast_statement *scope;                      /* innermost compound or for */
	struct ast_statement *parent;                     /* innermost statement */
	struct switch_state *in_switch;
	struct ast_statement *break_target, *continue_target;
	struct declaration_vec scope_declarations; /* of the open scopes, a stack */
	struct label_vec local_labels;             /* declared by __label__ in the open scopes, a stack */
	const struct string_literal *name;         /* __func__, once it is mentioned */
	struct declaration_vec captured;           /* the outermost function's: see struct function */
	const struct modified *modified;           /* see variable.c */
	struct jump_vec jumps;                     /* the outermost function's, out of nested ones too */
	struct declaration_vec hidden;             /* sizes of variably modified types, for the outermost block */
};

struct sema {
	struct syntax *syntax;
	struct interner *names;
	struct diagnostics *diags;
	struct unit *unit;
	struct arena *arena;
	struct types *types; /* unit->types */
	struct scopes scopes;
	TABLE(const char *, struct declaration *) linked; /* with linkage, visible or not (6.2.2p4) */
	struct declaration_vec declarations;              /* becomes unit->declarations */
	struct statement_vec assembly;
	struct body *body;           /* NULL at file scope */
	struct declaration *subject; /* gets what is not supported; NULL: the whole unit is rejected */
	unsigned in_prototype;       /* inside parameter lists */
	struct prototype *prototype; /* directly inside that of a definition */
	unsigned unevaluated;        /* inside sizeof, typeof, ...: nothing counts as used */
	unsigned depth;              /* of nested constructs */
	unsigned errors;
	uint32_t ids, strings;
	bool stopped;                     /* too many errors: leave quickly */
	struct expression_vec pending;    /* variable.c: to be evaluated where a type is reached, in order */
	struct declaration_vec mentioned; /* in operands of which it is not yet known whether they are evaluated */
	/* typeof of an error and the like */
	const struct type *error_type;
	const struct type *int_type, *unsigned_type, *char_type, *void_type, *bool_type, *void_pointer, *size_type;
};

/* ---- sema.c ---- */

void sema_error(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sema_warning(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sema_note(struct sema *s, struct location location, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A legal construct that is not supported: goes to the subject. */
void sema_unsupported(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Around everything that nests: false, after an error, when nested too deep. sema_leave() only after true. */
bool sema_enter(struct sema *s, struct location location);
void sema_leave(struct sema *s);
struct location sema_location(const struct sema *s, node_id n);
struct source_range sema_range(const struct sema *s, node_id n);
const char *sema_intern(struct sema *s, const char *text);
/* A type's text that lives as long as the unit, in quotes are up to the caller. */
const char *sema_type(struct sema *s, const struct type *t);
/* COUNT elements of SIZE bytes copied into the arena (NULL for none). */
void *sema_array(struct sema *s, const void *from, size_t count, size_t size);
/* The function or object as part of the unit: with its number, in unit->declarations when it has static storage. */
struct declaration *sema_new_declaration(struct sema *s, enum declaration_kind kind, const char *name,
					 const struct type *type, struct location location);
void sema_add_to_unit(struct sema *s, struct declaration *d);

/* ---- pragma.c ---- */

void pragma_apply(struct sema *s); /* at the end of the unit, in the file's scope */

/* ---- attribute.c ---- */

struct attributes {
	bool packed, ms_struct, noreturn, weak, is_const, pure, malloc_like, transparent_union, constructor, destructor,
		always_inline, used, gnu_inline, naked, returns_twice, deprecated;
	uint16_t constructor_order, destructor_order; /* as in struct declaration */
	uint32_t aligned;                             /* bytes; 0: none */
	const char *mode;                             /* "QI", "DI", "word", ... without underscores */
	uint64_t vector_size;                         /* bytes */
	const char *alias, *section, *asm_name;
	const char *cleanup; /* name of the function */
	struct location cleanup_location;
};

/* Adds those of the records in RANGE to *A. */
void attribute_add(struct sema *s, struct attributes *a, struct attribute_range range);
/* The same without those whose token lies in [begin, end). */
void attribute_add_outside(struct sema *s, struct attributes *a, struct attribute_range range, uint32_t begin,
			   uint32_t end);
/* Those of and around the declarator node D (0: none): in it, after it, and before it if it is not the FIRST. */
void attribute_add_declarator(struct sema *s, struct attributes *a, node_id d, bool first);
/* Sets what A says of a function or object. */
void attribute_apply(struct sema *s, const struct attributes *a, struct declaration *d);
/* T changed by mode, vector_size and, where asked for, aligned. */
const struct type *attribute_type(struct sema *s, const struct attributes *a, const struct type *t,
				  struct location location);
/* The type T of a declarator under the attributes ALL, of which those OF_SPECIFIERS were applied before. */
const struct type *attribute_declared_type(struct sema *s, const struct attributes *of_specifiers,
					   const struct attributes *all, const struct type *t,
					   struct location location);

/* ---- specifier.c, record.c ---- */

struct specifiers {
	const struct type *type;
	bool is_typedef, is_extern, is_static, is_auto, is_register, is_thread, is_inline, is_noreturn;
	bool is_auto_type; /* __auto_type: type is the error type until the initialiser gives it */
	unsigned qualifiers;
	bool implicit_int; /* no type was given */
	bool declares_tag; /* struct, union or enum with a tag or body */
	uint32_t alignas;  /* bytes; 0: none */
	struct attributes attributes;
	struct location location;
};

/* SPECIFIERS node. ALONE: nothing declared after it (`struct s;` declares a new tag). */
void specifier_parse(struct sema *s, node_id n, bool alone, struct specifiers *out);
/* The same where __auto_type may not stand. */
void specifier_parse_type(struct sema *s, node_id n, bool alone, struct specifiers *out);
const struct type *record_specifier(struct sema *s, node_id n, bool alone);
const struct type *record_enum_specifier(struct sema *s, node_id n, bool alone);

/* ---- variable.c ---- */

/* A hidden variable of the current function that gets VALUE where the type that is being analysed is reached. */
struct declaration *variable_size(struct sema *s, node_id n, struct expression *value);
/* The size of an array [*], in a prototype that is no definition: nothing evaluates it. */
struct expression *variable_unknown_size(struct sema *s, node_id n);

/* Around the analysis of an operand that may not be evaluated. At the end: EVALUATED is it, or NULL. */
struct operand {
	size_t mentioned;
};
struct operand variable_enter_operand(struct sema *s);
void variable_leave_operand(struct sema *s, struct operand operand, struct expression *evaluated);

/* What is pending since MARK (s->pending.count then) is evaluated before E: as part of it; by statements; by the definition
 * whose parameters were analysed (forgotten where it is no definition). Or it is not evaluated at all. */
struct expression *variable_attach(struct sema *s, size_t mark, struct expression *e);
void variable_statements(struct sema *s, size_t mark, node_id n, struct statement_vec *out);
void variable_parameters(struct sema *s, size_t mark);
void variable_forget(struct sema *s, size_t mark);

/* The hidden variables of P's types become BODY's; BODY's become objects of its function and of the open scope. */
struct member;
struct prototype;
struct record;
void variable_adopt(struct body *body, const struct prototype *p);
void variable_scope(struct body *body);

/* D, an identifier of the current block, is declared. */
void variable_declared(struct sema *s, const struct declaration *d);
/* No jump leads into the scope of an identifier of variably modified type (6.8.6.1p1): a goto to LABEL is noted; those that were
 * are checked; so is a case (or default) of the switch that is in the scope of SWITCHED. */
void variable_jump(struct sema *s, struct label *label, struct location location);
void variable_check_jumps(struct sema *s, struct body *outermost);
void variable_check_case(struct sema *s, const struct modified *switched, struct location location);

/* ---- layout.c ---- */

/* Lays R, which has members of variable size, out and completes it. */
void layout_variable(struct sema *s, node_id n, struct record *r);
/* The lvalue RECORD moved to where the member M counts from. */
struct expression *layout_base(struct sema *s, node_id n, struct expression *record, const struct member *m);

/* ---- declarator.c ---- */

/* The parameters as a function definition needs them. */
struct prototype {
	struct scope *scope;               /* closed; to be reopened for the body */
	struct declaration_vec parameters; /* to be freed */
	node_id list;
	bool old_style;
	struct expression_vec effects; /* what their types evaluate, at the head of the body; to be freed */
	struct declaration_vec hidden; /* the sizes in those types; to be freed */
};

struct declarator {
	const char *name;         /* NULL: abstract */
	struct location location; /* of the name, else of the declarator */
	const struct type *type;
	struct prototype *prototype; /* wanted by the caller (a definition), or NULL */
	bool has_prototype;          /* it was filled in */
};

/* Applies the declarator node N (0: none) to TYPE. d->prototype is set by the caller. */
void declarator_apply(struct sema *s, node_id n, const struct type *type, struct declarator *d);
/* The type that a TYPE_NAME node names. */
const struct type *declarator_type_name(struct sema *s, node_id n);
void declarator_release(struct prototype *p);
/* Adjusts a parameter's type: array and function to pointer (6.7.6.3p7-8). */
const struct type *declarator_adjust(struct sema *s, const struct type *t);

/* ---- declaration.c ---- */

void declaration_top_level(struct sema *s, node_id n); /* DECLARATION */
/* DECLARATION inside a function: its effects are appended to OUT (AST_DECLARATION and AST_EXPRESSION statements). */
void declaration_local(struct sema *s, node_id n, struct statement_vec *out);
struct declaration *declaration_nested_function(struct sema *s, const char *name, const struct type *type,
						struct location location);
void declaration_static_assert(struct sema *s, node_id n);
/* The function NAME declared by its use: int NAME(), or a known library function. */
struct declaration *declaration_implicit_function(struct sema *s, const char *name, struct location location);
/* Declares an entity with linkage (merging with what was declared before), or reports a conflict. */
struct declaration *declaration_linked(struct sema *s, enum declaration_kind kind, const char *name,
				       const struct type *type, enum linkage linkage, struct location location);
/* A new automatic object of the current function, in the innermost scope (name NULL: hidden). */
struct declaration *declaration_automatic(struct sema *s, const char *name, const struct type *type,
					  struct location location);
void declaration_finish(struct sema *s); /* tentative definitions, at the end of the unit */

/* ---- function.c ---- */

void function_definition(struct sema *s, node_id n);

/* ---- nested.c ---- */

/* A hidden object of the function of B, in none of its scopes. */
struct declaration *nested_hidden(struct sema *s, struct body *b, const struct type *type, struct location location);
/* The current function, which is nested, mentions the automatic object D of one around it. */
void nested_capture(struct sema *s, struct declaration *d);
/* The label declared with __label__ in a function around the current one; NULL: none. A goto there is meant. */
struct label *nested_label(struct sema *s, const char *name);

/* ---- initializer.c ---- */

/*
 * The initialiser NODE for an object of *type (an incomplete array becomes complete). STATIC_STORAGE: values must be
 * constants. NULL after an error.
 */
struct initializer *initializer_parse(struct sema *s, node_id node, const struct type **type, bool static_storage,
				      struct location location);
/* One with the single item VALUE, which is already of type TYPE. */
struct initializer *initializer_single(struct sema *s, const struct type *type, struct expression *value);

/* ---- literal.c ---- */

struct expression *literal_number(struct sema *s, node_id n);
struct expression *literal_char(struct sema *s, node_id n);
struct expression *literal_string(struct sema *s, node_id n);
/* A literal made of these bytes and a terminating zero (for __func__). */
struct expression *literal_of_text(struct sema *s, const char *text, node_id n);
/* The bytes of a STRING_LITERAL node as text (asm, alias): NUL-terminated, in the arena. */
const char *literal_text(struct sema *s, node_id n);
/* The same of the token TOKEN, which is one string literal. */
const char *literal_token_text(struct sema *s, uint32_t token);

/* ---- expression.c, call.c, builtin.c ---- */

/* E as it is: lvalues are not loaded, arrays and functions have not decayed. */
struct expression *expression_parse(struct sema *s, node_id n);
/* The value of E: loaded, decayed. */
struct expression *expression_value(struct sema *s, node_id n);
/* A value that is compared with 0 (a condition). */
struct expression *expression_condition(struct sema *s, node_id n, const char *what);
/* A whole expression whose value is not used. */
struct expression *expression_effect(struct sema *s, node_id n);
/* An integer constant expression; false after an error. *type is its type if not NULL. */
bool expression_integer(struct sema *s, node_id n, integer_value *value, const struct type **type, const char *what);
/* An integer constant expression as a non-negative number below LIMIT; false after an error. */
bool expression_size(struct sema *s, node_id n, uint64_t limit, uint64_t *value, const char *what);

struct expression *expression_new(struct sema *s, enum expression_kind kind, const struct type *type, node_id n);
/* One that takes its place and range from LIKE. */
struct expression *expression_like(struct sema *s, enum expression_kind kind, const struct type *type,
				   const struct expression *like);
struct expression *expression_error(struct sema *s, node_id n);
struct expression *expression_constant(struct sema *s, const struct type *type, integer_value value, node_id n);
/* Mentions the object or function D. */
struct expression *expression_of_declaration(struct sema *s, struct declaration *d, node_id n);
/* sizeof T as a size_t expression: a constant, or computed from the lengths of variable arrays. NULL: T has none. */
struct expression *expression_size_of(struct sema *s, const struct type *t, node_id n);
struct expression *call_parse(struct sema *s, node_id n);
/* A call of the function pointer CALLEE; arguments: the node FIRST (0: none) and those after it. */
struct expression *call_with(struct sema *s, node_id n, struct expression *callee, node_id first);
/* tgmath.c */
struct expression *tgmath_call(struct sema *s, node_id n);
/* A call of the builtin D->name, which is not a plain function; NULL: it is one. */
struct expression *builtin_call(struct sema *s, node_id n, const char *name);
/* True: NAME is a builtin or library function that is declared by its use. Its type and its library name. */
bool builtin_known(struct sema *s, const char *name, const struct type **type, const char **library_name);
/* A signature of builtin.def or of a row of lib/libc as a function type. */
const struct type *builtin_signature(struct sema *s, const char *signature);

/* ---- object_size.c ---- */

/* What __builtin_object_size(pointer, kind) is. */
uint64_t object_size(struct sema *s, const struct expression *pointer, unsigned kind);

/* ---- has_attribute.c ---- */

/* __builtin_has_attribute(entity, attribute) */
struct expression *has_attribute(struct sema *s, node_id n, node_id entity, node_id attribute);

/* ---- operator.c ---- */

/* Operands are values (loaded, decayed). PLACE of N. */
struct expression *operator_binary(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right);
struct expression *operator_unary(struct sema *s, node_id n, enum node_op op, struct expression *operand);
struct expression *operator_logical(struct sema *s, node_id n, bool is_and, struct expression *left,
				    struct expression *right);
struct expression *operator_assign(struct sema *s, node_id n, struct expression *left, struct expression *right);
struct expression *operator_update(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right, bool postfix);
struct expression *operator_conditional(struct sema *s, node_id n, struct expression *condition,
					struct expression *left, struct expression *right);
struct expression *operator_comma(struct sema *s, node_id n, struct expression *left, struct expression *right);
struct expression *operator_address(struct sema *s, node_id n, struct expression *operand);
struct expression *operator_dereference(struct sema *s, node_id n, struct expression *pointer);
struct expression *operator_subscript(struct sema *s, node_id n, struct expression *left, struct expression *right);
/* operand.name */
struct expression *operator_member(struct sema *s, node_id n, struct expression *operand, const char *name,
				   struct location location);

/* ---- complex.c ---- */

/* The imaginary constant with this number. */
struct expression *complex_imaginary(struct sema *s, struct expression *constant, node_id n);
/* __real__ E or __imag__ E (as parsed). */
struct expression *complex_operator(struct sema *s, node_id n, struct expression *e, bool imaginary);
/* The value E as TO, where one of them is complex; NULL: no such conversion. */
struct expression *complex_conversion(struct sema *s, struct expression *e, const struct type *to);
/* __builtin_complex */
struct expression *complex_builtin(struct sema *s, node_id n, struct expression *real, struct expression *imaginary);

/* ---- vector.c ---- */

/* One of the operands is a vector; NULL: they are not fit for the operator. */
struct expression *vector_binary(struct sema *s, node_id n, enum node_op op, enum binary_operation operation,
				 struct expression *left, struct expression *right);
/* Vectors that may be assigned; whose bits, or an integer's, may be cast; that conversion. */
bool vector_fits(struct sema *s, const struct type *from, const struct type *to);
bool vector_cast_fits(struct sema *s, const struct type *from, const struct type *to);
struct expression *vector_conversion(struct sema *s, struct expression *e, const struct type *to);
/* vector[index]: VECTOR as parsed. */
struct expression *vector_subscript(struct sema *s, node_id n, struct expression *vector, struct expression *index);
bool vector_check_shuffle(struct sema *s, node_id n, struct expression **arguments, uint32_t count);
struct expression *vector_convert(struct sema *s, node_id n, struct expression *e, const struct type *to);

/* ---- conversion.c ---- */

struct expression *conversion_value(struct sema *s, struct expression *e); /* load, decay */
/* The value E as TYPE, whatever conversion that needs (both scalars, or void, or compatible records). */
struct expression *conversion_to(struct sema *s, struct expression *e, const struct type *type);
struct expression *conversion_cast(struct sema *s, struct expression *e, const struct type *type, node_id n);
/* As if by assignment (6.5.16.1): checks the constraints. WHAT: "assignment", "argument 2 of 'f'", ... */
struct expression *conversion_assign(struct sema *s, struct expression *e, const struct type *type,
				     struct location location, const char *what);
struct expression *conversion_promote(struct sema *s, struct expression *e);
/* Default argument promotions (6.5.2.2p6). */
struct expression *conversion_default_argument(struct sema *s, struct expression *e);
bool conversion_is_null(struct sema *s, const struct expression *e); /* a null pointer constant (6.3.2.3p3) */
/* Type of the value that lvalue E holds, see CONVERSION_LOAD. */
const struct type *conversion_load_type(struct sema *s, const struct expression *e);

/* ---- constant.c ---- */

enum constant_kind { CONSTANT_NONE, CONSTANT_INTEGER, CONSTANT_FLOAT, CONSTANT_COMPLEX, CONSTANT_ADDRESS };

struct constant {
	enum constant_kind kind;
	integer_value value;           /* INTEGER (pointers without base too): low bits of the type's width */
	floating_value floating;       /* FLOAT */
	integer_value imaginary_value; /* COMPLEX: with `value` or `floating` for the real part, as the base is */
	floating_value imaginary;
	const struct expression *base; /* ADDRESS: OBJECT, FUNCTION, STRING, COMPOUND_LITERAL, LABEL_ADDRESS */
	uint64_t offset;               /* ADDRESS: bytes beyond it, modulo 2^64 */
};

struct constant constant_evaluate(const struct types *types, const struct expression *e);
integer_value constant_truncate(const struct types *types, const struct type *t, integer_value v);
/* VALUE of type T as a signed number (meaningful for unsigned types below 128 bits too). */
__int128 constant_signed(const struct types *types, const struct type *t, integer_value value);
/* X rounded to the format of T; X OPERATION Y (+ - * /), rounded once; C of the real type FROM as TO. */
struct constant constant_floating(const struct type *t, floating_value x);
struct constant constant_arithmetic(const struct type *t, enum binary_operation operation, floating_value x,
				    floating_value y);
struct constant constant_convert(const struct types *types, const struct type *from, const struct type *to,
				 struct constant c);
/* constant_complex.c: a part of a complex constant; operators and conversions */
struct constant constant_part(const struct constant *c, const struct type *base, bool imaginary);
struct constant constant_complex_binary(const struct types *types, const struct expression *e, const struct constant *x,
					const struct constant *y);
struct constant constant_complex_unary(const struct types *types, const struct expression *e, struct constant c);
struct constant constant_to_complex(const struct types *types, const struct expression *e, struct constant c);
bool constant_is_real_operand(const struct expression *e);
/* E may initialise an object of static storage (6.7.9p4), generously. */
bool constant_is_static(const struct types *types, const struct expression *e);

/* ---- statement.c, asm.c ---- */

/* The body N of the function s->body, with EFFECTS at its head. Its scope, with the parameters, is open. */
void statement_body(struct sema *s, node_id n, const struct expression_vec *effects);
/* Appends one statement that evaluates E. */
void statement_add_effect(struct sema *s, struct statement_vec *out, struct expression *e, node_id n);
/* ({ ... }) */
struct expression *statement_expression(struct sema *s, node_id n);
struct label *statement_label(struct sema *s, const char *name, struct location location);
struct asm_statement *asm_parse(struct sema *s, node_id n);
struct ast_statement *statement_new(struct sema *s, enum ast_statement_kind kind, node_id n);

/* ---- escape.c ---- */

/* Sets address_taken of what the body and initialisers of F mention, and F's list of references. */
void escape_analyse(struct sema *s, struct function *f);
/* The same for an object's static initialiser. */
void escape_initializer(struct sema *s, struct declaration *d);

#endif
