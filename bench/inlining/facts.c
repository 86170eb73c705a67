/* Facts of what procedures certainly do (reachability facts; A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-based model checking for
 * recursive programs", section 3): can a violation be put together from them, with no call entered? Programs as c2ir writes them.
 *
 *     build/bench/bench-facts [-s SECONDS] [-b FACTS] FILE.pir ...      default: 20 seconds for each program, 8 facts at once
 *
 * Procedures come after those that they call, whose calls are replaced by what is known of them. A model of "the procedure returns, and
 * not as any fact says" gives the next fact: with the model's choices as constants, the condition and the results are functions of
 * what goes in, and nothing has to be eliminated. Likewise when it violates. Procedures that call themselves get facts in a few rounds,
 * each from those of the last one. What makes objects is entered where it is called.
 *
 * A line for each program, fields separated by tabs: the file; UNSAFE (by the solver, not replayed) or "-"; seconds of processor time;
 * procedures, those of them that are entered; facts about returns, about violations; checks. */
#include <stdio.h>
#include <stdlib.h>

#include "callgraph.h"
#include "clock.h"
#include "each_program.h"
#include "engine.h"
#include "iterate.h"
#include "query.h"
#include "solver.h"

enum { ROUNDS = 4, BOUND = 2, FOLDS = 1 << 10, TERMS = 1 << 26, MAX_SIZE = 100000 };

/* In terms of what goes in: parameters of the procedure of facts, and globals. */
struct fact {
	term condition;
	term *values; /* one for each of `results`; NULL: it violates */
};

struct known {
	struct procedure *facts; /* in place of the procedure; NULL: it is entered */
	VEC(struct fact) all;
	VEC(struct variable *) results; /* globals that it writes */
};

struct search {
	struct program *program;
	struct bank *bank;
	struct diagnostics *diags;
	struct effects *effects;
	struct solver *solver;
	struct known *known; /* by the procedure's index */
	uint32_t most;       /* facts that a round gives, of either kind */
	double deadline;
	uint32_t entered, returns, violations;
	uint64_t checks;
};

static bool late(void *context)
{
	return clock_now() > *(double *)context;
}

static bool is_map(const struct search *s, sort of)
{
	return sort_kind(s->bank, of) == SORT_MAP;
}

/* --- what has facts --- */

static bool makes_objects(const struct procedure *proc)
{
	bool makes = false;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			makes = makes || proc->blocks[b]->statements[i].kind == STATEMENT_FRESH;
	return makes;
}

static void note_results(struct search *s, const struct procedure *proc, struct known *k)
{
	for (uint32_t i = 0; i < s->program->global_count; i++)
		if (effects_writes(s->effects, proc, s->program->globals[i]))
			vec_push(&k->results, s->program->globals[i]);
}

static void redirect(struct search *s, const struct procedure *from, struct procedure *to)
{
	program_for_each_statement(s->program, at)
		if (at.statement->kind == STATEMENT_CALL && at.statement->callee == from)
			at.statement->callee = to;
}

/* --- the procedure of facts --- */

static struct procedure *declare_facts(struct search *s, const struct procedure *proc)
{
	struct procedure *facts = program_add_procedure(s->program, program_fresh_name(s->program, proc->name));
	for (uint32_t i = 0; i < proc->in_count + proc->out_count; i++)
		procedure_add_variable(facts, procedure_fresh_variable_name(facts, proc->variables[i]->name),
				       proc->variables[i]->sort, proc->variables[i]->kind);
	return facts;
}

static struct variable *result_of(const struct known *k, const struct procedure *facts, size_t i)
{
	return i < facts->out_count ? facts->variables[facts->in_count + i] : k->results.at[i - facts->out_count];
}

static size_t result_count(const struct known *k, const struct procedure *facts)
{
	return facts->out_count + k->results.count;
}

/* All results at once: the terms read what was there before. */
static struct block *write_return(struct search *s, const struct known *k, struct procedure *facts,
				  const struct fact *fact)
{
	struct block *b = procedure_add_block(facts, procedure_fresh_block_name(facts, "fact"));
	size_t count = result_count(k, facts);
	struct variable **copies = memory_alloc((count + 1) * sizeof *copies);
	block_add(s->program, b, STATEMENT_ASSUME)->term = fact->condition;
	for (size_t i = 0; i < count; i++) {
		copies[i] = procedure_add_variable(facts, procedure_fresh_variable_name(facts, "value"),
						   result_of(k, facts, i)->sort, VARIABLE_LOCAL);
		block_assign(s->program, b, copies[i], fact->values[i]);
	}
	for (size_t i = 0; i < count; i++)
		block_assign(s->program, b, result_of(k, facts, i), copies[i]->term);
	block_return(b);
	memory_free(copies);
	return b;
}

