/* Operators on complex numbers of all floating types, with special values and random ones: prints what comes out. See parts. */
#include <stdio.h>
#define ALL(T, S, C)                                                                                                  \
	static T at_##S(int i)                                                                                        \
	{                                                                                                             \
		static T v[] = {                                                                                      \
			0.0##C,  -0.0##C,   1.0##C,   -2.5##C,   1.0##C / 0,       -1.0##C / 0, (T)__builtin_nan(""), \
			3e30##C, -1e-30##C, 7e-39##C, 3.3e38##C, 1.1754943e-38##C, 0.33333##C,  1e-44##C              \
		};                                                                                                    \
		return v[i];                                                                                          \
	}                                                                                                             \
	static void print_##S(long double x)                                                                          \
	{                                                                                                             \
		if (x != x)                                                                                           \
			printf("nan ");                                                                               \
		else                                                                                                  \
			printf("%La ", x);                                                                            \
	}                                                                                                             \
	static void test_##S(void)                                                                                    \
	{                                                                                                             \
		for (int i = 0; i < 14; i++)                                                                          \
			for (int j = 0; j < 14; j++)                                                                  \
				for (int k = 0; k < 14; k++)                                                          \
					for (int m = 0; m < 14; m++) {                                                \
						if ((((i * 14 + j) * 14 + k) * 14 + m) % STEP != OFFSET)              \
							continue;                                                     \
						T _Complex a = __builtin_complex(at_##S(i), at_##S(j)),               \
							   b = __builtin_complex(at_##S(k), at_##S(m)), r;            \
						r = a * b;                                                            \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = a / b;                                                            \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = a + b;                                                            \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = at_##S(i) - b;                                                    \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = at_##S(i) * b;                                                    \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = at_##S(i) / b;                                                    \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = a / at_##S(k);                                                    \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = a - at_##S(k);                                                    \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = (T _Complex)at_##S(i) * b;                                        \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						r = ~a - -b;                                                          \
						print_##S(__real__ r);                                                \
						print_##S(__imag__ r);                                                \
						printf("%d %d\n", a == b, !!a);                                       \
					}                                                                             \
	}

ALL(float, f, f)
ALL(double, d, )
ALL(long double, l, L)
static unsigned long long seed = SEED;
static unsigned long long next(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed >> 11;
}
static double any(void)
{
	union {
		unsigned long long u;
		double d;
	} x;
	x.u = next() << 11 ^ next();
	return x.d;
}
static double small(void)
{
	return ((double)(next() % 2000001) - 1000000) / 977;
}
int main(void)
{
	test_f();
	test_d();
	test_l();
	for (int i = 0; i < COUNT; i++) {
		double _Complex a = __builtin_complex(any(), any()), b = __builtin_complex(any(), any()), r;
		if (i % 2)
			a = __builtin_complex(small(), small()), b = __builtin_complex(small(), small());
		r = a * b;
		print_d(__real__ r);
		print_d(__imag__ r);
		r = a / b;
		print_d(__real__ r);
		print_d(__imag__ r);
		float _Complex fa = a, fb = b, fr = fa * fb;
		print_f(__real__ fr);
		print_f(__imag__ fr);
		fr = fa / fb;
		print_f(__real__ fr);
		print_f(__imag__ fr);
		long double _Complex la = a, lb = b, lr = la / lb;
		print_l(__real__ lr);
		print_l(__imag__ lr);
		lr = la * (lb + small());
		print_l(__real__ lr);
		print_l(__imag__ lr);
		_Float16 _Complex ha = a, hb = b, hr = ha * hb;
		print_l((float)__real__ hr);
		print_l((float)__imag__ hr);
		hr = ha / hb;
		print_l((float)__real__ hr);
		print_l((float)__imag__ hr);
		printf("\n");
	}
	return 0;
}
