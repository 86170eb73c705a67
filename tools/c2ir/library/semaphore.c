/* <pthread.h>, <semaphore.h>: locks for readers and writers, barriers, once, semaphores. What waits is as in pthread.c. */
#include "plumb.h"

/* The size of a struct timespec. */
enum { TIME = 2 * sizeof(long) };
enum { AGAIN = 11, BUSY = 16, INVALID = 22, TIMED_OUT = 110 };

extern int __plumb_errno;

/* ---- locks for readers and writers, barriers: their members are ours, in the order of what begins as 0 ---- */

struct read_write_lock {
	volatile unsigned readers, writers;
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
	__plumb_thread_waits();
	PLUMB_WAIT(!lock->writers);
	lock->readers++;
	return 0;
}

int pthread_rwlock_tryrdlock(struct read_write_lock *lock)
{
	__plumb_ledger_where("race", "threads: who tries a lock in vain is taken to come after who took it");
	__plumb_thread_switch();
	if (lock->writers)
		return BUSY;
	lock->readers++;
	return 0;
}

int pthread_rwlock_wrlock(struct read_write_lock *lock)
{
	__plumb_thread_waits();
	PLUMB_WAIT(!lock->writers && !lock->readers);
	lock->writers = 1;
	return 0;
}

int pthread_rwlock_trywrlock(struct read_write_lock *lock)
{
	__plumb_ledger_where("race", "threads: who tries a lock in vain is taken to come after who took it");
	__plumb_thread_switch();
	if (lock->writers || lock->readers)
		return BUSY;
	lock->writers = 1;
	return 0;
}

int pthread_rwlock_timedrdlock(struct read_write_lock *lock, const void *until)
{
	__plumb_readable(until, TIME);
	_Bool late = __plumb_any_bool("it takes too long");
	__plumb_thread_switch();
	__plumb_assume(late == (lock->writers != 0)); /* it is too late only for what is not free (POSIX) */
	if (late)
		return TIMED_OUT;
	lock->readers++;
	return 0;
}

int pthread_rwlock_timedwrlock(struct read_write_lock *lock, const void *until)
{
	__plumb_readable(until, TIME);
	_Bool late = __plumb_any_bool("it takes too long");
	__plumb_thread_switch();
	__plumb_assume(late == (lock->writers || lock->readers));
	if (late)
		return TIMED_OUT;
	lock->writers = 1;
	return 0;
}

int pthread_rwlock_unlock(struct read_write_lock *lock)
{
	__plumb_thread_looks();
	if (__plumb_program_calls("pthread_rwlock_tryrdlock") || __plumb_program_calls("pthread_rwlock_trywrlock") ||
	    __plumb_program_calls("pthread_rwlock_timedrdlock") || __plumb_program_calls("pthread_rwlock_timedwrlock"))
		__plumb_thread_switch();
	if (lock->writers)
		lock->writers = 0;
	else if (lock->readers)
		lock->readers--;
	return 0;
}

struct barrier {
	volatile unsigned needed, waiting, round, inside;
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
	barrier->inside = 0;
	return 0;
}

/* It waits for those that have been released and are about to leave. */
int pthread_barrier_destroy(struct barrier *barrier)
{
	__plumb_thread_switch();
	__plumb_assume(!barrier->inside);
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
	barrier->inside++;
	__plumb_thread_waits();
	PLUMB_WAIT(barrier->round != round);
	barrier->inside--;
	return 0;
}

/* ---- once ---- */

int pthread_once(volatile int *once, void (*function)(void))
{
	enum { NEVER, BEGUN, DONE };
	__plumb_thread_waits();
	if (*once != NEVER) {
		PLUMB_WAIT(*once == DONE);
		return 0;
	}
	PLUMB_GO_ON();
	*once = BEGUN;
	function();
	__plumb_thread_switch();
	*once = DONE;
	return 0;
}

void call_once(volatile int *once, void (*function)(void))
{
	pthread_once(once, function);
}

/* ---- semaphores ---- */

int sem_init(volatile unsigned *semaphore, int shared, unsigned value)
{
	(void)shared;
	__plumb_thread_switch();
	*semaphore = value;
	return 0;
}

int sem_destroy(volatile unsigned *semaphore)
{
	(void)semaphore;
	return 0;
}

int sem_wait(volatile unsigned *semaphore)
{
	__plumb_thread_waits();
	PLUMB_WAIT(*semaphore != 0);
	--*semaphore;
	return 0;
}

int sem_trywait(volatile unsigned *semaphore)
{
	__plumb_ledger_where("race", "threads: who tries a lock in vain is taken to come after who took it");
	__plumb_thread_switch();
	if (!*semaphore) {
		__plumb_errno = AGAIN;
		return -1;
	}
	--*semaphore;
	return 0;
}

int sem_timedwait(volatile unsigned *semaphore, const void *until)
{
	__plumb_readable(until, TIME);
	_Bool late = __plumb_any_bool("it takes too long");
	__plumb_thread_switch();
	__plumb_assume(late == (*semaphore == 0));
	if (late) {
		__plumb_errno = TIMED_OUT;
		return -1;
	}
	--*semaphore;
	return 0;
}

int sem_clockwait(volatile unsigned *semaphore, int clock, const void *until)
{
	(void)clock;
	return sem_timedwait(semaphore, until);
}

int sem_post(volatile unsigned *semaphore)
{
	__plumb_thread_looks();
	if (__plumb_program_calls("sem_trywait") || __plumb_program_calls("sem_getvalue") ||
	    __plumb_program_calls("sem_timedwait") || __plumb_program_calls("sem_clockwait"))
		__plumb_thread_switch();
	++*semaphore;
	return 0;
}

int sem_getvalue(const volatile unsigned *semaphore, int *value)
{
	__plumb_thread_switch();
	__plumb_ledger_where("race", "threads: who looks at a semaphore is taken to come after who posted");
	*value = (int)*semaphore;
	return 0;
}
