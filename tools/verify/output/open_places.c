#include "open_places.h"

#include <string.h>

#include "iterate.h"
#include "statement.h"
#include "visible.h"

enum { MOST_LINES = 20 };

static const char *text_of(const struct statement *s, const char *key, const char *otherwise)
{
	const char *text = attribute_get_string(s->attributes, key);
	return text ? text : otherwise;
}

static bool reads_the_same(const struct statement *a, const struct statement *b)
{
	struct location p = attribute_location(a->attributes), q = attribute_location(b->attributes);
	return p.line == q.line && p.file == q.file &&
	       !strcmp(text_of(a, ATTRIBUTE_CHECK, "assert"), text_of(b, ATTRIBUTE_CHECK, "assert")) &&
	       !strcmp(text_of(a, ATTRIBUTE_MESSAGE, ""), text_of(b, ATTRIBUTE_MESSAGE, ""));
}

static bool was_met(const struct open_places *places, const struct statement *s)
{
	for (size_t i = 0; i < places->different.count; i++)
		if (reads_the_same(places->different.at[i], s))
			return true;
	return false;
}

static void count(struct open_places *places, const struct task *task, const struct statement *s)
{
	const char *check = intern_string(task->prepared->strings, text_of(s, ATTRIBUTE_CHECK, "assert"));
	table_put(&places->counts, check, table_get(&places->counts, check, 0) + 1);
}

/* Assertions that the user did not ask for are assumptions by now, which keep their check: nobody proves them. */
static void count_dropped(struct open_places *places, const struct task *task)
{
	program_for_each_statement(task->original, at)
		if (at.statement->kind == STATEMENT_ASSUME && attribute_find(at.statement->attributes, ATTRIBUTE_CHECK))
			count(places, task, at.statement);
}

/* By now: the prepared program may be older. */
static bool is_proved(const struct task *task, const struct statement *s)
{
	uint64_t place = attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0);
	return place && table_has(task->proved, place);
}

struct open_places open_places_of(const struct task *task)
{
	struct open_places places = { 0 };
	const struct program *p = task->prepared;
	places.known = p && !program_is_cut(task->original) && !program_is_cut(p);
	if (!places.known)
		return places;
	count_dropped(&places, task);
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		if (s->kind != STATEMENT_ASSERT || term_is_true(p->bank, s->term) || is_proved(task, s))
			continue;
		count(&places, task, s);
		if (places.different.count <= MOST_LINES && !was_met(&places, s))
			vec_push(&places.different, s);
	}
	return places;
}

void open_places_release(struct open_places *places)
{
	vec_free(&places->different);
	table_free(&places->counts);
}

/* An obligation may have several assertions by now, so that this may be too few. */
uint64_t open_places_proved(const struct open_places *places, const struct task *task, const char *check, uint64_t all)
{
	if (!places->known)
		return 0;
	uint64_t open = table_get(&places->counts, intern_string(task->prepared->strings, check), 0);
	return open < all ? all - open : 0;
}

static void write_place(struct output *out, const struct statement *s)
{
	struct location p = attribute_location(s->attributes);
	output_string(out, "  ");
	if (p.line) {
		visible_write(out, p.file, SIZE_MAX);
		output_format(out, ":%u: ", p.line);
	}
	visible_write(out, text_of(s, ATTRIBUTE_CHECK, "assert"), SIZE_MAX);
	output_string(out, ": ");
	visible_write(out, text_of(s, ATTRIBUTE_MESSAGE, "assertion"), SIZE_MAX);
	output_string(out, "\n");
}

void open_places_write(struct output *out, const struct open_places *places)
{
	if (!places->known || !places->different.count)
		return;
	output_string(out, "open:\n");
	for (size_t i = 0; i < places->different.count && i < MOST_LINES; i++)
		write_place(out, places->different.at[i]);
	if (places->different.count > MOST_LINES)
		output_string(out, "  and more\n");
}
