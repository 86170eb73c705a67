/* A copy of the process: what is said over the line, and its end. */
#include "copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "tap.h"

enum { MANY = 1 << 20 };

static bool stop_at_once(void *context)
{
	++*(int *)context;
	return true;
}

static bool stop_never(void *context)
{
	(void)context;
	return false;
}

/* Says back what it hears. */
static _Noreturn void echo(int line)
{
	char *text = memory_alloc(MANY);
	while (copy_hear(line, text, MANY, NULL, NULL))
		copy_tell(line, text, MANY);
	_exit(EXIT_SUCCESS);
}

static void both_ways(void)
{
	struct copy copy;
	char *said = memory_alloc(MANY), *heard = memory_alloc(MANY);
	for (int i = 0; i < MANY; i++)
		said[i] = (char)(i % 251);
	ok(copy_make(&copy), "a copy is made");
	if (copy.pid == 0)
		echo(copy.line);
	ok(copy_tell(copy.line, said, MANY), "it is told a megabyte");
	ok(copy_hear(copy.line, heard, MANY, stop_never, NULL) && memcmp(said, heard, MANY) == 0, "it says the same");
	int asked = 0;
	ok(!copy_hear(copy.line, heard, 1, stop_at_once, &asked) && asked == 1, "waiting ends when it is to stop");
	copy_end(&copy);
	ok(waitpid(copy.pid, NULL, 0) < 0 && errno == ECHILD, "its end was waited for");
	memory_free(said);
	memory_free(heard);
}

static void ends_early(void)
{
	struct copy copy;
	char byte;
	ok(copy_make(&copy), "a copy that ends");
	if (copy.pid == 0)
		_exit(copy_tell(copy.line, "a", 1) ? EXIT_SUCCESS : EXIT_FAILURE);
	ok(copy_hear(copy.line, &byte, 1, NULL, NULL) && byte == 'a', "what it said before is heard");
	ok(!copy_hear(copy.line, &byte, 1, NULL, NULL), "then nothing is");
	waitpid(copy.pid, NULL, WNOHANG);
	ok(!copy_tell(copy.line, "b", 1), "nor is it told anything, and no signal ends us");
	copy_end(&copy);
}

static void without_memory(void)
{
	struct copy copy;
	char byte;
	ok(copy_make(&copy), "a copy without memory");
	if (copy.pid == 0) {
		memory_exhausted();
		copy_tell(copy.line, "a", 1);
		_exit(EXIT_SUCCESS);
	}
	ok(!copy_hear(copy.line, &byte, 1, NULL, NULL), "ends, and says nothing");
	copy_end(&copy);
}

int main(void)
{
	both_ways();
	ends_early();
	without_memory();
	return done_testing();
}
