/* The C text of an expression. */
#include "expression_text.h"

#include <string.h>

#include "arena.h"
#include "ast_query.h"
#include "emit.h"
#include "lowering.h"

const char *lower_expression_text(struct lowering *l, const struct expression *e)
{
	struct source_range range = e ? expression_range(e) : (struct source_range){ 0 };
	return range.begin != range.end ? lower_text(l, range) : NULL;
}

/* May a `*` stand before it? */
static bool is_postfix(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]";
	while (*text && (strchr(letters, *text) || !strncmp(text, "->", 2)))
		text += *text == '-' ? 2 : 1;
	return !*text;
}

const char *lower_pointee_text(struct lowering *l, const struct expression *e)
{
	const struct expression *object = expression_addressed(e);
	const char *text = lower_expression_text(l, object ? object : e);
	if (!text || object)
		return text;
	return arena_format(l->arena, is_postfix(text) ? "*%s" : "*(%s)", text);
}
