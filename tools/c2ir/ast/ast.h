/* The typed abstract syntax tree of one translation unit: what the semantic analysis makes and the lowering reads.
 *
 * Everything implicit in C is explicit here. Every value has been converted to the type that its user wants; each
 * conversion is a node of its own. Names are resolved to the one object per entity. sizeof, _Alignof, offsetof,
 * enumerators and builtins with a constant value are constants. Initialisers are lists of (offset, type, value).
 *
 * All nodes live in the unit's arena. Include together with lib/ir is possible: no name clashes with ir.h or term.h
 * (syntax.h's do: use unit_text() and the locations instead). */
#ifndef C2IR_AST_H
#define C2IR_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "diag.h"
#include "source_range.h"
#include "type.h"

struct syntax;
struct ast_statement;
struct declaration;
struct expression;
struct initializer;

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;

/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;

/* ---- expressions ---- */

enum expression_kind {
	/* rvalues without operands */
	EXPRESSION_CONSTANT, /* of integer, enum or pointer type: `value` (from literals, sizeof, enumerators, builtins,
				      NULL after its conversion) */
	EXPRESSION_FLOAT_CONSTANT, /* `floating` */
	EXPRESSION_LABEL_ADDRESS,  /* &&label: `label`, type void * */

	/* designators and lvalues: is_lvalue is set (but see MEMBER) */
	EXPRESSION_OBJECT,      /* `declaration`: a variable or parameter */
	EXPRESSION_FUNCTION,    /* `declaration`: a function; FUNCTION type */
	EXPRESSION_STRING,      /* `string`; ARRAY type */
	EXPRESSION_DEREFERENCE, /* *operand; what a[i] and p->m are made of too. Not of function type: *f is f */
	EXPRESSION_MEMBER,      /* operand.member: an lvalue iff the operand is one (f().m is not). An array that is a
					member of an rvalue decays to a pointer into a temporary object (6.2.4p8). Of a complex
					or vector operand: a part of it, type_part() */
	EXPRESSION_COMPOUND_LITERAL, /* the unnamed object `declaration`, initialised when this is evaluated (if it is automatic)*/

	/* one operand */
	EXPRESSION_ADDRESS,    /* &operand, an lvalue or function designator */
	EXPRESSION_CONVERSION, /* operand to this type in the way `conversion` */
	EXPRESSION_NEGATE,     /* -x: x has this type */
	EXPRESSION_COMPLEMENT, /* ~x; of a complex number its conjugate */
	EXPRESSION_NOT,        /* !x: x any scalar, result int */

	/* two operands */
	EXPRESSION_BINARY,      /* left `operation` right: see enum binary_operation; no sequence between them */
	EXPRESSION_LOGICAL_AND, /* operands any scalars, result int */
	EXPRESSION_LOGICAL_OR,
	EXPRESSION_COMMA,
	EXPRESSION_ASSIGN, /* lvalue left = right: right has the unqualified type of left (a record perhaps); the result is
			      what a CONVERSION_LOAD of left would then give, in its type (a bit-field: as it fits the
			      field) */

	/*
	 * left op= right, ++left, left--, ...: the lvalue `left` becomes `value`, an expression of its unqualified type in
	 * which EXPRESSION_OLD_VALUE stands, exactly once, for what a CONVERSION_LOAD of left gave. All conversions are in it: for
	 * `char c; c += 1` value is (char)((int)OLD + 1). `right` is the right operand inside it (the constant 1 for
	 * ++ and --). The result is the new value, if `postfix` the old one. C leaves open whether left is read before
	 * or after right is evaluated.
	 */
	EXPRESSION_UPDATE,
	EXPRESSION_OLD_VALUE, /* the value described there; `of` is the UPDATE that it belongs to, the innermost around it */

	EXPRESSION_CONDITIONAL, /* condition ? left : right, both converted to this type (void, record, scalar). `c ?: right` is
				   (hidden = c, hidden ? hidden : right) with a hidden variable of the function */
	EXPRESSION_CALL,      /* see struct expression */
	EXPRESSION_BUILTIN,   /* a builtin that is no library function: `builtin`, arguments */
	EXPRESSION_STATEMENT, /* ({ body }): value of its last statement, which is `result`'s (see below), or void */
	EXPRESSION_VA_ARG /* __builtin_va_arg(ap, this type): operand is a pointer to the va_list object (on LP64 to the one
				   element of that array, on ILP32 to the char *); so are va_start's, va_end's and va_copy's
				   arguments */
};

