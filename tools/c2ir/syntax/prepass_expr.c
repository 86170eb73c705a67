/* Expressions: types are found, operands and operators get one spelling each; what binds how is left
 * to the grammar. Prefix and postfix operators have spellings in the skeleton that leave it no choice:
 * tree-sitter's grammar gives `- p ++` the wrong shape. */
#include "prepass_internal.h"
#include "syntax_operator.h"

/* Where an expression has got to. */
struct reader {
	bool operand;     /* an operand is complete: a binary operator may follow */
	bool prefix;      /* right after a prefix operator or a cast */
	bool compound;    /* not a unary expression since the last `=`, `,`, `?`: not assignable */
	bool unnamed;     /* the last operand is a compound literal or a _Generic and nothing else */
	size_t begin;     /* how many skeleton tokens there were before it */
	unsigned choices; /* `?` without their `:` */
};

/* The operator of a binary punctuator or of its assignment; OP_NONE: not one of these. */
static enum node_op binary_op(enum punctuator punctuator)
{
	static const uint8_t ops[PUNCT_COUNT] = {
		[PUNCT_STAR] = OP_MUL,
		[PUNCT_SLASH] = OP_DIV,
		[PUNCT_PERCENT] = OP_REM,
		[PUNCT_PLUS] = OP_ADD,
		[PUNCT_MINUS] = OP_SUB,
		[PUNCT_SHL] = OP_SHL,
		[PUNCT_SHR] = OP_SHR,
		[PUNCT_LT] = OP_LT,
		[PUNCT_GT] = OP_GT,
		[PUNCT_LE] = OP_LE,
		[PUNCT_GE] = OP_GE,
		[PUNCT_EQ] = OP_EQ,
		[PUNCT_NE] = OP_NE,
		[PUNCT_AMPERSAND] = OP_AND,
		[PUNCT_CARET] = OP_XOR,
		[PUNCT_PIPE] = OP_OR,
		[PUNCT_AND_AND] = OP_LOGICAL_AND,
		[PUNCT_OR_OR] = OP_LOGICAL_OR,
		[PUNCT_MUL_ASSIGN] = OP_MUL,
		[PUNCT_DIV_ASSIGN] = OP_DIV,
		[PUNCT_REM_ASSIGN] = OP_REM,
		[PUNCT_ADD_ASSIGN] = OP_ADD,
		[PUNCT_SUB_ASSIGN] = OP_SUB,
		[PUNCT_SHL_ASSIGN] = OP_SHL,
		[PUNCT_SHR_ASSIGN] = OP_SHR,
		[PUNCT_AND_ASSIGN] = OP_AND,
		[PUNCT_XOR_ASSIGN] = OP_XOR,
		[PUNCT_OR_ASSIGN] = OP_OR,
	};

	return (enum node_op)ops[punctuator];
}

static bool is_assignment(const struct token *token)
{
	return token->kind == TOKEN_PUNCTUATOR && token->code >= PUNCT_ASSIGN;
}

static enum node_op prefix_op(const struct token *token)
{
	if (token->kind == TOKEN_KEYWORD)
		return token->code == KEYWORD_REAL ? OP_REAL : token->code == KEYWORD_IMAG ? OP_IMAG : OP_NONE;
	if (token->kind != TOKEN_PUNCTUATOR)
		return OP_NONE;
	switch (token->code) {
	case PUNCT_PLUS:
		return OP_PLUS;
	case PUNCT_MINUS:
		return OP_MINUS;
	case PUNCT_BANG:
		return OP_NOT;
	case PUNCT_TILDE:
		return OP_COMPLEMENT;
	case PUNCT_STAR:
		return OP_DEREFERENCE;
	case PUNCT_AMPERSAND:
		return OP_ADDRESS;
	case PUNCT_INCREMENT:
		return OP_PRE_INCREMENT;
	case PUNCT_DECREMENT:
		return OP_PRE_DECREMENT;
	default:
		return OP_NONE;
	}
}

/* ---- operands ---- */

static void finish_operand(struct reader *r)
{
	r->unnamed &= !r->prefix; /* *(T){ p } is something else */
	r->operand = true;
	r->prefix = false;
}

void prepass_string(struct prepass *p, enum lexeme lexeme)
{
	uint32_t begin = p->at;

	while (prepass_token(p)->kind == TOKEN_STRING)
		prepass_advance(p);
	if (p->at == begin)
		prepass_expected(p, "a string literal");
	prepass_emit(p, lexeme, ROLE_STRING, 0, begin, p->at);
}

