/* Approximations and unsupported constructs. */
#include "lower_ledger.h"

#include <stdarg.h>

#include "ledger.h"
#include "lowering.h"
#include "number.h"

void lower_ledger_here(struct lowering *l, const char *text)
{
	lower_ledger(l, l->location, "%s", text);
}

void lower_unsupported(struct lowering *l, struct location location, const char *format, ...)
{
	char text[500];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	diagnose(l->diags, DIAG_UNSUPPORTED, location, "%s is not supported", text);
}

void lower_ledger(struct lowering *l, struct location location, const char *format, ...)
{
	char text[500];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	const char *said = intern_string(l->program->strings, text);
	if (table_has(&l->said, said))
		return;
	table_put(&l->said, said, true);
	ledger_add(l->program, said, location);
}