enum conversion {
	CONVERSION_LOAD, /* lvalue to the value it holds (6.3.2.1p2); records too. Type: that of the lvalue, unqualified.
				But bit-fields that are narrower than their type: those narrower than int and not of a type
				that is itself narrower than int give int, those of 32 bits int or unsigned int, wider
				ones a BIT_INTEGER of their width (as in gcc); the value is always the field's */
	CONVERSION_ARRAY,    /* array lvalue to a pointer to its first element */
	CONVERSION_FUNCTION, /* function designator to pointer */
	CONVERSION_VOID,     /* the value is discarded */
	CONVERSION_INTEGER, /* integer (incl. _Bool and enums) to integer other than _Bool: extended by the signedness of
				the operand's type, or cut; enum to its underlying type changes nothing */
	CONVERSION_BOOL,    /* scalar to _Bool: != 0 */
	CONVERSION_INTEGER_TO_FLOATING,
	CONVERSION_FLOATING_TO_INTEGER,
	CONVERSION_FLOATING,
	CONVERSION_COMPLEX, /* real or complex to complex: by its parts; a real operand is the real part, the other is 0 */
	CONVERSION_VECTOR, /* scalar of the element type to a vector of equal elements; vector to vector, element by element */
	CONVERSION_BITS,               /* between vectors and integers of the same size: the same bits */
	CONVERSION_POINTER,            /* pointer to pointer: the same value */
	CONVERSION_INTEGER_TO_POINTER, /* the operand has an integer type of any width */
	CONVERSION_POINTER_TO_INTEGER,
	CONVERSION_NULL,  /* a null pointer constant to a pointer type: the operand is a constant 0 */
	CONVERSION_UNION, /* (GNU) a value of the type of `member` to the union with that member */
	CONVERSION_NONE   /* between types of the same representation: records that are compatible, const away */
};

enum binary_operation {
	/* Vectors: both operands of any operation have the same vector type; comparisons give a vector of integers, 0 or -1.

	   Both operands and the result have the same arithmetic type. Complex: where one of the operands is a CONVERSION_COMPLEX
	   from a real type that is no cast, it counts as real (C11 G.5): it has no imaginary part that could be -0 or a NaN */
	BINARY_ADD,
	BINARY_SUBTRACT,
	BINARY_MULTIPLY,
	BINARY_DIVIDE,
	BINARY_REMAINDER,
	BINARY_AND,
	BINARY_OR,
	BINARY_XOR,
	/* the result has the type of the left operand; the right one any integer type of its own (promoted) */
	BINARY_SHIFT_LEFT,
	BINARY_SHIFT_RIGHT,
	/* operands of the same arithmetic type or two pointers of one representation; result int */
	BINARY_EQUAL,
	BINARY_NOT_EQUAL,
	BINARY_LESS,
	BINARY_GREATER,
	BINARY_LESS_EQUAL,
	BINARY_GREATER_EQUAL,
	/* the pointer is the left operand whatever the source says, the right one any integer type (promoted); counted in
	   `step` bytes, or `variable_step` when that is not NULL */
	BINARY_POINTER_ADD,
	BINARY_POINTER_SUBTRACT,
	BINARY_POINTER_DIFFERENCE, /* pointer - pointer, result ptrdiff_t, counted in the same way */
	BINARY_COMPLEX             /* the complex number of the two parts, which have the type of its base */
};

/* Builtins that are more than a library function by another name. */
enum builtin {
#define BUILTIN(enumerator, name, signature) BUILTIN_##enumerator,
#include "builtin.def"
#undef BUILTIN
	BUILTIN_NONE
};

struct string_literal {
	const unsigned char *bytes; /* all, in the target's byte order, with the terminating zero unit */
	uint64_t size;              /* bytes, of which the terminating zero unit is the last */
	unsigned unit;              /* bytes of a character: 1, 2 or 4 */
	uint32_t index;             /* in the order of appearance, unique in the unit */
	struct location location;
};

struct expression {
	enum expression_kind kind;
	const struct type *type; /* of an rvalue: without qualifiers */
	struct location location;
	struct source_range range; /* empty for what was made up */

	bool is_lvalue; /* designates an object; functions do not count */

	/* CONVERSION: written as a cast (one that changes nothing leaves no node); CONSTANT: has gone through an implicit
	   conversion, so that its type is not that of its text */
	bool is_cast, is_converted;
	/* UPDATE: the result is the old value */
	bool postfix;
	/* BINARY_POINTER_ADD: written a[i]; DEREFERENCE: made of a[i] or p->m */
	bool is_subscript, is_arrow;

