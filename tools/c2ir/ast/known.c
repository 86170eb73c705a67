#include "ast_declaration.h"
#include "ast_expression.h"
#include "known.h"
#include "type.h"

const struct libc_function *known_function(const struct declaration *d)
{
	if (!d || d->kind != DECLARATION_FUNCTION || !d->name)
		return NULL;
	return libc_find(d->library_name ? d->library_name : d->name);
}

bool known_fits(const struct libc_function *f, const struct type *type)
{
	uint32_t i = 0;
	if (!type->prototyped || f->facts & LIBC_ANY_ARGUMENTS)
		return true;
	for (const char *letter = f->signature + 1; *letter; letter++, i++) {
		if (*letter == '.')
			return true;
		if (i >= type->parameter_count || !known_kind(type->parameters[i].type, *letter))
			return false;
	}
	return i == type->parameter_count && !type->variadic;
}

bool known_fits_call(const struct libc_function *f, const struct expression *call)
{
	uint32_t i = 0;
	if (f->facts & LIBC_ANY_ARGUMENTS)
		return true;
	for (const char *letter = f->signature + 1; *letter; letter++, i++) {
		if (*letter == '.')
			return true;
		if (i >= call->argument_count)
			return false;
		const struct expression *argument = call->arguments[i];
		bool null = argument->kind == EXPRESSION_CONSTANT && argument->value == 0;
		if (!known_kind(argument->type, *letter) && !(null && libc_letter_kind(*letter) == LIBC_POINTER))
			return false;
	}
	return i == call->argument_count;
}
