#include "source_texts.h"

#include <string.h>

#include "memory.h"
#include "stream.h"

static const char *text_of(struct source_texts *texts, const char *name)
{
	struct diagnostics ignored;
	size_t length;
	for (size_t i = 0; i < texts->count; i++)
		if (!strcmp(texts->at[i].name, name))
			return texts->at[i].text;
	struct source_text source = { .name = memory_copy_string(name, strlen(name)) };
	diagnostics_init(&ignored);
	if (!stream_read(name, &ignored, &source.text, &length))
		source.text = NULL;
	diagnostics_release(&ignored);
	vec_push(texts, source);
	return source.text;
}

const char *source_texts_line(struct source_texts *texts, const char *name, uint32_t line, size_t *length)
{
	const char *at = text_of(texts, name);
	for (uint32_t i = 1; at && i < line; i++) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	*length = at ? strcspn(at, "\r\n") : 0;
	return at;
}

void source_texts_release(struct source_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++) {
		memory_free(texts->at[i].name);
		memory_free(texts->at[i].text);
	}
	vec_free(texts);
}
