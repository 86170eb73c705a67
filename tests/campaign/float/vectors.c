/* GNU vectors: prints what comes out of operators, conversions, initialisers, calls. See parts. */
#include <stdio.h>
#include <string.h>
#include <stdarg.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef double v4df __attribute__((vector_size(32)));
typedef signed char v16qi __attribute__((vector_size(16)));
typedef unsigned char v16qu __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned short v8hu __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));
typedef unsigned long long v2du __attribute__((vector_size(16)));
typedef int v2si __attribute__((vector_size(8)));
typedef int v1si __attribute__((vector_size(4)));
#define I(...)                                                        \
	do {                                                          \
		__typeof__(__VA_ARGS__) w = (__VA_ARGS__);            \
		printf("%d:", __LINE__);                              \
		for (unsigned i = 0; i < sizeof w / sizeof w[0]; i++) \
			printf(" %lld", (long long)w[i]);             \
		printf("\n");                                         \
	} while (0)
#define F(...)                                                        \
	do {                                                          \
		__typeof__(__VA_ARGS__) w = (__VA_ARGS__);            \
		printf("%d:", __LINE__);                              \
		for (unsigned i = 0; i < sizeof w / sizeof w[0]; i++) \
			printf(" %a", (double)w[i]);                  \
		printf("\n");                                         \
	} while (0)
struct s {
	char c;
	v4si v;
	int n;
	v2df d[2];
} g = { 1, { 1, 2, 3, 4 }, 5, { { 1.5 }, { 2.5, -3.5 } } };
static v4si gv = { 10, 20, 0 }, ga[2] = { { 1 }, { 2, 3 } };
union u {
	v4si v;
	int i[4];
	unsigned char b[16];
};
static v4si add(v4si a, v4si b)
{
	return a + b;
}
static struct s make(v4si v)
{
	struct s s = { .v = v, .n = 9 };
	return s;
}
static v4si (*pointer)(v4si, v4si) = add;
static v4si sum(int n, ...)
{
	va_list l;
	va_start(l, n);
	v4si s = { 0 };
	while (n--) {
		s += va_arg(l, v4si);
		s += va_arg(l, int);
	}
	va_end(l);
	return s;
}
static unsigned seed = 11;
static unsigned next(void)
{
	return seed = seed * 1664525u + 1013904223u, seed >> 4;
}
#define RANDOM(v)                                         \
	do {                                              \
		unsigned char *p = (unsigned char *)&(v); \
		for (unsigned i = 0; i < sizeof(v); i++)  \
			p[i] = (unsigned char)next();     \
	} while (0)
#define INTEGERS(T, max)                       \
	do {                                   \
		T a, b, c;                     \
		RANDOM(a);                     \
		RANDOM(b);                     \
		I(a + b);                      \
		I(a - b);                      \
		I(a *b);                       \
		b |= 1;                        \
		I(a / b);                      \
		I(a % b);                      \
		I(a &b);                       \
		I(a | b);                      \
		I(a ^ b);                      \
		I(~a);                         \
		I(-a);                         \
		I(a == b);                     \
		I(a != b);                     \
		I(a < b);                      \
		I(a > b);                      \
		I(a <= b);                     \
		I(a >= b);                     \
		c = b & max;                   \
		I(a >> c);                     \
		I(a << c);                     \
		I(a >> 3);                     \
		I(1 << c);                     \
		I(a + 1);                      \
		I(2 - a);                      \
		I(+a);                         \
		c = a;                         \
		c += b;                        \
		I(c);                          \
		c *= 3;                        \
		I(c);                          \
		c++;                           \
		I(c);                          \
		I(c--);                        \
		I(--c);                        \
		c <<= 1;                       \
		I(c);                          \
		I(__builtin_shuffle(a, b));    \
		I(__builtin_shuffle(a, c, b)); \
	} while (0)
