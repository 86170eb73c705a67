/*
 * Sorts numbers by insertion and checks the result.
 * Bug: assert: sort() does not compare with the first number, which so stays where it is.
 * Input: 3 2 1\n
 */
#include <assert.h>
#include <stdio.h>

#define MOST 6

static void sort(int *numbers, int count)
{
	int i, j;

	for (i = 1; i < count; i++) {
		int number = numbers[i];

#ifdef BUG
		for (j = i; j > 1 && numbers[j - 1] > number; j--)
#else
		for (j = i; j > 0 && numbers[j - 1] > number; j--)
#endif
			numbers[j] = numbers[j - 1];
		numbers[j] = number;
	}
}

static int is_sorted(const int *numbers, int count)
{
	int i;

	for (i = 1; i < count; i++) {
		if (numbers[i - 1] > numbers[i])
			return 0;
	}
	return 1;
}

static int median(const int *numbers, int count)
{
	if (count % 2 == 1)
		return numbers[count / 2];
	return (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

int main(void)
{
	int numbers[MOST];
	int i, count = 0;

	while (count < MOST && scanf("%8d", &numbers[count]) == 1)
		count++;
	if (count == 0) {
		printf("no numbers\n");
		return 1;
	}
	sort(numbers, count);
	assert(is_sorted(numbers, count));
	for (i = 0; i < count; i++)
		printf("%d ", numbers[i]);
	printf("\nmedian %d\n", median(numbers, count));
	return 0;
}
