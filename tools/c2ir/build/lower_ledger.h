/* What is not exact, and what is not supported: said once each, with its source location. */
#ifndef C2IR_LOWER_LEDGER_H
#define C2IR_LOWER_LEDGER_H

#include "diag.h"

struct lowering;

/* Records an approximation in the program, once for each text. */
void lower_ledger(struct lowering *l, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Likewise, of what is being lowered. */
void lower_ledger_here(struct lowering *l, const char *text);
/* An error: "... is not supported". */
void lower_unsupported(struct lowering *l, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
