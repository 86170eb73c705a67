/* <pthread.h>, <threads.h> (C11 7.26), <semaphore.h>: what threads do to one another. A program that starts none is one thread, and the
 * functions do the same. One that does becomes a sequential program, in which threads take turns (docs/threads.md): where a function
 * waits, what it waits for is assumed, and another thread's turn may be before that. */
#include "plumb.h"

enum { NO_SUCH_THREAD = 3, AGAIN = 11, BUSY = 16, INVALID = 22, DEADLOCK = 35, TIMED_OUT = 110, NOT_OWNER = 1 };

/* ---- threads ---- */

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

/* Those who wait for it cannot tell whether it is over earlier; only those who try can. The same is true of all that is released. */
static void finish(void *result)
{
	if (__plumb_program_calls("pthread_tryjoin_np"))
		__plumb_thread_switch();
	if (COUNTS)
		running--;
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
	__plumb_ledger("threads take turns at single accesses to what they share: sequential consistency is assumed");
	__plumb_ledger("threads: a function of the library does its work in one turn");
	__plumb_ledger("threads: starting one is assumed to succeed");
	__plumb_ledger("threads: locks are assumed to be changed only by the functions for them");
	return created == MOST - 1 ? 0 : ++created;
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

int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size)
{
	(void)attributes;
	return size < 16384 ? INVALID : 0;
}

int pthread_create(thread *id, const struct thread_attributes *attributes, void *(*function)(void *), void *argument)
{
	_Bool is_detached = attributes && attributes->flags;
	__plumb_thread_switch();
	thread number = new_thread();
	if (!number)
		return AGAIN;
	if (is_detached)
		detached[number] = 1;
	if (COUNTS)
		running++;
	*id = number;
	run(function, argument, number);
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
	*id = number;
	run_standard(function, argument, number);
	return 0;
}

