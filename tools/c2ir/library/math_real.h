/* <math.h> in C for one type, REAL, whose functions NAME(stem) are: sin, sinf, sinl, ... Included by math.c once for each.
 *
 * Exact ones first. Those without an exact result take any value within bounds that hold of every correct implementation, and of
 * glibc's: __approximate_STEM() is any value, marked as an approximation of that function (model/math.c). */
REAL NAME(floor)(REAL x);
REAL NAME(trunc)(REAL x);
REAL NAME(round)(REAL x);
REAL NAME(rint)(REAL x);
REAL NAME(roundeven)(REAL x);
REAL NAME(fabs)(REAL x);
REAL NAME(copysign)(REAL x, REAL y);
REAL NAME(scalbn)(REAL x, int n);
REAL NAME(nextafter)(REAL x, REAL y);
int NAME(ilogb)(REAL x);

/* ---- errors (7.12.1): errno, where the program looks at it ---- */

/* Of a result with finite arguments: an overflow is an error; whether an underflow is one, is open, but that glibc says so of 0. */
static REAL NAME(ranged)(REAL r, _Bool underflows)
{
	if (!__plumb_watches_errno())
		return r;
	if (__builtin_isinf(r))
		range_error();
	else if (underflows && r < SMALLEST && r > -SMALLEST &&
		 (r == 0 || (!__plumb_running() && __plumb_any_bool("underflow"))))
		range_error();
	return r;
}

/* ---- 7.12.6, 7.12.9, 7.12.10, 7.12.12: exact ---- */

REAL NAME(fdim)(REAL x, REAL y)
{
	REAL r = x <= y ? 0 : x - y;
	return x - x == 0 && y - y == 0 ? NAME(ranged)(r, 0) : r;
}
long NAME(lrint)(REAL x)
{
	return (long)NAME(rint)(x);
}
long long NAME(llrint)(REAL x)
{
	return (long long)NAME(rint)(x);
}
long NAME(lround)(REAL x)
{
	return (long)NAME(round)(x);
}
long long NAME(llround)(REAL x)
{
	return (long long)NAME(round)(x);
}
REAL NAME(modf)(REAL x, REAL *whole)
{
	*whole = NAME(trunc)(x);
	return NAME(copysign)(__builtin_isinf(x) ? 0 : x - *whole, x);
}

REAL NAME(frexp)(REAL x, int *n)
{
	if (x == 0 || x - x != 0) {
		*n = 0;
		return x + x;
	}
	*n = NAME(ilogb)(x) + 1;
	return NAME(scalbn)(x, -*n);
}

