/* Questions about a finished unit. */

#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "memory.h"
#include "string_literal.h"
#include "type.h"

/* ---- what every expression has ---- */

const struct type *expression_type(const struct expression *e)
{
	return e->type;
}

struct location expression_location(const struct expression *e)
{
	return e->location;
}

struct source_range expression_range(const struct expression *e)
{
	return e->range;
}

bool expression_is_call(const struct expression *e)
{
	return e->kind == EXPRESSION_CALL;
}

bool expression_is_unreachable(const struct expression *e)
{
	return e->kind == EXPRESSION_BUILTIN && (e->builtin == BUILTIN_UNREACHABLE || e->builtin == BUILTIN_TRAP);
}

bool expression_is_unsequenced(const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_BINARY:
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
	case EXPRESSION_CALL:
	case EXPRESSION_BUILTIN:
		return true;
	default:
		return false;
	}
}

const struct member *expression_called_member(const struct expression *call)
{
	const struct expression *callee = call->callee;
	while (callee->kind == EXPRESSION_CONVERSION || callee->kind == EXPRESSION_DEREFERENCE)
		callee = callee->operand;
	return expression_member(callee);
}

const struct expression *expression_unconverted(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION)
		e = e->operand;
	return e;
}

const struct expression *expression_addressed(const struct expression *e)
{
	e = expression_unconverted(e);
	return e->kind == EXPRESSION_ADDRESS ? e->operand : NULL;
}

bool expression_is_true_constant(const struct expression *e)
{
	e = expression_unconverted(e);
	return e->kind == EXPRESSION_CONSTANT && e->value != 0;
}

const struct expression *expression_loaded(const struct expression *e)
{
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_LOAD ? e->operand : NULL;
}

struct declaration *expression_named(const struct expression *e)
{
	return e->kind == EXPRESSION_OBJECT || e->kind == EXPRESSION_FUNCTION ? e->declaration : NULL;
}

const struct member *expression_member(const struct expression *e)
{
	return e->kind == EXPRESSION_MEMBER ? e->member : NULL;
}

bool expression_is_lvalue(const struct expression *e)
{
	return e->is_lvalue;
}

/* ---- operands ---- */

static bool has_variable_step(const struct expression *e)
{
	bool counts = e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT ||
		      e->operation == BINARY_POINTER_DIFFERENCE;
	return counts && e->variable_step;
}

uint32_t expression_operand_count(const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
	case EXPRESSION_FLOAT_CONSTANT:
	case EXPRESSION_LABEL_ADDRESS:
	case EXPRESSION_OBJECT:
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
	case EXPRESSION_COMPOUND_LITERAL:
	case EXPRESSION_OLD_VALUE:
		return 0;
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_MEMBER:
	case EXPRESSION_ADDRESS:
	case EXPRESSION_CONVERSION:
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
	case EXPRESSION_VA_ARG:
		return 1;
	case EXPRESSION_BINARY:
		return has_variable_step(e) ? 3 : 2;
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
	case EXPRESSION_COMMA:
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
		return 2;
	case EXPRESSION_CONDITIONAL:
		return 3;
	case EXPRESSION_CALL:
		return 1 + e->argument_count;
	case EXPRESSION_BUILTIN:
		return e->argument_count;
	case EXPRESSION_STATEMENT:
		return e->result ? 1 : 0;
	}
	return 0;
}

struct expression *expression_operand(const struct expression *e, uint32_t i)
{
	switch (e->kind) {
	case EXPRESSION_CALL:
		return i ? e->arguments[i - 1] : e->callee;
	case EXPRESSION_BUILTIN:
		return e->arguments[i];
	case EXPRESSION_STATEMENT:
		return e->result;
	case EXPRESSION_CONDITIONAL:
		return i ? i == 1 ? e->left : e->right : e->condition;
	case EXPRESSION_UPDATE:
		return i ? e->updated : e->left;
	default:
		return i ? i == 1 ? e->right : e->variable_step : e->left;
	}
}

/* ---- calls and literals ---- */

struct declaration *expression_called(const struct expression *e)
{
	if (e->kind != EXPRESSION_CALL)
		return NULL;
	const struct expression *callee = e->callee;
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

const struct expression *expression_argument(const struct expression *e, uint32_t i)
{
	return e->arguments[i];
}

struct declaration *expression_variable(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION || e->kind == EXPRESSION_ADDRESS)
		e = e->operand;
	return e->kind == EXPRESSION_OBJECT ? e->declaration : NULL;
}

bool expression_is_alloca(const struct expression *e)
{
	return e->kind == EXPRESSION_BUILTIN &&
	       (e->builtin == BUILTIN_ALLOCA || e->builtin == BUILTIN_ALLOCA_WITH_ALIGN ||
		e->builtin == BUILTIN_ALLOCA_WITH_ALIGN_AND_MAX);
}

const struct string_literal *expression_string(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion != CONVERSION_LOAD)
		e = e->operand;
	return e->kind == EXPRESSION_STRING ? e->string : NULL;
}

const char *expression_literal(const struct expression *e)
{
	const struct string_literal *string = expression_string(e);
	return string && string->unit == 1 ? (const char *)string->bytes : NULL;
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

/* May it, its operands apart? */
static bool has_own_effects(const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_COMPOUND_LITERAL:
		return e->declaration->duration == DURATION_AUTOMATIC;
	case EXPRESSION_BUILTIN:
		return expression_builtin_has_effects(e);
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
	case EXPRESSION_CALL:
	case EXPRESSION_STATEMENT:
	case EXPRESSION_VA_ARG:
		return true;
	default:
		return false;
	}
}

static bool later_operands_have_effects(const struct expression *e)
{
	for (uint32_t i = 1; i < expression_operand_count(e); i++)
		if (expression_has_effects(expression_operand(e, i)))
			return true;
	return false;
}

/* The first operand is where expressions are deep: a + b + c. */
bool expression_has_effects(const struct expression *e)
{
	for (; e; e = expression_operand_count(e) ? expression_operand(e, 0) : NULL)
		if (has_own_effects(e) || later_operands_have_effects(e))
			return true;
	return false;
}

bool expression_operands_have_effects(const struct expression *e)
{
	return expression_operand_count(e) &&
	       (later_operands_have_effects(e) || expression_has_effects(expression_operand(e, 0)));
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

bool asm_only_memory(const char *constraint)
{
	return strpbrk(constraint, "moV<>") && !strpbrk(constraint, "rgiXnqQabcdSDIJKLMN0123456789");
}
