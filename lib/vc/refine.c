#include "refine.h"

#include "memory.h"

static enum path_answer check(struct refine_question *q, const bool *set)
{
	q->checks++;
	return q->check(q->context, set);
}

/* Those of which is decided; the caller frees them. */
static uint32_t *undecided(const struct refine_question *q, const bool *set, uint32_t *count)
{
	uint32_t *open = memory_alloc((q->count + 1) * sizeof *open);
	*count = 0;
	for (uint32_t i = 0; i < q->count; i++)
		if (!set[i])
			open[(*count)++] = i;
	return open;
}

static bool halve(struct refine_question *q, bool *set, const uint32_t *open, uint32_t count)
{
	if (!count)
		return true;
	enum path_answer answer = check(q, set);
	if (answer != PATH_BUGGY)
		return answer == PATH_CORRECT;
	if (count == 1) {
		set[open[0]] = true;
		return true;
	}
	uint32_t half = count / 2;
	/* With the second half tracked: what of the first half must be? */
	for (uint32_t i = half; i < count; i++)
		set[open[i]] = true;
	bool fine = halve(q, set, open, half);
	for (uint32_t i = half; i < count; i++)
		set[open[i]] = false;
	return fine && halve(q, set, open + half, count - half);
}

bool refine_by_halves(struct refine_question *q, bool *set)
{
	uint32_t count, *open = undecided(q, set, &count);
	bool fine = halve(q, set, open, count);
	memory_free(open);
	return fine;
}