REAL NAME(ldexp)(REAL x, int n)
{
	REAL r = NAME(scalbn)(x, n);
	return x == 0 || x - x != 0 ? r : NAME(ranged)(r, 1);
}
REAL NAME(scalbln)(REAL x, long n)
{
	return NAME(ldexp)(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

REAL POWER(REAL x, int n)
{
	unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n;
	REAL power = rest & 1 ? x : 1;
	for (rest >>= 1; rest; rest >>= 1) {
		x = x * x;
		if (rest & 1)
			power = power * x;
	}
	return n < 0 ? 1 / power : power;
}

REAL NAME(logb)(REAL x)
{
	if (x == 0) {
		perhaps_range_error();
		return -1 / NAME(fabs)(x);
	}
	return x - x != 0 ? x * x : NAME(ilogb)(x);
}

REAL NAME(significand)(REAL x)
{
	return x == 0 || x - x != 0 ? x : NAME(scalbn)(x, -NAME(ilogb)(x));
}
REAL NAME(nextup)(REAL x)
{
	return NAME(nextafter)(x, (REAL)__builtin_inf());
}
REAL NAME(nextdown)(REAL x)
{
	return NAME(nextafter)(x, -(REAL)__builtin_inf());
}
/* The largest y * 2^n that fits is taken away until what is left is less than y: each step is exact. */
static REAL NAME(divide)(REAL x, REAL y, int *quotient)
{
	while (x >= y) {
		int n = NAME(ilogb)(x) - NAME(ilogb)(y);
		REAL part = NAME(scalbn)(y, n);
		if (part > x)
			part = NAME(scalbn)(y, --n);
		x -= part;
		if (n < 3)
			*quotient += 1 << n;
	}
	return x;
}

REAL NAME(fmod)(REAL x, REAL y)
{
	int quotient = 0;
	if (x != x || y != y)
		return x + y;
	if (__builtin_isinf(x) || y == 0) {
		domain_error();
		return (x * y) / (x * y);
	}
	return NAME(copysign)(NAME(divide)(NAME(fabs)(x), NAME(fabs)(y), &quotient), x);
}

static REAL NAME(nearest_remainder)(REAL x, REAL y, int *quotient)
{
	REAL rest;
	REAL size = NAME(fabs)(y);
	int n = 0;
	if (x != x || y != y)
		return x + y;
	if (__builtin_isinf(x) || y == 0)
		return (x * y) / (x * y);
	rest = NAME(divide)(NAME(fabs)(x), size, &n);
	if (rest > size - rest || (rest == size - rest && n & 1)) {
		rest -= size;
		n++;
	}
	n &= 7;
	*quotient = !__builtin_signbit(x) == !__builtin_signbit(y) ? n : -n;
	if (rest == 0)
		return NAME(copysign)(0, x);
	return __builtin_signbit(x) ? -rest : rest;
}

/* glibc's does not set errno, against C. */
REAL NAME(remquo)(REAL x, REAL y, int *quotient)
{
	if (x == x && y == y && (__builtin_isinf(x) || y == 0))
		perhaps_domain_error();
	return NAME(nearest_remainder)(x, y, quotient);
}

REAL NAME(remainder)(REAL x, REAL y)
{
	int quotient;
	if (x == x && y == y && (__builtin_isinf(x) || y == 0))
		domain_error();
	return NAME(nearest_remainder)(x, y, &quotient);
}
REAL NAME(drem)(REAL x, REAL y)
{
	return NAME(remainder)(x, y);
}
int NAME(__isnan)(REAL x)
{
	return x != x;
}
int NAME(isnan)(REAL x)
{
	return x != x;
}
int NAME(__isinf)(REAL x)
{
	return __builtin_isinf_sign(x);
}
int NAME(isinf)(REAL x)
{
	return __builtin_isinf_sign(x);
}
int NAME(__finite)(REAL x)
{
	return __builtin_isfinite(x);
}
int NAME(finite)(REAL x)
{
	return __builtin_isfinite(x);
}
int NAME(__signbit)(REAL x)
{
	return __builtin_signbit(x);
}
int NAME(__fpclassify)(REAL x)
{
	return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}
/* What a tag makes of the fraction is implementation-defined (7.22.1.3p4): any low bytes of it. */
REAL NAME(nan)(const char *tag)
{
	REAL r = (REAL)__builtin_nan("");
	if (tag[0] && !__plumb_running())
		__plumb_forget(&r, sizeof r == 4 ? 2 : sizeof r == 8 ? 6 : 7);
	return r;
}

/* ---- not exact ---- */

#define ANY(stem, bounds, ...)                            \
	REAL r = NAME(__approximate_##stem)(__VA_ARGS__); \
	__plumb_assume_right(bounds);                     \
	return NAME(ranged)(r, 0);
/* Results that may underflow. */
#define ANY_SMALL(stem, bounds, ...)                      \
	REAL r = NAME(__approximate_##stem)(__VA_ARGS__); \
	__plumb_assume_right(bounds);                     \
	return NAME(ranged)(r, 1);
#define DECLARED(stem, ...) REAL NAME(__approximate_##stem)(__VA_ARGS__);
#define HALF_PI (REAL)1.570796326794897 /* a little more */
#define PI (REAL)3.141592653589794
#define SIGNED (x > 0 ? r >= 0 : r <= 0)
#define FINITE (r - r == 0)
#define INVALID (domain_error(), (x - x) / (x - x))
#define POLE(value) (range_error(), value)

DECLARED(sin, REAL x)
DECLARED(cos, REAL x)
DECLARED(tan, REAL x)
REAL NAME(sin)(REAL x)
{
	if (x == 0)
		return x;
	if (x != x)
		return x + x;
	if (x - x != 0)
		return INVALID;
	ANY_SMALL(sin, r >= -1 && r <= 1, x)
}

REAL NAME(cos)(REAL x)
{
	if (x == 0)
		return 1;
	if (x != x)
		return x + x;
	if (x - x != 0)
		return INVALID;
	ANY(cos, r >= -1 && r <= 1, x)
}

void NAME(sincos)(REAL x, REAL *sine, REAL *cosine)
{
	*sine = NAME(sin)(x);
	*cosine = NAME(cos)(x);
}
REAL NAME(tan)(REAL x)
{
	if (x == 0)
		return x;
	if (x != x)
		return x + x;
	if (x - x != 0)
		return INVALID;
	ANY_SMALL(tan, FINITE, x)
}

DECLARED(asin, REAL x)
DECLARED(acos, REAL x)
DECLARED(atan, REAL x)
DECLARED(atan2, REAL y, REAL x)
REAL NAME(asin)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (x > 1 || x < -1)
		return INVALID;
	ANY_SMALL(asin, r >= -HALF_PI && r <= HALF_PI && SIGNED, x)
}

REAL NAME(acos)(REAL x)
{
	if (x != x)
		return x + x;
	if (x > 1 || x < -1)
		return INVALID;
	if (x == 1)
		return 0;
	ANY(acos, r >= 0 && r <= PI, x)
}

REAL NAME(atan)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	ANY_SMALL(atan, r >= -HALF_PI && r <= HALF_PI && SIGNED, x)
}

REAL NAME(atan2)(REAL y, REAL x)
{
	if (x != x || y != y)
		return x + y;
	if (y == 0 && !__builtin_signbit(x))
		return y;
	if (__builtin_isinf(x) && x > 0 && y - y == 0)
		return NAME(copysign)(0, y);
	ANY_SMALL(atan2,
		  r >= -PI && r <= PI && !__builtin_signbit(r) == !__builtin_signbit(y) &&
			  (__builtin_signbit(x) || (r >= -HALF_PI && r <= HALF_PI)),
		  y, x)
}

DECLARED(sinh, REAL x)
DECLARED(cosh, REAL x)
DECLARED(tanh, REAL x)
DECLARED(asinh, REAL x)
DECLARED(acosh, REAL x)
DECLARED(atanh, REAL x)
REAL NAME(sinh)(REAL x)
{
	if (x == 0 || x - x != 0)
		return x + x;
	ANY_SMALL(sinh, SIGNED, x)
}

REAL NAME(cosh)(REAL x)
{
	if (x == 0)
		return 1;
	if (x - x != 0)
		return x * x;
	ANY(cosh, r >= 1, x)
}

REAL NAME(tanh)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	ANY_SMALL(tanh, r >= -1 && r <= 1 && SIGNED, x)
}

REAL NAME(asinh)(REAL x)
{
	if (x == 0 || x - x != 0)
		return x + x;
	ANY_SMALL(asinh, FINITE && SIGNED, x)
}

REAL NAME(acosh)(REAL x)
{
	if (x < 1)
		return INVALID;
	if (x - x != 0)
		return x + x;
	if (x == 1)
		return 0;
	ANY(acosh, FINITE && r >= 0, x)
}

REAL NAME(atanh)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (x > 1 || x < -1)
		return INVALID;
	if (x == 1 || x == -1)
		return POLE(x / 0);
	ANY_SMALL(atanh, FINITE && SIGNED, x)
}

