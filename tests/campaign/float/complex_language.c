/* Complex numbers in all places of the language: prints what comes out. See parts. */
#include <stdio.h>
#include <stdarg.h>
#include <complex.h>
#include <string.h>
#define P(z)                                                                                         \
	do {                                                                                         \
		__typeof__(z) zz = (z);                                                              \
		printf("%d: %lld %lld\n", __LINE__, (long long)__real__ zz, (long long)__imag__ zz); \
	} while (0)
#define F(z)                                                                                           \
	do {                                                                                           \
		__typeof__(z) zz = (z);                                                                \
		printf("%d: %La %La\n", __LINE__, (long double)__real__ zz, (long double)__imag__ zz); \
	} while (0)
static unsigned seed = 7;
static unsigned next(void)
{
	return seed = seed * 1664525u + 1013904223u, seed >> 8;
}
union u {
	double _Complex z;
	double d[2];
	unsigned char b[16];
};
struct big {
	int n;
	double _Complex z[3];
	float _Complex f;
	char c;
};
static double _Complex sum(int n, ...)
{
	va_list l;
	va_start(l, n);
	double _Complex s = 0;
	for (int i = 0; i < n; i++) {
		s += va_arg(l, double _Complex);
		s += va_arg(l, int);
		s += va_arg(l, float _Complex);
	}
	va_end(l);
	return s;
}
static struct big make(double _Complex z)
{
	struct big b = { 1, { z, z * 2, [2] = ~z }, z, 'x' };
	return b;
}
static double _Complex *where(double _Complex *p, int *count)
{
	++*count;
	return p;
}
static float _Complex recur(float _Complex z, int n)
{
	return n ? recur(z * z - 0.5f, n - 1) : z;
}
static double _Complex (*pointer)(double _Complex) = conj;
static _Complex double old(z, n)
float _Complex z;
int n;
{
	return z * n;
}
typedef _Complex double cd;
static const cd constants[] = { 1, 1i, -1, -1i, 1.5 + 2.5i, (cd)3, { 4 }, (_Complex float)1.1i };
static double parts[] = { __real__(2.0 + 3.0i), __imag__(2.0 + 3.0i) * 2 };
static double *imagp;
_Static_assert(__real__(3 + 4i) == 3 && __imag__((1 + 2i) * (3 + 4i)) == 10, "folded");
_Static_assert(sizeof(float _Complex) == 8 && sizeof(1.0Li) == 2 * sizeof(long double), "");
int main(void)
{
	for (int i = 0; i < COUNT / 10; i++) {
		_Complex int a = __real__ 0, b;
		__real__ a = (int)(next() % 2001) - 1000;
		__imag__ a = (int)(next() % 2001) - 1000;
		__real__ b = (int)(next() % 201) - 100;
		__imag__ b = (int)(next() % 201) - 100;
		P(a + b);
		P(a - b);
		P(a * b);
		if (b != 0)
			P(a / b);
		P(-a);
		P(~b);
		P(a + 3);
		P(4 - a);
		P(a * 2);
		P(1000 / (b + 1000));
		_Complex unsigned char c = a, d = b;
		c += d;
		P(c);
		c *= d;
		P(c);
		c = ~c;
		P(c);
		P(c + d);
		P(c + 1);
		_Complex unsigned u = a, v = b;
		if (v != 0)
			P(u / v);
		P(u * v);
		_Complex short s = a;
		s++;
		P(s);
		s -= b;
		P(s);
		_Complex long long ll = a;
		ll *= 1000000007LL;
		P(ll);
		F(a * 1.0f);
		F(a / 2.0);
		F((cd)a / (cd)(b + 7i));
		a = 3.7 + 2.9i;
		P(a);
	}
	int count = 0;
	cd z[3] = { 1 + 2i, 3 - 4i, 5.5i };
	*where(z + 1, &count) *= 2 + 1i;
	F(z[1]);
	(*where(z, &count))++;
	F(z[0]);
	F((*where(z, &count))--);
	printf("%d\n", count);
	__imag__ *where(z, &count) = 9;
	F(z[0]);
	__real__ z[2] += 3;
	F(z[2]);
	printf("%d\n", count);
	double *re = &__real__ z[1], *im = &__imag__ z[1];
	*re = 0.25;
	*im *= -1;
	F(z[1]);
	printf("%d\n", (int)(im - re));
	imagp = &__imag__ z[2];
	F(*imagp + z[0]);
	union u u;
	u.z = 1 + 2i;
	printf("%a %a %d\n", u.d[0], u.d[1], u.b[15]);
	u.d[1] = 7;
	F(u.z);
	struct big b = make(0.5 - 1i), b2;
	b2 = b;
	b2.z[1] += 1;
	F(b.z[1]);
	F(b2.z[1]);
	F(b2.z[2]);
	F(b2.f);
	printf("%c\n", b2.c);
	F(make(2).z[1]);
	F(__imag__ make(2i).z[0] + 0.0);
	F(sum(2, 1.0 + 1i, 5, 1.5f + 0.0fi, z[2], 6, 2.0if));
	F(recur(0.5f + 0.25fi, 6));
	F(pointer(2i));
	F(old(1.5f + 1.0fi, 3));
	for (int i = 0; i < 8; i++)
		F(constants[i]);
	printf("%a %a\n", parts[0], parts[1]);
	cd y = 1, w;
	w = y = z[1];
	F(w);
	F((y = 2, y + 1i));
	F(({
		cd t = y;
		t *t;
	}));
	F(y ?: 3i);
	F(0 * y ? y : 4i);
	F(y && !w ? 1i : w || y);
	if (y)
		F(y);
	while (y) {
		y = 0;
	}
	F(y);
	F((_Bool)1e-300i + 0.0);
	memset(&y, 0, sizeof y);
	F(y);
	memcpy(&y, &z[1], 8);
	F(y);
	F(__real__ 5);
	F(__imag__ 5.5f);
	F(__imag__(count++));
	printf("%d\n", count);
	const cd k = 5;
	F(k);
	volatile cd vz = 3i;
	vz += vz;
	F(vz);
	register cd rz = 2;
	__real__ rz = 9;
	F(rz);
	F(csqrt(-4));
	F(cabs(3 + 4i));
	F(cimag(conj(1i)));
	F(cprojf(__builtin_inff() * 1.0if));
	F(creall(1.0Li + 3));
	F((long)(3.9 + 1i));
	F((float)(3.9 + 1i));
	F(1.0 / 0.0 * 1i);
	F((1 + 1i) * (1.0 / 0.0));
	F(CMPLXF(1, -0.0f));
	F((cd){ 1 + 1i });
	F(((cd[2]){ 1, 2i })[1]);
	F(_Generic(1i, _Complex int : 1, default : 2));
	F(_Generic(1i + 1.f, float _Complex : 1, default : 2));
	F(_Generic(~k, cd : 1, default : 2));
	F(2i);
	F(2li);
	F(2.5e1if);
	F(0x10i);
	F(1.0fj);
	F(-1i * -1i);
	F((1i == 1.0i) + 0i);
	F(2 == 2 + 0i);
	printf("%.3f %.3f %.3f %.3f\n", creal(cexp(1i)), cimag(clog(-2)), creal(cpow(2, 3)), cimag(ctan(1i)));
	printf("%.3f %.3f %.3f %.3f %.3f\n", creal(casin(0.5)), cimag(cacosh(0.5)), creal(catan(1 + 1i)),
	       cimag(csinh(1 + 2i)), cabs(ccos(2i)));
	printf("%d\n", __builtin_constant_p(1 + 2i));
	return 0;
}
