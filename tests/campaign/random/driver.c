/* Runs a program on every vector of its inputs: the ground truth of tests/campaign/random.
 *
 * native.py rewrites the program so that it asks native_input for each input and reports violations with
 * their lines, and links it with this file. An input has a finite range, so the runs are the leaves
 * of a finite tree; the odometer below visits each once, however many inputs a run asks for. The run's
 * result leaves by siglongjmp; what the program changed in its data segment is put back before the next
 * run. This file's own state is therefore mapped elsewhere, and it is compiled without sanitizers.
 *
 * gcc's -fsanitize=undefined calls a handler with the place of what is undefined: those are here too.
 *
 * Printed: `runs N blocked N`, `violation KIND LINE COUNT`, `probe K HITS MIN MAX AND OR VALUE:RUNS ...`,
 * and for a sample of the runs `sample RESULT LINE:TYPE=VALUE ...`; `too long` when it is that. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_INPUTS = 64, MAX_RUNS = 1 << 17, MAX_PROBES = 64, MAX_VALUES = 48, MAX_VIOLATIONS = 64, SECONDS = 20 };

enum ending { RETURNED, BLOCKED, VIOLATED, ABORTED };

struct input {
	uint64_t value, last;
	unsigned line;
	const char *type;
};

struct violation {
	const char *kind;
	unsigned line;
	unsigned long count;
};

struct probe {
	unsigned long hits;
	int64_t min, max;
	uint64_t and, or ;
	unsigned count; /* of different values; MAX_VALUES + 1: more than are kept */
	int64_t values[MAX_VALUES];
	unsigned long runs[MAX_VALUES], last_run[MAX_VALUES];
};

struct state {
	sigjmp_buf out;
	struct input inputs[MAX_INPUTS];
	unsigned asked, known; /* inputs asked for in this run; those that the odometer has set */
	enum ending ending;
	int status;
	const char *kind;
	unsigned line;
	unsigned long run, blocked;
	struct violation violations[MAX_VIOLATIONS];
	unsigned violation_count;
	struct probe probes[MAX_PROBES];
	char *saved;
};

static struct state *s;
extern char __data_start[], _end[];

int program_main(void);

static _Noreturn void leave(enum ending ending)
{
	s->ending = ending;
	siglongjmp(s->out, 1);
}

static _Noreturn void violate(const char *kind, unsigned line)
{
	s->kind = kind;
	s->line = line;
	leave(VIOLATED);
}

/* --- what the program calls --- */

uint64_t native_input(uint64_t low, uint64_t high, const char *type, unsigned line)
{
	if (s->asked == MAX_INPUTS)
		violate("inputs", line);
	struct input *input = &s->inputs[s->asked++];
	if (s->asked > s->known) {
		s->known = s->asked;
		input->value = low;
	}
	input->last = high;
	input->type = type;
	input->line = line;
	return input->value;
}

void native_assume(int holds)
{
	if (!holds)
		leave(BLOCKED);
}

_Noreturn void native_error(unsigned line)
{
	violate("assert", line);
}

_Noreturn void native_abort(void)
{
	leave(ABORTED);
}

_Noreturn void native_exit(int status)
{
	s->status = status;
	leave(RETURNED);
}

static void count_value(struct probe *p, int64_t value)
{
	unsigned i = 0;
	while (i < p->count && i < MAX_VALUES && p->values[i] != value)
		i++;
	if (i == MAX_VALUES) {
		p->count = MAX_VALUES + 1;
		return;
	}
	if (i == p->count) {
		p->count++;
		p->values[i] = value;
	}
	if (!p->runs[i] || p->last_run[i] != s->run)
		p->runs[i]++;
	p->last_run[i] = s->run;
}

void native_probe(unsigned k, int64_t value)
{
	struct probe *p = &s->probes[k];
	if (!p->hits++) {
		p->min = p->max = value;
		p->and = p->or = (uint64_t)value;
	}
	p->min = value < p->min ? value : p->min;
	p->max = value > p->max ? value : p->max;
	p->and &= (uint64_t)value;
	p->or |= (uint64_t)value;
	count_value(p, value);
}

/* --- what the sanitizer calls --- */

struct location {
	const char *file;
	uint32_t line, column;
};

#define HANDLER(name, kind)                                                    \
	_Noreturn void __ubsan_handle_##name(const struct location *location); \
	_Noreturn void __ubsan_handle_##name(const struct location *location)  \
	{                                                                      \
		violate(kind, location->line);                                 \
	}
