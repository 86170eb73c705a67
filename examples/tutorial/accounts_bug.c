/* Keeps two accounts: what is paid from one to the other is neither lost nor made. */
#include <assert.h>
#include <stdio.h>

struct account {
	int balance;
};

static void pay(struct account *from, struct account *to, int amount)
{
	if (amount < 0 || amount > from->balance)
		return;
	from->balance -= amount;
	to->balance += amount;
}

int main(void)
{
	struct account cash = { 100 }, bank = { 200 };
	int amount;

	while (scanf("%d", &amount) == 1) {
		if (amount > 0)
			pay(&cash, &bank, amount);
		else
			pay(&bank, &cash, -amount);
		assert(cash.balance + bank.balance == 300);
	}
	return 0;
}
