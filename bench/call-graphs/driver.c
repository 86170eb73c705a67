/* Executes program() again and again with random inputs: `violated N` if the Nth execution calls reach_error, else `none N`.
 *
 *     driver SECONDS NUMBER ...
 *
 * Inputs are 0 with a probability that differs from one execution to the next, else one of the numbers (those that the
 * program itself has, and their neighbours) or any; in every second execution always the same number. What an execution
 * changed in the data segment is put back. One that asks for too many inputs is left. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { INPUTS = 1 << 20, RUNS = 1 << 20 };

struct state {
	jmp_buf out;
	uint64_t word;
	double nought;
	int usual;
	unsigned asked, count, number;
	int *numbers;
	char *saved;
};

static struct state *s; /* beyond the data segment */
extern char __data_start[], _end[];

int program(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

static uint64_t random_word(void)
{
	s->word ^= s->word << 13;
	s->word ^= s->word >> 7;
	s->word ^= s->word << 17;
	return s->word;
}

int __VERIFIER_nondet_int(void)
{
	if (++s->asked > INPUTS)
		longjmp(s->out, 2);
	if ((double)(random_word() % 1000000) < s->nought * 1e6)
		return 0;
	uint64_t kind = random_word() % 16;
	if (s->number % 2)
		return s->usual;
	return kind == 15   ? (int)random_word()
	       : kind == 14 ? (int)(random_word() % 64)
			    : s->numbers[random_word() % s->count];
}

void __VERIFIER_assume(int holds)
{
	if (!holds)
		longjmp(s->out, 2);
}

void reach_error(void)
{
	longjmp(s->out, 1);
}

/* True: an execution violated. */
static int run(unsigned number)
{
	static const double noughts[] = { 0, .3, .5, .8, .9, .97, .99, .997, .999, .9997, .9999 };
	for (char *p = __data_start; p < _end; p++)
		*p = s->saved[p - __data_start];
	s->word = UINT64_C(0x9e3779b97f4a7c15) * (number + 1);
	s->nought = noughts[number % (sizeof noughts / sizeof noughts[0])];
	s->asked = 0;
	s->number = number;
	s->usual = s->numbers[random_word() % s->count];
	int how = setjmp(s->out);
	if (!how)
		program();
	return how == 1;
}

int main(int argc, char **argv)
{
	size_t bytes = (size_t)(_end - __data_start), size = sizeof *s + bytes + (size_t)argc * sizeof(int);
	struct state *state = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (state == MAP_FAILED || argc < 3)
		return 4;
	s = state;
	s->numbers = (int *)(s + 1);
	s->saved = (char *)(s->numbers + argc);
	double limit = atof(argv[1]);
	for (int i = 2; i < argc; i++)
		s->numbers[s->count++] = (int)strtol(argv[i], NULL, 10);
	for (char *p = __data_start; p < _end; p++)
		s->saved[p - __data_start] = *p;
	unsigned number = 0;
	int violated = 0;
	while (!violated && number < RUNS && (double)clock() / CLOCKS_PER_SEC < limit)
		violated = run(number++);
	printf("%s %u\n", violated ? "violated" : "none", number);
	return 0;
}
