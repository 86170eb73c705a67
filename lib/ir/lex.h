/* Tokens of Plumb IR's text form (ir-spec/lexical.md). For the reader only. */
#ifndef PLUMB_LEX_H
#define PLUMB_LEX_H

#include "ir.h"

/* Punctuation is its own character: ( ) [ ] { } , ; : = */
enum token_kind {
	TOKEN_END = 256,
	TOKEN_BAD,      /* already reported */
	TOKEN_NAME,     /* text, length, quoted */
	TOKEN_NUMBER,   /* number */
	TOKEN_CONSTANT, /* text and length of the digits, hexadecimal, width; number if the width is at most 64 */
	TOKEN_STRING,   /* text, length, unescaped */
	TOKEN_LET_NAME, /* %7: number */
	TOKEN_ASSIGN    /* := */
};

struct token {
	int kind;
	bool quoted, hexadecimal;
	uint32_t width;
	struct position position;
	const char *text; /* in the source, or in the arena when there was something to unescape */
	size_t length;
	uint64_t number;
};

struct lexer {
	const char *at, *end; /* *end is NUL */
	const char *line_start;
	uint32_t line;
	struct token token; /* the current one */
	struct arena *arena;
	const char *file;
	struct diagnostics *diags;
	size_t limit; /* faults are dropped when `diags` holds this many */
};

/* Makes the first token the current one. At most `faults` are recorded. */
void lexer_init(struct lexer *lex, const char *file, const char *text, size_t length, struct arena *arena,
		struct diagnostics *diags, size_t faults);
/* Makes the next token the current one; after the end, TOKEN_END for ever. */
void lexer_next(struct lexer *lex);
/* The kind of the token after the current one, or TOKEN_BAD. */
int lexer_peek(const struct lexer *lex);
/* A copy that looks ahead records nothing. */
void lexer_be_quiet(struct lexer *lex);
/* Records a fault of the text at `position`. */
void lexer_fault(struct lexer *lex, struct position position, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Shows the current token in a message: at most 40 bytes, printable; valid until the arena is freed. */
const char *lexer_show(struct lexer *lex);

/* Character classes, shared with the writer. */
bool lex_starts_name(unsigned char c);
bool lex_in_name(unsigned char c);
/* Is this word reserved, so that a name like it is written in quotes? */
bool lex_is_reserved(const char *word, size_t length);
/* Control characters, which names may have, become `?`: for messages. */
void lex_make_printable(char *text);

#endif
