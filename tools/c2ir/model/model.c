/* Finding the model of a library function. */
#include "model.h"

#include <string.h>

#include "facts.h"
#include "library_call.h"
#include "library_models.h"
#include "object.h"
#include "parts.h"
#include "symbol.h"

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
static bool fits(const char *shape, const struct expression *e)
{
	uint32_t i = 0;
	for (; *shape; shape++, i++) {
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
			return fits(table->shape, e) ? table : NULL;
	return NULL;
}

bool model_special(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		   struct rvalue *result)
{
	const struct model *model = find(model_verifier, name, e);
	if (model) {
		*result = model->call(l, e);
		return true;
	}
	if (model_library_special(l, name, e, hint, result))
		return true;
	static const char prefix[] = "__VERIFIER_nondet_";
	struct declaration *definition = lower_definition(l, expression_called(e));
	if (strncmp(name, prefix, sizeof prefix - 1) != 0 || definition->function)
		return false;
	lower_held_arguments(l, e);
	lower_external(l, name, e->type);
	*result = lower_unknown(l, e->type, name);
	return true;
}

static const struct allocation_model *find_allocation(const char *name)
{
	const struct allocation_model *model = model_allocations;
	while (model->name && strcmp(model->name, name) != 0)
		model++;
	return model->name ? model : NULL;
}

static const struct model *const tables[] = { model_control, model_heap, model_memory, model_print,
					      model_input,   model_read, model_math };

bool model_exists(const char *name)
{
	bool found = model_is_special(name) || find_allocation(name);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		found |= has(tables[i], name);
	return found;
}

bool model_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		struct rvalue *result)
{
	const struct allocation_model *allocation = find_allocation(name);
	if (allocation && fits(allocation->shape, e)) {
		*result = allocation->call(l, e, hint);
		return true;
	}
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		const struct model *model = find(tables[i], name, e);
		if (!model)
			continue;
		*result = model->call(l, e);
		return true;
	}
	return model_approximate(l, name, e, result);
}

const struct library_models library_models = { .special = model_special,
					       .call = model_call,
					       .format = model_format,
					       .plain_name = model_plain_name,
					       .is_approximate = model_is_approximate,
					       .arguments = model_arguments,
					       .alloca = model_alloca,
					       .stop = model_stop,
					       .exists = model_exists,
					       .is_special = model_is_special };
