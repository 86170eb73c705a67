/* modular: every procedure alone.
 *
 *	procedure f(n : bv32) {            procedure $modular() {
 *	  call x := g(n);                    goto f, g;
 *	  assert p(x);             =>      f: havoc n; call f(n); return;
 *	  return; }                        g: ... }
 *	                                   procedure f(n : bv32) {
 *	                                     assume I(n); havoc x; havoc globals that g writes; assume J(x);
 *	                                     assert p(x); return; }
 *
 * I and J are what abstract interpretation (lib/abstract) knows at the entry, at the heads of loops and behind calls. What holds
 * in the result holds in the program: an execution of the program, seen while f runs and over the calls that f makes, is one
 * of the result. The converse is not true. Procedures without assertions are
 * left out. */
#include "callgraph.h"
#include "cfg.h"
#include "contexts.h"
#include "interpret.h"
#include "iterate.h"
#include "pass.h"
#include "statement.h"

/* Terms of a procedure that facts are asked about; facts that one place gets. */
enum { MOST_TERMS = 400, MOST_FACTS = 100 };

struct terms VEC_BODY(term);

/* What is put before statement `at` of the block. */
struct insertion {
	struct block *block;
	uint32_t at;
	term condition;
};

struct modular {
	struct program *program;
	struct uses uses;
	struct callgraph *graph;
	struct effects *effects;
	VEC(struct insertion) insertions; /* by block and place, in order */
	/* of the procedure at hand: */
	const struct procedure *procedure;
	struct terms terms, entry_terms; /* the latter of in-parameters and globals alone */
	struct table assigned;           /* its variables, and globals that it or what it calls writes */
	VEC(bool) heads;                 /* block -> does an edge lead back to it? */
	struct table behind;             /* calls that something comes after */
};

/* --- what is asked about --- */

static bool is_value(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) != SORT_MAP;
}

static void collect(struct modular *m, struct table *seen, term start)
{
	const struct bank *bank = m->program->bank;
	struct terms stack = { 0 };
	vec_push(&stack, start);
	while (stack.count && m->terms.count < MOST_TERMS) {
		term t = vec_pop(&stack);
		if (!t || table_has(seen, t))
			continue;
		table_put(seen, t, 1);
		enum op op = term_op(bank, t);
		if (is_value(bank, t) &&
		    (op == OP_VARIABLE || (op == OP_SELECT && term_op(bank, term_arg(bank, t, 0)) == OP_VARIABLE)))
			vec_push(&m->terms, t);
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	vec_free(&stack);
}

static void collect_terms(struct modular *m)
{
	const struct procedure *proc = m->procedure;
	struct table seen = { 0 };
	m->terms.count = 0;
	for (uint32_t b = 0; b < proc->block_count; b++) {
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			for (uint32_t k = 0; k < statement_term_count(&proc->blocks[b]->statements[i]); k++)
				collect(m, &seen, statement_term(&proc->blocks[b]->statements[i], k));
		collect(m, &seen, proc->blocks[b]->terminator.term);
	}
	table_free(&seen);
}

/* Locals that are copies of in-parameters from the beginning on. */
static term copied(void *context, term leaf)
{
	const struct modular *m = context;
	const struct block *first = m->procedure->blocks[0];
	for (uint32_t i = 0; i < first->statement_count; i++) {
		const struct statement *s = &first->statements[i];
		const struct variable *v =
			s->kind == STATEMENT_ASSIGN ? program_variable_of(m->program, s->term) : NULL;
		if (v && v->kind == VARIABLE_IN && s->target->kind == VARIABLE_LOCAL && s->target->term == leaf)
			return s->term;
	}
	return leaf;
}

/* Is it about nothing that has no value yet? */
static bool has_value(struct modular *m, term t)
{
	const struct uses_list *used = uses_of(&m->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i]->kind != VARIABLE_GLOBAL && used->variables[i]->kind != VARIABLE_IN)
			return false;
	return true;
}

static void collect_entry_terms(struct modular *m)
{
	struct table seen = { 0 }, memo = { 0 };
	m->entry_terms.count = 0;
	for (size_t i = 0; i < m->terms.count; i++) {
		term t = term_substitute_memo(m->program->bank, m->terms.at[i], &memo, copied, m);
		if (!table_has(&seen, t) && has_value(m, t))
			vec_push(&m->entry_terms, t);
		table_put(&seen, t, 1);
	}
	table_free(&seen);
	table_free(&memo);
}

