#include <math.h>
#include <stdio.h>

#define SHOW(call) printf("%-20s %.17g\n", #call, (double)(call))

int main(void)
{
	static const double values[] = { 0.0, 0.5, -1.25, 3.0, 1e10, -7.75 };
	for (int i = 0; i < 6; i++) {
		double x = values[i];
		int e;
		SHOW(sin(x));
		SHOW(cos(x));
		SHOW(tan(x));
		SHOW(atan(x));
		SHOW(exp(x / 1e9));
		SHOW(log(fabs(x) + 1));
		SHOW(log10(fabs(x) + 1));
		SHOW(log2(fabs(x) + 1));
		SHOW(sinh(x / 1e9));
		SHOW(cosh(x / 1e9));
		SHOW(tanh(x));
		SHOW((float)cbrt(x)); /* the last digit is the library's */
		SHOW(sqrt(fabs(x)));
		SHOW(floor(x));
		SHOW(ceil(x));
		SHOW(trunc(x));
		SHOW(round(x));
		SHOW(rint(x));
		SHOW(fabs(x));
		SHOW(asinh(x));
		SHOW(erf(x));
		SHOW(frexp(x, &e));
		SHOW(e);
		SHOW(ldexp(x, -3));
		SHOW(fmod(x, 0.75));
		SHOW(pow(fabs(x), 0.5));
		SHOW(pow(2, x / 1e9));
		SHOW(atan2(x, 2));
		SHOW(hypot(x, 3));
		SHOW(sinf((float)x));
		SHOW(powf((float)fabs(x), 1.5f));
		SHOW(expl(x / 1e9L));
		SHOW(nextafter(x, 100));
	}
	return 0;
}
