/* Statements of the typed syntax tree (ast_unit.h). */
#ifndef C2IR_AST_STATEMENT_H
#define C2IR_AST_STATEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
struct declaration;
struct expression;
struct label;

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

#endif
