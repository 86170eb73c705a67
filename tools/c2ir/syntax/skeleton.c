/* The words of the skeleton. */
#include "skeleton.h"

#include <assert.h>

#include "token.h"

#define LEXEME_TEXT(name, text) text,
static const char *const lexeme_texts[] = { LEXEMES(LEXEME_TEXT) };
#define PUNCTUATOR_TEXT(name, text) text,
static const char *const punctuator_texts[] = { "", PUNCTUATORS(PUNCTUATOR_TEXT) };

static_assert((int)LEX_PUNCTUATOR + 1 == (int)LEX_COUNT && (int)LEX_COUNT + (int)PUNCT_COUNT <= SKELETON_WORDS,
	      "punctuators are numbered after the other words");

unsigned skeleton_word(const struct skeleton_token *token)
{
	return token->lexeme == LEX_PUNCTUATOR ? (unsigned)LEX_PUNCTUATOR + token->punctuator : token->lexeme;
}

const char *skeleton_word_text(unsigned word)
{
	return word < LEX_PUNCTUATOR ? lexeme_texts[word] : punctuator_texts[word - LEX_PUNCTUATOR];
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
}
