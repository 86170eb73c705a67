/* Initialisers: braces and their elision, designators, ranges, unions, bit-fields, strings, compound literals. */
struct point {
	int x, y;
};
struct line {
	struct point from, to;
	char tag[4];
	short flags;
};
struct bits {
	unsigned a : 3;
	int : 2;
	int b : 5;
	unsigned long long c : 40;
	unsigned : 0;
	unsigned d : 1;
};
union number {
	char c;
	int i;
	struct point p;
	long long ll;
};
struct mix {
	char a;
	union number n;
	struct bits b;
	struct {
		int in;
		union {
			short s;
			int t;
		};
	};
	int tail[];
};
static const int scalar = 5, braced = { 6 }, twice = { { 7 } }, negative = -3, expression = 1 ? 2 + 3 * 4 : 0;
static const char character = 'x';
static const unsigned char truncated = 300;
static const _Bool truth = 5, falsehood = 0;
static const long long_value = -1;
static const unsigned long long big = ~0ull;
static const short from_float = 3.99, negative_float = -3.99;
static const int array[5] = { 1, 2, 3 };
static const int designated[] = { [3] = 1, 2, [0] = 9, 8 };
static const int empty[3] = {};
static const int range[] = { [0 ... 4] = 7, [2] = 1, [6 ... 7] = 3, 4 };
static const int excess_free[2] = { 1, 2 };
static const char string[] = "hello";
static const char cut[3] = "abc";
static const char padded[8] = "ab\0c";
static const char in_braces[] = { "xyz" };
static const char concatenated[] = "a"
				   "b\x41"
				   "1\101"
				   "\n\e\?";
static const unsigned char chars[] = { 'a', '\xff', 0 };
static const char strings[3][4] = { "ab", { "cde" }, "wxyz" };
static const __CHAR16_TYPE__ wide16[] = u"a\u00e9\U0001F600";
static const __CHAR32_TYPE__ wide32[] = U"a\u00e9";
static const char utf8[] = u8"\u00e9\u20ac\U0001F600";
static const __WCHAR_TYPE__ wide[] = L"w"
				     "ide";
static const struct point point = { 1, 2 }, reversed = { .y = 1, .x = 2 }, old_style = { y : 3, x : 4 },
			  partial = { .y = 5 };
static const struct point points[] = { { 1, 2 }, { .y = 3 }, [4] = { 5 }, 6, 7 };
static const struct point elided[3] = { 1, 2, 3, 4 };
static const struct line line = { 1, 2, { 3 }, "ab", 9 };
static const struct line line2 = { .to.y = 4, "q", .from = { 1 }, .from.y = 2, .tag[2] = 'z', 7 };
static const struct line lines[2][2] = { { { { 1, 2 }, { 3, 4 }, "x", 5 }, { 6 } },
					 { [1].to = { 7, 8 }, [0].flags = -1 } };
static const struct line again = {
	.from = { 1, 2 }, .from = { .y = 3 }, .to.x = 1, .to = { .y = 5 }, .tag = "abc", .tag = { 'q' }
};
static const struct bits bits = { 7, -3, 0x123456789aull, 1 };
static const struct bits bits2 = { .d = 1, .b = 15 };
static const struct bits bits3[2] = { { 1, 2, 3 }, { .c = -1ull } };
static const union number number = { 'a' }, number2 = { .p = { 1, 2 } }, number3 = { .p.y = 3 },
			  number4 = { .c = 1, .i = 0x01020304 };
static const union number numbers[] = { { .ll = -2 }, 5, { .p = { 8 } } };
static const struct mix mix = { 1, { 2 }, { 3, 4, 5, 1 }, { 6, { 7 } } };
static const struct mix mix2 = { .t = 70000, .in = 3, .n.p.y = 4, .b.b = -16 };
static const int matrix[2][3] = { 1, 2, 3, 4 };
static const int matrix2[][2] = { { 1 }, { 2, 3 }, [3] = { 4 } };
static const int cube[2][2][2] = { { { 1 }, 2, 3 }, 4, 5, 6 };
static const int ranges[3][4] = { [0 ... 2] = { [1 ... 2] = 5 }, [1][2] = 6, [2] = { 9 } };
static const struct point range_points[5] = { [1 ... 3] = { 1, 2 }, [2].y = 7 };
static const struct point range_member[4] = { [0 ... 3].y = 1, [1 ... 2].x = 2 };
static const struct line literal = (struct line){ .flags = 3, .tag = "li" };
static const struct point literals[] = { (struct point){ 1, 2 }, { 3 }, (struct point){ .y = 4 } };
static const int from_literal[] = (int[]){ 1, 2, 3 };
static const int *const addresses[] = { &array[2], array + 1, 0, (int *)0, (int *)16 };
static const struct {
	int *p;
	int a[2];
	const char *s;
	char end;
} pointers = { (int *)&array[1], { 1, 2 }, "text", 'e' };
static const enum { E1 = 3, E2 } enumerated[] = { E2, E1 };
static const double number_d = 1.5;
static const float floats[] = { 1, 2.5f, -0.0 };
static const long difference = &array[4] - &array[1], offset = (long)&((struct line *)0)->flags,
		  of = __builtin_offsetof(struct line, tag[2]);
static const int shifts[] = { 1 << 30,
			      -8 >> 1,
			      0xF0u >> 4,
			      ~0,
			      !5,
			      !0,
			      5 == 5,
			      3 > 4,
			      1 && 0,
			      1 || 0,
			      7 % 3,
			      -7 / 2,
			      -7 % 2,
			      6 ^ 3,
			      (char)300,
			      (unsigned char)-1,
			      sizeof(struct line),
			      'a' + 1 };
static const struct {
	struct {
	} nothing;
	int x;
	struct {
	} none[2];
	int y;
} with_empty = { {}, 1, {}, 2 };
static const struct {
	int n;
	struct {
		int a[0];
		int b;
	} s;
} zero_length = { 1, { {}, 2 } };
struct flexible {
	int n;
	char text[];
} flexible = { 3, "abc" }, *flexible_pointer = &flexible;
static const struct {
	char a;
	int : 8;
	int b : 16;
} unnamed_bits = { 1, 2 };
static const struct {
	unsigned a : 4, b : 4;
	char c[2];
} packed_run = { 1, 2, "z" };
static const struct {
	union {
		int a;
		char b;
	};
	int c;
} anonymous = { 1, 2 }, anonymous2 = { { .b = 3 }, .c = 4 }, anonymous3 = { .b = 5, 6 };
static const unsigned long long constants[] = {
	0xFFFFFFFF + 1,   2147483647 + 1u, -1u, 'ab', L'\xff', __builtin_popcount(255), __builtin_bswap32(1),
	__builtin_clz(1), __builtin_ffs(8)
};
static const signed char sign[] = { 200, -1, '\200' };
static const int conditional = sizeof(int) == 4 ? 11 : 22, omitted = 0 ?: 5;
int tentative;
int tentative;
static int tentative_static;
static int tentative_static = 4;
extern int later;
int later = 5;
int *pointer_to_later = &later;
int (*function_pointers[])(void);
static int f(void)
{
	static const int inner[] = { [2] = 3 };
	return inner[1];
}
int (*function_pointers[])(void) = { f, &f, 0 };
