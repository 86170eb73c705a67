/* arguments: one "two --three */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void numbers(void)
{
	static const char *const texts[] = { "0",
					     " 12x",
					     "-34",
					     "+5",
					     "0x1fz",
					     "0x",
					     "077",
					     "zz",
					     "",
					     "-",
					     "9223372036854775807",
					     "9223372036854775808",
					     "-9223372036854775809",
					     "18446744073709551616",
					     "\t\n 7" };
	static const int bases[] = { 0, 10, 16, 36, 2, 1 };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
			char *a = NULL, *b = NULL;
			errno = 0;
			long x = strtol(texts[i], bases[k] == 1 ? NULL : &a, bases[k]);
			int error = errno;
			unsigned long long y = strtoull(texts[i], bases[k] == 1 ? NULL : &b, bases[k]);
			printf("%ld %d %llu %d %d ", x, error, y, a ? (int)(a - texts[i]) : -1,
			       b ? (int)(b - texts[i]) : -1);
		}
		printf("%d\n", i < 10 ? atoi(texts[i]) : 0);
	}
	printf("%ld %lld %jd\n", atol("-123456"), atoll("1234567890123"), (intmax_t)strtoimax("-77", NULL, 8));
}

static void floats(void)
{
	static const char *const texts[] = { "1.5",
					     "-2e3x",
					     ".5",
					     "5.",
					     "1e400",
					     "1e-400",
					     "inf",
					     "-INFINITY",
					     "nan",
					     "nan(12)x",
					     "0x1.8p3",
					     "0x.p",
					     "e5",
					     "1e",
					     "1e+",
					     "  12.25e-1",
					     "0.1",
					     "3.4e39",
					     "179769313486231580793e289" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *end;
		errno = 0;
		double d = strtod(texts[i], &end);
		printf("%.17g %td %d ", d, end - texts[i], errno);
		printf("%.9g ", strtof(texts[i], NULL));
		printf("%.21Lg %g\n", strtold(texts[i], &end), atof(texts[i]));
	}
}

static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

struct person {
	char name[6];
	int age;
};

static int by_age(const void *a, const void *b)
{
	return ((const struct person *)a)->age - ((const struct person *)b)->age;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sorting(void)
{
	int a[100], key = 35;
	unsigned seed = 1;
	for (int i = 0; i < 100; i++)
		a[i] = (int)((seed = seed * 1103515245 + 12345) >> 16) % 50;
	qsort(a, 100, sizeof *a, by_value);
	for (int i = 0; i < 100; i++)
		printf("%d ", a[i]);
	int *found = bsearch(&key, a, 100, sizeof *a, by_value);
	printf("\n%d\n", found ? *found : -1);
	struct person people[] = { { "ann", 30 }, { "bob", 20 }, { "cid", 30 }, { "dora", 10 }, { "eve", 20 } };
	qsort(people, 5, sizeof *people, by_age);
	for (int i = 0; i < 5; i++)
		printf("%s%d ", people[i].name, people[i].age);
	char *words[] = { "pear", "apple", "fig" };
	qsort(words, 3, sizeof *words, by_text);
	printf("%s %s %s\n", words[0], words[1], words[2]);
}

static void memory(void)
{
	int *p = calloc(10, sizeof *p);
	p[9] = 9;
	p = realloc(p, 20 * sizeof *p);
	printf("%d %d %d\n", p[0], p[9], p != NULL);
	free(p);
	div_t d = div(-7, 2);
	ldiv_t l = ldiv(-7, -2);
	printf("%d %d %ld %ld %d %ld\n", d.quot, d.rem, l.quot, l.rem, abs(-3), labs(-4L));
}

static void first(void)
{
	puts("first handler");
}

static void second(void)
{
	puts("second handler");
}

int main(int argc, char **argv)
{
	wchar_t wide_character = 7;
	printf("%d %d %d\n", mbtowc(&wide_character, "", 0), mblen("", 0), mblen("a", 0));
	for (int i = 1; i < argc; i++)
		printf("%s %d\n", argv[i], argv[argc] == NULL);
	numbers();
	floats();
	sorting();
	memory();
	srand(7);
	int x = rand(), y = rand();
	printf("%d %d %d\n", x, y, RAND_MAX);
	printf("%d %s\n", getenv("NO_SUCH_VARIABLE_HERE") == NULL, getenv("HOME") ? "home" : "none");
	atexit(first);
	atexit(second);
	exit(5);
}
