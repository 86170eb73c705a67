/* Writing the skeleton's text: the words, one blank between each two. */
#include "skeleton.h"

#include <string.h>

#include "token.h"

#define LEXEME_TEXT(name, text) text,
static const char *const lexeme_texts[] = { LEXEMES(LEXEME_TEXT) };
#define PUNCTUATOR_TEXT(name, text) text,
static const char *const punctuator_texts[] = { "", PUNCTUATORS(PUNCTUATOR_TEXT) };

static const char *word(const struct skeleton_token *token)
{
	return token->lexeme == LEX_PUNCTUATOR ? punctuator_texts[token->punctuator] : lexeme_texts[token->lexeme];
}

void skeleton_write(struct skeleton *skeleton)
{
	size_t length = 0;
	char *at;

	for (size_t i = 0; i < skeleton->tokens.count; i++) {
		skeleton->tokens.at[i].offset = (uint32_t)length;
		length += strlen(word(&skeleton->tokens.at[i])) + 1;
	}
	at = skeleton->text = memory_alloc(length + 1);
	for (size_t i = 0; i < skeleton->tokens.count; i++) {
		const char *text = word(&skeleton->tokens.at[i]);
		size_t n = strlen(text);

		memcpy(at, text, n);
		at[n] = ' ';
		at += n + 1;
	}
	skeleton->length = (uint32_t)length;
}

void skeleton_release(struct skeleton *skeleton)
{
	vec_free(&skeleton->tokens);
	vec_free(&skeleton->specifiers);
	vec_free(&skeleton->lists);
	vec_free(&skeleton->cases);
	vec_free(&skeleton->attributes);
	vec_free(&skeleton->asides);
	vec_free(&skeleton->doubtful);
	memory_free(skeleton->text);
	skeleton->text = NULL;
}
