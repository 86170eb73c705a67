/* Which engine runs when, if the user does not say: the cheaper ones first. Each engine that has a turn gets it, in the
 * order of engines.def; what it decides counts, and else the highest bound that one has explored. The time that is left
 * belongs to the one that deepens: first to find what is near, at last until the time is up. */
#include "callgraph.h"
#include "engine.h"
#include "pass.h"

enum {
	BRIEF_BLOCKS = 500,
	BRIEF_PLACES = 10,
	SHORT_STEPS = 256,
	SHORT_BOUND = 2,
	BEYOND_SECONDS = 10,
	STRAIGHT_SECONDS = 120,
	TREE_SECONDS = 6
};
static const double STRAIGHT_PART = 0.8; /* some is left for executions with other inputs */
static const double TREE_PART = 0.2;     /* and more for contracts */
static const double INSTANT_SECONDS = 0.1;
static const struct turn rest = { .taken = true };
static const struct turn shorter = { .taken = true, .part = 0.2, .seconds = 1 };
static const struct turn moment = { .taken = true, .part = 0.1, .seconds = 0.5 };
static const struct turn between = { .taken = true, .part = 0.25, .seconds = 6 };

/* So many seconds of work from now, and not more than a part of the time that is left. */
static double end_of(const struct task *task, double part, double seconds)
{
	double now = clock_now(), soon = clock_after(seconds), end = task->limits.deadline;
	if (end == SOLVER_NO_DEADLINE || now + part * (end - now) > soon)
		return soon;
	return now + part * (end - now);
}

static double turn_end(const struct task *task, const struct turn *turn)
{
	return turn->part ? end_of(task, turn->part, turn->seconds) : task->limits.deadline;
}

/* Of a prepared program, whose loops are procedures that call themselves. */
static bool has_cycles(const struct program *program)
{
	struct callgraph *graph = callgraph_new(program);
	bool some = false;
	for (uint32_t i = 0; i < program->procedure_count; i++)
		some = some || graph->recursive[i];
	callgraph_free(graph);
	return some;
}

/* Where nothing is repeated, nobody knows better than the query of the whole program, unless that is a large tree of calls. */
static double decisive_end(const struct task *task, const struct engine *engine, const struct turn *turn)
{
	if (!turn->decisive)
		return 0;
	if (has_cycles(task->prepared))
		return end_of(task, turn->part, turn->decisive);
	return engine->deepens && engine_horn.suits(task) ? end_of(task, TREE_PART, TREE_SECONDS)
							  : end_of(task, STRAIGHT_PART, STRAIGHT_SECONDS);
}

/* The engine may leave another prepared program behind. */
static void give_turn(struct task *task, const struct engine *engine, const struct turn *turn, uint32_t bound,
		      struct outcome *o)
{
	struct task sub = *task;
	sub.limits.deadline = turn_end(task, turn);
	sub.limits.decisive = decisive_end(task, engine, turn);
	sub.limits.pause = turn->pause > 0 ? clock_after(turn->pause) : 0;
	sub.limits.last = turn == &rest;
	sub.limits.turn = turn != &rest;
	sub.limits.shorter = turn == &shorter;
	sub.limits.beyond = bound == NO_BOUND ? BEYOND_SECONDS : 0;
	if (sub.limits.bound > bound)
		sub.limits.bound = bound;
	uint32_t open = program_open_count(task->prepared);
	task_enter(task, "%s", engine_name(engine));
	engine->search(&sub, o);
	task_leave(task);
	outcome_credit(o, engine, open);
	task->prepared = sub.prepared;
	task->kept = sub.kept;
	task->was_cut = sub.was_cut;
	task->climb = sub.climb;
	task->former = sub.former;
	task->fuzzed = sub.fuzzed;
	task->short_chains_fail = sub.short_chains_fail;
}

/* What was found before this search stays. */
static struct outcome anew(const struct outcome *before)
{
	return (struct outcome){ .found = before->found, .searched_on = before->searched_on };
}

static void replace(struct outcome *o, const struct outcome *with)
{
	vec_free(&o->beyond);
	inputs_free(o->bug.inputs);
	*o = *with;
}

static bool is_decided(const struct outcome *o)
{
	return o->verdict == VERDICT_SAFE || o->verdict == VERDICT_UNSAFE;
}

static bool deepens(const struct engine *engine)
{
	return engine->deepens;
}

static bool executes(const struct engine *engine)
{
	return engine->executes;
}

static const struct engine *first_that(bool (*is_right)(const struct engine *engine))
{
	size_t count;
	const struct engine_row *rows = engine_rows(&count);
	for (size_t i = 0; i < count; i++)
		if (is_right(rows[i].engine))
			return rows[i].engine;
	return NULL;
}

/* After a long execution that violates an assertion: one that is easier to understand, if it is found soon. */
static void look_for_shorter(struct task *task, const struct engine *deepening, struct outcome *found)
{
	struct outcome o = anew(found), none = { 0 };
	give_turn(task, deepening, &shorter, SHORT_BOUND, &o);
	if (o.verdict == VERDICT_UNSAFE)
		replace(found, &o);
	else
		replace(&o, &none);
}

/* Has it come to the bound that was asked for? */
static bool is_complete(const struct outcome *o)
{
	return o->verdict == VERDICT_BOUNDED && !o->reason;
}

