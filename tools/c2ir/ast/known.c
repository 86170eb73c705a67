#include "ast_declaration.h"
#include "known.h"
#include "type.h"
#include "type_class.h"

const struct libc_function *known_function(const struct declaration *d)
{
	if (!d || d->kind != DECLARATION_FUNCTION || !d->name)
		return NULL;
	return libc_find(d->library_name ? d->library_name : d->name);
}

bool known_kind(const struct type *type, char letter)
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
		if (i >= type->parameter_count || !known_kind(type->parameters[i].type, *letter))
			return false;
	}
	return i == type->parameter_count && !type->variadic;
}
