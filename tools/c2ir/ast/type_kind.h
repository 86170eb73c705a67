/* Kinds of C types. */
#ifndef C2IR_TYPE_KIND_H
#define C2IR_TYPE_KIND_H

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
	TYPE_DECIMAL, /* _Decimal32/64/128: by its size; __bf16, vectors of it: length elements. Opaque: it can be declared, sized and passed over in headers; no
			 expression of such a type gets by unreported */
	TYPE_ERROR    /* after an error that was reported; compatible with everything, never reaches the lowering */
};

struct type;
struct types;

/* The type of a kind that has one type only: those without parts, a width, or a declaration of their own. struct types has the
 * usual ones by name. */
const struct type *type_basic(const struct types *types, enum type_kind kind);

#endif
