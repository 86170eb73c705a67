/* errorbit: one assertion, at the end.
 *
 *	procedure main() {              procedure $checked() {
 *	  call f(); assert p; return;     $error := false; call main(); assert not($error); return; }
 *	}                          =>   procedure main() {
 *	                                  call f(); branch $error, stop, go;
 *	                                  go: $error := not(p) {site 0}; branch $error, failed, done; ...
 *	                                  failed: $error_site := 0; return;  stop: return;  done: return; }
 *
 * The instrumentation of the Corral paper, section 4.2, "Using Summaries": an assertion becomes an assignment to a
 * global with a return if it failed, and each call of a procedure that may assert is followed by a return if it
 * did. Then whether a procedure failed is a fact about its globals, which summaries can hold. $error_site
 * says which assertion it was; {site N} stands beside the attributes of the assertion, on the assignment.
 * A new entry procedure sets the bit up and asserts at the end that it is not set. Exact. */
#include "callgraph.h"
#include "obligation.h"
#include "pass.h"
#include "role.h"
#include "statement.h"

struct instrumenter {
	struct program *program;
	struct effects *effects;
	struct variable *error, *site;
	uint32_t sites;
};

/* The statements from `at` on, and the terminator, go to a new block. */
static struct block *split(struct procedure *proc, struct block *b, uint32_t at)
{
	struct program *p = proc->program;
	struct block *rest = procedure_add_block(proc, procedure_fresh_block_name(proc, b->name));
	rest->statements = program_copy_array(p, b->statements + at, b->statement_count - at, sizeof *b->statements);
	rest->statement_count = rest->statement_capacity = b->statement_count - at;
	rest->terminator = b->terminator;
	block_truncate(b, at);
	return rest;
}

/* `if ($error) return`, at the end of b. */
static struct block *add_exit(struct instrumenter *in, struct procedure *proc, struct block *b, struct block *rest)
{
	struct block *stop = procedure_add_block(proc, procedure_fresh_block_name(proc, "error"));
	block_return(stop);
	block_branch(in->program, b, in->error->term, stop, rest);
	return stop;
}

static struct block *instrument_assert(struct instrumenter *in, struct procedure *proc, struct block *b, uint32_t i)
{
	struct program *p = in->program;
	struct block *rest = split(proc, b, i + 1);
	struct statement *s = &b->statements[i];
	const struct attribute *attributes = s->attributes;
	s->kind = STATEMENT_ASSIGN;
	s->target = in->error;
	s->term = term_not(p->bank, s->term);
	s->attributes = attribute_number(p, attributes, ATTRIBUTE_SITE, in->sites);
	struct block *stop = add_exit(in, proc, b, rest);
	block_assign(p, stop, in->site, term_bv(p->bank, 32, in->sites++));
	return rest;
}

static bool may_assert(const struct instrumenter *in, const struct statement *s)
{
	return s->kind == STATEMENT_CALL && effects_asserts(in->effects, s->callee);
}

/* The first statement at which the block must be split is; the rest of the block comes after it, as a later block. */
static void instrument_block(struct instrumenter *in, struct procedure *proc, struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		if (b->statements[i].kind == STATEMENT_ASSERT) {
			b = instrument_assert(in, proc, b, i);
		} else if (may_assert(in, &b->statements[i])) {
			struct block *rest = split(proc, b, i + 1);
			add_exit(in, proc, b, rest);
			b = rest;
		} else {
			continue;
		}
		i = UINT32_MAX; /* from the beginning of the rest */
	}
}

static void add_entry(struct instrumenter *in)
{
	struct program *p = in->program;
	struct procedure *old = p->entry, *entry = program_add_procedure(p, program_fresh_name(p, "$checked"));
	struct block *b = procedure_add_block(entry, "start");
	struct variable **outs = memory_alloc(old->out_count * sizeof *outs);
	for (uint32_t i = 0; i < old->out_count; i++)
		outs[i] = procedure_clone_variable(entry, old->variables[old->in_count + i], VARIABLE_OUT);
	block_assign(p, b, in->error, term_false(p->bank));
	block_call(p, b, old, NULL, 0, outs, old->out_count);
	struct statement *s = block_add(p, b, STATEMENT_ASSERT);
	s->term = term_not(p->bank, in->error->term);
	s->attributes = attribute_string(p, NULL, ATTRIBUTE_CHECK, "error-bit");
	block_return(b);
	memory_free(outs);
	p->entry = entry;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	if (!p->entry || program_role(p, GLOBAL_ERROR))
		return false;
	program_merge_obligations(p, "error-bit");
	struct callgraph *graph = callgraph_new(p);
	struct instrumenter in = { .program = p, .effects = effects_new(graph) };
	in.error = program_add_role(p, GLOBAL_ERROR, sort_bool(p->bank));
	in.site = program_add_global(p, program_fresh_name(p, "$error_site"), sort_bitvector(p->bank, 32));
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		struct procedure *proc = p->procedures[i];
		uint32_t count = proc->block_count;
		for (uint32_t k = 0; k < count; k++)
			instrument_block(&in, proc, proc->blocks[k]);
	}
	add_entry(&in);
	effects_free(in.effects);
	callgraph_free(graph);
	return true;
}

const struct pass pass_errorbit = {
	.name = "errorbit",
	.about = "one assertion at the end, over an error bit",
	.run = run,
	.keeps = FACTS_ALL,
};
