/* Finding the model of a library function. */
#include "model.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "facts.h"
#include "known.h"
#include "ledger.h"
#include "library_call.h"
#include "library_models.h"
#include "object.h"
#include "parts.h"
#include "symbol.h"
#include "type_class.h"

struct model {
	struct rvalue (*call)(struct lowering *l, const struct expression *e);
	struct rvalue (*allocate)(struct lowering *l, const struct expression *e, const struct type *hint);
	struct rvalue (*format)(struct lowering *l, const struct expression *e, const char *format, uint32_t format_at);
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

static struct rvalue call(struct lowering *l, const struct libc_function *f, const struct expression *e,
			  const struct type *hint)
{
	const struct model *model = &models[libc_index(f)];
	return model->allocate ? model->allocate(l, e, hint) : model->call(l, e);
}

/* Inputs: __VERIFIER_nondet_TYPE() of the declaration's type. */
static bool input(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	struct declaration *d = expression_called(e);
	if (!libc_is_input(name) || lower_definition(l, d)->function)
		return false;
	if (d->implicit && libc_wants_declaration(name))
		lower_unsupported(l, e->location, "a call of %s() without a declaration (it would return int)", name);
	lower_held_arguments(l, e);
	lower_external(l, name, e->type);
	*result = lower_unknown(l, e->type, name);
	return true;
}

static bool special_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
			 struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	bool special = f && f->by == LIBC_SPECIAL && known_fits_call(f, e);
	bool own = f && f->by == LIBC_OWN && lower_in_library(l);
	if (!special && !own)
		return input(l, name, e, result);
	*result = call(l, f, e, hint);
	return true;
}

static bool plain_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		       struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	if (!f || f->by != LIBC_MODEL || !known_fits_call(f, e))
		return model_approximate(l, name, e, result);
	*result = call(l, f, e, hint);
	return true;
}

/* What the arguments decide: literal formats, constants. */
static bool format_call(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	if (libc_has(f, LIBC_APPROXIMATE) && known_fits_call(f, e))
		return model_math_constant(l, f, e, result);
	if (!f || f->by != LIBC_FORMAT || !known_fits_call(f, e) || !type_is_integer(e->type) || !lower_has_library(l))
		return false;
	uint32_t at = (uint32_t)strlen(f->signature) - 3; /* the last before '.' */
	const char *format = expression_literal(e->arguments[at]);
	if (!format || !print_is_simple(format))
		return false;
	*result = models[libc_index(f)].format(l, e, format, at);
	return true;
}

const struct library_models library_models = { .special = special_call,
					       .call = plain_call,
					       .format = format_call,
					       .arguments = model_arguments,
					       .alloca = model_alloca,
					       .stop = model_stop };
