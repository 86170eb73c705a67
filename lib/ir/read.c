#include "read.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "stream.h"
#include "unit.h"
#include "validate.h"

bool reader_stopped(const struct reader *r)
{
	return r->diags->list.count - r->first_diagnostic >= READ_MAX_ERRORS;
}

bool reader_expected(struct reader *r, const char *what)
{
	if (r->lex.token.kind != TOKEN_BAD)
		lexer_fault(&r->lex, r->lex.token.position, "%s is expected, not %s", what, lexer_show(&r->lex));
	return false;
}

bool reader_accept(struct reader *r, int kind)
{
	if (r->lex.token.kind != kind)
		return false;
	lexer_next(&r->lex);
	return true;
}

bool reader_expect(struct reader *r, int kind, const char *what)
{
	return reader_accept(r, kind) || reader_expected(r, what);
}

/* --- declarations --- */

static void already(struct reader *r, struct position position, const char *what, const char *name,
		    struct position earlier)
{
	lexer_fault(&r->lex, position, "%s '%s' is declared already, at line %u", what, name, earlier.line);
	r->lost_declaration = true;
}

/* The variable of this name that is there already, or NULL. */
static const struct variable *declared(const struct reader *r, const struct symbol *s)
{
	return r->procedure && s->local_owner == r->procedure ? s->local : s->global;
}

/* NAME : sort attributes. The variable is global when there is no current procedure. */
static bool declaration(struct reader *r, enum variable_kind kind)
{
	struct position position = r->lex.token.position;
	struct symbol *s = reader_name(r, "a variable");
	if (!s || !reader_expect(r, ':', "':'"))
		return false;
	sort sort_here = reader_sort(r);
	const struct attribute *attributes;
	if (!sort_here || !reader_attributes(r, &attributes))
		return false;
	if (declared(r, s)) {
		already(r, position, "variable", s->name, declared(r, s)->position);
		return true;
	}
	struct variable *v;
	if (r->procedure) {
		v = s->local = procedure_add_variable(r->procedure, s->name, sort_here, kind);
		s->local_owner = r->procedure;
	} else {
		v = s->global = program_add_global(r->program, s->name, sort_here);
	}
	v->position = position;
	v->attributes = attributes;
	return true;
}

/* Gives a declaration up: on to the next line. */
static void skip_line(struct reader *r)
{
	uint32_t line = r->lex.token.position.line;
	while (r->lex.token.kind != TOKEN_END && r->lex.token.position.line == line)
		lexer_next(&r->lex);
}

static void global(struct reader *r)
{
	lexer_next(&r->lex);
	if (r->program->procedure_count) {
		lexer_fault(&r->lex, r->lex.token.position, "globals are declared before the first procedure");
		r->lost_global = true;
		skip_line(r);
	} else if (!declaration(r, VARIABLE_GLOBAL)) {
		r->lost_global = true;
		skip_line(r);
	}
}

static bool parameters(struct reader *r, enum variable_kind kind)
{
	if (!reader_expect(r, '(', "'('"))
		return false;
	if (reader_accept(r, ')'))
		return true;
	do {
		if (!declaration(r, kind))
			return false;
	} while (reader_accept(r, ','));
	return reader_expect(r, ')', "',' or ')'");
}

static bool signature(struct reader *r)
{
	struct position position = r->lex.token.position;
	struct symbol *s = reader_name(r, "a procedure");
	if (!s)
		return false;
	if (s->procedure) {
		already(r, position, "procedure", s->name, s->procedure->position);
		return false;
	}
	r->procedure = s->procedure = program_add_procedure(r->program, s->name);
	r->procedure->position = position;
	if (!parameters(r, VARIABLE_IN))
		return false;
	if (reader_at_word(r, "returns")) {
		lexer_next(&r->lex);
		if (!parameters(r, VARIABLE_OUT))
			return false;
	}
	return reader_attributes_before_body(r, &r->procedure->attributes) &&
	       reader_expect(r, '{', "an attribute or '{'");
}

static void locals(struct reader *r)
{
	while (reader_at_word(r, "var") && !reader_stopped(r)) {
		lexer_next(&r->lex);
		if (!declaration(r, VARIABLE_LOCAL)) {
			r->lost_local = r->lost_declaration = true;
			skip_line(r);
		}
	}
}

static bool at_declaration(const struct reader *r)
{
	return reader_at_word(r, "procedure") || reader_at_word(r, "global");
}

static void skip_to_declaration(struct reader *r)
{
	while (r->lex.token.kind != TOKEN_END && !at_declaration(r) && !reader_stopped(r))
		lexer_next(&r->lex);
}

static void procedure(struct reader *r)
{
	lexer_next(&r->lex);
	r->lost_local = false;
	if (signature(r)) {
		locals(r);
		reader_body(r);
	} else {
		r->lost_procedure = true;
		skip_to_declaration(r);
	}
	r->procedure = NULL;
}

/* --- the whole --- */

