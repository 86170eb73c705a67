/* Drops the blocks that nothing reaches: what follows a jump, and labels that are not used. */

#include "lowering.h"
#include "number.h"

struct block_list VEC_BODY(struct block *);

static void mark(const struct procedure *p, bool *seen)
{
	struct block_list work = { 0 };
	seen[0] = true;
	vec_push(&work, p->blocks[0]);
	while (work.count) {
		const struct terminator *t = &vec_pop(&work)->terminator;
		for (uint32_t i = 0; t->kind != TERMINATOR_RETURN && i < t->target_count; i++) {
			struct block *next = t->targets[i];
			if (seen[next->index])
				continue;
			seen[next->index] = true;
			vec_push(&work, next);
		}
	}
	vec_free(&work);
}

static void prune(struct lowering *l, struct procedure *p)
{
	bool *seen = arena_alloc(l->arena, p->block_count);
	mark(p, seen);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < p->block_count; i++) {
		if (!seen[i])
			continue;
		p->blocks[kept] = p->blocks[i];
		p->blocks[kept]->index = kept;
		kept++;
	}
	p->block_count = kept;
}

void lower_prune(struct lowering *l)
{
	for (uint32_t i = 0; i < l->program->procedure_count; i++)
		prune(l, l->program->procedures[i]);
}