HANDLER(add_overflow_abort, "overflow")
HANDLER(sub_overflow_abort, "overflow")
HANDLER(mul_overflow_abort, "overflow")
HANDLER(negate_overflow_abort, "overflow")
HANDLER(divrem_overflow_abort, "div")
HANDLER(shift_out_of_bounds_abort, "shift")
HANDLER(out_of_bounds_abort, "bounds")
HANDLER(type_mismatch_v1_abort, "pointer")
HANDLER(load_invalid_value_abort, "value")
HANDLER(nonnull_arg_abort, "pointer")
HANDLER(nonnull_return_v1_abort, "pointer")
HANDLER(pointer_overflow_abort, "pointer")
HANDLER(vla_bound_not_positive_abort, "bounds")
HANDLER(invalid_builtin_abort, "value")
HANDLER(float_cast_overflow_abort, "value")
HANDLER(builtin_unreachable, "unreachable")
HANDLER(missing_return, "return")

/* --- the runs --- */

static void copy(volatile char *to, const volatile char *from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = from[i];
}

static void run(void)
{
	copy(__data_start, s->saved, (size_t)(_end - __data_start));
	s->asked = 0;
	if (!sigsetjmp(s->out, 0)) {
		s->status = program_main();
		s->ending = RETURNED;
	}
}

/* To the next leaf. False: that was the last one. */
static int advance(void)
{
	s->known = s->asked;
	while (s->known && s->inputs[s->known - 1].value == s->inputs[s->known - 1].last)
		s->known--;
	if (!s->known)
		return 0;
	s->inputs[s->known - 1].value++;
	return 1;
}

/* True for the first of its kind and place. */
static int count_violation(void)
{
	unsigned i = 0;
	while (i < s->violation_count && (s->violations[i].line != s->line || strcmp(s->violations[i].kind, s->kind)))
		i++;
	if (i == MAX_VIOLATIONS)
		return 0;
	if (i == s->violation_count)
		s->violations[s->violation_count++] = (struct violation){ s->kind, s->line, 0 };
	return !s->violations[i].count++;
}

static void print_sample(void)
{
	switch (s->ending) {
	case RETURNED:
		printf("sample exit:%d", s->status & 255);
		break;
	case BLOCKED:
		return;
	case VIOLATED:
		printf("sample %s:%u", s->kind, s->line);
		break;
	case ABORTED:
		printf("sample abort");
		break;
	}
	for (unsigned i = 0; i < s->asked; i++)
		printf(" %u:%s=%lld", s->inputs[i].line, s->inputs[i].type, (long long)s->inputs[i].value);
	printf("\n");
}

static void all(unsigned long stride)
{
	memset(s->violations, 0, sizeof s->violations);
	s->violation_count = s->known = 0;
	s->run = s->blocked = 0;
	do {
		run();
		int first = s->ending == VIOLATED && count_violation();
		s->blocked += s->ending == BLOCKED;
		if (stride && (first || s->run % stride == stride / 2))
			print_sample();
		if (++s->run > MAX_RUNS) {
			printf("too long\n");
			exit(0);
		}
	} while (advance());
}

static void print_probes(void)
{
	for (unsigned k = 0; k < MAX_PROBES; k++) {
		const struct probe *p = &s->probes[k];
		if (!p->hits)
			continue;
		printf("probe %u %lu %lld %lld %llu %llu", k, p->hits, (long long)p->min, (long long)p->max,
		       (unsigned long long)p->and, (unsigned long long)p->or);
		for (unsigned i = 0; i < p->count && p->count <= MAX_VALUES; i++)
			printf(" %lld:%lu", (long long)p->values[i], p->runs[i]);
		printf("\n");
	}
}

static void too_long(int signal)
{
	(void)signal;
	static const char text[] = "\ntoo long\n";
	_exit(write(1, text, sizeof text - 1) < 0);
}

int main(int argc, char **argv)
{
	unsigned long samples = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	size_t bytes = (size_t)(_end - __data_start);
	s = mmap(NULL, sizeof *s + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		return 4;
	signal(SIGALRM, too_long);
	alarm(SECONDS);
	s->saved = (char *)(s + 1);
	copy(s->saved, __data_start, bytes);
	all(0);
	printf("runs %lu blocked %lu\n", s->run, s->blocked);
	for (unsigned i = 0; i < s->violation_count; i++)
		printf("violation %s %u %lu\n", s->violations[i].kind, s->violations[i].line, s->violations[i].count);
	print_probes();
	if (samples)
		all(s->run / samples + 1);
	return 0;
}
