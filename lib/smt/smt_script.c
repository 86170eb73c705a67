/* Whole scripts (smt_write.h). */
#include <stdlib.h>

#include "hash.h"
#include "smt_lower.h"
#include "smt_write.h"
#include "vec.h"

static const char *smallest_logic(const struct bank *bank, const term *roots, size_t count)
{
	struct table seen = { 0 };
	bool maps = false;
	for (size_t i = 0; i < count && !maps; i++)
		maps = smt_has_maps(bank, roots[i], &seen);
	table_free(&seen);
	return maps ? "QF_ABV" : "QF_BV";
}

/* Text between |..| (SMT-LIB 2.6, 3.1: neither | nor \ may stand there). */
static void write_free_text(struct output *out, const char *text)
{
	for (; *text; text++)
		output_write(out, *text == '|' || *text == '\\' ? "/" : text, 1);
}

static void write_header(struct output *out, const struct smt_header *header, const char *logic)
{
	output_format(out, "(set-info :smt-lib-version 2.6)\n(set-logic %s)\n", logic);
	if (header->source) {
		output_string(out, "(set-info :source |\n");
		write_free_text(out, header->source);
		output_string(out, " |)\n");
	}
	if (header->license)
		output_format(out, "(set-info :license \"%s\")\n", header->license);
	if (header->category)
		output_format(out, "(set-info :category \"%s\")\n", header->category);
	if (header->status)
		output_format(out, "(set-info :status %s)\n", header->status);
}

struct terms VEC_BODY(term);

/* The lowered terms and the conditions of the lowering. */
static bool lower_all(struct bank *bank, const term *asserted, size_t count, struct terms *roots)
{
	struct smt_lower *lower = smt_lower_new(bank);
	bool done = true;
	for (size_t i = 0; i < count && done; i++) {
		term t = smt_lower_term(lower, asserted[i]);
		done = t != 0;
		vec_push(roots, t);
	}
	size_t conditions;
	const term *condition = smt_lower_conditions(lower, &conditions);
	for (size_t i = 0; i < conditions; i++)
		vec_push(roots, condition[i]);
	smt_lower_free(lower);
	return done;
}

/* Declarations and the assertion of all roots. */
static void write_asserted(struct smt_writer *w, struct output *out, const struct terms *roots)
{
	smt_write_all_declarations(w, out, roots->at, roots->count);
	if (!roots->count)
		return;
	output_string(out, "(assert\n");
	smt_write_conjunction(w, out, roots->at, roots->count);
	output_string(out, ")\n");
}

struct smt_script {
	struct bank *bank;
	struct terms roots;
};

struct smt_script *smt_script_new(struct bank *bank, const term *asserted, size_t count)
{
	struct smt_script *script = memory_alloc(sizeof *script);
	script->bank = bank;
	if (lower_all(bank, asserted, count, &script->roots))
		return script;
	smt_script_free(script);
	return NULL;
}

void smt_script_free(struct smt_script *script)
{
	if (script)
		vec_free(&script->roots);
	memory_free(script);
}

const char *smt_script_logic(const struct smt_script *script)
{
	return smallest_logic(script->bank, script->roots.at, script->roots.count);
}

/* --- one assert for each root --- */

/* Each term belongs to one assertion or definition, so that it is written once: what two of these use has a definition. */
struct parts {
	const struct bank *bank;
	struct terms all;
	struct table owner; /* term -> the root or the defined term that has it */
	struct table used;  /* roots and defined terms that others use */
	struct terms defined;
};

static void gather(void *context, term t)
{
	struct parts *p = context;
	if (term_op(p->bank, t) != OP_VARIABLE && !term_is_constant(p->bank, t))
		vec_push(&p->all, t);
}

/* Larger ones first: a term is made after its arguments. */
static int compare_terms(const void *a, const void *b)
{
	term x = *(const term *)a, y = *(const term *)b;
	return (x < y) - (x > y);
}

static bool has_operations(const struct bank *bank, term t)
{
	for (uint32_t i = 0; i < term_count(bank, t); i++) {
		term arg = term_arg(bank, t, i);
		if (term_op(bank, arg) != OP_VARIABLE && !term_is_constant(bank, arg))
			return true;
	}
	return false;
}

