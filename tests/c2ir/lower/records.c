/* Structures and unions: by value, nested, initialised, returned, in variadic functions' places. */
#include <string.h>

#define CHECK(n, ...)       \
	if (!(__VA_ARGS__)) \
	return n

struct pair {
	int a, b;
};
struct big {
	char name[12];
	int a[3];
	struct {
		short x, y;
	} in;
	unsigned f : 3, g : 7, : 0, h : 11;
};
union any {
	int i;
	unsigned char c[4];
	float f;
	struct {
		short low, high;
	} s;
};
struct flexible {
	int n;
	char data[];
};
struct tagged {
	enum { NUMBER, POINTER } tag;
	union {
		int number;
		const char *pointer;
	};
};

static struct pair reversed(struct pair p)
{
	struct pair q = { p.b, p.a };
	p.a = 99;
	return q;
}

static struct big make(int k)
{
	struct big b = { "hello", { 1, 2, k }, { 3, 4 } };
	b.f = k;
	b.g = k * 3;
	b.h = k + 1000;
	return b;
}

static int total(struct big b)
{
	b.a[0] += b.in.x;
	return b.a[0] + b.a[1] + b.a[2];
}

static struct tagged number(int n)
{
	struct tagged t = { .tag = NUMBER, .number = n };
	return t;
}

static struct flexible flexible = { 3, "abc" };
static int matrix[3][2][2] = { [1][1] = { 5, 6 }, [2] = { { 7 } } };
static struct pair pairs[4] = { [1 ... 2] = { 3, 4 }, { .b = 8 } };
static const struct pair *const which[] = { &pairs[3], pairs };

int main(void)
{
	struct pair p = { 1, 2 }, q;
	struct big b = make(5), c;
	union any u = { .i = 0x01020304 };
	struct tagged t = number(17);

	q = reversed(p);
	CHECK(1, q.a == 2 && q.b == 1 && p.a == 1);
	CHECK(2, b.f == 5 && b.g == 15 && b.h == 1005 && strcmp(b.name, "hello") == 0);
	c = b;
	c.a[1] += 10;
	CHECK(3, total(c) == 21 && c.a[0] == 1 && b.a[1] == 2);
	CHECK(4, u.c[0] == 4 && u.c[3] == 1 && u.s.high == 0x102);
	u.c[1] = 0xff;
	CHECK(5, u.i == 0x0102ff04);
	CHECK(6, flexible.data[1] == 'b' && flexible.n == 3);
	CHECK(7, matrix[1][1][1] == 6 && matrix[0][1][0] == 0 && matrix[2][0][0] == 7);
	CHECK(8, pairs[2].a == 3 && pairs[3].b == 8 && pairs[3].a == 0 && which[0]->b == 8 && which[1][1].b == 4);
	CHECK(9, make(3).a[2] == 3 && reversed(q).b == 2);
	CHECK(10, t.number == 17 && (t.pointer = "x", t.pointer[0] == 'x'));
	q = (struct pair){ .b = p.b + 1 };
	CHECK(11, q.a == 0 && q.b == 3);
	q = p.a ? p : q;
	CHECK(12, q.a == 1 && ((struct pair[]){ { 1, 2 }, { 3, 4 } })[1].b == 4);
	{
		struct pair *r = &q;
		struct big *pb = &b, d = *pb;
		*r = (r->a = 5, p);
		CHECK(13, q.a == 1 && d.in.y == 4 && d.h == 1005);
		*pb = c;
		CHECK(14, b.a[1] == 12 && pb->g == 15);
	}
	return 42;
}
