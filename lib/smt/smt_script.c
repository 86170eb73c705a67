/* Whole scripts (smt_write.h). */
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

/* One assert for each root. The writer's own names begin with '?' and a digit, those of leaves with anything else. */
static void write_named(struct smt_writer *w, struct output *out, const struct terms *roots)
{
	for (size_t i = 0; i < roots->count; i++) {
		smt_write_declarations(w, out, roots->at[i]);
		output_string(out, "(assert (! ");
		smt_write_term(w, out, roots->at[i]);
		output_format(out, " :named ?a%zu))\n", i + 1);
	}
}

void smt_script_write(const struct smt_script *script, struct output *out, const struct smt_header *header)
{
	struct smt_writer *w = smt_writer_new(script->bank);
	write_header(out, header, smt_script_logic(script));
	if (header->cores)
		write_named(w, out, &script->roots);
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
