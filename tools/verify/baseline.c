#define _GNU_SOURCE /* memmem */
#include "baseline.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

bool baseline_read(struct baseline *b, const char *path, bool may_be_missing, struct diagnostics *diags)
{
	char *text = NULL;
	size_t length;
	*b = (struct baseline){ 0 };
	if (may_be_missing && access(path, F_OK) < 0 && errno == ENOENT)
		return true;
	if (!stream_read(path, diags, &text, &length))
		return false;
	for (const char *line = text; *line;) {
		size_t n = strcspn(line, "\n");
		vec_push(&b->known, memory_copy_string(line, n));
		line += n + (line[n] == '\n');
	}
	memory_free(text);
	return true;
}

void baseline_release(struct baseline *b)
{
	for (size_t i = 0; i < b->known.count; i++)
		memory_free((char *)(uintptr_t)b->known.at[i]);
	vec_free(&b->known);
}

/* The end of the file's name in FILE:LINE:COLUMN. */
static size_t name_length(const char *place, size_t length)
{
	for (unsigned i = 0; i < 2; i++) {
		size_t n = length;
		while (n && isdigit((unsigned char)place[n - 1]))
			n--;
		if (n == length || !n || place[n - 1] != ':')
			break;
		length = n - 1;
	}
	return length;
}

char *baseline_entry(const char *line, size_t length)
{
	static const char mark[] = ": error: ";
	const char *found = memmem(line, length, mark, sizeof mark - 1);
	if (!found)
		return NULL;
	size_t name = name_length(line, (size_t)(found - line));
	const char *message = found + sizeof mark - 1;
	size_t rest = length - (size_t)(message - line);
	char *entry = memory_alloc(name + 2 + rest + 1);
	memcpy(entry, line, name);
	memcpy(entry + name, ": ", 2);
	memcpy(entry + name + 2, message, rest);
	return entry;
}

bool baseline_has(const struct baseline *b, const char *entry)
{
	for (size_t i = 0; i < b->known.count; i++)
		if (!strcmp(b->known.at[i], entry))
			return true;
	return false;
}

void baseline_add(struct baseline *b, const char *entry)
{
	if (!baseline_has(b, entry))
		vec_push(&b->known, memory_copy_string(entry, strlen(entry)));
}

/* Opens and locks the file of that name, which another run may replace meanwhile. -1: it cannot be. */
static int lock(const char *path)
{
	for (;;) {
		struct stat opened, named;
		int fd = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0 || flock(fd, LOCK_EX) < 0 || fstat(fd, &opened) < 0 || stat(path, &named) < 0 ||
		    (opened.st_dev == named.st_dev && opened.st_ino == named.st_ino))
			return fd;
		close(fd);
	}
}

static bool write_all(const struct baseline *b, const char *path, struct diagnostics *diags)
{
	struct output *out = output_open(path, false, diags);
	if (!out)
		return false;
	for (size_t i = 0; i < b->known.count; i++)
		output_format(out, "%s\n", b->known.at[i]);
	return output_close(out, diags);
}

bool baseline_write(const struct baseline *b, const char *path, struct diagnostics *diags)
{
	struct baseline all;
	int fd = lock(path);
	bool fine = baseline_read(&all, path, true, diags);
	for (size_t i = 0; i < b->known.count && fine; i++)
		baseline_add(&all, b->known.at[i]);
	fine = fine && write_all(&all, path, diags);
	baseline_release(&all);
	if (fd >= 0)
		close(fd);
	return fine;
}
