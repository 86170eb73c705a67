/* <stdlib.h> (C11 7.22). malloc and its family are lowered by hand: model/heap.c. */
#include "plumb.h"

extern int __plumb_errno;
enum { ERANGE_ = 34, EINVAL_ = 22, ENOMEM_ = 12 };

/* ---- numbers in text ---- */

static _Bool space(char c)
{
	return c == ' ' || (c >= 9 && c <= 13);
}

/* The value of a digit, or 99. */
static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

struct number {
	unsigned long long magnitude;
	_Bool negative, overflows, exists;
	const char *end;
};

/* The longest number at the beginning of s (7.22.1.4p3..7); `most`: of the magnitude, by sign. */
static struct number read_number(const char *s, int base, unsigned long long most, unsigned long long most_negative)
{
	struct number n = { 0 };
	size_t i = 0;
	while (space(s[i]))
		i++;
	n.negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && digit(s[i + 2]) < 16) {
		i += 2;
		base = 16;
	}
	if (base == 0)
		base = s[i] == '0' ? 8 : 10;
	unsigned long long limit = n.negative ? most_negative : most;
	/* No digit is 0: that the string ends there is plain to see. */
	for (; s[i] && digit(s[i]) < base; i++) {
		unsigned d = digit(s[i]);
		n.exists = 1;
		if (n.magnitude > (limit - d) / base || d > limit)
			n.overflows = 1;
		else
			n.magnitude = n.magnitude * base + d;
	}
	n.end = n.exists ? s + i : s;
	return n;
}

static _Bool base_is_valid(int base)
{
	if (base == 0 || (base >= 2 && base <= 36))
		return 1;
	__plumb_errno = EINVAL_;
	return 0;
}

long strtol(const char *s, char **end, int base)
{
	if (!base_is_valid(base))
		return 0;
	struct number n = read_number(s, base, LONG_MAX, (unsigned long)LONG_MAX + 1);
	if (end)
		*end = (char *)n.end;
	if (n.overflows) {
		__plumb_errno = ERANGE_;
		return n.negative ? LONG_MIN : LONG_MAX;
	}
	return (long)(n.negative ? -(unsigned long)n.magnitude : (unsigned long)n.magnitude);
}

long long strtoll(const char *s, char **end, int base)
{
	if (!base_is_valid(base))
		return 0;
	struct number n = read_number(s, base, LLONG_MAX, (unsigned long long)LLONG_MAX + 1);
	if (end)
		*end = (char *)n.end;
	if (n.overflows) {
		__plumb_errno = ERANGE_;
		return n.negative ? LLONG_MIN : LLONG_MAX;
	}
	return (long long)(n.negative ? -n.magnitude : n.magnitude);
}

unsigned long strtoul(const char *s, char **end, int base)
{
	if (!base_is_valid(base))
		return 0;
	struct number n = read_number(s, base, -1UL, -1UL);
	if (end)
		*end = (char *)n.end;
	if (n.overflows) {
		__plumb_errno = ERANGE_;
		return -1UL;
	}
	return n.negative ? -(unsigned long)n.magnitude : (unsigned long)n.magnitude;
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	if (!base_is_valid(base))
		return 0;
	struct number n = read_number(s, base, -1ULL, -1ULL);
	if (end)
		*end = (char *)n.end;
	if (n.overflows) {
		__plumb_errno = ERANGE_;
		return -1ULL;
	}
	return n.negative ? -n.magnitude : n.magnitude;
}

long long strtoimax(const char *s, char **end, int base)
{
	return strtoll(s, end, base);
}

unsigned long long strtoumax(const char *s, char **end, int base)
{
	return strtoull(s, end, base);
}

/* Undefined if the value cannot be represented (7.22.1p1): the arithmetic below is checked for overflow. */
int atoi(const char *s)
{
	size_t i = 0;
	int value = 0;
	while (space(s[i]))
		i++;
	_Bool negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	for (; s[i] >= '0' && s[i] <= '9'; i++)
		value = value * 10 + (negative ? '0' - s[i] : s[i] - '0');
	return value;
}

long atol(const char *s)
{
	size_t i = 0;
	long value = 0;
	while (space(s[i]))
		i++;
	_Bool negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	for (; s[i] >= '0' && s[i] <= '9'; i++)
		value = value * 10 + (negative ? '0' - s[i] : s[i] - '0');
	return value;
}