static void write_facts(struct search *s, const struct known *k, struct procedure *facts)
{
	VEC(struct block *) ways = { 0 };
	facts->block_count = 0;
	procedure_reindex(facts);
	struct block *first = procedure_add_block(facts, "first");
	for (size_t i = 0; i < k->all.count; i++) {
		const struct fact *fact = &k->all.at[i];
		if (fact->values)
			vec_push(&ways, write_return(s, k, facts, fact));
		else
			block_add(s->program, first, STATEMENT_ASSERT)->term = term_not(s->bank, fact->condition);
	}
	if (ways.count) {
		block_goto_any(s->program, first, ways.at, (uint32_t)ways.count);
	} else {
		block_add(s->program, first, STATEMENT_ASSUME)->term = term_false(s->bank);
		block_return(first);
	}
	vec_free(&ways);
}

/* --- a procedure alone: what comes out, as functions of what goes in --- */

struct alone {
	struct procedure *harness;
	struct vc *vc;
	const struct procedure *facts;
	term returns, violates; /* when; without calls that are left open */
	term *values;           /* of results */
	struct table ins;       /* leaf -> the term that stands for it in facts */
	struct table choices;   /* leaf -> constant of the model */
	VEC(term) chosen;       /* the keys of `choices` */
	bool hopeless;          /* a map is chosen */
};

static void write_harness(struct search *s, struct alone *a, struct procedure *proc)
{
	struct procedure *h = program_add_procedure(s->program, program_fresh_name(s->program, "alone"));
	term *arguments = memory_alloc((proc->in_count + 1) * sizeof *arguments);
	struct variable **outs = memory_alloc((proc->out_count + 1) * sizeof *outs);
	for (uint32_t i = 0; i < proc->in_count; i++)
		arguments[i] = procedure_add_variable(h, procedure_fresh_variable_name(h, "in"),
						      proc->variables[i]->sort, VARIABLE_LOCAL)
				       ->term;
	for (uint32_t i = 0; i < proc->out_count; i++)
		outs[i] = procedure_add_variable(h, procedure_fresh_variable_name(h, "out"),
						 proc->variables[proc->in_count + i]->sort, VARIABLE_LOCAL);
	struct block *b = procedure_add_block(h, "first");
	block_call(s->program, b, proc, arguments, proc->in_count, outs, proc->out_count);
	block_return(b);
	memory_free(arguments);
	memory_free(outs);
	a->harness = h;
}

/* What is not left open. */
static term closed(struct search *s, const struct vc_result *r)
{
	term t = term_true(s->bank);
	for (size_t i = 0; i < r->open_count; i++)
		t = term_and(s->bank, t, term_not(s->bank, r->open[i]->path->full));
	for (size_t i = 0; i < r->cut_count; i++)
		t = term_and(s->bank, t, term_not(s->bank, r->cuts[i].condition));
	return t;
}

static void read_result(struct search *s, struct alone *a, const struct known *k)
{
	const struct vc_result *r = vc_result(a->vc);
	const struct procedure *h = a->harness;
	term whole = closed(s, r), end = vc_end_condition(a->vc);
	a->returns = end ? term_and(s->bank, end, whole) : term_false(s->bank);
	a->violates = term_false(s->bank);
	for (size_t i = 0; i < r->violation_count; i++)
		a->violates = term_or(s->bank, a->violates, r->violations[i].condition);
	a->violates = term_and(s->bank, a->violates, whole);
	for (size_t i = 0; end && i < result_count(k, k->facts); i++)
		a->values[i] = vc_end_value(a->vc, i < a->facts->out_count ? h->variables[a->facts->in_count + i]
									   : k->results.at[i - a->facts->out_count]);
}

static void note_ins(struct search *s, struct alone *a)
{
	for (uint32_t i = 0; i < s->program->global_count; i++) {
		term leaf = vc_initial(a->vc, s->program->globals[i]);
		if (leaf)
			table_put(&a->ins, leaf, s->program->globals[i]->term);
	}
	for (uint32_t i = 0; i < a->facts->in_count; i++) {
		term leaf = vc_leaf(vc_root(a->vc), a->harness->variables[i], 0);
		if (leaf)
			table_put(&a->ins, leaf, a->facts->variables[i]->term);
	}
}

