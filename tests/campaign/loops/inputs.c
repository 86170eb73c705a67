/* Executes program() with many inputs: status 0 if no execution calls reach_error, 1 if one does. Others (signals): an access
 * or an operation that C leaves undefined, or no end. */
#include <setjmp.h>
#include <stdint.h>
#include <unistd.h>

enum { RUNS = 1000, INPUTS = 5000, SECONDS = 20 };

int program(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
void reach_error(void);

static jmp_buf violated;
static uint64_t state;
static uint32_t run, asked;

static uint64_t random_word(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Numbers up to a limit that grows with the runs, mostly not negative; among them their limits. After many it is always 0. */
static long input(void)
{
	static const long limits[] = { 1, 2, 3, 5, 7, 10, 20, 100, 1000, INT32_MAX };
	long limit = limits[run % 10];
	if (asked > INPUTS)
		return 0;
	if (!asked++ && run % 3)
		return run / 30 % 11 == 10 ? limit : (long)(run / 30 % 25);
	long value = (long)(random_word() % ((uint64_t)limit + 1));
	return random_word() % 4 ? value : random_word() % 2 ? -value : limit;
}

int __VERIFIER_nondet_int(void)
{
	return (int)input();
}

unsigned __VERIFIER_nondet_uint(void)
{
	return (unsigned)input();
}

long __VERIFIER_nondet_long(void)
{
	return input();
}

void reach_error(void)
{
	longjmp(violated, 1);
}

int main(void)
{
	alarm(SECONDS);
	for (run = 0; run < RUNS; run++) {
		state = UINT64_C(0x9e3779b97f4a7c15) * (run + 1);
		asked = 0;
		if (setjmp(violated))
			return 1;
		program();
	}
	return 0;
}
