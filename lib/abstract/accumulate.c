/* Sums that loops add up: `s += x`, where x was seen to lie between 0 and 1000, is at most 1000 times as much as what the loop
 * counts. How much is added is known only when the program has been interpreted: so these sums are found then, where something
 * that is asserted of s was not proved, and what is known of them follows when each procedure is visited once more.
 *
 * In `for (i ...) for (j = 0; j < m; j++) s += x` one round of the outer loop adds at most K = 1000 * m: s - 1000 * j - K * i. */
#include "relation_find.h"

#define MOST_ROUNDS ((whole)1 << 32)

enum { MOST_ADDITIONS = 16, MOST_COUNTERS = 24, MOST_OF_LOOP = 2, MOST_ADDED = 8, MOST_DEPTH = 12, MOST_BETWEEN = 4 };

/* A statement in a loop that changes its variable by a number, or by what was SEEN to lie in a range. */
struct addition {
	const struct statement *statement;
	struct step step;
	struct span by;
	struct span range;     /* of a counter: where it lay before */
	bool is_seen, is_open; /* open: what is asserted of it just before may fail */
};

struct accumulators {
	struct domain *domain;
	struct cfg *cfg;
	struct dominators *dominators;
	struct loops *loops;
	VEC(struct addition) additions, counters;
	unsigned added;
};

/* ---- what changes ---- */

/* The addends of the term, TIMES how often the variable itself is one of them. False: it is no sum. */
static bool is_addition(const struct bank *bank, term t, term variable, int *times, unsigned depth)
{
	enum op op = term_op(bank, t);
	if (t == variable)
		*times += 1;
	if (!depth || (op != OP_BVADD && op != OP_BVSUB))
		return true;
	int right = 0;
	bool is = is_addition(bank, term_arg(bank, t, 0), variable, times, depth - 1) &&
		  is_addition(bank, term_arg(bank, t, 1), variable, &right, depth - 1);
	*times += right;
	return is && !(op == OP_BVSUB && right);
}

/* Where the sum of its addends lies, without the variable. */
static struct span range_of_addends(struct place *p, term t, term variable, unsigned depth)
{
	const struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, t);
	int64_t low, high;
	if (t == variable)
		return span_of(0);
	if (depth && (op == OP_BVADD || op == OP_BVSUB)) {
		struct span a = range_of_addends(p, term_arg(bank, t, 0), variable, depth - 1);
		struct span b = range_of_addends(p, term_arg(bank, t, 1), variable, depth - 1);
		return span_add(a, op == OP_BVSUB ? span_scale(b, -1) : b);
	}
	p->budget = PLACE_BUDGET;
	struct number n = place_number(p, t);
	if (number_is_none(n))
		return span_of(0);
	number_signed_range(n, &low, &high);
	return (struct span){ low, high };
}

static void note_statement(struct accumulators *a, const struct block *b, const struct statement *s)
{
	const struct bank *bank = a->domain->program->bank;
	struct addition found = { .statement = s };
	int times = 0;
	if (s->kind != STATEMENT_ASSIGN || sort_kind(bank, s->target->sort) != SORT_BITVECTOR)
		return;
	bool counts = relation_step(a->domain, s, &found.step) && !found.step.by.count;
	found.step.block = b->index;
	found.step.loop = a->loops->innermost[b->index];
	if (counts && a->counters.count < MOST_COUNTERS)
		vec_push(&a->counters, found);
	if (sort_width(bank, s->target->sort) > 64 || s->term == s->target->term ||
	    !is_addition(bank, s->term, s->target->term, &times, MOST_DEPTH) || times != 1)
		return;
	found.step.variable = s->target;
	found.step.atom = s->target->term;
	if (a->additions.count < MOST_ADDITIONS)
		vec_push(&a->additions, found);
}

struct accumulators *accumulators_new(struct domain *d, const struct procedure *proc)
{
	struct accumulators *a = memory_alloc(sizeof *a);
	a->domain = d;
	a->cfg = cfg_new(proc);
	a->dominators = dominators_new(a->cfg);
	a->loops = loops_new(a->cfg, a->dominators);
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t k = 0; a->loops->innermost[b] != CFG_NONE && k < proc->blocks[b]->statement_count; k++)
			note_statement(a, proc->blocks[b], &proc->blocks[b]->statements[k]);
	if (a->additions.count && a->counters.count)
		return a;
	accumulators_free(a);
	return NULL;
}

void accumulators_free(struct accumulators *a)
{
	if (!a)
		return;
	loops_free(a->loops);
	dominators_free(a->dominators);
	cfg_free(a->cfg);
	vec_free(&a->additions);
	vec_free(&a->counters);
	memory_free(a);
}

/* ---- what is seen ---- */

static void see(struct addition *x, struct place *p, const struct statement *s)
{
	struct linear alone = { .count = 1, .parts = { { x->step.atom, 1 } } };
	if (x->statement != s)
		return;
	struct span by = range_of_addends(p, s->term, x->step.atom, MOST_DEPTH);
	struct span range = relation_range_of_atoms(p, &alone);
	x->by = x->is_seen ? span_join(x->by, by) : by;
	x->range = x->is_seen ? span_join(x->range, range) : range;
	x->is_seen = true;
}

