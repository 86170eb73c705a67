/* Fuzzing: executions in the evaluator, whose inputs are changed until they lead somewhere. What an execution was told is
 * on a tape; tapes by which a branch is taken for the first time, or more often than before, are kept, and new ones are
 * made from these. It finds what lies behind many steps that are easy to meet one after the other, such as the characters
 * of a line, which make the queries of a solver large.
 *
 * After M. Zalewski's American Fuzzy Lop (kept inputs, magnitudes), with the comparisons of C. Aschermann et al.,
 * REDQUEEN: Fuzzing with Input-to-State Correspondence, NDSS 2019. */
#include "coverage.h"
#include "engine.h"
#include "fuzz.h"
#include "mutation.h"
#include "range.h"
#include "repair.h"
#include "sampler.h"

enum {
	ALL_STEPS = 1 << 26, /* of all executions together, */
	RULE_STEPS =
		1 << 28, /* likewise, of one search for what violates rules, where each execution has these at least: */
	RUN_STEPS = 1 << 9,    /* as beginning and ending one takes time too */
	STALE_STEPS = 1 << 21, /* it may go on so long, and twice as long as it took so far, without news; */
	RULE_STALE = 1 << 23,  /* likewise, of rules */
	LONG_STEPS = 1 << 20,  /* of an execution that did not end in SAMPLE_SHORT steps: these come on top, */
	LONG_FIRST = 1 << 21,  /* at most so many, and */
	LONG_SHARE = 4,        /* one for so many of the others */
	FEW_SEARCHES = 3,      /* where it is not about rules */
	FIRST_RUNS = 1 << 6,   /* from nothing, and later one of so many: */
	FRESH_RUNS = 1 << 4,
	OFTEN_PICKED = 1 << 3, /* one of so many tapes is picked whatever it is kept for */
	NEWEST = 1 << 3, /* one of two is one of so many that were the last to lead somewhere new: it may go on there */
	UNBIASED = 1 << 4,      /* one of so many answers need not be like those before, */
	OFTEN_REFUSED = 1 << 6, /* where others were refused so often, one of */
	SELDOM = 1 << 10,       /* so many; */
	LITTLE_SEEN = 1 << 6,   /* where there were less than so many, one of two */
	UNSTEADY = 1 << 4,      /* in a steady mood, one of so many answers is another */
	REPAIRS = 1 << 4,       /* of one tape */
	SHRINKS = 1 << 6,       /* likewise, as long as they have not taken more steps than these: */
	SHRINK_STEPS = SHRINKS * (SAMPLE_SHORT + RUN_STEPS),
	LARGE = 1 << 16,       /* no length of an input, which could be shorter */
	MAX_ANSWERS = 1 << 14, /* on a tape that is kept */
	MAX_TAPES = 1 << 10,
	MOST_VAIN = 1 << 4 /* violations of one assertion that are none of the program's */
};

/* A tape that led somewhere new. */
struct kept {
	struct tape tape;
	struct comparisons compared; /* in branches */
	struct comparisons open;     /* in assertions, and in branches of which a side was never taken */
	uint64_t steps, picked;
	size_t news; /* answers of statements that were taken when it came to what was new, or all */
};

struct fuzz {
	struct task *task;
	struct outcome *outcome;
	struct sampler *sampler;
	struct coverage *coverage;
	struct sample_watcher watcher;
	struct tape_source source;
	struct mood mood; /* of what it draws now */
	struct ranges ranges;
	VEC(struct kept) kept; /* in the order in which they were found */
	VEC(size_t) first;     /* those of them by which some branch was taken for the first time */
	uint64_t seed, drawn, steps, runs;
	uint64_t long_steps; /* of executions that had LONG_STEPS; the others' are `steps` */
	uint64_t most;       /* steps of all, */
	uint64_t stale;      /* and without news */
	uint64_t max_steps;  /* of an execution with the tape that is tried */
	uint64_t last_news;  /* the steps before it */
	struct table vain; /* assertion -> violations of it that could not be repeated, or depend on an approximation */
};

/* --- answers --- */

static uint64_t draw(struct fuzz *f)
{
	return pattern_draw(f->seed, f->drawn++);
}

static bool one_of(struct fuzz *f, uint64_t count)
{
	return draw(f) % count == 0;
}

/* Of some maps (docs/heap.md) executions go on only if what nobody has written is always the same. */
static uint64_t draw_cell(struct fuzz *f, size_t track, uint32_t width)
{
	const struct range *range = ranges_find(&f->ranges, RANGE_OF_TRACK | (uint32_t)track);
	if (range && range->least == range->most && range->seen >= LITTLE_SEEN && !one_of(f, UNBIASED))
		return (uint64_t)range->least;
	return mood_value(&f->mood, width, true, draw(f));
}

