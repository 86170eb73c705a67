/* The texts of the files that a report names, each read once. */
#ifndef PLUMB_SOURCE_TEXTS_H
#define PLUMB_SOURCE_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "vec.h"

struct source_text {
	char *name, *text; /* text NULL: it cannot be read */
	size_t length;
	VEC(size_t) begins; /* of its lines, in the text */
};

/* Start from { 0 }. */
struct source_texts VEC_BODY(struct source_text);

/* A line of the file, from 1, *length bytes without its end, with its indentation; it lives as long as the texts. NULL: there is none, or
 * the file cannot be read, which is no error. */
const char *source_texts_line(struct source_texts *texts, const char *name, uint32_t line, size_t *length);
/* All of the file; NULL as above. */
const char *source_texts_whole(struct source_texts *texts, const char *name, size_t *length);
void source_texts_release(struct source_texts *texts);

#endif
