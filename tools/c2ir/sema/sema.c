/* The semantic analysis of a unit, and what all its parts use. */
#include "ast_unit.h"
#include "sema.h"
#include "sema_body.h"
#include "sema_declaration.h"
#include "sema_entity.h"
#include "sema_internal.h"
#include "syntax.h"
#include "target.h"
#include "type_kind.h"
#include "type_make.h"
#include "type_text.h"
#include "types.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ERROR_LIMIT = 20, DEPTH_LIMIT = 2500 };

/* ---- diagnostics ---- */

static void report(struct diagnostics *diags, enum diag_kind kind, struct location location, const char *format,
		   va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	char *text = memory_alloc((size_t)(length > 0 ? length : 0) + 1);
	if (length > 0)
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	diagnose(diags, kind, location, "%s", text);
	memory_free(text);
}

void sema_error(struct sema *s, struct location location, const char *format, ...)
{
	if (s->stopped)
		return;
	va_list args;
	va_start(args, format);
	report(s->diags, DIAG_INPUT, location, format, args);
	va_end(args);
	if (++s->errors < ERROR_LIMIT)
		return;
	s->stopped = true;
	diagnose(s->diags, DIAG_NOTE, location, "too many errors; the rest of the file was not looked at");
}

void sema_warning(struct sema *s, struct location location, const char *format, ...)
{
	if (s->stopped)
		return;
	va_list args;
	va_start(args, format);
	report(s->diags, DIAG_WARNING, location, format, args);
	va_end(args);
}

void sema_note(struct sema *s, struct location location, const char *format, ...)
{
	if (s->stopped)
		return;
	va_list args;
	va_start(args, format);
	report(s->diags, DIAG_NOTE, location, format, args);
	va_end(args);
}

void sema_unsupported(struct sema *s, struct location location, const char *format, ...)
{
	if (s->stopped)
		return;
	va_list args;
	va_start(args, format);
	if (!s->subject) { /* those of a subject get these words when they are reported: ast_report_unsupported() */
		char *whole = arena_format(s->arena, "%s is not supported", format);
		report(s->diags, DIAG_UNSUPPORTED, location, whole, args);
		s->stopped = ++s->errors >= ERROR_LIMIT;
	} else {
		if (!s->subject->unsupported) {
			s->subject->unsupported = memory_alloc(sizeof *s->subject->unsupported);
			diagnostics_init(s->subject->unsupported);
		}
		report(s->subject->unsupported, DIAG_UNSUPPORTED, location, format, args);
	}
	va_end(args);
}

bool sema_enter(struct sema *s, struct location location)
{
	if (s->stopped)
		return false;
	if (s->depth < DEPTH_LIMIT) {
		s->depth++;
		return true;
	}
	diagnose(s->diags, DIAG_UNSUPPORTED, location, "nested too deeply (more than %d levels)", DEPTH_LIMIT);
	s->stopped = true;
	return false;
}

void sema_leave(struct sema *s)
{
	s->depth--;
}

/* ---- small helpers ---- */

struct location sema_location(const struct sema *s, node_id n)
{
	return syntax_location(s->syntax, n);
}

struct source_range sema_range(const struct sema *s, node_id n)
{
	struct source_range range = { syntax_first_token(s->syntax, n), syntax_end_token(s->syntax, n) };
	return range;
}

const char *sema_intern(struct sema *s, const char *text)
{
	return intern_string(s->names, text);
}

const char *sema_type(struct sema *s, const struct type *t)
{
	char *text = type_text(t, NULL);
	const char *kept = arena_string(s->arena, text, strlen(text));
	memory_free(text);
	return kept;
}

void *sema_array(struct sema *s, const void *from, size_t count, size_t size)
{
	if (!count)
		return NULL;
	void *to = arena_alloc(s->arena, count * size);
	memcpy(to, from, count * size);
	return to;
}

struct declaration *sema_new_declaration(struct sema *s, enum declaration_kind kind, const char *name,
					 const struct type *type, struct location location)
{
	struct declaration *d = arena_alloc(s->arena, sizeof *d);
	d->kind = kind;
	d->name = d->symbol = d->library_name = name;
	d->type = type;
	d->location = location;
	d->depth = s->scopes.top->depth;
	d->id = s->ids++;
	d->owner = s->body ? s->body->function : NULL;
	return d;
}

void sema_add_to_unit(struct sema *s, struct declaration *d)
{
	vec_push(&s->declarations, d);
}

