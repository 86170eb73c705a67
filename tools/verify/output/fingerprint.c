#include "fingerprint.h"

#include <inttypes.h>
#include <string.h>

#include "hash.h"

/* FNV-1a (RFC 9923): the same on every machine and in every version, which hash.h does not promise. A NUL ends each text. */
static uint64_t add_text(uint64_t hash, const char *text, size_t length)
{
	static const uint64_t prime = UINT64_C(0x100000001b3);
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * prime;
	return hash * prime;
}

static uint64_t add_string(uint64_t hash, const char *text)
{
	return add_text(hash, text ? text : "", text ? strlen(text) : 0);
}

static uint64_t add_line(uint64_t hash, const struct report_obligation *o, struct source_texts *sources)
{
	size_t length = 0;
	const char *line = source_texts_line(sources, o->place.file, (uint32_t)o->place.line, &length);
	if (!line)
		return add_string(hash, o->message);
	size_t blanks = strspn(line, " \t");
	if (blanks > length)
		blanks = length;
	while (length > blanks && strchr(" \t", line[length - 1]))
		length--;
	return add_text(hash, line + blanks, length - blanks);
}

static uint64_t hash_of(const struct report_obligation *o, struct source_texts *sources)
{
	uint64_t hash = add_string(UINT64_C(0xcbf29ce484222325), o->check);
	return add_line(add_string(hash, o->place.function), o, sources);
}

void fingerprint_all(struct report_obligations *obligations, struct source_texts *sources, struct arena *arena)
{
	struct table met = { 0 };
	for (size_t i = 0; i < obligations->count; i++) {
		struct report_obligation *o = &obligations->at[i];
		if (!o->place.file || !o->place.line)
			continue;
		uint64_t hash = hash_of(o, sources), key = hash >> 1, number = table_get(&met, key, 0) + 1;
		table_put(&met, key, number);
		o->fingerprint = arena_format(arena, "%016" PRIx64 ":%" PRIu64, hash, number);
	}
	table_free(&met);
}