/* A check of overflow is the statement before, or with what it computes a few before. */
static void see_assertion(struct accumulators *a, struct place *p, const struct block *b, const struct statement *s)
{
	for (size_t i = 0; i < a->additions.count; i++) {
		struct addition *x = &a->additions.at[i];
		if (x->is_open || x->step.block != b->index || x->statement < s || x->statement - s > MOST_BETWEEN ||
		    !uses_mention(a->domain->relations->uses, s->term, x->step.variable))
			continue;
		x->is_open = place_decide(p, s->term) != NUMBER_MAY_HOLD;
	}
}

void accumulators_see(struct accumulators *a, struct place *p, const struct block *b, const struct statement *s)
{
	if (s->kind == STATEMENT_ASSERT) {
		see_assertion(a, p, b, s);
		return;
	}
	for (size_t i = 0; i < a->additions.count; i++)
		see(&a->additions.at[i], p, s);
	for (size_t i = 0; i < a->counters.count; i++)
		see(&a->counters.at[i], p, s);
}

/* ---- sums ---- */

/* Rounded away from 0, as many steps of WHAT as one of the counter makes. False: these are too many. */
static bool factor(whole what, const struct step *counter, int64_t *by)
{
	whole c = counter->by.rest.low, size = c < 0 ? -c : c, n = (what < 0 ? -what : what) + size - 1;
	n /= size;
	if (n > (whole)1 << LINEAR_BY_BITS)
		return false;
	*by = (int64_t)((what < 0) == (c < 0) ? n : -n);
	return true;
}

/* Does each round of the loop make the step, or the block where something is added? */
static bool counts_rounds(const struct accumulators *a, const struct step *counter, uint32_t loop, uint32_t block)
{
	const struct loop *l = &a->loops->loops[loop];
	bool is = counter->loop == loop;
	for (uint32_t i = 0; i < l->latch_count && counter->block != block; i++)
		is &= dominates(a->dominators, counter->block, l->latches[i]);
	return is;
}

/* How often it can be executed, by the numbers that it comes to, in one loop. */
static whole rounds_by(const struct addition *counter)
{
	whole by = counter->step.by.rest.low;
	return (counter->range.high - counter->range.low) / (by < 0 ? -by : by) + 1;
}

/* SUM, of x, grows by at most MOST (a negative number: shrinks) in each round of the loop: so it does less what the loop counts, and
 * all of it by as much as the rounds, in each round of the loop around it. */
static void add_sums(struct accumulators *a, const struct addition *x, struct linear sum, whole most, uint32_t loop)
{
	unsigned here = 0;
	whole around = 0;
	struct linear inner = sum;
	for (size_t i = 0; i < a->counters.count && here < MOST_OF_LOOP && a->added < MOST_ADDED; i++) {
		const struct addition *c = &a->counters.at[i];
		struct linear f = sum;
		int64_t by;
		if (!c->is_seen || c->step.variable == x->step.variable ||
		    !counts_rounds(a, &c->step, loop, x->step.block) || !factor(most, &c->step, &by) ||
		    !linear_add_atom(&f, c->step.atom, -by))
			continue;
		uint32_t number = relation_enter(a->domain, &f);
		if (!number)
			continue;
		relation_note_globals(a->domain, a->cfg->procedure, number - 1);
		a->added++;
		here++;
		whole rounds = rounds_by(c);
		if (rounds < MOST_ROUNDS && (!around || (around > 0) == (most * rounds < around))) {
			around = most * rounds;
			inner = f;
		}
	}
	if (!around || a->loops->loops[loop].parent == CFG_NONE)
		return;
	struct linear alone = { .count = 1, .parts = { { x->step.atom, 1 } } };
	add_sums(a, x, alone, around, a->loops->loops[loop].parent);
	add_sums(a, x, inner, around, a->loops->loops[loop].parent);
}

/* What all additions to the variable in the loop add together, or the one that adds most; upwards or downwards. */
static whole most_of(const struct accumulators *a, const struct addition *x, bool upwards, bool together)
{
	whole most = 0;
	for (size_t i = 0; i < a->additions.count; i++) {
		const struct addition *y = &a->additions.at[i];
		whole by = upwards ? y->by.high : -y->by.low;
		if (!y->is_seen || y->step.variable != x->step.variable || y->step.loop != x->step.loop || by <= 0)
			continue;
		most = together ? most + by : by > most ? by : most;
	}
	return upwards ? most : -most;
}

static bool is_first(const struct accumulators *a, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (a->additions.at[k].step.variable == a->additions.at[i].step.variable &&
		    a->additions.at[k].step.loop == a->additions.at[i].step.loop)
			return false;
	return true;
}

static bool is_open(const struct accumulators *a, const struct addition *x)
{
	bool open = false;
	for (size_t i = 0; i < a->additions.count; i++)
		open |= a->additions.at[i].is_open && a->additions.at[i].step.variable == x->step.variable;
	return open;
}

bool accumulators_add(struct accumulators *a)
{
	for (size_t i = 0; i < a->additions.count; i++) {
		const struct addition *x = &a->additions.at[i];
		struct linear alone = { .count = 1, .parts = { { x->step.atom, 1 } } };
		if (!x->is_seen || !is_first(a, i) || !is_open(a, x) || !relation_is_atom(a->domain, x->step.atom))
			continue;
		for (unsigned up = 0; up < 2; up++) {
			whole one = most_of(a, x, up, false), all = most_of(a, x, up, true);
			if (one)
				add_sums(a, x, alone, one, x->step.loop);
			if (all != one)
				add_sums(a, x, alone, all, x->step.loop);
		}
	}
	return a->added;
}
