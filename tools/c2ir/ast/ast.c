/* Questions about a finished unit. */
#include "ast.h"

#include <string.h>

#include "memory.h"
#include "sema_internal.h"

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

/* Tokens that stood apart in the source are apart by one blank. */
char *ast_text(const struct unit *unit, struct source_range range)
{
	VEC(char) text = { 0 };
	const char *end = NULL;
	for (uint32_t t = range.begin; t < range.end; t++) {
		size_t length;
		const char *token = syntax_token_text(unit->syntax, t, &length);
		if (end && token != end)
			vec_push(&text, ' ');
		for (size_t i = 0; i < length; i++)
			vec_push(&text, token[i]);
		end = token + length;
	}
	char *copy = memory_copy_string(text.count ? text.at : "", text.count);
	vec_free(&text);
	return copy;
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

bool ast_constant(const struct unit *unit, const struct expression *e, integer_value *value)
{
	struct constant c = constant_evaluate(&unit->types, e);
	if (c.kind == CONSTANT_INTEGER)
		*value = c.value;
	return c.kind == CONSTANT_INTEGER;
}

bool ast_floating_constant(const struct unit *unit, const struct expression *e, floating_value *value)
{
	struct constant c = constant_evaluate(&unit->types, e);
	if (c.kind == CONSTANT_FLOAT)
		*value = c.floating;
	return c.kind == CONSTANT_FLOAT;
}

bool ast_complex_constant(const struct unit *unit, const struct expression *e, floating_value parts[2])
{
	struct constant c = constant_evaluate(&unit->types, e);
	if (c.kind != CONSTANT_COMPLEX || !type_is_floating(e->type->base))
		return false;
	parts[0] = c.floating;
	parts[1] = c.imaginary;
	return true;
}

bool ast_is_real_operand(const struct expression *e)
{
	return constant_is_real_operand(e);
}
