#define _GNU_SOURCE /* program_invocation_short_name */
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "status.h"
#include "tool.h"

static void (*failure_handler)(void);

_Noreturn void memory_exhausted(void)
{
	static const char text[] = ": error: out of memory\n";
	if (failure_handler)
		failure_handler();
	if (getenv(TOOL_CALLED))
		_exit(TOOL_NO_MEMORY);
	const struct iovec parts[] = {
		{ program_invocation_short_name, strlen(program_invocation_short_name) },
		{ (char *)(uintptr_t)text, sizeof text - 1 },
	};
	if (writev(2, parts, 2) < 0)
		_exit(STATUS_SYSTEM);
	_exit(STATUS_SYSTEM);
}

/* The limit of the address space in bytes; 0: there is none. */
static uint64_t space_limit(void)
{
	struct rlimit limit;
	return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : 0;
}

/* The most that was resident, in bytes. */
static uint64_t peak(int who)
{
	struct rusage usage;
	return getrusage(who, &usage) == 0 ? (uint64_t)usage.ru_maxrss << 10 : 0;
}

bool memory_is_tight(uint64_t limit)
{
	uint64_t own = peak(RUSAGE_SELF), of_children = peak(RUSAGE_CHILDREN),
		 most = own > of_children ? own : of_children;
	limit = limit ? limit : space_limit();
	return limit && limit < 2 * most + (256 << 20);
}

/* --- the address space --- */

/* Bytes of address space in use. In a signal handler: no stdio. */
static uint64_t space_used(void)
{
	char text[64] = "";
	uint64_t pages = 0;
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; i++)
		pages = pages * 10 + (uint64_t)(text[i] - '0');
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool memory_limit_growth(uint64_t bytes)
{
	uint64_t used = space_used(), before = space_limit();
	struct rlimit limit;
	if (!used || getrlimit(RLIMIT_AS, &limit) != 0)
		return false;
	if (before && before <= used + bytes)
		return true;
	limit.rlim_cur = used + bytes;
	return setrlimit(RLIMIT_AS, &limit) == 0;
}

/* --- the stack --- */

/* Is there less left than a stack grows by? Else it is another fault, which happens again, without this handler. */
static void on_fault(int number)
{
	enum { STEP = 1 << 20 };
	uint64_t limit = space_limit();
	if (limit && space_used() + STEP > limit)
		memory_exhausted();
	signal(number, SIG_DFL);
}

void memory_watch_stack(void)
{
	enum { STACK = 1 << 16 };
	if (!space_limit())
		return;
	stack_t stack = { .ss_sp = memory_alloc(STACK), .ss_size = STACK };
	struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK };
	sigaltstack(&stack, NULL);
	sigaction(SIGSEGV, &action, NULL);
}

void memory_on_failure(void (*handler)(void))
{
	failure_handler = handler;
}

void *memory_alloc(size_t size)
{
	void *block = calloc(1, size ? size : 1);
	if (!block)
		memory_exhausted();
	return block;
}

void *memory_resize(void *block, size_t size)
{
	void *moved = realloc(block, size ? size : 1);
	if (!moved)
		memory_exhausted();
	return moved;
}

void memory_free(void *block)
{
	free(block);
}

char *memory_copy_string(const char *text, size_t length)
{
	char *copy = memory_alloc(length + 1);
	memcpy(copy, text, length);
	return copy;
}
