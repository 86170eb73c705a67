/* Weak functions and objects that no file defines: the address is null if what the program is linked with defines none either
 * (gcc 6.33.1, 6.34.1). That is the same at all times, so it is a global of any value. */
#include "weak.h"

#include "ast_declaration.h"
#include "c_pointer.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "types.h"

bool weak_is_open(const struct declaration *d)
{
	bool here = d->kind == DECLARATION_FUNCTION ? d->function != NULL : d->defined;
	return d->weak_somewhere && !here && !d->alias;
}

term weak_exists(struct lowering *l, const struct declaration *d)
{
	const char *name = arena_format(l->arena, "$weak.%s", d->name);
	struct variable *there = program_global(l->program, name);
	if (!there) {
		there = program_add_global(l->program, name, sort_bool(l->bank));
		vec_push(&l->statics.weak, there);
	}
	lower_ledger(l, l->location, "the weak %s %s, which is not defined, may or may not exist",
		     d->kind == DECLARATION_FUNCTION ? "function" : "object", d->name);
	return there->term;
}

term weak_address(struct lowering *l, const struct declaration *d, term address)
{
	if (!weak_is_open(d))
		return address;
	return term_ite(l->bank, weak_exists(l, d), address, term_bv(l->bank, pointer_width(l), 0));
}

void weak_begin(struct lowering *l)
{
	for (size_t i = 0; i < l->statics.weak.count; i++)
		emit_input(l, l->statics.weak.at[i], l->statics.weak.at[i]->name, l->types->bool_type);
}
