/* <signal.h> (C11 7.14): which handler is set is remembered, and which signals are blocked; none ever runs but by raise(), which the
 * ledger says. */
#include "plumb.h"

extern int __plumb_errno;
void abort(void) __attribute__((noreturn));

enum { SIGNALS = 65, DEFAULT = 0, IGNORE = 1 };

typedef void (*handler)(int);

static handler handlers[SIGNALS];
static _Bool wants_information[SIGNALS], runs_once[SIGNALS];

/* By number: the signal 1 is bit 0, as in the system's sets. Those that wait were raised while they were blocked; of those that were
 * changed the program has said whether they are blocked. */
static unsigned long long blocked, waiting, changed;

static unsigned long long any_set(void)
{
	unsigned low = __plumb_any_int("signals"), high = __plumb_any_int("signals");
	return (unsigned long long)high << 32 | low;
}

int getpid(void);
int pause(void);
void __plumb_fail(void);

/* glibc's own, which it keeps from programs. */
static _Bool is_internal(int number)
{
	return number == 32 || number == 33;
}

static _Bool is_signal(int number)
{
	if (number > 0 && number < SIGNALS && number != 9 && number != 19 && !is_internal(number))
		return 1;
	__plumb_errno = 22;
	return 0;
}

/* What the program begins with may be ignored already, as whoever started it had it (POSIX); it is seen where the program asks. */
static handler set_before(int number)
{
	static _Bool asked[SIGNALS];
	if (!__plumb_running() && !asked[number] && handlers[number] == (handler)DEFAULT &&
	    __plumb_any_bool("the signal is ignored from the beginning"))
		handlers[number] = (handler)IGNORE;
	asked[number] = 1;
	return handlers[number];
}

/* Where the program runs, the host does the same for the process; a signal with a handler waits until it is asked for. */
static void tell_host(int number, handler new)
{
	__plumb_argument(number);
	__plumb_argument(new == (handler)DEFAULT ? 0 : new == (handler)IGNORE ? 1 : 2);
	__plumb_host_int("handle");
}

handler signal(int number, handler new)
{
	if (!is_signal(number))
		return (handler)-1;
	if (new == (handler)-1) {
		__plumb_errno = 22;
		return new;
	}
	if (__plumb_running())
		tell_host(number, new);
	__plumb_ledger("signal: a handler runs only by raise(), and blocks no signal");
	handler old = set_before(number);
	handlers[number] = new;
	wants_information[number] = 0;
	runs_once[number] = 0;
	return old;
}

/* System V's, which signal() is without extensions (-std=c11), and BSD's. */
handler __sysv_signal(int number, handler new)
{
	handler old = signal(number, new);
	if (old != (handler)-1)
		runs_once[number] = 1;
	return old;
}

handler bsd_signal(int number, handler new)
{
	return signal(number, new);
}

/* What signals do that nobody handles: they end the program, but for these; those that stop it (19 to 22) let it go on later. */
static _Bool is_harmless(int number)
{
	return (number >= 17 && number <= 23) || number == 28;
}

/* siginfo_t and ucontext_t are any. */
static void inform(handler set, int number)
{
	int *information = __plumb_new(128);
	void *context = __plumb_new(1024);
	*information = number;
	((void (*)(int, void *, void *))set)(number, information, context);
}

static _Bool is_number(int number)
{
	if (number > 0 && number < SIGNALS)
		return 1;
	__plumb_errno = 22; /* EINVAL */
	return 0;
}

static _Bool has_handler(int number)
{
	return handlers[number] != (handler)DEFAULT && handlers[number] != (handler)IGNORE;
}

static void deliver(int number)
{
	handler set = handlers[number];
	if (set == (handler)DEFAULT && !is_harmless(number))
		__plumb_stop(128 + number);
	if (!has_handler(number))
		return;
	if (runs_once[number])
		handlers[number] = (handler)DEFAULT;
	if (wants_information[number])
		inform(set, number);
	else
		set(number);
}

static unsigned long long bit_of(int number)
{
	return 1ULL << (number - 1);
}

int raise(int number)
{
	if (number == 0)
		return 0;
	if (!is_number(number))
		return -1;
	if (blocked & bit_of(number))
		waiting |= bit_of(number);
	else
		deliver(number);
	return 0;
}

/* What abort() does before it ends the program (7.22.4.1p2): blocked or not. */
void __plumb_run_abort_handler(void)
{
	if (has_handler(6))
		deliver(6);
}

/* SIGKILL and SIGSTOP cannot be blocked. What waited and does no longer comes at once. */
static void block(unsigned long long mask)
{
	blocked = mask & ~(bit_of(9) | bit_of(19));
	for (int number = 1; number < SIGNALS && waiting & ~blocked; number++)
		if (waiting & ~blocked & bit_of(number)) {
			waiting &= ~bit_of(number);
			deliver(number);
		}
}

enum { SA_SIGINFO = 4, SA_RESETHAND = (int)0x80000000 };

struct action {
	handler handler;
	unsigned char mask[128];
	int flags;
	void (*restorer)(void);
};

