#include "place.h"

#include <ctype.h>
#include <string.h>

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool is_line(const struct places *p, uint32_t token, const struct witness_place *place)
{
	struct location at = syntax_token_location(p->syntax, token);
	return at.line == place->line && at.file && !strcmp(base(at.file), base(place->file));
}

static bool has_text(const struct places *p, uint32_t token, const char *text, size_t n)
{
	size_t length;
	const char *own = token < p->tokens ? syntax_token_text(p->syntax, token, &length) : NULL;
	return own && length == n && !memcmp(own, text, n);
}

static bool is_token(const struct places *p, uint32_t token, const char *text)
{
	return has_text(p, token, text, strlen(text));
}

/* ---- columns ---- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *source_line(const struct places *p, uint32_t line)
{
	const char *at = p->source;
	while (at && --line) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return at;
}

/* A word or a character. */
static size_t word_length(const char *at)
{
	size_t n = 0;
	while (is_word(at[n]))
		n++;
	return n ? n : *at != 0;
}

static bool is_here(const char *at, const char *text, size_t n)
{
	return !strncmp(at, text, n) && !(is_word(*text) && is_word(at[n]));
}

/* The preprocessor keeps the order of a line's words, not the blanks between them: which of those with the same text is meant, and
 * how many there are. False: the line cannot be read. */
static bool count_in_source(const struct places *p, const struct witness_place *place, const char **text, size_t *n,
			    size_t *before, size_t *all)
{
	const char *line = source_line(p, place->line);
	size_t length = line ? strcspn(line, "\r\n") : 0;
	if (!line || !place->column || place->column > length)
		return false;
	*text = line + place->column - 1;
	*n = word_length(*text);
	*before = *all = 0;
	for (const char *at = line; at < line + length; at += word_length(at)) {
		if (!is_here(at, *text, *n))
			continue;
		*before += at < *text;
		++*all;
	}
	return true;
}

/* UINT32_MAX: there is none. */
static uint32_t token_at(const struct places *p, const struct witness_place *place)
{
	const char *text = "";
	size_t n = 0, before = 0, all = 0, seen = 0;
	uint32_t by_column = UINT32_MAX, by_count = UINT32_MAX;
	bool known = count_in_source(p, place, &text, &n, &before, &all);
	for (uint32_t t = 0; t < p->tokens; t++) {
		if (!is_line(p, t, place))
			continue;
		if (syntax_token_location(p->syntax, t).column == place->column && by_column == UINT32_MAX)
			by_column = t;
		if (known && has_text(p, t, text, n) && seen++ == before)
			by_count = t;
	}
	return known && seen == all ? by_count : by_column;
}

/* ---- nodes ---- */

/* Asked of each node, parents first; true: this one. */
typedef bool node_test(const struct places *p, node_id n, void *context);

static node_id find_in(const struct places *p, node_id n, node_test *test, void *context)
{
	if (test(p, n, context))
		return n;
	for (node_id child = syntax_first_child(p->syntax, n); child; child = syntax_next(p->syntax, child)) {
		node_id found = find_in(p, child, test, context);
		if (found)
			return found;
	}
	return 0;
}

static node_id find(const struct places *p, node_test *test, void *context)
{
	return find_in(p, syntax_root(p->syntax), test, context);
}

static struct place_range fault(const char *text)
{
	return (struct place_range){ 0, 0, text };
}

/* ---- statements ---- */

struct statement_question {
	uint32_t token;
	node_id found;
};

/* Is N's child `child` where a statement may be replaced by one? */
static bool holds_statements(const struct places *p, node_id n, node_id child)
{
	switch (syntax_kind(p->syntax, n)) {
	case NODE_COMPOUND_STATEMENT:
		return true;
	case NODE_IF_STATEMENT:
		return syntax_role(p->syntax, child) != FIELD_CONDITION;
	case NODE_LABELED_STATEMENT:
	case NODE_CASE_STATEMENT:
	case NODE_DEFAULT_STATEMENT:
	case NODE_WHILE_STATEMENT:
	case NODE_DO_STATEMENT:
	case NODE_FOR_STATEMENT:
	case NODE_SWITCH_STATEMENT:
		return syntax_role(p->syntax, child) == FIELD_BODY;
	default:
		return false;
	}
}

