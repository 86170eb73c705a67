/* Z3 through its C API.
 *
 * Three ways to solve, chosen at each check (docs/solvers.md has the measurements):
 *   - the solver for QF_BV, only while no map has occurred in any term: with maps it would answer wrongly;
 *   - the solver for QF_ABV from the first map on: everything is asserted anew once;
 *   - one_shot: a solver made for the one check, by tactics if there is no map.
 * Neither an incremental solver nor one that sees the whole query first is better on all: a check is given to both in turn,
 * with growing limits of Z3's own measure of work (so that what comes out does not depend on the machine), until one answers.
 * Assumptions are literals: anything but a Boolean leaf or its negation gets a fresh one that implies it.
 *
 * Z3's Bool-valued arrays are not used: cells have one bit (as in the text form). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

#include "backend.h"
#include "watch.h"
#include "z3_terms.h"

enum way { WAY_NONE, WAY_BITS, WAY_MAPS };

struct z3 {
	struct solver *solver;
	struct z3_terms terms;
	Z3_context context;
	Z3_solver engine;  /* NULL: to be made */
	enum way way;      /* of the engine */
	bool once;         /* likewise: it is for one check, assumptions are facts */
	bool shots_first;  /* which of the two goes first */
	bool found;        /* its last answer was a model */
	struct table told; /* terms that it has been told, with their names */
	Z3_model model;
	TABLE(term, Z3_ast) literals; /* term -> Z3_ast of the literal that implies it */
	VEC(Z3_ast) assumed;          /* literals of the last check */
	struct watch watch;
};

/* Z3's default handler ends the process. This one leaves the code where Z3_get_error_code finds it. */
static void ignore_error(Z3_context context, Z3_error_code code)
{
	(void)context;
	(void)code;
}

/* Z3's words for lack of memory, in errors and in reasons of unknown. */
static bool is_memory(const char *words)
{
	return strstr(words, "memory") || strstr(words, "memout") || strstr(words, "bad_alloc");
}

static bool explain_error(struct z3 *z)
{
	Z3_error_code code = Z3_get_error_code(z->context);
	const char *words = code == Z3_OK ? "no result" : Z3_get_error_msg(z->context, code);
	z->solver->out_of_memory = code == Z3_MEMOUT_FAIL || is_memory(words);
	solver_explain(z->solver, "Z3: %s", words);
	return false;
}

/* --- life --- */

static void drop_model(struct z3 *z)
{
	if (z->model)
		Z3_model_dec_ref(z->context, z->model);
	z->model = NULL;
}

static void drop_engine(struct z3 *z)
{
	if (z->engine)
		Z3_solver_dec_ref(z->context, z->engine);
	z->engine = NULL;
	z->way = WAY_NONE;
	z->solver->sent = 0;
	z->found = false;
	table_clear(&z->told);
	table_clear(&z->literals);
}

static void stop_z3(struct solver *s)
{
	struct z3 *z = s->state;
	drop_model(z);
	drop_engine(z);
	if (z->context)
		Z3_del_context(z->context);
	watch_release(&z->watch);
	z3_terms_release(&z->terms);
	table_free(&z->literals);
	table_free(&z->told);
	vec_free(&z->assumed);
	memory_free(z);
}

/* Only while a check runs does this do anything: a request that comes late is not kept for the next one. */
static void stop_check(void *context)
{
	struct z3 *z = context;
	Z3_solver_interrupt(z->context, z->engine);
}

