#include "null_space.h"

#include "memory.h"
#include "word.h"

void null_space_begin(struct null_space *s, uint32_t width, uint32_t count)
{
	*s = (struct null_space){ .width = width, .count = count };
	for (uint32_t i = 0; i < count; i++) {
		uint64_t *unit = memory_alloc(count * sizeof *unit);
		unit[i] = 1;
		vec_push(&s->vectors, unit);
	}
}

void null_space_release(struct null_space *s)
{
	for (size_t i = 0; i < s->vectors.count; i++)
		memory_free(s->vectors.at[i]);
	vec_free(&s->vectors);
}

uint64_t null_space_inverse(uint64_t odd)
{
	uint64_t inverse = odd; /* right in 3 bits; each step doubles that */
	for (int i = 0; i < 5; i++)
		inverse *= 2 - odd * inverse;
	return inverse;
}

static uint64_t dot(const struct null_space *s, const uint64_t *a, const uint64_t *b)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < s->count; i++)
		sum += a[i] * b[i];
	return sum & word_mask(s->width);
}

/* a := factor * a + other_factor * b */
static void combine(const struct null_space *s, uint64_t *a, uint64_t factor, const uint64_t *b, uint64_t other_factor)
{
	for (uint32_t i = 0; i < s->count; i++)
		a[i] = (factor * a[i] + other_factor * b[i]) & word_mask(s->width);
}

static bool is_zero(const struct null_space *s, const uint64_t *a)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (a[i])
			return false;
	return true;
}

/* The products with the row that are not 0 become 0: with the help of one of them that all others are multiples of; that one
 * is multiplied by what makes it 0. */
void null_space_add(struct null_space *s, const uint64_t *row)
{
	size_t pivot = s->vectors.count;
	int least = 64;
	for (size_t i = 0; i < s->vectors.count; i++) {
		uint64_t product = dot(s, s->vectors.at[i], row);
		if (product && __builtin_ctzll(product) < least) {
			least = __builtin_ctzll(product);
			pivot = i;
		}
	}
	if (pivot == s->vectors.count)
		return;
	uint64_t inverse = null_space_inverse(dot(s, s->vectors.at[pivot], row) >> least);
	for (size_t i = 0; i < s->vectors.count; i++) {
		uint64_t product = dot(s, s->vectors.at[i], row);
		if (i != pivot && product)
			combine(s, s->vectors.at[i], 1, s->vectors.at[pivot], -((product >> least) * inverse));
	}
	uint32_t shift = s->width - (uint32_t)least;
	uint64_t *last = s->vectors.at[pivot];
	combine(s, last, shift < 64 ? UINT64_C(1) << shift : 0, last, 0);
	if (!is_zero(s, last))
		return;
	memory_free(last);
	s->vectors.at[pivot] = s->vectors.at[--s->vectors.count];
}
