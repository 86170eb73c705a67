/* Executes a compiled program with threads in interleavings at random, or as planned: how many of them call reach_error()?
 *
 * The program is compiled with -fsanitize=thread -Dmain=program, which calls a function here before each access to what
 * may be shared; there another thread may go on. The threads are contexts of one thread of the system, so that nothing
 * else decides; what they call of <pthread.h> and <semaphore.h> is defined here. Each execution is a process. Arguments:
 * executions, a seed, and a plan if there is one: of each step that others can see, from the first pthread_create() on, a
 * digit: whose it is. Behind the plan all goes on at random.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_THREADS = 8, STACK = 1 << 16, MOST_STEPS = 3000, ERROR = 3 };
enum wait { NOTHING, LOCK, DOWN, JOIN, SLEEP, FOREVER };

struct thread {
	ucontext_t context;
	void *(*function)(void *);
	void *argument, *result;
	enum wait wait;
	void *what; /* what it waits for */
	bool ended;
	int priority, own;
};

extern int program(void);
extern int own __attribute__((weak)); /* thread-local there */

static struct thread threads[MOST_THREADS];
static int count = 1, current, steps, in_section;
static bool by_priority;
static int chance; /* of a switch, in 16 */
static uint64_t state;
static const char *plan = "";
static bool started;

static unsigned pick(unsigned below)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(state >> 33) % below;
}

static bool ready(int t)
{
	struct thread *thread = &threads[t];
	if (thread->ended)
		return false;
	switch (thread->wait) {
	case NOTHING:
		return true;
	case LOCK:
	case DOWN:
		return (*(int *)thread->what != 0) == (thread->wait == DOWN);
	case JOIN:
		return ((struct thread *)thread->what)->ended;
	case SLEEP:
		return pick(8) == 0; /* it may wake up by itself */
	case FOREVER:
		break;
	}
	return false;
}

static void go(int next)
{
	int before = current;
	if (next == before)
		return;
	if (&own) {
		threads[before].own = own;
		own = threads[next].own;
	}
	current = next;
	swapcontext(&threads[before].context, &threads[next].context);
}

/* Another thread goes on, or this one. */
static void choose(void)
{
	for (int tries = 0; tries < 100; tries++) {
		int best = -1, seen = 0;
		for (int t = 0; t < count; t++)
			if (ready(t) && (by_priority ? best < 0 || threads[t].priority > threads[best].priority
						     : pick(++seen) == 0))
				best = t;
		if (best >= 0) {
			go(best);
			return;
		}
	}
	_exit(0); /* deadlock */
}

static void follow(int next)
{
	if (next >= count || threads[next].ended || ++steps > MOST_STEPS)
		_exit(0); /* inputs are not as planned */
	go(next);
}

static void step(void)
{
	if (in_section || !started)
		return;
	if (*plan) {
		while (*plan && *plan - '0' != current)
			follow(*plan - '0');
		if (*plan)
			plan++;
		return;
	}
	if (++steps > MOST_STEPS)
		_exit(0);
	if (by_priority && pick(6) == 0)
		threads[current].priority = (int)pick(1000);
	if (by_priority || (int)pick(16) < chance)
		choose();
}

static void await(enum wait wait, void *what)
{
	step();
	threads[current].wait = wait;
	threads[current].what = what;
	if (!ready(current))
		choose();
	threads[current].wait = NOTHING;
}

static void end(void *result)
{
	step();
	threads[current].result = result;
	threads[current].ended = true;
	choose();
	abort();
}

static void run(void)
{
	end(threads[current].function(threads[current].argument));
}

/* --- what the program calls */

void reach_error(void)
{
	_exit(ERROR);
}

/* What loops without an end are made. */
void endless(void)
{
	threads[current].wait = FOREVER;
	for (;;)
		choose();
}

int __VERIFIER_nondet_int(void)
{
	return (int)pick(2);
}

void __VERIFIER_assume(int condition)
{
	if (!condition) {
		if (!in_section)
			choose(); /* the others may do what comes before */
		_exit(0);
	}
}

void __VERIFIER_atomic_begin(void)
{
	step();
	in_section++;
}

void __VERIFIER_atomic_end(void)
{
	in_section--;
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	(void)attributes;
	started = true;
	step();
	struct thread *thread = &threads[count];
	getcontext(&thread->context);
	thread->context.uc_stack.ss_sp = malloc(STACK);
	thread->context.uc_stack.ss_size = STACK;
	thread->function = function;
	thread->argument = argument;
	thread->priority = (int)pick(1000);
	makecontext(&thread->context, run, 0);
	*handle = (pthread_t)count++;
	return 0;
}

int pthread_join(pthread_t handle, void **result)
{
	await(JOIN, &threads[handle]);
	if (result)
		*result = threads[handle].result;
	return 0;
}

int pthread_detach(pthread_t handle)
{
	(void)handle;
	return 0;
}

void pthread_exit(void *result)
{
	end(result);
	abort();
}