static bool start_z3(struct solver *s, struct diagnostics *diags)
{
	struct z3 *z = memory_alloc(sizeof *z);
	s->state = z;
	z->solver = s;
	z->watch = (struct watch){
		.stop = stop_check,
		.context = z,
		.interrupted = &s->interrupted,
		.memory = Z3_get_estimated_alloc_size,
		.memory_limit = (uint64_t)s->options.memory_mb << 20,
		.rival = -1,
	};
	bool descriptor = watch_init(&z->watch);
	Z3_config config = Z3_mk_config();
	/* Terms live as long as the context, so they are not counted. */
	z->context = Z3_mk_context(config);
	Z3_del_config(config);
	if (!z->context)
		memory_exhausted(); /* there is no other reason */
	z->terms = (struct z3_terms){ .solver = s, .bank = s->bank, .context = z->context };
	Z3_set_error_handler(z->context, ignore_error);
	if (descriptor)
		return true;
	diagnose(diags, DIAG_SYSTEM, (struct location){ 0 }, "can't start Z3: no file descriptor is left");
	return false;
}

static void interrupt_z3(struct solver *s)
{
	struct z3 *z = s->state;
	watch_wake(&z->watch);
}

/* --- engines --- */

static Z3_solver tactic_solver(struct z3 *z)
{
	static const char *const names[] = { "propagate-values", "solve-eqs", "elim-uncnstr",
					     "simplify",         "bit-blast", "sat" };
	Z3_context c = z->context;
	Z3_tactic chain = Z3_mk_tactic(c, "simplify");
	if (!chain)
		return NULL;
	Z3_tactic_inc_ref(c, chain);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		Z3_tactic next = Z3_mk_tactic(c, names[i]);
		Z3_tactic both = next ? Z3_tactic_and_then(c, chain, next) : NULL;
		if (both)
			Z3_tactic_inc_ref(c, both);
		Z3_tactic_dec_ref(c, chain);
		chain = both;
		if (!chain)
			return NULL;
	}
	Z3_solver engine = Z3_mk_solver_from_tactic(c, chain);
	if (engine)
		Z3_solver_inc_ref(c, engine);
	Z3_tactic_dec_ref(c, chain);
	return engine;
}

static Z3_solver logic_solver(struct z3 *z, const char *logic)
{
	Z3_solver engine = Z3_mk_solver_for_logic(z->context, Z3_mk_string_symbol(z->context, logic));
	if (engine)
		Z3_solver_inc_ref(z->context, engine);
	return engine;
}

static void set_parameter(struct z3 *z, Z3_params params, const char *name, unsigned value)
{
	Z3_params_set_uint(z->context, params, Z3_mk_string_symbol(z->context, name), value);
}

static void set_parameters(struct z3 *z, uint32_t limit)
{
	Z3_params params = Z3_mk_params(z->context);
	Z3_params_inc_ref(z->context, params);
	if (z->solver->options.seed)
		set_parameter(z, params, "random_seed", z->solver->options.seed);
	set_parameter(z, params, "rlimit", limit);
	Z3_solver_set_params(z->context, z->engine, params);
	Z3_params_dec_ref(z->context, params);
}

/* It was asked another question before, and would rather hinder with the new one: what it learned when it found a model is of
 * little use, and a model must be one of all terms that it was told (docs/solvers.md has the measurements). */
static bool is_stale(const struct z3 *z)
{
	const struct solver *s = z->solver;
	if (!z->literals.count || s->assumed.count != 1 || table_has(&z->literals, s->assumed.at[0]))
		return false;
	return z->found || term_dag_size(s->bank, s->assumed.at[0]) < z->told.count / 2;
}

/* The engine that suits all terms so far, for one check or for more, with at most so much work (0: any amount). */
static bool choose_engine(struct z3 *z, bool once, uint32_t limit)
{
	enum way way = z->terms.has_maps ? WAY_MAPS : WAY_BITS;
	if (!z->engine || z->way != way || z->once || once || is_stale(z)) {
		if (z->engine)
			z->solver->statistics.rebuilds++;
		drop_engine(z);
		z->engine = way == WAY_MAPS ? logic_solver(z, "QF_ABV")
			    : once          ? tactic_solver(z)
					    : logic_solver(z, "QF_BV");
		z->way = way;
		z->once = once;
	}
	if (z->engine)
		set_parameters(z, limit);
	return z->engine && Z3_get_error_code(z->context) == Z3_OK;
}

