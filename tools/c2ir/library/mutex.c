/* <pthread.h>, <threads.h> (C11 7.26): mutexes, spin locks, conditions. What waits is as in pthread.c. */
#include "plumb.h"

/* The size of a struct timespec. */
enum { TIME = 2 * sizeof(long) };
enum { NOT_OWNER = 1, BUSY = 16, INVALID = 22, DEADLOCK = 35, TIMED_OUT = 110 };

unsigned long pthread_self(void);

/* ---- mutexes ---- */

/* What is volatile here is what locks are made of (object/lvalue.c). As glibc has it on x86: the kind is the fourth integer, or the fifth with 64 bits. */
struct mutex {
	volatile int lock;
	volatile unsigned count;
	volatile int owner;
	volatile int rest[2];
};
enum { NORMAL, RECURSIVE, ERROR_CHECK, ADAPTIVE, DESTROYED = -1 };
#define KIND(mutex) ((mutex)->rest[sizeof(long) / 8])

int pthread_mutexattr_init(int *attributes)
{
	*attributes = NORMAL;
	return 0;
}

int pthread_mutexattr_destroy(int *attributes)
{
	(void)attributes;
	return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared)
{
	__plumb_writable(attributes, sizeof *attributes);
	return shared == 0 || shared == 1 ? 0 : INVALID;
}

int pthread_mutexattr_settype(int *attributes, int kind)
{
	if (kind < NORMAL || kind > ADAPTIVE)
		return INVALID;
	*attributes = kind;
	return 0;
}

int pthread_mutex_init(struct mutex *mutex, const int *attributes)
{
	__plumb_thread_switch();
	int kind = attributes ? *attributes : NORMAL;
	__plumb_thread_releases(mutex);
	mutex->lock = 0;
	mutex->count = 0;
	mutex->owner = 0;
	KIND(mutex) = kind;
	return 0;
}

/* What is done with it afterwards is undefined; glibc's functions tell that it is none. */
int pthread_mutex_destroy(struct mutex *mutex)
{
	__plumb_thread_switch();
	if (mutex->lock)
		return BUSY;
	KIND(mutex) = DESTROYED;
	return 0;
}

static int owner_number(void)
{
	return (int)pthread_self() + 1;
}

static _Bool is_own(const struct mutex *mutex)
{
	return mutex->lock && mutex->owner == owner_number();
}

static void take(struct mutex *mutex)
{
	mutex->lock = 1;
	if (KIND(mutex) == RECURSIVE || KIND(mutex) == ERROR_CHECK)
		mutex->owner = owner_number();
	__plumb_thread_acquires(mutex);
}

/* What glibc's functions tell of a mutex that was destroyed. */
#define IS_DESTROYED(mutex)                                                                          \
	((__plumb_program_calls("pthread_mutex_destroy") || __plumb_program_calls("mtx_destroy")) && \
	 KIND(mutex) < NORMAL)

/* Does somebody ask whether a mutex is free, who sees when it is? */
static void before_release(void)
{
	__plumb_thread_looks();
	if (__plumb_program_calls("pthread_mutex_trylock") || __plumb_program_calls("mtx_trylock") ||
	    __plumb_program_calls("pthread_mutex_timedlock") || __plumb_program_calls("pthread_mutex_clocklock") ||
	    __plumb_program_calls("mtx_timedlock") || __plumb_program_calls("pthread_mutex_destroy") ||
	    __plumb_program_calls("mtx_destroy"))
		__plumb_thread_switch();
}

/* What ends at some time by itself is never a deadlock. */
static int lock(struct mutex *mutex, _Bool for_ever)
{
	if (for_ever)
		__plumb_thread_waits();
	else
		__plumb_thread_switch();
	if (IS_DESTROYED(mutex)) {
		PLUMB_GO_ON();
		return INVALID;
	}
	if (KIND(mutex) == RECURSIVE && is_own(mutex)) {
		PLUMB_GO_ON();
		__plumb_thread_acquires(mutex);
		mutex->count++;
		return 0;
	}
	if (KIND(mutex) == ERROR_CHECK && is_own(mutex)) {
		PLUMB_GO_ON();
		__plumb_thread_acquires(mutex);
		return DEADLOCK;
	}
	if (for_ever)
		PLUMB_WAIT(!mutex->lock);
	else
		__plumb_assume(!mutex->lock);
	take(mutex);
	return 0;
}

