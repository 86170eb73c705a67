#define _GNU_SOURCE /* memmem */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "visible.h"

#define BOLD "\033[1m"
#define RED "\033[1;31m"
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