	union {
		enum conversion conversion;
		enum binary_operation
			operation; /* BINARY; UPDATE: that of the source (++ is BINARY_ADD or POINTER_ADD) */
		enum builtin builtin;
	};

	union {
		integer_value value;                 /* CONSTANT */
		floating_value floating;             /* FLOAT_CONSTANT: rounded to the type */
		struct label *label;                 /* LABEL_ADDRESS */
		struct declaration *declaration;     /* OBJECT, FUNCTION, COMPOUND_LITERAL */
		const struct string_literal *string; /* STRING */
		struct expression *of;               /* OLD_VALUE */

		/* one to three operands: all the rest */
		struct {
			union {
				struct expression *operand; /* of those with one */
				struct expression *left;
				struct expression
					*callee; /* CALL: of type pointer to function (a function designator is under
							      a CONVERSION_FUNCTION) */
			};
			struct expression *right;
			union {
				struct expression *condition;     /* CONDITIONAL */
				struct expression *updated;       /* UPDATE: what is called `value` above */
				struct expression *variable_step; /* POINTER operations: size_t, NULL: see step */
				const struct member *member;      /* MEMBER, CONVERSION_UNION */
			};
			union {
				uint64_t step; /* POINTER operations: bytes per element */
				struct {
					/* CALL, BUILTIN. A call's arguments have the types of the parameters, those without a
					   parameter are promoted (6.5.2.2p6). Values: arrays and functions have decayed. */
					struct expression **arguments;
					uint32_t argument_count;
				};
				struct {
					/* STATEMENT. The value of the whole is that of the last statement's expression, evaluated
					   in place: it is `result` and is left out of body; NULL: void. */
					struct ast_statement *body;
					struct expression *result;
				};
			};
		};
	};
};

/* The operands of E: the expressions directly inside it, in the order that C gives their evaluation or else from left to
 * right; a CALL's callee is the first, an UPDATE's are `left` and `updated`, a STATEMENT's is its result (not what its body
 * has). What initialises a compound literal and the UPDATE of an OLD_VALUE are no operands. None is NULL. */
uint32_t expression_operand_count(const struct expression *e);
struct expression *expression_operand(const struct expression *e, uint32_t i); /* i < expression_operand_count(e) */
/* CALL: the function called by its name, or NULL for a call through a pointer. */
struct declaration *expression_called(const struct expression *call);
/* CALL: the function's type as known at the call. */
const struct type *expression_called_type(const struct expression *call);
/* The string literal of characters that E is, or NULL. */
const char *expression_literal(const struct expression *e);
/* May the evaluation of E change a variable or memory, or not come back? */
bool expression_has_effects(const struct expression *e);
bool expression_operands_have_effects(const struct expression *e); /* one of its operands does */
bool expression_builtin_has_effects(const struct expression *e);   /* BUILTIN: its arguments apart */

/* ---- initialisers ---- */

/* One stored value. Items come in the order of evaluation and later ones overwrite earlier ones. */
struct initializer_item {
	uint64_t offset; /* bytes from the beginning of the object */
	const struct type
		*type; /* what is stored: a scalar; a record (value of that type); an array with a string literal */
	const struct member *bit_field; /* NULL or the bit-field; offset is then its own byte, see struct member */
	struct expression
		*value; /* of that type (unqualified). For an array: an EXPRESSION_STRING, whose bytes are copied as far
				     as both go; what the array has beyond is zero */
	uint64_t repeat,
		stride; /* the value is evaluated once and stored `repeat` times (>= 1), each `stride` bytes later */
};

struct initializer {
	struct initializer_item *items;
	uint32_t count;
	bool zero_fill; /* everything that no item stores is zero: do it first */
	uint64_t size;  /* bytes that the object has when that is more than its type's size, by an initialised flexible
			   array member (GNU); else 0 */
};

/* ---- declarations: one object for each entity ---- */

enum declaration_kind { DECLARATION_VARIABLE, DECLARATION_FUNCTION, DECLARATION_TYPEDEF, DECLARATION_ENUMERATOR };
enum linkage { LINKAGE_NONE, LINKAGE_INTERNAL, LINKAGE_EXTERNAL };
enum storage_duration { DURATION_AUTOMATIC, DURATION_STATIC, DURATION_THREAD };

/* A label of a function: defined exactly once when the function is free of errors. */
struct label {
	const char *name;
	struct location location;
	struct ast_statement *statement; /* the AST_LABEL */
	bool address_taken;              /* &&label: computed gotos may come here */
	bool used;
	uint32_t index;                  /* in function->labels */
	bool local;                      /* declared by __label__ */
	struct function *function;       /* that it is in */
	bool from_nested;                /* a goto of a function nested in that one goes here */
	const struct modified *modified; /* sema/variable.c: whose scope it is in */
};

