/* Keeps an account: it never holds less than nothing, nor more than MOST. */
#include <assert.h>
#include <stdio.h>

enum { MOST = 1000000 };

int main(void)
{
	int balance = 0, amount;

	while (scanf("%d", &amount) == 1) {
		if (amount >= 0 && amount <= MOST - balance)
			balance += amount;
		else if (amount < 0 && amount >= -balance)
			balance += amount;
		assert(balance >= 0 && balance <= MOST);
	}
	printf("%d\n", balance);
	return 0;
}
