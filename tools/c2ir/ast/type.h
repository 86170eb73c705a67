/* C types (C11 6.2.5) with the sizes, alignments and record layouts of gcc on x86, LP64 and ILP32. */
#ifndef C2IR_TYPE_H
#define C2IR_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "diag.h"

/* ---- the target ---- */

enum c_standard { STANDARD_C89, STANDARD_C99, STANDARD_C11, STANDARD_C17, STANDARD_C23 };

struct target {
	unsigned pointer_bits;      /* 64: LP64; 32: ILP32 as on i386 */
	bool unsigned_char;         /* -funsigned-char */
	bool short_enums;           /* -fshort-enums */
	bool short_wchar;           /* -fshort-wchar: wchar_t is unsigned short */
	bool signed_overflow_wraps; /* -fwrapv; not used by the semantic analysis */
	enum c_standard standard;
	bool strict;       /* -std=c17 and the like, not gnu17: names that GNU takes for keywords are names */
	bool no_asm;       /* -fno-asm: so are asm, typeof, and inline of GNU's C89 */
	bool gnu89_inline; /* C89, -fgnu89-inline: `extern inline` is only a copy of the definition */
};

/* The usual targets: 64 (LP64) or 32 (ILP32), gnu17. */
struct target target_default(unsigned pointer_bits);

/* ---- types ----
 *
 * A type object is immutable and belongs to the arena of the unit; records and enumerations are completed in place.
 * Qualified and unqualified versions are different objects; `unqualified` leads from one to the other. Arithmetic types
 * without qualifiers are unique (comparable by ==); for all others use type_compatible().
 */
enum type_kind {
	TYPE_VOID,
	TYPE_BOOL,
	TYPE_CHAR, /* plain char */
	TYPE_SIGNED_CHAR,
	TYPE_UNSIGNED_CHAR,
	TYPE_SHORT,
	TYPE_UNSIGNED_SHORT,
	TYPE_INT,
	TYPE_UNSIGNED_INT,
	TYPE_LONG,
	TYPE_UNSIGNED_LONG,
	TYPE_LONG_LONG,
	TYPE_UNSIGNED_LONG_LONG,
	TYPE_INT128,
	TYPE_UNSIGNED_INT128,
	TYPE_BIT_INTEGER, /* of `width` bits: what a bit-field that is wider than int has for a value, as in gcc */
	TYPE_ENUM,
	TYPE_FLOAT,
	TYPE_DOUBLE,
	TYPE_LONG_DOUBLE, /* x87: 80 bits in 16 bytes (12 on ILP32) */
	TYPE_FLOAT128,    /* _Float128, __float128, _Float64x's own kind is below */
	TYPE_FLOAT16,
	TYPE_FLOAT32,  /* _Float32: as float, but a type of its own */
	TYPE_FLOAT64,  /* _Float64: as double */
	TYPE_FLOAT32X, /* _Float32x: as double */
	TYPE_FLOAT64X, /* _Float64x: as long double */
	TYPE_POINTER,
	TYPE_ARRAY,
	TYPE_FUNCTION,
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_COMPLEX, /* of base; GNU: of integers too. `record` has its parts as members, see type_part() */
	TYPE_VECTOR,  /* GNU: length elements of base, likewise; unique by these two */
	TYPE_DECIMAL, /* _Decimal32/64/128: by its size. Opaque: it can be declared, sized and passed over in headers; no
			 expression of such a type gets by unreported */
	TYPE_ERROR    /* after an error that was reported; compatible with everything, never reaches the lowering */
};

enum { QUALIFIER_CONST = 1, QUALIFIER_VOLATILE = 2, QUALIFIER_RESTRICT = 4, QUALIFIER_ATOMIC = 8 };

enum array_form {
	ARRAY_FIXED,      /* `length` elements; 0 is allowed (GNU) */
	ARRAY_INCOMPLETE, /* [], a flexible array member too */
	ARRAY_VARIABLE /* [n] with n not constant: the number of elements is in the hidden variable `length_object` */
};

struct declaration;
struct expression;

struct parameter {
	const char *name;        /* NULL: unnamed */
	const struct type *type; /* adjusted (6.7.6.3p7-8), with its qualifiers */
	struct location location;
};

struct type {
	enum type_kind kind;
	unsigned qualifiers;
	const struct type *unqualified; /* itself when there are no qualifiers */

