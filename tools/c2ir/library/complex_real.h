/* Complex numbers whose parts have the type REAL. Included by complex.c once for each, see there. */
REAL NAME(fabs)(REAL x);
REAL NAME(copysign)(REAL x, REAL y);
REAL NAME(hypot)(REAL x, REAL y);
REAL NAME(atan2)(REAL y, REAL x);
REAL NAME(exp)(REAL x);
REAL NAME(log)(REAL x);
REAL NAME(sqrt)(REAL x);
REAL NAME(sin)(REAL x);
REAL NAME(cos)(REAL x);
REAL NAME(sinh)(REAL x);
REAL NAME(cosh)(REAL x);

/* ---- products and quotients (C11 G.5.1p6) ---- */

/* What an infinite operand counts as: 1 where it is infinite, else 0, with the signs that it has. */
static REAL NAME(direction)(REAL x)
{
	return NAME(copysign)(__builtin_isinf(x) ? 1 : 0, x);
}
static REAL NAME(number)(REAL x)
{
	return x != x ? NAME(copysign)(0, x) : x;
}

/* The product where the formula gives NaNs for both parts. No operation here gives a NaN that is not in the result. */
COMPLEX NAME(__plumb_infinite_product)(REAL a, REAL b, REAL c, REAL d)
{
	const REAL infinity = (REAL)__builtin_inf(), nan = (REAL)__builtin_nan("");
	_Bool first = __builtin_isinf(a) || __builtin_isinf(b), second = __builtin_isinf(c) || __builtin_isinf(d);
	if (!first && !second && !__builtin_isinf(a * c) && !__builtin_isinf(b * d) && !__builtin_isinf(a * d) &&
	    !__builtin_isinf(b * c))
		return __builtin_complex(nan, nan);
	if (first) {
		a = NAME(direction)(a);
		b = NAME(direction)(b);
	}
	if (second) {
		c = NAME(direction)(c);
		d = NAME(direction)(d);
	}
	a = NAME(number)(a);
	b = NAME(number)(b);
	c = NAME(number)(c);
	d = NAME(number)(d);
	return __builtin_complex(infinity * (a * c - b * d), infinity * (a * d + b * c));
}

#ifdef WIDE
static COMPLEX NAME(finite_quotient)(REAL a, REAL b, REAL c, REAL d)
{
	WIDE square = (WIDE)c * c + (WIDE)d * d;
	REAL x = (REAL)(((WIDE)a * c + (WIDE)b * d) / square);
	REAL y = (REAL)(((WIDE)b * c - (WIDE)a * d) / square);
	return __builtin_complex(x, y);
}
#else
/* M. Baudin, R. L. Smith, A robust complex division in Scilab, 2012, as gcc 12 has it: operands that are too large or small
 * are scaled. `turned`: the parts of both operands have been exchanged, so that |d| <= |c|. */
static COMPLEX NAME(scaled_quotient)(REAL a, REAL b, REAL c, REAL d, _Bool turned)
{
	const REAL large = MOST / 2;
	REAL scale = 1;
	if (NAME(fabs)(c) >= large) {
		a = a / 2;
		b = b / 2;
		c = c / 2;
		d = d / 2;
	}
	REAL size_a = NAME(fabs)(a);
	REAL size_b = NAME(fabs)(b);
	REAL size = NAME(fabs)(c);
	if (size < EPSILON)
		scale = 1 / EPSILON;
	else if (size < large * EPSILON &&
		 ((size_a < LEAST && size_b < large * EPSILON) || (size_b < LEAST && size_a < large * EPSILON)))
		scale = 1 / EPSILON;
	a = a * scale;
	b = b * scale;
	c = c * scale;
	d = d * scale;
	REAL ratio = d / c;
	REAL divisor = d * ratio + c;
	_Bool small = !(NAME(fabs)(ratio) > LEAST);
	REAL x = small ? d * (b / c) : b * ratio;
	REAL y = small ? d * (a / c) : a * ratio;
	return __builtin_complex((x + a) / divisor, (turned ? y - b : b - y) / divisor);
}

static COMPLEX NAME(finite_quotient)(REAL a, REAL b, REAL c, REAL d)
{
	if (NAME(fabs)(c) < NAME(fabs)(d))
		return NAME(scaled_quotient)(b, a, d, c, 1);
	return NAME(scaled_quotient)(a, b, c, d, 0);
}
#endif

COMPLEX DIVIDE(REAL a, REAL b, REAL c, REAL d)
{
	const REAL infinity = (REAL)__builtin_inf();
	if (c == 0 && d == 0 && (a == a || b == b)) {
		REAL large = NAME(copysign)(infinity, c);
		return __builtin_complex(large * a, large * b);
	}
	_Bool finite = __builtin_isfinite(a) && __builtin_isfinite(b), all = __builtin_isinf(c) && __builtin_isinf(d);
	COMPLEX q = finite && all ? (COMPLEX)__builtin_nan("") : NAME(finite_quotient)(a, b, c, d);
	if (!(finite && all) && (__real__ q == __real__ q || __imag__ q == __imag__ q))
		return q;
	if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
		a = NAME(direction)(a);
		b = NAME(direction)(b);
		return __builtin_complex(infinity * (a * c + b * d), infinity * (b * c - a * d));
	}
	if ((__builtin_isinf(c) || __builtin_isinf(d)) && finite) {
		c = NAME(direction)(c);
		d = NAME(direction)(d);
		return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return q;
}