/* One of so many answers need not be like those before. */
static uint64_t outside_of(const struct range *range)
{
	if (range->seen < LITTLE_SEEN)
		return 2;
	return range->refused < OFTEN_REFUSED ? UNBIASED : SELDOM;
}

static uint64_t draw_answer(void *context, size_t track, uint32_t site, uint32_t width)
{
	struct fuzz *f = context;
	if (track)
		return draw_cell(f, track, width);
	if (f->mood.even && !one_of(f, f->mood.even))
		return 0;
	const struct range *range = ranges_find(&f->ranges, site);
	bool biased = range && !one_of(f, outside_of(range));
	uint64_t same = pattern_draw(f->mood.seed, site);
	bool steady = f->mood.steady && same >> 40 & 1 && !one_of(f, UNSTEADY);
	uint64_t random = steady ? same : draw(f);
	uint64_t value = mood_value(&f->mood, width, false, random);
	if (biased && (random >> 62 || !range_has(range, value, width)))
		return range_value(range, random >> 3);
	return value;
}

static void change_mood(struct fuzz *f)
{
	f->mood = mood_draw(sampler_constants(f->sampler), draw(f));
}

/* --- executions --- */

static void note_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			uint32_t target)
{
	struct fuzz *f = context;
	coverage_note(f->coverage, run, proc, block, target);
}

static const struct run_result *follow(struct fuzz *f, struct tape *tape)
{
	const struct run_result *r = sampler_follow(f->sampler, tape, &f->source, f->max_steps, &f->watcher);
	uint64_t *steps = f->max_steps == LONG_STEPS ? &f->long_steps : &f->steps;
	f->runs++;
	*steps += RUN_STEPS + r->steps;
	return r;
}

static bool may_go_on(const struct fuzz *f)
{
	return f->long_steps <= LONG_FIRST + f->steps / LONG_SHARE;
}

/* The first execution with a tape. A violation may lie behind many calls that do nothing but take time: what does not end soon
 * begins again and goes on, unless such executions have had their share. */
static const struct run_result *follow_first(struct fuzz *f, struct tape *tape)
{
	f->max_steps = SAMPLE_SHORT;
	const struct run_result *r = follow(f, tape);
	if (r->end != RUN_LIMIT || r->limit != RUN_LIMIT_STEPS || !may_go_on(f))
		return r;
	coverage_end(f->coverage, COVERAGE_NONE);
	f->max_steps = LONG_STEPS;
	return follow(f, tape);
}

/* --- tapes that are kept --- */

/* True: with `less` in place of that answer the execution still violates that assertion (NULL: takes the branches that are
 * news). */
static bool replace_if_same(struct fuzz *f, struct tape *tape, size_t answer, uint64_t less,
			    const struct statement *violated)
{
	struct tape shorter = tape_copy(tape);
	shorter.at[0].at[answer].value = less;
	const struct run_result *r = follow(f, &shorter);
	bool repeats = coverage_repeats(f->coverage), kept = shorter.at[0].used > answer;
	bool same = kept &&
		    (violated ? r->end == RUN_VIOLATED && r->statement == violated : repeats && r->end != RUN_BLOCKED);
	if (same) {
		tape_trim(&shorter);
		tape_release(tape);
		*tape = shorter;
	} else {
		tape_release(&shorter);
	}
	return same;
}

/* Smaller numbers instead: where inputs are short, more of them matters. */
static void shrink(struct fuzz *f, struct tape *tape, const struct statement *violated)
{
	uint32_t tries = 0;
	uint64_t end = f->steps + f->long_steps + SHRINK_STEPS;
	for (size_t i = 0; tape->count && i < tape->at[0].count && f->steps + f->long_steps < end; i++) {
		uint64_t value = tape->at[0].at[i].value;
		for (uint64_t less = value < LARGE ? value / 2 : 0;
		     less > 1 && tries < SHRINKS && f->steps + f->long_steps < end; tries++) {
			bool shorter = replace_if_same(f, tape, i, value - less, violated);
			value -= shorter ? less : 0;
			less = shorter && less < value ? less : less / 2;
		}
	}
}

/* The violation that an execution has ended with, if it can be repeated on the program as it was read. */
static bool take_violation(struct fuzz *f, struct tape *tape, const struct statement *violated)
{
	uint64_t vain = table_get(&f->vain, (uintptr_t)violated, 0);
	if (vain >= MOST_VAIN)
		return false;
	tape_trim(tape);
	shrink(f, tape, violated);
	const struct run_result *r = follow(f, tape);
	coverage_end(f->coverage, COVERAGE_NONE);
	table_put(&f->vain, (uintptr_t)violated, vain + 1);
	return task_confirm_execution(f->task, f->outcome, sampler_take_inputs(f->sampler), r);
}

