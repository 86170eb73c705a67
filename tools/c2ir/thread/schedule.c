/* The scheduler chooses a thread that runs, any but the one whose turn has just ended; a thread's `place` is where it goes on:
 *
 *	b: ...                        b:      ...; havoc turn; branch turn, leave, b.1;
 *	   x := 1; ...         =>     leave:  place := 3; from := 1; goto scheduler;
 *	                              b.1:    x := 1; ...
 *
 *	scheduler: havoc next; branch next = 0, thread, other;
 *	thread:    assume place != 0 and from != 1; branch place < 2, ..., b.1;
 *
 * A turn that ends at the back edge of a loop ends always, and the thread's next turn may be the next one. So the scheduler's is the one
 * loop in which turns end, and a bound counts turns. */
#include "schedule.h"

#include "statement.h"
#include "thread_mark.h"

static term number(const struct threads *t, uint32_t n)
{
	return term_bv(t->program->bank, 32, n);
}

static struct variable *add_variable(struct threads *t, const char *name, sort s)
{
	return procedure_add_variable(t->turns, procedure_fresh_variable_name(t->turns, name), s, VARIABLE_LOCAL);
}

static void schedule_begin(struct threads *t)
{
	struct bank *b = t->program->bank;
	t->scheduler = procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, "scheduler"));
	t->turn = add_variable(t, "$turn", sort_bool(b));
	t->next = add_variable(t, "$next", sort_bitvector(b, 32));
	t->from = add_variable(t, "$from", sort_bitvector(b, 32));
}

/* ---- turns end ---- */

/* Its next turn begins with the block; the number of that point. */
static uint32_t point(struct instance *i, struct block *b)
{
	vec_push(&i->points, b);
	return (uint32_t)i->points.count;
}

/* FROM: the thread plus 1 if the next turn is another's, or 0. */
static void leave(struct threads *t, const struct instance *i, struct block *b, uint32_t place, uint32_t from)
{
	struct program *p = t->program;
	if (place)
		instance_leaves(t, i, b);
	block_assign(p, b, i->place, number(t, place));
	block_assign(p, b, t->from, number(t, from));
	block_goto(p, b, t->scheduler);
}

static const struct attribute *place_of(const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (attribute_location(b->statements[i].attributes).line)
			return b->statements[i].attributes;
	return b->terminator.attributes;
}

/* Block B ends where a turn may end, and leads to REST. */
static void may_leave(struct threads *t, struct instance *i, struct block *b)
{
	struct program *p = t->program;
	struct block *rest = b->terminator.targets[0], *end = instance_add_block(t, i, "turn");
	struct location location = attribute_location(place_of(rest));
	uint32_t place = 1;
	while (i->points.at[place - 1] != rest)
		place++;
	leave(t, i, end, place, i->number + 1);
	block_add(p, b, STATEMENT_HAVOC)->target = t->turn;
	block_branch(p, b, t->turn->term, end, rest);
	if (location.line)
		b->terminator.attributes = end->terminator.attributes = attribute_at(p, NULL, location);
}

/* Back to the head by a block of its own. Where else a turn may never end that is a point. */
static void close_loop(struct threads *t, struct instance *i, struct block *b, struct closing closing)
{
	struct block *back = instance_add_block(t, i, "back");
	block_goto(t->program, back, b->terminator.targets[closing.target]);
	back->terminator.attributes = b->terminator.attributes;
	b->terminator.targets[closing.target] = back;
	vec_push(&i->backs, back);
	if (closing.silent)
		point(i, back);
}

/* The turn ends. */
static void end_loop(struct threads *t, struct instance *i, struct block *back)
{
	struct block *head = back->terminator.targets[0];
	const struct attribute *attributes = back->terminator.attributes;
	uint32_t place = 0;
	while (place < i->points.count && i->points.at[place] != back)
		place++;
	if (place == i->points.count)
		point(i, head);
	else
		i->points.at[place] = head;
	back->terminator = (struct terminator){ 0 };
	leave(t, i, back, place + 1, 0);
	back->terminator.attributes = attributes;
}

/* Where a turn may end a block begins, which only the one before it leads to. */
static struct block *split_at_turn(struct threads *t, struct instance *i, struct block *b, uint32_t at)
{
	struct block *rest = instance_split(t, i, b, at);
	block_goto(t->program, b, rest);
	point(i, rest);
	vec_push(&i->ends, b);
	return rest;
}

static void split_block(struct threads *t, struct instance *i, struct block *b, const struct block_turns *turns,
			struct races *races)
{
	size_t touching = 0, ends = 0;
	uint32_t gone = 0; /* statements in blocks before this one */
	while (ends < turns->before.count || (races && touching < turns->touching.count)) {
		bool race = races && touching < turns->touching.count &&
			    (ends == turns->before.count || turns->touching.at[touching].at < turns->before.at[ends]);
		uint32_t at = race ? turns->touching.at[touching].at : turns->before.at[ends];
		if (race) {
			b = races_split(races, i, b, at, &turns->touching.at[touching++], &gone);
		} else {
			b = split_at_turn(t, i, b, turns->before.at[ends++] - gone);
			gone = at;
		}
	}
	for (size_t edge = 0; edge < turns->loops.count; edge++)
		close_loop(t, i, b, turns->loops.at[edge]);
}