	/* POINTER: what it points to. ARRAY, VECTOR, COMPLEX: element. FUNCTION: what it returns. ENUM: use enumeration. */
	const struct type *base;

	unsigned width;     /* BIT_INTEGER: bits. DECIMAL: bytes */
	bool is_signed;     /* BIT_INTEGER */
	uint32_t alignment; /* from an aligned attribute on the typedef; 0: the type's own. See type_alignment() */

	/* ARRAY, VECTOR */
	enum array_form form;
	uint64_t length; /* ARRAY_FIXED, VECTOR */
	struct declaration
		*length_object; /* ARRAY_VARIABLE: automatic variable of type size_t, assigned where the type is
					      reached; NULL for [*] and in parameters of prototypes */

	/* FUNCTION */
	bool prototyped; /* false: () or K&R, arguments get the default promotions */
	bool variadic;
	bool noreturn; /* function pointers to noreturn functions */
	uint32_t parameter_count;
	const struct parameter *parameters;

	struct record *record;           /* STRUCT, UNION: shared by all qualified versions */
	struct enumeration *enumeration; /* ENUM */

	/* caches, type.c only */
	struct type *pointer, *variants;
	struct type *next_variant;
};

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
	bool flexible;   /* the last member is a flexible array member (or a struct that ends in one) */
	bool variable;   /* has a member of variable size (GNU): the size is in the hidden variable `size_object` */
	const char *tag; /* NULL: none */
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
	struct location location;
	bool complete;
	bool packed;
	bool fixed;                    /* base type given (C23) */
	const struct type *underlying; /* the compatible integer type: unsigned int unless the values ask for another */
	uint32_t id;
	uint32_t enumerator_count;
	struct declaration **enumerators;
};

/* ---- making types ---- */

/* All types of a unit. Fixed types by kind; derived ones are made. */
struct types {
	struct arena *arena;
	struct target target;
	struct type *basic[TYPE_ERROR + 1];   /* those without parts, by kind; others NULL. DECIMAL is not here */
	struct type *bits[2][129];            /* BIT_INTEGER by signedness and width, made on demand */
	struct type *complex[TYPE_ERROR + 1]; /* COMPLEX by the kind of the base, likewise */
	struct type *vectors;                 /* VECTOR: all, linked by next_variant */
	const struct type *va_list;           /* __builtin_va_list: char * on ILP32, an array of one struct on LP64 */
	const struct type *size, *difference, *wide_char, *char16, *char32, *intmax, *uintmax, *intptr, *uintptr;
	uint32_t record_count, enumeration_count;
	struct record **records; /* every record of the unit, in order of first mention */
	size_t record_capacity;
};

/* The types of a unit, in `arena`. The names of __builtin_va_list's members are not interned. */
void types_init(struct types *types, struct arena *arena, const struct target *target);
void types_release(struct types *types); /* frees what is not in the arena */

const struct type *type_basic(const struct types *types, enum type_kind kind);
const struct type *type_bits(struct types *types, unsigned width, bool is_signed);
const struct type *type_pointer(struct types *types, const struct type *to);
const struct type *type_array(struct types *types, const struct type *element, uint64_t length);
const struct type *type_incomplete_array(struct types *types, const struct type *element);
const struct type *type_variable_array(struct types *types, const struct type *element, struct declaration *length);
enum { VECTOR_MOST = 1024 }; /* elements */
/* ELEMENT: an integer type other than _Bool or a floating type, without qualifiers. */
const struct type *type_vector(struct types *types, const struct type *element, uint64_t length);
/* BASE is basic: a floating type, or an integer type other than _Bool. */
const struct type *type_complex(struct types *types, const struct type *base);
/* Part I of a type that has parts, like a member of a struct: the real (0) or imaginary (1) one of COMPLEX, an element of VECTOR. */
const struct member *type_part(const struct type *t, uint32_t i);
const struct type *type_decimal(struct types *types, unsigned size);
/* `parameters` must live in the arena. */
const struct type *type_function(struct types *types, const struct type *result, const struct parameter *parameters,
				 uint32_t count, bool prototyped, bool variadic);
struct record *type_new_record(struct types *types, bool is_union, const char *tag, struct location location);
struct enumeration *type_new_enumeration(struct types *types, const char *tag, struct location location,
					 const struct type **type);
