/* Finding the model of a library function, and what models share. */
#include "model.h"

#include <string.h>

#include "known.h"

struct model {
	struct rvalue (*call)(struct lowering *l, const struct expression *e);
	struct rvalue (*format)(struct lowering *l, const struct expression *e, const char *format, uint32_t format_at);
};

/* By row. */
static const struct model models[] = {
#define MODEL(function)          \
	{                        \
		.call = function \
	}
#define FORMAT(function)           \
	{                          \
		.format = function \
	}
#define SPECIAL(function) MODEL(function)
#define OWN(function) MODEL(function)
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
#undef FORMAT
#undef SPECIAL
#undef OWN
#undef TEXT
#undef INPUT
#undef BODYLESS
#undef FUNCTION
#undef ALIAS
};

static const struct model *model_of(const struct libc_function *f)
{
	return &models[libc_index(f)];
}

/* A program may have a function of this name that is another: then its arguments are others. A pointer may be given as a
 * constant 0 where the function is not declared. */
static bool fits(const struct libc_function *f, const struct expression *e)
{
	uint32_t i = 0;
	if (f->facts & LIBC_ANY_ARGUMENTS)
		return true;
	for (const char *letter = f->signature + 1; *letter; letter++, i++) {
		if (*letter == '.')
			return true;
		if (i >= e->argument_count)
			return false;
		const struct expression *argument = e->arguments[i];
		bool null = argument->kind == EXPRESSION_CONSTANT && argument->value == 0;
		if (!known_kind(argument->type, *letter) && !(null && libc_letter_kind(*letter) == LIBC_POINTER))
			return false;
	}
	return i == e->argument_count;
}

/* Inputs: __VERIFIER_nondet_TYPE() of the declaration's type. */
static bool input(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	struct declaration *d = expression_called(e);
	if (!libc_is_input(name) || lower_definition(l, d)->function)
		return false;
	if (d->implicit && libc_wants_declaration(name))
		lower_unsupported(l, e->location, "a call of %s() without a declaration (it would return int)", name);
	model_values(l, e);
	lower_external(l, name, e->type);
	*result = lower_unknown(l, e->type, name);
	return true;
}

bool model_special(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	bool special = f && f->by == LIBC_SPECIAL && fits(f, e);
	bool own = f && f->by == LIBC_OWN && library_owns(l->library, l->unit);
	if (!special && !own)
		return input(l, name, e, result);
	*result = model_of(f)->call(l, e);
	return true;
}

bool model_call(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	if (!f || f->by != LIBC_MODEL || !fits(f, e))
		return model_approximate(l, name, e, result);
	*result = model_of(f)->call(l, e);
	return true;
}

bool model_format(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct libc_function *f = libc_find(name);
	if (!f || f->by != LIBC_FORMAT || !fits(f, e) || !type_is_integer(e->type) || !l->library)
		return false;
	uint32_t at = (uint32_t)strlen(f->signature) - 3; /* the last before '.' */
	const char *format = model_literal(e->arguments[at]);
	if (!format || !print_is_simple(format))
		return false;
	*result = model_of(f)->format(l, e, format, at);
	return true;
}

struct rvalue *model_values(struct lowering *l, const struct expression *e)
{
	const struct type *hint = l->allocation_hint;
	l->allocation_hint = NULL;
	struct rvalue *values = arena_alloc(l->arena, sizeof *values * (e->argument_count + 4));
	for (uint32_t i = 0; i < e->argument_count; i++) {
		values[i] = lower_value(l, e->arguments[i]);
		emit_hold_value(l, &values[i]);
	}
	/* A call with too few arguments is undefined: they are 0. */
	for (uint32_t i = e->argument_count; i < e->argument_count + 4; i++)
		values[i] = rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0);
	l->allocation_hint = hint;
	return values;
}

term model_size(struct lowering *l, const struct expression *e, const struct rvalue *values, uint32_t i)
{
	bool is_signed = i < e->argument_count && type_is_integer(e->arguments[i]->type) &&
			 type_is_signed(l->types, e->arguments[i]->type);
	return resize(l, values[i].term, l->pointer_bits, is_signed);
}

void model_access(struct lowering *l, struct rvalue p, term count, bool write, const struct expression *e)
{
	struct lvalue lvalue = lvalue_of_pointer(l, p, type_basic(l->types, TYPE_CHAR));
	if (!check_pointers(l)) {
		check_access(l, &lvalue, count, write, e);
		return;
	}
	/* Of no bytes at all nothing is asked but, strictly, a valid pointer (7.24.1p2). */
	if (term_is_constant(l->bank, count)) {
		check_access(l, &lvalue, count, write, e);
		return;
	}
	struct block *some = emit_block(l, "some"), *join = emit_block(l, "join");
	emit_branch(l, nonzero(l, count), some, join, (struct source_range){ 0, 0 });
	emit_start(l, some);
	check_access(l, &lvalue, count, write, e);
	emit_goto(l, join);
	emit_start(l, join);
}