/* Who listens when an execution is repeated to see what it compares. */
struct noting {
	struct coverage *coverage;
	struct kept *kept;
};

static void note_condition(void *context, const struct run *run, const struct procedure *proc,
			   const struct block *block, uint32_t target)
{
	struct noting *n = context;
	const struct tape *tape = &n->kept->tape;
	if (tape->count && coverage_is_news(n->coverage, run, proc, block, target))
		n->kept->news = tape->at[0].used;
	if (block->terminator.kind != TERMINATOR_BRANCH)
		return;
	comparisons_note(&n->kept->compared, &n->kept->tape, run, block->terminator.term);
	if (coverage_lacks(n->coverage, proc, block))
		comparisons_note(&n->kept->open, &n->kept->tape, run, block->terminator.term);
}

/* Does it assign whether pointers are equal? So rules ask for the object that is watched. */
static bool is_flag(const struct bank *bank, const struct statement *s)
{
	return s->kind == STATEMENT_ASSIGN && term_op(bank, s->term) == OP_ITE &&
	       compares_pointers(bank, term_arg(bank, s->term, 0));
}

static bool note_assertion(void *context, const struct run *run, const struct procedure *proc,
			   const struct block *block, const struct statement *s)
{
	struct noting *n = context;
	(void)proc, (void)block;
	if (s->kind == STATEMENT_ASSERT || is_flag(run_program(run)->bank, s))
		comparisons_note(&n->kept->open, &n->kept->tape, run, s->term);
	return true;
}

static void keep_as_it_is(struct fuzz *f, struct tape *tape, uint64_t steps, enum news news)
{
	if (news == NEWS_FIRST || !f->mood.even) /* an even mood makes loops long */
		f->last_news = f->steps;
	if (f->kept.count == MAX_TAPES || tape_size(tape) > MAX_ANSWERS)
		return;
	struct kept k = { .tape = tape_copy(tape), .steps = steps };
	struct noting noting = { f->coverage, &k };
	struct sample_watcher watcher = { .context = &noting, .branch = note_condition, .step = note_assertion };
	sampler_follow(f->sampler, &k.tape, &f->source, steps, &watcher);
	if (!k.news && tape->count)
		k.news = tape->at[0].count;
	if (news == NEWS_FIRST)
		vec_push(&f->first, f->kept.count);
	vec_push(&f->kept, k);
}

/* The execution that has just ended was the first of its kind. */
static void keep(struct fuzz *f, struct tape *tape, uint64_t steps, enum news news)
{
	tape_trim(tape);
	if (news == NEWS_FIRST)
		shrink(f, tape, NULL);
	keep_as_it_is(f, tape, steps, news);
}

/* Likewise, but an assumption has ended it: another one that begins in the same way may go on. It is executed once more. */
static const struct run_result *keep_blocked(struct fuzz *f, struct tape *tape, uint64_t steps)
{
	tape_trim(tape);
	keep_as_it_is(f, tape, steps, NEWS_FIRST);
	const struct run_result *r = follow(f, tape);
	coverage_end(f->coverage, COVERAGE_NONE);
	return r;
}

static struct kept *first_kept(struct fuzz *f, size_t i)
{
	return &f->kept.at[f->first.at[i]];
}

static struct kept *pick_any(struct fuzz *f)
{
	size_t count = f->first.count;
	if (count && one_of(f, 2))
		return first_kept(f, count - 1 - draw(f) % (count < NEWEST ? count : NEWEST));
	if (count && !one_of(f, OFTEN_PICKED))
		return first_kept(f, draw(f) % count);
	return &f->kept.at[draw(f) % f->kept.count];
}

/* One that was not picked often, or that is short. */
static struct kept *pick(struct fuzz *f)
{
	struct kept *a = pick_any(f), *b = pick_any(f);
	bool first = one_of(f, 2) ? a->picked < b->picked : a->steps < b->steps;
	struct kept *picked = first ? a : b;
	picked->picked++;
	return picked;
}

/* --- the search --- */

static struct tape next_tape(struct fuzz *f)
{
	change_mood(f);
	if (!f->kept.count || f->runs < FIRST_RUNS || one_of(f, FRESH_RUNS))
		return (struct tape){ 0 };
	const struct kept *from = pick(f);
	struct mutation mutation = { .compared = one_of(f, 2) ? &from->open : &from->compared,
				     .other = &pick_any(f)->tape,
				     .news = from->news,
				     .mood = &f->mood,
				     .source = &f->source,
				     .ranges = &f->ranges,
				     .random = draw(f) };
	struct tape tape = tape_copy(&from->tape);
	mutation_apply(&tape, &mutation);
	return tape;
}

