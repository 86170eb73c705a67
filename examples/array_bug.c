/*
 * A ring buffer whose index is wrapped one step too late.
 *
 * expected: UNSAFE (bounds)
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 8

static int ring[SIZE];
static unsigned head;

static void put(int value)
{
	ring[head] = value;
	head++;
	if (head > SIZE)
		head = 0;
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		put(__VERIFIER_nondet_int());
	return ring[0] & 1;
}