long long atoll(const char *s)
{
	size_t i = 0;
	long long value = 0;
	while (space(s[i]))
		i++;
	_Bool negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	for (; s[i] >= '0' && s[i] <= '9'; i++)
		value = value * 10 + (negative ? '0' - s[i] : s[i] - '0');
	return value;
}

/* ---- floating numbers in text ---- */

static _Bool matches(const char *s, const char *word)
{
	size_t i = 0;
	while (word[i] && (s[i] | 32) == word[i])
		i++;
	return !word[i];
}

static size_t exponent(const char *s, size_t i, char letter)
{
	if ((s[i] | 32) != letter)
		return i;
	size_t k = i + 1;
	if (s[k] == '+' || s[k] == '-')
		k++;
	if (digit(s[k]) > 9)
		return i;
	while (digit(s[k]) <= 9)
		k++;
	return k;
}

static size_t nan_end(const char *s, size_t i)
{
	size_t k = i + 3;
	if (s[k] != '(')
		return k;
	k++;
	while (digit(s[k]) < 36 || s[k] == '_')
		k++;
	return s[k] == ')' ? k + 1 : i + 3;
}

/* Where the longest floating number at the beginning of s ends, 0: there is none (7.22.1.3p3). */
static size_t float_end(const char *s)
{
	size_t i = 0;
	while (space(s[i]))
		i++;
	if (s[i] == '-' || s[i] == '+')
		i++;
	if (matches(s + i, "inf"))
		return matches(s + i, "infinity") ? i + 8 : i + 3;
	if (matches(s + i, "nan"))
		return nan_end(s, i);
	int base = 10;
	if (s[i] == '0' && (s[i + 1] | 32) == 'x' &&
	    (digit(s[i + 2]) < 16 || (s[i + 2] == '.' && digit(s[i + 3]) < 16))) {
		base = 16;
		i += 2;
	}
	_Bool digits = 0;
	for (; digit(s[i]) < base; i++)
		digits = 1;
	if (s[i] == '.') {
		size_t k = i + 1;
		for (; digit(s[k]) < base; k++)
			digits = 1;
		if (digits)
			i = k;
	}
	return digits ? exponent(s, i, base == 16 ? 'p' : 'e') : 0;
}

static void hand_over(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		__plumb_character(s[i]);
}

/* What errno becomes is the host's, or ERANGE at will. */
static void range_error(void)
{
	if (!__plumb_running())
		__plumb_errno = __plumb_approximate_int("errno") ? ERANGE_ : __plumb_errno;
	else if (__plumb_host_int("range"))
		__plumb_errno = ERANGE_;
}

double strtod(const char *s, char **end)
{
	size_t n = float_end(s);
	if (end)
		*end = (char *)s + n;
	if (n == 0)
		return 0;
	if (!__plumb_running()) {
		double value = __plumb_approximate_double("strtod");
		range_error();
		return value;
	}
	hand_over(s, n);
	double value = __plumb_host_double("strtod");
	range_error();
	return value;
}

float strtof(const char *s, char **end)
{
	size_t n = float_end(s);
	if (end)
		*end = (char *)s + n;
	if (n == 0)
		return 0;
	if (!__plumb_running()) {
		float value = __plumb_approximate_float("strtof");
		range_error();
		return value;
	}
	hand_over(s, n);
	float value = __plumb_host_float("strtof");
	range_error();
	return value;
}

long double strtold(const char *s, char **end)
{
	size_t n = float_end(s);
	if (end)
		*end = (char *)s + n;
	if (n == 0)
		return 0;
	if (!__plumb_running()) {
		long double value = __plumb_approximate_long_double("strtold");
		range_error();
		return value;
	}
	hand_over(s, n);
	long double value = __plumb_host_long_double("strtold");
	range_error();
	return value;
}

double atof(const char *s)
{
	return strtod(s, NULL);
}

/* ---- arithmetic ---- */

int abs(int x)
{
	return x < 0 ? -x : x;
}

long labs(long x)
{
	return x < 0 ? -x : x;
}

long long llabs(long long x)
{
	return x < 0 ? -x : x;
}

long long imaxabs(long long x)
{
	return x < 0 ? -x : x;
}

struct int_division {
	int quotient, remainder;
};
struct long_division {
	long quotient, remainder;
};
struct long_long_division {
	long long quotient, remainder;
};

struct int_division div(int a, int b)
{
	struct int_division d = { a / b, a % b };
	return d;
}

struct long_division ldiv(long a, long b)
{
	struct long_division d = { a / b, a % b };
	return d;
}

