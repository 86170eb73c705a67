#include "validation.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "extras.h"
#include "status.h"
#include "witness.h"

/* What c2ir calls where an invariant does not hold. */
static const char refuted[] = "__plumb_refuted";

bool validation_begin(struct options *o, struct diagnostics *diags)
{
	struct witness *w = witness_read(o->witness, diags);
	if (!w)
		return false;
	o->follows = w->violation;
	o->target = o->follows ? vec_last(&w->waypoints).place.line : 0;
	if (!o->follows)
		check_set_error(&o->checks, refuted, diags);
	witness_free(w);
	return true;
}

void validation_add(const struct options *o, const struct outcome *outcome, struct output *message)
{
	if (!o->witness || outcome->verdict != VERDICT_UNSAFE)
		return;
	const struct violation *v = &outcome->bug.violation;
	bool here = v->location.file && !strcmp(v->location.file, o->witness);
	bool genuine = !here && (!v->reached || strcmp(v->reached, refuted) != 0) && v->location.line;
	/* Elsewhere c2ir has left no assertion but those of its library. */
	if (o->follows && v->library && v->location.line != o->target)
		genuine = false;
	struct output *text = output_memory();
	output_format(text, "%s:%" PRIu32, v->location.file ? v->location.file : "", v->location.line);
	extras_add(message, genuine ? EXTRA_GENUINE : EXTRA_REFUTED, text);
	output_abandon(text);
}

/* The verdict and its reason, in place of the report. */
static void say_unknown(struct work_result *r, const char *reason)
{
	struct output *out = output_memory();
	size_t length;
	output_format(out, "UNKNOWN (%s)\n", reason);
	const char *text = output_text(out, &length);
	memory_free(r->report);
	r->report = memory_copy_string(text, length);
	r->length = length;
	r->status = STATUS_UNKNOWN;
	output_abandon(out);
}

static void say_refuted(struct work_result *r, const char *place)
{
	struct output *out = output_memory();
	size_t length;
	if (place)
		output_format(out, "the witness is refuted: its invariant at %s does not hold", place);
	else
		output_string(out, "a violation was begun to be told, but not whether it is one of the witness");
	say_unknown(r, output_text(out, &length));
	output_abandon(out);
}

/* The reason that an UNKNOWN report has in its first line, if it has one. */
static void say_not_followed(struct work_result *r)
{
	struct output *out = output_memory();
	size_t length;
	const char *line = r->length ? r->report : "";
	const char *open = !strncmp(line, "UNKNOWN (", 9) ? line + 9 : NULL;
	bool safe = !strncmp(line, "SAFE", 4);
	output_string(out, safe ? "the witness is refuted: no execution follows it to its violation"
				: "no execution was found that follows the witness to its violation");
	if (open)
		output_format(out, ": %.*s", (int)strcspn(open, ")\n"), open);
	say_unknown(r, output_text(out, &length));
	output_abandon(out);
}

/* The trace is of the program with the witness in it, which nobody has written. */
static void leave_out_trace(struct work_result *r)
{
	static const char begin[] = "\ntrace:\n", note[] = "witness: an execution follows it\n";
	char *trace = strstr(r->report, begin);
	if (!trace)
		return;
	struct output *out = output_memory();
	size_t length;
	char *rest = trace + sizeof begin - 1;
	while (*rest == ' ')
		rest = strchr(rest, '\n') ? strchr(rest, '\n') + 1 : rest + strlen(rest);
	output_write(out, r->report, (size_t)(trace + 1 - r->report));
	output_string(out, note);
	output_string(out, rest);
	const char *text = output_text(out, &length);
	memory_free(r->report);
	r->report = memory_copy_string(text, length);
	r->length = length;
	output_abandon(out);
}

void validation_settle(const struct options *o, struct work_result *r)
{
	size_t unused, text = r->length ? strlen(r->report) : 0;
	if (!r->length && r->ended)
		return; /* input that was refused */
	const char *at = r->report + text, *end = r->report + r->length;
	bool genuine = r->length && extras_find(at, end, EXTRA_GENUINE, &unused);
	const char *place = r->length ? extras_find(at, end, EXTRA_REFUTED, &unused) : NULL;
	if (r->status == STATUS_UNSAFE && genuine && o->follows)
		leave_out_trace(r);
	else if (r->status == STATUS_UNSAFE && genuine)
		return;
	else if (o->follows)
		say_not_followed(r);
	else if (r->status == STATUS_UNSAFE)
		say_refuted(r, place);
}
