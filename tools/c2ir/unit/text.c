/* The C text of parts of a unit. */
#include "text.h"

#include "ast_unit.h"
#include "memory.h"
#include "syntax.h"
#include "vec.h"

/* Tokens that stood apart in the source are apart by one blank. */
char *unit_text(const struct unit *unit, struct source_range range)
{
	VEC(char) text = { 0 };
	const char *end = NULL;
	for (uint32_t t = range.begin; t < range.end; t++) {
		size_t length;
		const char *token = syntax_token_text(unit->syntax, t, &length);
		if (end && token != end)
			vec_push(&text, ' ');
		for (size_t i = 0; i < length; i++)
			vec_push(&text, token[i]);
		end = token + length;
	}
	char *copy = memory_copy_string(text.count ? text.at : "", text.count);
	vec_free(&text);
	return copy;
}
