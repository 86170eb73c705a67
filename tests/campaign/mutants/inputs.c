/* Executes the program that it is linked with RUNS times, each in a process of its own with other inputs. Exit status FOUND: in
 * one of them an assertion failed or a sanitizer reported something (exit status FAILED). */
#include <assert.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 30, FAILED = 99, FOUND = 77 };

static uint64_t state;
static int wild;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static uint64_t input(void)
{
	static const uint64_t ends[] = { 0x7f,       0x80,       0xff,       0x7fff,    0xffff,
					 0x7fffffff, 0x80000000, 0xffffffff, INT64_MAX, (uint64_t)INT64_MIN };
	uint64_t r = next();
	switch (r % (wild ? 7 : 5)) {
	case 0:
		return 0;
	case 1:
		return (r >> 10) % 4;
	case 2:
		return (r >> 10) % 20;
	case 3:
		return -((r >> 10) % 3);
	case 4:
		return (r >> 10) % 120;
	case 5:
		return ends[(r >> 10) % (sizeof ends / sizeof *ends)];
	default:
		return next();
	}
}

#define WEAK __attribute__((weak))
#define INPUT(name, type)             \
	WEAK type name(void)          \
	{                             \
		return (type)input(); \
	}
INPUT(any, int);
INPUT(nondet, int);
INPUT(nondet_int, int);
INPUT(unknown, int);
INPUT(input_int, int);
INPUT(__VERIFIER_nondet_int, int);
INPUT(__VERIFIER_nondet_uint, unsigned);
INPUT(__VERIFIER_nondet_char, char);
INPUT(__VERIFIER_nondet_uchar, unsigned char);
INPUT(__VERIFIER_nondet_short, short);
INPUT(__VERIFIER_nondet_ushort, unsigned short);
INPUT(__VERIFIER_nondet_long, long);
INPUT(__VERIFIER_nondet_ulong, unsigned long);
INPUT(__VERIFIER_nondet_bool, _Bool);
INPUT(__VERIFIER_nondet_size_t, size_t);
INPUT(__VERIFIER_nondet_unsigned, unsigned);

WEAK void __VERIFIER_assume(int holds)
{
	if (!holds)
		_exit(0);
}

WEAK void reach_error(void)
{
	_exit(FAILED);
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
	fprintf(stderr, "%s:%u: %s: assertion %s failed\n", file, line, function, condition);
	_exit(FAILED);
}

__attribute__((constructor)) static void run(void)
{
	struct rlimit seconds = { 1, 2 }, bytes = { 1 << 20, 1 << 20 };
	for (int k = 0; k < RUNS; k++) {
		int status;
		pid_t child = fork();
		if (!child) {
			state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(k + 1);
			wild = k % 2;
			setrlimit(RLIMIT_CPU, &seconds);
			setrlimit(RLIMIT_FSIZE, &bytes);
			alarm(3);
			return;
		}
		if (child < 0 || waitpid(child, &status, 0) != child)
			_exit(1);
		if (WIFEXITED(status) && WEXITSTATUS(status) == FAILED)
			_exit(FOUND);
	}
	_exit(0);
}