/* --- checks --- */

/* A Boolean leaf or the negation of one. */
static bool is_literal(const struct z3 *z, term t)
{
	if (term_op(z->solver->bank, t) == OP_NOT)
		t = term_arg(z->solver->bank, t, 0);
	return term_op(z->solver->bank, t) == OP_VARIABLE;
}

static bool assert_ast(struct z3 *z, Z3_ast ast)
{
	if (ast)
		Z3_solver_assert(z->context, z->engine, ast);
	return ast && Z3_get_error_code(z->context) == Z3_OK;
}

/* What the names in a term that it is told mean. */
static bool define_names(struct z3 *z, term root)
{
	bool good = true;
	VEC(term) stack = { 0 };
	vec_push(&stack, root);
	while (stack.count && good) {
		term t = vec_pop(&stack);
		if (table_has(&z->told, t))
			continue;
		table_put(&z->told, t, 1);
		Z3_ast definition = z3_definition(&z->terms, t);
		good = !definition || assert_ast(z, definition);
		for (uint32_t i = 0; i < term_count(z->solver->bank, t); i++)
			vec_push(&stack, term_arg(z->solver->bank, t, i));
	}
	vec_free(&stack);
	return good;
}

/* The term, which holds from now on. */
static bool assert_term(struct z3 *z, term t)
{
	return define_names(z, t) && assert_ast(z, z3_term(&z->terms, t));
}

static Z3_ast literal_for(struct z3 *z, term t)
{
	if (is_literal(z, t))
		return z3_term(&z->terms, t);
	Z3_ast literal = table_get(&z->literals, t, NULL);
	if (literal)
		return literal;
	literal = Z3_mk_fresh_const(z->context, "a", Z3_mk_bool_sort(z->context));
	if (!literal || !define_names(z, t) ||
	    !assert_ast(z, Z3_mk_implies(z->context, literal, z3_term(&z->terms, t))))
		return NULL;
	table_put(&z->literals, t, literal);
	return literal;
}

/* Hands the facts and assumptions to the engine. In one shot, assumptions are facts. */
static bool send(struct z3 *z)
{
	struct solver *s = z->solver;
	for (; s->sent < s->facts.count; s->sent++)
		if (!assert_term(z, s->facts.at[s->sent]))
			return false;
	z->assumed.count = 0;
	for (size_t i = 0; i < s->assumed.count; i++) {
		if (z->once) {
			if (!assert_term(z, s->assumed.at[i]))
				return false;
			continue;
		}
		Z3_ast literal = literal_for(z, s->assumed.at[i]);
		if (!literal)
			return false;
		vec_push(&z->assumed, literal);
	}
	return true;
}

static bool reason_is_memory(const struct z3 *z)
{
	return is_memory(Z3_solver_get_reason_unknown(z->context, z->engine));
}

static enum reply explain_unknown(struct z3 *z, enum watch_cause cause)
{
	switch (cause) {
	case WATCH_DEADLINE:
		solver_explain(z->solver, "the time is up");
		break;
	case WATCH_INTERRUPT:
		solver_explain(z->solver, "interrupted");
		break;
	case WATCH_MEMORY:
		if (z->solver->options.memory_mb)
			solver_explain(z->solver, "Z3 needs more than %u MB of memory", z->solver->options.memory_mb);
		else
			solver_explain(z->solver, "Z3 has no memory left");
		break;
	case WATCH_RIVAL: /* who will say what it is */
	case WATCH_NONE:
		solver_explain(z->solver, "Z3 gave up: %s", Z3_solver_get_reason_unknown(z->context, z->engine));
	}
	z->solver->out_of_memory = cause == WATCH_MEMORY || (cause == WATCH_NONE && reason_is_memory(z));
	z->solver->timed_out = cause == WATCH_DEADLINE || cause == WATCH_INTERRUPT;
	return REPLY_UNKNOWN;
}

