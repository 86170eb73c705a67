#include "subject_invariants.h"

#include <string.h>

#include "c_condition.h"

/* Where the keyword of its statement stands in the line of the loop; 0: that is not sure. */
static uint32_t loop_column(struct source_texts *texts, struct location at)
{
	static const char *const words[] = { "while", "for", "do" };
	size_t length;
	const char *line = source_texts_line(texts, at.file, at.line, &length);
	for (size_t i = 0; line && at.column && at.column <= length && i < sizeof words / sizeof *words; i++)
		if (!strncmp(line + at.column - 1, words[i], strlen(words[i])))
			return at.column;
	return 0;
}

/* A loop of a procedure that is called from several places is there several times. */
static bool is_only(const struct subject *s, size_t loop)
{
	struct location at = s->loops.at[loop].location;
	for (size_t i = 0; i < s->loops.count; i++)
		if (i != loop && s->loops.at[i].location.line == at.line &&
		    !strcmp(s->loops.at[i].location.file ? s->loops.at[i].location.file : "", at.file))
			return false;
	return true;
}

static bool is_about(const struct witness *w, const char *file)
{
	for (size_t i = 0; i < w->files.count; i++)
		if (!strcmp(w->files.at[i], file))
			return true;
	return false;
}

/* NULL: nothing of it can be said. */
static const char *conjunction(struct witness *w, struct c_names *names, const term *conditions, size_t count)
{
	struct output *all = output_memory();
	size_t length;
	for (size_t i = 0; i < count; i++) {
		struct output *one = output_memory();
		if (c_condition_write(names, one, conditions[i])) {
			output_text(all, &length);
			output_string(all, length ? " && " : "");
			output_string(all, output_text(one, &length));
		}
		output_abandon(one);
	}
	const char *text = output_text(all, &length);
	text = length ? arena_string(w->arena, text, length) : NULL;
	output_abandon(all);
	return text;
}

void subject_invariants_add(struct witness *w, const struct certificate *c, const struct subject *s,
			    const struct program *original, struct source_texts *texts)
{
	if (c->method != METHOD_INVARIANTS || s->universal || s->weakened)
		return;
	struct c_names *names = c_names_new(s->flat, original);
	for (size_t i = 0; i < c->loops; i++) {
		const struct subject_loop *loop = &s->loops.at[i];
		struct location at = loop->location;
		uint32_t column = at.file ? loop_column(texts, at) : 0;
		c_names_scope(names, loop->function, c->invariants[i].at, c->invariants[i].count);
		const char *value = column && is_only(s, i) && is_about(w, at.file)
					    ? conjunction(w, names, c->invariants[i].at, c->invariants[i].count)
					    : NULL;
		if (!value)
			continue;
		vec_push(&w->invariants,
			 (struct witness_invariant){
				 .loop = true,
				 .place = { arena_string(w->arena, at.file, strlen(at.file)), at.line, column,
					    arena_string(w->arena, loop->function, strlen(loop->function)) },
				 .value = value });
	}
	c_names_free(names);
}
