/* Inputs of a run in a file, so that it can be repeated: `ir-opt --run --inputs=FILE`, counterexamples.
 *
 * The format is text, one input per line:
 *
 *     # comment to the end of the line
 *     id N = VALUE
 *
 * N is the `id` attribute of a havoc, fresh or goto (a statement or goto without `id` counts as id 0). VALUE is a
 * non-negative decimal number, or hexadecimal with 0x, or `-` and a decimal number (two's complement in
 * the variable's width); for a goto it is the index of the chosen target. Each id has a queue of its own: the values
 * are used from first to last, one for each execution. A map as input:
 *
 *     id N = { INDEX: VALUE, INDEX: VALUE, ... , else: VALUE }
 *
 * (`else`: all other cells; default 0; map entries are separated by commas, on one line.)
 * Initial values of variables that have no value at start are given by name; cells of maps likewise:
 *
 *     initial NAME = VALUE                      a global
 *     initial PROCEDURE NAME = VALUE            a local or out-parameter, one line for each call in order
 *
 * Numbers may have any width. What is too wide for the variable that it is used for is a replay error. */
#ifndef PLUMB_INPUTS_H
#define PLUMB_INPUTS_H

#include "diag.h"
#include "run.h"
#include "stream.h"

struct inputs;

struct inputs *inputs_new(void);
void inputs_free(struct inputs *inputs);

/* Reads a text (named `file` in diagnostics). NULL and located diagnostics of kind DIAG_INPUT when it
 * is malformed; all faults are reported. */
struct inputs *inputs_read(const char *file, const char *text, size_t length, struct diagnostics *diags);

/* Appends a value to the queue of `id` behind these calls (run_calls; 0: of a program whose calls have no numbers); the value is
 * copied (maps: the cells that are known, and the default). A file does not say behind which calls. */
void inputs_add(struct inputs *inputs, uint64_t id, uint64_t calls, const struct value *value);
/* Appends an initial value; procedure NULL: a global. Names are copied. */
void inputs_add_initial(struct inputs *inputs, const char *procedure, const char *name, const struct value *value);

/* Writes all in the format above, in the order of addition. */
void inputs_write(const struct inputs *inputs, struct output *out);

/* Sets the hooks havoc, fresh, choice, initial and their context to take values from `inputs`, each queue
 * from its beginning. Where a queue is empty: with `strict` the run ends with RUN_REPLAY, without it
 * the default (0, the next fresh identity that is no input, target 0) is used. Initial values that are not given get the default. */
void inputs_hook(struct inputs *inputs, bool strict, struct run_hooks *hooks);
/* Back to the beginning of each queue (a second run with the same hooks). */
void inputs_rewind(struct inputs *inputs);

/* Number of values that no execution has used since inputs_hook or inputs_rewind. */
uint64_t inputs_unused(const struct inputs *inputs);

#endif
