#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "status.h"

static void (*failure_handler)(void);

static void memory_fail(void)
{
	static const char text[] = "plumb: error: out of memory\n";
	if (failure_handler)
		failure_handler();
	if (write(2, text, sizeof text - 1) < 0)
		_exit(STATUS_SYSTEM);
	_exit(STATUS_SYSTEM);
}

void memory_on_failure(void (*handler)(void))
{
	failure_handler = handler;
}

void *memory_alloc(size_t size)
{
	void *block = calloc(1, size ? size : 1);
	if (!block)
		memory_fail();
	return block;
}

void *memory_resize(void *block, size_t size)
{
	void *moved = realloc(block, size ? size : 1);
	if (!moved)
		memory_fail();
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
