/* Declarations, function definitions, initialisers, and the translation unit. */
#include "prepass_internal.h"

/* ---- static assertions ---- */

/* `_Static_assert(e, "m");`: `( e ) ;`, or among members `int x : ( e ) ;`. */
void prepass_static_assert(struct prepass *p, bool member)
{
	uint32_t begin = p->at, word;
	enum role role = member ? ROLE_NONE : ROLE_STATIC_ASSERT;

	if (member)
		word = prepass_emit(p, LEX_INT, ROLE_STATIC_ASSERT, NO_RECORD, begin, begin + 1);
	prepass_advance(p);
	if (member) {
		prepass_emit(p, LEX_NAME, ROLE_DROPPED, 0, p->at, p->at);
		prepass_emit_punctuator(p, PUNCT_COLON, ROLE_NONE, 0, p->at, p->at);
	}
	begin = prepass_emit_punctuator(p, PUNCT_LPAREN, role, NO_RECORD, begin, p->at + 1);
	if (!member)
		word = begin;
	prepass_skip(p, PUNCT_LPAREN, "'('");
	prepass_expression(p, false);
	if (prepass_is(p, PUNCT_COMMA)) {
		prepass_advance(p);
		p->out->tokens.at[word].data = p->at;
		if (prepass_token(p)->kind != TOKEN_STRING)
			prepass_expected(p, "a string literal");
		while (prepass_token(p)->kind == TOKEN_STRING)
			prepass_advance(p);
	}
	prepass_expect(p, PUNCT_RPAREN, "')'");
	prepass_expect(p, PUNCT_SEMICOLON, "';'");
}

/* ---- initialisers ---- */

static void initializer(struct prepass *p)
{
	if (prepass_is(p, PUNCT_LBRACE))
		prepass_initializer_list(p);
	else
		prepass_expression(p, false);
}

static void member_designator(struct prepass *p)
{
	prepass_copy(p);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	else
		prepass_expected(p, "a member's name");
}

static void element_designator(struct prepass *p)
{
	prepass_copy(p);
	prepass_expression(p, false);
	if (prepass_is(p, PUNCT_ELLIPSIS)) {
		prepass_copy(p);
		prepass_expression(p, false);
	}
	prepass_expect(p, PUNCT_RBRACKET, "']'");
}

static void designators(struct prepass *p)
{
	bool any = false;

	/* GNU's old `a: v`. */
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER && token_is(prepass_ahead(p, 1), PUNCT_COLON)) {
		prepass_emit_punctuator(p, PUNCT_DOT, ROLE_NONE, 0, p->at, p->at);
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
		prepass_emit_punctuator(p, PUNCT_ASSIGN, ROLE_NONE, 0, p->at, p->at + 1);
		prepass_advance(p);
		return;
	}
	for (; prepass_is(p, PUNCT_DOT) || prepass_is(p, PUNCT_LBRACKET); any = true) {
		if (prepass_is(p, PUNCT_DOT))
			member_designator(p);
		else
			element_designator(p);
	}
	if (!any)
		return;
	/* GNU's old `[0] v`. */
	if (prepass_is(p, PUNCT_ASSIGN))
		prepass_copy(p);
	else
		prepass_emit_punctuator(p, PUNCT_ASSIGN, ROLE_NONE, 0, p->at, p->at);
}

void prepass_initializer_list(struct prepass *p)
{
	size_t open = p->out->tokens.count;
	bool more = true;

	if (!prepass_enter(p))
		return;
	prepass_copy(p);
	while (more && !prepass_is(p, PUNCT_RBRACE) && !p->failed) {
		size_t begin = p->out->tokens.count;

		designators(p);
		initializer(p);
		more = prepass_is(p, PUNCT_COMMA);
		if (more)
			prepass_copy(p);
		prepass_item_end(p, begin);
	}
	prepass_expect(p, PUNCT_RBRACE, "'}'");
	prepass_items(p, open, ITEM_INITIALIZER);
	prepass_leave(p);
}

/* ---- functions ---- */

/* The declarations between a K&R parameter list and the body, aside. */
static uint32_t old_style_declarations(struct prepass *p)
{
	uint32_t mark = prepass_aside_begin(p);

	while (prepass_at_type(p)) {
		size_t begin = p->out->tokens.count;

		prepass_declaration(p, false);
		prepass_item_end(p, begin);
	}
	return prepass_aside_end(p, mark, ASIDE_DECLARATIONS);
}

