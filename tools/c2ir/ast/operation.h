/* Binary operations of the typed syntax tree (ast_unit.h). */
#ifndef C2IR_OPERATION_H
#define C2IR_OPERATION_H

enum binary_operation {
	/* Vectors: both operands of any operation have the same vector type; comparisons give a vector of integers, 0 or -1.

	   Both operands and the result have the same arithmetic type. Complex: where one of the operands is a CONVERSION_COMPLEX
	   from a real type that is no cast, it counts as real (C11 G.5): it has no imaginary part that could be -0 or a NaN */
	BINARY_ADD,
	BINARY_SUBTRACT,
	BINARY_MULTIPLY,
	BINARY_DIVIDE,
	BINARY_REMAINDER,
	BINARY_AND,
	BINARY_OR,
	BINARY_XOR,
	/* the result has the type of the left operand; the right one any integer type of its own (promoted) */
	BINARY_SHIFT_LEFT,
	BINARY_SHIFT_RIGHT,
	/* operands of the same arithmetic type or two pointers of one representation; result int */
	BINARY_EQUAL,
	BINARY_NOT_EQUAL,
	BINARY_LESS,
	BINARY_GREATER,
	BINARY_LESS_EQUAL,
	BINARY_GREATER_EQUAL,
	/* the pointer is the left operand whatever the source says, the right one any integer type (promoted); counted in
	   `step` bytes, or `variable_step` when that is not NULL */
	BINARY_POINTER_ADD,
	BINARY_POINTER_SUBTRACT,
	BINARY_POINTER_DIFFERENCE, /* pointer - pointer, result ptrdiff_t, counted in the same way */
	BINARY_COMPLEX             /* the complex number of the two parts, which have the type of its base */
};

#endif
