/* Specifiers, structures, enumerations and type names.
 *
 * A list of specifiers is one `int` in the skeleton, whatever it says and in whatever order, or its
 * `struct x`; what it really says goes to a record. */
#include "prepass_internal.h"

static bool is_specifier_keyword(enum keyword keyword)
{
	switch (keyword) {
	case KEYWORD_STATIC_ASSERT:
	case KEYWORD_SIZEOF:
	case KEYWORD_ALIGNOF:
	case KEYWORD_GENERIC:
		return false;
	default:
		return keyword >= KEYWORD_TYPEDEF && keyword <= KEYWORD_ALIGNAS;
	}
}

bool prepass_starts_type(const struct prepass *p, const struct token *token)
{
	return token->kind == TOKEN_KEYWORD ? is_specifier_keyword((enum keyword)token->code)
					    : prepass_is_typedef(p, token);
}

/* Tokens of the attribute specifier that begins at the i-th token ahead; 0 if there is none. */
static uint32_t attribute_length(const struct prepass *p, uint32_t i)
{
	const struct token *token = prepass_ahead(p, i);
	bool word = token_keyword(token) == KEYWORD_ATTRIBUTE;
	uint32_t start = i;
	unsigned depth = 0;

	if (!word && !(token_is(token, PUNCT_LBRACKET) && token_is(prepass_ahead(p, i + 1), PUNCT_LBRACKET)))
		return 0;
	for (i += word;; i++) {
		token = prepass_ahead(p, i);
		depth += token_is(token, PUNCT_LPAREN) || token_is(token, PUNCT_LBRACKET);
		if (token_is(token, PUNCT_RPAREN) || token_is(token, PUNCT_RBRACKET))
			depth -= depth > 0;
		if (depth == 0 || token->kind == TOKEN_END)
			return i + 1 - start;
	}
}

/* The token after attributes and __extension__, without reading them. */
static const struct token *behind_attributes(const struct prepass *p)
{
	uint32_t i = 0;

	for (;;) {
		uint32_t n = attribute_length(p, i);

		if (n == 0 && token_keyword(prepass_ahead(p, i)) != KEYWORD_EXTENSION)
			return prepass_ahead(p, i);
		i += n ? n : 1;
	}
}

bool prepass_at_type(const struct prepass *p)
{
	return prepass_starts_type(p, behind_attributes(p));
}

/* ---- structures ---- */

static void bitfield_width(struct prepass *p)
{
	if (!prepass_is(p, PUNCT_COLON))
		return;
	prepass_copy(p);
	prepass_expression(p, false);
}

static void member_declarator(struct prepass *p)
{
	size_t parameters = p->parameters.count;

	prepass_attributes(p);
	if (prepass_is(p, PUNCT_COLON))
		prepass_emit(p, LEX_NAME, ROLE_ANONYMOUS, 0, p->at, p->at);
	else
		prepass_declarator(p, DECLARATOR_CONCRETE);
	p->parameters.count = parameters;
	bitfield_width(p);
	prepass_attributes(p);
}

static void member_declaration(struct prepass *p)
{
	struct specifiers_seen seen = prepass_wanted_specifiers(p);

	if (seen.empty) {
		prepass_expected(p, "a member's type");
		return;
	}
	while (!prepass_is(p, PUNCT_SEMICOLON) && !prepass_is(p, PUNCT_RBRACE)) {
		member_declarator(p);
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
	}
	/* gcc lets the last semicolon go. */
	if (prepass_is(p, PUNCT_RBRACE))
		prepass_emit_punctuator(p, PUNCT_SEMICOLON, ROLE_NONE, 0, p->at, p->at);
	else
		prepass_expect(p, PUNCT_SEMICOLON, "';'");
}

static void members(struct prepass *p)
{
	size_t open = p->out->tokens.count;

	prepass_copy(p);
	while (!prepass_is(p, PUNCT_RBRACE) && prepass_token(p)->kind != TOKEN_END) {
		size_t begin = p->out->tokens.count;

		if (prepass_is(p, PUNCT_SEMICOLON))
			prepass_advance(p);
		else if (prepass_keyword(p) == KEYWORD_STATIC_ASSERT)
			prepass_static_assert(p, true);
		else
			member_declaration(p);
		prepass_item_end(p, begin);
	}
	prepass_expect(p, PUNCT_RBRACE, "'}'");
	prepass_items(p, open, ITEM_MEMBERS);
}

/* ---- enumerations ---- */