static void note_assigned(struct modular *m, struct table *assigned, const struct statement *s)
{
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		table_put(assigned, statement_target(s, i)->term, 1);
	for (uint32_t g = 0; s->kind == STATEMENT_CALL && g < m->program->global_count; g++)
		if (effects_writes(m->effects, s->callee, m->program->globals[g]))
			table_put(assigned, m->program->globals[g]->term, 1);
}

static void find_heads(struct modular *m)
{
	struct cfg *cfg = cfg_new(m->procedure);
	m->heads.count = 0;
	for (uint32_t b = 0; b < cfg->block_count; b++) {
		bool head = false;
		for (uint32_t e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++)
			head |= cfg_reachable(cfg, b) && cfg_reachable(cfg, cfg->predecessors[e]) &&
				cfg->rank[cfg->predecessors[e]] >= cfg->rank[b];
		vec_push(&m->heads, head);
	}
	cfg_free(cfg);
}

static void enter(struct modular *m, const struct procedure *proc)
{
	m->procedure = proc;
	collect_terms(m);
	collect_entry_terms(m);
	find_heads(m);
	table_clear(&m->assigned);
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			note_assigned(m, &m->assigned, &proc->blocks[b]->statements[i]);
}

/* --- facts --- */

/* One of them holds. */
struct cases {
	struct place *places;
	unsigned count;
};

static bool is_about(struct modular *m, const struct table *assigned, term t)
{
	const struct uses_list *used = uses_of(&m->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (table_has(assigned, used->variables[i]->term))
			return true;
	return false;
}

/* Each conjunct is an assumption of its own. */
static void insert(struct modular *m, struct block *b, uint32_t at, term condition)
{
	const struct bank *bank = m->program->bank;
	for (; term_op(bank, condition) == OP_AND; condition = term_arg(bank, condition, 1))
		insert(m, b, at, term_arg(bank, condition, 0));
	vec_push(&m->insertions, ((struct insertion){ b, at, condition }));
}

/* What one case says of the terms. */
static term describe_case(struct modular *m, struct place *place, const struct terms *terms,
			  const struct table *assigned)
{
	struct bank *bank = m->program->bank;
	term all = term_true(bank);
	uint32_t left = MOST_FACTS;
	for (size_t i = 0; left && i < terms->count; i++) {
		if (assigned && !is_about(m, assigned, terms->at[i]))
			continue;
		term fact = place_describe(place, terms->at[i]);
		left -= !term_is_true(bank, fact);
		all = term_and(bank, all, fact);
	}
	return all;
}

/* What is known where one of the cases holds. `assigned`: only terms that are about one of these; NULL: all. */
static void describe(struct modular *m, struct cases *cases, struct block *b, uint32_t at, const struct terms *terms,
		     const struct table *assigned)
{
	struct bank *bank = m->program->bank;
	term any = term_false(bank);
	for (unsigned i = 0; i < cases->count; i++)
		any = term_or(bank, any, describe_case(m, &cases->places[i], terms, assigned));
	if (!term_is_true(bank, any))
		insert(m, b, at, any);
}

static void visit(void *context, struct place *places, unsigned count, struct procedure *proc, struct block *b,
		  struct statement *s)
{
	struct modular *m = context;
	struct cases cases = { places, count };
	uint32_t at = s ? (uint32_t)(s - b->statements) : b->statement_count;
	if (proc != m->procedure)
		enter(m, proc);
	if (!at && b->index == 0)
		describe(m, &cases, b, 0, &m->entry_terms, NULL);
	if (!at && m->heads.at[b->index])
		describe(m, &cases, b, 0, &m->terms, &m->assigned);
	if (!at || b->statements[at - 1].kind != STATEMENT_CALL)
		return;
	struct table changed = { 0 };
	const struct statement *call = &b->statements[at - 1];
	note_assigned(m, &changed, call);
	describe(m, &cases, b, at, &m->terms, &changed);
	table_free(&changed);
	table_put(&m->behind, (uintptr_t)call, 1);
}

/* --- the program --- */

static void unknown(struct program *p, struct block *b, struct variable *v)
{
	block_add(p, b, STATEMENT_HAVOC)->target = v;
}

static void replace_call(struct modular *m, struct block *b, const struct statement *call, bool returns)
{
	struct program *p = m->program;
	for (uint32_t i = 0; i < call->out_count; i++)
		unknown(p, b, call->outs[i]);
	for (uint32_t g = 0; g < p->global_count; g++)
		if (effects_writes(m->effects, call->callee, p->globals[g]))
			unknown(p, b, p->globals[g]);
	if (!returns)
		block_add(p, b, STATEMENT_ASSUME)->term = term_false(p->bank);
}

static void add_facts(struct modular *m, struct block *b, uint32_t at, const struct insertion **next)
{
	const struct insertion *end = m->insertions.at + m->insertions.count;
	for (; *next != end && (*next)->block == b && (*next)->at == at; ++*next)
		block_add(m->program, b, STATEMENT_ASSUME)->term = (*next)->condition;
}

static void rewrite(struct modular *m, struct block *b, bool reached, const struct insertion **next)
{
	const struct statement *old = b->statements;
	uint32_t count = b->statement_count;
	b->statements = NULL;
	b->statement_count = b->statement_capacity = 0;
	if (!reached)
		block_add(m->program, b, STATEMENT_ASSUME)->term = term_false(m->program->bank);
	for (uint32_t i = 0; i < count; i++) {
		add_facts(m, b, i, next);
		if (old[i].kind == STATEMENT_CALL)
			replace_call(m, b, &old[i], table_has(&m->behind, (uintptr_t)&old[i]));
		else
			*block_add(m->program, b, old[i].kind) = old[i];
	}
	add_facts(m, b, count, next);
}

static void rewrite_all(struct modular *m, struct interpretation *i)
{
	const struct insertion *next = m->insertions.at;
	program_for_each_block(m->program, at)
		rewrite(m, at.block, interpretation_reaches(i, at.procedure, at.block, NULL), &next);
}

static struct block *call_of(struct procedure *driver, struct procedure *proc)
{
	struct program *p = driver->program;
	struct block *b = procedure_add_block(driver, procedure_fresh_block_name(driver, proc->name));
	struct variable **outs = arena_alloc(p->arena, (proc->out_count + 1) * sizeof *outs);
	term *arguments = arena_alloc(p->arena, (proc->in_count + 1) * sizeof *arguments);
	for (uint32_t i = 0; i < proc->in_count + proc->out_count; i++) {
		const char *name = procedure_fresh_variable_name(driver, proc->variables[i]->name);
		struct variable *v = procedure_add_variable(driver, name, proc->variables[i]->sort, VARIABLE_LOCAL);
		if (i < proc->in_count) {
			unknown(p, b, v);
			arguments[i] = v->term;
		} else {
			outs[i - proc->in_count] = v;
		}
	}
	block_call(p, b, proc, arguments, proc->in_count, outs, proc->out_count);
	block_return(b);
	return b;
}

static bool asserts(const struct program *p, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			if (s->kind == STATEMENT_ASSERT && !term_is_true(p->bank, s->term))
				return true;
		}
	return false;
}

