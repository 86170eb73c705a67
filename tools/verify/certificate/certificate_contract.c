/* Certificates of contracts: docs/engines.md, "Recursion". The conditions are texts, which are read over the variables of the program that
 * contract.c makes of the subject. */
#include <string.h>

#include "certificate.h"

#include "disjunction.h"
#include "horn.h"
#include "invariant.h"
#include "prover.h"
#include "read.h"
#include "statement.h"
#include "universal.h"
#include "vc.h"
#include "violation.h"
#include "visible.h"
#include "write.h"

enum { INSTANCES = 4000, TERMS = 1 << 22 };

struct contracted *contracted_new(const struct subject *s, bool universal)
{
	struct contracted *cd = memory_alloc(sizeof *cd);
	struct given given = { 0 };
	cd->program = program_copy(s->acyclic);
	if (universal)
		given_add(&given, cd->program, "$given");
	contracts_begin(&cd->contracts, cd->program, &given);
	return cd;
}

void contracted_free(struct contracted *cd)
{
	if (!cd)
		return;
	contracts_release(&cd->contracts);
	program_free(cd->program);
	memory_free(cd);
}

/* --- conditions --- */

struct scope {
	const struct contracted *contracted;
	const struct contract *contract;
	bool ensured, kept;
};

static bool is_among(struct variable *const *list, uint32_t count, const struct variable *v)
{
	bool found = false;
	for (uint32_t i = 0; i < count && !found; i++)
		found = list[i] && list[i] == v;
	return found;
}

/* A precondition knows nothing of results, nor of what was before. */
static void look_at(void *context, term leaf)
{
	struct scope *s = context;
	const struct program *p = s->contracted->program;
	const struct variable *v = program_variable_of(p, leaf);
	const struct procedure *proc = s->contract->procedure;
	bool good = v && (v->kind == VARIABLE_GLOBAL || is_among(s->contract->arguments, proc->in_count, v));
	if (v && s->ensured)
		good |= is_among(s->contract->results, proc->out_count, v) ||
			is_among(s->contract->before, p->global_count, v);
	s->kept &= good;
}

/* False: a diagnostic says why. */
static bool read_line(struct contracted *cd, struct contract_line *line, const char *name, struct diagnostics *diags)
{
	struct contract *contract = &cd->contracts.list.at[line->contract];
	struct scope scope = { cd, contract, line->ensured, true };
	line->condition =
		program_read_condition(contract->check, name, line->line, line->text, strlen(line->text), diags);
	if (!line->condition)
		return false;
	term_leaves(cd->program->bank, line->condition, look_at, &scope);
	if (!scope.kept)
		diagnose(diags, DIAG_INPUT, (struct location){ name, line->line, 1 },
			 "damaged certificate: the condition is about what it cannot know");
	return scope.kept;
}

/* Position of each condition that is no constant -> its line. A constant that is false is none that could hold. */
static bool read_lines(struct certificate *c, struct diagnostics *diags, struct table *lines)
{
	for (size_t i = 0; i < c->lines.count; i++) {
		struct contract_line *line = &c->lines.at[i];
		if (!read_line(c->contracted, line, c->name, diags))
			return false;
		uint32_t position =
			contract_add(&c->contracted->contracts, &c->contracted->contracts.list.at[line->contract],
				     line->condition, line->ensured);
		if (position != CONTRACT_NONE)
			table_put(lines, position, i);
	}
	return true;
}

/* --- the parts --- */

static term is_used(void *context, term leaf)
{
	const struct contracted *cd = context;
	for (size_t i = 0; i < cd->contracts.conditions.count; i++)
		if (cd->contracts.conditions.at[i].use == leaf)
			return term_true(cd->program->bank);
	return leaf;
}

/* What an execution violates, and what of all objects is known where it does: of each object that it reads. */
static void add_obligations(struct contracted *cd, size_t part, term each, const struct vc_result *r,
			    struct obligations *obligations, struct asserted *asserted)
{
	VEC(struct universal) all = { 0 };
	struct universal_objects of = { .bank = cd->program->bank,
					.given = &cd->contracts.given,
					.first_fresh = fresh_first(cd->program),
					.each = each,
					.limit = UINT32_MAX };
	for (size_t i = 0; i < r->violation_count; i++) {
		const struct vc_violation *v = &r->violations[i];
		const struct attribute *number = attribute_find(v->statement->attributes, ATTRIBUTE_CANDIDATE);
		if (number && number->values[0].number == CONTRACT_KNOWN) {
			vec_push(&all, ((struct universal){ each, v->condition }));
			continue;
		}
		struct obligation o = { .stretch = part, .loop = STRETCH_NONE, .violated = v->condition };
		o.assertion = number ? NULL : v->statement;
		if (each)
			o.violated = term_and(of.bank,
					      universal_known(&of, all.at, all.count, o.violated, term_true(of.bank)),
					      o.violated);
		vec_push(obligations, o);
		vec_push(asserted, number ? (size_t)number->values[0].number : STRETCH_NONE);
	}
	vec_free(&all);
}

/* Executes one check, or the program itself. */
static bool execute(struct contracted *cd, size_t part, struct task *task, struct obligations *obligations,
		    struct asserted *asserted)
{
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(cd->program->bank) + TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = task };
	contracts_choose(&cd->contracts, part);
	struct vc *vc = vc_new(cd->program, task->diags);
	bool done = vc && vc_execute(vc, &policy) == VC_DONE;
	const struct vc_result *r = done ? vc_result(vc) : NULL;
	done = done && !r->open_count && !r->cut_count;
	if (done)
		add_obligations(cd, part, cd->contracts.any ? vc_initial(vc, cd->contracts.any) : 0, r, obligations,
				asserted);
	vc_free(vc);
	return done;
}

