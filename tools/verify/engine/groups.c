/* One obligation at a time: groups of obligations, each in a program where only they are asserted, searched in turns with
 * slices of time that grow, so that a hard one does not hide the others. docs/engines.md has the argument. */
#include "group.h"

#include <sys/resource.h>

#include "causes.h"
#include "induction.h"
#include "pass.h"
#include "statement.h"

enum { MEMORY_MB = 4096 };   /* where no limit was set */
enum { GUESS_SECONDS = 15 }; /* that induction may take when the ladders have ended, and all of this within a bound */
static const double FIRST_SLICE = 0.25; /* seconds */

struct session {
	struct task *task;
	struct outcome *outcome;
	struct program *base; /* after the passes before those for lib/vc */
	struct groups groups;
	struct outcome whole;  /* of the ladder on the program as a whole, until now */
	bool whole_ended;      /* it had time left */
	struct guesses next;   /* of the whole, as in struct group */
	double guessing;       /* seconds spent on induction */
	struct groups *former; /* of the search before a violation; NULL: there was none */
	uint32_t adopted;
};

/* --- what is known --- */

/* Groups are left that are not proved: what is known of all of them. */
static void summarise(const struct session *s, struct outcome *o)
{
	struct outcome sum = { 0 };
	groups_sum(&s->groups, &sum);
	const struct outcome *further = outcome_is_further(&s->whole, &sum) ? &s->whole : &sum;
	o->verdict = further->verdict;
	o->reason = further->reason;
	o->bounded = further->bounded;
	o->bound = further->bound;
	o->out_of_memory = s->whole.out_of_memory;
	for (size_t i = 0; i < further->beyond.count; i++)
		vec_push(&o->beyond, further->beyond.at[i]);
	for (size_t i = 0; i < s->groups.count; i++)
		if (s->groups.at[i].unreplayed)
			outcome_unknown(o, s->groups.at[i].reason);
	vec_free(&sum.beyond);
}

static void know(const struct session *s)
{
	struct outcome known = { .found = s->outcome->found, .searched_on = s->outcome->searched_on };
	summarise(s, &known);
	task_know(s->task, &known);
	vec_free(&known.beyond);
}

/* --- one group --- */

static void note_proved(struct session *s, struct group *g)
{
	g->end = GROUP_PROVED;
	for (size_t i = 0; i < g->places.count; i++)
		table_put(s->task->proved, g->places.at[i], 1);
	group_forget(g);
	know(s);
}

static void add_statistics(struct outcome *sum, const struct outcome *o)
{
	sum->rounds += o->rounds;
	sum->checks += o->checks;
	sum->solver_seconds += o->solver_seconds;
	sum->instances = o->instances > sum->instances ? o->instances : sum->instances;
	sum->tree = o->tree > sum->tree ? o->tree : sum->tree;
	sum->terms = o->terms > sum->terms ? o->terms : sum->terms;
	sum->shared = o->shared > sum->shared ? o->shared : sum->shared;
	sum->assertions += o->assertions;
}

/* The program as a task of its own, for so many seconds. What it comes to is not known to the listener. */
static struct task task_for(struct session *s, struct program *program, double seconds)
{
	struct task sub = *s->task;
	double end = clock_after(seconds);
	sub.prepared = program;
	sub.goals.listener.know = NULL;
	sub.limits.beyond = 0;
	if (sub.limits.deadline == SOLVER_NO_DEADLINE || sub.limits.deadline > end)
		sub.limits.deadline = end;
	return sub;
}

static bool is_decided(const struct session *s)
{
	return s->outcome->verdict == VERDICT_UNSAFE || s->outcome->verdict == VERDICT_SAFE;
}

/* What was found is moved. */
static void decide(struct session *s, struct outcome *found)
{
	s->outcome->verdict = found->verdict;
	s->outcome->reason = found->reason;
	s->outcome->bug = found->bug;
	found->bug = (struct counterexample){ 0 };
}

/* The counterexample is of a program that lacks assertions: one that is violated earlier counts as well. */
static void confirm(struct session *s, struct group *g, struct outcome *found)
{
	found->bug.any = true;
	task_confirm(s->task, found);
	if (found->verdict == VERDICT_UNSAFE) {
		decide(s, found);
		vec_push(&s->task->kept, g->program);
		g->program = NULL;
		group_forget(g);
		return;
	}
	g->end = GROUP_ENDED;
	g->unreplayed = true;
	g->reason = found->reason;
}