struct leaves {
	struct search *search;
	struct alone *alone;
};

static void note_leaf(void *context, term leaf)
{
	struct leaves *l = context;
	if (table_get(&l->alone->ins, leaf, 0) || table_get(&l->alone->choices, leaf, 0))
		return;
	l->alone->hopeless = l->alone->hopeless || is_map(l->search, term_sort(l->search->bank, leaf));
	table_put(&l->alone->choices, leaf, leaf);
	vec_push(&l->alone->chosen, leaf);
}

static void note_choices(struct search *s, struct alone *a, size_t count)
{
	struct leaves l = { s, a };
	term_leaves(s->bank, a->returns, note_leaf, &l);
	term_leaves(s->bank, a->violates, note_leaf, &l);
	for (size_t i = 0; i < count; i++)
		if (a->values[i])
			term_leaves(s->bank, a->values[i], note_leaf, &l);
}

/* --- facts, one model after the other --- */

static term choose(void *context, term leaf)
{
	struct alone *a = context;
	return (term)table_get(&a->choices, leaf, leaf);
}

static term rename_leaf(void *context, term leaf)
{
	struct alone *a = context;
	return (term)table_get(&a->ins, leaf, leaf);
}

/* False: the solver has no value for some. */
static bool take_choices(struct search *s, struct alone *a)
{
	bool all = true;
	for (size_t i = 0; all && i < a->chosen.count; i++) {
		term leaf = a->chosen.at[i];
		struct value v = { 0 };
		all = solver_value(s->solver, leaf, &v);
		if (all && sort_kind(s->bank, term_sort(s->bank, leaf)) == SORT_BOOL)
			table_put(&a->choices, leaf, term_bool(s->bank, v.word));
		else if (all)
			table_put(&a->choices, leaf, term_bv_words(s->bank, v.width, value_bits(&v)));
		value_release(&v);
	}
	return all;
}

/* Where they differ: maps, in some cell. */
static term differ(struct search *s, term a, term b)
{
	sort of = term_sort(s->bank, a);
	if (!is_map(s, of))
		return term_not(s->bank, term_eq(s->bank, a, b));
	term cell = term_variable(s->bank, sort_index(s->bank, of), "cell");
	return term_not(s->bank, term_eq(s->bank, term_select(s->bank, a, cell), term_select(s->bank, b, cell)));
}

/* The next fact about `when`, which no fact covers yet; *uncovered becomes less. False: there is none, or no answer in time. */
static bool next_fact(struct search *s, struct alone *a, struct known *k, term when, bool returns, term *uncovered)
{
	double soon = clock_now() + 1;
	s->checks++;
	if (term_is_false(s->bank, *uncovered) ||
	    solver_check(s->solver, uncovered, 1, soon < s->deadline ? soon : s->deadline) != REPLY_SAT)
		return false;
	if (!take_choices(s, a))
		return false;
	term condition = term_substitute(s->bank, when, choose, a);
	size_t count = returns ? result_count(k, k->facts) : 0;
	struct fact fact = { .condition = term_substitute(s->bank, condition, rename_leaf, a) };
	fact.values = returns ? arena_alloc(s->program->arena, (count + 1) * sizeof *fact.values) : NULL;
	term other = term_not(s->bank, condition);
	for (size_t i = 0; i < count; i++) {
		term value = term_substitute(s->bank, a->values[i], choose, a);
		fact.values[i] = term_substitute(s->bank, value, rename_leaf, a);
		other = term_or(s->bank, other, differ(s, value, a->values[i]));
	}
	*uncovered = term_and(s->bank, *uncovered, other);
	bool large = term_dag_size(s->bank, fact.condition) > MAX_SIZE;
	if (!large)
		vec_push(&k->all, fact);
	s->returns += !large && returns;
	s->violations += !large && !returns;
	return true;
}

static void find_facts(struct search *s, struct alone *a, struct known *k)
{
	term returns = a->returns, violates = a->violates;
	bool more = !a->hopeless;
	for (uint32_t i = 0; more && i < s->most; i++)
		more = next_fact(s, a, k, a->violates, false, &violates);
	more = !a->hopeless;
	for (uint32_t i = 0; more && i < s->most; i++)
		more = next_fact(s, a, k, a->returns, true, &returns);
}

