#include "extras.h"

#include <string.h>
#include <unistd.h>

#include "witness.h"

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

/* NULL: it has no file of its own. */
static const char *extra_path(const struct options *o, const char *name)
{
	return !strcmp(name, EXTRA_REPLAY) ? o->replay : !strcmp(name, EXTRA_CERTIFICATE) ? o->certificate : NULL;
}

/* Whoever asked for a certificate is told that there is none. */
static void tell_missing(const struct options *o, const char *why, struct diagnostics *diags)
{
	if (!o->certificate && !o->invariants)
		return;
	if (o->certificate)
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no certificate is written to %s: %s",
			 o->certificate, why);
	else
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no invariants are shown: %s", why);
}

/* Nor is an old witness taken for one of this verdict. */
static void tell_no_witness(const struct options *o, const char *why, struct diagnostics *diags)
{
	for (size_t i = 0; i < o->witnesses.count; i++)
		diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no witness is written to %s: %s",
			 o->witnesses.at[i], why);
}

static void tell_no_replay(const struct options *o, const char *why, struct diagnostics *diags)
{
	diagnose(diags, DIAG_WARNING, (struct location){ 0 }, "no C file is written to %s: %s", o->replay, why);
}

static bool write_file(const char *path, const char *text, size_t length, struct diagnostics *diags)
{
	struct output *out = output_open(path, false, diags);
	if (out)
		output_write(out, text, length);
	return out && output_close(out, diags);
}

struct extra {
	const char *name, *text;
	size_t length;
};

/* Reads the one at *at, and goes on to the next; false: there is none. */
static bool extra_next(const char **at, const char *end, struct extra *e)
{
	if (*at >= end)
		return false;
	e->name = *at + 1;
	e->text = e->name + strlen(e->name) + 1;
	const char *next = memchr(e->text, 0, (size_t)(end - e->text));
	*at = next ? next : end;
	e->length = (size_t)(*at - e->text);
	return true;
}

const char *extras_find(const char *at, const char *end, const char *name, size_t *length)
{
	struct extra e;
	while (extra_next(&at, end, &e))
		if (!strcmp(e.name, name)) {
			*length = e.length;
			return e.text;
		}
	return NULL;
}

static bool write_witnesses(const struct options *o, const struct extra *e, bool graphml, struct diagnostics *diags)
{
	bool fine = true;
	for (size_t i = 0; i < o->witnesses.count; i++)
		if (witness_is_graphml(o->witnesses.at[i]) == graphml)
			fine = write_file(o->witnesses.at[i], e->text, e->length, diags) && fine;
	return fine;
}

bool extras_write(const struct options *o, const char *at, const char *end, struct diagnostics *diags)
{
	bool fine = true, witnessed = false;
	struct extra e;
	while (extra_next(&at, end, &e)) {
		const char *path = extra_path(o, e.name);
		bool yaml = !strcmp(e.name, EXTRA_WITNESS_YAML), graphml = !strcmp(e.name, EXTRA_WITNESS_GRAPHML);
		witnessed |= yaml || graphml || !strcmp(e.name, EXTRA_NO_WITNESS);
		if (!strcmp(e.name, EXTRA_NO_CERTIFICATE))
			tell_missing(o, e.text, diags);
		else if (!strcmp(e.name, EXTRA_NO_REPLAY))
			tell_no_replay(o, e.text, diags);
		else if (!strcmp(e.name, EXTRA_NO_WITNESS))
			tell_no_witness(o, e.text, diags);
		else if (yaml || graphml)
			fine = write_witnesses(o, &e, graphml, diags) && fine;
		else if (path)
			fine = write_file(path, e.text, e.length, diags) && fine;
	}
	if (!witnessed)
		tell_no_witness(o, "the verdict has none, or the time was up before it was made", diags);
	return fine;
}
