/* From typed units to a program. */
#ifndef C2IR_PROGRAM_H
#define C2IR_PROGRAM_H

#include <stdint.h>

struct diagnostics;
struct library;
struct library_models;
struct lowering_options;
struct program;
struct unit;

/* Lowers what `options->entries` reach in the units. `library`: the library functions that are written in C, or NULL; `models`:
 * those that the lowering knows (model/model.h). NULL after an error in `diags`; else the caller's (program_free). */
struct program *lower_program(struct unit **units, uint32_t count, struct library *library,
			      const struct library_models *models, const struct lowering_options *options,
			      struct diagnostics *diags);

#endif
