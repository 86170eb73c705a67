#define _GNU_SOURCE /* memmem */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "visible.h"

#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define GREEN "\033[1;32m"
#define YELLOW "\033[1;33m"
#define CYAN "\033[1;36m"
#define PLAIN "\033[m"

static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value && *value && strcmp(value, "0") != 0;
}

bool terminal_is_at(int descriptor)
{
	const char *kind = getenv("TERM");
	return isatty(descriptor) == 1 && kind && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(const char *path)
{
	const char *no = getenv("NO_COLOR");
	if ((path && strcmp(path, "-") != 0) || (no && *no))
		return false;
	return is_set("CLICOLOR_FORCE") || terminal_is_at(STDOUT_FILENO);
}

/* FILE:LINE:COLUMN; the file is memory_free'd by the caller. False: it is no such place. */
static bool read_place(const char *place, size_t length, char **file, uint32_t *line, uint32_t *column)
{
	uint32_t numbers[2];
	for (int i = 1; i >= 0; i--) {
		const char *colon = memrchr(place, ':', length);
		char *end = NULL;
		numbers[i] = colon ? (uint32_t)strtoul(colon + 1, &end, 10) : 0;
		if (!numbers[i] || end != place + length)
			return false;
		length = (size_t)(colon - place);
	}
	*file = memory_copy_string(place, length);
	*line = numbers[0];
	*column = numbers[1];
	return true;
}

/* As compilers show it: the line, and a mark below the column. Tabs stay, so that the mark is where it belongs. */
static void write_source(struct output *out, const char *place, size_t length, struct source_texts *sources)
{
	char *file;
	uint32_t line, column;
	size_t width;
	if (!read_place(place, length, &file, &line, &column))
		return;
	const char *text = source_texts_line(sources, file, line, &width);
	if (text && column <= width) {
		output_format(out, "%5u | ", line);
		for (size_t i = 0; i < width; i += strcspn(text + i, "\t\r\n") + 1) {
			size_t piece = strcspn(text + i, "\t\r\n");
			visible_write(out, text + i, piece);
			output_string(out, i + piece < width ? "\t" : "");
		}
		output_string(out, "\n      | ");
		for (uint32_t i = 0; i + 1 < column; i++)
			output_string(out, text[i] == '\t' ? "\t" : " ");
		output_string(out, RED "^" PLAIN "\n");
	}
	memory_free(file);
}

void terminal_line(struct output *out, const char *line, size_t length, struct source_texts *sources)
{
	static const char error[] = ": error: ", note[] = ": note: ";
	const char *mark = memmem(line, length, error, sizeof error - 1);
	bool is_error = mark != NULL;
	if (!mark)
		mark = memmem(line, length, note, sizeof note - 1);
	if (mark) {
		size_t place = (size_t)(mark - line), word = is_error ? sizeof error - 1 : sizeof note - 1;
		output_string(out, BOLD);
		output_write(out, line, place);
		output_string(out, ":" PLAIN);
		output_string(out, is_error ? RED : CYAN);
		output_write(out, mark + 1, word - 2);
		output_string(out, PLAIN " ");
		output_write(out, mark + word, length - place - word);
	} else {
		output_write(out, line, length);
	}
	output_string(out, "\n");
	if (is_error)
		write_source(out, line, (size_t)(mark - line), sources);
}

/* --- a report --- */

/* The colour of the verdict that the text begins with; NULL: it is none. */
static const char *verdict_colour(const char *text, size_t length, size_t *word)
{
	static const struct {
		const char *word, *colour;
	} verdicts[] = { { "SAFE", GREEN }, { "UNSAFE", RED }, { "BOUNDED", YELLOW }, { "UNKNOWN", YELLOW } };
	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
		*word = strlen(verdicts[i].word);
		if (length >= *word && !memcmp(text, verdicts[i].word, *word) &&
		    (length == *word || text[*word] == ' '))
			return verdicts[i].colour;
	}
	return NULL;
}

static void write_coloured(struct output *out, const char *colour, const char *text, size_t length)
{
	output_string(out, colour);
	output_write(out, text, length);
	output_string(out, PLAIN);
}

/* A step of a trace, `  FILE:LINE: FUNCTION: TEXT    [VALUES]`: the place and the values stand out. */
static void write_step(struct output *out, const char *line, size_t length)
{
	static const char before_values[] = "    [";
	const char *end = memmem(line, length, ": ", 2),
		   *values = memmem(line, length, before_values, sizeof before_values - 1);
	size_t place = end ? (size_t)(end + 1 - line) : 0, plain = values ? (size_t)(values - line) : length;
	if (place > plain)
		place = 0;
	if (place)
		write_coloured(out, BOLD, line, place);
	output_write(out, line + place, plain - place);
	if (values)
		write_coloured(out, CYAN, values, length - plain);
}

/* A verdict, or `CHECK: VERDICT ...`. */
static void write_verdict_line(struct output *out, const char *line, size_t length)
{
	const char *colon = memmem(line, length, ": ", 2);
	size_t word, begin = 0;
	const char *colour = verdict_colour(line, length, &word);
	if (!colour && colon) {
		begin = (size_t)(colon + 2 - line);
		colour = verdict_colour(line + begin, length - begin, &word);
	}
	output_write(out, line, colour ? begin : length);
	if (colour) {
		write_coloured(out, colour, line + begin, word);
		output_write(out, line + begin + word, length - begin - word);
	}
}

void terminal_report(struct output *out, const char *text, size_t length)
{
	bool trace = false;
	for (const char *at = text, *end = text + length; at < end;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t line = (size_t)((newline ? newline : end) - at);
		bool indented = line && *at == ' ';
		trace = indented ? trace : line == 6 && !memcmp(at, "trace:", 6);
		if (trace && indented)
			write_step(out, at, line);
		else
			write_verdict_line(out, at, line);
		output_string(out, newline ? "\n" : "");
		at += line + (newline != NULL);
	}
}