struct long_long_division lldiv(long long a, long long b)
{
	struct long_long_division d = { a / b, a % b };
	return d;
}

struct long_long_division imaxdiv(long long a, long long b)
{
	struct long_long_division d = { a / b, a % b };
	return d;
}

/* ---- pseudo-random numbers (7.22.2): RAND_MAX is INT_MAX ----
 * A sequence that begins once is any; where one may come again, which of them a number belongs to is not kept: an approximation. */

static struct sequence {
	_Bool drawn, seeded, repeats;
} simple, wide;

static _Bool draw(struct sequence *s)
{
	s->drawn = 1;
	return s->repeats;
}

/* `first`: the seed of a sequence that nobody has begun (7.22.2.2p2). */
static void begin(struct sequence *s, _Bool first)
{
	s->repeats |= s->seeded || (s->drawn && first);
	s->seeded = 1;
}

int rand(void)
{
	if (__plumb_running())
		return __plumb_host_int("rand");
	int value = draw(&simple) ? __plumb_approximate_int("rand") : __plumb_any_int("rand");
	__plumb_assume_right(value >= 0);
	return value;
}

void srand(unsigned seed)
{
	if (__plumb_running()) {
		__plumb_argument(seed);
		__plumb_host_int("srand");
		return;
	}
	begin(&simple, seed == 1);
}

long random(void)
{
	return rand();
}

void srandom(unsigned seed)
{
	srand(seed);
}

/* The same for the same *seed: which value, is an approximation. */
int rand_r(unsigned *seed)
{
	if (__plumb_running()) {
		__plumb_argument(*seed);
		int value = __plumb_host_int("rand_r");
		*seed = __plumb_host_int("next");
		return value;
	}
	__plumb_readable(seed, sizeof *seed);
	*seed = __plumb_approximate_int("rand_r");
	int value = __plumb_approximate_int("rand_r");
	__plumb_assume_right(value >= 0);
	return value;
}

double drand48(void)
{
	if (__plumb_running())
		return __plumb_host_double("drand48");
	double value = __plumb_approximate_double("drand48");
	__plumb_assume_right(value >= 0 && value < 1);
	return value;
}

static long draw_long(void)
{
	return draw(&wide) ? __plumb_approximate_int("lrand48") : __plumb_any_int("lrand48");
}

long lrand48(void)
{
	if (__plumb_running())
		return __plumb_host_long("lrand48");
	long value = draw_long();
	__plumb_assume_right(value >= 0);
	return value;
}

long mrand48(void)
{
	if (__plumb_running())
		return __plumb_host_long("mrand48");
	return draw_long();
}

void srand48(long seed)
{
	if (__plumb_running()) {
		__plumb_argument(seed);
		__plumb_host_int("srand48");
		return;
	}
	begin(&wide, 0);
}

/* ---- searching and sorting (7.22.5) ----
 * The elements are bytes here, as all calls share these functions. */

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	size_t low = 0, high = count;
	__plumb_require(size == 0 || count <= SIZE_MAX / size, "bounds", "an array of more bytes than there can be");
	__plumb_readable(base, count * size);
	while (low < high) {
		/* which of several equal elements is found is unspecified */
		size_t middle = (low + high) / 2;
		if (!__plumb_running()) {
			size_t other = __plumb_any_size("which element bsearch() looks at");
			__plumb_assume(other >= low && other < high);
			middle = other;
		}
		void *element = __plumb_element(base, middle, size);
		int order = compare(key, element);
		if (order == 0)
			return element;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* Swaps two elements: what the comparison function sees is always the array itself (7.22.5p2). */
static void exchange(void *base, size_t i, size_t k, size_t size, char *room)
{
	memcpy(room, __plumb_element(base, i, size), size);
	memmove(__plumb_element(base, i, size), __plumb_element(base, k, size), size);
	memcpy(__plumb_element(base, k, size), room, size);
}

/* Which elements are compared, how often, and in which order is unspecified. */
static int compare_any(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	size_t i = __plumb_any_size("an element that qsort() compares");
	size_t k = __plumb_any_size("the element that qsort() compares it with");
	__plumb_assume(i < count && k < count);
	return compare(__plumb_element(base, i, size), __plumb_element(base, k, size));
}

/* As many comparisons as there are elements, of any of them. */
static void compare_many(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	size_t n = __plumb_any_size("comparisons of qsort()");
	__plumb_assume(n <= count);
	for (size_t i = 0; i < n; i++)
		compare_any(base, count, size, compare);
}

static int sign(int order)
{
	return (order > 0) - (order < 0);
}

/* Of a sorted array: is an element from i to k before the next one? */
static _Bool rises(const void *base, size_t i, size_t k, size_t count, size_t size,
		   int (*compare)(const void *, const void *))
{
	_Bool rises = 0;
	for (size_t m = 0; m + 1 < count; m++)
		if (m >= i && m < k)
			rises |= compare(__plumb_element(base, m, size), __plumb_element(base, m + 1, size)) < 0;
	return rises;
}

/* Is what compare() says of the elements no order (7.22.5p4)? In the array that was sorted by an order, each element i is before k > i
 * exactly if it rises from i to k, else they are equal; and if that holds for all i and k, it is the order by height. So two elements,
 * any, are looked at. (Constant numbers of elements make simpler terms than unknown ones.) */
static _Bool contradicts(const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	size_t first = __plumb_any_size("an element that qsort() compares");
	size_t second = __plumb_any_size("the element that qsort() compares it with");
	_Bool contradicts = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++)
			if (i == first && k == second) {
				const void *a = __plumb_element(base, i, size), *b = __plumb_element(base, k, size);
				int expected = -rises(base, i, k, count, size, compare);
				int order = sign(compare(a, b)), opposite = sign(compare(b, a));
				contradicts = order != expected || opposite != -expected;
			}
	return contradicts;
}

