/* <signal.h> (C11 7.14): which handler is set is remembered; none ever runs but by raise(), which the ledger says. */
#include "plumb.h"

extern int __plumb_errno;
void abort(void) __attribute__((noreturn));

enum { SIGNALS = 65, DEFAULT = 0, IGNORE = 1 };

typedef void (*handler)(int);

static handler handlers[SIGNALS];

static _Bool is_signal(int number)
{
	if (number > 0 && number < SIGNALS && number != 9 && number != 19)
		return 1;
	__plumb_errno = 22;
	return 0;
}

handler signal(int number, handler new)
{
	if (!is_signal(number))
		return (handler)-1;
	__plumb_ledger("signal: a handler runs only by raise()");
	handler old = handlers[number];
	handlers[number] = new;
	return old;
}

/* What signals do that nobody handles: they end the program, but for these. */
static _Bool is_harmless(int number)
{
	return number == 17 || number == 18 || number == 23 || number == 28;
}

int raise(int number)
{
	if (number <= 0 || number >= SIGNALS)
		return -1;
	handler set = handlers[number];
	if (set == (handler)DEFAULT && !is_harmless(number))
		__plumb_stop(128 + number);
	if (set != (handler)DEFAULT && set != (handler)IGNORE)
		set(number);
	return 0;
}

/* The structures of POSIX are not looked into. */
int sigaction(int number, const void *action, void *old)
{
	(void)action;
	if (!is_signal(number))
		return -1;
	__plumb_ledger("sigaction: a handler never runs");
	if (old)
		__plumb_forget(old, sizeof(long) == 8 ? 152 : 140);
	return 0;
}

int sigemptyset(void *set)
{
	__builtin_memset(set, 0, 128);
	return 0;
}

int sigfillset(void *set)
{
	__builtin_memset(set, 255, 128);
	return 0;
}

static unsigned char *byte_of(void *set, int number)
{
	return (unsigned char *)set + (number - 1) / 8;
}

int sigaddset(void *set, int number)
{
	if (number <= 0 || number >= SIGNALS)
		return -1;
	*byte_of(set, number) |= 1 << (number - 1) % 8;
	return 0;
}

int sigdelset(void *set, int number)
{
	if (number <= 0 || number >= SIGNALS)
		return -1;
	*byte_of(set, number) &= ~(1 << (number - 1) % 8);
	return 0;
}

int sigismember(const void *set, int number)
{
	if (number <= 0 || number >= SIGNALS)
		return -1;
	return *byte_of((void *)set, number) >> (number - 1) % 8 & 1;
}

int sigprocmask(int how, const void *set, void *old)
{
	(void)how;
	(void)set;
	if (old)
		__plumb_forget(old, 128);
	return 0;
}

int kill(int process, int number)
{
	(void)process;
	(void)number;
	__plumb_ledger("kill: a signal to the program itself is not modelled");
	return __plumb_any_bool("kill fails") ? -1 : 0;
}

unsigned alarm(unsigned seconds)
{
	(void)seconds;
	__plumb_ledger("alarm: the signal never comes");
	return __plumb_any_int("seconds left");
}

int pause(void)
{
	__plumb_errno = 4;
	return -1;
}
