#include "spelling.h"

#include <string.h>
#include <sys/stat.h>

#include "ast_unit.h"
#include "memory.h"
#include "stream.h"
#include "syntax.h"
#include "vec.h"

enum {
	MOST_TOKENS = 400, /* of a line, on either side */
	MOST_LINES = 20,   /* of the source, for the arguments of a macro */
	MOST_STEPS = 20000 /* of one alignment */
};

struct source {
	char *name, *text; /* text NULL: it cannot be read */
	VEC(size_t) begins;
};

/* A token, in the source or in the preprocessor's output. */
struct word {
	const char *at;
	size_t length;
};
struct words VEC_BODY(struct word);

/* For each token of the output: the source's tokens [first, end) of the piece that it belongs to, and whether it begins or ends it. */
struct piece {
	uint32_t first, end;
	bool begins, ends;
};

struct alignment {
	struct words source, output;
	struct piece pieces[MOST_TOKENS + 1]; /* of the output */
	size_t least; /* so many of the source's tokens are to be aligned: gcc puts what follows a macro's last line on a line of its own */
	unsigned steps;
};

struct spelling {
	VEC(struct source) sources;
	/* The line that was asked for last, from this token on: other parts of it are likely to follow. */
	const struct unit *unit;
	uint32_t first;
	bool aligned;
	struct alignment line;
};

/* ---- sources ---- */

struct spelling *spelling_new(void)
{
	return memory_alloc(sizeof(struct spelling));
}

void spelling_free(struct spelling *s)
{
	for (size_t i = 0; s && i < s->sources.count; i++) {
		memory_free(s->sources.at[i].name);
		memory_free(s->sources.at[i].text);
		vec_free(&s->sources.at[i].begins);
	}
	if (s) {
		vec_free(&s->sources);
		vec_free(&s->line.source);
		vec_free(&s->line.output);
	}
	memory_free(s);
}

static struct source read_source(const char *name)
{
	struct source source = { .name = memory_copy_string(name, strlen(name)) };
	struct stat st;
	struct diagnostics quiet;
	size_t length = 0;
	diagnostics_init(&quiet);
	if (stat(name, &st) == 0 && S_ISREG(st.st_mode) && !stream_read(name, &quiet, &source.text, &length))
		source.text = NULL;
	diagnostics_release(&quiet);
	for (size_t i = 0; source.text && i < length; i++)
		if (i == 0 || source.text[i - 1] == '\n')
			vec_push(&source.begins, i);
	return source;
}

static const struct source *find_source(struct spelling *s, const char *name)
{
	for (size_t i = s->sources.count; i-- > 0;)
		if (!strcmp(s->sources.at[i].name, name))
			return &s->sources.at[i];
	vec_push(&s->sources, read_source(name));
	return &s->sources.at[s->sources.count - 1];
}

/* ---- tokens of the source ---- */

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
	       (unsigned char)c >= 128;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Numbers of the preprocessor: 1.5e+3, 0x1p-2, 10UL. */
static const char *number_end(const char *at)
{
	while (in_name(*at) || *at == '.' || ((*at == '+' || *at == '-') && strchr("eEpP", at[-1])))
		at++;
	return at;
}

static const char *literal_end(const char *at)
{
	char quote = *at++;
	while (*at && *at != '\n' && *at != quote)
		at += *at == '\\' && at[1] ? 2 : 1;
	return *at == quote ? at + 1 : at;
}

static const char *punctuator_end(const char *at)
{
	static const char *const longer[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
					      "!=",  "&&",  "||",  "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=" };
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (!strncmp(at, longer[i], strlen(longer[i])))
			return at + strlen(longer[i]);
	return at + 1;
}

static const char *word_end(const char *at)
{
	if (is_digit(*at) || (*at == '.' && is_digit(at[1])))
		return number_end(at + 1);
	if (in_name(*at)) {
		while (in_name(*at))
			at++;
		return *at == '"' || *at == '\'' ? literal_end(at) : at; /* L"x" */
	}
	return *at == '"' || *at == '\'' ? literal_end(at) : punctuator_end(at);
}