enum choice {
	KEEPS, /* equal elements stay in order */
	MIXES, /* they come in any order */
	SWAPS, /* and those that are compared may be handed over either way round */
};

/* Which of two elements comes first? */
static _Bool goes_before(const void *a, const void *b, enum choice choice, int (*compare)(const void *, const void *))
{
	if (choice == SWAPS && __plumb_any_bool("qsort() swaps the arguments")) {
		int order = compare(b, a);
		return order > 0 || (order == 0 && __plumb_any_bool("order of equal elements"));
	}
	int order = compare(a, b);
	return order < 0 || (choice != KEEPS && order == 0 && __plumb_any_bool("order of equal elements"));
}

static void sort_by_insertion(void *base, size_t count, size_t size, enum choice choice,
			      int (*compare)(const void *, const void *))
{
	char *room = __builtin_alloca(size);
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k > 0 && goes_before(__plumb_element(base, k, size),
							__plumb_element(base, k - 1, size), choice, compare);
		     k--)
			exchange(base, k, k - 1, size, room);
}

static void shuffle(void *base, size_t count, size_t size)
{
	char *room = __builtin_alloca(size);
	for (size_t i = 1; i < count; i++) {
		size_t k = __plumb_any_size("where qsort() puts an element");
		__plumb_assume(k <= i);
		if (k < i)
			exchange(base, i, k, size, room);
	}
}

/* In verification. A function that changes nothing gives the same whenever it is called: any order of comparisons leads to the same
 * arrays, unless its answers contradict each other: then to any; and those few comparisons stand for all that are made on the way. (They are made
 * of the array that is sorted without choice, which of known elements is known; and on no path of their own, for simpler terms.)
 * Where it does change something, or the program ends in it, there are any comparisons before those that sort, and after them. */
static void sort_somehow(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	if (__plumb_changes(compare(base, base),
			    "qsort: a comparison function with effects is called in some orders, not all")) {
		compare_many(base, count, size, compare);
		sort_by_insertion(base, count, size, SWAPS, compare);
		if (__plumb_any_bool("qsort() compares once more"))
			compare_any(base, count, size, compare);
		return;
	}
	sort_by_insertion(base, count, size, KEEPS, compare);
	_Bool open = __plumb_any_bool("qsort() compares other elements") && contradicts(base, count, size, compare);
	sort_by_insertion(base, count, size, MIXES, compare);
	if (open)
		shuffle(base, count, size);
}

void *malloc(size_t n);
void free(void *p);

