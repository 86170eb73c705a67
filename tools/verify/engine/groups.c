/* One obligation at a time: groups of obligations, each in a program where only they are asserted, searched in turns with
 * slices of time that grow, so that a hard one does not hide the others. docs/engines.md has the argument. */
#include "group.h"

#include <sys/resource.h>

#include "induction.h"
#include "statement.h"

enum { MEMORY_MB = 4096 }; /* where no limit was set */
static const double first_slice = 0.25;

struct session {
	struct task *task;
	struct outcome *outcome;
	struct program *base; /* after the passes before those for lib/vc */
	struct groups groups;
	uint32_t violations; /* found here: what was made before them does not know that they are assumed away */
};

/* --- one group --- */

static void note_proved(struct session *s, struct group *g)
{
	g->end = GROUP_PROVED;
	for (size_t i = 0; i < g->places.count; i++)
		table_put(s->task->proved, g->places.at[i], 1);
	group_forget(g, s->task);
	task_know(s->task, s->outcome);
}

static void add_statistics(struct outcome *sum, const struct outcome *o)
{
	sum->rounds += o->rounds;
	sum->checks += o->checks;
	sum->solver_seconds += o->solver_seconds;
	sum->instances = o->instances > sum->instances ? o->instances : sum->instances;
	sum->terms = o->terms > sum->terms ? o->terms : sum->terms;
	sum->shared = o->shared > sum->shared ? o->shared : sum->shared;
	sum->assertions += o->assertions;
}

/* The group's program as a task of its own, for so many seconds. What it comes to is not known to the listener. */
static struct task task_for(struct session *s, struct group *g, double seconds)
{
	struct task sub = *s->task;
	double end = clock_now() + seconds;
	sub.prepared = g->program;
	sub.goals.listener.know = NULL;
	sub.limits.beyond = 0;
	if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > end)
		sub.limits.deadline = end;
	return sub;
}

static bool is_decided(const struct session *s)
{
	return s->outcome->verdict == VERDICT_UNSAFE;
}

/* The counterexample is of a program that lacks assertions: one that is violated earlier counts as well. */
static void confirm(struct session *s, struct group *g, struct outcome *found)
{
	found->bug.any = true;
	task_confirm(s->task, found);
	if (found->verdict == VERDICT_UNSAFE) {
		s->outcome->verdict = VERDICT_UNSAFE;
		s->outcome->bug = found->bug;
		found->bug = (struct counterexample){ 0 };
		group_forget(g, s->task);
		return;
	}
	g->end = GROUP_ENDED;
	g->unreplayed = true;
	g->reason = found->reason;
}

static void take_outcome(struct session *s, struct group *g, struct outcome *o, bool in_time)
{
	g->reason = o->reason;
	if (o->bounded) {
		g->bounded = true;
		g->bound = o->bound;
		g->beyond.count = 0;
		for (size_t i = 0; i < o->beyond.count; i++)
			vec_push(&g->beyond, o->beyond.at[i]);
	}
	if (o->verdict == VERDICT_SAFE)
		note_proved(s, g);
	else if (o->verdict == VERDICT_UNSAFE)
		confirm(s, g, o);
	else if (in_time)
		g->end = GROUP_ENDED;
}

static void climb(struct session *s, struct group *g, double seconds)
{
	struct task sub = task_for(s, g, seconds);
	struct outcome o = { 0 };
	if (!g->climb)
		g->climb = stratified_begin(g->program, &sub, g->bounded ? g->bound : 0);
	stratified_go_on(g->climb, &sub, &o);
	take_outcome(s, g, &o, !task_out_of_time(&sub));
	add_statistics(s->outcome, &o);
	outcome_release(&o);
}

/* What was proved of the group's places alone needs no place in its program. */
static void leave_out_proved(struct session *s, struct group *g)
{
	size_t left = 0;
	for (size_t i = 0; i < g->places.count; i++)
		if (!table_has(s->task->proved, g->places.at[i]))
			g->places.at[left++] = g->places.at[i];
	if (left == g->places.count)
		return;
	g->places.count = left;
	group_forget(g, s->task);
	if (!left)
		g->end = GROUP_PROVED;
	task_know(s->task, s->outcome);
}

/* The levels of induction, one after the other, each of which may take several slices. */
static void guess(struct session *s, struct group *g, double seconds)
{
	struct task sub = task_for(s, g, seconds);
	struct outcome o = { 0 };
	bool proved = false, loops = true;
	while (g->level < LEVELS && !proved && !task_out_of_time(&sub)) {
		struct attempt attempt = { .level = (enum level)g->level, .loops = &loops };
		if (g->places.count > 1)
			attempt.holding = s->task->proved;
		proved = induction_try(&attempt, &sub, &o);
		if (!loops)
			g->level = LEVELS;
		else if (!task_out_of_time(&sub))
			g->level++;
	}
	if (proved)
		note_proved(s, g);
	else
		leave_out_proved(s, g);
	add_statistics(s->outcome, &o);
	outcome_release(&o);
}