int pthread_mutex_lock(struct mutex *mutex)
{
	return lock(mutex, 1);
}

int pthread_mutex_trylock(struct mutex *mutex)
{
	__plumb_ledger_where("race", "threads: who tries a lock in vain is taken to come after who took it");
	__plumb_thread_switch();
	if (IS_DESTROYED(mutex))
		return INVALID;
	if (KIND(mutex) == RECURSIVE && is_own(mutex)) {
		__plumb_thread_acquires(mutex);
		mutex->count++;
		return 0;
	}
	if (mutex->lock)
		return BUSY;
	take(mutex);
	return 0;
}

int pthread_mutex_timedlock(struct mutex *mutex, const void *until)
{
	__plumb_readable(until, TIME);
	if (__plumb_any_bool("it takes too long")) { /* it is not free, then (POSIX) */
		__plumb_thread_switch();
		__plumb_assume(mutex->lock &&
			       !((KIND(mutex) == RECURSIVE || KIND(mutex) == ERROR_CHECK) && is_own(mutex)));
		return TIMED_OUT;
	}
	return lock(mutex, 0);
}

int pthread_mutex_unlock(struct mutex *mutex)
{
	before_release();
	if (IS_DESTROYED(mutex))
		return INVALID;
	if ((KIND(mutex) == RECURSIVE || KIND(mutex) == ERROR_CHECK) && !is_own(mutex))
		return NOT_OWNER;
	if (KIND(mutex) == RECURSIVE && mutex->count) {
		mutex->count--;
		return 0;
	}
	__plumb_thread_releases(mutex);
	mutex->lock = 0;
	return 0;
}

int pthread_mutex_clocklock(struct mutex *mutex, int clock, const void *until)
{
	(void)clock;
	return pthread_mutex_timedlock(mutex, until);
}

int mtx_init(struct mutex *mutex, int type)
{
	int kind = type & 1 ? RECURSIVE : NORMAL;
	return pthread_mutex_init(mutex, &kind);
}

void mtx_destroy(struct mutex *mutex)
{
	pthread_mutex_destroy(mutex);
}

int mtx_lock(struct mutex *mutex)
{
	return pthread_mutex_lock(mutex) ? 2 : 0;
}

int mtx_trylock(struct mutex *mutex)
{
	int result = pthread_mutex_trylock(mutex);
	return result == BUSY ? 1 : result ? 2 : 0;
}

int mtx_timedlock(struct mutex *mutex, const void *until)
{
	int result = pthread_mutex_timedlock(mutex, until);
	return result == TIMED_OUT ? 4 : result ? 2 : 0;
}

int mtx_unlock(struct mutex *mutex)
{
	return pthread_mutex_unlock(mutex) ? 2 : 0;
}

/* ---- spin locks ---- */

int pthread_spin_init(volatile int *lock, int shared)
{
	(void)shared;
	__plumb_thread_switch();
	__plumb_thread_releases((const void *)lock);
	*lock = 0;
	return 0;
}

int pthread_spin_destroy(volatile int *lock)
{
	(void)lock;
	return 0;
}

int pthread_spin_lock(volatile int *lock)
{
	__plumb_thread_waits();
	PLUMB_WAIT(!*lock);
	*lock = 1;
	__plumb_thread_acquires((const void *)lock);
	return 0;
}

int pthread_spin_trylock(volatile int *lock)
{
	__plumb_ledger_where("race", "threads: who tries a lock in vain is taken to come after who took it");
	__plumb_thread_switch();
	if (*lock)
		return BUSY;
	*lock = 1;
	__plumb_thread_acquires((const void *)lock);
	return 0;
}

int pthread_spin_unlock(volatile int *lock)
{
	__plumb_thread_looks();
	if (__plumb_program_calls("pthread_spin_trylock"))
		__plumb_thread_switch();
	__plumb_thread_releases((const void *)lock);
	*lock = 0;
	return 0;
}