static void entry(struct reader *r)
{
	struct program *p = r->program;
	const char *name = attribute_get_string(p->attributes, ATTRIBUTE_ENTRY);
	struct position top = { 1, 1 };
	p->entry = name ? program_procedure(p, name) : NULL;
	p->attributes = attribute_remove(p, p->attributes, ATTRIBUTE_ENTRY);
	if (!name)
		lexer_fault(&r->lex, top, "the program has no attribute {entry \"procedure\"}");
	else if (!p->entry && !r->lost_procedure)
		lexer_fault(&r->lex, top, "the entry, procedure '%s', is not declared", name);
}

static bool header(struct reader *r)
{
	struct token *t = &r->lex.token;
	if (!reader_at_word(r, "plumb")) {
		if (t->kind != TOKEN_BAD)
			lexer_fault(&r->lex, t->position, "this is not Plumb IR: it would begin with 'plumb 1'");
		return false;
	}
	lexer_next(&r->lex);
	if (t->kind != TOKEN_NUMBER)
		return reader_expected(r, "the number of the IR's version");
	if (t->number != 1) {
		lexer_fault(&r->lex, t->position, "this is version %llu of Plumb IR; only version 1 is understood here",
			    (unsigned long long)t->number);
		return false;
	}
	lexer_next(&r->lex);
	if (!reader_attributes(r, &r->program->attributes)) {
		skip_to_declaration(r);
		r->program->attributes = NULL;
	}
	return true;
}

static void whole_program(struct reader *r)
{
	if (!header(r))
		return;
	size_t after_header = r->diags->list.count;
	bool header_fine = after_header == r->first_diagnostic;
	while (r->lex.token.kind != TOKEN_END && !reader_stopped(r)) {
		if (reader_at_word(r, "global")) {
			global(r);
		} else if (reader_at_word(r, "procedure")) {
			procedure(r);
		} else {
			reader_expected(r, "'global' or 'procedure'");
			r->lost_procedure = true;
			lexer_next(&r->lex);
			skip_to_declaration(r);
		}
	}
	if (reader_stopped(r))
		return;
	reader_link_calls(r);
	/* Without any procedure, faults in the globals may have swallowed it. */
	if (header_fine && (r->program->procedure_count || r->diags->list.count == r->first_diagnostic))
		entry(r);
}

/* The faults in the order of their places: some are found only at the end of a procedure or program. */
static int by_location(const void *a, const void *b)
{
	const struct location *p = &((const struct diagnostic *)a)->location,
			      *q = &((const struct diagnostic *)b)->location;
	if (p->line != q->line)
		return p->line < q->line ? -1 : 1;
	return p->column < q->column ? -1 : p->column > q->column;
}

void reader_release(struct reader *r)
{
	reader_symbols_release(r);
	vec_free(&r->statements);
	vec_free(&r->forward_targets);
	vec_free(&r->forward_calls);
	memory_free(r->visits.at);
	table_free(&r->let_values);
	vec_free(&r->let_scope);
	vec_free(&r->values);
	vec_free(&r->attributes);
	memory_free(r->cache);
}

/* The program, with what could be read of it when there are faults; *declared: all declarations are there. */
static struct program *parse(const char *name, const char *text, size_t length, struct diagnostics *diags,
			     bool *declared)
{
	struct reader r = { .program = program_new(), .diags = diags, .first_diagnostic = diags->list.count };
	r.scratch = arena_new();
	r.cache = memory_alloc(READER_CACHE * sizeof *r.cache);
	r.program->file = intern_string(r.program->strings, name);
	lexer_init(&r.lex, name, text, length, r.scratch, diags, READ_MAX_ERRORS);
	whole_program(&r);
	reader_release(&r);
	*declared = !r.lost_global && !r.lost_procedure && !r.lost_declaration;
	return r.program;
}

struct program *program_parse(const char *name, const char *text, size_t length, struct diagnostics *diags)
{
	bool declared;
	size_t before = diags->list.count;
	struct program *p = parse(name, text, length, diags, &declared);
	if (diags->list.count == before)
		return p;
	program_free(p);
	return NULL;
}

struct program *program_read_text(const char *name, const char *text, size_t length, struct diagnostics *diags)
{
	bool declared;
	size_t before = diags->list.count;
	struct program *p = parse(name, text, length, diags, &declared);
	size_t faults = diags->list.count - before;
	if (!faults && unit_program_is_linkable(p)) {
		struct location location = { name, 1, 1 };
		diagnose(diags, DIAG_INPUT, location,
			 "translation units that have not been linked to a program (c2ir and ir-opt link them)");
		program_free(p);
		return NULL;
	}
	if (!faults && program_validate(p, name, diags))
		return p;
	/* Where some statements are faulty, the faults of the others are wanted too. */
	if (faults && faults < READ_MAX_ERRORS && declared)
		program_validate_statements(p, name, diags, READ_MAX_ERRORS - faults);
	qsort(diags->list.at + before, diags->list.count - before, sizeof *diags->list.at, by_location);
	program_free(p);
	return NULL;
}

struct program *program_read(const char *path, struct diagnostics *diags)
{
	char *text;
	size_t length;
	if (!stream_read(path, diags, &text, &length))
		return NULL;
	const char *name = !path || !strcmp(path, "-") ? "<stdin>" : path;
	struct program *p = program_read_text(name, text, length, diags);
	memory_free(text);
	return p;
}
