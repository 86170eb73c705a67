#include "relocate.h"

#include <string.h>

#include "uri.h"

/* What comes before names that were relative, and what goes from the begin of names then; as paths and as URIs, with a slash at the end. */
struct move {
	const char *from, *from_uri, *to, *to_uri;
	struct arena *arena;
};

static const char *joined(const struct move *m, const char *from, const char *name, const char *to)
{
	const char *whole = arena_format(m->arena, "%s%s", from, name);
	return strncmp(whole, to, strlen(to)) ? whole : whole + strlen(to);
}

static bool stays(const char *name)
{
	return !name || *name == '/' || *name == '<' || !strcmp(name, "-");
}

static const char *moved(const struct move *m, const char *name)
{
	return stays(name) ? name : joined(m, m->from, name, m->to);
}

static void move_place(const struct move *m, struct report_place *place)
{
	if (!stays(place->file) && place->uri)
		place->uri = joined(m, m->from_uri, place->uri, m->to_uri);
	place->file = moved(m, place->file);
}

static const char *with_slash(struct arena *arena, const char *folder)
{
	size_t length = strlen(folder);
	return arena_format(arena, "%s%s", folder, length && folder[length - 1] == '/' ? "" : "/");
}

void relocate_run(struct report_run *run, const char *from, const char *to, struct arena *arena)
{
	struct move p = { .from = with_slash(arena, from), .to = with_slash(arena, to), .arena = arena };
	p.from_uri = uri_of(arena, p.from);
	p.to_uri = uri_of(arena, p.to);
	for (size_t i = 0; i < run->files.count; i++)
		run->files.at[i] = moved(&p, run->files.at[i]);
	run->certificate = moved(&p, run->certificate);
	for (size_t i = 0; i < run->beyond.count; i++)
		move_place(&p, &run->beyond.at[i]);
	for (size_t i = 0; i < run->assumptions.count; i++)
		move_place(&p, &run->assumptions.at[i].place);
	for (size_t i = 0; i < run->obligations.count; i++) {
		struct report_obligation *o = &run->obligations.at[i];
		move_place(&p, &o->place);
		for (size_t k = 0; k < o->trace.count; k++)
			move_place(&p, &o->trace.at[k].place);
	}
}
