#include "cycles.h"

#include "memory.h"
#include "vec.h"

struct search {
	const struct procedure *procedure;
	struct cycles *cycles;
	uint32_t *number, *low,
		*next; /* by block: in the order in which they are met, from 1; target to look at next */
	bool *open;    /* on `stack` */
	uint32_t met, components;
	VEC(uint32_t) stack, way;
};

static uint32_t target_count(const struct block *b)
{
	bool goes_on = b->terminator.kind == TERMINATOR_GOTO || b->terminator.kind == TERMINATOR_BRANCH;
	return goes_on ? b->terminator.target_count : 0;
}

static void enter(struct search *s, uint32_t block)
{
	s->number[block] = s->low[block] = ++s->met;
	s->open[block] = true;
	vec_push(&s->stack, block);
	vec_push(&s->way, block);
}

static bool leads_to_itself(const struct block *b)
{
	bool itself = false;
	for (uint32_t i = 0; i < target_count(b); i++)
		itself |= b->terminator.targets[i] == b;
	return itself;
}

static void close_component(struct search *s, uint32_t root)
{
	bool single = vec_last(&s->stack) == root, done = false;
	while (!done) {
		uint32_t block = vec_pop(&s->stack);
		s->open[block] = false;
		s->cycles->component[block] = s->components;
		s->cycles->repeats[block] = !single || leads_to_itself(s->procedure->blocks[block]);
		done = block == root;
	}
	s->components++;
}

static void leave(struct search *s)
{
	uint32_t block = vec_pop(&s->way);
	if (s->low[block] == s->number[block])
		close_component(s, block);
	if (s->way.count && s->low[block] < s->low[vec_last(&s->way)])
		s->low[vec_last(&s->way)] = s->low[block];
}

static void search_from(struct search *s, uint32_t root)
{
	enter(s, root);
	while (s->way.count) {
		uint32_t block = vec_last(&s->way);
		const struct block *b = s->procedure->blocks[block];
		if (s->next[block] == target_count(b)) {
			leave(s);
			continue;
		}
		uint32_t target = b->terminator.targets[s->next[block]++]->index;
		if (!s->number[target])
			enter(s, target);
		else if (s->open[target] && s->number[target] < s->low[block])
			s->low[block] = s->number[target];
	}
}

void cycles_find(struct cycles *c, const struct procedure *proc)
{
	uint32_t count = proc->block_count;
	struct search s = { .procedure = proc, .cycles = c };
	c->component = memory_alloc((count + 1) * sizeof *c->component);
	c->repeats = memory_alloc(count + 1);
	s.number = memory_alloc((count + 1) * sizeof *s.number);
	s.low = memory_alloc((count + 1) * sizeof *s.low);
	s.next = memory_alloc((count + 1) * sizeof *s.next);
	s.open = memory_alloc(count + 1);
	for (uint32_t b = 0; b < count; b++)
		if (!s.number[b])
			search_from(&s, b);
	memory_free(s.number);
	memory_free(s.low);
	memory_free(s.next);
	memory_free(s.open);
	vec_free(&s.stack);
	vec_free(&s.way);
}

void cycles_release(struct cycles *c)
{
	memory_free(c->component);
	memory_free(c->repeats);
}
