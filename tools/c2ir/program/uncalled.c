/* Functions of a driver that nothing calls, though the driver gives their address away as it runs (chip.get = get): the kernel may call them,
 * and no model does. */
#include <string.h>

#include "ast_declaration.h"
#include "ast_unit.h"
#include "declaration_query.h"
#include "iterate.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "program_steps.h"
#include "routine.h"
#include "storage.h"

/* In a table of the driver's: what is said of the table is enough. */
static bool is_in_table(const struct lowering *l, const struct declaration *function)
{
	for (uint32_t u = 0; u < l->unit_count; u++)
		for (uint32_t i = 0; i < l->units[u]->declaration_count; i++) {
			const struct declaration *d = l->units[u]->declarations[i];
			for (uint32_t k = 0; d->kind == DECLARATION_VARIABLE && k < d->reference_count; k++)
				if (d->references[k] == function)
					return true;
		}
	return false;
}

static bool is_of_driver(const struct declaration *d)
{
	size_t n = d->location.file ? strlen(d->location.file) : 0;
	return d->function && n > 2 && !strcmp(d->location.file + n - 2, ".c") && *d->location.file != '<';
}

void lower_note_uncalled(struct lowering *l)
{
	TABLE(const struct procedure *, bool) called = { 0 };
	if (!l->options->kernel)
		return;
	program_for_each_statement(l->program, at)
		if (at.statement->kind == STATEMENT_CALL)
			table_put(&called, at.statement->callee, true);
	for (size_t i = 0; i < l->statics.functions.count; i++) {
		const struct declaration *d = l->statics.functions.at[i]->declaration;
		const struct routine *routine = routine_known(l, d);
		if (is_of_driver(d) && !(routine && table_has(&called, routine->procedure)) && !is_in_table(l, d))
			lower_ledger(l, d->location, "%s is not called: when the kernel calls it is not known",
				     declaration_name(d));
	}
	table_free(&called);
}
