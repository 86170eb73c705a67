/* What the files of the pre-pass share. Each function that reads a construct begins at its first token
 * and ends after its last one, having emitted the skeleton of it. After an error the current token
 * is TOKEN_END, so that every loop ends, until the external declaration has been left and the next one begins. */
#ifndef C2IR_PREPASS_INTERNAL_H
#define C2IR_PREPASS_INTERNAL_H

#include "prepass.h"

/* Brackets, statements and declarators within one another; beyond it the input is refused. Recursive
 * descent needs a few hundred bytes of stack for each. */
enum { PREPASS_MAX_DEPTH = 3000 };

enum meaning { MEANING_NONE, MEANING_TYPEDEF, MEANING_ORDINARY };

struct shadowed {
	const char *name;
	uint8_t meaning; /* outside of the scope */
};

/* How much had been emitted where something began that may have to be left out. */
struct checkpoint {
	uint32_t token; /* the current one */
	size_t tokens, specifiers, lists, cases, attributes, asides, aside_tokens;
};

struct prepass {
	const struct token_list *list;
	const struct token *tokens;
	uint32_t at, count; /* count: index of TOKEN_END */
	struct skeleton *out;
	struct diagnostics *diags;
	struct interner *names;
	TABLE(const char *, enum meaning) meanings; /* by interned name */
	VEC(struct shadowed) shadowed;              /* what to restore when scopes end */
	VEC(const char *) parameters;               /* of the function declarators being read */
	VEC(struct skeleton_token) aside_tokens;
	const char *builtin_offsetof;
	unsigned depth;
	bool failed;
	uint32_t failed_at;            /* the token that was the current one then */
	struct checkpoint declaration; /* the external declaration being read */
	struct checkpoint body;        /* the function body in it; token 0: none so far */
	const char *function;          /* whose it is */
};

/* What a declarator told. */
struct declarator {
	const char *name;       /* NULL: abstract */
	bool function;          /* the name is followed by a parameter list */
	bool plain;             /* nothing but the name, perhaps in parentheses */
	bool old_style;         /* ... which is a K&R identifier list with names in it */
	size_t first_parameter; /* its names: prepass.parameters from here to the end */
};

/* ---- prepass.c: tokens, errors, emission, scopes ---- */

static inline const struct token *prepass_token(const struct prepass *p)
{
	return p->tokens + p->at;
}

static inline const struct token *prepass_ahead(const struct prepass *p, uint32_t n)
{
	return p->tokens + (p->count - p->at > n ? p->at + n : p->count);
}

static inline bool token_is(const struct token *token, enum punctuator punctuator)
{
	return token->kind == TOKEN_PUNCTUATOR && token->code == punctuator;
}

static inline enum keyword token_keyword(const struct token *token)
{
	return token->kind == TOKEN_KEYWORD ? (enum keyword)token->code : KEYWORD_NONE;
}

static inline bool prepass_is(const struct prepass *p, enum punctuator punctuator)
{
	return token_is(prepass_token(p), punctuator);
}

static inline enum keyword prepass_keyword(const struct prepass *p)
{
	return token_keyword(prepass_token(p));
}

static inline void prepass_advance(struct prepass *p)
{
	if (p->at < p->count)
		p->at++;
}

