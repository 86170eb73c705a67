#include "edits.h"

#include <inttypes.h>
#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;
	if (x->token != y->token)
		return x->token < y->token ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	bool ends = x->rank <= EDIT_ENDS_BODY;
	if (x->width != y->width)
		return (x->width < y->width) == ends ? -1 : 1;
	return 0;
}

static void write_marker(struct output *out, struct location at)
{
	output_format(out, "\n# %" PRIu32 " \"", at.line);
	for (const char *c = at.file ? at.file : ""; *c; c++) {
		if (*c == '"' || *c == '\\')
			output_string(out, "\\");
		output_write(out, c, 1);
	}
	output_string(out, "\"\n");
}

static void go_to(struct output *out, struct location at)
{
	write_marker(out, at);
	for (uint32_t column = 1; column < at.column; column++)
		output_string(out, " ");
}

void edits_apply(struct edits *edits, const struct syntax *s, const char *base, size_t length, struct output *out)
{
	size_t done = 0, unused;
	if (edits->count)
		qsort(edits->at, edits->count, sizeof *edits->at, by_place);
	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *e = &edits->at[i];
		size_t offset = (size_t)(syntax_token_text(s, e->token, &unused) - base);
		output_write(out, base + done, offset - done);
		done = offset;
		write_marker(out, e->said);
		output_string(out, e->text);
		struct location at = syntax_token_location(s, e->token);
		go_to(out, at);
		if (!e->own)
			continue;
		output_string(out, e->own);
		go_to(out, at);
	}
	output_write(out, base + done, length - done);
}
