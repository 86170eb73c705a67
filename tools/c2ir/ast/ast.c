/* Questions about a finished unit. */

#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_unit.h"
#include "memory.h"
#include "type.h"

struct declaration *expression_called(const struct expression *call)
{
	const struct expression *callee = call->callee;
	while (callee->kind == EXPRESSION_CONVERSION && callee->conversion == CONVERSION_NONE)
		callee = callee->operand;
	if (callee->kind == EXPRESSION_CONVERSION && callee->conversion == CONVERSION_FUNCTION)
		return callee->operand->declaration;
	if (callee->kind == EXPRESSION_ADDRESS && callee->operand->kind == EXPRESSION_FUNCTION)
		return callee->operand->declaration;
	return NULL;
}

const struct type *expression_called_type(const struct expression *call)
{
	return call->callee->type->base;
}

const char *expression_literal(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion != CONVERSION_LOAD)
		e = e->operand;
	return e->kind == EXPRESSION_STRING && e->string->unit == 1 ? (const char *)e->string->bytes : NULL;
}

/* ---- side effects ---- */

bool expression_builtin_has_effects(const struct expression *e)
{
	switch (e->builtin) {
	case BUILTIN_CLZ:
	case BUILTIN_CLZL:
	case BUILTIN_CLZLL:
	case BUILTIN_CTZ:
	case BUILTIN_CTZL:
	case BUILTIN_CTZLL:
	case BUILTIN_POPCOUNT:
	case BUILTIN_POPCOUNTL:
	case BUILTIN_POPCOUNTLL:
	case BUILTIN_BSWAP16:
	case BUILTIN_BSWAP32:
	case BUILTIN_BSWAP64:
	case BUILTIN_BSWAP128:
	case BUILTIN_SHUFFLE:
	case BUILTIN_SHUFFLEVECTOR:
		return false;
	default:
		return true;
	}
}

static bool arguments_have_effects(const struct expression *e)
{
	for (uint32_t i = 0; i < e->argument_count; i++)
		if (expression_has_effects(e->arguments[i]))
			return true;
	return false;
}

bool expression_has_effects(const struct expression *e)
{
	for (; e;) {
		switch (e->kind) {
		case EXPRESSION_CONSTANT:
		case EXPRESSION_FLOAT_CONSTANT:
		case EXPRESSION_LABEL_ADDRESS:
		case EXPRESSION_OBJECT:
		case EXPRESSION_FUNCTION:
		case EXPRESSION_STRING:
		case EXPRESSION_OLD_VALUE:
			return false;
		case EXPRESSION_COMPOUND_LITERAL:
			return e->declaration->duration == DURATION_AUTOMATIC;
		case EXPRESSION_DEREFERENCE:
		case EXPRESSION_MEMBER:
		case EXPRESSION_ADDRESS:
		case EXPRESSION_CONVERSION:
		case EXPRESSION_NEGATE:
		case EXPRESSION_COMPLEMENT:
		case EXPRESSION_NOT:
			e = e->operand;
			continue;
		case EXPRESSION_BINARY:
		case EXPRESSION_LOGICAL_AND:
		case EXPRESSION_LOGICAL_OR:
		case EXPRESSION_COMMA:
			if (expression_has_effects(e->right))
				return true;
			e = e->left;
			continue;
		case EXPRESSION_CONDITIONAL:
			if (expression_has_effects(e->condition) || expression_has_effects(e->right))
				return true;
			e = e->left;
			continue;
		case EXPRESSION_BUILTIN:
			return expression_builtin_has_effects(e) || arguments_have_effects(e);
		case EXPRESSION_ASSIGN:
		case EXPRESSION_UPDATE:
		case EXPRESSION_CALL:
		case EXPRESSION_STATEMENT:
		case EXPRESSION_VA_ARG:
			return true;
		}
	}
	return false;
}

/* ---- units ---- */

struct declaration *unit_find(const struct unit *unit, const char *name)
{
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		struct declaration *d = unit->declarations[i];
		if (d->linkage != LINKAGE_NONE && d->name && !strcmp(d->name, name))
			return d;
	}
	return NULL;
}

bool ast_report_unsupported(const struct declaration *d, struct diagnostics *diags)
{
	if (!d->unsupported)
		return false;
	for (size_t i = 0; i < d->unsupported->list.count; i++) {
		const struct diagnostic *one = &d->unsupported->list.at[i];
		diagnose(diags, one->kind, one->location, "%s is not supported", one->text);
	}
	return true;
}