/* Blanks, comments, and ends of lines that are continued. */
static const char *skip_blanks(const char *at)
{
	for (;;) {
		const char *end = NULL;
		if (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\f' || *at == '\v')
			at++;
		else if (at[0] == '\\' && at[1] == '\n')
			at += 2;
		else if (at[0] == '/' && at[1] == '/')
			at += strcspn(at, "\n");
		else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")))
			at = end + 2;
		else
			return at;
	}
}

/* The tokens up to the end of the line. */
static void read_line(struct words *words, const char *at)
{
	for (at = skip_blanks(at); *at && *at != '\n' && words->count <= MOST_TOKENS; at = skip_blanks(at)) {
		const char *end = word_end(at);
		vec_push(words, (struct word){ at, (size_t)(end - at) });
		at = end;
	}
}

/* ---- alignment ---- */

static bool is_word(struct word w, const char *text)
{
	return strlen(text) == w.length && !memcmp(w.at, text, w.length);
}

static bool same(struct word a, struct word b)
{
	return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

static bool may_be_macro(struct word w)
{
	return in_name(*w.at) && !is_digit(*w.at);
}

static int depth_of(struct word w)
{
	return w.length != 1 ? 0 : strchr("([{", *w.at) ? 1 : strchr(")]}", *w.at) ? -1 : 0;
}

/* After the arguments of a macro whose name is at I; I + 1: it has none. 0: they do not end here. */
static uint32_t arguments_end(const struct words *source, uint32_t i)
{
	int depth = 0;
	if (i + 1 >= source->count || !is_word(source->at[i + 1], "("))
		return i + 1;
	for (uint32_t k = i + 1; k < source->count; k++) {
		depth += depth_of(source->at[k]);
		if (depth == 0)
			return k + 1;
	}
	return 0;
}

static bool align(struct alignment *a, uint32_t i, uint32_t k);

/* The source's [i, end) is a macro, which stands for tokens of the output from K on: as few as will do, and not its own name, which
 * a macro hardly ever stands for. */
static bool align_macro(struct alignment *a, uint32_t i, uint32_t end, uint32_t k)
{
	int depth = 0;
	for (uint32_t last = k; last <= a->output.count && a->steps < MOST_STEPS; last++) {
		if (depth == 0 && align(a, end, last)) {
			for (uint32_t t = k; t < last; t++)
				a->pieces[t] = (struct piece){ i, end, t == k, t + 1 == last };
			return true;
		}
		depth += last < a->output.count ? depth_of(a->output.at[last]) : 0;
		if (depth < 0 || (last < a->output.count && same(a->output.at[last], a->source.at[i])))
			return false;
	}
	return false;
}

/* Is there more in common than that anything may be a macro? */
static bool is_like(const struct alignment *a)
{
	bool some = a->output.count == 1;
	for (size_t k = 0; k < a->output.count && !some; k++)
		some = same(a->output.at[k], a->source.at[a->pieces[k].first]);
	return some;
}

/* Do the source's tokens from I on become those of the output from K on? */
static bool align(struct alignment *a, uint32_t i, uint32_t k)
{
	if (k == a->output.count && i >= a->least)
		return true;
	if (i == a->source.count || ++a->steps > MOST_STEPS)
		return false;
	struct word w = a->source.at[i];
	if (k < a->output.count && same(w, a->output.at[k]) && align(a, i + 1, k + 1)) {
		a->pieces[k] = (struct piece){ i, i + 1, true, true };
		return true;
	}
	uint32_t end = may_be_macro(w) ? arguments_end(&a->source, i) : 0;
	return end && (align_macro(a, i, end, k) || (end > i + 1 && align_macro(a, i, i + 1, k)));
}

/* The output's tokens of one line, aligned with the source's from that line on, of which arguments of macros may take several. */
static bool align_line(struct alignment *a, const struct source *source, uint32_t line)
{
	for (uint32_t n = 0; n < MOST_LINES && line - 1 + n < source->begins.count; n++) {
		a->least = a->source.count;
		read_line(&a->source, source->text + source->begins.at[line - 1 + n]);
		int depth = 0;
		if (n == 0)
			a->least = a->source.count;
		for (size_t i = 0; i < a->source.count; i++)
			depth += depth_of(a->source.at[i]) *
				 (a->source.at[i].length == 1 && strchr("()", *a->source.at[i].at));
		a->steps = 0;
		if (a->source.count > MOST_TOKENS || (a->source.count && is_word(a->source.at[0], "#")))
			return false;
		if (align(a, 0, 0))
			return true;
		if (depth <= 0 || a->steps > MOST_STEPS)
			return false;
	}
	return false;
}

/* ---- the text ---- */

static void write_words(struct words *words, struct output *out, const char **end)
{
	for (size_t i = 0; i < words->count; i++) {
		struct word w = words->at[i];
		output_string(out, *end && w.at != *end ? " " : "");
		output_write(out, w.at, w.length);
		*end = w.at + w.length;
	}
}

/* Which of the source's tokens the output's [first, end) are, if they are whole pieces. */
static bool find_words(const struct alignment *a, uint32_t first, uint32_t end, struct words *words)
{
	if (!a->pieces[first].begins || !a->pieces[end - 1].ends)
		return false;
	for (uint32_t i = a->pieces[first].first; i < a->pieces[end - 1].end; i++)
		vec_push(words, a->source.at[i]);
	return true;
}

/* The output's [first, end) lie inside of what one macro stands for: they are one of its arguments, if they are like one. */
static bool find_argument(const struct alignment *a, uint32_t first, uint32_t end, struct words *words)
{
	struct piece p = a->pieces[first];
	struct alignment *inner = memory_alloc(sizeof *inner);
	bool found = false;
	for (uint32_t i = first; i < end; i++)
		vec_push(&inner->output, a->output.at[i]);
	int depth = 0;
	for (uint32_t i = p.first + 2; i < p.end && !found && a->pieces[end - 1].first == p.first; i++) {
		if (depth == 0 && (is_word(a->source.at[i], ",") || i + 1 == p.end)) {
			inner->steps = 0;
			inner->least = inner->source.count;
			found = inner->source.count && align(inner, 0, 0) && is_like(inner);
			for (size_t k = 0; found && k < inner->source.count; k++)
				vec_push(words, inner->source.at[k]);
			inner->source.count = 0;
			continue;
		}
		depth += depth_of(a->source.at[i]);
		vec_push(&inner->source, a->source.at[i]);
	}
	vec_free(&inner->source);
	vec_free(&inner->output);
	memory_free(inner);
	return found;
}

static bool is_on(const struct unit *unit, uint32_t token, struct location line)
{
	struct location location = syntax_token_location(unit->syntax, token);
	return location.line == line.line && location.file == line.file;
}

/* The first token on the line of this one. */
static uint32_t line_begin(const struct unit *unit, uint32_t token, struct location line)
{
	for (uint32_t n = 0; token > 0 && n <= MOST_TOKENS && is_on(unit, token - 1, line); n++)
		token--;
	return token;
}

static bool align_new_line(struct alignment *a, const struct unit *unit, uint32_t first, const struct source *source,
			   struct location line)
{
	uint32_t count = syntax_end_token(unit->syntax, syntax_root(unit->syntax));
	a->source.count = a->output.count = 0;
	for (uint32_t t = first; t < count && t - first <= MOST_TOKENS && is_on(unit, t, line); t++) {
		struct word w;
		w.at = syntax_token_text(unit->syntax, t, &w.length);
		vec_push(&a->output, w);
	}
	return a->output.count <= MOST_TOKENS && align_line(a, source, line.line);
}

/* Writes the tokens of RANGE that are on the line of its first one, and moves its begin behind them. */
static bool write_line(struct spelling *s, const struct unit *unit, struct source_range *range, struct output *out,
		       const char **end)
{
	struct location line = syntax_token_location(unit->syntax, range->begin);
	const struct source *source = line.line ? find_source(s, line.file) : NULL;
	uint32_t first = line_begin(unit, range->begin, line);
	if (!source || !source->text)
		return false;
	if (s->unit != unit || s->first != first)
		s->aligned = align_new_line(&s->line, unit, first, source, line);
	s->unit = unit;
	s->first = first;
	if (!s->aligned)
		return false;
	struct words words = { 0 };
	uint32_t from = range->begin - first, to = range->end - first;
	to = to < s->line.output.count ? to : (uint32_t)s->line.output.count;
	bool found = find_words(&s->line, from, to, &words) || find_argument(&s->line, from, to, &words);
	write_words(&words, out, end);
	range->begin = first + to;
	vec_free(&words);
	return found;
}

char *spelling_text(struct spelling *s, const struct unit *unit, struct source_range range)
{
	struct output *out = output_memory();
	const char *end = NULL;
	bool found = true;
	size_t length;
	while (found && range.begin < range.end)
		found = write_line(s, unit, &range, out, &end);
	const char *bytes = output_text(out, &length);
	char *text = found ? memory_copy_string(bytes, length) : NULL;
	output_abandon(out);
	return text;
}
