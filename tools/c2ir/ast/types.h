/* All types of a unit: those that are known by name. type_make.h makes the others. */
#ifndef C2IR_TYPES_H
#define C2IR_TYPES_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct record;
struct target;
struct type;
struct type_table;

struct types {
	struct arena *arena;
	const struct target *target;
	struct type_table *table; /* those that there is one of: type.c */
	const struct type *void_type, *bool_type, *char_type, *byte_type, *int_type,
		*unsigned_type; /* byte: unsigned char */
	const struct type *unsigned_long_long_type, *double_type, *long_double_type;
	const struct type *argument_slot; /* what one of the arguments behind the named ones is kept in, 32 bytes */
	const struct type *va_list;       /* __builtin_va_list: char * on ILP32, an array of one struct on LP64 */
	const struct type *size, *difference, *wide_char, *char16, *char32, *intmax, *uintmax, *intptr, *uintptr;
	uint32_t record_count, enumeration_count;
	struct record **records; /* every record of the unit, in order of first mention */
	size_t record_capacity;
};

/* The types of a unit, in `arena`, for a copy of `target`. The names of __builtin_va_list's members are not interned. */
void types_init(struct types *types, struct arena *arena, const struct target *target);
void types_release(struct types *types); /* frees what is not in the arena */

#endif
