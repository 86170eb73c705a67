/* Error functions: that they are not called is what is checked (`assert`). They are those that the user names, and where
 * assertions are checked, those that the library's table says report an error, as reach_error() does. Their bodies, if the
 * program has any, are never executed: a direct call is the violation, and so is a call through a pointer, where the
 * routine begins. What is no error function is a function as any other, and has the body that the program gives it. */
#include "ast_declaration.h"
#include "checks.h"
#include "known.h"
#include "lowering.h"
#include "lowering_options.h"
#include "symbol.h"

bool check_is_named_error(const struct lowering *l, const struct declaration *d)
{
	return d && d->kind == DECLARATION_FUNCTION && check_set_has_error(&l->options->checks, d->name);
}

bool check_is_error(struct lowering *l, const struct declaration *d)
{
	const struct libc_function *f = known_function(d);
	bool reports = f && f->by == LIBC_SPECIAL && libc_has(f, LIBC_FAILS) && libc_has(f, LIBC_NEVER_RETURNS);
	return check_is_named_error(l, d) || (reports && checks(l, CHECK_ASSERT) && known_fits(f, d->type));
}

bool check_keeps_body(struct lowering *l, const struct libc_function *f, struct declaration *d)
{
	if (!lower_definition(l, d)->function)
		return false;
	return f->by != LIBC_SPECIAL || (libc_has(f, LIBC_FAILS) && !check_is_error(l, d) && !checks(l, CHECK_ASSERT));
}