static bool has_statement(const struct places *p, node_id n, void *context)
{
	struct statement_question *q = context;
	for (node_id child = syntax_first_child(p->syntax, n); child; child = syntax_next(p->syntax, child))
		if (syntax_first_token(p->syntax, child) == q->token && syntax_end_token(p->syntax, child) > q->token &&
		    holds_statements(p, n, child)) {
			q->found = child;
			return true;
		}
	return false;
}

struct place_range place_statement(const struct places *p, const struct witness_place *place, bool *declares)
{
	struct statement_question q = { .token = token_at(p, place) };
	if (q.token == UINT32_MAX || !find(p, has_statement, &q))
		return fault("no statement begins here");
	enum node_kind kind = syntax_kind(p->syntax, q.found);
	if (kind == NODE_CASE_STATEMENT || kind == NODE_DEFAULT_STATEMENT)
		return fault("a label of a switch has no place before it");
	*declares = kind == NODE_DECLARATION || kind == NODE_STATIC_ASSERT || kind == NODE_LABEL_DECLARATION ||
		    kind == NODE_FUNCTION_DEFINITION;
	return (struct place_range){ q.token, syntax_end_token(p->syntax, q.found), NULL };
}

/* ---- conditions ---- */

struct branch_question {
	const struct witness_place *place;
	uint32_t token; /* UINT32_MAX: any in the line */
	bool loop;
	bool written; /* of these only what the source has there: no macro's */
	node_id found;
	bool several;
};

static bool is_written(const struct places *p, uint32_t token)
{
	struct location at = syntax_token_location(p->syntax, token);
	const char *line = source_line(p, at.line), *text;
	size_t n;
	text = syntax_token_text(p->syntax, token, &n);
	return line && at.column && at.column <= strcspn(line, "\n") && is_here(line + at.column - 1, text, n);
}

static bool is_branch(const struct places *p, node_id n, bool loop)
{
	enum node_kind kind = syntax_kind(p->syntax, n);
	return kind == NODE_WHILE_STATEMENT || kind == NODE_FOR_STATEMENT || kind == NODE_DO_STATEMENT ||
	       (!loop && kind == NODE_IF_STATEMENT);
}

static bool is_wanted_branch(const struct places *p, node_id n, void *context)
{
	struct branch_question *q = context;
	uint32_t first = syntax_first_token(p->syntax, n);
	if (!is_branch(p, n, q->loop) || (q->token == UINT32_MAX ? !is_line(p, first, q->place) : first != q->token) ||
	    (q->written && !is_written(p, first)))
		return false;
	q->several = q->found;
	q->found = n;
	return q->several;
}

/* Behind the `)` of the `(` at this token. */
static uint32_t behind_parentheses(const struct places *p, uint32_t token)
{
	unsigned depth = 0;
	for (; token < p->tokens; token++) {
		depth += is_token(p, token, "(");
		if (is_token(p, token, ")") && --depth == 0)
			return token + 1;
	}
	return token;
}

static struct place_range for_condition(const struct places *p, uint32_t open)
{
	uint32_t end = behind_parentheses(p, open) - 1, begin = 0;
	for (uint32_t t = open + 1; t < end; t++) {
		if (is_token(p, t, "("))
			t = behind_parentheses(p, t) - 1;
		else if (is_token(p, t, ";") && begin)
			return (struct place_range){ begin, t, NULL };
		else if (is_token(p, t, ";"))
			begin = t + 1;
		else if (is_token(p, t, "{"))
			break;
	}
	return fault("this loop's condition is not supported");
}