static void enumerator(struct prepass *p)
{
	const char *name = prepass_token(p)->name;

	if (prepass_token(p)->kind != TOKEN_IDENTIFIER) {
		prepass_expected(p, "an enumerator");
		return;
	}
	prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	prepass_attributes(p);
	if (prepass_is(p, PUNCT_ASSIGN)) {
		prepass_copy(p);
		prepass_expression(p, false);
	}
	prepass_declare(p, name, MEANING_ORDINARY);
}

static void enumerators(struct prepass *p)
{
	size_t open = p->out->tokens.count;
	bool more = true;

	prepass_copy(p);
	while (more && !prepass_is(p, PUNCT_RBRACE) && prepass_token(p)->kind != TOKEN_END) {
		size_t begin = p->out->tokens.count;

		enumerator(p);
		more = prepass_is(p, PUNCT_COMMA);
		if (more)
			prepass_copy(p);
		prepass_item_end(p, begin);
	}
	prepass_expect(p, PUNCT_RBRACE, "'}'");
	prepass_items(p, open, ITEM_ENUMERATOR);
}

/* ---- struct, union, enum ---- */

static uint32_t base_type(struct prepass *p)
{
	/* In a structure `enum e : 3` is a bit-field. */
	if (!prepass_is(p, PUNCT_COLON) || !prepass_starts_type(p, prepass_ahead(p, 1)))
		return NO_RECORD;
	prepass_advance(p);
	return prepass_type_aside(p);
}

static void tag_body(struct prepass *p, enum keyword keyword)
{
	if (!prepass_is(p, PUNCT_LBRACE))
		return;
	if (!prepass_enter(p))
		return;
	if (keyword == KEYWORD_ENUM)
		enumerators(p);
	else
		members(p);
	prepass_leave(p);
}

static enum lexeme tag_lexeme(enum keyword keyword)
{
	return keyword == KEYWORD_STRUCT ? LEX_STRUCT : keyword == KEYWORD_UNION ? LEX_UNION : LEX_ENUM;
}

static uint8_t tag_kind(enum keyword keyword)
{
	return keyword == KEYWORD_STRUCT  ? NODE_STRUCT_SPECIFIER
	       : keyword == KEYWORD_UNION ? NODE_UNION_SPECIFIER
					  : NODE_ENUM_SPECIFIER;
}

/* ---- lists of specifiers ---- */

/* A list being read. Its items stay here until its end: lists nest. */
struct list_reader {
	VEC(struct specifier) items;
	bool has_type, is_typedef;
	uint32_t tag; /* skeleton token of struct, union, enum, or NO_RECORD */
};

static void add_item(struct prepass *p, struct list_reader *reader, enum node_kind kind, uint32_t begin, uint32_t aside)
{
	struct specifier item = { begin, p->at, aside, (uint8_t)kind };

	vec_push(&reader->items, item);
}

static void add_keyword(struct prepass *p, struct list_reader *reader, enum node_kind kind)
{
	prepass_advance(p);
	add_item(p, reader, kind, p->at - 1, NO_RECORD);
}

static void tag_specifier(struct prepass *p, struct list_reader *reader)
{
	enum keyword keyword = prepass_keyword(p);
	uint32_t begin = p->at, aside;

	if (reader->tag != NO_RECORD) {
		prepass_expected(p, "one type only");
		return;
	}
	reader->tag = (uint32_t)p->out->tokens.count;
	prepass_replace(p, tag_lexeme(keyword), ROLE_SPECIFIERS, 0);
	prepass_attributes(p);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	else if (!prepass_is(p, PUNCT_LBRACE))
		prepass_expected(p, "a tag or '{'");
	aside = keyword == KEYWORD_ENUM ? base_type(p) : NO_RECORD;
	tag_body(p, keyword);
	reader->has_type = true;
	add_item(p, reader, (enum node_kind)tag_kind(keyword), begin, aside);
}

/* `word ( type or expression )`, the operand aside. */
static void operand_specifier(struct prepass *p, struct list_reader *reader, enum node_kind kind)
{
	uint32_t begin = p->at, aside, mark;

	prepass_advance(p);
	prepass_skip(p, PUNCT_LPAREN, "'('");
	if (!prepass_enter(p))
		return;
	if (prepass_at_type(p)) {
		aside = prepass_type_aside(p);
	} else {
		mark = prepass_aside_begin(p);
		prepass_expression(p, true);
		aside = prepass_aside_end(p, mark, ASIDE_EXPRESSION);
	}
	prepass_leave(p);
	prepass_skip(p, PUNCT_RPAREN, "')'");
	add_item(p, reader, kind, begin, aside);
}

