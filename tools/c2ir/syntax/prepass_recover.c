/* After an error in an external declaration: where the next one begins.
 *
 * What was read of the declaration is taken out of the skeleton again, so that tree-sitter sees none of it; of a function
 * whose body is wrong its declarator is kept, as a declaration. The names that the rest may have declared are noted, so that
 * nobody complains of them later. */
#include "prepass_internal.h"

void prepass_checkpoint(const struct prepass *p, struct checkpoint *checkpoint)
{
	checkpoint->token = p->at;
	checkpoint->tokens = p->out->tokens.count;
	checkpoint->specifiers = p->out->specifiers.count;
	checkpoint->lists = p->out->lists.count;
	checkpoint->cases = p->out->cases.count;
	checkpoint->attributes = p->out->attributes.count;
	checkpoint->asides = p->out->asides.count;
	checkpoint->aside_tokens = p->aside_tokens.count;
}

static void roll_back(struct prepass *p, const struct checkpoint *checkpoint)
{
	p->out->tokens.count = checkpoint->tokens;
	p->out->specifiers.count = checkpoint->specifiers;
	p->out->lists.count = checkpoint->lists;
	p->out->cases.count = checkpoint->cases;
	p->out->attributes.count = checkpoint->attributes;
	p->out->asides.count = checkpoint->asides;
	p->aside_tokens.count = checkpoint->aside_tokens;
}

/* A brace in the first column closes what stands at file scope, however many are missing. */
static bool in_first_column(const struct prepass *p, const struct token *token)
{
	return token->offset == 0 || p->list->text[token->offset - 1] == '\n';
}

/* The token after the declaration that begins at `start` and is wrong at `wrong`: it ends with a semicolon outside of
 * braces, or, if they are a function's, with its braces. */
static uint32_t end_of_declaration(const struct prepass *p, uint32_t start, uint32_t wrong)
{
	unsigned depth = 0;
	bool body = false;

	for (uint32_t i = start; i < p->count; i++) {
		const struct token *token = p->tokens + i;

		if (token_is(token, PUNCT_LBRACE)) {
			if (depth++ == 0)
				body = i > start &&
				       (token_is(token - 1, PUNCT_RPAREN) || token_is(token - 1, PUNCT_SEMICOLON));
		} else if (token_is(token, PUNCT_RBRACE)) {
			depth = depth == 0 || in_first_column(p, token) ? 0 : depth - 1;
			if (depth == 0 && i >= wrong && (body || i == wrong))
				return i + 1;
		} else if (token_is(token, PUNCT_SEMICOLON) && depth == 0 && i >= wrong) {
			return i + 1;
		}
	}
	return p->count;
}

static void note_names(struct prepass *p, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin; i < end; i++)
		if (p->tokens[i].kind == TOKEN_IDENTIFIER)
			vec_push(&p->out->doubtful, p->tokens[i].name);
}

void prepass_recover(struct prepass *p)
{
	uint32_t start = p->declaration.token, end = end_of_declaration(p, start, p->failed_at);

	if (p->body.token) {
		roll_back(p, &p->body);
		prepass_emit_punctuator(p, PUNCT_SEMICOLON, ROLE_NONE, 0, p->body.token, p->body.token);
		vec_push(&p->out->doubtful, p->function);
	} else {
		roll_back(p, &p->declaration);
		note_names(p, start, end);
	}
	p->depth = 0;
	p->parameters.count = 0;
	if (p->out->errors >= TOKEN_ERROR_LIMIT) {
		diagnose(p->diags, DIAG_NOTE, token_location(p->list, p->failed_at),
			 "too many errors; the rest of the file was not looked at");
		return;
	}
	p->failed = false;
	p->at = end > start ? end : start + 1;
}