int main(void)
{
	for (int k = 0; k < COUNT / 20; k++) {
		INTEGERS(v4su, 31);
		INTEGERS(v16qu, 7);
		INTEGERS(v8hu, 15);
		INTEGERS(v2du, 63);
		v4si x;
		RANDOM(x);
		v4si y;
		RANDOM(y);
		I(x < y);
		I(x >> (y & 31));
		I(x & y);
		I(x == y);
		I((v4su)x < (v4su)y);
		I((x >> 8) / ((y >> 20) | 1));
		I((x >> 20) * (y >> 20));
		v16qi q;
		RANDOM(q);
		I(q > 0);
		I(q >> 2);
		I((q & 15) * (q & 7));
		v8hi h;
		RANDOM(h);
		I(h < 0);
		I((v8hi)q);
		I((v2di)q);
		v4sf f = { 1.5f, -2.25f, k, 1e10f }, f2 = { (float)x[0], 3, -0.0f, y[1] };
		F(f + f2);
		F(f * f2);
		F(f / f2);
		F(-f);
		F(f - 1);
		F(2 * f);
		I(f < f2);
		I(f == f2);
		F(f += f2);
		F(f++);
		F(f);
		v2df d = { 1.0 / 3, x[1] };
		F(d * d);
		F(d / 3);
		I(d > 0);
		F(__builtin_shuffle(d, (v2di){ 1, 0 }));
		F(__builtin_convertvector(x, v4sf));
		F(__builtin_convertvector(f2, v4df));
		I(__builtin_convertvector(f2 / 1e6f, v4si));
		I(__builtin_convertvector(q, __typeof__(signed char __attribute__((vector_size(16))))));
		I(__builtin_shufflevector(x, y, 0, 4, 1, 5));
		I(__builtin_shufflevector(x, y, 7, 6));
		I(__builtin_shufflevector(x, x, 3, 2, 1, 0, 3, 2, 1, 0));
	}
	v4si a = { 1, 2, 3, 4 }, b = a, *p = &b;
	a[1] = 20;
	a[2] += 5;
	(*p)[3] = 7;
	I(a);
	I(b);
	int n = 2;
	a[n] = 99;
	I(a);
	b[n++]--;
	I(b);
	printf("%d %d\n", n, a[n]);
	int *ip = &a[1];
	*ip = 5;
	I(a);
	I(g.v);
	g.v[0] = 11;
	I(g.v);
	F(g.d[1]);
	struct s s2 = g;
	s2.v += 1;
	I(s2.v);
	I(g.v);
	I(make(a).v);
	printf("%d\n", make(a).v[2]);
	printf("%d\n", add(a, b)[n]);
	I(gv);
	I(ga[1]);
	union u u = { a };
	printf("%d %d\n", u.i[1], u.b[4]);
	u.i[2] = 6;
	I(u.v);
	I(pointer(a, b));
	I(sum(2, a, 1, b, 2));
	I(((v4si){ 1, 2 }));
	printf("%d\n", ((v4si){ 1, 2 })[1]);
	v4si arr[3] = { a, b, [2] = { 9 } };
	I(arr[2]);
	arr[n - 3][1] = 4;
	I(arr[0]);
	I(n ? a : b);
	I((n, a));
	I(({
		v4si t = a;
		t *t;
	}));
	a = b = arr[2];
	I(a);
	v2si two = { 1, 2 };
	long long ll = (long long)two;
	printf("%llx\n", ll);
	two = (v2si)(ll * 2);
	I(two);
	v1si one = (v1si)5;
	I(one);
	printf("%d %d %d %d\n", (int)sizeof(v4df), (int)_Alignof(v4df), (int)sizeof(struct s), (int)__alignof__(a));
	printf("%s\n", _Generic(a, v4si : "v4si", v4su : "v4su", default : "other"));
	memset(&a, 1, 8);
	I(a);
	const v4si c = { 3 };
	I(c + 1);
	volatile v4si vv = c;
	vv[1] = 3;
	I(vv);
	register v4si r = c;
	r[n & 3] = 8;
	I(r);
	struct {
		v4si a;
		int b;
	} e = { 1, 2, 3, 4, 5 };
	I(e.a);
	printf("%d\n", e.b);
	v4si un = { 0 };
	I(un);
	int idx[] = { 3, 0 };
	printf("%d\n", a[idx[0]]);
	return 0;
}
