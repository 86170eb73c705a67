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

bool smt_write_script(struct output *out, struct bank *bank, const term *asserted, size_t count,
		      const struct smt_header *header)
{
	struct terms roots = { 0 };
	bool done = lower_all(bank, asserted, count, &roots);
	if (done) {
		struct smt_writer *w = smt_writer_new(bank);
		write_header(out, header, smallest_logic(bank, roots.at, roots.count));
		write_asserted(w, out, &roots);
		output_string(out, "(check-sat)\n(exit)\n");
		smt_writer_free(w);
	}
	vec_free(&roots);
	return done;
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