void schedule_split(struct threads *t, struct instance *i, const struct turns *turns, struct races *races)
{
	for (size_t k = 0; k < turns->count; k++)
		split_block(t, i, i->blocks.at[k], &turns->blocks[k], races);
}

/* ---- threads end ---- */

static void end_at_mark(struct threads *t, const struct instance *i, struct block *b)
{
	for (uint32_t at = 0; at < b->statement_count; at++)
		if (thread_mark_of(&b->statements[at]) == THREAD_OVER) {
			block_truncate(b, at);
			b->terminator = (struct terminator){ 0 };
			leave(t, i, b, 0, 0);
			return;
		}
}

static void end_at_return(struct threads *t, const struct instance *i, struct block *b)
{
	bool ends = b->statement_count && statement_ends(t->program, &b->statements[b->statement_count - 1]);
	if (b->terminator.kind != TERMINATOR_RETURN || ends)
		return;
	b->terminator = (struct terminator){ 0 };
	leave(t, i, b, 0, 0);
}

static void schedule_turns(struct threads *t, struct instance *i)
{
	for (size_t k = 0; k < i->backs.count; k++)
		end_loop(t, i, i->backs.at[k]);
	for (size_t k = 0; k < i->ends.count; k++)
		may_leave(t, i, i->ends.at[k]);
	for (size_t k = 0; k < i->blocks.count; k++)
		end_at_mark(t, i, i->blocks.at[k]);
	for (size_t k = 0; i->number && k < i->blocks.count; k++)
		end_at_return(t, i, i->blocks.at[k]);
}

void schedule_start(struct threads *t, struct instance *i, struct block *b, const struct statement *call,
		    struct block *rest)
{
	struct program *p = t->program;
	for (uint32_t k = 0; k < call->argument_count; k++)
		block_assign(p, b, i->in[k], call->arguments[k])->attributes =
			attribute_at(p, NULL, attribute_location(call->attributes));
	for (size_t k = 0; k < t->locals.count; k++)
		block_assign(p, b, i->saved[k], t->initial.at[k]);
	block_assign(p, b, i->place, number(t, 1));
	block_goto(p, b, rest);
}

/* ---- turns begin ---- */

/* Goes on at the point, one of [low, high) (numbers from 1). */
static void go_on(struct threads *t, const struct instance *i, struct block *b, uint32_t low, uint32_t high)
{
	struct program *p = t->program;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		struct block *below = procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, "point"));
		struct block *above = procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, "point"));
		block_branch(p, b, term_binary(p->bank, OP_BVULT, i->place->term, number(t, middle)), below, above);
		go_on(t, i, below, low, middle);
		b = above;
		low = middle;
	}
	block_goto(p, b, i->points.at[low - 1]);
}

static void begin_turn(struct threads *t, const struct instance *i, struct block *b)
{
	struct program *p = t->program;
	struct bank *bank = p->bank;
	term runs = term_not(bank, term_eq(bank, i->place->term, number(t, 0)));
	term other = term_not(bank, term_eq(bank, t->from->term, number(t, i->number + 1)));
	block_add(p, b, STATEMENT_ASSUME)->term = term_and(bank, runs, other);
	if (!i->points.count) {
		block_goto(p, b, t->scheduler); /* never reached */
		return;
	}
	instance_comes(t, i, b);
	go_on(t, i, b, 1, (uint32_t)i->points.count + 1);
}

/* At first nobody but the first thread runs. */
static void begin(struct threads *t)
{
	struct block *first = procedure_put_first(t->turns, "begin");
	for (size_t k = 0; k < t->instances.count; k++)
		block_assign(t->program, first, t->instances.at[k]->place, number(t, 0));
	block_goto(t->program, first, t->instances.at[0]->blocks.at[0]);
}

void schedule_build(struct threads *t)
{
	struct program *p = t->program;
	schedule_begin(t);
	struct block *b = t->scheduler;
	for (size_t k = 0; k < t->instances.count; k++)
		schedule_turns(t, t->instances.at[k]);
	block_add(p, b, STATEMENT_HAVOC)->target = t->next;
	for (size_t k = 0; k < t->instances.count; k++) {
		bool last = k + 1 == t->instances.count;
		struct block *own =
			last ? b : procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, "thread"));
		if (!last) {
			struct block *others =
				procedure_add_block(t->turns, procedure_fresh_block_name(t->turns, "scheduler"));
			block_branch(p, b, term_eq(p->bank, t->next->term, number(t, (uint32_t)k)), own, others);
			b = others;
		}
		begin_turn(t, t->instances.at[k], own);
	}
	begin(t);
}
