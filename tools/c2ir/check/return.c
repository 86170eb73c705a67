/* The value of a call is used although the function ended at its closing brace, or by a `return` without a value
 * (CWE-758; C11 6.9.1p12, 6.8.6.4p1). main returns 0 at its end (5.1.2.2.3).
 *
 *	int f(int x) { if (x) return 1; }    return: $no_value := false; end: $no_value := true
 *	y = f(x);                            assert !$no_value, after the call
 *
 * Functions whose end can't be reached, going by their statements, need none of that.
 *
 * A function that is declared noreturn returns nevertheless (6.7.4p8): assert false. So it is no end for callers either. */

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "check_state.h"
#include "checks.h"
#include "declaration_query.h"
#include "emit.h"
#include "known.h"
#include "lowering.h"
#include "object_maps.h"
#include "scan.h"
#include "symbol.h"
#include "type_base.h"
#include "type_derived.h"

static struct variable *no_value(struct lowering *l)
{
	return lower_global(l, &l->check->no_value, "$no_value", sort_bool(l->bank));
}

/* ---- may the end of a statement be reached? ---- */

static bool is_constant_true(const struct expression *e)
{
	return !e || expression_is_true_constant(e);
}

/* By a break; of a target that is NULL: is there one of any? */
static bool is_left(const struct ast_statement *s, const struct ast_statement *target)
{
	for (; s; s = s->alternative) {
		if (s->kind == AST_BREAK && (!target || s->target == target))
			return true;
		if (s->kind == AST_COMPOUND)
			for (uint32_t i = 0; i < s->statement_count; i++)
				if (is_left(s->statements[i], target))
					return true;
		if (is_left(s->body, target))
			return true;
	}
	return false;
}

/* Is the call lowered as one of the library function (model/model.c)? Not where the program has a body for it, nor where only
 * the name is the same. What only the library's units can call is declared there with its attributes (library/plumb.h). */
static bool is_library_call(struct lowering *l, const struct libc_function *f, struct declaration *d,
			    const struct expression *call)
{
	if (f->by == LIBC_OWN || !known_fits_call(f, call))
		return false;
	return !check_keeps_body(l, f, d);
}

static bool call_never_returns(struct lowering *l, const struct expression *call)
{
	struct declaration *d = expression_called(call);
	const struct libc_function *f = known_function(d);
	return d && (d->is_noreturn || check_is_error(l, d) ||
		     (libc_has(f, LIBC_NEVER_RETURNS) && is_library_call(l, f, d, call)));
}

static bool never_returns(struct lowering *l, const struct expression *e)
{
	if (!e)
		return false;
	e = expression_unconverted(e);
	return expression_is_unreachable(e) || (expression_is_call(e) && call_never_returns(l, e));
}

static bool ends(struct lowering *l, const struct ast_statement *s)
{
	switch (s->kind) {
	case AST_RETURN:
	case AST_GOTO:
	case AST_COMPUTED_GOTO:
	case AST_BREAK:
	case AST_CONTINUE:
		return false;
	case AST_COMPOUND:
		return s->statement_count == 0 || ends(l, s->statements[s->statement_count - 1]);
	case AST_EXPRESSION:
		return !never_returns(l, s->expression);
	case AST_IF:
		for (; s->alternative && s->alternative->kind == AST_IF; s = s->alternative)
			if (ends(l, s->body))
				return true;
		return !s->alternative || ends(l, s->body) || ends(l, s->alternative);
	case AST_WHILE:
	case AST_DO:
	case AST_FOR:
		return !is_constant_true(s->expression) || is_left(s->body, s);
	case AST_SWITCH:
		return !s->default_case || is_left(s->body, s) || ends(l, s->body);
	case AST_LABEL:
	case AST_CASE:
		return !s->body || ends(l, s->body);
	case AST_DECLARATION:
	case AST_ASM:
		return true;
	}
	return true;
}

static bool returns_nothing(const struct ast_statement *s)
{
	for (; s; s = s->alternative) {
		if (s->kind == AST_RETURN && (!s->expression || type_is_void(expression_type(s->expression))))
			return true;
		if (s->kind == AST_COMPOUND)
			for (uint32_t i = 0; i < s->statement_count; i++)
				if (returns_nothing(s->statements[i]))
					return true;
		if (returns_nothing(s->body))
			return true;
	}
	return false;
}

/* A statement expression may leave a loop that the statements around it do not, or the function. */
static bool leaves(void *context, const struct expression *e)
{
	(void)context;
	return e->kind == EXPRESSION_STATEMENT && (is_left(e->body, NULL) || returns_nothing(e->body));
}

static bool may_lack_value(struct lowering *l, struct declaration *d)
{
	if (!checks(l, CHECK_RETURN) || !d->function || type_is_void(type_base(d->type)))
		return false;
	if (!table_has(&l->check->lacking, d)) {
		table_put(&l->check->lacking, d,
			  (!declaration_is_main(d) && ends(l, d->function->body)) ||
				  returns_nothing(d->function->body) ||
				  scan_function(d->function, &(struct scan){ .visit = leaves }));
	}
	return table_get(&l->check->lacking, d, false);
}

/* ---- the check ---- */

void check_noreturn(struct lowering *l, const struct declaration *function, bool at_end)
{
	if (function->is_noreturn && checks(l, CHECK_RETURN) && (!at_end || ends(l, function->function->body)))
		check_emit(l, CHECK_RETURN, term_false(l->bank), "%s(), which is declared noreturn, returns",
			   function->name);
}

void check_return(struct lowering *l, struct declaration *function, bool with_value)
{
	if (may_lack_value(l, function))
		emit_assign(l, no_value(l), term_bool(l->bank, !with_value));
}

/* After a call of `d` whose value, of TYPE, is used, though the function may be one of no value: another file
 * declares it otherwise, or none does. */
void check_returned(struct lowering *l, struct declaration *d, const struct type *type, const char *text)
{
	if (checks(l, CHECK_RETURN) && type_is_void(type_base(d->type)) && !type_is_void(type))
		check_emit(l, CHECK_RETURN, term_false(l->bank), "%s() returns no value, which is used%s", d->name,
			   text);
	else if (may_lack_value(l, d))
		check_emit(l, CHECK_RETURN, term_not(l->bank, no_value(l)->term),
			   "%s() returned no value, which is used%s", d->name, text);
}

void check_return_begin(struct lowering *l)
{
	if (l->check->no_value)
		emit_assign(l, l->check->no_value, term_false(l->bank));
}
