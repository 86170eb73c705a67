/* The skeleton of a program: the canonical tokens that the pre-pass hands to tree-sitter, each with
 * what it stands for, so that the truth can be told again after the parse.
 *
 * For example `static const struct S *p = (T)(x)->m, *q;` becomes
 *
 *     struct x * x = ( int ) ( 0 ) -> x , * x ;
 *
 * What the pre-pass rewrites, and how syntax.c recognises it:
 *
 *   in the program                      in the skeleton          told by
 *   specifier lists                     one `int` or `struct x`  ROLE_SPECIFIERS, data: a record of all specifiers
 *   identifiers                         0, or x where the        ROLE_IDENTIFIER (the token has the name)
 *                                       grammar wants a name
 *   literals                            0, "" in asm             ROLE_NUMBER, ROLE_CHAR, ROLE_STRING (a run of strings is one)
 *   prefix operators                    *                        ROLE_UNARY, data: enum node_op
 *   postfix ++ and --                   . x                      ROLE_POSTFIX on the dot, data: enum node_op
 *   && label                            0                        ROLE_LABEL_ADDRESS
 *   _Alignof                            sizeof                   the token's keyword
 *   type as an argument of a builtin    ( int ) 0                ROLE_TYPE_ARGUMENT on the parenthesis
 *   m in offsetof(T, m)                 0 . x                    ROLE_OFFSETOF_BASE on the 0
 *   qualifiers, `static` in []          const                    ROLE_KEYWORD (the token's keyword)
 *   case a ... b:  default:             x :                      ROLE_CASE, data: a record of two asides; ROLE_DEFAULT
 *   switch (e)                          while (e)                the token's keyword
 *   goto *e;                            return e;                the token's keyword
 *   label: }      label: int x;         x : ; }    x : ; int x;  ROLE_DROPPED on the semicolon
 *   _Static_assert(e, "m")              ( e ) ;                  ROLE_STATIC_ASSERT, data: token of the message or NO_RECORD
 *     in a structure                    int x : ( e ) ;          the same, on the int
 *   anonymous bit-field `: n`           x : n                    ROLE_ANONYMOUS
 *   declaration without declarator      int x ;                  ROLE_DROPPED on the x
 *   K&R parameter list                  ( int , int )            ROLE_IDENTIFIER on each int; the declarations are an aside,
 *                                                                ROLE_OLD_STYLE on the `{` of the body, data: the aside
 *   designators `a:` and `[0] v`        . x = and [ 0 ] =
 *   (T){ 1 } = v, _Generic(...) = v     ( ( int ) { 0 } ) = 0
 *   ({ statements })                    ( ( int ) { } )          ROLE_BLOCK on the second parenthesis; the items are statements
 *   __label__ a, b;                     int x , x ;              ROLE_LABELS on the int
 *   _Generic's default                  int                      ROLE_ANONYMOUS
 *   attributes, asm labels,             nothing                  syntax_attributes() (__extension__: nothing)
 *   operands of asm                     x                        ROLE_ASIDE, data: the aside
 *   operands of typeof, _Atomic(T),     nothing here; an aside   the record that mentions the aside
 *   _Alignas, case, aligned(e), enum's base type
 *
 * An aside is an expression or a type that is parsed apart: all asides follow the program, one statement each,
 * `( e ) ;` or `sizeof ( T ) ;` or `( ( int ) { declarations } ) ;`.
 *
 * An item is what stands by itself: an external declaration, an aside's statement, what a block is a list of, the
 * declaration of members; an enumerator or an element of an initialiser with the comma after it. It is parsed
 * without the items inside it, between empty braces (syntax_pattern.h). */
#ifndef C2IR_SKELETON_H
#define C2IR_SKELETON_H

#include <stdint.h>

#include "vec.h"

/* The words of the skeleton. */
/* clang-format off */
#define LEXEMES(X) \
	X(INT, "int") X(NAME, "x") X(VALUE, "0") X(STRING, "\"\"") X(STRUCT, "struct") X(UNION, "union") \
	X(ENUM, "enum") X(CONST, "const") X(VOLATILE, "volatile") X(SIZEOF, "sizeof") X(GENERIC, "_Generic") \
	X(ASM, "asm") X(IF, "if") X(ELSE, "else") X(WHILE, "while") X(DO, "do") X(FOR, "for") \
	X(RETURN, "return") X(BREAK, "break") X(CONTINUE, "continue") X(GOTO, "goto") X(PUNCTUATOR, "")
