#include <inttypes.h>
#include <string.h>

#include "certificate.h"
#include "certificate_format.h"
#include "expression.h"
#include "ledger.h"
#include "smt_write.h"
#include "violation.h"
#include "visible.h"
#include "write.h"

struct writing {
	struct output *out;
	const struct certificate *certificate;
	const struct subject *subject;
	struct expressions *expressions;
	bool broken; /* something cannot stand on one line */
};

/* --- for people --- */

static void write_place(struct output *out, const struct subject_loop *loop, size_t number)
{
	output_string(out, "loop");
	if (loop->location.line) {
		output_string(out, " at ");
		visible_write(out, loop->location.file, SIZE_MAX);
		output_format(out, ":%u in ", loop->location.line);
		visible_write(out, loop->function, SIZE_MAX);
	} else {
		output_format(out, " %zu", number + 1);
	}
}

static void write_conjunction(struct writing *w, size_t loop)
{
	const struct conditions *list = &w->certificate->invariants[loop];
	if (!list->count)
		output_string(w->out, "true");
	expressions_name(w->expressions, list->at, list->count);
	for (size_t i = 0; i < list->count; i++) {
		output_string(w->out, i ? " && " : "");
		expression_write(w->expressions, w->out, list->at[i], list->count > 1);
	}
}

static void show_invariants(struct writing *w, const char *before)
{
	for (size_t i = 0; i < w->certificate->loops; i++) {
		output_string(w->out, before);
		write_place(w->out, &w->subject->loops.at[i], i);
		output_string(w->out, ": ");
		write_conjunction(w, i);
		output_string(w->out, "\n");
	}
}

/* The program that the certificate's conditions and queries are about. */
static const struct program *program_of(const struct certificate *c, const struct subject *s)
{
	return c->method == METHOD_INVARIANTS  ? s->flat
	       : c->method == METHOD_CONTRACTS ? c->contracted->program
					       : s->acyclic;
}

/* Parameters as the procedure has them, and globals as they were when it was called. */
static void call_parameters(struct writing *w, const struct contract *contract)
{
	const struct program *p = w->certificate->contracted->program;
	const struct procedure *proc = contract->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++) {
		static const char prefix[] = "$in.";
		const char *name = proc->variables[i]->name;
		bool copy = !strncmp(name, prefix, sizeof prefix - 1);
		expressions_call(w->expressions, contract->arguments[i], "", copy ? name + sizeof prefix - 1 : name,
				 "");
	}
	for (uint32_t i = 0; i < proc->out_count; i++)
		expressions_call(w->expressions, contract->results[i], "", proc->variables[proc->in_count + i]->name,
				 proc->out_count > 1 ? " at the end" : "");
	for (uint32_t g = 0; g < p->global_count; g++)
		if (contract->before[g])
			expressions_call(w->expressions, contract->before[g], "old(", p->globals[g]->name, ")");
}

static void name_contract(struct writing *w, size_t contract)
{
	VEC(term) terms = { 0 };
	for (size_t i = 0; i < w->certificate->lines.count; i++)
		if (w->certificate->lines.at[i].contract == contract)
			vec_push(&terms, w->certificate->lines.at[i].condition);
	expressions_name(w->expressions, terms.at, terms.count);
	vec_free(&terms);
	call_parameters(w, &w->certificate->contracted->contracts.list.at[contract]);
}

static void show_contract(struct writing *w, size_t contract, const char *before)
{
	const struct procedure *proc = w->certificate->contracted->contracts.list.at[contract].procedure;
	const struct attribute *loop = attribute_find(proc->attributes, ATTRIBUTE_LOOP);
	struct location at = attribute_location(proc->attributes);
	struct subject_loop place = { .location = at, .function = violation_function(proc, NULL) };
	name_contract(w, contract);
	output_string(w->out, before);
	if (loop && loop->count > 1 && loop->values[0].string)
		place.location = (struct location){ loop->values[0].string, (uint32_t)loop->values[1].number, 1 };
	else
		output_string(w->out, "function ");
	if (loop)
		write_place(w->out, &place, contract);
	else
		visible_write(w->out, place.function, SIZE_MAX);
	output_string(w->out, ":\n");
	for (size_t i = 0; i < w->certificate->lines.count; i++) {
		const struct contract_line *line = &w->certificate->lines.at[i];
		if (line->contract != contract)
			continue;
		output_format(w->out, "%s  %s ", before, line->ensured ? "ensures" : "requires");
		expression_write(w->expressions, w->out, line->condition, false);
		output_string(w->out, "\n");
	}
}

static void show_conditions(struct writing *w, const char *before)
{
	if (w->certificate->method == METHOD_INVARIANTS)
		show_invariants(w, before);
	for (size_t i = 0;
	     w->certificate->method == METHOD_CONTRACTS && i < w->certificate->contracted->contracts.list.count; i++)
		show_contract(w, i, before);
}

void certificate_show(struct output *out, const struct certificate *c, const struct subject *s)
{
	if (c->method == METHOD_UNROLLING) {
		output_format(out,
			      "invariants: none are needed: no execution takes a loop or a recursion more than %u "
			      "times\n",
			      c->bound);
		return;
	}
	struct writing w = { out, c, s, expressions_new(program_of(c, s)), false };
	output_string(out, c->method == METHOD_CONTRACTS || c->loops
				   ? "invariants:\n"
				   : "invariants: none are needed: no loop is left\n");
	show_conditions(&w, "  ");
	expressions_free(w.expressions);
}

