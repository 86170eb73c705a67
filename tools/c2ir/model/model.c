/* Finding the model of a library function. */
#include "model.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_query.h"
#include "checks.h"
#include "facts.h"
#include "known.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "library_models.h"
#include "object.h"
#include "rvalue.h"
#include "symbol.h"
#include "type_class.h"

struct model {
	struct rvalue (*call)(struct lowering *l, const struct library_call *e);
	struct rvalue (*allocate)(struct lowering *l, const struct library_call *e, const struct type *hint);
	struct rvalue (*format)(struct lowering *l, const struct library_call *e, const struct rvalue *values,
				const char *format, uint32_t format_at);
};

/* By row. */
static const struct model models[] = {
#define MODEL(function)          \
	{                        \
		.call = function \
	}
#define ALLOCATION(function)         \
	{                            \
		.allocate = function \
	}
#define FORMAT(function)           \
	{                          \
		.format = function \
	}
#define SPECIAL(function) MODEL(function)
#define OWN(function) MODEL(function)
#define OWN_ALLOCATION(function) ALLOCATION(function)
#define TEXT                 \
	{                    \
		.call = NULL \
	}
#define INPUT TEXT
#define BODYLESS TEXT
#define FUNCTION(name, signature, facts, by) by,
#define ALIAS(name, signature, facts, same) TEXT,
#include "functions.def"
#undef MODEL
#undef ALLOCATION
#undef FORMAT
#undef SPECIAL
#undef OWN
#undef OWN_ALLOCATION
#undef TEXT
#undef INPUT
#undef BODYLESS
#undef FUNCTION
#undef ALIAS
};

static struct rvalue modelled(struct lowering *l, const struct libc_function *f, const struct expression *e,
			      const struct type *hint)
{
	const struct model *model = &models[libc_index(f)];
	struct library_call call = library_call_of(l, e);
	return model->allocate ? model->allocate(l, &call, hint) : model->call(l, &call);
}

/* Inputs: __VERIFIER_nondet_TYPE() of the declaration's type. */
static bool input(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	if (!libc_is_input(name))
		return false;
	struct library_call call = library_call_of(l, e);
	if (lower_definition(l, call.function)->function)
		return false;
	if (call.function->implicit && libc_wants_declaration(name))
		lower_unsupported(l, call.location, "a call of %s() without a declaration (it would return int)", name);
	lower_held_arguments(l, &call);
	lower_external(l, name, call.type);
	*result = lower_unknown(l, call.type, name);
	return true;
}

static bool special_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
			 struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	struct declaration *d = expression_called(e);
	if (check_is_named_error(l, d)) {
		struct library_call call = library_call_of(l, e);
		*result = model_reach_error(l, &call);
		return true;
	}
	bool special = f && f->by == LIBC_SPECIAL && known_fits_call(f, e) && !check_keeps_body(l, f, d);
	bool own = f && f->by == LIBC_OWN && lower_speaks_to_c2ir(l);
	if (!special && !own)
		return input(l, name, e, result);
	*result = modelled(l, f, e, hint);
	return true;
}

/* What the library's C calls __approximate_NAME(). */
static bool approximated(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = lower_in_library(l) ? libc_approximated(name) : NULL;
	if (!f)
		return false;
	struct library_call call = library_call_of(l, e);
	*result = model_approximate(l, &call, f->name);
	return true;
}

static bool plain_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		       struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	if (!f || f->by != LIBC_MODEL || !known_fits_call(f, e))
		return approximated(l, name, e, result);
	*result = modelled(l, f, e, hint);
	return true;
}

/* What the arguments decide: literal formats, constants. */
static bool format_call(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	bool approximate = libc_has(f, LIBC_APPROXIMATE);
	if (!f || (f->by != LIBC_FORMAT && !approximate) || !known_fits_call(f, e) || !lower_has_library(l))
		return false;
	struct library_call call = library_call_of(l, e);
	if (approximate)
		return model_math_constant(l, f, &call, result);
	uint32_t at = libc_format_argument(f);
	const char *format = call.arguments[at].literal;
	if (format && print_numbers_arguments(format))
		lower_ledger(l, call.location,
			     "%s: what a format that numbers its arguments reads through them is not checked", name);
	if (format)
		print_check_end(l, format);
	if (!type_is_integer(call.type) || !format || !print_is_simple(format))
		return false;
	struct rvalue *values = lower_held_arguments(l, &call);
	if (libc_takes_list(f))
		values = print_from_list(l, &call, values, format);
	*result = models[libc_index(f)].format(l, &call, values, format, at);
	return true;
}

static struct rvalue alloca_call(struct lowering *l, const struct expression *e, const struct type *hint)
{
	struct library_call call = library_call_of(l, e);
	return model_alloca(l, &call, hint);
}

const struct library_models library_models = { .special = special_call,
					       .call = plain_call,
					       .format = format_call,
					       .arguments = model_arguments,
					       .alloca = alloca_call,
					       .stop = model_stop };
