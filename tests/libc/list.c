/* list: writes what docs/library.md says under "The table". */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "libc.h"

enum { WIDTH = 118 };

/* Not listed: aliases, what only the library's own units call, and NAMEf, NAMEl, NAMEf128 beside NAME. */
static bool is_variant(const char *name)
{
	static const char *const ends[] = { "f128", "f", "l" };
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t end = strlen(ends[i]);
		char plain[100];
		if (length <= end || length >= sizeof plain || strcmp(name + length - end, ends[i]) != 0)
			continue;
		snprintf(plain, sizeof plain, "%.*s", (int)(length - end), name);
		const struct libc_function *f = libc_row(plain);
		if (f && strpbrk(f->signature, "dE"))
			return true;
	}
	return false;
}

static bool is_listed(const struct libc_function *f)
{
	return libc_resolved(f) == f && f->by != LIBC_OWN && !is_variant(f->name);
}

static int write_word(int column, const char *word, const char *after)
{
	int width = (int)(strlen(word) + strlen(after)) + 2;
	if (column + 1 + width > WIDTH) {
		printf("\n");
		column = 0;
	}
	printf("%s`%s`%s", column ? " " : "", word, after);
	return column + (column > 0) + width;
}

static void write_rows(const char *title, bool (*wanted)(const struct libc_function *f))
{
	const struct libc_function *last = NULL;
	int column = printf("%s:", title);
	for (unsigned i = 0; i < libc_count; i++) {
		const struct libc_function *f = &libc_functions[i];
		if (!is_listed(f) || !wanted(f))
			continue;
		if (last)
			column = write_word(column, last->name, ",");
		last = f;
	}
	if (last)
		write_word(column, last->name, ".");
	printf("\n\n");
}

#define BY(way, function)                                   \
	static bool function(const struct libc_function *f) \
	{                                                   \
		return f->by == way;                        \
	}
#define HAS(fact, function)                                 \
	static bool function(const struct libc_function *f) \
	{                                                   \
		return libc_has(f, fact);                   \
	}
BY(LIBC_SPECIAL, is_special)
BY(LIBC_INPUT, is_input)
BY(LIBC_FORMAT, is_format)
HAS(LIBC_NEVER_RETURNS, never_returns)
HAS(LIBC_ALLOCATES, allocates)
HAS(LIBC_FREES, frees)
HAS(LIBC_ON_STACK, is_on_stack)
HAS(LIBC_RETURNS_TWICE, returns_twice)
HAS(LIBC_JUMPS, jumps)
HAS(LIBC_APPROXIMATE, is_approximate)
HAS(LIBC_OPEN, is_open)
HAS(LIBC_ROUGH, is_rough)
HAS(LIBC_ASSUMES, assumes)

static bool is_exact(const struct libc_function *f)
{
	bool is_model = f->by == LIBC_TEXT || f->by == LIBC_MODEL || f->by == LIBC_FORMAT;
	return is_model && !libc_has(f, LIBC_APPROXIMATE | LIBC_OPEN | LIBC_ROUGH | LIBC_ASSUMES);
}

int main(void)
{
	printf("Not listed are functions of which nothing is said here (lib/libc has them), aliases, what only "
	       "the\n"
	       "library's own units can call (`__plumb_...`), and `NAMEf`, `NAMEl` and `NAMEf128` beside `NAME`.\n\n");
	write_rows("Whatever body the program gives them", is_special);
	write_rows("Inputs, as is any other `__VERIFIER_nondet_TYPE` that the program declares", is_input);
	write_rows("Lowered by c2ir where the format is a literal, else in C", is_format);
	write_rows("Never return", never_returns);
	write_rows("Allocate", allocates);
	write_rows("Free", frees);
	write_rows("Allocate until the caller returns", is_on_stack);
	write_rows("Return twice", returns_twice);
	write_rows("Jump", jumps);
	write_rows("Exact", is_exact);
	write_rows("Open: what C or POSIX leave open, or comes from outside, is any value", is_open);
	write_rows("Approximate: any value within bounds, marked as an approximation", is_approximate);
	write_rows("Approximate in part, and marked there", is_rough);
	write_rows("Assume something, which the ledger says", assumes);
	return fflush(stdout) != 0;
}
