/* What tests of engines share: a task for a program from text. */
#ifndef ENGINE_TASK_H
#define ENGINE_TASK_H

#include "engine.h"
#include "program_text.h"

struct setup {
	struct diagnostics diags;
	struct task task;
	struct outcome outcome;
	struct table proved;
	struct program *interpreted;
};

/* No limits but 60 seconds, the first solver. */
__attribute__((unused)) static void setup(struct setup *s, const char *text)
{
	*s = (struct setup){ 0 };
	diagnostics_init(&s->diags);
	s->task = (struct task){ .limits = { .deadline = clock_now() + 60, .bound = NO_BOUND },
				 .original = program_of(text),
				 .interpreted = &s->interpreted,
				 .diags = &s->diags,
				 .arena = arena_new(),
				 .proved = &s->proved };
	task_number_places(s->task.original);
	s->task.prepared = task_prepare(s->task.original, "discharge", SOLVER_NO_DEADLINE, &s->diags);
}

__attribute__((unused)) static enum verdict search(struct setup *s, const char *engine)
{
	engine_find(engine, strlen(engine))->search(&s->task, &s->outcome);
	return s->outcome.verdict;
}

__attribute__((unused)) static void release(struct setup *s)
{
	outcome_release(&s->outcome);
	program_free(s->task.original);
	task_release(&s->task);
	table_free(&s->proved);
	ok(!s->diags.errors, "no error was recorded");
	diagnostics_release(&s->diags);
}

/* All of it. */
__attribute__((unused)) static struct outcome verdict_of(const char *text, const char *engine, uint32_t bound)
{
	struct setup s;
	setup(&s, text);
	s.task.limits.bound = bound;
	search(&s, engine);
	struct outcome o = s.outcome;
	release(&s);
	o.reason = NULL; /* freed, like all that it points to; numbers stay */
	return o;
}

/* --- programs --- */

/* i goes up by `step` as long as input says so; `assertion` is asked for at the end. */
#define UPWARDS(step, assertion)                                                                \
	"plumb 1 {entry \"main\"}\n"                                                            \
	"procedure main() {\n var c : bool\n var i : bv32\nentry:\n i := 0bv32;\n goto head;\n" \
	"head:\n havoc c {at \"a.c\" 2 2};\n branch c, body, exit;\n"                           \
	"body:\n i := bvadd(i, " step ");\n goto head;\n"                                       \
	"exit:\n assert " assertion " {at \"a.c\" 5 5} {check \"assert\"} {message \"wrong\"};\n return;\n}\n"

#define STRAIGHT(condition)                                                                               \
	"plumb 1 {entry \"main\"}\n"                                                                      \
	"procedure main() {\n var x : bv32\nentry:\n havoc x;\n assert " condition " {at \"a.c\" 3 3};\n" \
	" return;\n}\n"

#endif
