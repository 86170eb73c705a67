#include "export.h"

#include <inttypes.h>

#include "aiger.h"
#include "bits.h"
#include "callgraph.h"
#include "iterate.h"
#include "ledger.h"
#include "pass.h"
#include "statement.h"
#include "system_lower.h"
#include "system_write.h"
#include "visible.h"

enum { MOST_BLOCKS = 12000, MOST_STATEMENTS = 240000 };

struct export
{
	const struct options *options;
	struct program *program;
	struct segments *segments;
	struct system *system;
	struct bits bits;
	bool (*stop)(void *context);
	void *context;
	struct diagnostics *diags;
};

/* WHERE: a statement's attributes, or NULL. */
static bool refuse(struct export *e, const struct attribute *where, const char *why)
{
	if (e->stop(e->context))
		diagnose(e->diags, DIAG_SYSTEM, (struct location){ 0 },
			 "the time is up, and nothing is written: raise --timeout");
	else
		diagnose(e->diags, DIAG_UNSUPPORTED, attribute_location(where), "%s", why);
	return false;
}

/* A call by which a procedure comes to itself, else any; NULL: there is none. */
static const struct statement *find_call(const struct program *p, bool *recursive)
{
	const struct statement *found = NULL;
	struct callgraph *graph = callgraph_new(p);
	*recursive = false;
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		if (s->kind != STATEMENT_CALL || *recursive)
			continue;
		*recursive = graph->component[s->callee->index] == graph->component[at.procedure->index];
		found = s;
	}
	callgraph_free(graph);
	return found;
}

static const struct statement *find_identity(const struct program *p)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_FRESH)
			return at.statement;
	return NULL;
}

static bool is_large(const struct program *p)
{
	uint32_t statements = 0, blocks = 0;
	program_for_each_block(p, at) {
		statements += at.block->statement_count;
		blocks++;
	}
	return blocks > MOST_BLOCKS || statements > MOST_STATEMENTS;
}

/* Loops stay cycles of blocks; objects are counted. Horn clauses may have calls. */
static bool flatten(struct export *e)
{
	struct pass_options options = { .stop = e->stop, .stop_context = e->context };
	struct pass_list list;
	const char *passes = e->options->horn ? "inline,unreachable,count" : "flatten,unreachable,count";
	if (!passes_prepare(e->program, &options, e->diags) || !passes_parse(passes, &list, e->diags) ||
	    !passes_run(e->program, &list, &options, e->diags, NULL))
		return false;
	bool recursive;
	const struct statement *call = e->options->horn ? NULL : find_call(e->program, &recursive);
	const struct statement *identity = find_identity(e->program);
	if (call)
		return refuse(e, call->attributes,
			      recursive ? "recursion cannot be written in this form"
					: "the program is too large to be written without calls");
	if (identity)
		return refuse(e, identity->attributes,
			      "objects of a program whose entry is called cannot be written in this form");
	if (is_large(e->program))
		return refuse(e, NULL, "the program is too large");
	return !e->stop(e->context);
}

/* Of the statements with block operations, the first one. */
static const struct attribute *find_block_operation(const struct program *p)
{
	program_for_each_statement(p, at) {
		const struct statement *s = at.statement;
		enum op op = s->kind == STATEMENT_ASSIGN ? term_op(p->bank, s->term) : OP_CONSTANT;
		if ((op == OP_FILL && !system_lowers(p->bank, term_arg(p->bank, s->term, 2))) ||
		    (op == OP_COPY && !system_lowers(p->bank, term_arg(p->bank, s->term, 4))))
			return s->attributes;
	}
	return NULL;
}

/* Cells where that says all, which is easier for everybody; else maps. */
static bool make_system(struct export *e)
{
	e->segments = segments_new(e->program, SEGMENTS_OF_LOOPS, e->stop, e->context);
	if (e->segments->failed)
		return refuse(e, NULL, "the program is too large");
	e->system = system_new(e->segments, SYSTEM_CELLS, e->stop, e->context);
	bool words = e->options->transition == TRANSITION_AIGER;
	if (words && e->system && e->system->unknown)
		return refuse(e, NULL,
			      "memory that is read at an index which is not constant cannot be written in this form");
	if (!words && (!e->system || e->system->unknown)) {
		system_free(e->system);
		e->system = system_new(e->segments, SYSTEM_MAPS, e->stop, e->context);
	}
	if (!e->system)
		return refuse(e, NULL, "the transition system is too large");
	return system_lower(e->system) || refuse(e, find_block_operation(e->program),
						 "a block operation on memory that is too large, or of unknown length");
}

/* What the chosen form needs beyond a system. */
static bool make_form(struct export *e)
{
	if (e->options->horn == HORN_INTEGERS && !system_has_integers(e->system))
		return refuse(e, NULL,
			      "bitwise operations on more than 64 unknown bits cannot be written over integers");
	if (e->options->transition != TRANSITION_AIGER)
		return true;
	bits_init(&e->bits, e->system, e->stop, e->context);
	return (!e->stop(e->context) && e->bits.exact) ||
	       refuse(e, NULL, "divisions, and products of more than 64 bits, cannot be written in this form");
}

/* What verify lists as assumed, and where the program was cut: nothing is said of what lies beyond. */
static void write_assumed(const struct export *e, const char *comment, struct output *out)
{
	for (const struct attribute *a = e->program->attributes; (a = ledger_find(a)); a = a->next) {
		output_format(out, "%sassumed: ", comment);
		ledger_write(out, a);
		output_string(out, "\n");
	}
	program_for_each_statement(e->program, at) {
		const struct attribute *bound = attribute_find(at.statement->attributes, ATTRIBUTE_BOUND);
		if (!bound)
			continue;
		output_format(out, "%scut: ", comment);
		visible_write(out, bound->values[0].string, SIZE_MAX);
		output_format(out, ":%" PRIu64 ": what ir-opt --unroll left out\n", bound->values[1].number);
	}
}

static bool write(const struct export *e)
{
	struct output *out = output_open(e->options->output, e->options->compress, e->diags);
	if (!out)
		return false;
	if (e->options->transition == TRANSITION_AIGER) {
		aiger_write(&e->bits.latches, out);
		output_string(out, ledger_find(e->program->attributes) || program_is_cut(e->program) ? "c\n" : "");
		write_assumed(e, "", out);
		return output_close(out, e->diags);
	}
	write_assumed(e, "; ", out);
	if (e->options->horn)
		system_write_horn(e->system, e->options->horn == HORN_INTEGERS, out);
	else if (e->options->transition == TRANSITION_VMT)
		system_write_vmt(e->system, out);
	else if (e->options->transition == TRANSITION_SMT2)
		system_write_smt2(e->system, out);
	else
		system_write_btor2(e->system, out);
	return output_close(out, e->diags);
}

bool export_write(const struct options *options, struct program *program, bool (*stop)(void *context), void *context,
		  struct diagnostics *diags)
{
	struct export e = { .options = options, .program = program, .stop = stop, .context = context, .diags = diags };
	bool done = flatten(&e) && make_system(&e) && make_form(&e) && write(&e);
	if (!done && !diags->errors)
		refuse(&e, NULL, "the program could not be prepared");
	bits_release(&e.bits);
	system_free(e.system);
	segments_free(e.segments);
	return done;
}
