/* Attributes: out of the skeleton, into a table. */
#include "prepass_internal.h"

#include <string.h>

static bool at_bracket_attribute(const struct prepass *p)
{
	/* No expression begins with `[`, so `[[` is always an attribute. */
	return prepass_is(p, PUNCT_LBRACKET) && token_is(prepass_ahead(p, 1), PUNCT_LBRACKET);
}

bool prepass_at_attribute(const struct prepass *p)
{
	return prepass_keyword(p) == KEYWORD_ATTRIBUTE || at_bracket_attribute(p);
}

/* `packed` for `__packed__`. */
static const char *plain_name(struct prepass *p, const struct token *token)
{
	const char *text = p->list->text + token->offset;
	size_t length = token->length;

	if (length > 4 && !memcmp(text, "__", 2) && !memcmp(text + length - 2, "__", 2))
		return intern(p->names, text + 2, length - 4);
	return intern(p->names, text, length);
}

/* Over tokens to the closing bracket that is not opened among them. */
static void skip_balanced(struct prepass *p)
{
	unsigned depth = 0;

	for (; prepass_token(p)->kind != TOKEN_END; prepass_advance(p)) {
		const struct token *token = prepass_token(p);

		if (token_is(token, PUNCT_LPAREN) || token_is(token, PUNCT_LBRACKET) || token_is(token, PUNCT_LBRACE))
			depth++;
		else if (token_is(token, PUNCT_RPAREN) || token_is(token, PUNCT_RBRACKET) ||
			 token_is(token, PUNCT_RBRACE))
			if (depth-- == 0)
				return;
	}
}

static uint32_t parsed_argument(struct prepass *p, const char *name)
{
	static const char *const parsed[] = { "aligned", "vector_size", "constructor", "destructor" };
	bool wanted = false;
	for (size_t i = 0; i < sizeof parsed / sizeof *parsed; i++)
		wanted |= !strcmp(name, parsed[i]);
	if (!wanted)
		return NO_RECORD;
	if (prepass_is(p, PUNCT_RPAREN))
		return NO_RECORD;
	if (prepass_at_type(p))
		return prepass_type_aside(p);
	return prepass_expression_aside(p);
}

static void arguments(struct prepass *p, struct attribute_record *attribute)
{
	if (!prepass_is(p, PUNCT_LPAREN))
		return;
	prepass_advance(p);
	attribute->args_begin = p->at;
	attribute->aside = parsed_argument(p, attribute->name);
	skip_balanced(p);
	attribute->args_end = p->at;
	prepass_skip(p, PUNCT_RPAREN, "')'");
}

/* One attribute of a list: a name, perhaps with a prefix, perhaps with arguments. */
static void one_attribute(struct prepass *p)
{
	struct attribute_record attribute = { 0 };
	const struct token *token = prepass_token(p);

	if (token->kind != TOKEN_IDENTIFIER && token->kind != TOKEN_KEYWORD) {
		prepass_expected(p, "an attribute");
		return;
	}
	if (token_is(prepass_ahead(p, 1), PUNCT_COLON) && token_is(prepass_ahead(p, 2), PUNCT_COLON))
		p->at += 3;
	attribute.name = plain_name(p, prepass_token(p));
	attribute.token = p->at;
	attribute.aside = NO_RECORD;
	if (!strcmp(attribute.name, "overloadable"))
		prepass_fail(
			p, DIAG_UNSUPPORTED,
			"clang's attribute 'overloadable' is not supported (its <tgmath.h> needs it, gcc's does not)");
	prepass_advance(p);
	attribute.args_begin = attribute.args_end = p->at;
	arguments(p, &attribute);
	vec_push(&p->out->attributes, attribute);
}

static void attribute_list(struct prepass *p, enum punctuator close)
{
	while (prepass_token(p)->kind != TOKEN_END && !prepass_is(p, close)) {
		if (prepass_is(p, PUNCT_COMMA))
			prepass_advance(p);
		else
			one_attribute(p);
	}
}

static void attribute_specifier(struct prepass *p)
{
	size_t first = p->out->attributes.count;
	uint32_t begin = p->at;
	bool brackets = at_bracket_attribute(p);
	enum punctuator open = brackets ? PUNCT_LBRACKET : PUNCT_LPAREN;
	enum punctuator close = brackets ? PUNCT_RBRACKET : PUNCT_RPAREN;
	const char *what = brackets ? "']]'" : "'))'";

	if (!brackets)
		prepass_advance(p);
	prepass_skip(p, open, brackets ? "'['" : "'('");
	prepass_skip(p, open, brackets ? "'['" : "'('");
	attribute_list(p, close);
	prepass_skip(p, close, what);
	prepass_skip(p, close, what);
	for (size_t i = first; i < p->out->attributes.count; i++) {
		p->out->attributes.at[i].begin = begin;
		p->out->attributes.at[i].end = p->at;
	}
}

void prepass_attributes(struct prepass *p)
{
	for (;;) {
		if (prepass_keyword(p) == KEYWORD_EXTENSION)
			prepass_advance(p);
		else if (prepass_at_attribute(p))
			attribute_specifier(p);
		else
			return;
	}
}

void prepass_asm_label(struct prepass *p)
{
	struct attribute_record label = { 0 };

	if (prepass_keyword(p) != KEYWORD_ASM)
		return;
	label.name = intern_string(p->names, "asm");
	label.token = label.begin = p->at;
	label.aside = NO_RECORD;
	prepass_advance(p);
	prepass_skip(p, PUNCT_LPAREN, "'('");
	label.args_begin = p->at;
	while (prepass_token(p)->kind == TOKEN_STRING)
		prepass_advance(p);
	label.args_end = p->at;
	prepass_skip(p, PUNCT_RPAREN, "')'");
	label.end = p->at;
	vec_push(&p->out->attributes, label);
}