/* --- for --check-certificate --- */

static void write_line(struct writing *w, const char *text, size_t length)
{
	w->broken |= memchr(text, '\n', length) || memchr(text, '\r', length);
	output_write(w->out, text, length);
	output_string(w->out, "\n");
}

static void write_expression(struct writing *w, const char *mark, term t)
{
	size_t length;
	struct output *text = output_memory();
	term_write(w->subject->flat, t, text);
	const char *bytes = output_text(text, &length);
	output_string(w->out, mark);
	write_line(w, bytes, length);
	output_abandon(text);
}

static void write_loop(struct writing *w, size_t loop)
{
	const char *name = w->subject->loops.at[loop].head->name;
	output_format(w->out, CERTIFICATE_MARK CERTIFICATE_LOOP "%zu ", loop + 1);
	write_line(w, name, strlen(name));
	if (w->subject->loops.at[loop].measure)
		write_expression(w, CERTIFICATE_MARK CERTIFICATE_MEASURE, w->subject->loops.at[loop].measure);
	for (size_t i = 0; i < w->certificate->invariants[loop].count; i++)
		write_expression(w, CERTIFICATE_MARK CERTIFICATE_CONDITION, w->certificate->invariants[loop].at[i]);
}

static void write_contracts(struct writing *w)
{
	const struct contracts *list = &w->certificate->contracted->contracts;
	output_format(w->out, CERTIFICATE_MARK "%s%zu\n",
		      w->certificate->universal ? CERTIFICATE_UNIVERSAL_CONTRACTS : CERTIFICATE_CONTRACTS,
		      list->list.count);
	for (size_t i = 0; i < list->list.count; i++) {
		const char *name = list->list.at[i].procedure->name;
		output_format(w->out, CERTIFICATE_MARK CERTIFICATE_CONTRACT "%zu ", i + 1);
		write_line(w, name, strlen(name));
		for (size_t k = 0; k < w->certificate->lines.count; k++) {
			const struct contract_line *line = &w->certificate->lines.at[k];
			if (line->contract != i)
				continue;
			output_format(w->out, CERTIFICATE_MARK "%s",
				      line->ensured ? CERTIFICATE_ENSURES : CERTIFICATE_REQUIRES);
			write_line(w, line->text, strlen(line->text));
		}
	}
}

static void write_marked(struct writing *w)
{
	const struct certificate *c = w->certificate;
	output_format(w->out, CERTIFICATE_MARK CERTIFICATE_VERSION "%d\n", CERTIFICATE_FORMAT);
	output_format(w->out, CERTIFICATE_MARK CERTIFICATE_PROGRAM "%016" PRIx64 "\n", w->subject->digest);
	if (c->method == METHOD_UNROLLING)
		output_format(w->out, CERTIFICATE_MARK CERTIFICATE_UNROLLING "%u\n", c->bound);
	else if (c->method == METHOD_CONTRACTS)
		write_contracts(w);
	else
		output_format(w->out, CERTIFICATE_MARK "%s%zu\n",
			      w->subject->universal ? CERTIFICATE_UNIVERSAL : CERTIFICATE_INVARIANTS, c->loops);
	for (size_t i = 0; c->method == METHOD_INVARIANTS && i < c->loops; i++)
		write_loop(w, i);
	output_string(w->out, CERTIFICATE_MARK CERTIFICATE_END "\n");
}

/* --- the script --- */

static void write_assumed(struct output *out, const struct program *p)
{
	for (const struct attribute *a = p->attributes; (a = ledger_find(a)); a = a->next) {
		output_string(out, "; assumed: ");
		ledger_write(out, a);
		output_string(out, "\n");
	}
}

static void write_introduction(struct writing *w, const struct task *task)
{
	output_string(w->out,
		      "; A certificate of Plumb: no execution of the program violates one of its assertions.\n"
		      "; Each check-sat is to be answered unsat. verify --check-certificate makes the queries anew.\n");
	write_assumed(w->out, task->original);
	show_conditions(w, "; ");
	if (!w->certificate->minimal)
		output_string(w->out, "; Some of these conditions may not be needed.\n");
}

static bool write_queries(struct output *out, struct bank *bank, const struct parts *parts)
{
	struct smt_query *queries = memory_alloc((parts->count + 1) * sizeof *queries);
	for (size_t i = 0; i < parts->count; i++)
		queries[i] = (struct smt_query){ parts->at[i].violated, parts->at[i].about };
	bool done = smt_write_queries(out, bank, queries, parts->count, "unsat");
	memory_free(queries);
	return done;
}

bool certificate_write(struct output *out, const struct certificate *c, struct subject *s, const struct parts *parts,
		       const struct task *task, const char **trouble)
{
	const struct program *shown = program_of(c, s);
	struct writing w = { out, c, s, expressions_new(shown), false };
	write_introduction(&w, task);
	write_marked(&w);
	if (!parts->count)
		output_string(out, "; Nothing is left to ask: each part is decided when its term is made.\n");
	expressions_free(w.expressions);
	if (w.broken)
		*trouble = "a name in it has a line break";
	else if (!write_queries(out, shown->bank, parts))
		*trouble = "its queries are too large without block operations";
	else
		return true;
	return false;
}
