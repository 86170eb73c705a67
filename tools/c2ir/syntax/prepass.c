/* The pre-pass's frame: errors, emission, asides, scopes. */
#include "prepass_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ---- */

/* What is wrong may follow from what the lexer has left out of the same declaration, and told. */
static bool follows_fault(const struct prepass *p)
{
	for (size_t i = 0; i < p->list->faults.count; i++)
		if (p->list->faults.at[i] >= p->declaration.token && p->list->faults.at[i] <= p->at + 1)
			return true;
	return false;
}

static void report(struct prepass *p, enum diag_kind kind, const char *format, va_list args)
{
	char text[256];

	if (follows_fault(p))
		return;
	vsnprintf(text, sizeof text, format, args);
	diagnose(p->diags, kind, token_location(p->list, p->at), "%s", text);
	p->out->errors++;
}

void prepass_fail(struct prepass *p, enum diag_kind kind, const char *format, ...)
{
	va_list args;

	if (p->failed)
		return;
	va_start(args, format);
	report(p, kind, format, args);
	va_end(args);
	p->failed = true;
	p->failed_at = p->at;
	p->at = p->count;
}

void prepass_complain(struct prepass *p, const char *format, ...)
{
	va_list args;

	if (p->failed)
		return;
	va_start(args, format);
	report(p, DIAG_INPUT, format, args);
	va_end(args);
}

void prepass_expected(struct prepass *p, const char *what)
{
	const struct token *token = prepass_token(p);
	int length = token->length < 60 ? (int)token->length : 60;

	if (token->kind == TOKEN_END)
		prepass_fail(p, DIAG_INPUT, "expected %s at end of input", what);
	else
		prepass_fail(p, DIAG_INPUT, "expected %s before '%.*s'", what, length, p->list->text + token->offset);
}

bool prepass_enter(struct prepass *p)
{
	if (p->depth >= PREPASS_MAX_DEPTH) {
		prepass_fail(p, DIAG_UNSUPPORTED, "nested too deeply (more than %d levels)", PREPASS_MAX_DEPTH);
		return false;
	}
	p->depth++;
	return true;
}

void prepass_leave(struct prepass *p)
{
	p->depth--;
}

/* ---- emission ---- */

static uint32_t emit(struct prepass *p, struct skeleton_token token)
{
	vec_push(&p->out->tokens, token);
	return (uint32_t)p->out->tokens.count - 1;
}

uint32_t prepass_emit(struct prepass *p, enum lexeme lexeme, enum role role, uint32_t data, uint32_t begin,
		      uint32_t end)
{
	struct skeleton_token token = {
		.begin = begin, .end = end, .data = data, .lexeme = (uint8_t)lexeme, .role = (uint8_t)role
	};

	return emit(p, token);
}

uint32_t prepass_emit_punctuator(struct prepass *p, enum punctuator punctuator, enum role role, uint32_t data,
				 uint32_t begin, uint32_t end)
{
	struct skeleton_token token = {
		.begin = begin, .end = end, .data = data, .lexeme = LEX_PUNCTUATOR, .role = (uint8_t)role
	};

	token.punctuator = (uint8_t)punctuator;
	return emit(p, token);
}

void prepass_replace(struct prepass *p, enum lexeme lexeme, enum role role, uint32_t data)
{
	prepass_emit(p, lexeme, role, data, p->at, p->at + 1);
	prepass_advance(p);
}

void prepass_copy(struct prepass *p)
{
	prepass_emit_punctuator(p, (enum punctuator)prepass_token(p)->code, ROLE_NONE, 0, p->at, p->at + 1);
	prepass_advance(p);
}

void prepass_expect(struct prepass *p, enum punctuator punctuator, const char *what)
{
	if (prepass_is(p, punctuator))
		prepass_copy(p);
	else
		prepass_expected(p, what);
}

void prepass_skip(struct prepass *p, enum punctuator punctuator, const char *what)
{
	if (prepass_is(p, punctuator))
		prepass_advance(p);
	else
		prepass_expected(p, what);
}

/* ---- items ---- */

void prepass_item_end(struct prepass *p, size_t begin)
{
	if (p->out->tokens.count > begin)
		vec_last(&p->out->tokens).ends_item = true;
}

void prepass_items(struct prepass *p, size_t open, enum item_kind kind)
{
	struct skeleton_token *brace = p->out->tokens.at + open;

	if (p->failed)
		return; /* all this is left out */
	brace->close = (uint32_t)(p->out->tokens.count - 1 - open);
	brace->holds = kind;
}

/* ---- asides ---- */

uint32_t prepass_aside_begin(struct prepass *p)
{
	return (uint32_t)p->out->tokens.count;
}

