/* The lexer of preprocessed C: tokens, and beside them line markers and pragmas. */
#ifndef C2IR_TOKEN_H
#define C2IR_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "hash.h"
#include "intern.h"
#include "syntax_kinds.h"
#include "vec.h"

struct target;

enum token_kind {
	TOKEN_END, /* one at the end, so that looking one token ahead is always allowed */
	TOKEN_IDENTIFIER,
	TOKEN_KEYWORD,
	TOKEN_NUMBER,
	TOKEN_CHAR,
	TOKEN_STRING,
	TOKEN_PUNCTUATOR
};

/* Punctuators, digraphs as what they stand for. */
/* clang-format off */
#define PUNCTUATORS(X) \
	X(LPAREN, "(") X(RPAREN, ")") X(LBRACKET, "[") X(RBRACKET, "]") X(LBRACE, "{") X(RBRACE, "}") \
	X(SEMICOLON, ";") X(COMMA, ",") X(COLON, ":") X(QUESTION, "?") X(ELLIPSIS, "...") X(DOT, ".") \
	X(ARROW, "->") X(INCREMENT, "++") X(DECREMENT, "--") X(STAR, "*") X(AMPERSAND, "&") X(PLUS, "+") \
	X(MINUS, "-") X(TILDE, "~") X(BANG, "!") X(SLASH, "/") X(PERCENT, "%") X(SHL, "<<") X(SHR, ">>") \
	X(LT, "<") X(GT, ">") X(LE, "<=") X(GE, ">=") X(EQ, "==") X(NE, "!=") X(CARET, "^") X(PIPE, "|") \
	X(AND_AND, "&&") X(OR_OR, "||") X(ASSIGN, "=") X(MUL_ASSIGN, "*=") X(DIV_ASSIGN, "/=") \
	X(REM_ASSIGN, "%=") X(ADD_ASSIGN, "+=") X(SUB_ASSIGN, "-=") X(SHL_ASSIGN, "<<=") \
	X(SHR_ASSIGN, ">>=") X(AND_ASSIGN, "&=") X(XOR_ASSIGN, "^=") X(OR_ASSIGN, "|=")
/* clang-format on */

#define PUNCTUATOR_ENUM(name, text) PUNCT_##name,
enum punctuator { PUNCT_NONE, PUNCTUATORS(PUNCTUATOR_ENUM) PUNCT_COUNT };
#undef PUNCTUATOR_ENUM

struct token {
	uint32_t offset, length; /* in the text */
	uint32_t line;           /* physical, from 0 */
	uint8_t kind;            /* enum token_kind */
	uint8_t code;            /* enum keyword or enum punctuator */
	const char *name;        /* of an identifier or keyword: interned */
};

/* Where physical line `physical` of the text (from 0) is in the source. */
struct line_marker {
	uint32_t physical, line;
	const char *file; /* interned */
	bool system;
};

/* A physical line of the text. */
struct line {
	uint32_t offset; /* of its first byte */
	uint32_t marker; /* index of the one that holds for it */
};

struct pragma_line {
	const char *text; /* interned, without `#pragma` and blanks around */
	uint32_t token;   /* index of the token that follows */
};

struct token_list {
	const char *text; /* not owned */
	size_t length;
	VEC(struct token) tokens;
	VEC(struct line) lines; /* physical ones */
	VEC(struct line_marker) markers;
	VEC(struct pragma_line) pragmas;
	VEC(uint32_t) faults; /* an error was reported right before the token of this index; rising */
};

enum { TOKEN_ERROR_LIMIT = 20 }; /* of the lexer; each later phase stops there too, the errors before it counted */

/* Lexes `text`, which must outlive the list, by the target's standard. Located errors: a stray byte, an unterminated literal or
 * comment, a directive that preprocessing should have removed; what is wrong is left out and noted in
 * `faults`. False when the rest was not looked at: after too many errors, or a text of 4 GB.
 * token_list_release either way. */
bool token_list_init(struct token_list *list, struct diagnostics *diags, struct interner *names,
		     const struct target *target, const char *file, const char *text, size_t length);
void token_list_release(struct token_list *list);

struct location token_location(const struct token_list *list, uint32_t token);
uint64_t token_order(const struct token_list *list, struct location location); /* see syntax_order */
bool token_in_system_header(const struct token_list *list, uint32_t token);

/* Keywords by spelling: a table from interned names, to be freed with table_free. */
struct keyword_table TABLE_BODY(const char *, enum keyword);
void token_keywords(struct keyword_table *keywords, struct interner *names, const struct target *target);

#endif
