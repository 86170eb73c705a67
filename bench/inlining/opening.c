/* Which calls stratified inlining enters: all, or those on counterexamples (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 2), or those
 * that an unsat core needed closed; with first budgets. Programs as c2ir writes them.
 *
 *     build/bench/bench-opening [-s SECONDS] FILE.pir ...               default: 20 seconds for each program and way
 *
 * A line for each program and way, fields separated by tabs: the file; which open calls each round enters; instances that the first round
 * makes, of which each further one makes four times as many; SAFE, UNSAFE (by the solver, not replayed) or "-"; seconds of processor
 * time; instances of the last round; rounds; checks.
 *
 *     model    as lib/vc's queries have it: no violation without an open call; one with open calls, of which those in the model are entered
 *     core     one check with each open call closed by an assumption; those in the core are entered
 *
 * Both are complete within their bound, which rises as verify's does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "each_program.h"
#include "engine.h"
#include "query.h"
#include "solver.h"

struct way {
	bool cores;
	uint32_t budget;
};

static const struct way ways[] = { { false, 10000 }, { false, 500 }, { false, 100 }, { false, 1 },
				   { true, 10000 },  { true, 500 },  { true, 100 },  { true, 1 } };

enum { GROWTH = 4, FOLDS = 1 << 12, TERMS = 1 << 26 };
enum round { TROUBLE, SAFE, UNSAFE, ENTERED, NOTHING };

struct search {
	struct bank *bank;
	struct vc *vc;
	struct solver *solver;
	struct vc_policy policy;
	double deadline;
	uint32_t rounds;
};

static bool late(void *context)
{
	return clock_now() > *(double *)context;
}

static bool over_bound(void *context, const struct vc_edge *edge)
{
	(void)context;
	return edge->over_bound;
}

static enum reply ask(struct search *s, term query)
{
	return term_is_false(s->bank, query) ? REPLY_UNSAT : solver_check(s->solver, &query, 1, s->deadline);
}

/* --- by counterexamples --- */

static bool holds(struct search *s, term t)
{
	struct value v = { 0 };
	bool is = term_is_true(s->bank, t) || (!term_is_false(s->bank, t) && solver_value(s->solver, t, &v) && v.word);
	value_release(&v);
	return is;
}

static enum round by_model(struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	enum reply reply = ask(s, query_under(s->bank, s->vc));
	if (reply != REPLY_UNSAT)
		return reply == REPLY_SAT ? UNSAFE : TROUBLE;
	reply = ask(s, query_over(s->bank, s->vc, NULL, NULL));
	if (reply != REPLY_SAT)
		return reply == REPLY_UNSAT ? SAFE : TROUBLE;
	reply = ask(s, query_over(s->bank, s->vc, over_bound, NULL));
	if (reply != REPLY_SAT)
		return reply == REPLY_UNSAT ? NOTHING : TROUBLE;
	for (size_t i = 0; i < r->open_count; i++)
		if (!r->open[i]->over_bound && holds(s, r->open[i]->path->full))
			r->open[i]->child->wanted = true;
	return ENTERED;
}

/* --- by cores --- */

static enum round enter_core(struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	struct table needed = { 0 };
	enum round round = SAFE;
	size_t count;
	const term *core = solver_core(s->solver, &count);
	for (size_t i = 0; i < count; i++)
		table_put(&needed, core[i], 1);
	for (size_t i = 0; i < r->open_count; i++) {
		struct vc_edge *edge = r->open[i];
		if (!table_get(&needed, term_not(s->bank, edge->path->full), 0))
			continue;
		edge->child->wanted |= !edge->over_bound;
		if (!edge->over_bound || round == SAFE)
			round = edge->over_bound ? NOTHING : ENTERED;
	}
	table_free(&needed);
	return round;
}

static enum round by_core(struct search *s)
{
	const struct vc_result *r = vc_result(s->vc);
	VEC(term) query = { 0 };
	vec_push(&query, query_over(s->bank, s->vc, NULL, NULL));
	for (size_t i = 0; i < r->open_count; i++)
		vec_push(&query, term_not(s->bank, r->open[i]->path->full));
	enum reply reply = term_is_false(s->bank, query.at[0])
				   ? REPLY_UNSAT
				   : solver_check(s->solver, query.at, query.count, s->deadline);
	bool refuted = reply == REPLY_UNSAT && !term_is_false(s->bank, query.at[0]);
	vec_free(&query);
	if (reply == REPLY_SAT)
		return UNSAFE;
	return refuted ? enter_core(s) : reply == REPLY_UNSAT ? SAFE : TROUBLE;
}

/* --- the ladder --- */

static enum round one_bound(struct search *s, const struct way *way)
{
	enum round round = ENTERED;
	for (s->policy.node_limit = way->budget; round == ENTERED; s->policy.node_limit *= GROWTH) {
		s->rounds++;
		if (vc_execute(s->vc, &s->policy) != VC_DONE)
			return TROUBLE;
		round = way->cores ? by_core(s) : by_model(s);
	}
	return round;
}

static void climb(const char *file, struct program *program, const struct way *way, double seconds,
		  struct diagnostics *diags)
{
	struct search s = { .bank = program->bank, .deadline = clock_now() + seconds };
	struct solver_options options = { 0 };
	s.policy = (struct vc_policy){
		.fold_limit = FOLDS, .term_limit = TERMS, .share = true, .stop = late, .stop_context = &s.deadline
	};
	s.vc = vc_new(program, diags);
	s.solver = solver_new(SOLVER_Z3, &options, s.bank, diags);
	if (!s.vc || !s.solver)
		return;
	double begin = processor_seconds();
	enum round round = NOTHING;
	for (; round == NOTHING; s.policy.bound += s.policy.bound / 2 + 1)
		round = one_bound(&s, way);
	printf("%s\t%s\t%u\t%s\t%.2f\t%u\t%u\t%llu\n", file, way->cores ? "core" : "model", way->budget,
	       round == SAFE     ? "SAFE"
	       : round == UNSAFE ? "UNSAFE"
				 : "-",
	       processor_seconds() - begin, vc_result(s.vc)->nodes, s.rounds,
	       (unsigned long long)solver_statistics(s.solver)->checks);
	fflush(stdout);
	solver_free(s.solver);
	vc_free(s.vc);
}

static void look(const char *file, struct program *original, const struct bench_options *o, struct diagnostics *diags)
{
	task_number_places(original);
	for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
		struct program *prepared = task_prepare(original, NULL, clock_now() + o->seconds, diags);
		if (prepared)
			climb(file, prepared, &ways[w], o->seconds, diags);
		program_free(prepared);
	}
}

int main(int argc, char **argv)
{
	return each_program(argc, argv, (struct bench_options){ .seconds = 20 },
			    "file\tenters\tbudget\tverdict\tseconds\tinstances\trounds\tchecks", look);
}
