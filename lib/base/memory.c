#define _GNU_SOURCE /* program_invocation_short_name */
#include "memory.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "kept.h"
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

static void on_fault(int number)
{
	(void)number;
	memory_exhausted();
}

void memory_watch_stack(void)
{
	enum { STACK = 1 << 16 };
	if (!address_space_is_limited())
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