static void declare_parameters(struct prepass *p, size_t first)
{
	for (size_t i = first; i < p->parameters.count; i++)
		if (p->parameters.at[i])
			prepass_declare(p, p->parameters.at[i], MEANING_ORDINARY);
}

static void function_body(struct prepass *p, const struct declarator *declarator)
{
	size_t scope;
	uint32_t declarations = NO_RECORD;

	prepass_declare(p, declarator->name, MEANING_ORDINARY);
	scope = prepass_scope_begin(p);
	declare_parameters(p, declarator->first_parameter);
	if (!prepass_is(p, PUNCT_LBRACE))
		declarations = old_style_declarations(p);
	else if (!p->body.token && p->depth == 0) {
		prepass_checkpoint(p, &p->body);
		p->function = declarator->name;
	}
	prepass_compound(p, true, ROLE_OLD_STYLE, declarations);
	prepass_scope_end(p, scope);
}

static bool at_function_body(const struct prepass *p, const struct declarator *declarator, bool is_typedef)
{
	if (!declarator->function || is_typedef)
		return false;
	return prepass_is(p, PUNCT_LBRACE) || (declarator->old_style && prepass_at_type(p));
}

/* ---- declarations ---- */

static void declare(struct prepass *p, const struct declarator *declarator, bool is_typedef)
{
	if (declarator->name)
		prepass_declare(p, declarator->name, is_typedef ? MEANING_TYPEDEF : MEANING_ORDINARY);
}

/* One declarator with what follows it. True: it was a function definition. */
static bool init_declarator(struct prepass *p, bool first, bool is_typedef)
{
	struct declarator declarator;

	prepass_attributes(p);
	declarator = prepass_declarator(p, DECLARATOR_CONCRETE);
	prepass_asm_label(p);
	prepass_attributes(p);
	if (first && at_function_body(p, &declarator, is_typedef)) {
		function_body(p, &declarator);
		return true;
	}
	declare(p, &declarator, is_typedef);
	if (prepass_is(p, PUNCT_ASSIGN)) {
		prepass_copy(p);
		initializer(p);
	}
	return false;
}

void prepass_declaration(struct prepass *p, bool file_scope)
{
	size_t parameters = p->parameters.count;
	struct specifiers_seen seen = prepass_specifiers(p);

	if (seen.empty && (!file_scope || prepass_token(p)->kind != TOKEN_IDENTIFIER) &&
	    !prepass_is(p, PUNCT_SEMICOLON)) {
		prepass_expected(p, "a declaration");
		return;
	}
	/* The grammar wants a declarator. */
	if (prepass_is(p, PUNCT_SEMICOLON)) {
		prepass_emit(p, LEX_NAME, ROLE_DROPPED, 0, p->at, p->at);
		prepass_copy(p);
		return;
	}
	for (bool first = true; !p->failed; first = false) {
		if (init_declarator(p, first, seen.is_typedef))
			break;
		p->parameters.count = parameters;
		if (!prepass_is(p, PUNCT_COMMA)) {
			prepass_expect(p, PUNCT_SEMICOLON, "',' or ';'");
			break;
		}
		prepass_copy(p);
	}
	p->parameters.count = parameters;
}

/* ---- translation unit ---- */

static void external_declaration(struct prepass *p)
{
	if (prepass_is(p, PUNCT_SEMICOLON)) {
		prepass_advance(p);
	} else if (prepass_keyword(p) == KEYWORD_STATIC_ASSERT) {
		prepass_static_assert(p, false);
	} else if (prepass_keyword(p) == KEYWORD_ASM) {
		prepass_asm(p);
		prepass_expect(p, PUNCT_SEMICOLON, "';'");
	} else {
		prepass_declaration(p, true);
	}
}

void prepass_translation_unit(struct prepass *p)
{
	while (prepass_token(p)->kind != TOKEN_END) {
		size_t begin = p->out->tokens.count;

		p->body.token = 0;
		prepass_checkpoint(p, &p->declaration);
		external_declaration(p);
		if (p->failed)
			prepass_recover(p);
		prepass_item_end(p, begin);
	}
}