/* As glibc does it. */
static void sort_by_merging(char *base, char *spare, size_t count, size_t size,
			    int (*compare)(const void *, const void *))
{
	for (size_t width = 1; width < count; width *= 2) {
		for (size_t at = 0; at < count; at += 2 * width) {
			size_t middle = at + width < count ? at + width : count;
			size_t end = middle + width < count ? middle + width : count;
			size_t i = at, k = middle;
			for (size_t to = at; to < end; to++) {
				_Bool left = i < middle && (k == end || compare(__plumb_element(base, i, size),
										__plumb_element(base, k, size)) <= 0);
				memcpy(__plumb_element(spare, to, size), __plumb_element(base, left ? i : k, size),
				       size);
				if (left)
					i++;
				else
					k++;
			}
		}
		memcpy(base, spare, count * size);
	}
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	__plumb_require(compare != NULL, "null", "qsort() without a comparison function");
	if (count < 2 || size == 0)
		return;
	__plumb_require(count <= SIZE_MAX / size, "bounds", "an array of more bytes than there can be");
	__plumb_writable(base, count * size);
	if (__plumb_running()) {
		char *spare = __plumb_new(count * size);
		sort_by_merging(base, spare, count, size, compare);
		__plumb_delete(spare);
	} else {
		sort_somehow(base, count, size, compare);
	}
}

/* ---- memory that malloc() and its family give ---- */

void *memalign(size_t alignment, size_t n);
void *realloc(void *p, size_t n);

/* POSIX; the number of an error is the result, and errno stays. What *to is after one is not specified: glibc leaves it. */
int posix_memalign(void **to, size_t alignment, size_t n)
{
	__plumb_writable(to, sizeof *to);
	if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0)
		return EINVAL_;
	int before = __plumb_errno;
	void *p = memalign(alignment, n);
	__plumb_errno = before;
	if (!p)
		return ENOMEM_;
	*to = p;
	return 0;
}

/* Nothing happens to p if there are no n * m bytes. */
void *reallocarray(void *p, size_t n, size_t m)
{
	size_t size;
	if (__builtin_mul_overflow(n, m, &size)) {
		__plumb_errno = ENOMEM_;
		return NULL;
	}
	return realloc(p, size);
}

/* ---- the environment (7.22.4) ---- */

/* A new string that the program does not know; with a host, what the host gives (`n` characters). */
char *__plumb_string(size_t n)
{
	char *s = __plumb_new(n + 1);
	if (__plumb_running())
		for (size_t i = 0; i < n; i++)
			s[i] = __plumb_host_int("byte");
	else
		__plumb_forget(s, n);
	s[n] = 0;
	return s;
}

/* What the program has set, or has been told, in verification. */
enum { MOST_VARIABLES = 16 };

static struct variable {
	const char *text;   /* NAME=VALUE of putenv(), or NULL */
	char *name, *value; /* of the others; value NULL: it is not set */
} variables[MOST_VARIABLES];
static unsigned variable_count;
static _Bool some_are_lost; /* there were more */
extern _Bool __plumb_zone_is_known;
extern _Bool __plumb_zone_is_set;

/* What follows `name` and '=' in text, or NULL: it is another variable's. */
static char *value_in(const char *text, const char *name)
{
	size_t i = 0;
	while (name[i] && text[i] == name[i])
		i++;
	return !name[i] && text[i] == '=' ? (char *)text + i + 1 : NULL;
}

static _Bool is_called(const struct variable *v, const char *name)
{
	size_t i = 0;
	if (v->text)
		return value_in(v->text, name) != NULL;
	while (name[i] && v->name[i] == name[i])
		i++;
	return v->name[i] == name[i];
}

static struct variable *find_variable(const char *name)
{
	for (unsigned i = variable_count; i > 0; i--)
		if (is_called(&variables[i - 1], name))
			return &variables[i - 1];
	return NULL;
}

static char *copy_of(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	volatile char *copy = __plumb_new(n + 1); /* which no program writes to: no race */
	for (size_t i = 0; i <= n; i++)
		copy[i] = s[i];
	return (char *)copy;
}

static struct variable *new_variable(const char *name)
{
	struct variable *v = find_variable(name);
	if (!v && variable_count == MOST_VARIABLES) {
		some_are_lost = 1;
		return NULL;
	}
	if (!v)
		v = &variables[variable_count++];
	v->text = NULL;
	v->name = copy_of(name);
	return v;
}

char *getenv(const char *name)
{
	size_t n = 0;
	for (; name[n]; n++)
		__plumb_character(name[n]);
	if (__plumb_running()) {
		int length = __plumb_host_int("getenv");
		return length < 0 ? NULL : __plumb_string(length);
	}
	struct variable *v = find_variable(name);
	if (v)
		return v->text ? value_in(v->text, name) : v->value;
	char *value = NULL;
	if (some_are_lost ? __plumb_approximate_int("getenv") != 0 : __plumb_any_bool("the variable is set")) {
		n = __plumb_any_size("length of getenv()'s result");
		__plumb_ledger("getenv: a value has less than 128 KB");
		__plumb_assume(n < 1 << 17);
		value = __plumb_string(n);
	}
	v = new_variable(name);
	if (v)
		v->value = value;
	return value;
}

