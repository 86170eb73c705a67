/* <math.h>: what is exact. 42 if all is right. */
#include <float.h>
#include <math.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

static const double numbers[] = { 0.0,   -0.0, 0.3,   -0.5, 0.5, 1.0, 1.5, 2.5, -2.5, 3.7, -3.2, 2251799813685249.5,
				  1e300, -7.0, 5e-324 };
static const double floors[] = { 0.0, -0.0, 0, -1, 0, 1, 1, 2, -3, 3, -4, 2251799813685249.0, 1e300, -7, 0 };
static const double nearest[] = { 0.0, -0.0, 0, 0, 0, 1, 2, 2, -2, 4, -3, 2251799813685250.0, 1e300, -7, 0 };
static const double rounds[] = { 0.0, -0.0, 0, -1, 1, 1, 2, 3, -3, 4, -3, 2251799813685250.0, 1e300, -7, 0 };

int main(void)
{
	volatile double zero = 0, two = 2;
	double infinite = 1 / zero, nothing = zero / zero, whole;
	for (int i = 0; i < 15; i++) {
		double x = numbers[i];
		CHECK(1, floor(x) == floors[i] && signbit(floor(x)) == signbit(x));
		CHECK(2, ceil(-x) == -floors[i]);
		CHECK(3, rint(x) == nearest[i] && round(x) == rounds[i]);
		CHECK(4, fabs(x) == (x < 0 ? -x : x) && !signbit(fabs(x)));
		CHECK(5, trunc(x) == (x < 0 ? ceil(x) : floor(x)));
		CHECK(6, floorf((float)x) == (double)(float)floorf((float)x));
	}
	CHECK(7, isnan(nothing) && !isnan(infinite) && isinf(infinite) && !isfinite(infinite) && isfinite(two));
	CHECK(8,
	      isnormal(two) && !isnormal(5e-324) && fpclassify(5e-324) == FP_SUBNORMAL && fpclassify(zero) == FP_ZERO);
	CHECK(9, !(nothing == nothing) && nothing != nothing && !(nothing < 1) && !(nothing >= 1) &&
			 isunordered(nothing, 1));
	CHECK(10, isgreater(two, 1) && isless(1, two) && !isless(nothing, two) && islessgreater(1, two));
	CHECK(11, sqrt(two) == 1.4142135623730951 && sqrt(9.0) == 3 && sqrtf(2.0f) == 1.41421354f && isnan(sqrt(-1.0)));
	CHECK(12,
	      sqrt(5e-324) == 2.2227587494850775e-162 && sqrt(DBL_MAX) == 1.3407807929942596e154 && sqrt(0.25) == 0.5);
	CHECK(13, fmod(7.5, two) == 1.5 && fmod(-7.5, two) == -1.5 && fmod(1e10, 3) == 1 && isnan(fmod(1, zero)));
	CHECK(14,
	      remainder(7.5, two) == -0.5 && remainder(5, two) == 1 && remainder(7, two) == -1 && remainder(3, 6) == 3);
	CHECK(15, fmin(1, nothing) == 1 && fmax(nothing, 3) == 3 && fmin(1, 2) == 1 && fmax(-1, 2) == 2);
	CHECK(16, copysign(3, -zero) == -3 && copysign(-3, 1) == 3 && fdim(3, 1) == 2 && fdim(1, 3) == 0);
	CHECK(17, lround(2.5) == 3 && lrint(2.5) == 2 && llround(-2.5) == -3);
	CHECK(18, modf(-3.25, &whole) == -0.25 && whole == -3);
	CHECK(19, HUGE_VAL == infinite && INFINITY == infinite && isnan(NAN) && DBL_MAX * two == infinite);
	CHECK(20, FLT_MIN / 2 > 0 && FLT_MIN / 16777216 == 0 && DBL_EPSILON + 1 > 1 && DBL_EPSILON / 2 + 1 == 1);
	return 42;
}
