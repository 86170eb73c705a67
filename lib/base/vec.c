#include "vec.h"

void *vec_grow(void *at, size_t element_size, size_t *capacity)
{
	*capacity = *capacity ? *capacity * 2 : 8;
	return memory_resize(at, *capacity * element_size);
}
