/* Types of expressions: promotions, common types, pointers, literals, conditional operators, builtins. */
typedef unsigned char byte;
enum color { RED, GREEN = 5 } color;
enum big { BIG = 0xffffffffu } big;
_Bool b;
char c;
signed char sc;
unsigned char uc;
short s;
unsigned short us;
int i;
unsigned u;
long l;
unsigned long ul;
long long ll;
unsigned long long ull;
float f;
double d;
long double ld;
byte by;
int *ip;
const int *cip;
volatile char *vcp;
void *vp;
const void *cvp;
int (*fp)(int, char);
int a[10];
char m[3][4];
const char *const names[] = { "a", "bc" };
struct point {
	int x, y;
	long z;
	unsigned bf : 3;
	unsigned long long wide : 40;
} p, *pp;
const struct point cp;
union number {
	int i;
	float f;
} n;
struct point by_value(void);
int old();
extern int declared(int, const char *, ...);

void arithmetic(void)
{
	b + b;
	c + c;
	sc *uc;
	s / us;
	us + us;
	i + u;
	u + l;
	i + ul;
	l + ull;
	ll + ul;
	ull - c;
	-c;
	~us;
	+b;
	!d;
	-u;
	~ul;
	color + 1;
	big + 1;
	color | GREEN;
	-color;
	~big;
	by << 1;
	u << ll;
	s >> c;
	ll << u;
	1 << l;
	b << b;
	f + f;
	f *i;
	d + f;
	ld - d;
	f + ll;
	i / ld;
	-f;
	+ld;
	i < f;
	d == ll;
	f &&i;
	c ? f : d;
	u ? i : c;
	i ?: ul;
	c ? s : us;
	i = c;
	c = i;
	f = i;
	(i, l);
	(l, c);
	i++;
	--uc;
	b++;
	f--;
	ld++;
	us += l;
	c <<= ll;
	d += i;
	i -= 3.5f;
	ull |= c;
	p.bf + 1;
	p.bf << 2;
	-p.bf;
	~p.bf;
	p.bf *u;
	p.wide * 1L;
	p.wide > 3;
	i + p.bf;
}

void literals(void)
{
	0;
	1u;
	2l;
	3ul;
	4ll;
	5ull;
	2147483647;
	2147483648;
	4294967295;
	4294967296;
	0x7fffffff;
	0x80000000;
	0xffffffff;
	0x100000000;
	9223372036854775807;
	0x7fffffffffffffff;
	0x8000000000000000;
	0xffffffffffffffffu;
	017;
	0777777777777;
	0b1011;
	0b11111111111111111111111111111111;
	1.0;
	1.f;
	1.l;
	0x1p3;
	1e10f;
	.5;
	5.;
	'a';
	'\xff';
	'\377';
	'ab';
	L'a';
	u'a';
	U'a';
	'\u00e9';
	L'\U0001F600';
	"abc";
	"a"
	"b"
	"c";
	L"abc";
	u"abc";
	U"abc";
	u8"abc";
	L"a"
	"b";
	"\x41"
	"1";
	"\0";
	"";
	__func__;
	2.f128;
	3.f32x;
	4.f64;
}

void pointers(void)
{
	ip + 1;
	1 + ip;
	ip - 1;
	ip - cip;
	a + 2;
	&a;
	*a;
	&a[1];
	a[1];
	1 [a];
	m;
	*m;
	**m;
	m[1];
	m[1][2];
	&m[1];
	&m;
	vp + 1;
	ip == vp;
	ip < cip;
	!ip;
	ip &&vp;
	*cip;
	*vcp;
	&cip;
	(char *)ip;
	(void)i;
	fp;
	*fp;
	**fp;
	fp(1, 'c');
	(*fp)(1, 2);
	&arithmetic;
	arithmetic;
	*arithmetic;
	names;
	names[1];
	names[1][0];
	&names[0];
	*names;
	ip ? ip : 0;
	0 ? vp : ip;
	i ? cip : ip;
	i ? ip : vp;
	i ? cvp : ip;
	i ? (void *)0 : ip;
	i ? ip : (void *)1;
	i ? "a" : "bcd";
	i ? a : ip;
	i ? arithmetic : literals;
	ip++;
	--cip;
	vp++;
	ip += l;
	vp -= 1;
	ip = 0;
	vp = ip;
	cvp = cip;
	sizeof i;
	sizeof(int[3]);
	sizeof a;
	sizeof m[0];
	sizeof "abc";
	sizeof(struct point);
	sizeof p;
	_Alignof(double);
	__alignof__(long long);
	__alignof__ p;
	(int)ip;
	(long)vp;
	(char)ip;
	(void *)l;
	&*ip;
	&p;
	&p.x;
	&pp->z;
	&cp.x;
	*&i;
	&"abc";
	&(int){ 1 };
	&(struct point){ 1, 2 };
	(int[]){ 1, 2, 3 };
}

void records(void)
{
	p;
	p.x;
	p.y;
	p.z;
	pp->x;
	(*pp).y;
	cp.x;
	cp.z;
	cp;
	&cp;
	n.i;
	n.f;
	by_value();
	by_value().x;
	by_value().y;
	by_value().z;
	(p, p);
	i ? p : cp;
	(i ? p : by_value()).z;
	p = by_value();
	*pp = cp;
	((struct point){ .x = 1 }).x;
	old();
	old(1, 2.0f);
	declared(1, "x", c, f, s);
	undeclared_but_called(3);
}