/* An aside may hold others; they have ended before, so a stack of marks in the one vector suffices. */
uint32_t prepass_aside_end(struct prepass *p, uint32_t mark, enum aside_kind kind)
{
	struct aside aside;

	aside.first = (uint32_t)p->aside_tokens.count;
	aside.count = (uint32_t)p->out->tokens.count - mark;
	aside.kind = (uint8_t)kind;
	for (size_t i = mark; i < p->out->tokens.count; i++)
		vec_push(&p->aside_tokens, p->out->tokens.at[i]);
	p->out->tokens.count = mark;
	vec_push(&p->out->asides, aside);
	return (uint32_t)p->out->asides.count - 1;
}

static void wrap(struct prepass *p, enum punctuator punctuator)
{
	prepass_emit_punctuator(p, punctuator, ROLE_DROPPED, 0, 0, 0);
}

void prepass_block_begin(struct prepass *p)
{
	prepass_emit_punctuator(p, PUNCT_LPAREN, ROLE_BLOCK, 0, p->at, p->at);
	prepass_emit(p, LEX_INT, ROLE_DROPPED, 0, p->at, p->at);
	wrap(p, PUNCT_RPAREN);
}

static void append_aside(struct prepass *p, struct aside *aside)
{
	uint32_t first = aside->first;
	size_t begin = p->out->tokens.count, open = 0;

	if (aside->kind == ASIDE_TYPE)
		prepass_emit(p, LEX_SIZEOF, ROLE_DROPPED, 0, 0, 0);
	wrap(p, PUNCT_LPAREN);
	if (aside->kind == ASIDE_DECLARATIONS) {
		prepass_block_begin(p);
		open = p->out->tokens.count;
		wrap(p, PUNCT_LBRACE);
	}
	aside->first = (uint32_t)p->out->tokens.count;
	for (uint32_t i = 0; i < aside->count; i++)
		vec_push(&p->out->tokens, p->aside_tokens.at[first + i]);
	if (aside->kind == ASIDE_DECLARATIONS) {
		wrap(p, PUNCT_RBRACE);
		prepass_items(p, open, ITEM_OF_BLOCK);
	}
	wrap(p, PUNCT_RPAREN);
	wrap(p, PUNCT_SEMICOLON);
	prepass_item_end(p, begin);
}

/* ---- scopes ---- */

void prepass_declare(struct prepass *p, const char *name, enum meaning meaning)
{
	enum meaning outer = table_get(&p->meanings, name, MEANING_NONE);
	struct shadowed shadowed = { name, (uint8_t)outer };

	/* Only typedef names matter: what was never one need not be known. */
	if (outer == meaning || (outer == MEANING_NONE && meaning == MEANING_ORDINARY))
		return;
	vec_push(&p->shadowed, shadowed);
	table_put(&p->meanings, name, meaning);
}

size_t prepass_scope_begin(struct prepass *p)
{
	return p->shadowed.count;
}

void prepass_scope_end(struct prepass *p, size_t mark)
{
	while (p->shadowed.count > mark) {
		struct shadowed shadowed = vec_pop(&p->shadowed);

		table_put(&p->meanings, shadowed.name, shadowed.meaning);
	}
}

bool prepass_is_typedef(const struct prepass *p, const struct token *token)
{
	return token->kind == TOKEN_IDENTIFIER && table_get(&p->meanings, token->name, MEANING_NONE) == MEANING_TYPEDEF;
}

/* ---- interface ---- */

/* gcc's types without a declaration that are not keywords. */
static void declare_builtin_types(struct prepass *p)
{
	static const char *const types[] = { "__int128_t", "__uint128_t", "__builtin_ms_va_list",
					     "__builtin_sysv_va_list" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		prepass_declare(p, intern_string(p->names, types[i]), MEANING_TYPEDEF);
}

bool prepass_run(struct skeleton *skeleton, const struct token_list *list, struct diagnostics *diags,
		 struct interner *names)
{
	struct prepass p = { 0 };

	memset(skeleton, 0, sizeof *skeleton);
	p.list = list;
	p.tokens = list->tokens.at;
	p.count = (uint32_t)list->tokens.count - 1;
	p.out = skeleton;
	p.diags = diags;
	p.names = names;
	p.builtin_offsetof = intern_string(names, "__builtin_offsetof");
	skeleton->errors = (unsigned)list->faults.count;
	declare_builtin_types(&p);
	prepass_translation_unit(&p);
	skeleton->aside_token = (uint32_t)skeleton->tokens.count;
	for (size_t i = 0; i < skeleton->asides.count; i++)
		append_aside(&p, &skeleton->asides.at[i]);
	table_free(&p.meanings);
	vec_free(&p.shadowed);
	vec_free(&p.parameters);
	vec_free(&p.aside_tokens);
	return !p.failed;
}
