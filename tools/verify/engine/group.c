#include "group.h"

#include <stdio.h>
#include <string.h>

#include "iterate.h"
#include "label.h"
#include "pass.h"
#include "statement.h"
#include "write.h"

static bool is_open(const struct program *p, const struct statement *s)
{
	return s->kind == STATEMENT_ASSERT && !term_is_true(p->bank, s->term);
}

static uint64_t place_of(const struct statement *s)
{
	return attribute_get_number(s->attributes, ATTRIBUTE_PLACE, 0);
}

/* --- forming --- */

static struct group *group_for(struct groups *groups, const struct procedure *home, const char *check)
{
	for (size_t i = groups->count; i-- > 0 && groups->at[i].home == home;)
		if (!strcmp(groups->at[i].check, check))
			return &groups->at[i];
	vec_push(groups, (struct group){ .home = home, .check = check });
	struct group *g = &vec_last(groups);
	char label[96];
	procedure_label(home, label, sizeof label);
	snprintf(g->name, sizeof g->name, "%s in %s", check, label);
	return g;
}

bool groups_form(struct groups *groups, const struct program *base)
{
	struct table met = { 0 };
	bool good = true;
	program_for_each_statement(base, at) {
		uint64_t place = place_of(at.statement);
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		if (!is_open(base, at.statement) || (place && table_has(&met, place)))
			continue;
		good = good && place;
		table_put(&met, place, 1);
		vec_push(&group_for(groups, at.procedure, check ? check : "")->places, place);
	}
	table_free(&met);
	return good;
}

/* --- programs --- */

static bool is_foreign(const struct statement *s, const struct table *own)
{
	return s->kind == STATEMENT_ASSERT && !table_has(own, place_of(s));
}

/* Does whoever enters it violate an assertion of others? */
static bool is_failure(const struct program *p, const struct block *b, const struct table *own)
{
	return b->statement_count && is_foreign(&b->statements[0], own) &&
	       term_is_false(p->bank, b->statements[0].term);
}

/* `branch c, good, bad; bad: assert false;` is how `assert(c)` reads in C: up to the first violation nobody goes there, and
 * what c depends on need not stay for that. */
static void bypass_failure(struct program *p, struct block *b, const struct table *own)
{
	if (b->terminator.kind != TERMINATOR_BRANCH)
		return;
	struct block *yes = b->terminator.targets[0], *no = b->terminator.targets[1];
	if (is_failure(p, yes, own) != is_failure(p, no, own))
		block_goto(p, b, is_failure(p, yes, own) ? no : yes);
}

/* The assertions of others do nothing. */
static void keep_only(struct program *p, const struct group *g)
{
	struct table own = { 0 };
	for (size_t i = 0; i < g->places.count; i++)
		table_put(&own, g->places.at[i], 1);
	program_for_each_block(p, at)
		bypass_failure(p, at.block, &own);
	program_for_each_statement(p, at)
		if (is_foreign(at.statement, &own))
			at.statement->term = term_true(p->bank);
	table_free(&own);
}

bool group_prepare(struct group *g, const struct program *base, struct task *task)
{
	struct program *p = program_copy(base);
	keep_only(p, g);
	g->program = task_finish(p, task);
	return g->program != NULL;
}

static bool same_text(struct program *a, struct program *b)
{
	struct output *texts[2] = { output_memory(), output_memory() };
	size_t lengths[2];
	program_write(a, texts[0]);
	program_write(b, texts[1]);
	const char *one = output_text(texts[0], &lengths[0]), *two = output_text(texts[1], &lengths[1]);
	bool same = lengths[0] == lengths[1] && !memcmp(one, two, lengths[0]);
	output_abandon(texts[0]);
	output_abandon(texts[1]);
	return same;
}

/* What belongs to the program, its places included, is the former one's from now on. */
static void take_over(struct group *g, struct group *from)
{
	program_free(g->program);
	vec_free(&g->beyond);
	g->program = from->program;
	g->climb = from->climb;
	g->end = from->end;
	g->reason = from->reason;
	table_free(&g->next.refuted.numbers);
	g->next = from->next;
	from->next.refuted = (struct refuted){ 0 };
	g->bounded = from->bounded;
	g->bound = from->bound;
	g->seconds = from->seconds;
	g->solver_seconds = from->solver_seconds;
	for (size_t i = 0; i < from->beyond.count; i++)
		vec_push(&g->beyond, from->beyond.at[i]);
	from->program = NULL;
	from->climb = NULL;
}

bool group_adopt(struct group *g, struct groups *former)
{
	for (size_t i = 0; i < former->count; i++) {
		struct group *from = &former->at[i];
		if (from->program && !from->unreplayed && !strcmp(from->name, g->name) &&
		    same_text(from->program, g->program)) {
			take_over(g, from);
			return true;
		}
	}
	return false;
}

void group_forget(struct group *g)
{
	stratified_end(g->climb);
	g->climb = NULL;
	g->beyond.count = 0;
	if (g->program)
		program_free(g->program);
	g->program = NULL;
}

/* --- all of them --- */

size_t groups_count(const struct groups *groups, enum group_end end)
{
	size_t count = 0;
	for (size_t i = 0; i < groups->count; i++)
		count += groups->at[i].end == end;
	return count;
}

void groups_sum(const struct groups *groups, struct outcome *sum)
{
	bool unbounded = false;
	sum->bounded = true;
	sum->bound = NO_BOUND;
	for (size_t i = 0; i < groups->count; i++) {
		const struct group *g = &groups->at[i];
		if (g->end == GROUP_PROVED)
			continue;
		sum->bounded = sum->bounded && g->bounded;
		if (g->bound < sum->bound)
			sum->bound = g->bound;
		/* What keeps it from BOUNDED is what one says that has come to no bound. */
		if (!sum->reason || (!g->bounded && !unbounded))
			sum->reason = g->reason;
		unbounded = unbounded || !g->bounded;
		for (size_t k = 0; k < g->beyond.count; k++)
			vec_push(&sum->beyond, g->beyond.at[k]);
	}
	sum->verdict = sum->bounded ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
	if (!sum->bounded && !sum->reason)
		sum->reason = "time";
}

void groups_free(struct groups *groups)
{
	for (size_t i = 0; i < groups->count; i++) {
		vec_free(&groups->at[i].places);
		vec_free(&groups->at[i].beyond);
		table_free(&groups->at[i].next.refuted.numbers);
		stratified_end(groups->at[i].climb);
		if (groups->at[i].program)
			program_free(groups->at[i].program);
	}
	vec_free(groups);
}
