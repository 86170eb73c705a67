#include "loops.h"

#include "memory.h"

struct search {
	struct loops *loops;
	bool *seen, *open;
	uint32_t *next; /* by place: target to look at next */
	struct places way;
};

static void enter(struct search *s, uint32_t place)
{
	s->seen[place] = s->open[place] = true;
	vec_push(&s->way, place);
}

static void find_back(struct search *s)
{
	const struct flow *flow = s->loops->flow;
	enter(s, 0);
	while (s->way.count) {
		uint32_t place = vec_last(&s->way);
		const struct block *b = flow->instance->blocks.at[place];
		if (s->next[place] == flow_target_count(b)) {
			s->open[place] = false;
			(void)vec_pop(&s->way);
			continue;
		}
		uint32_t edge = s->next[place]++, next = flow_place(flow, b->terminator.targets[edge]);
		if (!s->seen[next])
			enter(s, next);
		else if (s->open[next])
			vec_push(&s->loops->back, (struct edge){ place, edge });
	}
}

void loops_find(struct loops *l, const struct flow *flow)
{
	size_t count = flow->instance->blocks.count;
	struct search s = { .loops = l };
	*l = (struct loops){ .flow = flow };
	l->before = memory_alloc((count + 1) * sizeof *l->before);
	s.seen = memory_alloc(count + 1);
	s.open = memory_alloc(count + 1);
	s.next = memory_alloc((count + 1) * sizeof *s.next);
	for (uint32_t place = 0; place < count; place++) {
		const struct block *b = flow->instance->blocks.at[place];
		for (uint32_t i = 0; i < flow_target_count(b); i++)
			vec_push(&l->before[flow_place(flow, b->terminator.targets[i])], place);
	}
	find_back(&s);
	vec_free(&s.way);
	memory_free(s.seen);
	memory_free(s.open);
	memory_free(s.next);
}

void loops_release(struct loops *l)
{
	for (size_t i = 0; i < l->flow->instance->blocks.count; i++)
		vec_free(&l->before[i]);
	memory_free(l->before);
	vec_free(&l->back);
}

uint32_t loops_head(const struct loops *l, struct edge e)
{
	return flow_place(l->flow, l->flow->instance->blocks.at[e.from]->terminator.targets[e.target]);
}

bool *loops_blocks(const struct loops *l, struct edge e)
{
	bool *in = memory_alloc(l->flow->instance->blocks.count + 1);
	struct places work = { 0 };
	in[loops_head(l, e)] = true;
	if (!in[e.from])
		vec_push(&work, e.from);
	in[e.from] = true;
	while (work.count) {
		uint32_t place = vec_pop(&work);
		for (size_t i = 0; i < l->before[place].count; i++) {
			uint32_t previous = l->before[place].at[i];
			if (in[previous])
				continue;
			in[previous] = true;
			vec_push(&work, previous);
		}
	}
	vec_free(&work);
	return in;
}
