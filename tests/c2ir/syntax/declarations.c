/* Declarators, specifiers in any order, and what the old language and GNU C allow. */
typedef unsigned long size_t;
long unsigned typedef int UL;
typedef int F(int, char *), (*PF)(void), A[3], *const *PP;
static const volatile int long inline_counter, *q, **const r = 0;
int *(*table[3])(A, F *, int (*)(PF, ...)), (*(*deep(int a, char (*b)[4]))(void))[2];
extern int printf(const char *__restrict, ...) __asm__("printf") __attribute__((format(printf, 1, 2)));
__extension__ typedef struct __attribute__((packed)) bits {
	unsigned a : 3, : 2, b : sizeof(int);
	int : 0;
	_Static_assert(sizeof(int) == 4, "int");
	struct {
		int x;
		union {
			float f;
			A g;
		};
	};
	char tail[0];
} __attribute__((aligned(16))) bits;
typeof(int *) pa, pb;
typeof(pa[0]) number = 4;
_Atomic(int) counter;
_Alignas(double) _Alignas(16) char buffer[2 * sizeof(double)];
enum wide {
	LOW = 1,
	HIGH = LOW << 4,
} level = HIGH;
_Static_assert(sizeof(A) == 3 * sizeof(int), "A"
					     " is three");
struct empty {
};
bits table2[] = { { 1, 2 }, { .x = 3, .g = { [1] = 5 } }, [3] = { b : 1 } };

old(a, b, c) char a, *b;
PF c;
{
	return a + *b + c();
}

static int(parens)(int(x), A y, int n, int vla[static n], int[const])
{
	extern int number;
	auto int i = 0;
	register z = 3;
	int local[n + 1], (*pl)[n] = (int(*)[n])vla;
	static A s = { 1, 2 };
	for (int j = 0, *k = &i; j < n; j++, ++*k)
		local[j] = (*pl)[j] + s[j % 3] + y[0];
	return local[x] + i + z;
}

int (*(*deep(int a, char (*b)[4]))(void))[2]
{
	return a ? (typeof(deep(0, 0)))(*b) : (int(*(*)(void))[2])0;
}

int use(void)
{
	int nested(int k)
	{
		return k + number;
	}
	A a = { 0 };
	return (parens)(1, a, 2, a, a) + nested(3) + old(1, "x", (PF)0) + (int)sizeof(bits);
}