/* Terms and solvers of a group are kept between its slices as long as there is memory for all. */
static bool is_crowded(const struct session *s)
{
	struct rusage usage;
	uint64_t limit = s->task->limits.memory_mb ? s->task->limits.memory_mb : MEMORY_MB;
	return getrusage(RUSAGE_SELF, &usage) == 0 && (uint64_t)usage.ru_maxrss / 1024 > limit / 3;
}

static void search_group(struct session *s, struct group *g, double seconds)
{
	if (!g->program && !group_prepare(g, s->base, s->task))
		return;
	if (!program_open_count(g->program)) {
		note_proved(s, g);
		return;
	}
	if (g->end == GROUP_OPEN)
		climb(s, g, seconds);
	if (g->end != GROUP_PROVED && !is_decided(s) && g->level < LEVELS)
		guess(s, g, seconds);
	if (is_crowded(s)) {
		stratified_end(g->climb);
		g->climb = NULL;
	}
}

/* --- the engine --- */

static bool is_hopeful(const struct group *g)
{
	return g->end == GROUP_OPEN || (g->end == GROUP_ENDED && g->level < LEVELS);
}

/* All groups in turn. False: nothing is left to be done. */
static bool go_round(struct session *s, double seconds)
{
	bool some = false;
	for (size_t i = 0; i < s->groups.count; i++) {
		struct group *g = &s->groups.at[i];
		if (!is_hopeful(g))
			continue;
		if (is_decided(s) || task_out_of_time(s->task))
			return false;
		search_group(s, g, seconds);
		some = some || is_hopeful(g);
	}
	return some;
}

static void add_beyond(struct outcome *o, const struct group *g)
{
	for (size_t i = 0; i < g->beyond.count; i++)
		vec_push(&o->beyond, g->beyond.at[i]);
}

/* As far as all groups that are not proved have come. */
static void summarise(struct session *s)
{
	struct outcome *o = s->outcome;
	bool unreplayed = false;
	uint32_t open = 0;
	o->bounded = true;
	o->bound = NO_BOUND;
	o->reason = NULL;
	for (size_t i = 0; i < s->groups.count; i++) {
		const struct group *g = &s->groups.at[i];
		if (g->end == GROUP_PROVED)
			continue;
		open++;
		o->bounded = o->bounded && g->bounded;
		if (g->bound < o->bound)
			o->bound = g->bound;
		if (!unreplayed && (g->unreplayed || !o->reason))
			o->reason = g->reason;
		unreplayed = unreplayed || g->unreplayed;
		add_beyond(o, g);
	}
	o->verdict = !open ? VERDICT_SAFE : o->bounded && !unreplayed ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
	o->bounded = o->bounded && open;
	if (task_out_of_time(s->task) && open && !unreplayed)
		o->reason = o->bounded ? "(the search ended: time)" : "time";
}

static void tell(const struct session *s, double seconds)
{
	uint32_t proved = 0, ended = 0;
	for (size_t i = 0; i < s->groups.count; i++) {
		proved += s->groups.at[i].end == GROUP_PROVED;
		ended += s->groups.at[i].end == GROUP_ENDED;
	}
	task_say(s->task, false, "groups: %zu, slices of %.2f s: %u proved, %u ended", s->groups.count, seconds, proved,
		 ended);
}

static void search_all(struct session *s)
{
	double seconds = first_slice;
	while (go_round(s, seconds)) {
		tell(s, seconds);
		seconds *= 2;
	}
	tell(s, seconds);
}

static void search(struct task *task, struct outcome *o)
{
	struct session s = { .task = task, .outcome = o };
	outcome_unknown(o, "the obligations cannot be told apart");
	s.base = program_is_cut(task->original) ? NULL : task_stage(task, "narrow,loops");
	if (s.base && groups_form(&s.groups, s.base)) {
		search_all(&s);
		for (size_t i = 0; i < s.groups.count; i++)
			if (s.groups.at[i].program) {
				vec_push(&task->kept, s.groups.at[i].program);
				s.groups.at[i].program = NULL;
			}
		if (!is_decided(&s))
			summarise(&s);
	}
	groups_free(&s.groups);
	if (s.base)
		program_free(s.base);
}

const struct engine engine_groups = { .search = search, .turn = { .taken = true, .places = 2 } };