/* T with the additional qualifiers; an array's go to its elements (6.7.3p9). */
const struct type *type_qualified(struct types *types, const struct type *t, unsigned qualifiers);
/* T with another alignment (aligned attribute on a typedef), keeping everything else. */
const struct type *type_aligned(struct types *types, const struct type *t, uint32_t alignment);
/* T without qualifiers at the top (an array's elements keep theirs). */
const struct type *type_unqualified(const struct type *t);
/* FUNCTION type T marked noreturn. */
const struct type *type_noreturn(struct types *types, const struct type *t);

/* Lays RECORD out as gcc does from its members (type, bit-field width, attributes) and completes it. One with members of
 * variable size is for sema/layout.c, which needs the parts: */
bool type_lay_out(struct types *types, struct record *record); /* false: larger than an object can be */
/* The alignment that member M is placed at, in bytes; for bit-fields only what was asked for. */
uint32_t type_member_alignment(const struct types *types, const struct member *m);
/* What M adds to the alignment of its record. */
uint32_t type_alignment_for_record(const struct types *types, const struct member *m);
/* Where the bit-field M begins, at or after bit POSITION. */
uint64_t type_place_bit_field(const struct types *types, const struct member *m, uint64_t position);
/* All members have their offsets: bit-fields that share bytes get one container. */
void type_set_containers(struct record *record);

/* ---- questions ---- */

/* Complete with a size known at compile time. Functions, void, incomplete and variable types: false. */
bool type_has_size(const struct type *t);
bool type_is_complete(const struct type *t); /* also those of variable size */
bool type_is_variable(const struct type *t); /* an array or record of variable size (or array of such) */
bool type_is_variably_modified(const struct type *t);
/* In bytes, for types with type_has_size(); else 0. void and functions: see type_step(). */
uint64_t type_size(const struct types *types, const struct type *t);
/* As gcc's _Alignof, in bytes: on ILP32 it is 4 for double and long long in structs, which is what counts here. */
uint32_t type_alignment(const struct types *types, const struct type *t);
/* What pointer arithmetic on a pointer to T counts in: the size; 1 for void and functions (GNU). 0: incomplete or variable. */
uint64_t type_step(const struct types *types, const struct type *t);

/* Integer types: _Bool, char ... __int128, BIT_INTEGER, enums. */
bool type_is_integer(const struct type *t);
bool type_is_signed(const struct types *types, const struct type *t); /* of an integer type */
unsigned type_width(const struct types *types, const struct type *t); /* bits of value and sign; _Bool: 1 */
bool type_is_floating(const struct type *t);                          /* real floating types */
bool type_is_arithmetic(const struct type *t);                        /* integer, floating, complex */
bool type_is_scalar(const struct type *t);                            /* arithmetic or pointer */
bool type_is_pointer(const struct type *t);
bool type_is_record(const struct type *t); /* struct or union */
bool type_is_complex(const struct type *t);
bool type_is_vector(const struct type *t);
bool type_has_parts(const struct type *t);      /* COMPLEX, VECTOR: a value is several scalars of the type `base` */
bool type_is_compound(const struct type *t);    /* those, and records */
uint64_t type_part_count(const struct type *t); /* of those that have parts */
bool type_is_opaque(const struct type *t);      /* DECIMAL */
/* For an enum its underlying type, else T unqualified. */
const struct type *type_integer_of(const struct type *t);

/* Integer promotion of T (6.3.1.1p2); `bit_field` of that width when not 0. Other types: T unqualified. */
const struct type *type_promoted(struct types *types, const struct type *t);
/* Usual arithmetic conversions (6.3.1.8) of arithmetic types: the common type. */
const struct type *type_common(struct types *types, const struct type *a, const struct type *b);

/* Is an object of this declared type const as a whole? An array's qualifiers are its elements'. */
bool type_is_const(const struct type *type);

bool type_compatible(const struct type *a, const struct type *b);             /* 6.2.7, with qualifiers */
bool type_compatible_unqualified(const struct type *a, const struct type *b); /* top-level qualifiers ignored */
/* The composite type (6.2.7p3) of two compatible types. */
const struct type *type_composite(struct types *types, const struct type *a, const struct type *b);

/* The member called NAME (interned), looked for in anonymous members too. *path gets the members to go through,
 * outermost first, at most `capacity`, the number returned; 0: no such member (or nested too deep). */
size_t record_find(const struct record *record, const char *name, const struct member **path, size_t capacity);

/* T in C syntax around NAME (NULL or "": an abstract declarator), for diagnostics and attributes. To be freed. */
char *type_text(const struct type *t, const char *name);

#endif