char *secure_getenv(const char *name)
{
	return getenv(name);
}

/* POSIX: an empty name, or one with '=', is an error. */
static _Bool is_name(const char *name)
{
	size_t i = 0;
	while (name[i] && name[i] != '=')
		i++;
	if (i > 0 && !name[i])
		return 1;
	__plumb_errno = EINVAL_;
	return 0;
}

static _Bool there_is_memory(void)
{
	if (!__plumb_any_bool("memory for the variable is lacking"))
		return 1;
	__plumb_errno = ENOMEM_;
	return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
	if (!name) {
		__plumb_errno = EINVAL_;
		return -1;
	}
	if (__plumb_running()) {
		for (size_t i = 0; name[i]; i++)
			__plumb_character(name[i]);
		__plumb_character(0);
		for (size_t i = 0; value[i]; i++)
			__plumb_character(value[i]);
		__plumb_argument(overwrite);
		return __plumb_host_int("setenv");
	}
	if (!is_name(name))
		return -1;
	char *copy = copy_of(value);
	if (!there_is_memory())
		return -1;
	__plumb_zone_is_known = 0;
	__plumb_zone_is_set = 1;
	if (!overwrite && getenv(name))
		return 0;
	struct variable *v = new_variable(name);
	if (v)
		v->value = copy;
	return 0;
}

int unsetenv(const char *name)
{
	if (__plumb_running()) {
		for (size_t i = 0; name[i]; i++)
			__plumb_character(name[i]);
		return __plumb_host_int("unsetenv");
	}
	if (!is_name(name))
		return -1;
	__plumb_zone_is_known = 0;
	__plumb_zone_is_set = 1;
	struct variable *v = new_variable(name);
	if (v)
		v->value = NULL;
	return 0;
}

/* The text itself becomes part of the environment. glibc: without '=' the variable is taken away. */
int putenv(char *text)
{
	size_t n = 0;
	while (text[n] && text[n] != '=')
		n++;
	if (__plumb_running())
		return __plumb_any_bool("putenv fails") ? -1 : 0;
	char *name = copy_of(text);
	name[n] = 0;
	if (!text[n])
		return unsetenv(name);
	if (!there_is_memory())
		return -1;
	__plumb_zone_is_known = 0;
	__plumb_zone_is_set = 1;
	struct variable *v = new_variable(name);
	if (v)
		v->text = text;
	return 0;
}

/* ---- the end (7.22.4) ---- */

enum { MOST_HANDLERS = 1024 };

static struct handler {
	void (*plain)(void);
	void (*with_status)(int, void *);
	void *argument;
} handlers[MOST_HANDLERS];
static int handler_count;
static void (*quick_handlers[MOST_HANDLERS])(void);
static int quick_handler_count;

int atexit(void (*handler)(void))
{
	if (handler_count == MOST_HANDLERS)
		return 1;
	handlers[handler_count].with_status = NULL;
	handlers[handler_count++].plain = handler;
	return 0;
}

int on_exit(void (*handler)(int, void *), void *argument)
{
	if (handler_count == MOST_HANDLERS)
		return 1;
	handlers[handler_count].with_status = handler;
	handlers[handler_count++].argument = argument;
	return 0;
}

int at_quick_exit(void (*handler)(void))
{
	if (quick_handler_count == MOST_HANDLERS)
		return 1;
	quick_handlers[quick_handler_count++] = handler;
	return 0;
}

/* In the opposite order; those that they register come at once (7.22.4.4p3). */
void __plumb_run_handlers(int status)
{
	while (handler_count > 0) {
		struct handler *h = &handlers[--handler_count];
		if (h->with_status)
			h->with_status(status, h->argument);
		else
			h->plain();
	}
}

void __plumb_run_quick_handlers(void)
{
	while (quick_handler_count > 0)
		quick_handlers[--quick_handler_count]();
}

/* ---- characters (7.22.7): in the "C" locale each is a byte ---- */

size_t __ctype_get_mb_cur_max(void)
{
	return 1;
}

int mbtowc(int *to, const char *s, size_t n);

int mblen(const char *s, size_t n)
{
	return mbtowc(NULL, s, n);
}
