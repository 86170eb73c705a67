/* From a C file to its typed AST: preprocessor, syntax, semantic analysis in one step. */
#ifndef C2IR_COMPILE_H
#define C2IR_COMPILE_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "options.h"

struct compiled {
	struct syntax *syntax;
	struct unit *unit;
};

/* False after an error in `diags`. What the preprocessor says goes to *messages (memory_free; may be NULL). */
bool compile_file(struct compiled *result, const char *path, const struct c2ir_options *options, struct interner *names,
		  struct diagnostics *diags, char **messages);
/* From text that needs no preprocessor; copied. */
bool compile_text(struct compiled *result, const char *name, const char *text, const struct target *target,
		  struct interner *names, struct diagnostics *diags);
void compiled_release(struct compiled *compiled);

#endif
