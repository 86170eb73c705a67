/*
 * An array of numbers that grows as they come; prints the largest and how many there are.
 * Bug: uaf: main() keeps a pointer to the largest number in the array while realloc() moves the array.
 * Input: 5\n1\n2\n3\n4\n
 */
#include <stdio.h>
#include <stdlib.h>

struct vector {
	int *items;
	size_t count, capacity;
};

static int append(struct vector *v, int item)
{
	if (v->count == v->capacity) {
		size_t capacity = v->capacity ? v->capacity * 2 : 2;
		int *items;

		if (capacity > 1000000)
			return -1;
		items = realloc(v->items, capacity * sizeof(*items));
		if (items == NULL)
			return -1;
		v->items = items;
		v->capacity = capacity;
	}
	v->items[v->count++] = item;
	return 0;
}

int main(void)
{
	struct vector v = { NULL, 0, 0 };
	char line[64];
	int number;
#ifdef BUG
	int *largest = NULL;
#else
	size_t largest = 0;
#endif

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (sscanf(line, "%8d", &number) != 1)
			continue;
		if (append(&v, number) != 0) {
			fprintf(stderr, "too many numbers\n");
			break;
		}
#ifdef BUG
		if (largest == NULL || number > *largest)
			largest = &v.items[v.count - 1];
#else
		if (number > v.items[largest])
			largest = v.count - 1;
#endif
	}
	if (v.count > 0) {
#ifdef BUG
		printf("%zu numbers, the largest is %d\n", v.count, *largest);
#else
		printf("%zu numbers, the largest is %d\n", v.count, v.items[largest]);
#endif
	}
	free(v.items);
	return 0;
}
