/* Operators, casts and types that a grammar without names gets wrong. */
typedef int T;
typedef struct node {
	int value, a[4];
	struct node *next;
	T (*call)(T, T);
} N;
typedef enum { RED, GREEN = 5, BLUE } color;

int add(T a, T b)
{
	return a + b;
}

int unary(int a, int b, int *p)
{
	int x = -a++ + !b-- - ~*p++ * -(T)-b;
	x += a + (T)-1 - (T)(b)*a - -(T) + b;
	x = sizeof(T) - 1 + sizeof x - sizeof(T[3]) + sizeof(T){ 1 } + sizeof *p * 2;
	x ^= a << 2 + b >> 1 & 3 | a ^ b && p || !a == b != 1 < 2;
	return *p = x = a ? b ? 1 : 2 : a ?: b, x;
}

int shadow(int T, N *n)
{
	int y = T * y - (T)-1, (*f)(int, int) = add;
	{
		typedef char T;
		y += (T)-1 + sizeof(T);
	}
	y += (T) * (y) + (T)&y;
	return (add)(y, T) + (f)(1, 2) + (*f)(T, -y) + n->call(n->a[1], (*n).next->a[T]++);
}

int redefined(void)
{
	color RED = GREEN;
	enum { T = 3, N };
	return RED + T * N + (T) - (N);
}

int lvalues(N *n, char *s)
{
	*(int *)s = 1, *&n->value = 2, n->a[0] += n->a[1] <<= 2, (*n).value--, --*s, ++n->a[3];
	return (n->next, s)[0] + 2 [s] + *s++ + (*s)++;
}

N make(int a, ...)
{
	__builtin_va_list ap;
	__builtin_va_start(ap, a);
	N n = { .a = { [1] = 2, [2 ... 3] = 4 }, .next = &(N){ a : 3 }, value : __builtin_va_arg(ap, T) + 1 };
	__builtin_va_end(ap);
	return a ? (N){ 1, { 2 } } : n;
}

int generic(N n, T *p)
{
	return _Generic(n.a[0], char : 1, T : 2 + n.value, default : 3) +
	       _Generic(p, T *
			: *p, int ** : 0) +
	       __builtin_types_compatible_p(T *, typeof(p)) + (int)__builtin_offsetof(N, a[2]) + ({
		       T k = n.value;
		       k * 2;
	       }) +
	       _Alignof(N) + __alignof__ n + __extension__(T) 3;
}
