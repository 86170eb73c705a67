#include "extras.h"

#include <string.h>
#include <unistd.h>

bool write_fully(int fd, const char *text, size_t length)
{
	while (length) {
		ssize_t n = write(fd, text, length);
		if (n <= 0)
			return false;
		text += n;
		length -= (size_t)n;
	}
	return true;
}

void extras_add(struct output *message, const char *name, struct output *text)
{
	size_t length;
	const char *bytes = output_text(text, &length);
	output_write(message, "", 1);
	output_write(message, name, strlen(name) + 1);
	output_write(message, bytes, length);
}

static const char *extra_path(const struct options *o, const char *name)
{
	return !strcmp(name, "replay") ? o->replay : !strcmp(name, EXTRA_CERTIFICATE) ? o->certificate : o->sarif;
}

/* Whoever asked for a certificate is told that there is none. */
static void tell_missing(const struct options *o, const char *why, struct diagnostics *diags)
{
	if (o->certificate)
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no certificate is written to %s: %s",
			 o->certificate, why);
	else
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no invariants are shown: %s", why);
}

static bool write_file(const char *path, const char *text, size_t length, struct diagnostics *diags)
{
	struct output *out = output_open(path, false, diags);
	if (out)
		output_write(out, text, length);
	return out && output_close(out, diags);
}

bool extras_write(const struct options *o, const char *at, const char *end, struct diagnostics *diags)
{
	bool fine = true;
	while (at < end) {
		const char *name = at + 1, *text = name + strlen(name) + 1;
		const char *next = memchr(text, 0, (size_t)(end - text));
		next = next ? next : end;
		if (!strcmp(name, EXTRA_NO_CERTIFICATE))
			tell_missing(o, text, diags);
		else
			fine = write_file(extra_path(o, name), text, (size_t)(next - text), diags) && fine;
		at = next;
	}
	return fine;
}
