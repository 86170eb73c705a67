/* <pthread.h>, <threads.h> (C11 7.26): threads, and the values that each has of its own. A program that starts none is one thread, and the
 * functions do the same. One that does becomes a sequential program, in which threads take turns (docs/threads.md): where a function
 * waits, what it waits for is assumed, and another thread's turn may be before that. */
#include "plumb.h"

enum { NO_SUCH_THREAD = 3, AGAIN = 11, BUSY = 16, INVALID = 22 };

void exit(int status) __attribute__((noreturn));

enum { MOST = 1 << 20, RUNNING = 0, FINISHED, GONE };

typedef unsigned long thread;

/* The first thread has the number 0. */
static _Thread_local thread self;
static thread created;
static unsigned char states[MOST];
static void *results[MOST];
static _Bool detached[MOST];

/* Threads that run beside the first one, if that may end before them. */
static thread running;
#define COUNTS (__plumb_program_calls("pthread_exit") || __plumb_program_calls("thrd_exit"))

/* Those that have found that they wait for ever; those that run. A deadlock is told when the last one comes, and it has ended the others' waits in no
 * way: between these nothing is done. */
static thread resting, alive = 1;

void __plumb_may_rest(_Bool now)
{
	if (!now && __plumb_any_bool("it waits for ever")) {
		resting++;
		__plumb_thread_rest();
		__plumb_require(resting != alive, "deadlock", "all threads that run wait for one another");
		__plumb_thread_switch();
		__plumb_assume(0);
	}
	__plumb_assume(!__plumb_thread_rests());
}

/* Those who wait for it cannot tell whether it is over earlier; only those who try can. The same is true of all that is released. */
static void finish(void *result)
{
	__plumb_thread_looks();
	if (__plumb_program_calls("pthread_tryjoin_np"))
		__plumb_thread_switch();
	if (COUNTS)
		running--;
	if (__plumb_checks("deadlock"))
		alive--;
	results[self] = result;
	states[self] = detached[self] ? GONE : FINISHED;
}

static void run(void *(*function)(void *), void *argument, thread number)
{
	__plumb_thread_body();
	self = number;
	finish(function(argument));
}

static void run_standard(int (*function)(void *), void *argument, thread number)
{
	__plumb_thread_body();
	self = number;
	finish((void *)(long)function(argument));
}

/* Each thread has an errno of its own: what it is while others have their turns. */
extern int __plumb_errno;
static _Thread_local int kept_errno;

static void keep_errno(void)
{
	__plumb_thread_leaves();
	kept_errno = __plumb_errno;
}

static void restore_errno(void)
{
	__plumb_thread_comes();
	__plumb_errno = kept_errno;
}

static thread new_thread(void)
{
	if (__plumb_watches_errno()) {
		keep_errno();
		restore_errno();
	}
	__plumb_thread_order();
	__plumb_ledger("threads: a function of the library does its work in one turn");
	__plumb_ledger("threads: starting one is assumed to succeed");
	__plumb_ledger("threads: locks are assumed to be changed only by the functions for them");
	if (created == MOST - 1)
		return 0;
	if (__plumb_checks("deadlock"))
		alive++;
	return ++created;
}

/* As glibc has them, as far as they matter. */
struct thread_attributes {
	int priority, policy, flags;
};
enum { DETACHED = 1 };

int pthread_attr_init(struct thread_attributes *attributes)
{
	attributes->priority = attributes->policy = attributes->flags = 0;
	return 0;
}

int pthread_attr_destroy(struct thread_attributes *attributes)
{
	(void)attributes;
	return 0;
}

int pthread_attr_setdetachstate(struct thread_attributes *attributes, int state)
{
	if (state != 0 && state != DETACHED)
		return INVALID;
	attributes->flags = state;
	return 0;
}

int pthread_attr_getdetachstate(const struct thread_attributes *attributes, int *state)
{
	*state = attributes->flags;
	return 0;
}

int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size)
{
	(void)attributes;
	return size < 16384 ? INVALID : 0;
}

int pthread_create(thread *id, const struct thread_attributes *attributes, void *(*function)(void *), void *argument)
{
	__plumb_thread_switch();
	_Bool is_detached = attributes && attributes->flags;
	thread number = new_thread();
	if (!number)
		return AGAIN;
	if (is_detached)
		detached[number] = 1;
	if (COUNTS)
		running++;
	run(function, argument, number);
	__plumb_thread_switch();
	*id = number;
	return 0;
}