static struct place_range condition_of(const struct places *p, node_id n, bool loop, bool *body)
{
	uint32_t first = syntax_first_token(p->syntax, n);
	if (syntax_kind(p->syntax, n) != NODE_DO_STATEMENT) {
		if (!is_token(p, first + 1, "("))
			return fault("this condition is not supported");
		return syntax_kind(p->syntax, n) == NODE_FOR_STATEMENT
			       ? for_condition(p, first + 1)
			       : (struct place_range){ first + 2, behind_parentheses(p, first + 1) - 1, NULL };
	}
	node_id inside = syntax_field(p->syntax, n, FIELD_BODY);
	uint32_t behind = syntax_end_token(p->syntax, inside);
	*body = loop;
	if (!inside || !is_token(p, behind, "while") || !is_token(p, behind + 1, "("))
		return fault("this loop is not supported");
	return loop ? (struct place_range){ first + 1, behind, NULL }
		    : (struct place_range){ behind + 2, behind_parentheses(p, behind + 1) - 1, NULL };
}

struct place_range place_condition(const struct places *p, const struct witness_place *place, bool loop, bool *body)
{
	struct branch_question q = { .place = place, .loop = loop, .token = UINT32_MAX, .written = !place->column };
	*body = false;
	if (place->column)
		q.token = token_at(p, place);
	if (!place->column || q.token != UINT32_MAX)
		find(p, is_wanted_branch, &q);
	if (!q.found && q.written) {
		q.written = false;
		find(p, is_wanted_branch, &q);
	}
	if (q.several)
		return fault("several begin in this line: which one is not said");
	if (!q.found)
		return fault(loop ? "no loop begins here" : "no if, while, for or do begins here");
	return condition_of(p, q.found, loop, body);
}

/* ---- calls ---- */

struct call_question {
	const struct witness_place *place;
	uint32_t token; /* of `)`; UINT32_MAX: any in the line, of */
	const char *callee;
	node_id found;
	bool several;
};

static bool is_wanted_call(const struct places *p, node_id n, void *context)
{
	struct call_question *q = context;
	if (syntax_kind(p->syntax, n) != NODE_CALL)
		return false;
	uint32_t first = syntax_first_token(p->syntax, n), end = syntax_end_token(p->syntax, n);
	if (q->token == UINT32_MAX ? !(q->callee && is_line(p, first, q->place) && is_token(p, first, q->callee))
				   : end != q->token + 1)
		return false;
	q->several = q->found;
	q->found = n;
	return q->several;
}

struct place_range place_call(const struct places *p, const struct witness_place *place, const char *callee)
{
	struct call_question q = { .place = place, .token = UINT32_MAX, .callee = callee };
	if (place->column)
		q.token = token_at(p, place);
	if (!place->column || q.token != UINT32_MAX)
		find(p, is_wanted_call, &q);
	if (q.several)
		return fault("several calls are in this line: which one is not said");
	if (!q.found)
		return fault("no call ends here");
	uint32_t first = syntax_first_token(p->syntax, q.found), end = syntax_end_token(p->syntax, q.found);
	if (!is_token(p, first + 1, "(") || behind_parentheses(p, first + 1) != end)
		return fault("only calls of functions by their names are supported");
	return (struct place_range){ first, end, NULL };
}

/* ---- targets ---- */

struct target_question {
	uint32_t token, end;
};

/* The longest thing that begins there is a statement, if one does; a function is none. */
static bool begins_there(const struct places *p, node_id n, void *context)
{
	struct target_question *q = context;
	enum node_kind kind = syntax_kind(p->syntax, n);
	bool inside = kind != NODE_TRANSLATION_UNIT && kind != NODE_FUNCTION_DEFINITION;
	if (inside && syntax_first_token(p->syntax, n) == q->token && syntax_end_token(p->syntax, n) > q->end)
		q->end = syntax_end_token(p->syntax, n);
	return false;
}

static struct place_range line_range(const struct places *p, const struct witness_place *place)
{
	struct place_range range = { 0, 0, NULL };
	for (uint32_t t = 0; t < p->tokens; t++)
		if (is_line(p, t, place)) {
			if (!range.end)
				range.begin = t;
			range.end = t + 1;
		}
	return range.end ? range : fault("nothing of the program is in this line");
}

struct place_range place_target(const struct places *p, const struct witness_place *place)
{
	if (!place->column)
		return line_range(p, place);
	struct target_question q = { .token = token_at(p, place) };
	if (q.token != UINT32_MAX)
		find(p, begins_there, &q);
	return q.end ? (struct place_range){ q.token, q.end, NULL } : fault("nothing of the program begins here");
}
