/* malloc for programs of 32 bits that are run without a C library: ../csmith/native32.c. What is freed is not used again. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);

static _Alignas(16) char room[1 << 22];
static size_t used;

void *malloc(size_t size)
{
	size_t *header = (size_t *)(room + used);
	if (size > sizeof room - used - 32)
		return NULL;
	*header = size;
	used += 16 + (size + 15) / 16 * 16;
	return (char *)header + 16;
}

void *calloc(size_t count, size_t size)
{
	return malloc(count * size); /* the room is zero */
}

void free(void *p)
{
	(void)p;
}

void *realloc(void *p, size_t size)
{
	char *result = malloc(size);
	if (p && result) {
		size_t old = *(size_t *)((char *)p - 16);
		memcpy(result, p, old < size ? old : size);
	}
	return result;
}