#define EXPONENTIAL(stem)                                                \
	REAL NAME(stem)(REAL x)                                          \
	{                                                                \
		if (x == 0)                                              \
			return 1;                                        \
		if (x - x != 0)                                          \
			return x < 0 ? 0 : x + x;                        \
		REAL r = NAME(__approximate_##stem)(x);                  \
		__plumb_assume_right(x > 0 ? r >= 1 : r >= 0 && r <= 1); \
		return NAME(ranged)(r, 1);                               \
	}
DECLARED(exp, REAL x)
EXPONENTIAL(exp)
DECLARED(exp2, REAL x)
EXPONENTIAL(exp2)
DECLARED(exp10, REAL x)
EXPONENTIAL(exp10)
DECLARED(expm1, REAL x)
REAL NAME(expm1)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (x - x != 0)
		return x < 0 ? -1 : x;
	ANY_SMALL(expm1, r >= -1 && SIGNED, x)
}

#define LOGARITHM(stem)                                                                      \
	REAL NAME(stem)(REAL x)                                                              \
	{                                                                                    \
		if (x == 0)                                                                  \
			return POLE(-1 / NAME(fabs)(x));                                     \
		if (x < 0)                                                                   \
			return INVALID;                                                      \
		if (x - x != 0)                                                              \
			return x + x;                                                        \
		if (x == 1)                                                                  \
			return 0;                                                            \
		ANY(stem, x > 1 ? r >= 0 && r <= LOGARITHMS : r <= 0 && r >= -LOGARITHMS, x) \
	}
DECLARED(log, REAL x)
LOGARITHM(log)
DECLARED(log2, REAL x)
LOGARITHM(log2)
DECLARED(log10, REAL x)
LOGARITHM(log10)
DECLARED(log1p, REAL x)
REAL NAME(log1p)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (x == -1)
		return POLE(x / 0);
	if (x < -1)
		return INVALID;
	if (x - x != 0)
		return x;
	ANY_SMALL(log1p, SIGNED && r <= LOGARITHMS && r >= -LOGARITHMS, x)
}