static void keyword_specifier(struct prepass *p, struct list_reader *reader)
{
	enum keyword keyword = prepass_keyword(p);

	if (keyword == KEYWORD_STRUCT || keyword == KEYWORD_UNION || keyword == KEYWORD_ENUM) {
		tag_specifier(p, reader);
	} else if (keyword == KEYWORD_TYPEOF || keyword == KEYWORD_TYPEOF_UNQUAL) {
		operand_specifier(p, reader, NODE_TYPEOF);
		reader->has_type = true;
	} else if (keyword == KEYWORD_ATOMIC && token_is(prepass_ahead(p, 1), PUNCT_LPAREN)) {
		operand_specifier(p, reader, NODE_ATOMIC);
		reader->has_type = true;
	} else if (keyword == KEYWORD_BIT_INT) {
		prepass_fail(p, DIAG_UNSUPPORTED, "_BitInt is not supported");
	} else if (keyword == KEYWORD_ALIGNAS) {
		operand_specifier(p, reader, NODE_ALIGNAS);
	} else if (keyword <= KEYWORD_CONSTEXPR) {
		reader->is_typedef |= keyword == KEYWORD_TYPEDEF;
		add_keyword(p, reader, NODE_STORAGE_CLASS);
	} else if (keyword <= KEYWORD_ATOMIC) {
		add_keyword(p, reader, NODE_TYPE_QUALIFIER);
	} else {
		add_keyword(p, reader, NODE_TYPE_KEYWORD);
		reader->has_type = true;
	}
}

/* A name that nobody has declared, where it must be a type: told once, from here on it is one. */
static void assume_type(struct prepass *p)
{
	const char *name = prepass_token(p)->name;

	prepass_complain(p, "unknown type name '%s'", name);
	table_put(&p->meanings, name, MEANING_TYPEDEF);
	vec_push(&p->out->doubtful, name);
}

/* No declaration has two names, or a name and then a star, but of a type. */
static bool is_unknown_type(const struct prepass *p)
{
	return prepass_token(p)->kind == TOKEN_IDENTIFIER && !prepass_is_typedef(p, prepass_token(p)) &&
	       (prepass_ahead(p, 1)->kind == TOKEN_IDENTIFIER || token_is(prepass_ahead(p, 1), PUNCT_STAR));
}

static bool one_specifier(struct prepass *p, struct list_reader *reader)
{
	const struct token *token = prepass_token(p);

	if (!reader->has_type && is_unknown_type(p))
		assume_type(p);
	if (prepass_at_attribute(p) || token_keyword(token) == KEYWORD_EXTENSION) {
		prepass_attributes(p);
	} else if (token->kind == TOKEN_KEYWORD && is_specifier_keyword((enum keyword)token->code)) {
		keyword_specifier(p, reader);
	} else if (!reader->has_type && prepass_is_typedef(p, token)) {
		prepass_advance(p);
		add_item(p, reader, NODE_TYPEDEF_NAME, p->at - 1, NO_RECORD);
		reader->has_type = true;
	} else {
		return false;
	}
	return true;
}

static uint32_t add_list(struct prepass *p, const struct list_reader *reader, uint32_t begin)
{
	struct specifier_list list;

	list.begin = begin;
	list.end = p->at;
	list.first = (uint32_t)p->out->specifiers.count;
	list.count = (uint32_t)reader->items.count;
	for (size_t i = 0; i < reader->items.count; i++)
		vec_push(&p->out->specifiers, reader->items.at[i]);
	vec_push(&p->out->lists, list);
	return (uint32_t)p->out->lists.count - 1;
}

struct specifiers_seen prepass_specifiers(struct prepass *p)
{
	struct list_reader reader = { .tag = NO_RECORD };
	struct specifiers_seen seen;
	uint32_t begin = p->at, list;

	while (one_specifier(p, &reader))
		;
	list = add_list(p, &reader, begin);
	if (reader.tag == NO_RECORD)
		prepass_emit(p, LEX_INT, ROLE_SPECIFIERS, list, begin, p->at);
	else
		p->out->tokens.at[reader.tag].data = list;
	seen.is_typedef = reader.is_typedef;
	seen.empty = reader.items.count == 0;
	vec_free(&reader.items);
	return seen;
}

struct specifiers_seen prepass_wanted_specifiers(struct prepass *p)
{
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER && !prepass_is_typedef(p, prepass_token(p)))
		assume_type(p);
	return prepass_specifiers(p);
}

/* ---- type names ---- */

void prepass_type_name(struct prepass *p)
{
	size_t parameters = p->parameters.count;

	prepass_specifiers(p);
	prepass_declarator(p, DECLARATOR_ABSTRACT);
	p->parameters.count = parameters;
	prepass_attributes(p);
}

uint32_t prepass_type_aside(struct prepass *p)
{
	uint32_t mark = prepass_aside_begin(p);

	prepass_type_name(p);
	return prepass_aside_end(p, mark, ASIDE_TYPE);
}