/* ---- conditions ---- */

/* Where deadlocks are checked, a bit for each of the first threads: those that wait and were not told to wake, and those that were. */
struct condition {
	volatile unsigned waiting, told;
};
enum { MOST_THREADS = 32 };

/* A thread may wake for no reason (POSIX; C11 7.26.3.6), so it may wake at any time: nobody has to be told, but for the question whether all
 * wait for ever. */
int pthread_cond_init(struct condition *condition, const void *attributes)
{
	__plumb_writable(condition, 1);
	(void)attributes;
	if (__plumb_checks("deadlock")) {
		__plumb_thread_switch();
		condition->waiting = condition->told = 0;
	}
	return 0;
}

int pthread_cond_destroy(struct condition *condition)
{
	__plumb_writable(condition, 1);
	return 0;
}

int pthread_cond_signal(struct condition *condition)
{
	__plumb_writable(condition, 1);
	if (!__plumb_checks("deadlock"))
		return 0;
	__plumb_thread_switch();
	if (condition->waiting) { /* any one that waits now */
		unsigned one = 1u << (__plumb_any_size("who wakes") % MOST_THREADS);
		__plumb_assume((condition->waiting & one) != 0);
		condition->waiting &= ~one;
		condition->told |= one;
	}
	return 0;
}

int pthread_cond_broadcast(struct condition *condition)
{
	__plumb_writable(condition, 1);
	if (!__plumb_checks("deadlock"))
		return 0;
	__plumb_thread_switch();
	condition->told |= condition->waiting;
	condition->waiting = 0;
	return 0;
}

/* Between the mutex and the mutex. */
static void sleep_on(struct condition *condition, _Bool for_ever)
{
	unsigned own = 1u << pthread_self() % MOST_THREADS;
	__plumb_ledger_where("deadlock", "threads: none but the first 32 is taken to wait for a condition");
	__plumb_assume(pthread_self() < MOST_THREADS);
	condition->waiting |= own;
	condition->told &= ~own;
	if (for_ever)
		__plumb_thread_waits();
	else
		__plumb_thread_switch();
	if (for_ever && !__plumb_any_bool("it wakes for no reason"))
		PLUMB_WAIT((condition->told & own) != 0);
	else
		PLUMB_GO_ON();
	condition->waiting &= ~own;
	condition->told &= ~own;
}

static int wait_on(struct condition *condition, struct mutex *mutex, _Bool for_ever)
{
	__plumb_thread_looks();
	__plumb_writable(condition, 1);
	int result = pthread_mutex_unlock(mutex);
	if (result)
		return result;
	if (__plumb_checks("deadlock"))
		sleep_on(condition, for_ever);
	return pthread_mutex_lock(mutex);
}

int pthread_cond_wait(struct condition *condition, struct mutex *mutex)
{
	return wait_on(condition, mutex, 1);
}

int pthread_cond_timedwait(struct condition *condition, struct mutex *mutex, const void *until)
{
	__plumb_readable(until, TIME);
	_Bool late = __plumb_any_bool("it takes too long");
	int result = wait_on(condition, mutex, 0);
	return result ? result : late ? TIMED_OUT : 0;
}

int pthread_cond_clockwait(struct condition *condition, struct mutex *mutex, int clock, const void *until)
{
	(void)clock;
	return pthread_cond_timedwait(condition, mutex, until);
}

int cnd_init(struct condition *condition)
{
	return pthread_cond_init(condition, NULL);
}

void cnd_destroy(struct condition *condition)
{
	pthread_cond_destroy(condition);
}

int cnd_signal(struct condition *condition)
{
	return pthread_cond_signal(condition);
}

int cnd_broadcast(struct condition *condition)
{
	return pthread_cond_broadcast(condition);
}

int cnd_wait(struct condition *condition, struct mutex *mutex)
{
	return pthread_cond_wait(condition, mutex) ? 2 : 0;
}

int cnd_timedwait(struct condition *condition, struct mutex *mutex, const void *until)
{
	int result = pthread_cond_timedwait(condition, mutex, until);
	return result == TIMED_OUT ? 4 : result ? 2 : 0;
}