/* Something was tried for the group since BEGIN. */
static void note_effort(struct session *s, struct group *g, const struct outcome *o, double begin)
{
	char text[sizeof(struct cause)];
	g->seconds += clock_now() - begin;
	g->solver_seconds += o->solver_seconds;
	group_explain(g, text, sizeof text);
	if (s->task->causes)
		causes_say(s->task->causes, g->cause, text);
	add_statistics(s->outcome, o);
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
	struct task sub = task_for(s, g->program, seconds);
	struct outcome o = { 0 };
	double begin = clock_now();
	if (!g->climb)
		g->climb = stratified_begin(g->program, &sub, g->bounded ? g->bound : 0);
	task_enter(&sub, "%s", g->name);
	stratified_go_on(g->climb, &sub, &o);
	task_leave(&sub);
	take_outcome(s, g, &o, !task_out_of_time(&sub));
	note_effort(s, g, &o, begin);
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
	group_forget(g);
	if (!left)
		g->end = GROUP_PROVED;
	know(s);
}

/* The levels of induction, one after the other; what a slice is too short for gets another one. True: all is proved. */
static bool guess_levels(struct session *s, struct guesses *next, struct task *sub, bool each, struct outcome *o)
{
	bool proved = false, loops = true;
	while (next->level < LEVELS && !proved && !task_out_of_time(sub)) {
		if (!next->again) {
			table_free(&next->refuted.numbers);
			next->refuted = (struct refuted){ 0 };
		}
		struct attempt attempt = { .level = (enum level)next->level,
					   .holding = each ? s->task->proved : NULL,
					   .refuted = &next->refuted,
					   .loops = &loops };
		proved = induction_try(&attempt, sub, o);
		bool again = task_out_of_time(sub) && !next->again;
		if (!again)
			next->level = loops ? next->level + 1 : LEVELS;
		next->again = again;
	}
	return proved;
}

static void guess(struct session *s, struct group *g, double seconds)
{
	struct task sub = task_for(s, g->program, seconds);
	struct outcome o = { 0 };
	double begin = clock_now();
	task_enter(&sub, "%s", g->name);
	bool proved = guess_levels(s, &g->next, &sub, g->places.count > 1, &o);
	task_leave(&sub);
	if (proved)
		note_proved(s, g);
	else
		leave_out_proved(s, g);
	s->guessing += clock_now() - begin;
	note_effort(s, g, &o, begin);
	outcome_release(&o);
}

/* Terms and solvers of a group are kept between its slices as long as there is memory for all. */
static bool is_crowded(const struct session *s)
{
	struct rusage usage;
	uint64_t limit = s->task->limits.memory_mb ? s->task->limits.memory_mb : MEMORY_MB;
	return getrusage(RUSAGE_SELF, &usage) == 0 && (uint64_t)usage.ru_maxrss / 1024 > limit / 3;
}

/* False: there is no time left, or nothing to be searched. */
static bool make_ready(struct session *s, struct group *g)
{
	task_enter(s->task, "%s", g->name);
	bool had = g->program, made = had || group_prepare(g, s->base, s->task);
	task_leave(s->task);
	if (!made)
		return false;
	if (!had && s->former && group_adopt(g, s->former))
		s->adopted++;
	if (program_open_count(g->program))
		return true;
	note_proved(s, g);
	return false;
}

/* --- the engine --- */

static void begin_causes(struct session *s)
{
	struct causes *causes = s->task->causes;
	if (!causes)
		return;
	causes_clear(causes);
	for (size_t i = 0; i < s->groups.count; i++) {
		struct group *g = &s->groups.at[i];
		char text[sizeof(struct cause)];
		g->cause = causes_add(causes, g->places.at, g->places.count);
		group_explain(g, text, sizeof text);
		causes_say(causes, g->cause, text);
	}
}

static bool may_guess(const struct session *s, const struct group *g)
{
	return g->end != GROUP_PROVED && g->next.level < LEVELS &&
	       (groups_count(&s->groups, GROUP_OPEN) || s->guessing < GUESS_SECONDS);
}

/* Those that more is to be expected of. */
static uint32_t hopeful_count(const struct session *s)
{
	uint32_t count = 0;
	for (size_t i = 0; i < s->groups.count; i++)
		count += s->groups.at[i].end == GROUP_OPEN || may_guess(s, &s->groups.at[i]);
	return count;
}

static bool must_end(const struct session *s)
{
	return is_decided(s) || s->task->diags->errors || task_out_of_time(s->task);
}

static void climb_groups(struct session *s, double seconds)
{
	for (size_t i = 0; i < s->groups.count && !must_end(s); i++) {
		struct group *g = &s->groups.at[i];
		if (g->end == GROUP_OPEN && make_ready(s, g) && g->end == GROUP_OPEN)
			climb(s, g, seconds);
		if (is_crowded(s))
			group_forget(g);
	}
}

static void guess_groups(struct session *s, double seconds)
{
	for (size_t i = 0; i < s->groups.count && !must_end(s); i++) {
		struct group *g = &s->groups.at[i];
		if (may_guess(s, g) && make_ready(s, g))
			guess(s, g, seconds);
		if (is_crowded(s))
			group_forget(g);
	}
}