static bool execute_all(struct contracted *cd, struct task *task, struct obligations *obligations,
			struct asserted *asserted, const char **trouble)
{
	bool cut = contracts_cut(&cd->contracts), done = cut;
	for (size_t i = 0; i <= cd->contracts.list.count && done; i++)
		done = execute(cd, i, task, obligations, asserted);
	if (!done)
		*trouble = !cut                     ? "the program, or a condition, looks at identities"
			   : task_out_of_time(task) ? "time"
						    : "a procedure is too large";
	return done;
}

static const char *about(const struct contracted *cd, size_t part, struct arena *arena)
{
	if (!part)
		return "safety: the program violates no assertion, and keeps the contracts of what it calls";
	struct output *out = output_memory();
	visible_write(out, violation_function(cd->contracts.list.at[part - 1].procedure, NULL), SIZE_MAX);
	const char *text = arena_format(arena, "contract %zu (%s): kept by the body, which violates no assertion", part,
					output_text(out, NULL));
	output_abandon(out);
	return text;
}

static void make_parts(struct parts *parts, struct contracted *cd, const struct obligations *obligations,
		       struct arena *arena)
{
	struct bank *bank = cd->program->bank;
	for (size_t part = 0; part <= cd->contracts.list.count; part++) {
		struct disjuncts any = { 0 };
		for (size_t i = 0; i < obligations->count; i++)
			if (obligations->at[i].stretch == part)
				vec_push(&any, term_substitute(bank, obligations->at[i].violated, is_used, cd));
		parts_add(parts, bank, &any, about(cd, part, arena), arena);
	}
}

/* From the texts to obligations. */
static bool read_and_execute(struct certificate *c, struct subject *s, struct task *task,
			     struct obligations *obligations, struct asserted *asserted, struct table *lines,
			     const char **trouble)
{
	contracted_free(c->contracted);
	c->contracted = contracted_new(s, c->universal);
	*trouble = "the certificate is damaged";
	return read_lines(c, task->diags, lines) && execute_all(c->contracted, task, obligations, asserted, trouble);
}

bool contract_parts(struct parts *parts, struct certificate *c, struct subject *s, struct task *task,
		    struct arena *arena, const char **trouble)
{
	struct obligations obligations = { 0 };
	struct asserted asserted = { 0 };
	struct table lines = { 0 };
	bool done = read_and_execute(c, s, task, &obligations, &asserted, &lines, trouble);
	if (done)
		make_parts(parts, c->contracted, &obligations, arena);
	vec_free(&obligations);
	vec_free(&asserted);
	table_free(&lines);
	return done;
}

/* --- making it --- */

void certificate_take_contracts(struct certificate *c, const struct horn_proof *proof)
{
	c->universal = proof->contracts.any != NULL;
	for (size_t i = 0; i < proof->contracts.list.count; i++) {
		const struct contract *contract = &proof->contracts.list.at[i];
		for (size_t k = 0; k < contract->conditions.count; k++) {
			const struct contract_condition *condition =
				&proof->contracts.conditions.at[contract->conditions.at[k]];
			size_t length;
			struct output *out = output_memory();
			term_write(proof->program, condition->condition, out);
			const char *text = output_text(out, &length);
			if (!condition->dropped && !condition->waiting)
				vec_push(&c->lines, ((struct contract_line){ .contract = i,
									     .ensured = condition->ensured,
									     .text = memory_copy_string(text, length),
									     .line = 1 }));
			output_abandon(out);
		}
	}
}

static void keep_lines(struct certificate *c, const struct conjuncts *conjuncts, const struct table *lines)
{
	size_t n = 0;
	bool *kept = memory_alloc((c->lines.count + 1) * sizeof *kept);
	for (size_t i = 0; i < conjuncts->count; i++)
		kept[table_get(lines, i, c->lines.count)] |= !conjuncts->at[i].dropped;
	for (size_t i = 0; i < c->lines.count; i++) {
		if (kept[i])
			c->lines.at[n++] = c->lines.at[i];
		else
			memory_free(c->lines.at[i].text);
	}
	c->lines.count = n;
	memory_free(kept);
}

bool certificate_minimise_contracts(struct certificate *c, struct subject *s, struct task *task,
				    struct outcome *outcome)
{
	struct obligations obligations = { 0 };
	struct asserted asserted = { 0 };
	struct conjuncts conjuncts = { 0 };
	struct table lines = { 0 };
	struct prover pv = { 0 };
	const char *trouble;
	bool minimal = false;
	if (read_and_execute(c, s, task, &obligations, &asserted, &lines, &trouble)) {
		const struct contracts *all = &c->contracted->contracts;
		for (size_t i = 0; i < all->conditions.count; i++)
			vec_push(&conjuncts, ((struct conjunct){ .loop = STRETCH_NONE,
								 .condition = all->conditions.at[i].condition,
								 .use = all->conditions.at[i].use }));
		prover_begin_with(&pv, task, outcome, c->contracted->program->bank, &conjuncts, &obligations, &asserted,
				  all->list.count + 1);
		minimal = prover_minimise(&pv, task->limits.deadline);
		keep_lines(c, &conjuncts, &lines);
		prover_release(&pv);
	}
	vec_free(&obligations);
	vec_free(&asserted);
	vec_free(&conjuncts);
	table_free(&lines);
	return minimal;
}