static enum reply without_verdict(struct z3 *z, enum watch_cause cause)
{
	enum reply reply = REPLY_ERROR;
	Z3_error_code code = Z3_get_error_code(z->context);
	if (cause != WATCH_NONE || code == Z3_OK) {
		reply = explain_unknown(z, cause);
	} else if (code == Z3_MEMOUT_FAIL) {
		reply = explain_unknown(z, WATCH_MEMORY);
	} else {
		explain_error(z);
	}
	/* Where it was stopped, and in what state, is not known: the next check begins anew. */
	drop_engine(z);
	z->solver->statistics.rebuilds++;
	return reply;
}

static enum reply take_model(struct z3 *z)
{
	z->model = Z3_solver_get_model(z->context, z->engine);
	if (!z->model)
		return explain_error(z), REPLY_ERROR;
	Z3_model_inc_ref(z->context, z->model);
	return REPLY_SAT;
}

/* How an effort ended: for good, with its limit used up and nothing else that stopped it, or because the rival has something to
 * say. */
enum end { END_FINAL, END_EXHAUSTED, END_RIVAL };

static enum end end_of(bool failed, enum watch_cause cause)
{
	return cause == WATCH_RIVAL ? END_RIVAL : !failed && cause == WATCH_NONE ? END_EXHAUSTED : END_FINAL;
}

static enum reply run(struct z3 *z, double deadline, enum end *end)
{
	*end = END_FINAL;
	z->watch.deadline = deadline;
	z->watch.rival = rival_line(z->solver);
	if (!watch_begin(&z->watch)) {
		z->solver->out_of_memory = memory_is_tight(0);
		solver_explain(z->solver, "no thread is left to watch the time");
		return REPLY_ERROR;
	}
	Z3_lbool answer = Z3_solver_check_assumptions(z->context, z->engine, (unsigned)z->assumed.count, z->assumed.at);
	bool failed = Z3_get_error_code(z->context) != Z3_OK;
	enum watch_cause cause = watch_end(&z->watch);
	z->found = answer == Z3_L_TRUE;
	if (failed || answer == Z3_L_UNDEF) {
		*end = end_of(failed, cause);
		return without_verdict(z, cause);
	}
	return answer == Z3_L_TRUE ? take_model(z) : REPLY_UNSAT;
}

/* The work of one effort, in Z3's measure; 0: any amount. A rival that was first of late is begun sooner. `few`: direct.c is to have
 * its turn soon. */
static uint32_t work_of(const struct z3 *z, bool both, bool few, uint32_t turn)
{
	enum { FIRST_WORK = 1 << 23, FEW_WORK = 1 << 20, TURNS = 9 }; /* two or three seconds'; a third of one */
	bool rival = rival_is_wanted(z->solver);
	if (turn >= TURNS || (!both && !rival && !few))
		return 0;
	uint32_t first = few ? FEW_WORK : FIRST_WORK;
	return (rival && !turn ? first >> 2 * z->solver->options.rivalry->lead : first) << turn;
}

/* With several assumptions it may be asked which of them fail together: one shot does not know. */
static enum reply check_in_turn(struct z3 *z, double deadline)
{
	enum { WORK_OF_CONFLICT = 64 };
	bool once = z->solver->options.one_shot, both = !once && z->solver->assumed.count <= 1;
	bool few = direct_suits(z->solver);
	for (uint32_t turn = 0;; turn++) {
		enum end end;
		uint32_t limit = work_of(z, both, few, turn);
		if (!choose_engine(z, once || (both && z->shots_first != turn % 2), limit) || !send(z))
			return explain_error(z), drop_engine(z), REPLY_ERROR;
		enum reply reply = run(z, deadline, &end);
		if (end == END_RIVAL && (reply = rival_hear(z->solver)) != REPLY_UNKNOWN)
			return reply;
		if (end == END_EXHAUSTED && limit) {
			reply = direct_try(z->solver, limit / WORK_OF_CONFLICT, deadline);
			if (reply != REPLY_UNKNOWN)
				return reply;
			rival_begin(z->solver, deadline);
		}
		if (end == END_RIVAL || (end == END_EXHAUSTED && limit))
			continue;
		/* What has answered where the other could not begins the next time. */
		z->shots_first = both && z->once;
		return reply;
	}
}