void builtins(int first, ...)
{
	__builtin_va_list ap;
	long double complex_free = 0;
	__builtin_va_start(ap, first);
	__builtin_va_arg(ap, int);
	__builtin_va_arg(ap, char *);
	__builtin_va_arg(ap, struct point);
	__builtin_va_end(ap);
	__builtin_expect(i, 1);
	__builtin_constant_p(i);
	__builtin_offsetof(struct point, z);
	__builtin_types_compatible_p(int, long);
	__builtin_choose_expr(1, c, d);
	__builtin_choose_expr(0, c, d);
	__builtin_popcount(i);
	__builtin_clzll(i);
	__builtin_bswap16(i);
	__builtin_bswap32(1);
	__builtin_bswap64(ll);
	__builtin_add_overflow(1, 2u, &l);
	__builtin_uaddl_overflow(1, 2, &ul);
	__builtin_memcpy(vp, cvp, 3);
	__builtin_strlen("a");
	__builtin_fabs(f);
	__builtin_sqrtf(f);
	__builtin_isnan(d);
	__builtin_huge_val();
	__builtin_inff();
	__builtin_nan("");
	__builtin_isless(f, d);
	__builtin_alloca(3);
	__builtin_object_size(vp, 0);
	__builtin_return_address(0);
	__builtin_unreachable;
	__builtin_ffsll(2);
	__builtin_abs(-3);
	__builtin_signbit(d);
	__sync_fetch_and_add(&i, 1);
	__sync_bool_compare_and_swap(&l, 1, 2);
	__sync_val_compare_and_swap(&ip, 0, ip);
	__atomic_load_n(&uc, 5);
	__atomic_exchange_n(&ip, 0, 0);
	__atomic_fetch_add(&ull, 3, 0);
	__atomic_compare_exchange_n(&s, &s, 2, 0, 0, 0);
	__sync_synchronize();
	__builtin_prefetch(ip);
	__sync_lock_test_and_set(&i, 2);
	_Generic(i, int : 1L, default : 2);
	_Generic(c + 1, char : 'c', int : "int");
	_Generic("x", char * : 1.0f, const char * : 2);
	_Generic(cip, const int * : u, int * : 2);
	({
		int t = 3;
		t + l;
	});
	({ p; });
	({ ; });
	__builtin_printf("x");
	__builtin_abort;
}

void scopes(int n, int (*q)[n], char vla[n][n + 1])
{
	int x[n], y[n][3];
	enum { INNER = 1 << 5, NEXT } e = NEXT;
	struct local {
		struct local *next;
		int INNER;
	} o = { &o, 2 };
	typedef long i;
	i j = 3;
	x;
	x[1];
	y[1];
	y[1][2];
	sizeof x;
	sizeof y[0];
	sizeof(int[n][4]);
	*q;
	(*q)[1];
	q + 1;
	vla[1][2];
	vla;
	e;
	INNER;
	NEXT;
	o.next->INNER;
	j + 1;
	sizeof(i);
	__typeof__(j) k = j;
	__typeof__(*x) z = 1;
	__typeof__(int[5]) w;
	__auto_type v = &w;
	k;
	z;
	w;
	v;
	(*v)[2];
	for (int n = 0; n < 3; n++) {
		char n = 'c';
		n;
	}
	{
		extern int declared(int, const char *, ...);
		declared(1, "");
		static unsigned counter = 3;
		counter++;
	}
	goto end;
end : {
	__label__ here;
here:;
	void *t = &&here;
	t;
	goto *t;
}
}
int knr(a, b, f)
char a;
float *b;
float f;
{
	return a + *b + f;
}
implicit(x)
{
	return x;
}
#ifdef __LP64__
__int128_t *q128;
unsigned __int128 *uq128;
void wide(void)
{
	*q128 + 1;
	*uq128 + *q128;
	(__int128)1 << 100;
	-*q128;
	*q128 * 1.0f;
	18446744073709551615;
	9223372036854775808;
	ull + *q128;
}
#endif
static inline __attribute__((always_inline)) const char *attributes(int x)
{
	return x ? "a" : "b";
}
void __attribute__((noreturn)) die(const char *, ...) __attribute__((format(printf, 1, 2)));
int (*table[3])(int), (*(*returns(int))(char))[4];
void later(int[static 3], int[const], int[], char[][4], void(char), int (*)(void));

/* Functions and objects that are declared in blocks only. */
int in_blocks(void)
{
	extern void only_here(int), declared_later(int);
	extern short only_here_too[3];
	only_here(sizeof only_here_too);
	declared_later(1);
	return 0;
}

void declared_later(int);

/* Modes of enumerations; subscripts in offsetof that are not constant. */
enum mode_byte { MODE_A, MODE_B = 255 } __attribute__((mode(__byte__)));
enum __attribute__((__mode__(__HI__))) mode_short { MODE_C = -1, MODE_D };
enum mode_word { MODE_E } __attribute__((mode(word)));
struct with_modes {
	enum mode_byte byte;
	char next;
	enum mode_short half;
	enum mode_word word;
	short rest[];
};

unsigned long offsets(int n)
{
	struct with_modes w = { MODE_B, 1, MODE_C, MODE_E };
	return __builtin_offsetof(struct with_modes, rest[n + 1]) + (w.byte > 200) + (w.half < 0) + (w.word + 1);
}
