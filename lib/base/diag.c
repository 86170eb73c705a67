#include "diag.h"

#include <stdarg.h>
#include <string.h>

#include "status.h"
#include "visible.h"

static const struct location nowhere;

void diagnostics_init(struct diagnostics *diags)
{
	memset(diags, 0, sizeof *diags);
}

void diagnostics_release(struct diagnostics *diags)
{
	for (size_t i = 0; i < diags->list.count; i++)
		memory_free(diags->list.at[i].text);
	vec_free(&diags->list);
	diags->errors = 0;
}

void diagnose(struct diagnostics *diags, enum diag_kind kind, struct location location, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	struct diagnostic d = { kind, location, memory_alloc((size_t)(length < 0 ? 0 : length) + 1) };
	if (length > 0)
		vsnprintf(d.text, (size_t)length + 1, format, again);
	va_end(again);
	vec_push(&diags->list, d);
	if (kind >= DIAG_INPUT)
		diags->errors++;
}

int diagnostics_status(const struct diagnostics *diags)
{
	int status = STATUS_DONE;
	for (size_t i = 0; i < diags->list.count; i++) {
		switch (diags->list.at[i].kind) {
		case DIAG_NOTE:
		case DIAG_WARNING:
			continue;
		case DIAG_INPUT:
			return STATUS_INPUT;
		case DIAG_USAGE:
			return STATUS_USAGE;
		case DIAG_UNSUPPORTED:
			status = STATUS_UNSUPPORTED;
			continue;
		case DIAG_SYSTEM:
		case DIAG_INTERNAL:
			return STATUS_SYSTEM;
		}
	}
	return status;
}

static const char *kind_word(enum diag_kind kind)
{
	switch (kind) {
	case DIAG_NOTE:
		return "note";
	case DIAG_WARNING:
		return "warning";
	case DIAG_INPUT:
	case DIAG_USAGE:
	case DIAG_UNSUPPORTED:
	case DIAG_SYSTEM:
		return "error";
	case DIAG_INTERNAL:
		return "internal error";
	}
	return "error";
}

/* A blank for each byte that is not shown: the columns stay. */
static void blank_invisible(char *text)
{
	while (*text) {
		size_t shown = visible_length(text);
		if (!shown)
			*text = ' ';
		text += shown ? shown : 1;
	}
}

/* The source line below the message, of long ones the part around the column, with a caret under that. */
static void print_source_line(struct location location, FILE *out)
{
	enum { WIDTH = 160 };
	FILE *in = location.file && location.line && location.column ? fopen(location.file, "r") : NULL;
	if (!in)
		return;
	char text[WIDTH + 5] = "";
	size_t length = 0;
	uint32_t line = 1, column = 0, skipped = location.column > WIDTH - 20 ? location.column - WIDTH / 2 : 0;
	for (int c; (c = getc(in)) != EOF && line <= location.line;) {
		if (c == '\n')
			line++;
		else if (line == location.line && column++ >= skipped && length < WIDTH)
			text[length++] = c ? (char)c : ' ';
	}
	fclose(in);
	if (!length || location.column - skipped > length)
		return;
	text[length] = 0;
	blank_invisible(text);
	fprintf(out, "  %s\n  %*s\n", text, (int)(location.column - skipped), "^");
}

void diagnostics_print(const struct diagnostics *diags, const char *tool, FILE *out)
{
	for (size_t i = 0; i < diags->list.count; i++) {
		const struct diagnostic *d = &diags->list.at[i];
		struct location p = d->location.file ? d->location : nowhere;
		visible_print(out, p.file ? p.file : tool);
		if (p.line)
			fprintf(out, ":%u", p.line);
		if (p.line && p.column)
			fprintf(out, ":%u", p.column);
		fprintf(out, ": %s: ", kind_word(d->kind));
		visible_print(out, d->text);
		fputc('\n', out);
		print_source_line(p, out);
	}
}