/* A name is `0`, which cannot be anything but an operand; but the grammar assigns to names only. */
static void name_operand(struct prepass *p, struct reader *r)
{
	bool assigned = is_assignment(prepass_ahead(p, 1)) && !r->prefix;

	if (prepass_is_typedef(p, prepass_token(p)))
		prepass_expected(p, "an expression");
	else
		prepass_replace(p, assigned ? LEX_NAME : LEX_VALUE, ROLE_IDENTIFIER, 0);
}

/* `( type )`; `prefix` skipped. */
static void parenthesised_type(struct prepass *p)
{
	prepass_copy(p);
	prepass_type_name(p);
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

/* Behind a cast. What it gives is no lvalue, but `*(T)p` is one: a prefix operator decides. */
static void cast(struct reader *r)
{
	r->compound |= !r->prefix;
	r->prefix = true;
}

/* At `(` where an operand is due. */
static void parenthesis(struct prepass *p, struct reader *r)
{
	if (prepass_starts_type(p, prepass_ahead(p, 1)) || token_keyword(prepass_ahead(p, 1)) == KEYWORD_ATTRIBUTE) {
		parenthesised_type(p);
		if (!prepass_is(p, PUNCT_LBRACE)) {
			cast(r);
			return;
		}
		prepass_initializer_list(p);
		r->unnamed = true;
	} else {
		prepass_copy(p);
		while (prepass_keyword(p) == KEYWORD_EXTENSION)
			prepass_advance(p);
		if (prepass_is(p, PUNCT_LBRACE)) {
			prepass_block_begin(p);
			prepass_compound(p, true, ROLE_NONE, 0);
		} else {
			prepass_expression(p, true);
		}
		prepass_expect(p, PUNCT_RPAREN, "')'");
	}
	finish_operand(r);
}

/* `( __extension__ type )` is a type, `( __extension__ expression )` is not. */
static void parenthesis_extension(struct prepass *p, struct reader *r)
{
	uint32_t at = p->at + 1;

	while (token_keyword(p->tokens + at) == KEYWORD_EXTENSION)
		at++;
	if (at > p->at + 1 && prepass_starts_type(p, p->tokens + at)) {
		prepass_copy(p);
		p->at = at;
		prepass_type_name(p);
		prepass_expect(p, PUNCT_RPAREN, "')'");
		if (prepass_is(p, PUNCT_LBRACE)) {
			prepass_initializer_list(p);
			r->unnamed = true;
			finish_operand(r);
		} else {
			cast(r);
		}
		return;
	}
	parenthesis(p, r);
}

/* sizeof and _Alignof. Behind `sizeof ( type )` no cast is possible, but a compound literal is. */
static void size_operand(struct prepass *p, struct reader *r)
{
	prepass_replace(p, LEX_SIZEOF, ROLE_NONE, 0);
	while (prepass_keyword(p) == KEYWORD_EXTENSION)
		prepass_advance(p);
	const struct token *inside = prepass_ahead(p, 1);
	bool is_type = prepass_starts_type(p, inside) || token_keyword(inside) == KEYWORD_ATTRIBUTE;
	if (!prepass_is(p, PUNCT_LPAREN) || !is_type) {
		r->prefix = r->compound = true;
		return;
	}
	parenthesised_type(p);
	if (prepass_is(p, PUNCT_LBRACE))
		prepass_initializer_list(p);
	finish_operand(r);
}

static void label_address(struct prepass *p)
{
	prepass_advance(p);
	if (prepass_token(p)->kind != TOKEN_IDENTIFIER) {
		prepass_expected(p, "a label");
		return;
	}
	prepass_emit(p, LEX_VALUE, ROLE_LABEL_ADDRESS, 0, p->at - 1, p->at + 1);
	prepass_advance(p);
}

/* ---- _Generic ---- */

static void association(struct prepass *p)
{
	if (prepass_keyword(p) == KEYWORD_DEFAULT)
		prepass_replace(p, LEX_INT, ROLE_ANONYMOUS, 0);
	else if (prepass_at_type(p))
		prepass_type_name(p);
	else if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
		prepass_fail(p, DIAG_INPUT, "unknown type name '%s'", prepass_token(p)->name);
	else
		prepass_expected(p, "a type");
	prepass_expect(p, PUNCT_COLON, "':'");
	prepass_expression(p, false);
}

static void generic(struct prepass *p)
{
	prepass_replace(p, LEX_GENERIC, ROLE_NONE, 0);
	prepass_expect(p, PUNCT_LPAREN, "'('");
	prepass_expression(p, false);
	while (prepass_is(p, PUNCT_COMMA)) {
		prepass_copy(p);
		association(p);
	}
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

/* ---- calls ---- */

static void type_argument(struct prepass *p)
{
	prepass_emit_punctuator(p, PUNCT_LPAREN, ROLE_TYPE_ARGUMENT, 0, p->at, p->at);
	prepass_type_name(p);
	prepass_emit_punctuator(p, PUNCT_RPAREN, ROLE_NONE, 0, p->at, p->at);
	prepass_emit(p, LEX_VALUE, ROLE_DROPPED, 0, p->at, p->at);
}

/* The member of offsetof: `m.n[i]` becomes `0 . m . n [ i ]`. */
static void member_argument(struct prepass *p)
{
	prepass_emit(p, LEX_VALUE, ROLE_OFFSETOF_BASE, 0, p->at, p->at);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER) {
		prepass_emit_punctuator(p, PUNCT_DOT, ROLE_OPERATOR, OP_DOT, p->at, p->at);
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	}
	for (;;) {
		if (prepass_is(p, PUNCT_DOT) || prepass_is(p, PUNCT_ARROW)) {
			prepass_emit_punctuator(p, PUNCT_DOT, ROLE_OPERATOR,
						prepass_is(p, PUNCT_DOT) ? OP_DOT : OP_ARROW, p->at, p->at + 1);
			prepass_advance(p);
			prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
		} else if (prepass_is(p, PUNCT_LBRACKET)) {
			prepass_copy(p);
			prepass_expression(p, true);
			prepass_expect(p, PUNCT_RBRACKET, "']'");
		} else {
			return;
		}
	}
}

/* `( arguments )`; begin: the token before it, the name of a builtin perhaps. */
static void call(struct prepass *p)
{
	const struct token *function = prepass_token(p) - (p->at > 0);
	bool is_offsetof = function->name == p->builtin_offsetof;

	prepass_copy(p);
	for (unsigned i = 0; !prepass_is(p, PUNCT_RPAREN) && !p->failed; i++) {
		if (is_offsetof && i == 1)
			member_argument(p);
		else if (prepass_at_type(p))
			type_argument(p);
		else
			prepass_expression(p, false);
		if (!prepass_is(p, PUNCT_COMMA))
			break;
		prepass_copy(p);
		if (prepass_is(p, PUNCT_RPAREN))
			prepass_expected(p, "an argument");
	}
	prepass_expect(p, PUNCT_RPAREN, "')'");
}

/* ---- operators ---- */

static void operator_token(struct prepass *p, struct reader *r, enum node_op op)
{
	prepass_emit_punctuator(p, (enum punctuator)prepass_token(p)->code, ROLE_OPERATOR, op, p->at, p->at + 1);
	prepass_advance(p);
	r->operand = r->prefix = false;
}

static void prefix_operator(struct prepass *p, struct reader *r, enum node_op op)
{
	prepass_emit_punctuator(p, PUNCT_STAR, ROLE_UNARY, op, p->at, p->at + 1);
	prepass_advance(p);
	r->prefix = true;
}

static void postfix_operator(struct prepass *p)
{
	enum node_op op = prepass_is(p, PUNCT_INCREMENT) ? OP_POST_INCREMENT : OP_POST_DECREMENT;

	prepass_emit_punctuator(p, PUNCT_DOT, ROLE_POSTFIX, op, p->at, p->at + 1);
	prepass_emit(p, LEX_NAME, ROLE_DROPPED, 0, p->at, p->at);
	prepass_advance(p);
}

static void member(struct prepass *p)
{
	bool dot = prepass_is(p, PUNCT_DOT);

	prepass_emit_punctuator(p, dot ? PUNCT_DOT : PUNCT_ARROW, ROLE_OPERATOR, dot ? OP_DOT : OP_ARROW, p->at,
				p->at + 1);
	prepass_advance(p);
	if (prepass_token(p)->kind == TOKEN_IDENTIFIER)
		prepass_replace(p, LEX_NAME, ROLE_IDENTIFIER, 0);
	else
		prepass_expected(p, "a member's name");
}

/* The grammar does not assign to compound literals and _Generic, but C does (6.5.2.5p4): they are put in parentheses. */
static void parenthesise(struct prepass *p, size_t begin)
{
	prepass_emit_punctuator(p, PUNCT_LPAREN, ROLE_NONE, 0, p->at, p->at);
	struct skeleton_token opening = vec_last(&p->out->tokens);
	for (size_t i = p->out->tokens.count - 1; i > begin; i--)
		p->out->tokens.at[i] = p->out->tokens.at[i - 1];
	opening.begin = opening.end = p->out->tokens.at[begin].begin;
	p->out->tokens.at[begin] = opening;
	prepass_emit_punctuator(p, PUNCT_RPAREN, ROLE_NONE, 0, p->at, p->at);
}

static void assignment(struct prepass *p, struct reader *r)
{
	if (r->compound) {
		prepass_fail(p, DIAG_INPUT, "the left side of the assignment is no lvalue");
		return;
	}
	if (r->unnamed)
		parenthesise(p, r->begin);
	operator_token(p, r, binary_op((enum punctuator)prepass_token(p)->code));
}

/* `?`, `:` and `,`. False: the expression ends before it. */
static bool separator(struct prepass *p, struct reader *r, bool comma)
{
	enum punctuator punctuator = (enum punctuator)prepass_token(p)->code;

	if (punctuator == PUNCT_COMMA && !comma && r->choices == 0)
		return false;
	if (punctuator == PUNCT_COLON && r->choices == 0)
		return false;
	if (punctuator == PUNCT_QUESTION)
		r->choices++;
	else if (punctuator == PUNCT_COLON)
		r->choices--;
	r->compound = punctuator == PUNCT_COLON;
	prepass_copy(p);
	/* `a ?: b`: the middle may be missing. */
	r->operand = r->prefix = false;
	if (punctuator == PUNCT_QUESTION && prepass_is(p, PUNCT_COLON))
		return separator(p, r, comma);
	return true;
}

/* Behind an operand. False: the expression ends here. */
static bool behind_operand(struct prepass *p, struct reader *r, bool comma)
{
	const struct token *token = prepass_token(p);
	enum node_op op;

	if (token->kind != TOKEN_PUNCTUATOR)
		return false;
	if (!is_assignment(token))
		r->unnamed = false;
	switch (token->code) {
	case PUNCT_LPAREN:
		call(p);
		return true;
	case PUNCT_LBRACKET:
		prepass_copy(p);
		prepass_expression(p, true);
		prepass_expect(p, PUNCT_RBRACKET, "']'");
		return true;
	case PUNCT_DOT:
	case PUNCT_ARROW:
		member(p);
		return true;
	case PUNCT_INCREMENT:
	case PUNCT_DECREMENT:
		postfix_operator(p);
		return true;
	case PUNCT_COMMA:
	case PUNCT_QUESTION:
	case PUNCT_COLON:
		return separator(p, r, comma);
	default:
		break;
	}
	if (is_assignment(token)) {
		assignment(p, r);
		return true;
	}
	op = binary_op((enum punctuator)token->code);
	if (op == OP_NONE)
		return false;
	operator_token(p, r, op);
	r->compound = true;
	return true;
}

static void keyword_operand(struct prepass *p, struct reader *r)
{
	switch (prepass_keyword(p)) {
	case KEYWORD_SIZEOF:
	case KEYWORD_ALIGNOF:
		size_operand(p, r);
		return;
	case KEYWORD_EXTENSION:
		prepass_advance(p);
		return;
	case KEYWORD_GENERIC:
		generic(p);
		r->unnamed = true;
		finish_operand(r);
		return;
	case KEYWORD_TRUE:
	case KEYWORD_FALSE:
	case KEYWORD_NULLPTR:
		prepass_replace(p, LEX_VALUE, ROLE_NUMBER, 0);
		finish_operand(r);
		return;
	default:
		prepass_expected(p, "an expression");
	}
}

/* Where an operand is due: a prefix operator, or the operand. */
static void before_operand(struct prepass *p, struct reader *r)
{
	const struct token *token = prepass_token(p);
	enum node_op op = prefix_op(token);

	if (!r->prefix)
		r->begin = p->out->tokens.count;
	if (op != OP_NONE) {
		prefix_operator(p, r, op);
		return;
	}
	if (token_is(token, PUNCT_LPAREN)) {
		parenthesis_extension(p, r);
		return;
	}
	if (token->kind == TOKEN_KEYWORD) {
		keyword_operand(p, r);
		return;
	}
	if (token->kind == TOKEN_IDENTIFIER)
		name_operand(p, r);
	else if (token->kind == TOKEN_NUMBER)
		prepass_replace(p, LEX_VALUE, ROLE_NUMBER, 0);
	else if (token->kind == TOKEN_CHAR)
		prepass_replace(p, LEX_VALUE, ROLE_CHAR, 0);
	else if (token->kind == TOKEN_STRING)
		prepass_string(p, LEX_VALUE);
	else if (token_is(token, PUNCT_AND_AND))
		label_address(p);
	else
		prepass_expected(p, "an expression");
	finish_operand(r);
}

void prepass_expression(struct prepass *p, bool comma)
{
	struct reader r = { 0 };

	if (!prepass_enter(p))
		return;
	while (!p->failed) {
		if (!r.operand)
			before_operand(p, &r);
		else if (!behind_operand(p, &r, comma))
			break;
	}
	if (r.choices)
		prepass_expected(p, "':'");
	prepass_leave(p);
}

uint32_t prepass_expression_aside(struct prepass *p)
{
	uint32_t mark = prepass_aside_begin(p);

	prepass_expression(p, false);
	return prepass_aside_end(p, mark, ASIDE_EXPRESSION);
}