/* The program ends with the last thread, as exit(0) ends it. */
static void end(void *result)
{
	if (self)
		finish(result);
	if (self)
		__plumb_thread_over();
	results[0] = result;
	states[0] = FINISHED;
	__plumb_thread_switch();
	__plumb_assume(!running);
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
	__plumb_thread_switch();
	__plumb_assume(id <= created && states[id] == FINISHED);
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

/* ---- mutexes ---- */

/* As glibc has it on x86: the kind is the fourth integer, or the fifth with 64 bits. */
struct mutex {
	int lock;
	unsigned count;
	int owner;
	int rest[2];
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

int pthread_mutexattr_settype(int *attributes, int kind)
{
	if (kind < NORMAL || kind > ADAPTIVE)
		return INVALID;
	*attributes = kind;
	return 0;
}

int pthread_mutex_init(struct mutex *mutex, const int *attributes)
{
	int kind = attributes ? *attributes : NORMAL;
	__plumb_thread_switch();
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
	return (int)self + 1;
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
	if (__plumb_program_calls("pthread_mutex_trylock") || __plumb_program_calls("mtx_trylock") ||
	    __plumb_program_calls("pthread_mutex_destroy") || __plumb_program_calls("mtx_destroy"))
		__plumb_thread_switch();
}

int pthread_mutex_lock(struct mutex *mutex)
{
	__plumb_thread_switch();
	if (IS_DESTROYED(mutex))
		return INVALID;
	if (KIND(mutex) == RECURSIVE && is_own(mutex)) {
		__plumb_thread_acquires(mutex);
		mutex->count++;
		return 0;
	}
	if (KIND(mutex) == ERROR_CHECK && is_own(mutex)) {
		__plumb_thread_acquires(mutex);
		return DEADLOCK;
	}
	__plumb_assume(!mutex->lock);
	take(mutex);
	return 0;
}

int pthread_mutex_trylock(struct mutex *mutex)
{
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
	(void)until;
	if (__plumb_any_bool("it takes too long")) {
		__plumb_thread_switch();
		return TIMED_OUT;
	}
	return pthread_mutex_lock(mutex);
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
	__plumb_thread_switch();
	__plumb_assume(!*lock);
	*lock = 1;
	__plumb_thread_acquires((const void *)lock);
	return 0;
}

int pthread_spin_trylock(volatile int *lock)
{
	__plumb_thread_switch();
	if (*lock)
		return BUSY;
	*lock = 1;
	__plumb_thread_acquires((const void *)lock);
	return 0;
}

int pthread_spin_unlock(volatile int *lock)
{
	if (__plumb_program_calls("pthread_spin_trylock"))
		__plumb_thread_switch();
	__plumb_thread_releases((const void *)lock);
	*lock = 0;
	return 0;
}

/* ---- conditions ---- */

/* A thread may wake for no reason (POSIX; C11 7.26.3.6), so it may wake at any time: nobody has to be told. */
int pthread_cond_init(void *condition, const void *attributes)
{
	__plumb_writable(condition, 1);
	(void)attributes;
	return 0;
}

int pthread_cond_destroy(void *condition)
{
	__plumb_writable(condition, 1);
	return 0;
}

int pthread_cond_signal(void *condition)
{
	__plumb_writable(condition, 1);
	return 0;
}

int pthread_cond_broadcast(void *condition)
{
	__plumb_writable(condition, 1);
	return 0;
}

int pthread_cond_wait(void *condition, struct mutex *mutex)
{
	__plumb_writable(condition, 1);
	int result = pthread_mutex_unlock(mutex);
	return result ? result : pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, struct mutex *mutex, const void *until)
{
	(void)until;
	_Bool late = __plumb_any_bool("it takes too long");
	int result = pthread_cond_wait(condition, mutex);
	return result ? result : late ? TIMED_OUT : 0;
}

int cnd_init(void *condition)
{
	return pthread_cond_init(condition, NULL);
}

void cnd_destroy(void *condition)
{
	pthread_cond_destroy(condition);
}

int cnd_signal(void *condition)
{
	return pthread_cond_signal(condition);
}

int cnd_broadcast(void *condition)
{
	return pthread_cond_broadcast(condition);
}

int cnd_wait(void *condition, struct mutex *mutex)
{
	return pthread_cond_wait(condition, mutex) ? 2 : 0;
}

int cnd_timedwait(void *condition, struct mutex *mutex, const void *until)
{
	int result = pthread_cond_timedwait(condition, mutex, until);
	return result == TIMED_OUT ? 4 : result ? 2 : 0;
}

/* ---- locks for readers and writers, barriers: their members are ours, in the order of what begins as 0 ---- */

struct read_write_lock {
	unsigned readers, writers;
};

int pthread_rwlock_init(struct read_write_lock *lock, const void *attributes)
{
	(void)attributes;
	__plumb_thread_switch();
	lock->readers = 0;
	lock->writers = 0;
	return 0;
}

int pthread_rwlock_destroy(struct read_write_lock *lock)
{
	(void)lock;
	return 0;
}

int pthread_rwlock_rdlock(struct read_write_lock *lock)
{
	__plumb_thread_switch();
	__plumb_assume(!lock->writers);
	lock->readers++;
	return 0;
}

int pthread_rwlock_tryrdlock(struct read_write_lock *lock)
{
	__plumb_thread_switch();
	if (lock->writers)
		return BUSY;
	lock->readers++;
	return 0;
}

int pthread_rwlock_wrlock(struct read_write_lock *lock)
{
	__plumb_thread_switch();
	__plumb_assume(!lock->writers && !lock->readers);
	lock->writers = 1;
	return 0;
}

int pthread_rwlock_trywrlock(struct read_write_lock *lock)
{
	__plumb_thread_switch();
	if (lock->writers || lock->readers)
		return BUSY;
	lock->writers = 1;
	return 0;
}

int pthread_rwlock_unlock(struct read_write_lock *lock)
{
	if (__plumb_program_calls("pthread_rwlock_tryrdlock") || __plumb_program_calls("pthread_rwlock_trywrlock"))
		__plumb_thread_switch();
	if (lock->writers)
		lock->writers = 0;
	else if (lock->readers)
		lock->readers--;
	return 0;
}

struct barrier {
	unsigned needed, waiting, round;
};

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count)
{
	(void)attributes;
	if (!count)
		return INVALID;
	__plumb_thread_switch();
	barrier->needed = count;
	barrier->waiting = 0;
	barrier->round = 0;
	return 0;
}

int pthread_barrier_destroy(struct barrier *barrier)
{
	(void)barrier;
	return 0;
}

/* The last one to come gets PTHREAD_BARRIER_SERIAL_THREAD (POSIX: one of them, whichever). */
int pthread_barrier_wait(struct barrier *barrier)
{
	__plumb_thread_switch();
	unsigned round = barrier->round;
	if (++barrier->waiting == barrier->needed) {
		barrier->waiting = 0;
		barrier->round++;
		return -1;
	}
	__plumb_thread_switch();
	__plumb_assume(barrier->round != round);
	return 0;
}

/* ---- once ---- */

int pthread_once(int *once, void (*function)(void))
{
	enum { NEVER, BEGUN, DONE };
	__plumb_thread_switch();
	if (*once == NEVER) {
		*once = BEGUN;
		function();
		__plumb_thread_switch();
		*once = DONE;
	}
	__plumb_assume(*once == DONE);
	return 0;
}

void call_once(int *once, void (*function)(void))
{
	pthread_once(once, function);
}

/* ---- semaphores ---- */

int sem_init(unsigned *semaphore, int shared, unsigned value)
{
	(void)shared;
	__plumb_thread_switch();
	*semaphore = value;
	return 0;
}

int sem_destroy(unsigned *semaphore)
{
	(void)semaphore;
	return 0;
}

int sem_wait(unsigned *semaphore)
{
	__plumb_thread_switch();
	__plumb_assume(*semaphore != 0);
	--*semaphore;
	return 0;
}

int sem_trywait(unsigned *semaphore)
{
	__plumb_thread_switch();
	if (!*semaphore) {
		__plumb_errno = AGAIN;
		return -1;
	}
	--*semaphore;
	return 0;
}

int sem_post(unsigned *semaphore)
{
	if (__plumb_program_calls("sem_trywait") || __plumb_program_calls("sem_getvalue"))
		__plumb_thread_switch();
	++*semaphore;
	return 0;
}

int sem_getvalue(const unsigned *semaphore, int *value)
{
	__plumb_thread_switch();
	*value = (int)*semaphore;
	return 0;
}

/* ---- values of threads ---- */

enum { KEYS = 128 }; /* _POSIX_THREAD_KEYS_MAX: there may be no more */

static unsigned keys;
static void *values[(size_t)MOST * KEYS];

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
	values[(size_t)self * KEYS + key] = (void *)value;
	return 0;
}

void *pthread_getspecific(unsigned key)
{
	return key < keys ? values[(size_t)self * KEYS + key] : NULL;
}

int tss_create(unsigned *key, void (*destructor)(void *))
{
	return pthread_key_create(key, destructor) ? 2 : 0;
}

int tss_set(unsigned key, void *value)
{
	return pthread_setspecific(key, value) ? 2 : 0;
}

void *tss_get(unsigned key)
{
	return pthread_getspecific(key);
}