/* clang-format on */

#define LEXEME_ENUM(name, text) LEX_##name,
enum lexeme { LEXEMES(LEXEME_ENUM) LEX_COUNT };
#undef LEXEME_ENUM

enum role {
	ROLE_NONE,    /* punctuation, keywords of statements */
	ROLE_DROPPED, /* nothing in the program */
	ROLE_ANONYMOUS,
	ROLE_OPERATOR, /* data: enum node_op */
	ROLE_UNARY,
	ROLE_POSTFIX,
	ROLE_IDENTIFIER,
	ROLE_NUMBER,
	ROLE_CHAR,
	ROLE_STRING,
	ROLE_LABEL_ADDRESS,
	ROLE_OFFSETOF_BASE,
	ROLE_ELLIPSIS,
	ROLE_KEYWORD,
	ROLE_SPECIFIERS,
	ROLE_TYPE_ARGUMENT,
	ROLE_BLOCK,
	ROLE_ASIDE,
	ROLE_CASE,
	ROLE_DEFAULT,
	ROLE_STATIC_ASSERT,
	ROLE_OLD_STYLE,
	ROLE_LABELS
};

#define NO_RECORD UINT32_MAX

enum item_kind { ITEM_EXTERNAL, ITEM_OF_BLOCK, ITEM_MEMBERS, ITEM_ENUMERATOR, ITEM_INITIALIZER };

/* One token of the skeleton. */
struct skeleton_token {
	uint32_t close;        /* `{` before items: so many tokens on is its `}`; else 0 */
	uint32_t begin, end;   /* the original tokens that it stands for; equal: none */
	uint32_t data;         /* by role */
	uint8_t lexeme;        /* enum lexeme */
	uint8_t punctuator;    /* of LEX_PUNCTUATOR */
	uint8_t role;          /* enum role */
	uint8_t holds : 7;     /* `{` before items: their enum item_kind */
	uint8_t ends_item : 1; /* the last one of an item */
};

/* One specifier. */
struct specifier {
	uint32_t begin, end; /* original tokens */
	uint32_t aside;      /* of typeof, _Atomic(), _Alignas, enum's base type; else NO_RECORD */
	uint8_t kind;        /* enum node_kind; struct, union, enum: the one that is in the skeleton */
};

/* A list of specifiers: `count` of skeleton.specifiers from `first`. */
struct specifier_list {
	uint32_t begin, end; /* original tokens, attributes included */
	uint32_t first, count;
};

struct case_label {
	uint32_t value, end; /* asides; end may be NO_RECORD */
};

/* An attribute before its argument is parsed; see syntax.h. */
struct attribute_record {
	const char *name;
	uint32_t token, begin, end, args_begin, args_end;
	uint32_t aside;
};

enum aside_kind { ASIDE_EXPRESSION, ASIDE_TYPE, ASIDE_DECLARATIONS };

struct aside {
	uint32_t first, count; /* skeleton tokens */
	uint8_t kind;          /* enum aside_kind */
};

struct skeleton {
	VEC(struct skeleton_token) tokens; /* the program, then the asides */
	VEC(struct specifier) specifiers;
	VEC(struct specifier_list) lists;
	VEC(struct case_label) cases;
	VEC(struct attribute_record) attributes; /* by begin */
	VEC(struct aside) asides;
	VEC(const char *) doubtful; /* names that declarations with errors may have declared */
	unsigned errors;            /* of the lexer and the pre-pass: the program is not whole */
	uint32_t aside_token;       /* the first token of the asides */
};

/* Which word a token is: a number below SKELETON_WORDS. */
enum { SKELETON_WORDS = 128 };
unsigned skeleton_word(const struct skeleton_token *token);
const char *skeleton_word_text(unsigned word);
void skeleton_release(struct skeleton *skeleton);

#endif
