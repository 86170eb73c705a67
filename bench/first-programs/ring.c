/*
 * A ring buffer of the last values; the mean of the last four is printed after each.
 * Bug: bounds: advance() wraps one place too late.
 * Input: 1 2 3 4 5 6 7 8 9\n
 */
#include <assert.h>
#include <stdio.h>

#define SIZE 8

struct ring {
	int *values;
	unsigned start, count;
};

static unsigned advance(unsigned place)
{
	place++;
#ifdef BUG
	if (place > SIZE)
#else
	if (place >= SIZE)
#endif
		place = 0;
	return place;
}

static void put(struct ring *r, int value)
{
	unsigned end = r->start, i;

	for (i = 0; i < r->count; i++)
		end = advance(end);
	if (r->count == SIZE)
		r->start = advance(r->start);
	else
		r->count++;
	r->values[end] = value;
}

static int get(const struct ring *r, unsigned back)
{
	assert(back < r->count);
	return r->values[(r->start + r->count - 1 - back) % SIZE];
}

static int mean(const struct ring *r, unsigned most)
{
	unsigned i, n = r->count < most ? r->count : most;
	int sum = 0;

	for (i = 0; i < n; i++)
		sum += get(r, i);
	return n > 0 ? sum / (int)n : 0;
}

int main(void)
{
	int values[SIZE] = { 0 };
	struct ring r = { values, 0, 0 };
	int value;

	while (scanf("%8d", &value) == 1) {
		put(&r, value);
		printf("%d: %d\n", value, mean(&r, 4));
	}
	return 0;
}
