/* One expression, over the variables of a program that is there already. */
#include "read.h"
#include "reader.h"

const struct variable *reader_known(const struct reader *r, const char *name)
{
	const struct variable *v = procedure_variable(r->procedure, name);
	return v ? v : program_global(r->program, name);
}

/* The whole text. */
static term expression(struct reader *r, bool is_condition)
{
	struct position position = r->lex.token.position;
	term t = reader_term(r);
	if (!t || (r->lex.token.kind != TOKEN_END && !reader_expected(r, "the end of the expression")))
		return 0;
	if (!is_condition || sort_kind(r->program->bank, term_sort(r->program->bank, t)) == SORT_BOOL)
		return t;
	lexer_fault(&r->lex, position, "a condition is expected: the expression is not of sort bool");
	return 0;
}

static term read_whole(struct procedure *proc, const char *name, uint32_t line, const char *text, size_t length,
		       struct diagnostics *diags, bool is_condition)
{
	size_t before = diags->list.count;
	struct reader r = { .program = proc->program, .diags = diags, .first_diagnostic = before };
	r.procedure = proc;
	r.whole = true;
	r.scratch = arena_new();
	lexer_init(&r.lex, name, text, length, r.scratch, diags, READ_MAX_ERRORS);
	term t = expression(&r, is_condition);
	reader_release(&r);
	for (size_t i = before; i < diags->list.count; i++)
		diags->list.at[i].location.line += line - 1;
	return diags->list.count == before ? t : 0;
}

term program_read_condition(struct procedure *proc, const char *name, uint32_t line, const char *text, size_t length,
			    struct diagnostics *diags)
{
	return read_whole(proc, name, line, text, length, diags, true);
}

term program_read_expression(struct procedure *proc, const char *name, uint32_t line, const char *text, size_t length,
			     struct diagnostics *diags)
{
	return read_whole(proc, name, line, text, length, diags, false);
}
