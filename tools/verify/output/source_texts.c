#include "source_texts.h"

#include <string.h>
#include <sys/stat.h>

#include "memory.h"
#include "stream.h"

/* A pipe, whose text has gone, would be waited for. */
static bool is_regular(const char *name)
{
	struct stat s;
	return stat(name, &s) == 0 && S_ISREG(s.st_mode);
}

static void find_lines(struct source_text *source)
{
	for (const char *at = source->text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
		vec_push(&source->begins, (size_t)(at - source->text));
}

static const struct source_text *text_of(struct source_texts *texts, const char *name)
{
	struct diagnostics ignored;
	for (size_t i = 0; i < texts->count; i++)
		if (!strcmp(texts->at[i].name, name))
			return &texts->at[i];
	struct source_text source = { .name = memory_copy_string(name, strlen(name)) };
	diagnostics_init(&ignored);
	if (!is_regular(name) || !stream_read(name, &ignored, &source.text, &source.length))
		source.text = NULL;
	diagnostics_release(&ignored);
	find_lines(&source);
	vec_push(texts, source);
	return &vec_last(texts);
}

const char *source_texts_line(struct source_texts *texts, const char *name, uint32_t line, size_t *length)
{
	const struct source_text *source = text_of(texts, name);
	bool there = line && line <= source->begins.count;
	const char *at = there ? source->text + source->begins.at[line - 1] : NULL;
	*length = at ? strcspn(at, "\r\n") : 0;
	return at;
}

const char *source_texts_whole(struct source_texts *texts, const char *name, size_t *length)
{
	const struct source_text *source = text_of(texts, name);
	*length = source->length;
	return source->text;
}

void source_texts_release(struct source_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++) {
		memory_free(texts->at[i].name);
		memory_free(texts->at[i].text);
		vec_free(&texts->at[i].begins);
	}
	vec_free(texts);
}
