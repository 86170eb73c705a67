/* Pragmas that change what declarations mean (gcc 6.62). The others say nothing that counts here; #pragma pack is syntax.c's. */
#include "ast_unit.h"
#include "sema_entity.h"
#include "sema_internal.h"
#include "syntax.h"

#include <ctype.h>
#include <string.h>

/* The next word from *at on, interned; NULL: none. Another character is a word of its own. */
static const char *next_word(struct sema *s, const char **at)
{
	size_t n = 0;
	while (isspace((unsigned char)**at))
		++*at;
	while (isalnum((unsigned char)(*at)[n]) || (*at)[n] == '_' || (*at)[n] == '-' || (*at)[n] == '.')
		n++;
	if (!n && !**at)
		return NULL;
	const char *word = intern(s->names, *at, n ? n : 1);
	*at += n ? n : 1;
	return word;
}

static bool is_word(const char *word, const char *wanted)
{
	return word && !strcmp(word, wanted);
}

/* #pragma weak NAME, also for a declaration that comes later */
static void make_weak(struct sema *s, const struct pragma *pragma, const char *name, const char *target)
{
	const struct binding *b = name ? scope_find(&s->scopes, name) : NULL;
	if (target)
		sema_unsupported(s, syntax_token_location(s->syntax, pragma->token), "#pragma weak with another name");
	else if (b && b->declaration->linkage == LINKAGE_EXTERNAL)
		b->declaration->weak = true;
}

bool pragma_loosens_floats(const char *options)
{
	static const char *const words[] = { "fast",        "unsafe-math",     "associative-math", "reciprocal-math",
					     "finite-math", "no-signed-zeros", "cx-limited",       "fma",
					     "arch=" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(options, words[i]))
			return true;
	return false;
}

void pragma_apply(struct sema *s)
{
	for (size_t i = 0; i < syntax_pragma_count(s->syntax); i++) {
		const struct pragma *pragma = syntax_pragma(s->syntax, i);
		const char *at = pragma->text;
		const char *kind = next_word(s, &at), *first = next_word(s, &at), *second = next_word(s, &at);
		bool refused = is_word(kind, "redefine_extname") ||
			       (is_word(kind, "ms_struct") && is_word(first, "on")) ||
			       (is_word(kind, "scalar_storage_order") && is_word(first, "big-endian"));
		if (is_word(kind, "GCC") && (is_word(first, "optimize") || is_word(first, "target")) &&
		    pragma_loosens_floats(at))
			s->unit->loose_floats = "#pragma GCC";
		if (is_word(kind, "weak"))
			make_weak(s, pragma, first, second);
		else if (refused)
			sema_unsupported(s, syntax_token_location(s->syntax, pragma->token), "#pragma %s", kind);
	}
}