int sched_yield(void)
{
	if (!*plan)
		step();
	return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	(void)attributes;
	*(int *)mutex = 0;
	return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	await(LOCK, mutex);
	*(int *)mutex = 1;
	return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	step();
	if (*(int *)mutex)
		return EBUSY;
	*(int *)mutex = 1;
	return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	step();
	*(int *)mutex = 0;
	return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
	(void)condition;
	(void)attributes;
	return 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	step();
	*(int *)mutex = 0;
	if (!*plan) {
		threads[current].wait = SLEEP;
		threads[current].what = condition;
		choose();
	}
	await(LOCK, mutex);
	*(int *)mutex = 1;
	return 0;
}

static int wake(pthread_cond_t *condition, bool all)
{
	step();
	int first = (int)pick((unsigned)count);
	for (int k = 0; k < count; k++) {
		struct thread *thread = &threads[(first + k) % count];
		if (!thread->ended && thread->wait == SLEEP && thread->what == condition) {
			thread->wait = NOTHING;
			if (!all)
				break;
		}
	}
	return 0;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
	return wake(condition, false);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
	return wake(condition, true);
}

int sem_init(sem_t *semaphore, int shared, unsigned value)
{
	(void)shared;
	*(int *)semaphore = (int)value;
	return 0;
}

int sem_wait(sem_t *semaphore)
{
	await(DOWN, semaphore);
	--*(int *)semaphore;
	return 0;
}

int sem_trywait(sem_t *semaphore)
{
	step();
	if (*(int *)semaphore == 0)
		return -1;
	--*(int *)semaphore;
	return 0;
}

int sem_post(sem_t *semaphore)
{
	step();
	++*(int *)semaphore;
	return 0;
}

/* --- what -fsanitize=thread calls */

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void)
{
}

/* An object of the thread itself is no concern of others; the program's shared ones are in no stack. */
static void access_to(const void *address)
{
	const char *stack = threads[current].context.uc_stack.ss_sp, *here = __builtin_frame_address(0);
	bool within = current ? (const char *)address >= stack && (const char *)address < stack + STACK
			      : (const char *)address >= here && (const char *)address < here + STACK;
	if (!within && address != &own)
		step();
}

#define ACCESS(name)                \
	void name(void *address)    \
	{                           \
		access_to(address); \
	}
/* Pointers are set before there are threads. */
#define NO_ACCESS(name)          \
	void name(void *address) \
	{                        \
		(void)address;   \
	}
ACCESS(__tsan_read1)
ACCESS(__tsan_read2)
ACCESS(__tsan_read4)
NO_ACCESS(__tsan_read8)
ACCESS(__tsan_write1)
ACCESS(__tsan_write2)
ACCESS(__tsan_write4)
NO_ACCESS(__tsan_write8)

#define CHANGE(type, width, name, operation)                                        \
	type __tsan_atomic##width##_##name(volatile type *p, type value, int order) \
	{                                                                           \
		(void)order;                                                        \
		step();                                                             \
		type old = *p;                                                      \
		*p = (type)(operation);                                             \
		return old;                                                         \
	}
#define ATOMICS(type, width)                                                                                        \
	CHANGE(type, width, fetch_add, old + value)                                                                 \
	CHANGE(type, width, fetch_sub, old - value)                                                                 \
	CHANGE(type, width, exchange, value)                                                                        \
	type __tsan_atomic##width##_load(const volatile type *p, int order)                                         \
	{                                                                                                           \
		(void)order;                                                                                        \
		step();                                                                                             \
		return *p;                                                                                          \
	}                                                                                                           \
	void __tsan_atomic##width##_store(volatile type *p, type value, int order)                                  \
	{                                                                                                           \
		(void)order;                                                                                        \
		step();                                                                                             \
		*p = value;                                                                                         \
	}                                                                                                           \
	int __tsan_atomic##width##_compare_exchange_strong(volatile type *p, type *expected, type value, int, int); \
	int __tsan_atomic##width##_compare_exchange_strong(volatile type *p, type *expected, type value, int good,  \
							   int bad)                                                 \
	{                                                                                                           \
		(void)good;                                                                                         \
		(void)bad;                                                                                          \
		step();                                                                                             \
		if (*p == *expected) {                                                                              \
			*p = value;                                                                                 \
			return 1;                                                                                   \
		}                                                                                                   \
		*expected = *p;                                                                                     \
		return 0;                                                                                           \
	}
ATOMICS(uint8_t, 8)
ATOMICS(int, 32)

static int execute(uint64_t seed)
{
	state = seed * 0x9e3779b97f4a7c15U + 1;
	pick(1);
	by_priority = pick(2) == 0;
	chance = (int)pick(12) + 1;
	threads[0].priority = (int)pick(1000);
	program();
	step();
	_exit(0);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	if (argc > 3)
		plan = argv[3];
	int executions = atoi(argv[1]), errors = 0, others = 0;
	for (int k = 0; k < executions; k++) {
		pid_t child = fork();
		if (child == 0)
			execute((uint64_t)atoi(argv[2]) * 1000003 + (uint64_t)k);
		int status;
		waitpid(child, &status, 0);
		errors += status == ERROR << 8;
		others += status != 0 && status != ERROR << 8;
	}
	printf("%d %d\n", errors, others);
	return 0;
}