/* The program as a whole: where all groups need the same parts of it, one search for all is less work. */
static void climb_whole(struct session *s, double seconds)
{
	struct task sub = task_for(s, s->task->prepared, seconds);
	struct outcome o = { 0 };
	if (s->whole_ended || must_end(s))
		return;
	task_enter(&sub, "the whole");
	engine_stratified.search(&sub, &o);
	task_leave(&sub);
	s->task->climb = sub.climb;
	s->whole_ended = !task_out_of_time(&sub);
	add_statistics(s->outcome, &o);
	if (o.verdict == VERDICT_SAFE || o.verdict == VERDICT_UNSAFE)
		decide(s, &o);
	outcome_release(&s->whole);
	s->whole = o;
}

static void leave_out_all_proved(struct session *s)
{
	for (size_t i = 0; i < s->groups.count; i++)
		leave_out_proved(s, &s->groups.at[i]);
}

static void guess_whole(struct session *s, double seconds)
{
	struct task sub = task_for(s, s->task->prepared, seconds);
	struct outcome o = { 0 };
	if (must_end(s))
		return;
	task_enter(&sub, "the whole");
	bool proved = guess_levels(s, &s->next, &sub, true, &o);
	task_leave(&sub);
	if (proved)
		decide(s, &(struct outcome){ .verdict = VERDICT_SAFE });
	else
		leave_out_all_proved(s);
	add_statistics(s->outcome, &o);
	outcome_release(&o);
}

static void tell(const struct session *s, double seconds)
{
	know(s);
	task_say(s->task, "groups: %zu, slices of %.2f s: %zu proved, %zu ended", s->groups.count, seconds,
		 groups_count(&s->groups, GROUP_PROVED), groups_count(&s->groups, GROUP_ENDED));
}

/* Nothing is left to be found within the bound that was asked for: not much time for proofs. */
static void hurry(struct session *s)
{
	double end = clock_after(GUESS_SECONDS), *deadline = &s->task->limits.deadline;
	if (*deadline == SOLVER_NO_DEADLINE || *deadline > end)
		*deadline = end;
}

/* Slices double, so that what takes long is not begun too often. */
static void search_all(struct session *s)
{
	for (double seconds = FIRST_SLICE; !must_end(s) && hopeful_count(s); seconds *= 2) {
		double all = seconds * hopeful_count(s);
		bool ended = s->whole_ended;
		climb_whole(s, all);
		if (s->whole_ended && !ended && s->task->limits.bound != NO_BOUND)
			hurry(s);
		climb_groups(s, seconds);
		guess_whole(s, all);
		guess_groups(s, seconds);
		if (!is_decided(s))
			tell(s, seconds);
	}
	if (!is_decided(s) && groups_count(&s->groups, GROUP_PROVED) == s->groups.count)
		s->outcome->verdict = VERDICT_SAFE;
	else if (!is_decided(s))
		summarise(s, s->outcome);
}

/* Calls beyond the bound are told by where they stand. */
static void keep_programs(struct session *s)
{
	if (s->outcome->verdict == VERDICT_UNSAFE)
		return;
	for (size_t i = 0; i < s->groups.count; i++) {
		struct group *g = &s->groups.at[i];
		if (g->program && g->beyond.count) {
			vec_push(&s->task->kept, g->program);
			g->program = NULL;
		}
	}
}

/* After a violation the search may begin again (--all), with groups that are mostly the same. */
static void end_groups(struct session *s)
{
	if (s->former) {
		task_say(s->task, "groups: %u go on where they were", s->adopted);
		groups_free(s->former);
		memory_free(s->former);
	}
	if (s->outcome->verdict == VERDICT_UNSAFE) {
		s->task->former = memory_alloc(sizeof *s->task->former);
		*s->task->former = s->groups;
	} else {
		groups_free(&s->groups);
	}
}

static void search(struct task *task, struct outcome *o)
{
	struct task own = *task;
	struct session s = { .task = &own, .outcome = o, .former = task->former };
	own.former = NULL;
	outcome_unknown(o, "the obligations cannot be told apart");
	s.base = program_is_cut(task->original) ? NULL : task_stage(&own, "narrow,loops");
	if (s.base && groups_form(&s.groups, s.base)) {
		o->reason = NULL;
		begin_causes(&s);
		search_all(&s);
		keep_programs(&s);
	}
	outcome_release(&s.whole);
	table_free(&s.next.refuted.numbers);
	end_groups(&s);
	if (s.base)
		program_free(s.base);
	task->kept = own.kept;
	task->climb = own.climb;
	task->former = own.former;
}

const struct engine engine_groups = { .search = search, .turn = { .taken = true, .places = 2 } };
