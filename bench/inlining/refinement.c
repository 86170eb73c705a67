/* Refinement of a variable abstraction, three ways (A. Lal, S. Qadeer, S. Lahiri, "Corral", Fig. 9): on each spurious counterexample that
 * the engine `cegar` meets, as c2ir writes the programs.
 *
 *     build/bench/bench-refinement [-s SECONDS] FILE.pir ...               default: 20 seconds for each program
 *
 * A line for each counterexample, fields separated by tabs: the file; globals; those that are tracked already; those that are added; then
 * for each way milliseconds of processor time and checks ("-": trouble), of
 *
 *     storm      one global after the other is left out, a formula for each set
 *     one        Algorithm 1: halves, a formula for each set
 *     two        Algorithm 2: halves, one formula with a Bool for each global
 *
 * The engine goes on with what Algorithm 1 says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "each_program.h"
#include "path_question.h"

static const char *file;

static double processor_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static uint32_t count_of(const bool *set, uint32_t count)
{
	uint32_t all = 0;
	for (uint32_t i = 0; i < count; i++)
		all += set[i];
	return all;
}

/* As Storm does: leaves out one global after the other. */
static bool one_by_one(struct refine_question *q, bool *set)
{
	uint32_t count = 0, *open = memory_alloc((q->count + 1) * sizeof *open);
	for (uint32_t i = 0; i < q->count; i++)
		if (!set[i])
			open[count++] = i;
	enum path_answer answer = PATH_CORRECT;
	for (uint32_t i = 0; i < count; i++)
		set[open[i]] = true;
	for (uint32_t i = 0; i < count && answer != PATH_TROUBLE; i++) {
		set[open[i]] = false;
		answer = q->check(q->context, set);
		q->checks++;
		set[open[i]] = answer != PATH_CORRECT;
	}
	memory_free(open);
	return answer != PATH_TROUBLE;
}

enum way { STORM, ONE, TWO, WAYS };

static bool refine(enum way way, struct path_question *path, bool *set, uint64_t *checks)
{
	struct refine_question q = { path->program->global_count, way == TWO ? path_check_shared : path_check, path,
				     0 };
	if (way == TWO)
		path_share(path, set);
	bool fine = way == STORM ? one_by_one(&q, set) : refine_by_halves(&q, set);
	*checks = q.checks;
	return fine;
}

/* Each way on a question of its own; what Algorithm 1 says is taken. */
static bool refine_all(struct path_question *path, bool *tracked)
{
	uint32_t count = path->program->global_count, before = count_of(tracked, count), added = 0;
	bool *sets[WAYS], fine[WAYS];
	double ms[WAYS];
	uint64_t checks[WAYS];
	for (int way = STORM; way < WAYS; way++) {
		struct path_question own;
		sets[way] = memory_alloc((count + 1) * sizeof(bool));
		memcpy(sets[way], tracked, count * sizeof(bool));
		double begin = processor_ms();
		path_begin(&own, path->task, path->program, path->trail);
		fine[way] = refine(way, &own, sets[way], &checks[way]);
		path_end(&own);
		ms[way] = processor_ms() - begin;
	}
	if (fine[ONE]) {
		memcpy(tracked, sets[ONE], count * sizeof(bool));
		added = count_of(tracked, count) - before;
	}
	printf("%s\t%u\t%u\t%u", file, count, before, added);
	for (int way = STORM; way < WAYS; way++) {
		if (fine[way])
			printf("\t%.1f\t%llu", ms[way], (unsigned long long)checks[way]);
		else
			printf("\t-\t%llu", (unsigned long long)checks[way]);
		memory_free(sets[way]);
	}
	printf("\n");
	fflush(stdout);
	path->trouble = fine[ONE] ? NULL : "refinement: trouble";
	return fine[ONE];
}

static void look(const char *name, struct program *original, const struct bench_options *o, struct diagnostics *diags)
{
	file = name;
	task_number_places(original);
	struct table proved = { 0 };
	struct program *interpreted = NULL;
	struct task task = { .limits = { .deadline = clock_now() + o->seconds, .bound = NO_BOUND },
			     .original = original,
			     .interpreted = &interpreted,
			     .diags = diags,
			     .arena = arena_new(),
			     .proved = &proved };
	task.prepared = task_prepare(original, NULL, task.limits.deadline, diags);
	struct outcome outcome = { 0 };
	if (task.prepared) {
		task.goals.refine = refine_all;
		engine_find("cegar", strlen("cegar"))->search(&task, &outcome);
	}
	outcome_release(&outcome);
	task_release(&task);
	table_free(&proved);
}

int main(int argc, char **argv)
{
	return each_program(argc, argv, (struct bench_options){ .seconds = 20 },
			    "file\tglobals\ttracked\tadded\tstorm\tchecks\tone\tchecks\ttwo\tchecks", look);
}
