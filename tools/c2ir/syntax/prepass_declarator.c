/* Declarators and parameter lists. */
#include "prepass_internal.h"
#include "syntax_operator.h"

static bool is_qualifier(enum keyword keyword)
{
	return keyword >= KEYWORD_CONST && keyword <= KEYWORD_ATOMIC;
}

static void qualifiers(struct prepass *p)
{
	prepass_attributes(p);
	while (is_qualifier(prepass_keyword(p))) {
		prepass_replace(p, LEX_CONST, ROLE_KEYWORD, 0);
		prepass_attributes(p);
	}
}

static bool pointers(struct prepass *p)
{
	bool any = false;

	prepass_attributes(p);
	for (; prepass_is(p, PUNCT_STAR); any = true) {
		prepass_copy(p);
		qualifiers(p);
	}
	return any;
}

/* ---- arrays ---- */

static void array(struct prepass *p)
{
	prepass_copy(p);
	while (is_qualifier(prepass_keyword(p)) || prepass_keyword(p) == KEYWORD_STATIC)
		prepass_replace(p, LEX_CONST, ROLE_KEYWORD, 0);
	if (prepass_is(p, PUNCT_STAR) && token_is(prepass_ahead(p, 1), PUNCT_RBRACKET)) {
		prepass_emit_punctuator(p, PUNCT_STAR, ROLE_OPERATOR, OP_STAR, p->at, p->at + 1);
		prepass_advance(p);
	} else if (!prepass_is(p, PUNCT_RBRACKET)) {
		prepass_expression(p, true);
	}
	prepass_expect(p, PUNCT_RBRACKET, "']'");
}

/* ---- parameters ---- */

static void ellipsis(struct prepass *p)
{
	prepass_emit_punctuator(p, PUNCT_ELLIPSIS, ROLE_ELLIPSIS, 0, p->at, p->at + 1);
	prepass_advance(p);
}

static const char *parameter(struct prepass *p)
{
	struct declarator declarator;
	size_t names = p->parameters.count;

	if (prepass_wanted_specifiers(p).empty) {
		prepass_expected(p, "a parameter");
		return NULL;
	}
	declarator = prepass_declarator(p, DECLARATOR_EITHER);
	prepass_attributes(p);
	p->parameters.count = names;
	if (declarator.name)
		prepass_declare(p, declarator.name, MEANING_ORDINARY);
	return declarator.name;
}

static void prototype(struct prepass *p)
{
	while (!p->failed) {
		if (prepass_is(p, PUNCT_ELLIPSIS)) {
			ellipsis(p);
			break;
		}
		{
			const char *name = parameter(p); /* may push parameters itself */
			vec_push(&p->parameters, name);
		}
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
	}
}

/* K&R: names only. Each is an `int` in the skeleton, as if it were a type. */
static void identifier_list(struct prepass *p)
{
	while (prepass_token(p)->kind == TOKEN_IDENTIFIER) {
		vec_push(&p->parameters, prepass_token(p)->name);
		prepass_replace(p, LEX_INT, ROLE_IDENTIFIER, 0);
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
		if (prepass_is(p, PUNCT_ELLIPSIS)) {
			ellipsis(p);
			break;
		}
	}
}

/* `( ... )` after a declarator. True: an identifier list. */
static bool parameters(struct prepass *p)
{
	size_t scope = prepass_scope_begin(p);
	bool old_style = false;

	prepass_copy(p);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER && !prepass_at_type(p) &&
	    (token_is(prepass_ahead(p, 1), PUNCT_COMMA) || token_is(prepass_ahead(p, 1), PUNCT_RPAREN))) {
		old_style = true;
		identifier_list(p);
	} else if (!prepass_is(p, PUNCT_RPAREN)) {
		prototype(p);
	}
	prepass_expect(p, PUNCT_RPAREN, "')'");
	prepass_scope_end(p, scope);
	return old_style;
}

/* ---- the whole ---- */

/* At `(`: does it hold a declarator (else it is a list of parameters)? */
static bool opens_declarator(const struct prepass *p, enum declarator_kind kind)
{
	const struct token *next = prepass_ahead(p, 1);

	if (kind == DECLARATOR_CONCRETE)
		return true;
	if (token_keyword(next) == KEYWORD_ATTRIBUTE || token_is(next, PUNCT_STAR) || token_is(next, PUNCT_LPAREN) ||
	    (token_is(next, PUNCT_LBRACKET) && kind == DECLARATOR_ABSTRACT))
		return true;
	return kind == DECLARATOR_EITHER && next->kind == TOKEN_IDENTIFIER && !prepass_is_typedef(p, next);
}

static void function_suffix(struct prepass *p, struct declarator *result)
{
	size_t first = p->parameters.count;
	bool old_style = parameters(p);

	if (result->plain) {
		result->function = true;
		result->old_style = old_style;
		result->first_parameter = first;
	} else {
		p->parameters.count = first;
	}
}

static void suffixes(struct prepass *p, struct declarator *result)
{
	for (;; result->plain = false) {
		if (prepass_at_attribute(p) && prepass_is(p, PUNCT_LBRACKET))
			prepass_attributes(p);
		else if (prepass_is(p, PUNCT_LBRACKET))
			array(p);
		else if (prepass_is(p, PUNCT_LPAREN))
			function_suffix(p, result);
		else
			return;
	}
}

/* The name, or what is in parentheses, without what stands before and after. */
static struct declarator innermost(struct prepass *p, enum declarator_kind kind)
{
	struct declarator result = { 0 };
	const struct token *token = prepass_token(p);

	if (token->kind == TOKEN_IDENTIFIER && kind != DECLARATOR_ABSTRACT) {
		result.name = token->name;
		result.plain = true;
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	} else if (prepass_is(p, PUNCT_LPAREN) && opens_declarator(p, kind)) {
		prepass_copy(p);
		result = prepass_declarator(p, kind);
		prepass_expect(p, PUNCT_RPAREN, "')'");
	} else if (kind == DECLARATOR_CONCRETE) {
		prepass_expected(p, "an identifier or '('");
	}
	return result;
}

struct declarator prepass_declarator(struct prepass *p, enum declarator_kind kind)
{
	struct declarator result = { 0 };
	bool pointer;

	if (!prepass_enter(p))
		return result;
	pointer = pointers(p);
	result = innermost(p, kind);
	suffixes(p, &result);
	result.plain &= !pointer;
	prepass_leave(p);
	return result;
}
