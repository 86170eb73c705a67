#include "open_places.h"

#include <string.h>

#include "causes.h"
#include "iterate.h"
#include "obligation.h"
#include "statement.h"
#include "visible.h"

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

static uint64_t hash_of(const struct statement *s)
{
	struct location at = attribute_location(s->attributes);
	const char *texts[] = { at.file ? at.file : "", text_of(s, ATTRIBUTE_CHECK, "assert"),
				text_of(s, ATTRIBUTE_MESSAGE, "") };
	uint64_t hash = at.line;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		hash = hash_mix(hash, hash_bytes(texts[i], strlen(texts[i])));
	return hash >> 1;
}

/* Two that have a hash in common and read differently (that is rare) both stay. */
static void add_different(struct open_places *places, struct table *met, const struct statement *s)
{
	uint64_t hash = hash_of(s), at = table_get(met, hash, UINT64_MAX);
	if (at != UINT64_MAX && reads_the_same(places->different.at[at], s))
		return;
	table_put(met, hash, places->different.count);
	vec_push(&places->different, s);
}

static const char *check_of(const struct task *task, const struct statement *s)
{
	return intern_string(task->prepared->strings, text_of(s, ATTRIBUTE_CHECK, "assert"));
}

static void count(struct open_places *places, const struct task *task, const struct statement *s)
{
	const char *check = check_of(task, s);
	table_put(&places->counts, check, table_get(&places->counts, check, 0) + 1);
}

static void note_number(struct open_places *places, const struct task *task, const struct statement *s)
{
	uint64_t place = attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0);
	if (place)
		table_put(&places->numbers, place, 1);
	else
		table_put(&places->unnumbered, check_of(task, s), true);
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
	struct open_places places = { .causes = task->causes };
	struct table met = { 0 }, counted = { 0 };
	const struct program *p = task->prepared;
	places.known = p && !program_is_cut(task->original) && !program_is_cut(p);
	if (!places.known)
		return places;
	count_dropped(&places, task);
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		if (s->kind != STATEMENT_ASSERT || term_is_true(p->bank, s->term) || is_proved(task, s))
			continue;
		if (obligation_is_new(task->original, s, &counted))
			count(&places, task, s);
		note_number(&places, task, s);
		add_different(&places, &met, s);
	}
	table_free(&met);
	table_free(&counted);
	return places;
}

void open_places_release(struct open_places *places)
{
	vec_free(&places->different);
	table_free(&places->counts);
	table_free(&places->numbers);
	table_free(&places->unnumbered);
}

/* An obligation may have several assertions by now, so that this may be too few. */
uint64_t open_places_proved(const struct open_places *places, const struct task *task, const char *check, uint64_t all)
{
	if (!places->known)
		return 0;
	uint64_t open = table_get(&places->counts, intern_string(task->prepared->strings, check), 0);
	return open < all ? all - open : 0;
}

bool open_places_has_proved(const struct open_places *places, const struct task *task,
			    const struct statement *assertion)
{
	uint64_t place = attribute_get_number(assertion->attributes, ATTRIBUTE_PLACE, 0);
	return places->known && place && !table_has(&places->numbers, place) &&
	       !table_has(&places->unnumbered, check_of(task, assertion));
}

const char *open_places_cause(const struct open_places *places, const struct statement *assertion)
{
	uint64_t place = attribute_get_number(assertion->attributes, ATTRIBUTE_PLACE, 0);
	return places->causes ? causes_find(places->causes, place) : "";
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

static const char *cause_of(const struct open_places *places, size_t i, size_t end)
{
	return i < end ? open_places_cause(places, places->different.at[i]) : "";
}

/* One after another with the same cause have it once. */
static void write_cause(struct output *out, const struct open_places *places, size_t i, size_t end)
{
	const char *cause = cause_of(places, i, end);
	if (!*cause || cause == cause_of(places, i + 1, end))
		return;
	output_string(out, "    ");
	visible_write(out, cause, SIZE_MAX);
	output_string(out, "\n");
}

void open_places_write(struct output *out, const struct open_places *places, size_t most)
{
	size_t count = places->different.count, end = count < most ? count : most;
	if (!places->known || !count)
		return;
	output_string(out, "open:\n");
	for (size_t i = 0; i < end; i++) {
		write_place(out, places->different.at[i]);
		write_cause(out, places, i, end);
	}
	if (end < count)
		output_format(out, "  and %zu more (--open=all shows them)\n", count - end);
}