static void give(struct parts *p, term t, term owner)
{
	uint64_t known = table_get(&p->owner, t, 0);
	if (known == t)
		table_put(&p->used, t, 1);
	else if (known && known != owner && has_operations(p->bank, t)) {
		table_put(&p->used, t, 1);
		table_put(&p->owner, t, t);
	} else if (!known) {
		table_put(&p->owner, t, owner);
	}
}

/* When a term is reached, all that use it have been. */
static void divide(struct parts *p, const struct terms *roots)
{
	struct table seen = { 0 };
	for (size_t i = 0; i < roots->count; i++) {
		term_visit(p->bank, roots->at[i], &seen, gather, p);
		table_put(&p->owner, roots->at[i], roots->at[i]);
	}
	table_free(&seen);
	if (p->all.count)
		qsort(p->all.at, p->all.count, sizeof *p->all.at, compare_terms);
	for (size_t i = 0; i < p->all.count; i++) {
		term t = p->all.at[i], owner = (term)table_get(&p->owner, t, 0);
		if (owner == t && table_has(&p->used, t) && has_operations(p->bank, t))
			vec_push(&p->defined, t);
		for (uint32_t k = 0; k < term_count(p->bank, t); k++)
			give(p, term_arg(p->bank, t, k), owner);
	}
}

/* The writer's own names begin with '?' and a digit, those of leaves with anything else. */
static void write_named(struct smt_writer *w, struct output *out, const struct bank *bank, const struct terms *roots)
{
	struct parts parts = { .bank = bank };
	divide(&parts, roots);
	smt_write_all_declarations(w, out, roots->at, roots->count);
	for (size_t i = parts.defined.count; i-- > 0;)
		smt_write_definition(w, out, parts.defined.at[i]);
	for (size_t i = 0; i < roots->count; i++) {
		output_string(out, "(assert (! ");
		smt_write_term(w, out, roots->at[i]);
		output_format(out, " :named ?a%zu))\n", i + 1);
	}
	vec_free(&parts.all);
	vec_free(&parts.defined);
	table_free(&parts.owner);
	table_free(&parts.used);
}

void smt_script_write(const struct smt_script *script, struct output *out, const struct smt_header *header)
{
	struct smt_writer *w = smt_writer_new(script->bank);
	write_header(out, header, smt_script_logic(script));
	if (header->cores)
		write_named(w, out, script->bank, &script->roots);
	else
		write_asserted(w, out, &script->roots);
	output_string(out, "(check-sat)\n(exit)\n");
	smt_writer_free(w);
}

bool smt_write_script(struct output *out, struct bank *bank, const term *asserted, size_t count,
		      const struct smt_header *header)
{
	struct smt_script *script = smt_script_new(bank, asserted, count);
	if (script)
		smt_script_write(script, out, header);
	smt_script_free(script);
	return script;
}

/* As a script of its own, but for the version. */
static void write_query(struct smt_writer *w, struct output *out, const struct bank *bank, const struct terms *roots,
			const struct smt_query *query, const char *status)
{
	output_format(out, "; %s\n(set-logic %s)\n", query->about, smallest_logic(bank, roots->at, roots->count));
	smt_writer_reset(w);
	write_asserted(w, out, roots);
	output_format(out, "(set-info :status %s)\n(check-sat)\n", status);
}

bool smt_write_queries(struct output *out, struct bank *bank, const struct smt_query *queries, size_t count,
		       const char *status)
{
	struct smt_writer *w = smt_writer_new(bank);
	bool done = true;
	output_string(out, "(set-info :smt-lib-version 2.6)\n");
	for (size_t i = 0; i < count && done; i++) {
		struct terms roots = { 0 };
		done = lower_all(bank, &queries[i].condition, 1, &roots);
		output_string(out, i ? "(reset)\n" : "");
		if (done)
			write_query(w, out, bank, &roots, &queries[i], status);
		vec_free(&roots);
	}
	output_string(out, "(exit)\n");
	smt_writer_free(w);
	return done;
}