static void add_driver(struct program *p)
{
	VEC(struct block *) calls = { 0 };
	uint32_t count = p->procedure_count;
	struct procedure *driver = program_add_procedure(p, program_fresh_name(p, "$modular"));
	struct block *first = procedure_add_block(driver, "start");
	for (uint32_t i = 0; i < count; i++)
		if (asserts(p, p->procedures[i]))
			vec_push(&calls, call_of(driver, p->procedures[i]));
	if (calls.count)
		block_goto_any(p, first, calls.at, (uint32_t)calls.count);
	else
		block_return(first);
	p->entry = driver;
	vec_free(&calls);
}

static bool stop(void *context)
{
	const struct pass_options *options = context;
	return options->stop && options->stop(options->stop_context);
}

static enum haste haste(void *context)
{
	(void)context;
	return HASTE_MOST;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)diags;
	struct contexts contexts;
	struct interpret_options how = {
		.stop = stop,
		.haste = program_is_large(p) ? haste : NULL,
		.context = (void *)(uintptr_t)options,
		.profile = options->profile,
		.together = true,
	};
	if (!p->entry)
		return false;
	contexts_separate(&contexts, p);
	contexts_keep(&contexts);
	struct modular m = { .program = p, .graph = callgraph_new(p) };
	m.effects = effects_new(m.graph);
	uses_init(&m.uses, p);
	struct interpretation *i = interpret(p, &how);
	if (i && interpretation_visit(i, visit, &m)) {
		rewrite_all(&m, i);
		program_forget_held(p);
		add_driver(p);
		p->attributes =
			attribute_string(p, p->attributes, ATTRIBUTE_ABSTRACTION, "procedures are looked at alone");
	}
	interpretation_free(i);
	uses_release(&m.uses);
	effects_free(m.effects);
	callgraph_free(m.graph);
	vec_free(&m.insertions);
	vec_free(&m.terms);
	vec_free(&m.entry_terms);
	vec_free(&m.heads);
	table_free(&m.assigned);
	table_free(&m.behind);
	return true;
}

const struct pass pass_modular = {
	.name = "modular",
	.about = "every procedure alone, between what is known of its callers and callees",
	.run = run,
	.keeps = 0,
};
