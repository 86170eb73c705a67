/* Structs, unions, enumerations (C11 6.7.2.1, 6.7.2.2), laid out as gcc does on x86, LP64 and ILP32. */
#ifndef C2IR_RECORD_H
#define C2IR_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

struct declaration;
struct type;

struct member {
	const char *name; /* interned; NULL: anonymous struct or union (its members are found through it), or an unnamed
			     bit-field, which holds no value */
	const struct type *type;
	struct record *record; /* that it is a member of */
	uint32_t index;        /* in record->members */
	struct location location;
	uint64_t offset; /* bytes from the beginning of the record; for a bit-field: of the byte with its first bit */

	/*
	 * Bit-fields: bit `bit_offset` (0..7, from the least significant) of the byte at `offset` is the least significant
	 * of `bit_width` bits (0 only when unnamed). The container is the smallest run of whole bytes that holds this
	 * bit-field and shares no byte with a bit-field outside it: bit-fields of one struct have the same container or
	 * disjoint ones, and no other member of the struct lies in it.
	 */
	bool bit_field;
	unsigned bit_offset, bit_width;
	uint64_t container_offset, container_size; /* bytes */
	uint32_t declared_alignment;               /* aligned attribute or _Alignas; 0: none */
	bool packed;

	/* After a member of variable size (GNU): an automatic variable of type size_t, assigned where the record's definition is
	   reached; `offset` counts from that many bytes, a multiple of `base_alignment`. NULL: from the beginning. */
	struct declaration *base;
	uint32_t base_alignment;
};

/* A struct or union. */
struct record {
	bool is_union;
	bool complete;
	bool transparent_union;
	bool packed;
	bool flexible;    /* the last member is a flexible array member (or a struct that ends in one) */
	bool has_const;   /* a member is const, or a part of one */
	bool variable;    /* has a member of variable size (GNU): the size is in the hidden variable `size_object` */
	const char *tag;  /* NULL: none */
	const char *name; /* without a tag: of the first typedef at file scope that is it; NULL: none */
	struct location location;        /* of the definition, or of the first mention */
	uint32_t id;                     /* unique in the unit */
	uint32_t depth;                  /* of the scope of its tag; 0: file */
	uint64_t size;                   /* bytes, padding at the end included; 0 if it is variable */
	struct declaration *size_object; /* variable: as an array's length_object. NULL after an error */
	uint32_t alignment;              /* bytes */
	uint32_t member_count;
	struct member *members; /* in order of declaration */
	uint32_t declared_alignment;
	unsigned pack;           /* #pragma pack in force at the definition; 0: none */
	const struct type *type; /* the unqualified type */
};

struct enumeration {
	const char *tag;
	const char *name; /* as in struct record */
	struct location location;
	bool complete;
	bool packed;
	bool fixed;                    /* base type given (C23) */
	const struct type *underlying; /* the compatible integer type: unsigned int unless the values ask for another */
	uint32_t id;
	uint32_t enumerator_count;
	struct declaration **enumerators;
};

/* The member called NAME (interned), looked for in anonymous members too. *path gets the members to go through,
 * outermost first, at most `capacity`, the number returned; 0: no such member (or nested too deep). */
size_t record_find(const struct record *record, const char *name, const struct member **path, size_t capacity);

#endif
