/* Runs a program of tests/campaign/memory on every vector of its inputs, each in a process of its own, because a sanitizer ends it.
 *
 *     driver RANGE ...      input number i of a run has the values 0 to RANGE - 1
 *
 * Before each run `== vector N` goes to standard error, after it `== status N` with the exit status, or 128 + the signal; 77
 * when memory that was allocated is not freed at the end. The program's malloc and free are counted on their way. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_INPUTS = 8 };

static int values[MAX_INPUTS], next_value;
static long allocated;

int program_main(void);

int __VERIFIER_nondet_int(void)
{
	return next_value < MAX_INPUTS ? values[next_value++] : 0;
}

void *counted_malloc(size_t size)
{
	allocated++;
	return malloc(size);
}

void *counted_calloc(size_t count, size_t size)
{
	allocated++;
	return calloc(count, size);
}

void *counted_realloc(void *old, size_t size)
{
	allocated += !old;
	return realloc(old, size);
}

void counted_free(void *p)
{
	allocated -= p != NULL;
	free(p);
}

static void run(long vector, int count, char **ranges)
{
	for (int i = 0; i < count && i < MAX_INPUTS; i++) {
		int range = atoi(ranges[i]);
		values[i] = (int)(vector % range);
		vector /= range;
	}
	alarm(100);
	program_main();
	_exit(allocated ? 77 : 0);
}

int main(int argc, char **argv)
{
	long vectors = 1;
	for (int i = 1; i < argc; i++)
		vectors *= atoi(argv[i]);
	for (long v = 0; v < vectors; v++) {
		int status = 0;
		fprintf(stderr, "== vector %ld\n", v);
		pid_t pid = fork();
		if (pid == 0)
			run(v, argc - 1, argv + 1);
		if (pid < 0 || waitpid(pid, &status, 0) < 0)
			return 4;
		fprintf(stderr, "\n== status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	}
	return 0;
}