/* ---- 7.3.9: exact; 7.3.8.1 and 7.3.9.1 as hypot and atan2 ---- */

REAL NAME(creal)(COMPLEX z)
{
	return __real__ z;
}
REAL NAME(cimag)(COMPLEX z)
{
	return __imag__ z;
}
COMPLEX NAME(conj)(COMPLEX z)
{
	return ~z;
}
COMPLEX NAME(cproj)(COMPLEX z)
{
	if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z))
		return z;
	return __builtin_complex((REAL)__builtin_inf(), NAME(copysign)(0, __imag__ z));
}

REAL NAME(__approximate_cabs)(REAL x, REAL y);
REAL NAME(__approximate_carg)(REAL x, REAL y);
REAL NAME(cabs)(COMPLEX z)
{
	return NAME(hypot)(__real__ z, __imag__ z);
}
REAL NAME(carg)(COMPLEX z)
{
	return NAME(atan2)(__imag__ z, __real__ z);
}

/* ---- not exact: any value. Where the program is run they are computed by real functions, not always as accurately as by glibc ---- */

#define APPROXIMATE(stem, run)                                     \
	COMPLEX NAME(stem)(COMPLEX z)                              \
	{                                                          \
		REAL x = __real__ z;                               \
		REAL y = __imag__ z;                               \
		if (__plumb_running())                             \
			return run;                                \
		REAL real = NAME(__approximate_##stem)(x, y);      \
		REAL imaginary = NAME(__approximate_##stem)(x, y); \
		return __builtin_complex(real, imaginary);         \
	}
#define DECLARED(stem) REAL NAME(__approximate_##stem)(REAL x, REAL y);
#define PAIR(real, imaginary) __builtin_complex(real, imaginary)
#define TURNED(stem) NAME(turned)(NAME(stem)(PAIR(-y, x))) /* -i f(i z) */

static COMPLEX NAME(turned)(COMPLEX z)
{
	return PAIR(__imag__ z, -__real__ z);
}
static COMPLEX NAME(root)(REAL x, REAL y)
{
	REAL size = NAME(hypot)(x, y);
	if (size == 0 || size - size != 0)
		return PAIR(size, y);
	if (x >= 0) {
		REAL r = NAME(sqrt)((size + x) / 2);
		return PAIR(r, y / (2 * r));
	}
	REAL r = NAME(sqrt)((size - x) / 2);
	return PAIR(NAME(fabs)(y) / (2 * r), NAME(copysign)(r, y));
}

/* clang-format off */
DECLARED(cexp)
APPROXIMATE(cexp, PAIR(NAME(exp)(x) * NAME(cos)(y), NAME(exp)(x) * NAME(sin)(y)))
DECLARED(clog)
APPROXIMATE(clog, PAIR(NAME(log)(NAME(hypot)(x, y)), NAME(atan2)(y, x)))
DECLARED(clog10)
APPROXIMATE(clog10, PAIR(NAME(log)(NAME(hypot)(x, y)) / NAME(log)(10), NAME(atan2)(y, x) / NAME(log)(10)))
DECLARED(csqrt)
APPROXIMATE(csqrt, NAME(root)(x, y))
DECLARED(csin)
APPROXIMATE(csin, PAIR(NAME(sin)(x) * NAME(cosh)(y), NAME(cos)(x) * NAME(sinh)(y)))
DECLARED(ccos)
APPROXIMATE(ccos, PAIR(NAME(cos)(x) * NAME(cosh)(y), -(NAME(sin)(x) * NAME(sinh)(y))))
DECLARED(ctan)
APPROXIMATE(ctan, NAME(csin)(z) / NAME(ccos)(z))
DECLARED(csinh)
APPROXIMATE(csinh, PAIR(NAME(sinh)(x) * NAME(cos)(y), NAME(cosh)(x) * NAME(sin)(y)))
DECLARED(ccosh)
APPROXIMATE(ccosh, PAIR(NAME(cosh)(x) * NAME(cos)(y), NAME(sinh)(x) * NAME(sin)(y)))
DECLARED(ctanh)
APPROXIMATE(ctanh, NAME(csinh)(z) / NAME(ccosh)(z))
DECLARED(casinh)
APPROXIMATE(casinh, NAME(clog)(z + NAME(csqrt)(z * z + 1)))
DECLARED(cacosh)
APPROXIMATE(cacosh, NAME(clog)(z + NAME(csqrt)(z + 1) * NAME(csqrt)(z - 1)))
DECLARED(catanh)
APPROXIMATE(catanh, (NAME(clog)(1 + z) - NAME(clog)(1 - z)) / 2)
DECLARED(casin)
APPROXIMATE(casin, TURNED(casinh))
DECLARED(cacos)
APPROXIMATE(cacos, (REAL)1.5707963267948966192313216916397514421L - NAME(casin)(z))
DECLARED(catan)
APPROXIMATE(catan, TURNED(catanh))
/* clang-format on */

REAL NAME(__approximate_cpow)(REAL a, REAL b, REAL c, REAL d);
COMPLEX NAME(cpow)(COMPLEX x, COMPLEX y)
{
	if (__plumb_running())
		return NAME(cexp)(y * NAME(clog)(x));
	REAL real = NAME(__approximate_cpow)(__real__ x, __imag__ x, __real__ y, __imag__ y);
	REAL imaginary = NAME(__approximate_cpow)(__real__ x, __imag__ x, __real__ y, __imag__ y);
	return PAIR(real, imaginary);
}

#undef APPROXIMATE
#undef DECLARED
#undef PAIR
#undef TURNED
