/* Unit tests in TAP. A test program is a main() of checks:
 *
 *	#include "tap.h"
 *
 *	int main(void)
 *	{
 *		ok(1 + 1 == 2, "one and one is %d", 2);
 *		is_int(f(3), 9, "f squares");
 *		is_str(name(), "x", "named x");
 *		return done_testing();
 *	}
 *
 * Every check goes on after a failure and gives back whether it held.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct {
	int run, failed;
} tap;

#define ok(cond, ...) tap_ok((cond), __FILE__, __LINE__, #cond, __VA_ARGS__)
#define is_int(got, want, ...) tap_is_int((got), (want), __FILE__, __LINE__, __VA_ARGS__)
#define is_str(got, want, ...) tap_is_str((got), (want), __FILE__, __LINE__, __VA_ARGS__)

__attribute__((unused, format(printf, 3, 0))) static bool tap_report(bool held, const char *note, const char *fmt,
								     va_list ap)
{
	tap.run++;
	tap.failed += !held;
	printf("%sok %d - ", held ? "" : "not ", tap.run);
	vprintf(fmt, ap);
	printf("%s\n", note);
	fflush(stdout);
	return held;
}

__attribute__((unused, format(printf, 5, 6))) static bool tap_ok(bool held, const char *file, int line,
								 const char *cond, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_report(held, "", fmt, ap);
	va_end(ap);
	if (!held)
		printf("# %s:%d: failed: %s\n", file, line, cond);
	return held;
}

__attribute__((unused, format(printf, 5, 6))) static bool tap_is_int(long long got, long long want, const char *file,
								     int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_report(got == want, "", fmt, ap);
	va_end(ap);
	if (got != want)
		printf("# %s:%d: got %lld, want %lld\n", file, line, got, want);
	return got == want;
}

/* Several lines of text are shown as comments too. */
__attribute__((unused)) static void tap_show(const char *what, const char *s)
{
	printf("# %s: ", what);
	if (!s)
		printf("(null)");
	for (; s && *s; s++) {
		putchar(*s);
		if (*s == '\n' && s[1])
			printf("#   ");
	}
	putchar('\n');
}

__attribute__((unused, format(printf, 5, 6))) static bool tap_is_str(const char *got, const char *want,
								     const char *file, int line, const char *fmt, ...)
{
	bool same = got && want ? !strcmp(got, want) : got == want;
	va_list ap;

	va_start(ap, fmt);
	tap_report(same, "", fmt, ap);
	va_end(ap);
	if (!same) {
		printf("# %s:%d: strings differ\n", file, line);
		tap_show("got", got);
		tap_show("want", want);
	}
	return same;
}

/* For what this machine cannot run: counted as skipped. */
__attribute__((unused, format(printf, 1, 2))) static void tap_skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_report(true, " # SKIP", fmt, ap);
	va_end(ap);
}

__attribute__((unused, format(printf, 1, 2))) static void tap_diag(const char *fmt, ...)
{
	va_list ap;

	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

/* The plan and main()'s value. */
__attribute__((unused)) static int done_testing(void)
{
	printf("1..%d\n", tap.run);
	return tap.failed || !tap.run;
}

#endif
