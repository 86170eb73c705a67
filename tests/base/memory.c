/* The address space grows by so much and no more. */
#include "memory.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static void give_up(void)
{
	_exit(7);
}

/* The exit status of a child that allows itself `limit` more bytes, twice, and takes `size`. */
static int child(uint64_t limit, uint64_t second, size_t size)
{
	pid_t pid = fork();
	if (pid == 0) {
		memory_on_failure(give_up);
		if (!memory_limit_growth(limit) || !memory_limit_growth(second))
			_exit(1);
		memory_alloc(size);
		_exit(0);
	}
	int status = 0;
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void)
{
	const uint64_t mb = 1 << 20;
#ifdef __SANITIZE_ADDRESS__
	tap_skip("the sanitizer ends a process that gets no memory");
	return done_testing();
#endif
	is_int(child(512 * mb, 512 * mb, 64 << 20), 0, "there is what the limit leaves");
	is_int(child(64 * mb, 64 * mb, 512 << 20), 7, "what goes beyond it is a lack of memory");
	is_int(child(64 * mb, 1024 * mb, 512 << 20), 7, "a lower limit stays");
	return done_testing();
}
