#include "property.h"

#include <string.h>

struct parser {
	const char *file, *at, *end, *line_start;
	uint32_t line;
	struct diagnostics *diags;
	const char *token; /* the next one; of length 0 at the end */
	size_t length;
};

/* ---- words ---- */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' || c == '-';
}

static void skip_space(struct parser *p)
{
	for (; p->at < p->end && is_space(*p->at); p->at++)
		if (*p->at == '\n') {
			p->line++;
			p->line_start = p->at + 1;
		}
}

/* The next token: a word, or any other character by itself. */
static void advance(struct parser *p)
{
	skip_space(p);
	p->token = p->at;
	while (p->at < p->end && is_word(*p->at))
		p->at++;
	if (p->at == p->token && p->at < p->end)
		p->at++;
	p->length = (size_t)(p->at - p->token);
}

static struct location here(const struct parser *p)
{
	return (struct location){ p->file, p->line, (uint32_t)(p->token - p->line_start) + 1 };
}

static bool is_next(const struct parser *p, const char *word)
{
	return p->length == strlen(word) && !memcmp(p->token, word, p->length);
}

static bool refuse(struct parser *p, const char *expected)
{
	if (p->length)
		diagnose(p->diags, DIAG_INPUT, here(p), "expected %s, not '%.*s'", expected, (int)p->length, p->token);
	else
		diagnose(p->diags, DIAG_INPUT, here(p), "expected %s, not the end of the file", expected);
	return false;
}

static bool take(struct parser *p, const char *word)
{
	char expected[32];
	if (is_next(p, word)) {
		advance(p);
		return true;
	}
	snprintf(expected, sizeof expected, "'%s'", word);
	return refuse(p, expected);
}

/* ---- grammar ---- */

/* NAME ( ) */
static bool take_function(struct parser *p, struct property_name *name)
{
	*name = (struct property_name){ p->token, p->length, here(p) };
	if (!p->length || !is_word(*p->token) || is_digit(*p->token) || memchr(p->token, '-', p->length))
		return refuse(p, "the name of a function");
	advance(p);
	return take(p, "(") && take(p, ")");
}

/* After G; `not`: with ! before them. */
static const struct {
	const char *word, *name;
	bool not ;
} formulas[] = {
	{ "valid-deref", "valid-deref", false },       { "valid-free", "valid-free", false },
	{ "valid-memtrack", "valid-memtrack", false }, { "valid-memcleanup", "valid-memcleanup", false },
	{ "overflow", "no-overflow", true },           { "data-race", "no-data-race", true },
};

static bool is_unchecked(struct parser *p, const char *word, const char *what)
{
	if (!is_next(p, word))
		return false;
	diagnose(p->diags, DIAG_UNSUPPORTED, here(p), "%s is not checked", what);
	return true;
}

static bool take_globally(struct parser *p, struct property *property)
{
	bool not = is_next(p, "!");
	if (not )
		advance(p);
	if (not &&is_next(p, "call")) {
		advance(p);
		return take(p, "(") && take_function(p, &property->error) && take(p, ")");
	}
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
		if (formulas[i].not == not &&is_next(p, formulas[i].word)) {
			property->name = formulas[i].name;
			advance(p);
			return true;
		}
	return refuse(p, not ? "call(FUNCTION()), overflow or data-race"
			     : "valid-deref, valid-free, valid-memtrack, valid-memcleanup or '!'");
}

static bool take_formula(struct parser *p, struct property *property)
{
	if (is_next(p, "F")) {
		advance(p);
		return !is_unchecked(p, "end", "termination") && refuse(p, "'end'");
	}
	return take(p, "G") && take_globally(p, property);
}

static bool take_check(struct parser *p, struct property *property)
{
	*property = (struct property){ 0 };
	return take(p, "CHECK") && take(p, "(") && take(p, "init") && take(p, "(") &&
	       take_function(p, &property->entry) && take(p, ")") && take(p, ",") && take(p, "LTL") && take(p, "(") &&
	       take_formula(p, property) && take(p, ")") && take(p, ")");
}

bool properties_parse(struct properties *out, const char *file, const char *text, size_t length,
		      struct diagnostics *diags)
{
	struct parser p = {
		.file = file, .at = text, .end = text + length, .line_start = text, .line = 1, .diags = diags
	};
	*out = (struct properties){ 0 };
	advance(&p);
	do {
		struct property property;
		if (!take_check(&p, &property))
			return false;
		vec_push(out, property);
	} while (p.length);
	return true;
}
