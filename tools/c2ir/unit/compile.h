/* From a C file to its typed AST: preprocessor, syntax, semantic analysis in one step. */
#ifndef C2IR_COMPILE_H
#define C2IR_COMPILE_H

#include "diag.h"
#include "intern.h"
#include "string_list.h"

struct target;

struct compiled {
	struct syntax *syntax;
	struct unit *unit;
};

/* The preprocessed text of a file (memory_free). False after an error in `diags`. What the preprocessor says goes to
 * *messages (memory_free; may be NULL). */
bool compile_preprocess(const char *path, const char *const *arguments, size_t count, struct interner *names,
			struct diagnostics *diags, char **text, size_t *length, char **messages);
/* The same of several files as one unit. *macros: their macros (memory_free). */
bool compile_preprocess_files(const struct string_list *paths, const char *const *arguments, size_t count,
			      struct interner *names, struct diagnostics *diags, char **text, size_t *length,
			      char **macros, char **messages);
/* C text BEHIND such a unit, of which PATH is the name, TEXT what is preprocessed, and the macros are known: both in one (memory_free). */
bool compile_preprocess_behind(const char *path, const char *text, const char *macros, const char *behind,
			       const char *const *arguments, size_t count, struct interner *names,
			       struct diagnostics *diags, char **all, size_t *length);
/* From such a text, which is taken over. False after an error in `diags`. */
bool compile_preprocessed(struct compiled *result, const char *name, char *text, size_t length,
			  const struct target *target, struct interner *names, struct diagnostics *diags);
/* From text that needs no preprocessor; copied. */
bool compile_text(struct compiled *result, const char *name, const char *text, const struct target *target,
		  struct interner *names, struct diagnostics *diags);
void compiled_release(struct compiled *compiled);

#endif