static uint32_t block_count(const struct program *program)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < program->procedure_count; i++)
		count += program->procedures[i]->block_count;
	return count;
}

static bool has_turn(const struct engine *engine, const struct task *task)
{
	const struct turn *turn = &engine->turn;
	const struct program *program = task->prepared;
	uint32_t places = program_open_count(program);
	return turn->taken && places >= turn->places && (!turn->most || places <= turn->most) &&
	       block_count(program) >= turn->blocks && (!turn->cycles || has_cycles(program)) &&
	       (!engine->suits || engine->suits(task));
}

static bool is_bounded_further(const struct outcome *a, const struct outcome *b)
{
	return a->verdict == VERDICT_BOUNDED && outcome_is_further(a, b);
}

/* Unless *o is decided. */
static void go_on(struct task *task, const struct engine *engine, const struct turn *turn, enum half half,
		  struct outcome *o)
{
	struct outcome none = anew(o);
	if (is_decided(o))
		return;
	replace(o, &none);
	task->limits.half = half;
	give_turn(task, engine, turn, NO_BOUND, o);
	task->limits.half = WHOLE;
}

/* Then there are engines for it alone. */
static bool is_single(const struct task *task)
{
	return program_open_count(task->prepared) == 1;
}

/* The only assertion that is left is violated as long as an approximation is any value: nobody proves that it is not, but executions may
 * still meet a violation without the approximation. */
static bool is_beyond_proof(const struct task *task, const struct outcome *o)
{
	return o->approximate && is_single(task);
}

static bool is_small(const struct task *task)
{
	return program_open_count(task->prepared) <= BRIEF_PLACES && block_count(task->prepared) < BRIEF_BLOCKS;
}

/* What proves most state machines does so at once: before the ladder is climbed higher than in an instant. Large programs take longer. */
static void climb(struct task *task, const struct engine *ladder, struct outcome *o)
{
	struct turn first = ladder->turn, second = ladder->turn;
	double begin = clock_now();
	first.pause = INSTANT_SECONDS;
	if (is_small(task) && has_turn(&engine_pdr, task)) {
		go_on(task, ladder, &first, WHOLE, o);
		if (is_beyond_proof(task, o))
			return;
		second.seconds = second.seconds - (clock_now() - begin);
		second.seconds = second.seconds < INSTANT_SECONDS ? INSTANT_SECONDS : second.seconds;
		go_on(task, &engine_pdr, &engine_pdr.turn, FIRST_HALF, o);
	}
	go_on(task, ladder, &second, WHOLE, o);
}

/* Executions go on behind the engines for a single place. */
static enum half half_of(const struct task *task, const struct engine *engine)
{
	bool halves = engine->halves && engine->halves(task);
	return halves || (engine->executes && is_single(task)) ? FIRST_HALF : WHOLE;
}

/* *o is empty before. */
static void take_turn(struct task *task, const struct engine *engine, struct outcome *o)
{
	enum half half = half_of(task, engine);
	if (engine->deepens) {
		climb(task, engine, o);
		return;
	}
	if (engine->turn.vain)
		go_on(task, first_that(executes), &moment, FIRST_HALF, o);
	go_on(task, engine, &engine->turn, half, o);
	if (half == WHOLE || engine->executes)
		return;
	go_on(task, first_that(executes), &between, WHOLE, o);
	go_on(task, engine, &engine->turn, SECOND_HALF, o);
}

/* True: *o is decided, or nobody can decide more. */
static bool take_turns(struct task *task, struct outcome *o)
{
	size_t count;
	bool provable = true;
	const struct engine_row *rows = engine_rows(&count);
	for (size_t i = 0; i < count; i++) {
		const struct engine *engine = rows[i].engine;
		struct outcome next = anew(o), none = { 0 };
		if (!has_turn(engine, task) || (engine->only_proves && !provable))
			continue;
		take_turn(task, engine, &next);
		provable = provable && !is_beyond_proof(task, &next);
		if (is_decided(&next) || engine->deepens || is_bounded_further(&next, o))
			replace(o, &next);
		else
			replace(&next, &none);
		if (is_decided(o) || o->hopeless)
			return true;
	}
	return false;
}

/* The executions that were left for later. True: one of them decides. */
static bool execute_rest(struct task *task, struct outcome *o)
{
	const struct engine *engine = first_that(executes);
	struct outcome next = anew(o), none = { 0 };
	go_on(task, engine, &engine->turn, WHOLE, &next);
	bool decided = is_decided(&next);
	replace(decided ? o : &next, decided ? &next : &none);
	return decided;
}

static void search(struct task *task, struct outcome *o)
{
	const struct engine *deepening = first_that(deepens);
	bool decided = take_turns(task, o) || (is_single(task) && task_in_time(task) && execute_rest(task, o));
	if (o->verdict == VERDICT_UNSAFE && o->steps > SHORT_STEPS)
		look_for_shorter(task, deepening, o);
	if (decided || task_out_of_time(task))
		return;
	struct outcome last = anew(o), none = { 0 };
	give_turn(task, deepening, &rest, NO_BOUND, &last);
	bool stays =
		is_complete(o) ? !is_decided(&last) : last.verdict == VERDICT_BOUNDED && is_bounded_further(o, &last);
	if (stays)
		replace(&last, &none);
	else
		replace(o, &last);
}

const struct engine engine_strategy = { .search = search };
