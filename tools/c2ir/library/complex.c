/* <complex.h> (C11 7.3), and the products and quotients of complex numbers that lower/complex.c calls: quotients by the names of
 * gcc's own library. complex_real.h has the functions of each type.
 *
 * LEAST, EPSILON, MOST: of the type (5.2.4.2.2). WIDE: a type in which quotients of the type do not overflow, if there is one. */
#include "plumb.h"

#define COMPLEX float _Complex
#define REAL float
#define NAME(stem) stem##f
#define DIVIDE __divsc3
#define WIDE double
#include "complex_real.h"
#undef COMPLEX
#undef REAL
#undef NAME
#undef DIVIDE
#undef WIDE

#define COMPLEX double _Complex
#define REAL double
#define NAME(stem) stem
#define DIVIDE __divdc3
#define LEAST 0x1p-1022
#define EPSILON 0x1p-52
#define MOST 0x1.fffffffffffffp+1023
#include "complex_real.h"
#undef COMPLEX
#undef REAL
#undef NAME
#undef DIVIDE
#undef LEAST
#undef EPSILON
#undef MOST

#define COMPLEX long double _Complex
#define REAL long double
#define NAME(stem) stem##l
#define DIVIDE __divxc3
#define LEAST 0x1p-16382L
#define EPSILON 0x1p-63L
#define MOST 0x1.fffffffffffffffep+16383L
#include "complex_real.h"
#undef COMPLEX
#undef REAL
#undef NAME
#undef DIVIDE
#undef LEAST
#undef EPSILON
#undef MOST

#define COMPLEX _Float128 _Complex
#define REAL _Float128
#define NAME(stem) stem##f128
#define DIVIDE __divtc3
#define LEAST 0x1p-16382F128
#define EPSILON 0x1p-112F128
#define MOST 0x1.ffffffffffffffffffffffffffffp+16383F128
#include "complex_real.h"

/* _Float16 has no functions of <complex.h>: products and quotients are taken in float (as gcc does without AVX512-FP16). */
_Float16 _Complex __mulhc3(_Float16 a, _Float16 b, _Float16 c, _Float16 d)
{
	float _Complex z = __builtin_complex((float)a, (float)b) * __builtin_complex((float)c, (float)d);
	return __builtin_complex((_Float16)__real__ z, (_Float16)__imag__ z);
}

_Float16 _Complex __divhc3(_Float16 a, _Float16 b, _Float16 c, _Float16 d)
{
	float _Complex z = __divsc3(a, b, c, d);
	return __builtin_complex((_Float16)__real__ z, (_Float16)__imag__ z);
}