DECLARED(pow, REAL x, REAL y)
/* F.10.4.4 */
REAL NAME(pow)(REAL x, REAL y)
{
	int whole = NAME(trunc)(y) == y;
	int odd = whole && y - y == 0 && NAME(trunc)(y / 2) != y / 2;
	REAL a = NAME(fabs)(x);
	if (y == 0 || x == 1)
		return 1;
	if (x != x || y != y)
		return x + y;
	if (__builtin_isinf(y))
		return a == 1 ? 1 : (a > 1) == (y > 0) ? (REAL)__builtin_inf() : 0;
	if (a == 0 && y < 0)
		range_error();
	if (a == 0 || __builtin_isinf(x)) {
		REAL r = (a == 0) == (y > 0) ? 0 : (REAL)__builtin_inf();
		return odd ? NAME(copysign)(r, x) : r;
	}
	if (x < 0 && !whole)
		return INVALID;
	REAL r = NAME(__approximate_pow)(x, y);
	REAL size = x < 0 && odd ? -r : r;
	__plumb_assume_right(a == 1 ? size == 1 : (a > 1) == (y > 0) ? size >= 1 : size >= 0 && size <= 1);
	return NAME(ranged)(r, 1);
}

DECLARED(pow10, REAL x)
REAL NAME(pow10)(REAL x)
{
	return NAME(exp10)(x);
}
DECLARED(cbrt, REAL x)
REAL NAME(cbrt)(REAL x)
{
	if (x == 0 || x - x != 0)
		return x + x;
	ANY(cbrt, FINITE && SIGNED, x)
}

DECLARED(hypot, REAL x, REAL y)
REAL NAME(hypot)(REAL x, REAL y)
{
	if (__builtin_isinf(x) || __builtin_isinf(y))
		return (REAL)__builtin_inf();
	if (x != x || y != y)
		return x + y;
	if (x == 0)
		return NAME(fabs)(y);
	if (y == 0)
		return NAME(fabs)(x);
	ANY_SMALL(hypot, r >= 0, x, y)
}

DECLARED(erf, REAL x)
DECLARED(erfc, REAL x)
DECLARED(tgamma, REAL x)
DECLARED(lgamma, REAL x)
REAL NAME(erf)(REAL x)
{
	if (x == 0 || x != x)
		return x + x;
	if (x - x != 0)
		return x > 0 ? 1 : -1;
	ANY_SMALL(erf, r >= -1 && r <= 1 && SIGNED, x)
}

REAL NAME(erfc)(REAL x)
{
	if (x == 0)
		return 1;
	if (x != x)
		return x + x;
	if (x - x != 0)
		return x > 0 ? 0 : 2;
	REAL r = NAME(__approximate_erfc)(x);
	__plumb_assume_right(r >= 0 && r <= 2);
	return NAME(ranged)(r, 1);
}

REAL NAME(tgamma)(REAL x)
{
	if (x == 0)
		return POLE(1 / x);
	if (x != x)
		return x + x;
	if (x - x != 0 && x > 0)
		return x;
	if (x < 0 && NAME(trunc)(x) == x)
		return INVALID;
	REAL r = NAME(__approximate_tgamma)(x);
	__plumb_assume_right(r == r && (x < 0 || r >= 0));
	return NAME(ranged)(r, 1);
}

/* glibc's: 1 at poles too, but for -0. */
static int NAME(sign_of_gamma)(REAL x)
{
	REAL whole = NAME(trunc)(x);
	if (x == 0)
		return __builtin_signbit(x) ? -1 : 1;
	return x < 0 && whole != x && NAME(trunc)(whole / 2) == whole / 2 ? -1 : 1;
}

REAL NAME(lgamma)(REAL x)
{
	__plumb_ledger("lgamma: signgam is as with glibc at poles");
	signgam = NAME(sign_of_gamma)(x);
	if (x - x != 0)
		return x * x;
	if (x <= 0 && NAME(trunc)(x) == x)
		return POLE((REAL)__builtin_inf());
	REAL r = NAME(__approximate_lgamma)(x);
	__plumb_assume_right(r == r);
	return NAME(ranged)(r, 0); /* 0 is an exact result, of 1 and 2 */
}

REAL NAME(gamma)(REAL x)
{
	return NAME(lgamma)(x);
}
#define BESSEL(stem)                                  \
	REAL NAME(stem)(REAL x)                       \
	{                                             \
		perhaps_domain_error();               \
		perhaps_range_error();                \
		return NAME(__approximate_##stem)(x); \
	}
DECLARED(j0, REAL x)
BESSEL(j0)
DECLARED(j1, REAL x)
BESSEL(j1)
DECLARED(y0, REAL x)
BESSEL(y0)
DECLARED(y1, REAL x)
BESSEL(y1)

#undef ANY
#undef ANY_SMALL
#undef DECLARED
#undef HALF_PI
#undef PI
#undef SIGNED
#undef FINITE
#undef INVALID
#undef POLE
#undef EXPONENTIAL
#undef LOGARITHM
#undef BESSEL