/* What a function definition has. */
struct function {
	struct declaration *declaration;
	struct declaration **parameters; /* DECLARATION_VARIABLE, automatic, one for each; name may be NULL */
	uint32_t parameter_count;
	bool old_style;             /* K&R: arguments arrive promoted, see parameter->passed_type */
	struct ast_statement *body; /* AST_COMPOUND */
	/* every automatic object of the body (not the parameters): variables, compound literals, hidden ones, in order */
	struct declaration **locals;
	uint32_t local_count;
	struct label **labels;
	uint32_t label_count;
	/* what it mentions, each once: functions (called or taken) and objects of static storage, for reachability */
	struct declaration **references;
	uint32_t reference_count;
	bool has_computed_goto, calls_alloca, uses_va_start;
	/* GNU nested functions. `outer`: the function around this one, or NULL. The outermost function has the automatic objects
	   (of its own and of the functions in it) that functions inside their owner mention: those are address_taken. */
	struct function *outer;
	struct declaration **captured;
	uint32_t captured_count;
	/* An object of type unsigned int for the identity of the activation, where a goto may come from a nested function. */
	struct declaration *activation;
	struct location end; /* the closing brace */
	/* The hidden variable-length variables of parameters are assigned by statements at the head of the body. */
};

enum { HOOK_PRIORITY_LAST = 65535 };

struct declaration {
	enum declaration_kind kind;
	const char *name;          /* interned; NULL: unnamed parameter, compound literal, hidden variable */
	const char *symbol;        /* name for the linker: asm label, else the name */
	const struct type *type;   /* of a function or an array with linkage: the composite of all declarations */
	struct location location;  /* of the definition, if there is one, else of the first declaration */
	struct source_range range; /* the declarator with its initialiser */
	enum linkage linkage;
	enum storage_duration duration;
	uint32_t depth;         /* of its scope: 0 file, 1 parameters and outermost block, ... */
	uint32_t id;            /* unique in the unit, in order of first declaration */
	struct function *owner; /* the function that it is local to, static locals too; NULL at file scope */

	bool defined;   /* function with body; object with initialiser or tentative definition or without `extern` */
	bool tentative; /* object that has only tentative definitions (6.9.2): all zero */
	bool used;      /* mentioned in an evaluated expression anywhere */
	bool in_blocks; /* has linkage, but every declaration is in a block: the name means nothing outside of these */
	bool implicit;  /* function called without a declaration, or a builtin */
	bool is_register, is_inline, is_noreturn;
	bool in_system_header;

	/* Variables: the address may be known elsewhere: & was applied, or an array decayed to a pointer that is not
	   subscripted or dereferenced on the spot, or it is mentioned in asm. Otherwise every access names the object. */
	bool address_taken;
	bool is_parameter;
	bool is_hidden; /* length of a variable array, ... */
	bool is_compound_literal;

	/* attributes */
	bool weak, is_const, is_pure, malloc_like, constructor, destructor, always_inline, used_attribute, gnu_inline,
		naked, returns_twice;
	uint16_t constructor_order, destructor_order; /* HOOK_PRIORITY_LAST less the priority: 0 without one */
	uint32_t alignment;                           /* asked for by _Alignas or aligned, bytes; 0: the type's */
	const char *alias;                            /* of this symbol; NULL */
	const char *section;                          /* NULL */
	struct declaration *cleanup; /* function called with the object's address when its scope is left; NULL */

	/* DECLARATION_VARIABLE */
	struct initializer *initializer; /* NULL: none. Static storage without one: zero, if defined */
	struct declaration *
		*references; /* static storage: functions and objects that the initialiser mentions, each once */
	uint32_t reference_count;
	struct expression *size; /* variable array: size in bytes (size_t), evaluated at the declaration; else NULL */
	const struct type
		*passed_type; /* parameters: the type in which the argument arrives (K&R: the promoted type) */

	/* DECLARATION_FUNCTION */
	struct function *function; /* NULL: no body */
	/* GNU nested function: the object of the function around it whose address stands for it and what it captures, where a
	   pointer to it is made (then it is address_taken); that object: the function. Else NULL */
	struct declaration *closure;

	/* DECLARATION_ENUMERATOR */
	integer_value value; /* of type `type` */

	/* What is not supported in the body or initialiser: only to be reported if the entity is reachable from the entry
	   (ast_report_unsupported()). What there is of its AST must not be lowered then: it may hold nodes of TYPE_ERROR.
	   NULL: none. */
	struct diagnostics *unsupported;

