/* __builtin_tgmath(functions..., arguments...), which glibc's <tgmath.h> is made of (gcc 6.59, C11 7.25): the function for the
 * common type of the arguments at the generic positions, those in which the functions differ. */
#include "ast_query.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_variable.h"
#include "syntax.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_make.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"

struct tgmath {
	VEC(const struct type *) functions;
	VEC(node_id) nodes;             /* all arguments of the builtin */
	VEC(const struct type *) types; /* of the functions' arguments */
};

static const struct type *type_of(struct sema *s, node_id n)
{
	struct operand operand = variable_enter_operand(s);
	const struct expression *e = expression_value(s, n);
	variable_leave_operand(s, operand, NULL);
	return expression_type(e);
}

static bool is_function_pointer(const struct type *t)
{
	return type_is_pointer(t) && t->base->kind == TYPE_FUNCTION;
}

static struct expression *wrong(struct sema *s, node_id n, const char *what)
{
	sema_error(s, sema_location(s, n), "__builtin_tgmath: %s", what);
	return expression_error(s, n);
}

/* Functions of as many parameters as there are arguments after them; NULL, or what is wrong. */
static const char *split(struct sema *s, node_id n, struct tgmath *t)
{
	for (node_id a = syntax_field(s->syntax, n, FIELD_ARGUMENT); a; a = syntax_next_field(s->syntax, a))
		vec_push(&t->nodes, a);
	uint32_t wanted = 0;
	for (size_t i = 0; i < t->nodes.count; i++) {
		const struct type *type = type_of(s, t->nodes.at[i]);
		if (type->kind == TYPE_ERROR)
			return "an argument is wrong";
		if (t->functions.count && i + wanted >= t->nodes.count) {
			vec_push(&t->types, type);
			continue;
		}
		if (!is_function_pointer(type))
			return "too few arguments, or one that should be a function";
		const struct type *f = type->base;
		if (!f->prototyped || f->variadic || !f->parameter_count || (i && f->parameter_count != wanted))
			return "the functions need prototypes with the same number of parameters";
		wanted = f->parameter_count;
		vec_push(&t->functions, f);
	}
	return t->functions.count > 1 && t->types.count == wanted ? NULL : "too few arguments";
}

static bool is_generic(const struct tgmath *t, size_t position)
{
	const struct type *first = t->functions.at[0]->parameters[position].type;
	for (size_t i = 1; i < t->functions.count; i++)
		if (!type_compatible_unqualified(first, t->functions.at[i]->parameters[position].type))
			return true;
	return false;
}

static bool is_interchange(const struct type *t)
{
	return t->kind >= TYPE_FLOAT128 && t->kind <= TYPE_FLOAT64X;
}

/* An argument's type as it counts: integers as double, or as _Float64 for the functions that round to such a type. */
static const struct type *counted(struct sema *s, const struct tgmath *functions, const struct type *t)
{
	const struct type *result = type_unqualified(functions->functions.at[0]->base);
	const struct type *number = type_basic(s->types, is_interchange(result) ? TYPE_FLOAT64 : TYPE_DOUBLE);
	if (type_is_integer(t))
		return number;
	return type_is_complex(t) && type_is_integer(t->base) ? type_complex(s->types, number) : type_unqualified(t);
}

static const struct type *common_type(struct sema *s, const struct tgmath *t)
{
	const struct type *common = NULL;
	for (size_t i = 0; i < t->types.count; i++) {
		if (!is_generic(t, i))
			continue;
		if (!type_is_arithmetic(t->types.at[i]))
			return NULL;
		const struct type *own = counted(s, t, t->types.at[i]);
		common = common ? type_common(s->types, common, own) : own;
	}
	return common;
}

/* The function whose generic parameters have this type, else the first whose ones hold all of its values; its index or -1. */
static long choose(struct sema *s, const struct tgmath *t, const struct type *wanted)
{
	size_t position = 0;
	long wider = -1;
	while (!is_generic(t, position))
		position++;
	for (size_t i = 0; i < t->functions.count; i++) {
		const struct type *own = type_unqualified(t->functions.at[i]->parameters[position].type);
		if (type_compatible_unqualified(own, wanted))
			return (long)i;
		if (wider < 0 && type_is_complex(own) == type_is_complex(wanted) &&
		    type_compatible_unqualified(type_common(s->types, own, wanted), own))
			wider = (long)i;
	}
	return wider;
}

static struct expression *resolve(struct sema *s, node_id n, struct tgmath *t)
{
	const char *fault = split(s, n, t);
	if (fault)
		return wrong(s, n, fault);
	const struct type *wanted = common_type(s, t);
	if (!wanted)
		return wrong(s, n, "an argument is no number, or all functions are alike");
	long chosen = choose(s, t, wanted);
	if (chosen < 0 && !type_is_complex(wanted))
		chosen = choose(s, t, type_complex(s->types, wanted));
	if (chosen < 0)
		return wrong(s, n, "no function for these arguments");
	return call_with(s, n, expression_value(s, t->nodes.at[chosen]), t->nodes.at[t->functions.count]);
}

struct expression *tgmath_call(struct sema *s, node_id n)
{
	struct tgmath t = { 0 };
	struct expression *e = resolve(s, n, &t);
	vec_free(&t.functions);
	vec_free(&t.nodes);
	vec_free(&t.types);
	return e;
}