/* Executes with a tape, and again with what an assumption asks for. True: a violation was found. */
static bool try_tape(struct fuzz *f, struct tape *tape)
{
	for (uint32_t i = 0; i < REPAIRS; i++) {
		const struct run_result *r = follow_first(f, tape);
		bool blocked = r->end == RUN_BLOCKED;
		enum news news = coverage_end(f->coverage, blocked ? COVERAGE_BLOCKED : COVERAGE_WHOLE);
		if (r->end == RUN_VIOLATED && take_violation(f, tape, r->statement))
			return true;
		if (!blocked) {
			ranges_learn(&f->ranges, tape);
			if (news != NEWS_NONE)
				keep(f, tape, r->steps, news);
			return false;
		}
		if (news == NEWS_FIRST)
			r = keep_blocked(f, tape, r->steps);
		if (r->end != RUN_BLOCKED) /* there was no time for it once more */
			return false;
		if (tape->count && tape->at[0].used)
			ranges_refuse(&f->ranges, tape->at[0].at[tape->at[0].used - 1].site);
		if (!repair_tape(tape, sampler_run(f->sampler), r->statement, &f->source, draw(f)))
			return false;
	}
	return false;
}

/* True: another search like this one, with other numbers, may find what it has not. */
static bool try_all(struct fuzz *f)
{
	bool found = false, asked = true;
	while (!found && asked && f->steps < f->most && f->steps < 3 * f->last_news + f->stale &&
	       task_in_time(f->task)) {
		struct tape tape = next_tape(f);
		found = try_tape(f, &tape);
		asked = sampler_asked(f->sampler);
		tape_release(&tape);
	}
	return !found && asked && task_in_time(f->task);
}

static void release(struct fuzz *f)
{
	for (size_t i = 0; i < f->kept.count; i++) {
		struct kept *k = &f->kept.at[i];
		tape_release(&k->tape);
		comparisons_release(&k->compared);
		comparisons_release(&k->open);
	}
	vec_free(&f->kept);
	vec_free(&f->first);
	ranges_release(&f->ranges);
	coverage_free(f->coverage);
	sampler_free(f->sampler);
	table_free(&f->vain);
}

/* True: another one may find what this one has not. */
static bool search_once(struct task *task, struct outcome *o, uint64_t seed)
{
	struct sample_limits limits = { task->limits.deadline, task->limits.memory_mb };
	struct fuzz f = { .task = task,
			  .outcome = o,
			  .seed = seed,
			  .most = task_is_about_rules(task) ? RULE_STEPS : ALL_STEPS,
			  .stale = task_is_about_rules(task) ? RULE_STALE : STALE_STEPS,
			  .sampler = sampler_new(task->prepared, limits),
			  .coverage = coverage_new(task->prepared) };
	f.source = (struct tape_source){ .draw = draw_answer, .context = &f };
	f.watcher = (struct sample_watcher){ .context = &f, .branch = note_branch };
	bool again = try_all(&f);
	o->rounds += (uint32_t)f.runs;
	release(&f);
	return again;
}

/* How many of them need not be made any more. */
static uint64_t search_times(struct task *task, struct outcome *o, uint64_t number, uint64_t searches)
{
	bool again = true;
	uint64_t made = 0;
	outcome_unknown(o, "no violation was met in the executions that were tried");
	o->rounds = 0;
	while (again && made < searches) {
		again = search_once(task, o, number + made);
		made += task_in_time(task);
	}
	if (o->verdict == VERDICT_UNSAFE)
		o->reason = NULL;
	return again || task_out_of_time(task) ? made : searches;
}

void fuzz_search(struct task *task, struct outcome *o, uint64_t number, uint64_t searches)
{
	search_times(task, o, number, searches);
}

/* Where others may prove it, only a first search has the time before them. */
static void search_few(struct task *task, struct outcome *o)
{
	uint64_t left = FEW_SEARCHES - task->fuzzed;
	uint64_t now = task->limits.half == FIRST_HALF && left ? 1 : left;
	task->fuzzed += search_times(task, o, FUZZ_FIRST + task->fuzzed, now);
}

/* Rules have had the first searches in engine_deeper. */
static void search(struct task *task, struct outcome *o)
{
	uint64_t number = FUZZ_FIRST + FUZZ_SEARCHES;
	if (task_is_about_rules(task))
		task->fuzzed += task->fuzzed ? 0 : search_times(task, o, number, FUZZ_SEARCHES);
	else
		search_few(task, o);
}

const struct engine engine_fuzz = { .search = search,
				    .executes = true,
				    .turn = { .taken = true, .part = 0.25, .seconds = 10 } };
