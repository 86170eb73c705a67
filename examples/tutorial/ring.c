/* A ring buffer: what is put in first is taken out first. */
#include <assert.h>
#include <stdio.h>

#define SIZE 4

static int ring[SIZE];
static int first, count;

static void put(int value)
{
	ring[(first + count) % SIZE] = value;
	count++;
}

static int take(void)
{
	int value = ring[first];

	first = (first + 1) % SIZE;
	count--;
	return value;
}

int main(void)
{
	int value;

	while (scanf("%d", &value) == 1) {
		if (value != 0 && count < SIZE)
			put(value);
		else if (value == 0 && count > 0)
			printf("%d\n", take());
		assert(count <= SIZE);
	}
	return 0;
}