/* The mask is not looked into. */
int sigaction(int number, const struct action *action, struct action *old)
{
	/* SIGKILL's and SIGSTOP's may be asked for */
	if (action || is_internal(number) ? !is_signal(number) : !is_number(number))
		return -1;
	__plumb_ledger("sigaction: a handler runs only by raise(), and blocks no signal");
	handler before = number == 9 || number == 19 ? (handler)DEFAULT : set_before(number);
	int flags = wants_information[number] ? SA_SIGINFO : 0;
	if (action && __plumb_running())
		tell_host(number, action->handler);
	if (action) {
		handlers[number] = action->handler;
		wants_information[number] = (action->flags & SA_SIGINFO) != 0;
		runs_once[number] = (action->flags & SA_RESETHAND) != 0;
	}
	if (old) {
		__plumb_writable(old, sizeof *old);
		__plumb_forget(old, sizeof *old);
		old->handler = before;
		old->flags = __plumb_running() ? flags : __plumb_any_int("sa_flags");
	}
	return 0;
}

static unsigned char *byte_of(void *set, int number)
{
	return (unsigned char *)set + (number - 1) / 8;
}

int sigemptyset(void *set)
{
	__builtin_memset(set, 0, 128);
	return 0;
}

int sigfillset(void *set)
{
	__builtin_memset(set, 255, 128);
	*byte_of(set, 32) &= 0x7f;
	*byte_of(set, 33) &= 0xfe;
	return 0;
}

static _Bool is_member(int number)
{
	if (is_number(number) && !is_internal(number))
		return 1;
	__plumb_errno = 22;
	return 0;
}

int sigaddset(void *set, int number)
{
	if (!is_member(number))
		return -1;
	*byte_of(set, number) |= 1 << (number - 1) % 8;
	return 0;
}

int sigdelset(void *set, int number)
{
	if (!is_member(number))
		return -1;
	*byte_of(set, number) &= ~(1 << (number - 1) % 8);
	return 0;
}

int sigismember(const void *set, int number)
{
	if (!is_number(number))
		return -1;
	return *byte_of((void *)set, number) >> (number - 1) % 8 & 1;
}

/* What is blocked: for signals that the program has never asked about, as whoever started it had it. */
static unsigned long long blocked_before(void)
{
	static _Bool asked;
	if (!__plumb_running() && !asked)
		blocked |= any_set() & ~(bit_of(9) | bit_of(19)) & ~changed;
	asked = 1;
	return blocked;
}

int sigprocmask(int how, const void *set, void *old)
{
	unsigned long long mask = 0;
	__plumb_ledger("sigprocmask: siglongjmp() does not restore the mask; what the program itself blocks was not "
		       "blocked before it began");
	if (set && (how < 0 || how > 2)) {
		__plumb_errno = 22;
		return -1;
	}
	if (set) {
		__builtin_memcpy(&mask, set, sizeof mask);
		changed |= mask;
	}
	unsigned long long before = old ? blocked_before() : 0;
	if (set) { /* SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK */
		changed |= how == 2 ? -1ULL : 0;
		block(how == 0 ? blocked | mask : how == 1 ? blocked & ~mask : mask);
	}
	if (old)
		__builtin_memcpy(old, &before, sizeof before);
	return 0;
}

int kill(int process, int number)
{
	if (__plumb_running() && number != 0 && process == getpid())
		return raise(number);
	__plumb_ledger("kill: a signal to the program itself is not modelled");
	__plumb_argument(process);
	__plumb_argument(number);
	if (__plumb_running() ? __plumb_host_int("kill") >= 0 : __plumb_any_bool("kill works"))
		return 0;
	__plumb_fail();
	return -1;
}

int killpg(int group, int number)
{
	return kill(-group, number);
}

/* The handlers of what waits run, or one of what comes. */
int sigsuspend(const void *mask)
{
	unsigned long long before = blocked, during;
	__builtin_memcpy(&during, mask, sizeof during);
	if (waiting & ~during) {
		block(during);
		block(before);
		__plumb_errno = 4;
		return -1;
	}
	block(during);
	pause();
	block(before);
	return -1;
}

/* Others than those that were raised may wait, too. */
int sigpending(void *set)
{
	unsigned long long pending = waiting;
	if (!__plumb_running())
		pending |= blocked & any_set();
	__builtin_memcpy(set, &pending, sizeof pending);
	return 0;
}

int sigblock(int mask)
{
	int before = (int)blocked_before();
	changed |= (unsigned)mask;
	block(blocked | (unsigned)mask);
	return before;
}

int sigsetmask(int mask)
{
	int before = (int)blocked_before();
	changed = -1ULL;
	block((unsigned)mask);
	return before;
}

/* As stack_t. */
struct stack {
	void *where;
	int flags;
	size_t size;
};

int siginterrupt(int number, int interrupt)
{
	(void)interrupt;
	return is_signal(number) ? 0 : -1;
}

/* How large it must be depends on the processor: 2048 bytes at least. */
int sigaltstack(const struct stack *stack, void *old)
{
	if (stack && ((stack->flags != 2 && stack->size < 2048) || __plumb_any_bool("there is no such stack"))) {
		__plumb_fail();
		return -1;
	}
	if (old) {
		__plumb_writable(old, 3 * sizeof(void *));
		__plumb_forget(old, 3 * sizeof(void *));
	}
	return 0;
}

unsigned alarm(unsigned seconds)
{
	(void)seconds;
	__plumb_ledger("alarm: the signal never comes");
	return __plumb_any_int("seconds left");
}

/* Returns once a handler has run (POSIX); otherwise it waits, or the signal ends the program. */
int pause(void)
{
	if (__plumb_running()) {
		raise(__plumb_host_int("suspend"));
	} else {
		int number = __plumb_any_int("signal");
		__plumb_assume(number > 0 && number < SIGNALS);
		if (!has_handler(number) || blocked & bit_of(number))
			__plumb_stop(128 + number);
		deliver(number);
	}
	__plumb_errno = 4;
	return -1;
}
