/*
 * Accounts of a bank: reads lines "d ACCOUNT CENTS" and "w ACCOUNT CENTS", prints the balances.
 * Bug: bounds: find_account() takes account number 10, one behind the last.
 * Input: d 10 5\n
 */
#include <stdio.h>

#define ACCOUNTS 10
#define MOST 1000000000L

struct account {
	long balance;
	int movements;
};

static struct account accounts[ACCOUNTS];

static struct account *find_account(int number)
{
#ifdef BUG
	if (number < 0 || number > ACCOUNTS)
#else
	if (number < 0 || number >= ACCOUNTS)
#endif
		return NULL;
	return &accounts[number];
}

static int deposit(struct account *a, int cents)
{
	if (cents <= 0 || a->balance > MOST - cents)
		return -1;
	a->balance += cents;
	if (a->movements < 1000)
		a->movements++;
	return 0;
}

static int withdraw(struct account *a, int cents)
{
	if (cents <= 0 || a->balance < cents)
		return -1;
	a->balance -= cents;
	if (a->movements < 1000)
		a->movements++;
	return 0;
}

static int execute(const char *line)
{
	char what;
	int number, cents;
	struct account *a;

	if (sscanf(line, "%c %4d %9d", &what, &number, &cents) != 3)
		return -1;
	a = find_account(number);
	if (a == NULL)
		return -1;
	if (what == 'd')
		return deposit(a, cents);
	if (what == 'w')
		return withdraw(a, cents);
	return -1;
}

int main(void)
{
	char line[80];
	int i;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (execute(line) != 0)
			printf("not done: %s\n", line);
	}
	for (i = 0; i < ACCOUNTS; i++) {
		if (accounts[i].movements > 0)
			printf("%d: %ld\n", i, accounts[i].balance);
	}
	return 0;
}
