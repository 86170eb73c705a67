/* Divide and conquer: one hard question in two, on a call that must or must not be taken (as Corral's implementation has it). Programs as c2ir writes them.
 *
 *     build/bench/bench-divide [-b BOUND] [-s SECONDS] FILE.pir ...         default: bound 0, 20 seconds for each question
 *
 * Everything that the bound allows is inlined, and a solver of its own gets each of three questions: is there a violation; one that makes the
 * call; one that does not. The call is that with the largest min(a, b), a the instances below it, b those that no execution passes
 * that makes it, by the conditions of their calls: "not b" is known, as the DAG has for each instance who may still call it.
 *
 * A line for each program, fields separated by tabs: the file; instances; instances below the call, and without it; for each question sat,
 * unsat or "-", and seconds of processor time; what two processors would gain: the time of the whole over that of the longer part, or
 * of the first part that is sat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "each_program.h"
#include "engine.h"
#include "inlining.h"
#include "query.h"
#include "solver.h"

enum { FOLDS = 1 << 12, TERMS = 1 << 26, MOST_NODES = 20000 };

static double end;

static bool late(void *context)
{
	(void)context;
	return clock_now() > end;
}

/* --- the call --- */

static void mark_below(const struct vc_node *node, bool *below)
{
	struct vc_nodes VEC_BODY(const struct vc_node *) stack = { 0 };
	vec_push(&stack, node);
	while (stack.count) {
		const struct vc_node *n = stack.at[--stack.count];
		if (below[n->started])
			continue;
		below[n->started] = true;
		for (size_t i = 0; i < n->out.count; i++)
			vec_push(&stack, n->out.at[i]->destination);
	}
	vec_free(&stack);
}

/* The condition of the edge as a conjunction excludes that of the other: one has the negation of a conjunct of the other. */
static bool excludes(struct bank *bank, term a, term b)
{
	return term_is_false(bank, term_and(bank, a, b));
}

struct choice {
	const struct vc_edge *edge;
	uint32_t below, without;
};

static uint32_t least(const struct choice *c)
{
	return c->below < c->without ? c->below : c->without;
}

static struct choice choose(struct bank *bank, const struct vc *vc)
{
	struct choice best = { 0 };
	size_t count;
	struct vc_node **nodes = vc_instances(vc, &count);
	bool *below = memory_alloc((count + 2) * sizeof *below);
	for (size_t i = 0; i < count && !late(NULL); i++)
		for (size_t e = 0; e < nodes[i]->out.count; e++) {
			struct choice c = { .edge = nodes[i]->out.at[e] };
			memset(below, 0, (count + 2) * sizeof *below);
			mark_below(c.edge->destination, below);
			for (size_t k = 1; k <= count; k++)
				c.below += below[k];
			if (c.below <= least(&best))
				continue;
			for (size_t k = 0; k < count; k++)
				c.without += nodes[k]->in && !below[nodes[k]->started] &&
					     excludes(bank, c.edge->path->full, nodes[k]->in->path->full);
			if (!best.edge || least(&c) > least(&best))
				best = c;
		}
	memory_free(below);
	memory_free(nodes);
	return best;
}

/* --- the questions --- */

static double ask(struct bank *bank, term query, double seconds, enum reply *reply, struct diagnostics *diags)
{
	struct solver_options options = { .one_shot = true };
	struct solver *solver = solver_new(SOLVER_Z3, &options, bank, diags);
	double begin = processor_seconds();
	*reply = solver ? solver_check(solver, &query, 1, clock_now() + seconds) : REPLY_ERROR;
	double took = processor_seconds() - begin;
	solver_free(solver);
	return took;
}

static const char *reply_text(enum reply reply)
{
	return reply == REPLY_SAT ? "sat" : reply == REPLY_UNSAT ? "unsat" : "-";
}

static void print_gain(const enum reply *replies, const double *took)
{
	bool first = replies[1] == REPLY_SAT, second = replies[2] == REPLY_SAT;
	double parts = first && (!second || took[1] < took[2]) ? took[1]
		       : second                                ? took[2]
		       : took[1] > took[2]                     ? took[1]
							       : took[2];
	printf("\t%.1f\n", took[0] / (parts > 0.001 ? parts : 0.001));
}

static void look(const char *file, struct program *original, const struct bench_options *o, struct diagnostics *diags)
{
	task_number_places(original);
	end = clock_now() + 3 * o->seconds;
	struct program *p = task_prepare(original, NULL, end, diags);
	struct vc_policy policy = { .bound = o->bound,
				    .fold_limit = FOLDS,
				    .node_limit = MOST_NODES,
				    .term_limit = TERMS,
				    .share = true,
				    .stop = late };
	struct vc *vc = p ? vc_new(p, diags) : NULL;
	if (vc && vc_execute(vc, &policy) == VC_DONE) {
		struct choice c = choose(p->bank, vc);
		term under = query_under(p->bank, vc), taken = c.edge ? c.edge->path->full : term_true(p->bank);
		term questions[] = { under, term_and(p->bank, under, taken),
				     term_and(p->bank, under, term_not(p->bank, taken)) };
		enum reply replies[3];
		double took[3];
		printf("%s\t%u\t%u\t%u", file, vc_result(vc)->nodes, c.below, c.without);
		for (int i = 0; i < 3; i++) {
			took[i] = ask(p->bank, questions[i], o->seconds, &replies[i], diags);
			printf("\t%s\t%.2f", reply_text(replies[i]), took[i]);
		}
		print_gain(replies, took);
		fflush(stdout);
	}
	vc_free(vc);
	program_free(p);
}

int main(int argc, char **argv)
{
	return each_program(argc, argv, (struct bench_options){ .seconds = 20 },
			    "file\tinstances\tbelow\twithout\twhole\ts\ttaken\ts\tnot\ts\tgain", look);
}