/* thrd_success 0, thrd_busy 1, thrd_error 2, thrd_nomem 3, thrd_timedout 4 */
int thrd_create(thread *id, int (*function)(void *), void *argument)
{
	__plumb_thread_switch();
	thread number = new_thread();
	if (!number)
		return 2;
	if (COUNTS)
		running++;
	run_standard(function, argument, number);
	__plumb_thread_switch();
	*id = number;
	return 0;
}

/* The program ends with the last thread, as exit(0) ends it. */
static void end(void *result)
{
	__plumb_ledger("pthread_exit, thrd_exit: the local objects of the thread are assumed to stay alive");
	if (self)
		finish(result);
	if (self)
		__plumb_thread_over();
	__plumb_thread_looks();
	if (__plumb_program_calls("pthread_tryjoin_np"))
		__plumb_thread_switch();
	results[0] = result;
	states[0] = FINISHED;
	__plumb_thread_waits();
	PLUMB_WAIT(!running);
	exit(0);
}

void pthread_exit(void *result)
{
	end(result);
}

void thrd_exit(int result)
{
	end((void *)(long)result);
}

/* Waiting for a thread that cannot be waited for (itself, one that nobody has started, or that was waited for or detached before) has no
 * defined behaviour (POSIX, C11 7.26.5.6p2). */
static void wait_for(thread id)
{
	__plumb_ledger("pthread_join, thrd_join: the thread is assumed to be one that can be waited for");
	__plumb_thread_waits();
	PLUMB_WAIT(id <= created && states[id] == FINISHED);
	__plumb_thread_joined();
	states[id] = GONE;
}

int pthread_join(thread id, void **result)
{
	wait_for(id);
	if (result)
		*result = results[id];
	return 0;
}

int pthread_tryjoin_np(thread id, void **result)
{
	__plumb_thread_switch();
	if (id > created || states[id] == GONE)
		return NO_SUCH_THREAD;
	if (states[id] != FINISHED)
		return BUSY;
	wait_for(id);
	if (result)
		*result = results[id];
	return 0;
}

int thrd_join(thread id, int *result)
{
	wait_for(id);
	if (result)
		*result = (int)(long)results[id];
	return 0;
}

int pthread_detach(thread id)
{
	__plumb_thread_switch();
	if (id > created || states[id] == GONE)
		return NO_SUCH_THREAD;
	if (detached[id])
		return INVALID;
	detached[id] = 1;
	if (states[id] == FINISHED)
		states[id] = GONE;
	return 0;
}

int thrd_detach(thread id)
{
	return pthread_detach(id) ? 2 : 0;
}

thread pthread_self(void)
{
	return self;
}

thread thrd_current(void)
{
	return self;
}

int pthread_equal(thread a, thread b)
{
	return a == b;
}

int thrd_equal(thread a, thread b)
{
	return a == b;
}

int sched_yield(void)
{
	__plumb_thread_switch();
	return 0;
}

void thrd_yield(void)
{
	__plumb_thread_switch();
}

/* ---- values of threads ---- */

enum { KEYS = 128 }; /* _POSIX_THREAD_KEYS_MAX: there may be no more */

static unsigned keys;
static _Thread_local void **values; /* KEYS of them; NULL: none was set */

int pthread_key_create(unsigned *key, void (*destructor)(void *))
{
	__plumb_thread_switch();
	if (keys == KEYS)
		return AGAIN;
	if (destructor)
		__plumb_ledger("pthread_key_create: destructors of threads' values do not run");
	*key = keys++;
	return 0;
}

int pthread_key_delete(unsigned key)
{
	return key < keys ? 0 : INVALID;
}

int pthread_setspecific(unsigned key, const void *value)
{
	if (key >= keys)
		return INVALID;
	if (!values) {
		values = __plumb_new(KEYS * sizeof *values);
		__builtin_memset(values, 0, KEYS * sizeof *values);
	}
	values[key] = (void *)value;
	return 0;
}

void *pthread_getspecific(unsigned key)
{
	return key < keys && values ? values[key] : NULL;
}

int tss_create(unsigned *key, void (*destructor)(void *))
{
	return pthread_key_create(key, destructor) ? 2 : 0;
}

void tss_delete(unsigned key)
{
	(void)key;
}

int tss_set(unsigned key, void *value)
{
	return pthread_setspecific(key, value) ? 2 : 0;
}

void *tss_get(unsigned key)
{
	return pthread_getspecific(key);
}
