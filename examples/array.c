/*
 * Insertion sort of an array of unknown numbers.
 *
 * expected: SAFE
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 4

static void sort(int *array, int size)
{
	for (int i = 1; i < size; i++) {
		int value = array[i], at = i;
		while (at > 0 && array[at - 1] > value) {
			array[at] = array[at - 1];
			at--;
		}
		array[at] = value;
	}
}

int main(void)
{
	int array[SIZE];
	for (int i = 0; i < SIZE; i++)
		array[i] = __VERIFIER_nondet_int();
	sort(array, SIZE);
	for (int i = 1; i < SIZE; i++)
		assert(array[i - 1] <= array[i]);
	return 0;
}
