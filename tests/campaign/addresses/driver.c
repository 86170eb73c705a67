/* Runs programs of tests/campaign/addresses on every vector of their choices, each in a process of its own.
 *
 *     driver MODE SEED
 *
 * prints a line `PROGRAM VECTOR STATUS` for each run: 0, 41 for a violated assertion, 98 for a sanitizer's report, or what else
 * became of it. MODE is where malloc, calloc, realloc, aligned_alloc and free of the programs (--wrap) find memory:
 *
 *     host      as the C library does
 *     again     what was freed last first
 *     up, down  never again; upwards or downwards
 *     shuffled  never again; slots in an order that SEED gives
 *     far       as shuffled, in pages of their own
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct program {
	int (*run)(void);
	const int *ranges; /* of its choices, ended by 0 */
};

extern const struct program programs[];
extern const int program_count;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);

/* ---- choices */

enum { MOST = 16, VIOLATED = 41 };

static int choices[MOST], next_choice;
static uintptr_t hints[MOST];
static int hint_count;

int native_choice(void)
{
	return next_choice < MOST ? choices[next_choice++] : 0;
}

int __VERIFIER_nondet_int(void)
{
	return native_choice();
}

void native_hint(uintptr_t address)
{
	if (hint_count < MOST)
		hints[hint_count++] = address;
}

unsigned long __VERIFIER_nondet_ulong(void)
{
	int k = native_choice();
	return k < hint_count ? hints[k] : 0x1230 * (unsigned long)k;
}

void *__VERIFIER_nondet_pointer(void)
{
	return (void *)__VERIFIER_nondet_ulong();
}

void native_violated(void)
{
	_exit(VIOLATED);
}

/* ---- memory */

enum { SLOT = 192, SLOTS = 64, FAR = 1 << 16, ARENA = SLOTS * FAR };

static const char *mode = "host";
static char *arena;
static size_t used;
static unsigned order[SLOTS];
static void *released[8][SLOTS];
static int released_count[8];

static int is(const char *name)
{
	return !strcmp(mode, name);
}

static void prepare(unsigned seed)
{
	arena = mmap(NULL, 2 * ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	arena += FAR - (uintptr_t)arena % FAR;
	srandom(seed);
	for (unsigned i = 0; i < SLOTS; i++)
		order[i] = i;
	for (unsigned i = SLOTS - 1; i > 0; i--) {
		unsigned j = (unsigned)random() % (i + 1), t = order[i];
		order[i] = order[j];
		order[j] = t;
	}
}

/* Its size stands in the 16 bytes before an object. */
static void *place(size_t size, size_t alignment)
{
	size_t whole = (size + 16 + 15) & ~(size_t)15;
	char *p;
	if (is("shuffled") || is("far")) {
		size_t step = is("far") ? FAR : SLOT;
		if (used == SLOTS || whole > SLOT)
			_exit(99);
		p = arena + step * order[used++] + 16;
		if (is("far"))
			p += used * 48;
	} else if (is("down")) {
		used += whole;
		p = arena + ARENA - used + 16;
	} else {
		p = arena + used + 16;
		used += whole;
	}
	if ((uintptr_t)p % alignment) { /* rare: give it room of its own */
		uintptr_t up = alignment - (uintptr_t)p % alignment;
		if (is("down"))
			up = (uintptr_t)p % alignment, used += up, p -= up;
		else
			p += up, used += is("shuffled") || is("far") ? 0 : up;
	}
	((size_t *)p)[-2] = size;
	return p;
}

static unsigned class_of(size_t size)
{
	unsigned c = 0;
	while (c < 7 && ((size_t)16 << c) < size)
		c++;
	return c;
}

void *__wrap_malloc(size_t size)
{
	if (is("host"))
		return __real_malloc(size);
	if (is("again")) {
		unsigned c = class_of(size);
		if (released_count[c])
			return released[c][--released_count[c]];
		return place(c < 7 ? (size_t)16 << c : size, 16);
	}
	return place(size, 16);
}

void *__wrap_calloc(size_t count, size_t size)
{
	if (is("host"))
		return __real_calloc(count, size);
	return memset(__wrap_malloc(count * size), 0, count * size);
}

void __wrap_free(void *p)
{
	if (is("host"))
		__real_free(p);
	if (!p || !is("again"))
		return;
	unsigned c = class_of(((size_t *)p)[-2]);
	if (released_count[c] < SLOTS)
		released[c][released_count[c]++] = p;
}

void *__wrap_realloc(void *old, size_t size)
{
	if (is("host"))
		return __real_realloc(old, size);
	void *p = __wrap_malloc(size);
	if (old) {
		size_t was = ((size_t *)old)[-2];
		memcpy(p, old, was < size ? was : size);
	}
	__wrap_free(old);
	return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return is("host") ? __real_aligned_alloc(alignment, size) : place(size, alignment);
}

/* ---- runs */

static int run(const struct program *program, long vector)
{
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		for (int i = 0; program->ranges[i] && i < MOST; i++) {
			choices[i] = (int)(vector % program->ranges[i]);
			vector /= program->ranges[i];
		}
		alarm(20);
		program->run();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	mode = argc > 1 ? argv[1] : "host";
	prepare(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
	for (int i = 0; i < program_count; i++) {
		long vectors = 1;
		for (const int *r = programs[i].ranges; *r; r++)
			vectors *= *r;
		for (long v = 0; v < vectors; v++) {
			printf("%d %ld ", i, v);
			fflush(stdout);
			printf("%d\n", run(&programs[i], v));
			fflush(stdout);
		}
	}
	return 0;
}
