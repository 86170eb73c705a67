/* The worklist of the points-to analysis: a binary heap. */
#include "region_internal.h"

void queue_push(struct region_queue *queue, uint32_t rank, node f)
{
	uint64_t entry = (uint64_t)rank << 32 | f;
	size_t at = queue->count;
	vec_push(queue, entry);
	for (; at > 0 && queue->at[(at - 1) / 2] > entry; at = (at - 1) / 2)
		queue->at[at] = queue->at[(at - 1) / 2];
	queue->at[at] = entry;
}

node queue_pop(struct region_queue *queue)
{
	node first = (node)queue->at[0];
	uint64_t entry = vec_pop(queue);
	size_t at = 0;
	if (!queue->count)
		return first;
	for (;;) {
		size_t child = 2 * at + 1;
		if (child + 1 < queue->count && queue->at[child + 1] < queue->at[child])
			child++;
		if (child >= queue->count || queue->at[child] >= entry)
			break;
		queue->at[at] = queue->at[child];
		at = child;
	}
	queue->at[at] = entry;
	return first;
}