/* ---- the unit ---- */

static void predeclare_typedef(struct sema *s, const char *name, const struct type *type)
{
	const struct location nowhere = { 0 };
	struct declaration *d = sema_new_declaration(s, DECLARATION_TYPEDEF, sema_intern(s, name), type, nowhere);
	scope_bind(&s->scopes, d->name, d);
}

static void start(struct sema *s, const struct target *target)
{
	struct unit *unit = s->unit;
	unit->types = arena_alloc(unit->arena, sizeof *unit->types);
	types_init(unit->types, unit->arena, target);
	s->types = unit->types;
	scopes_init(&s->scopes, s->arena);
	s->error_type = type_basic(s->types, TYPE_ERROR);
	s->int_type = type_basic(s->types, TYPE_INT);
	s->unsigned_type = type_basic(s->types, TYPE_UNSIGNED_INT);
	s->char_type = type_basic(s->types, TYPE_CHAR);
	s->void_type = type_basic(s->types, TYPE_VOID);
	s->bool_type = type_basic(s->types, TYPE_BOOL);
	s->size_type = s->types->size;
	s->void_pointer = type_pointer(s->types, s->void_type);
	predeclare_typedef(s, "__builtin_va_list", s->types->va_list);
	if (target->pointer_bits == 64) {
		predeclare_typedef(s, "__int128_t", type_basic(s->types, TYPE_INT128));
		predeclare_typedef(s, "__uint128_t", type_basic(s->types, TYPE_UNSIGNED_INT128));
	}
}

static void top_level(struct sema *s, node_id n)
{
	switch (syntax_kind(s->syntax, n)) {
	case NODE_FUNCTION_DEFINITION:
		function_definition(s, n);
		break;
	case NODE_DECLARATION:
		declaration_top_level(s, n);
		break;
	case NODE_STATIC_ASSERT:
		declaration_static_assert(s, n);
		break;
	case NODE_ASM: {
		struct ast_statement *statement = statement_new(s, AST_ASM, n);
		statement->assembly = asm_parse(s, n);
		vec_push(&s->assembly, statement);
		break;
	}
	default:
		break; /* nothing else stands at top level */
	}
}

static void analyse(struct sema *s)
{
	node_id root = syntax_root(s->syntax);
	for (node_id n = syntax_first_child(s->syntax, root); n && !s->stopped; n = syntax_next(s->syntax, n))
		top_level(s, n);
	if (!s->stopped)
		pragma_apply(s);
	if (!s->stopped)
		declaration_finish(s);
}

static void finish(struct sema *s)
{
	struct unit *unit = s->unit;
	unit->declaration_count = (uint32_t)s->declarations.count;
	unit->declarations = sema_array(s, s->declarations.at, s->declarations.count, sizeof *s->declarations.at);
	unit->assembly_count = (uint32_t)s->assembly.count;
	unit->assembly = arena_alloc(s->arena, (s->assembly.count + 1) * sizeof *unit->assembly);
	for (size_t i = 0; i < s->assembly.count; i++)
		unit->assembly[i] = s->assembly.at[i]->assembly;
	unit->string_count = s->strings;
	vec_free(&s->declarations);
	vec_free(&s->assembly);
	vec_free(&s->pending);
	vec_free(&s->mentioned);
	table_free(&s->linked);
	scopes_release(&s->scopes);
}

struct unit *sema_analyse(struct syntax *syntax, struct interner *names, const struct target *target,
			  struct diagnostics *diags)
{
	struct unit *unit = memory_alloc(sizeof *unit);
	struct sema s = {
		.syntax = syntax, .names = names, .diags = diags, .unit = unit, .errors = syntax_errors(syntax)
	};
	unit->arena = s.arena = arena_new();
	unit->syntax = syntax;
	unit->file = syntax_location(syntax, syntax_root(syntax)).file;
	unsigned before = diags->errors;
	start(&s, target);
	analyse(&s);
	finish(&s);
	if (diags->errors == before && !syntax_errors(syntax))
		return unit;
	unit_free(unit);
	return NULL;
}

void unit_free(struct unit *unit)
{
	if (!unit)
		return;
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		struct diagnostics *diags = unit->declarations[i]->unsupported;
		if (!diags)
			continue;
		diagnostics_release(diags);
		memory_free(diags);
	}
	types_release(unit->types);
	arena_free(unit->arena);
	memory_free(unit);
}