	/* library function known by this name (memcpy for __builtin_memcpy): its name; else the declaration's own */
	const char *library_name;
};

/* ---- statements ---- */

enum ast_statement_kind {
	AST_COMPOUND,
	AST_EXPRESSION, /* `expression` for its effects */
	AST_DECLARATION, /* execution reaches the declaration of the automatic `declaration`: a new object begins (its scope is
			    the compound around it, and its lifetime, unless it has a variable type, begins with that), the
			    initialiser is evaluated and stored. Variable arrays: `declaration->size` is evaluated. */
	AST_IF,
	AST_SWITCH,
	AST_WHILE,
	AST_DO,
	AST_FOR,
	AST_RETURN,
	AST_BREAK,    /* leaves `target` */
	AST_CONTINUE, /* goes on with the next round of `target` */
	AST_GOTO,
	AST_COMPUTED_GOTO,
	AST_LABEL, /* a place to jump to; the statement that C labels with it is the next one in the compound */
	AST_CASE,  /* case and default: likewise; `target` (the switch) jumps here */
	AST_ASM
};

struct switch_case {
	integer_value low, high;         /* of the type of the switch's condition; low <= high by its signedness */
	struct ast_statement *statement; /* the AST_CASE */
};

struct asm_operand {
	const char *name; /* NULL */
	const char *constraint;
	struct expression
		*value; /* output: an lvalue; input: a value, or an lvalue when the constraint allows only memory */
};

struct asm_statement {
	struct location location;
	const char *template;
	bool is_volatile, is_basic; /* basic: without operands */
	struct asm_operand *outputs, *inputs;
	uint32_t output_count, input_count;
	const char **clobbers;
	uint32_t clobber_count;
	struct label **labels;
	uint32_t label_count;
	bool clobbers_memory;
};

struct ast_statement {
	enum ast_statement_kind kind;
	struct location location;
	struct source_range range;
	struct ast_statement *parent; /* the statement around it; NULL: the function's body or that of a statement
					 expression. depth counts compounds and fors, for goto across scopes */
	struct ast_statement
		*scope; /* the innermost AST_COMPOUND or AST_FOR around it whose objects it can see (not itself);
					 goes on through statement expressions to the function's body */

	union {
		struct {
			struct ast_statement **statements; /* COMPOUND; FOR: the init part */
			uint32_t statement_count;
			/* COMPOUND, FOR: the automatic objects of the scope, compound literals included */
			struct declaration **declarations;
			uint32_t declaration_count;
			struct location end; /* of `}` */
		};
		struct declaration *declaration; /* DECLARATION */
		struct asm_statement *assembly;  /* ASM */
		struct {
			struct label *label;          /* GOTO, LABEL */
			struct ast_statement *target; /* BREAK, CONTINUE, CASE */
			bool is_default;              /* CASE */
		};
		struct {
			struct switch_case *cases; /* SWITCH: in order of appearance, ranges disjoint */
			uint32_t case_count;
			struct ast_statement *default_case; /* NULL: none */
		};
	};

	/* EXPRESSION; RETURN (NULL: none; else converted to the function's result type, void too); COMPUTED_GOTO;
	   IF, WHILE, DO, FOR: the condition, any scalar, compared with 0 (FOR: NULL is true);
	   SWITCH: the condition, of promoted integer type */
	struct expression *expression;
	struct expression *update; /* FOR: NULL or evaluated for its effects */
	/* IF: consequence; SWITCH, WHILE, DO, FOR: body. Never NULL there; several statements are under an AST_COMPOUND */
	struct ast_statement *body;
	struct ast_statement *alternative; /* IF: NULL or the else branch */
};

/* ---- the unit ---- */

struct unit {
	struct arena *arena;
	struct types types;          /* types.target is the target */
	const struct syntax *syntax; /* not owned; needed for texts as long as the unit is used */
	const char *file;            /* name of the main source file */
	/* Every function, and every object with static storage (block scope too), each once, in order of first declaration. */
	struct declaration **declarations;
	uint32_t declaration_count;
	/* asm at file scope */
	struct asm_statement **assembly;
	uint32_t assembly_count;
	uint32_t string_count;
};

/* The file-scope declaration of this name with linkage (name need not be interned), or NULL. */
struct declaration *unit_find(const struct unit *unit, const char *name);

/* Copies what is not supported in D to DIAGS; false when there is nothing. */
bool ast_report_unsupported(const struct declaration *d, struct diagnostics *diags);

#endif
