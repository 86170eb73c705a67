#include "uri.h"

#include <string.h>

#include "stream.h"

const char *uri_of(struct arena *arena, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	struct output *out = output_memory();
	size_t length;
	output_string(out, *path == '/' ? "file://" : "");
	for (; *path; path++)
		output_format(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
	const char *text = output_text(out, &length);
	const char *uri = arena_string(arena, text, length);
	output_abandon(out);
	return uri;
}
