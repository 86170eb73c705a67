/* Layouts (gcc's on x86): bit-fields, packed, aligned, pragma pack, unions, flexible arrays, nested and anonymous ones. */
struct plain {
	char a;
	short b;
	int c;
	long d;
	long long e;
	void *f;
	float g;
	double h;
	long double i;
};
struct doubles {
	char a;
	double b;
	char c;
	long long d;
	char e;
	long double f;
};
struct bits1 {
	int a : 3;
	int b : 5;
	int c : 24;
	int d : 1;
};
struct bits2 {
	char a;
	int b : 4;
	int c : 30;
	char d;
};
struct bits3 {
	unsigned long long a : 40;
	unsigned long long b : 40;
	unsigned char c : 7;
	unsigned short d : 9;
};
struct bits4 {
	int a : 3;
	int : 0;
	int b : 3;
	char : 0;
	int c : 3;
	long long : 0;
	int d;
};
struct bits5 {
	char a;
	int : 0;
	char b;
};
struct bits6 {
	char a;
	long long : 20;
	char b;
};
struct bits7 {
	_Bool a : 1;
	_Bool b : 1;
	unsigned c : 31;
	_Bool d : 1;
};
struct bits8 {
	long long a : 64;
	char b;
	long long c : 3;
};
struct bits9 {
	short a : 5;
	char b : 5;
	int c : 5;
	long d : 5;
	long long e : 5;
};
struct bits10 {
	unsigned char a : 3, b : 3, c : 3, d : 3;
};
struct bits11 {
	int a : 31;
	int b : 31;
	int c : 2;
	int : 5;
	int d : 1;
};
struct bits12 {
	char a;
	int : 5;
};
struct bits13 {
	int : 5;
};
struct bits14 {
	char x;
	long : 3;
};
struct packed1 {
	char a;
	int b;
	char c;
	double d;
	short e;
} __attribute__((packed));
struct __attribute__((packed)) packed2 {
	char a;
	int b : 13;
	int c : 20;
	long long d : 41;
	char e;
};
struct packed3 {
	char a;
	int b __attribute__((packed));
	int c;
};
struct packed4 {
	char a;
	int b : 20 __attribute__((packed));
	int c : 20;
};
struct packed5 {
	char a;
	struct plain b;
} __attribute__((packed));
struct packed6 {
	char a;
	int : 0;
	char b;
} __attribute__((packed));
struct packed7 {
	char a;
	int b __attribute__((aligned(2)));
	char c;
	int d : 7 __attribute__((aligned(4)));
} __attribute__((packed));
struct packed8 {
	char a;
	long b;
} __attribute__((packed, aligned(4)));
struct aligned1 {
	char a;
} __attribute__((aligned(16)));
struct aligned2 {
	char a;
	int b __attribute__((aligned(16)));
	char c;
};
struct aligned3 {
	char a;
	struct aligned1 b;
	char c;
};
struct aligned4 {
	char a;
	_Alignas(8) char b;
	_Alignas(long double) char c;
};
struct aligned5 {
	char a;
} __attribute__((aligned));
struct aligned6 {
	char a;
	int b : 3 __attribute__((aligned(8)));
	int c : 3;
};
typedef int int_aligned8 __attribute__((aligned(8)));
typedef long long ll_aligned4 __attribute__((aligned(4)));
typedef double double_aligned2 __attribute__((aligned(2)));
struct aligned7 {
	char a;
	int_aligned8 b;
	char c;
	ll_aligned4 d;
	char e;
	double_aligned2 f;
};
struct aligned8 {
	char a;
	int_aligned8 b;
} __attribute__((packed));
#pragma pack(push, 1)
struct pack1 {
	char a;
	int b;
	double c;
	long long d : 35;
	int e : 30;
};
#pragma pack(2)
struct pack2 {
	char a;
	int b;
	double c;
	struct aligned1 d;
	int e : 20;
	int f : 20;
};
#pragma pack(pop)
#pragma pack(4)
struct pack4 {
	char a;
	long long b;
	char c;
	double d;
	long double e;
	int f __attribute__((aligned(8)));
};
struct pack4b {
	char a : 3;
	long long b : 50;
	int : 0;
	char c;
};
#pragma pack()
struct unpacked {
	char a;
	long long b;
};
union u1 {
	char a;
	int b;
	double c;
};
union u2 {
	char a[7];
	short b;
};
union u3 {
	int a : 3;
	long long b : 40;
	char c;
};
union u4 {
	struct {
		char x;
		int y;
	} s;
	char b[13];
	long double ld;
};
union __attribute__((packed)) u5 {
	int a;
	char b[5];
};
union u6 {
	int : 5;
	char c;
};
struct flexible1 {
	int n;
	char data[];
};
struct flexible2 {
	long long n;
	int data[];
};
struct flexible3 {
	int n;
	char data[0];
};
struct flexible4 {
	char n;
	struct flexible1 inner;
};
struct empty {
};
struct with_empty {
	char a;
	struct empty b;
	int c;
};
struct array {
	char a;
	short b[3];
	struct plain c[2];
	char d[2][3][4];
};
struct anonymous {
	int a;
	union {
		int b;
		struct {
			char c;
			double d;
		};
		long long e : 50;
	};
	struct {
		int f : 3;
		int g : 4;
	};
	char h;
};
enum small { SMALL_A, SMALL_B = 200 };
enum negative { NEGATIVE = -1, POSITIVE = 0x7fffffff };
enum large { LARGE = 0x80000000u };
enum wide { WIDE = 0x100000000ll };
enum wide_negative { WIDE_NEGATIVE = -0x100000000ll };
enum __attribute__((packed)) tiny { TINY_A, TINY_B = 255 };
enum __attribute__((packed)) tiny_negative { TN_A = -1, TN_B = 127 };
enum __attribute__((packed)) medium { M_A = 256 };
struct enums {
	char a;
	enum small b;
	char c;
	enum wide d;
	enum tiny e;
	enum tiny_negative f;
	enum medium g;
	enum small h : 3;
	enum wide i : 40;
};
struct pointers {
	char a;
	void *b;
	char c;
	int (*d)(void);
	char e;
};
struct vectors {
	char a;
	int v __attribute__((vector_size(16)));
	char b;
};
struct complexes {
	char a;
	_Complex double c;
	char b;
	_Complex float d;
	char e;
	_Complex char f;
};
struct wide_floats {
	char a;
	_Float128 b;
	char c;
	__float80 d;
	char e;
	_Float32 f;
	_Float64x g;
};
struct nested {
	char a;
	struct bits2 b;
	union u3 c;
	struct {
		struct {
			char x;
			long long y;
		} z[2];
	} d;
};
typedef struct {
	char a;
	long long b;
} unnamed;
struct of_unnamed {
	char a;
	unnamed b;
	unnamed c[3];
};
struct modes {
	char a;
	int b __attribute__((mode(QI)));
	char c;
	int d __attribute__((mode(DI)));
	unsigned e __attribute__((mode(word)));
};
struct pointer_bits {
	unsigned long a : 33 - 2 * (sizeof(long) == 4);
	unsigned long b : 10;
};
struct mixed {
	unsigned a : 1;
	unsigned char b;
	unsigned c : 9;
	unsigned short d;
	unsigned e : 17;
	unsigned long long f : 33;
};
struct late {
	int a : 12;
	char b;
	int c : 12;
} __attribute__((aligned(2)));
struct volatile_bits {
	volatile unsigned a : 5;
	volatile unsigned b : 27;
};
unnamed object;
struct {
	char a;
	int b : 5;
	long long c;
} unnamed_object;
struct {
	char a;
	union {
		int b;
		struct {
			char c[5];
			short d;
		};
	};
} anonymous_object;
struct array arrays[sizeof(struct plain)];
int incomplete[];
int incomplete[7];
char string[] = "five"
		"\0six";
int sized[] = { [3] = 1, 2, [1] = 0 };
