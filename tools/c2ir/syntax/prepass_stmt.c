/* Statements and labels.
 *
 * The grammar lets a case label swallow what follows it; in the skeleton case and default are plain
 * labels, which bind as C says. Chains (labels, else if, nested loops) are a loop here, not recursion. */
#include "prepass_internal.h"

static bool is_label(const struct prepass *p)
{
	return prepass_token(p)->kind == TOKEN_IDENTIFIER && token_is(prepass_ahead(p, 1), PUNCT_COLON);
}

static void semicolon(struct prepass *p)
{
	prepass_expect(p, PUNCT_SEMICOLON, "';'");
}

/* ---- labels ---- */

/* The label has no statement. */
static void end_label(struct prepass *p)
{
	prepass_emit_punctuator(p, PUNCT_SEMICOLON, ROLE_DROPPED, 0, p->at, p->at);
}

/* What follows a label: a statement, or nothing before `}`. */
static void after_label(struct prepass *p)
{
	prepass_attributes(p);
	if (prepass_is(p, PUNCT_RBRACE))
		end_label(p);
}

static void case_label(struct prepass *p)
{
	struct case_label label = { NO_RECORD, NO_RECORD };
	uint32_t begin = p->at;

	prepass_advance(p);
	label.value = prepass_expression_aside(p);
	if (prepass_is(p, PUNCT_ELLIPSIS)) {
		prepass_advance(p);
		label.end = prepass_expression_aside(p);
	}
	vec_push(&p->out->cases, label);
	prepass_emit(p, LEX_NAME, ROLE_CASE, (uint32_t)p->out->cases.count - 1, begin, p->at);
}

/* Reads one label if there is one. */
static bool label(struct prepass *p)
{
	if (prepass_keyword(p) == KEYWORD_CASE)
		case_label(p);
	else if (prepass_keyword(p) == KEYWORD_DEFAULT)
		prepass_replace(p, LEX_NAME, ROLE_DEFAULT, 0);
	else if (is_label(p))
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	else
		return false;
	prepass_expect(p, PUNCT_COLON, "':'");
	after_label(p);
	return true;
}

/* ---- asm ---- */

static void asm_qualifiers(struct prepass *p)
{
	for (;;) {
		enum keyword keyword = prepass_keyword(p);

		if (keyword == KEYWORD_VOLATILE)
			prepass_replace(p, LEX_VOLATILE, ROLE_KEYWORD, 0);
		else if (keyword == KEYWORD_GOTO || keyword == KEYWORD_INLINE || keyword == KEYWORD_CONST)
			prepass_advance(p);
		else
			return;
	}
}

