#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "group.h"
#include "label.h"

enum { MOST_TOLD = 3 };

struct words {
	char *text;
	size_t size;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *w, const char *format, ...)
{
	size_t length = strlen(w->text);
	va_list args;
	va_start(args, format);
	vsnprintf(w->text + length, w->size - length, format, args);
	va_end(args);
}

/* A call that is open, or where the program was cut. */
static void add_site(struct words *w, const struct statement *s)
{
	struct location at = attribute_location(s->attributes);
	char label[96];
	if (s->kind != STATEMENT_CALL) {
		add(w, "where ir-opt --unroll cut the program");
		return;
	}
	procedure_label(s->callee, label, sizeof label);
	bool loop = attribute_find(s->callee->attributes, ATTRIBUTE_LOOP);
	add(w, loop ? "the %s" : "the recursive call of %s", label);
	if (!loop && at.line)
		add(w, " at %s:%u", at.file, at.line);
}

/* The same loop may have been left open from several calls. */
static bool is_told(const struct group *g, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (g->beyond.at[k] == g->beyond.at[i] ||
		    (g->beyond.at[k]->kind == STATEMENT_CALL && g->beyond.at[i]->kind == STATEMENT_CALL &&
		     g->beyond.at[k]->callee == g->beyond.at[i]->callee))
			return true;
	return false;
}

static void add_sites(struct words *w, const struct group *g)
{
	size_t told = 0, more = 0;
	for (size_t i = 0; i < g->beyond.count; i++) {
		if (is_told(g, i))
			continue;
		if (told == MOST_TOLD) {
			more++;
			continue;
		}
		add(w, told++ ? ", " : ", cut at ");
		add_site(w, g->beyond.at[i]);
	}
	if (more)
		add(w, " and %zu more", more);
}

void group_explain(const struct group *g, char *text, size_t size)
{
	struct words w = { text, size };
	text[0] = 0;
	if (g->seconds <= 0) {
		add(&w, "its turn did not come");
		return;
	}
	if (g->unreplayed) {
		add(&w, "%s", g->reason);
		return;
	}
	/* One that is open was only cut off. */
	if (g->bounded) {
		add(&w, "alone: nothing up to bound %u", g->bound);
		add_sites(&w, g);
	} else {
		add(&w, "alone: %s", g->end == GROUP_ENDED && g->reason ? g->reason : "undecided");
	}
	add(&w, "; %.1f s, %.1f s of it in the solver", g->seconds, g->solver_seconds);
}