void prepass_fail(struct prepass *p, enum diag_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* "expected WHAT before 'the current token'" */
void prepass_expected(struct prepass *p, const char *what);
/* An error after which reading goes on: the construct is the one meant all the same. */
void prepass_complain(struct prepass *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool prepass_enter(struct prepass *p); /* one level deeper; false: too deep */
void prepass_leave(struct prepass *p);

/* Emit a word that stands for the tokens [begin, end). The result is its index. */
uint32_t prepass_emit(struct prepass *p, enum lexeme lexeme, enum role role, uint32_t data, uint32_t begin,
		      uint32_t end);
uint32_t prepass_emit_punctuator(struct prepass *p, enum punctuator punctuator, enum role role, uint32_t data,
				 uint32_t begin, uint32_t end);
/* Emit a word for the current token and go on. */
void prepass_replace(struct prepass *p, enum lexeme lexeme, enum role role, uint32_t data);
/* Emit the current token, a punctuator, as it is. */
void prepass_copy(struct prepass *p);
/* Copy the punctuator if it is the current token, or fail. */
void prepass_expect(struct prepass *p, enum punctuator punctuator, const char *what);
/* The same without emitting. */
void prepass_skip(struct prepass *p, enum punctuator punctuator, const char *what);

/* What has been emitted since there were `begin` tokens is an item. */
void prepass_item_end(struct prepass *p, size_t begin);
/* Items stand between the brace that is token `open` and the one emitted last. */
void prepass_items(struct prepass *p, size_t open, enum item_kind kind);

/* What stands before the brace of a block in an expression: grammars before 0.23 have none there. */
void prepass_block_begin(struct prepass *p);

/* Emission between these two goes aside; begin's result is passed to end, whose result is the aside. */
uint32_t prepass_aside_begin(struct prepass *p);
uint32_t prepass_aside_end(struct prepass *p, uint32_t mark, enum aside_kind kind);

void prepass_declare(struct prepass *p, const char *name, enum meaning meaning);
size_t prepass_scope_begin(struct prepass *p);
void prepass_scope_end(struct prepass *p, size_t mark);
bool prepass_is_typedef(const struct prepass *p, const struct token *token);

/* ---- prepass_recover.c ---- */

void prepass_checkpoint(const struct prepass *p, struct checkpoint *checkpoint);
/* After a failure in the external declaration: leaves it out, or its function's body, and continues after it. */
void prepass_recover(struct prepass *p);

/* ---- prepass_attr.c ---- */

bool prepass_at_attribute(const struct prepass *p);
void prepass_attributes(struct prepass *p); /* any number, also none; __extension__ too */
void prepass_asm_label(struct prepass *p);  /* asm("name") after a declarator, if there */

/* ---- prepass_type.c ---- */

/* Whether a token begins a list of specifiers: a keyword, a typedef name. */
bool prepass_starts_type(const struct prepass *p, const struct token *token);
/* The same for the current token, with attributes and __extension__ before it skipped. */
bool prepass_at_type(const struct prepass *p);
struct specifiers_seen {
	bool is_typedef;
	bool empty; /* no specifier at all */
};
struct specifiers_seen prepass_specifiers(struct prepass *p);
/* The same where a type must be, so that a name is one. */
struct specifiers_seen prepass_wanted_specifiers(struct prepass *p);
void prepass_type_name(struct prepass *p);
uint32_t prepass_type_aside(struct prepass *p); /* a type name, aside */

/* ---- prepass_declarator.c ---- */

enum declarator_kind { DECLARATOR_CONCRETE, DECLARATOR_ABSTRACT, DECLARATOR_EITHER };
struct declarator prepass_declarator(struct prepass *p, enum declarator_kind kind);

/* ---- prepass_decl.c ---- */

void prepass_declaration(struct prepass *p, bool file_scope);
void prepass_static_assert(struct prepass *p, bool member);
void prepass_initializer_list(struct prepass *p);
void prepass_translation_unit(struct prepass *p);

/* ---- prepass_expr.c ---- */

/* An expression up to the first token that cannot go on with it; `comma`: with comma operators. */
void prepass_expression(struct prepass *p, bool comma);
uint32_t prepass_expression_aside(struct prepass *p);       /* without comma operators */
void prepass_string(struct prepass *p, enum lexeme lexeme); /* a run of string literals */

/* ---- prepass_stmt.c ---- */

/* `{ ... }`; role and data for the opening brace. Opens no scope of its own if `scope` is false. */
void prepass_compound(struct prepass *p, bool scope, enum role role, uint32_t data);
void prepass_asm(struct prepass *p); /* asm ... ( ... ), without the semicolon */

#endif