/* Grammars before 0.23 know only names as outputs. */
static void asm_operand(struct prepass *p)
{
	uint32_t begin, mark, aside;

	if (prepass_is(p, PUNCT_LBRACKET)) {
		prepass_copy(p);
		if (prepass_token(p)->kind == TOKEN_IDENTIFIER || prepass_token(p)->kind == TOKEN_KEYWORD)
			prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
		prepass_expect(p, PUNCT_RBRACKET, "']'");
	}
	prepass_string(p, LEX_STRING);
	prepass_expect(p, PUNCT_LPAREN, "'('");
	begin = p->at;
	mark = prepass_aside_begin(p);
	prepass_expression(p, true);
	aside = prepass_aside_end(p, mark, ASIDE_EXPRESSION);
	prepass_emit(p, LEX_NAME, ROLE_ASIDE, aside, begin, p->at);
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

/* One section after a colon: 0 outputs, 1 inputs, 2 clobbers, 3 labels. */
static void asm_section(struct prepass *p, unsigned section)
{
	while (!prepass_is(p, PUNCT_COLON) && !prepass_is(p, PUNCT_RPAREN) && !p->failed) {
		if (section < 2)
			asm_operand(p);
		else if (section == 2)
			prepass_string(p, LEX_STRING);
		else if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
			prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
		else
			prepass_expected(p, "a label");
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
	}
}

void prepass_asm(struct prepass *p)
{
	prepass_replace(p, LEX_ASM, ROLE_NONE, 0);
	asm_qualifiers(p);
	prepass_expect(p, PUNCT_LPAREN, "'('");
	prepass_string(p, LEX_STRING);
	for (unsigned section = 0; section < 4 && prepass_is(p, PUNCT_COLON); section++) {
		prepass_copy(p);
		asm_section(p, section);
	}
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

/* ---- simple statements ---- */

static void goto_statement(struct prepass *p)
{
	if (token_is(prepass_ahead(p, 1), PUNCT_STAR)) {
		prepass_replace(p, LEX_RETURN, ROLE_NONE, 0);
		prepass_advance(p);
		prepass_expression(p, true);
		return;
	}
	prepass_replace(p, LEX_GOTO, ROLE_NONE, 0);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	else
		prepass_expected(p, "a label");
}

static void return_statement(struct prepass *p)
{
	prepass_replace(p, LEX_RETURN, ROLE_NONE, 0);
	if (!prepass_is(p, PUNCT_SEMICOLON))
		prepass_expression(p, true);
}

/* A statement that ends with a semicolon of its own. */
static void simple_statement(struct prepass *p)
{
	switch (prepass_keyword(p)) {
	case KEYWORD_GOTO:
		goto_statement(p);
		break;
	case KEYWORD_RETURN:
		return_statement(p);
		break;
	case KEYWORD_BREAK:
		prepass_replace(p, LEX_BREAK, ROLE_NONE, 0);
		break;
	case KEYWORD_CONTINUE:
		prepass_replace(p, LEX_CONTINUE, ROLE_NONE, 0);
		break;
	case KEYWORD_ASM:
		prepass_asm(p);
		break;
	default:
		if (!prepass_is(p, PUNCT_SEMICOLON))
			prepass_expression(p, true);
	}
	semicolon(p);
}

/* ---- control ---- */

static void condition(struct prepass *p)
{
	prepass_expect(p, PUNCT_LPAREN, "'('");
	prepass_expression(p, true);
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

static void prepass_statement(struct prepass *p);

static void do_statement(struct prepass *p)
{
	prepass_replace(p, LEX_DO, ROLE_NONE, 0);
	prepass_statement(p);
	if (prepass_keyword(p) == KEYWORD_WHILE)
		prepass_replace(p, LEX_WHILE, ROLE_NONE, 0);
	else
		prepass_expected(p, "'while'");
	condition(p);
	semicolon(p);
}

static void for_clause(struct prepass *p, enum punctuator end, const char *what)
{
	if (!prepass_is(p, end))
		prepass_expression(p, true);
	prepass_expect(p, end, what);
}

static void for_statement(struct prepass *p)
{
	size_t scope = prepass_scope_begin(p);

	prepass_replace(p, LEX_FOR, ROLE_NONE, 0);
	prepass_expect(p, PUNCT_LPAREN, "'('");
	if (prepass_at_type(p))
		prepass_declaration(p, false);
	else
		for_clause(p, PUNCT_SEMICOLON, "';'");
	for_clause(p, PUNCT_SEMICOLON, "';'");
	for_clause(p, PUNCT_RPAREN, "')'");
	prepass_statement(p);
	prepass_scope_end(p, scope);
}

/* True: `else` was read, its statement is next. */
static bool if_statement(struct prepass *p)
{
	prepass_replace(p, LEX_IF, ROLE_NONE, 0);
	condition(p);
	prepass_statement(p);
	if (prepass_keyword(p) != KEYWORD_ELSE)
		return false;
	prepass_replace(p, LEX_ELSE, ROLE_NONE, 0);
	return true;
}

/* True: the statement goes on with a statement in its last place. */
static bool statement_head(struct prepass *p)
{
	prepass_attributes(p);
	if (label(p))
		return true;
	if (prepass_is(p, PUNCT_LBRACE)) {
		prepass_compound(p, true, ROLE_NONE, 0);
		return false;
	}
	switch (prepass_keyword(p)) {
	case KEYWORD_IF:
		return if_statement(p);
	case KEYWORD_SWITCH:
	case KEYWORD_WHILE:
		prepass_replace(p, LEX_WHILE, ROLE_NONE, 0);
		condition(p);
		return true;
	case KEYWORD_DO:
		do_statement(p);
		return false;
	case KEYWORD_FOR:
		for_statement(p);
		return false;
	default:
		simple_statement(p);
		return false;
	}
}

/* Behind a label that ends a block the semicolon is there already. */
static bool ended_by_label(const struct prepass *p)
{
	return prepass_is(p, PUNCT_RBRACE);
}

static void prepass_statement(struct prepass *p)
{
	if (!prepass_enter(p))
		return;
	while (!p->failed) {
		bool was_label =
			is_label(p) || prepass_keyword(p) == KEYWORD_CASE || prepass_keyword(p) == KEYWORD_DEFAULT;

		if (!statement_head(p) || (was_label && ended_by_label(p)))
			break;
	}
	prepass_leave(p);
}

/* ---- blocks ---- */

static void label_declaration(struct prepass *p)
{
	prepass_replace(p, LEX_INT, ROLE_LABELS, 0);
	while (prepass_token(p)->kind == TOKEN_IDENTIFIER) {
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
	}
	semicolon(p);
}

static bool at_declaration(const struct prepass *p)
{
	return prepass_keyword(p) == KEYWORD_STATIC_ASSERT || prepass_keyword(p) == KEYWORD_LABEL ||
	       prepass_at_type(p) ||
	       (prepass_token(p)->kind == TOKEN_IDENTIFIER && prepass_ahead(p, 1)->kind == TOKEN_IDENTIFIER);
}

static void block_declaration(struct prepass *p)
{
	if (prepass_keyword(p) == KEYWORD_STATIC_ASSERT)
		prepass_static_assert(p, false);
	else if (prepass_keyword(p) == KEYWORD_LABEL)
		label_declaration(p);
	else
		prepass_declaration(p, false);
}

/* A declaration behind a label (C23; gcc takes it always) is the next item: grammars before 0.23 want a statement. */
static void block_item(struct prepass *p)
{
	bool labelled = false;

	while (label(p)) {
		labelled = true;
		if (prepass_is(p, PUNCT_RBRACE))
			return;
	}
	if (!at_declaration(p))
		prepass_statement(p);
	else if (labelled)
		end_label(p);
	else
		block_declaration(p);
}

void prepass_compound(struct prepass *p, bool scope, enum role role, uint32_t data)
{
	size_t mark = prepass_scope_begin(p);
	uint32_t open;

	if (!prepass_enter(p))
		return;
	open = prepass_emit_punctuator(p, PUNCT_LBRACE, role, data, p->at, p->at + 1);
	prepass_skip(p, PUNCT_LBRACE, "'{'");
	while (!prepass_is(p, PUNCT_RBRACE) && prepass_token(p)->kind != TOKEN_END) {
		size_t begin = p->out->tokens.count;

		block_item(p);
		prepass_item_end(p, begin);
	}
	prepass_expect(p, PUNCT_RBRACE, "'}'");
	prepass_items(p, open, ITEM_OF_BLOCK);
	if (scope)
		prepass_scope_end(p, mark);
	prepass_leave(p);
}
