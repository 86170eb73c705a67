/*
 * Reads numbers in rising order and looks one up by binary search.
 * Bug: bounds: search() begins with the place behind the last number, which it then looks at.
 * Input: 8\n1 2 3 4 5 6 7 8\n9\n
 */
#include <stdio.h>

#define MOST 8

static int search(const int *numbers, int count, int wanted)
{
#ifdef BUG
	int low = 0, high = count;
#else
	int low = 0, high = count - 1;
#endif
	while (low <= high) {
		int middle = low + (high - low) / 2;

		if (numbers[middle] == wanted)
			return middle;
		if (numbers[middle] < wanted)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}

static int read_number(int *number)
{
	return scanf("%9d", number) == 1;
}

int main(void)
{
	int numbers[MOST];
	int count, i, wanted, place;

	if (!read_number(&count) || count < 1 || count > MOST) {
		printf("1 to %d numbers\n", MOST);
		return 1;
	}
	for (i = 0; i < count; i++) {
		if (!read_number(&numbers[i])) {
			printf("%d numbers are missing\n", count - i);
			return 1;
		}
		if (i > 0 && numbers[i] < numbers[i - 1]) {
			printf("%d is not in order\n", numbers[i]);
			return 1;
		}
	}
	if (!read_number(&wanted))
		return 1;
	place = search(numbers, count, wanted);
	if (place >= 0)
		printf("%d is at %d\n", wanted, place);
	else
		printf("%d is not there\n", wanted);
	return 0;
}
