/* Finding the model of a library function. */
#include "model.h"

#include <string.h>

static bool is_kind(const struct type *type, char kind)
{
	switch (kind) {
	case 'p':
		return type_is_pointer(type);
	case 'i':
		return type_is_integer(type);
	case 'f':
		return type_is_floating(type);
	default:
		return true;
	}
}

/* A program may have a function of this name that is another: then its arguments are others. A pointer may be given as a
 * constant 0 where the function is not declared. */
static bool fits(const struct model *model, const struct expression *e)
{
	uint32_t i = 0;
	for (const char *shape = model->shape; *shape; shape++, i++) {
		if (*shape == '*')
			return true;
		if (i >= e->argument_count)
			return false;
		const struct expression *argument = e->arguments[i];
		if (*shape == 'p' && argument->kind == EXPRESSION_CONSTANT && argument->value == 0)
			continue;
		if (!is_kind(argument->type, *shape))
			return false;
	}
	return i == e->argument_count;
}

static bool has(const struct model *table, const char *name)
{
	while (table->name && strcmp(table->name, name) != 0)
		table++;
	return table->name != NULL;
}

bool model_is_special(const char *name)
{
	return has(model_verifier, name);
}

static const struct model *find(const struct model *table, const char *name, const struct expression *e)
{
	for (; table->name; table++)
		if (strcmp(table->name, name) == 0)
			return fits(table, e) ? table : NULL;
	return NULL;
}

bool model_special(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	const struct model *model = find(model_verifier, name, e);
	if (model) {
		*result = model->call(l, e);
		return true;
	}
	if (model_library_special(l, name, e, result))
		return true;
	static const char prefix[] = "__VERIFIER_nondet_";
	struct declaration *definition = lower_definition(l, expression_called(e));
	if (strncmp(name, prefix, sizeof prefix - 1) != 0 || definition->function)
		return false;
	model_values(l, e);
	lower_external(l, name, e->type);
	*result = lower_unknown(l, e->type, name);
	return true;
}

static const struct model *const tables[] = { model_control, model_heap, model_memory, model_print,
					      model_input,   model_read, model_math };

bool model_exists(const char *name)
{
	bool found = model_is_special(name);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		found |= has(tables[i], name);
	return found;
}

bool model_call(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		const struct model *model = find(tables[i], name, e);
		if (!model)
			continue;
		*result = model->call(l, e);
		return true;
	}
	return model_approximate(l, name, e, result);
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
