#include "expression.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 };

/* A token: a word, a number, a character constant or up to three characters of an operator. */
struct reader {
	const char *at;
	const char *token;
	size_t length;
	bool result;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool is_operator(const struct reader *r, const char *text)
{
	return r->length == strlen(text) && !strncmp(r->token, text, r->length);
}

static void read_operator(struct reader *r)
{
	static const char *const longer[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=",
					      "==",  "!=",  "&&",  "||", "*=", "/=", "%=", "+=", "-=", "&=",
					      "^=",  "|=",  "//",  "/*", "<:", ":>", "<%", "%>", "%:" };
	r->length = 1;
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (!strncmp(r->token, longer[i], strlen(longer[i]))) {
			r->length = strlen(longer[i]);
			return;
		}
}

static void advance(struct reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
	r->token = r->at;
	r->length = 0;
	if (is_word(*r->at)) {
		bool number = isdigit((unsigned char)*r->at);
		while (is_word(r->at[r->length]) || (number && r->at[r->length] == '.'))
			r->length++;
	} else if (*r->at == '\'') {
		r->length = 1;
		while (r->at[r->length] && r->at[r->length] != '\'' && r->at[r->length] != '\n')
			r->length += r->at[r->length] == '\\' && r->at[r->length + 1] ? 2 : 1;
		r->length += r->at[r->length] == '\'';
	} else if (!strncmp(r->at, "\\result", 7) && !is_word(r->at[7])) {
		r->length = 7;
	} else if (*r->at) {
		read_operator(r);
	}
	r->at += r->length;
}

static bool is_one_of(const struct reader *r, const char *const *list)
{
	for (; *list; list++)
		if (is_operator(r, *list))
			return true;
	return false;
}

static const char *token_fault(const struct reader *r)
{
	static const char *const changes[] = { "=",  "+=", "-=", "*=", "/=",  "%=",  "&=",
					       "^=", "|=", "++", "--", "<<=", ">>=", NULL };
	static const char *const strange[] = { "{", "}",  ";",  "#",  "\"", "\\", "//",  "/*", "@",
					       "`", "<:", ":>", "<%", "%>", "%:", "...", NULL };
	if (is_operator(r, "\\result"))
		return r->result ? NULL : "there is no \\result here";
	if (is_one_of(r, changes))
		return "it assigns";
	if (is_one_of(r, strange) || (*r->token == '\'' && (r->length < 3 || r->token[r->length - 1] != '\'')) ||
	    (unsigned char)*r->token >= 127 || (unsigned char)*r->token < ' ')
		return "it is no expression of C";
	return r->length > 7 && !strncmp(r->token, "__plumb", 7) ? "this name is reserved" : NULL;
}

/* The words that casts begin with, and what may stand before a parenthesis without being called. */
static bool is_type(const struct reader *r)
{
	static const char *const words[] = { "void",   "char",   "short",    "int",      "long",   "float",
					     "double", "signed", "_Bool",    "unsigned", "struct", "union",
					     "const",  "enum",   "volatile", NULL };
	return is_one_of(r, words);
}

static bool is_size(const struct reader *r)
{
	static const char *const words[] = { "sizeof", "_Alignof", NULL };
	return is_one_of(r, words);
}

/* What stands before the token decides whether a parenthesis calls. */
enum before { BEFORE_OPERATOR, BEFORE_SIZE, BEFORE_WORD, BEFORE_CAST, BEFORE_GROUP };

const char *expression_fault(const char *text, bool result)
{
	struct reader r = { .at = text, .result = result };
	bool cast[DEEPEST] = { false };
	char closing[DEEPEST];
	unsigned depth = 0;
	enum before before = BEFORE_OPERATOR;
	bool opened = false, any = false;
	for (advance(&r); r.length; advance(&r), any = true) {
		const char *fault = token_fault(&r);
		if (fault)
			return fault;
		if (opened)
			cast[depth - 1] = is_type(&r);
		opened = false;
		if (is_operator(&r, "(") || is_operator(&r, "[")) {
			bool call = *r.token == '(' && (before == BEFORE_WORD || before == BEFORE_GROUP);
			if (call || depth == DEEPEST)
				return call ? "it calls a function" : "it is too deep";
			opened = *r.token == '(';
			cast[depth] = false;
			closing[depth++] = *r.token == '(' ? ')' : ']';
			before = BEFORE_OPERATOR;
		} else if (is_operator(&r, ")") || is_operator(&r, "]")) {
			if (!depth || closing[--depth] != *r.token)
				return "its parentheses do not match";
			before = *r.token == ')' && cast[depth] ? BEFORE_CAST : BEFORE_GROUP;
		} else {
			before = is_size(&r)                             ? BEFORE_SIZE
				 : is_word(*r.token) || *r.token == '\\' ? BEFORE_WORD
									 : BEFORE_OPERATOR;
		}
	}
	return !any ? "it is empty" : depth ? "its parentheses do not match" : NULL;
}
