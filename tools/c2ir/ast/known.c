#include "ast_declaration.h"
#include "ast_expression.h"
#include "known.h"
#include "type.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"

const struct libc_function *known_function(const struct declaration *d)
{
	if (!d || d->kind != DECLARATION_FUNCTION || !d->name)
		return NULL;
	return libc_find(d->library_name ? d->library_name : d->name);
}

/* Is the type of the kind that the letter of a signature stands for? */
static bool is_of_kind(const struct type *type, char letter)
{
	switch (libc_letter_kind(letter)) {
	case LIBC_POINTER:
		return type_is_pointer(type);
	case LIBC_INTEGER:
		return type_is_integer(type);
	case LIBC_FLOATING:
		return type_is_floating(type);
	default:
		return true;
	}
}

bool known_fits(const struct libc_function *f, const struct type *type)
{
	uint32_t i = 0;
	if (!type->prototyped || f->facts & LIBC_ANY_ARGUMENTS)
		return true;
	for (const char *letter = f->signature + 1; *letter; letter++, i++) {
		if (*letter == '.')
			return true;
		if (i >= type->parameter_count || !is_of_kind(type->parameters[i].type, *letter))
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
		if (!is_of_kind(argument->type, *letter) && !(null && libc_letter_kind(*letter) == LIBC_POINTER))
			return false;
	}
	return i == call->argument_count;
}
