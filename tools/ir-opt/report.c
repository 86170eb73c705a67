#include "report.h"

#include "iterate.h"

#include <string.h>

struct size size_of(const struct program *p)
{
	struct size size = { .procedures = p->procedure_count, .globals = p->global_count };
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure *proc = p->procedures[i];
		size.variables += proc->variable_count;
		size.blocks += proc->block_count;
	}
	program_for_each_statement(p, at) {
		size.statements++;
		size.assertions += at.statement->kind == STATEMENT_ASSERT;
		size.calls += at.statement->kind == STATEMENT_CALL;
	}
	return size;
}

static bool is_default(const struct pass *pass)
{
	struct pass_list list = passes_default();
	for (size_t i = 0; i < list.count; i++)
		if (list.passes[i] == pass)
			return true;
	return false;
}

void print_passes(FILE *out)
{
	for (size_t i = 0; i < passes_count(); i++) {
		const struct pass *pass = pass_at(i);
		fprintf(out, "%c %-14s%s\n", is_default(pass) ? '*' : ' ', pass->name, pass->about);
	}
}

static void print_count(enum option_stats form, const char *name, uint64_t before, uint64_t after, bool last, FILE *out)
{
	unsigned long long b = before, a = after;
	if (form == STATS_JSON)
		fprintf(out, "  \"%s\": {\"before\": %llu, \"after\": %llu}%s\n", name, b, a, last ? "" : ",");
	else
		fprintf(out, "%-12s%10llu -> %llu\n", name, b, a);
}

static void print_runs(enum option_stats form, const struct pass_report *report, FILE *out)
{
	const char *separator = "";
	if (form == STATS_JSON)
		fprintf(out, "  \"passes\": {");
	for (size_t i = 0; i < passes_count(); i++) {
		if (!report[i].runs)
			continue;
		if (form == STATS_JSON)
			fprintf(out, "%s\"%s\": {\"runs\": %u, \"changes\": %u}", separator, report[i].name,
				report[i].runs, report[i].changes);
		else
			fprintf(out, "%-14s%8u runs, %u of them changed something\n", report[i].name, report[i].runs,
				report[i].changes);
		separator = ", ";
	}
	if (form == STATS_JSON)
		fprintf(out, "},\n");
}

void print_stats(enum option_stats form, struct size before, struct size after, const struct pass_report *report,
		 FILE *out)
{
	if (form == STATS_NONE)
		return;
	if (form == STATS_JSON)
		fprintf(out, "{\n");
	print_runs(form, report, out);
	print_count(form, "globals", before.globals, after.globals, false, out);
	print_count(form, "procedures", before.procedures, after.procedures, false, out);
	print_count(form, "variables", before.variables, after.variables, false, out);
	print_count(form, "blocks", before.blocks, after.blocks, false, out);
	print_count(form, "statements", before.statements, after.statements, false, out);
	print_count(form, "calls", before.calls, after.calls, false, out);
	print_count(form, "assertions", before.assertions, after.assertions, true, out);
	if (form == STATS_JSON)
		fprintf(out, "}\n");
}

void print_times(const struct pass_report *report, FILE *out)
{
	double total = 0;
	for (size_t i = 0; i < passes_count(); i++) {
		total += report[i].seconds;
		if (report[i].runs)
			fprintf(out, "%-14s%10.3f s\n", report[i].name, report[i].seconds);
	}
	fprintf(out, "%-14s%10.3f s\n", "all passes", total);
}
