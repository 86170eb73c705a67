#define _GNU_SOURCE
#include "large_pages.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__GLIBC__) && defined(M_TRIM_THRESHOLD) && !defined(__SANITIZE_ADDRESS__)

enum { ALIGNMENT = 2 << 20, WANTED = 512 << 20, FIRST = 1 << 20 };

/* So much of the address space that a limit of it is hardly felt. */
static size_t affordable(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) != 0)
		return 0;
	return limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur / 16 > WANTED ? WANTED : limit.rlim_cur / 16;
}

void large_pages_prefer(void)
{
	size_t size = affordable();
	if (size < (size_t)4 * ALIGNMENT)
		return;
	/* A block for which there is no room makes the heap grow, by so much more than is needed. malloc keeps that. */
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TOP_PAD, (int)size);
	void *block = malloc(FIRST);
	mallopt(M_TOP_PAD, 128 << 10);
	mallopt(M_MMAP_MAX, 1 << 16);
	mallopt(M_TRIM_THRESHOLD, 2 * WANTED);
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	uintptr_t begin = ((uintptr_t)block + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, end = (uintptr_t)sbrk(0);
	if (block && begin < end && end - begin <= size + FIRST + ALIGNMENT)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
	free(block);
}

#else

void large_pages_prefer(void)
{
}

#endif
