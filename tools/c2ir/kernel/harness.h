/* The environment of a driver as C text. */
#ifndef C2IR_HARNESS_H
#define C2IR_HARNESS_H

#include "tables.h"

struct output;

/* What comes before the models: plumb_table_of(), which gives the state of the table that is pointed to. Each type of tables has a
 * function of its own, so that what is registered with tables of one type is not taken for what others have. memory_free. */
char *harness_head(const struct callback_tables *tables);

/* The function plumb_silent(), by which what is not called goes to the ledger: with the places of tables in the driver, if PLACES. */
void harness_write_silent(struct output *out, const struct callback_tables *tables, bool places);

/* The function plumb_environment(), which calls that one, and what it needs, with CALLBACKS calls at most (0: any number). memory_free. */
char *harness_text(const struct callback_tables *tables, unsigned callbacks);

#endif