static enum reply check_z3(struct solver *s, double deadline)
{
	struct z3 *z = s->state;
	drop_model(z);
	for (size_t i = s->sent; i < s->facts.count + s->assumed.count; i++) {
		size_t facts = s->facts.count;
		enum reply reply =
			z3_terms_add(&z->terms, i < facts ? s->facts.at[i] : s->assumed.at[i - facts], deadline);
		if (reply == REPLY_ERROR)
			explain_error(z);
		if (reply != REPLY_SAT)
			return reply;
	}
	return check_in_turn(z, deadline);
}

static void core_z3(struct solver *s, bool *failed)
{
	struct z3 *z = s->state;
	for (size_t i = 0; i < s->assumed.count; i++)
		failed[i] = true;
	Z3_ast_vector core = z->once ? NULL : Z3_solver_get_unsat_core(z->context, z->engine);
	if (!core)
		return;
	Z3_ast_vector_inc_ref(z->context, core);
	TABLE(Z3_ast, bool) in_core = { 0 };
	for (unsigned i = 0; i < Z3_ast_vector_size(z->context, core); i++)
		table_put(&in_core, Z3_ast_vector_get(z->context, core, i), true);
	for (size_t i = 0; i < s->assumed.count; i++)
		failed[i] = table_has(&in_core, z->assumed.at[i]);
	table_free(&in_core);
	Z3_ast_vector_dec_ref(z->context, core);
}

/* --- models --- */

static bool evaluate(struct z3 *z, Z3_ast ast, uint32_t width, struct value *out)
{
	Z3_ast value;
	uint64_t word;
	if (!ast || !Z3_model_eval(z->context, z->model, ast, true, &value))
		return explain_error(z);
	Z3_lbool truth = Z3_get_bool_value(z->context, value);
	if (truth != Z3_L_UNDEF)
		*out = value_word(1, truth == Z3_L_TRUE);
	else if (!Z3_is_numeral_ast(z->context, value))
		return explain_error(z);
	else if (width <= 64 && Z3_get_numeral_uint64(z->context, value, &word))
		*out = value_word(width, word);
	else
		*out = solver_binary_value(width, Z3_get_numeral_binary_string(z->context, value));
	return true;
}

static bool leaf_z3(struct solver *s, term t, struct value *out)
{
	struct z3 *z = s->state;
	return evaluate(z, z3_term(&z->terms, t), term_width(s->bank, t), out);
}

static bool cell_z3(struct solver *s, term map, const uint64_t *index, struct value *out)
{
	struct z3 *z = s->state;
	Z3_ast at = z3_number(&z->terms, solver_index_width(s->bank, map), index);
	Z3_ast cell = Z3_mk_select(z->context, z3_term(&z->terms, map), at);
	return evaluate(z, cell, solver_cell_width(s->bank, map), out);
}

static void version_z3(char *buffer, size_t size)
{
	unsigned major, minor, build, revision;
	Z3_get_version(&major, &minor, &build, &revision);
	snprintf(buffer, size, "%u.%u.%u", major, minor, build);
}

const struct solver_backend solver_z3 = {
	.start = start_z3,
	.check = check_z3,
	.core = core_z3,
	.leaf = leaf_z3,
	.cell = cell_z3,
	.interrupt = interrupt_z3,
	.stop = stop_z3,
	.version = version_z3,
};
