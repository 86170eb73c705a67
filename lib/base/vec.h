/* Growing arrays of any element type.
 *
 *     VEC(int) numbers = { 0 };
 *     vec_push(&numbers, 7);
 *     for (size_t i = 0; i < numbers.count; i++) use(numbers.at[i]);
 *     vec_free(&numbers);
 *
 * To name such an array in a struct or a parameter list: struct int_vec VEC_BODY(int); */
#ifndef PLUMB_VEC_H
#define PLUMB_VEC_H

#include <stddef.h>

#include "memory.h"

#define VEC_BODY(type)                  \
	{                               \
		type *at;               \
		size_t count, capacity; \
	}
#define VEC(type) struct VEC_BODY(type)

/* Appends a copy of `...` (one value). */
#define vec_push(v, ...)                                                                                               \
	((v)->count == (v)->capacity ? (void)((v)->at = vec_grow((v)->at, sizeof *(v)->at, &(v)->capacity)) : (void)0, \
	 (v)->at[(v)->count++] = __VA_ARGS__)
#define vec_pop(v) ((v)->at[--(v)->count])
#define vec_last(v) ((v)->at[(v)->count - 1])
#define vec_clear(v) ((void)((v)->count = 0))
#define vec_free(v) (memory_free((v)->at), (v)->at = NULL, (v)->count = (v)->capacity = 0)

/* Makes room for at least one element more; doubles the capacity. */
void *vec_grow(void *at, size_t element_size, size_t *capacity);

#endif