static struct vc_policy policy_of(struct search *s)
{
	return (struct vc_policy){ .bound = BOUND,
				   .fold_limit = FOLDS,
				   .term_limit = TERMS,
				   .share = true,
				   .stop = late,
				   .stop_context = &s->deadline };
}

static void look_alone(struct search *s, struct procedure *proc, struct known *k)
{
	struct alone a = { .facts = k->facts };
	size_t count = result_count(k, k->facts);
	struct procedure *entry = s->program->entry;
	struct vc_policy policy = policy_of(s);
	a.values = memory_alloc((count + 1) * sizeof *a.values);
	write_harness(s, &a, proc);
	s->program->entry = a.harness;
	a.vc = vc_new(s->program, s->diags);
	if (a.vc && vc_execute(a.vc, &policy) == VC_DONE) {
		read_result(s, &a, k);
		note_ins(s, &a);
		note_choices(s, &a, count);
		find_facts(s, &a, k);
	}
	s->program->entry = entry;
	vc_free(a.vc);
	memory_free(a.values);
	table_free(&a.ins);
	table_free(&a.choices);
	vec_free(&a.chosen);
}

/* --- from the leaves to the entry --- */

static void know(struct search *s, struct procedure *proc, uint32_t rounds)
{
	struct known *k = &s->known[proc->index];
	bool more = true;
	note_results(s, proc, k);
	k->facts = declare_facts(s, proc);
	write_facts(s, k, k->facts);
	redirect(s, proc, k->facts);
	for (uint32_t round = 0; more && round < rounds && !late(&s->deadline); round++) {
		size_t before = k->all.count;
		look_alone(s, proc, k);
		write_facts(s, k, k->facts);
		more = k->all.count > before;
	}
}

static bool violates(struct search *s)
{
	struct vc *vc = vc_new(s->program, s->diags);
	struct vc_policy policy = policy_of(s);
	bool found = false;
	if (vc && vc_execute(vc, &policy) == VC_DONE) {
		term query = query_under(s->bank, vc);
		s->checks++;
		found = !term_is_false(s->bank, query) && solver_check(s->solver, &query, 1, s->deadline) == REPLY_SAT;
	}
	vc_free(vc);
	return found;
}

static void know_all(struct search *s, const struct callgraph *graph)
{
	for (uint32_t i = 0; i < graph->count; i++) {
		struct procedure *proc = s->program->procedures[graph->members[i]];
		if (!graph->reachable[proc->index] || proc == s->program->entry)
			continue;
		if (makes_objects(proc))
			s->entered++;
		else
			know(s, proc, graph->recursive[proc->index] ? ROUNDS : 1);
	}
}

static void put_together(const char *file, struct search *s)
{
	struct callgraph *graph = callgraph_new(s->program);
	double begin = processor_seconds();
	s->effects = effects_new(graph);
	s->known = memory_alloc(graph->count * sizeof *s->known);
	know_all(s, graph);
	bool found = violates(s);
	printf("%s\t%s\t%.2f\t%u\t%u\t%u\t%u\t%llu\n", file, found ? "UNSAFE" : "-", processor_seconds() - begin,
	       graph->count, s->entered, s->returns, s->violations, (unsigned long long)s->checks);
	fflush(stdout);
	for (uint32_t i = 0; i < graph->count; i++) {
		vec_free(&s->known[i].all);
		vec_free(&s->known[i].results);
	}
	memory_free(s->known);
	effects_free(s->effects);
	callgraph_free(graph);
}

static void look(const char *file, struct program *original, const struct bench_options *o, struct diagnostics *diags)
{
	struct solver_options options = { 0 };
	struct search s = { .diags = diags, .deadline = clock_now() + o->seconds, .most = o->bound };
	task_number_places(original);
	s.program = task_prepare(original, NULL, clock_now() + o->seconds, diags);
	if (!s.program)
		return;
	s.bank = s.program->bank;
	s.solver = solver_new(SOLVER_Z3, &options, s.bank, diags);
	if (s.solver)
		put_together(file, &s);
	solver_free(s.solver);
	program_free(s.program);
}

int main(int argc, char **argv)
{
	return each_program(argc, argv, (struct bench_options){ .seconds = 20, .bound = 8 },
			    "file\tverdict\tseconds\tprocedures\tentered\treturns\tviolations\tchecks", look);
}
