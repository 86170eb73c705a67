#include "coverage.h"

#include "hash.h"
#include "memory.h"
#include "vec.h"

/* A target of a terminator, in a procedure that was called by one statement. */
struct branch {
	uint32_t target;
	uint32_t taken; /* in the execution at hand */
	uint8_t known;  /* bit n is set when it was taken about 2^n times in one */
	bool met;       /* it was taken in one that an assumption ended */
};

struct coverage {
	uint32_t **first; /* by procedure and block: the number of its first target */
	uint32_t procedures;
	bool *known;           /* by target: it was taken */
	struct table calls;    /* statement -> its number, in the order in which they were met */
	struct table branches; /* call << 32 | target -> position in `all` */
	VEC(struct branch) all;
	VEC(uint32_t) touched; /* branches that the execution at hand has taken */
	VEC(uint32_t) news;    /* those that the last one to count was the first to take */
};

struct coverage *coverage_new(const struct program *p)
{
	struct coverage *c = memory_alloc(sizeof *c);
	uint32_t count = 0;
	*c = (struct coverage){ .procedures = p->procedure_count };
	c->first = memory_alloc((p->procedure_count + 1) * sizeof *c->first);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure *proc = p->procedures[i];
		c->first[i] = memory_alloc(proc->block_count * sizeof **c->first);
		for (uint32_t b = 0; b < proc->block_count; b++) {
			c->first[i][b] = count;
			count += proc->blocks[b]->terminator.target_count;
		}
	}
	c->known = memory_alloc((count + 1) * sizeof *c->known);
	return c;
}

void coverage_free(struct coverage *c)
{
	for (uint32_t i = 0; i < c->procedures; i++)
		memory_free(c->first[i]);
	memory_free(c->first);
	memory_free(c->known);
	table_free(&c->calls);
	table_free(&c->branches);
	vec_free(&c->all);
	vec_free(&c->touched);
	vec_free(&c->news);
	memory_free(c);
}

/* Which call the innermost procedure is in, as a number. */
static uint32_t number_of_call(struct coverage *c, const struct run *run)
{
	const struct statement *call = NULL;
	if (run_depth(run) > 1)
		run_frame(run, run_depth(run) - 2, &call);
	uint64_t number = table_get(&c->calls, (uintptr_t)call, UINT64_MAX);
	if (number == UINT64_MAX) {
		number = c->calls.count;
		table_put(&c->calls, (uintptr_t)call, number);
	}
	return (uint32_t)number;
}

/* The position of that branch in `all`. */
static uint64_t find_branch(struct coverage *c, const struct run *run, const struct procedure *proc,
			    const struct block *block, uint32_t target)
{
	uint32_t number = c->first[proc->index][block->index] + target;
	uint64_t key = (uint64_t)number_of_call(c, run) << 32 | number, at = table_get(&c->branches, key, UINT64_MAX);
	if (at == UINT64_MAX) {
		at = c->all.count;
		table_put(&c->branches, key, at);
		vec_push(&c->all, (struct branch){ .target = number });
	}
	return at;
}

void coverage_note(struct coverage *c, const struct run *run, const struct procedure *proc, const struct block *block,
		   uint32_t target)
{
	uint64_t at = find_branch(c, run, proc, block, target);
	struct branch *b = &c->all.at[at];
	if (!b->taken)
		vec_push(&c->touched, (uint32_t)at);
	if (b->taken < UINT32_MAX)
		b->taken++;
}

bool coverage_lacks(const struct coverage *c, const struct procedure *proc, const struct block *block)
{
	bool lacks = false;
	for (uint32_t i = 0; !lacks && i < block->terminator.target_count; i++)
		lacks = !c->known[c->first[proc->index][block->index] + i];
	return lacks;
}

/* 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more */
static uint8_t magnitude(uint32_t times)
{
	static const uint32_t least[] = { 1, 2, 3, 4, 8, 16, 32, 128 };
	uint32_t n = 7;
	while (times < least[n])
		n--;
	return (uint8_t)(1U << n);
}

static void forget(struct coverage *c)
{
	for (size_t i = 0; i < c->touched.count; i++)
		c->all.at[c->touched.at[i]].taken = 0;
	vec_clear(&c->touched);
}

static enum news learn(struct coverage *c)
{
	enum news news = NEWS_NONE;
	vec_clear(&c->news);
	for (size_t i = 0; i < c->touched.count; i++) {
		struct branch *b = &c->all.at[c->touched.at[i]];
		uint8_t bit = magnitude(b->taken);
		if (b->known & bit)
			continue;
		if (!b->known)
			vec_push(&c->news, c->touched.at[i]);
		b->known |= bit;
		c->known[b->target] = true;
		news = c->news.count ? NEWS_FIRST : NEWS_OFTEN;
	}
	return news;
}

/* Branches that nobody has met; how often is no news, as where the execution ends is not up to it. */
static enum news meet(struct coverage *c)
{
	vec_clear(&c->news);
	for (size_t i = 0; i < c->touched.count; i++) {
		struct branch *b = &c->all.at[c->touched.at[i]];
		if (!b->known && !b->met)
			vec_push(&c->news, c->touched.at[i]);
		b->met = true;
	}
	return c->news.count ? NEWS_FIRST : NEWS_NONE;
}

enum news coverage_end(struct coverage *c, enum coverage_kind kind)
{
	enum news news = kind == COVERAGE_WHOLE ? learn(c) : kind == COVERAGE_BLOCKED ? meet(c) : NEWS_NONE;
	forget(c);
	return news;
}

bool coverage_is_news(struct coverage *c, const struct run *run, const struct procedure *proc,
		      const struct block *block, uint32_t target)
{
	uint64_t at = find_branch(c, run, proc, block, target);
	bool found = false;
	for (size_t i = 0; !found && i < c->news.count; i++)
		found = c->news.at[i] == at;
	return found;
}

bool coverage_repeats(struct coverage *c)
{
	bool all = true;
	for (size_t i = 0; all && i < c->news.count; i++)
		all = c->all.at[c->news.at[i]].taken != 0;
	forget(c);
	return all;
}
