/* Expressions of the typed syntax tree (ast_unit.h). Every value has been converted to the type that its user wants; each conversion
 * is a node of its own. */
#ifndef C2IR_AST_EXPRESSION_H
#define C2IR_AST_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "operation.h"

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
/* Value of a floating constant, rounded to its type: binary128 has all values of the other types. */
typedef __float128 floating_value;
struct ast_statement;
struct declaration;
struct label;
struct member;
struct string_literal;
struct type;

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

/* Builtins that are more than a library function by another name. */
enum builtin {
#define BUILTIN(enumerator, name, signature) BUILTIN_##enumerator,
#include "builtin.def"
#undef BUILTIN
	BUILTIN_NONE
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

#endif
