/* From a C file to its typed AST. */
#include "compile.h"

#include <string.h>

#include "memory.h"
#include "preprocess.h"
#include "sema.h"
#include "syntax.h"

static bool analyse(struct compiled *result, const char *name, char *text, size_t length, const struct target *target,
		    struct interner *names, struct diagnostics *diags)
{
	result->unit = NULL;
	result->syntax = syntax_parse(diags, names, name, text, length);
	if (!result->syntax)
		return false;
	result->unit = sema_analyse(result->syntax, names, target, diags);
	if (!result->unit)
		return false;
	/* Not the header that its first line may come from. */
	result->unit->file = intern_string(names, name);
	return true;
}

bool compile_file(struct compiled *result, const char *path, const struct c2ir_options *options, struct interner *names,
		  struct diagnostics *diags, char **messages)
{
	struct preprocessed text;
	*result = (struct compiled){ NULL, NULL };
	bool ok = preprocess_run(&text, path, options->compiler.at, options->compiler.count, diags, names);
	*messages = text.messages;
	return ok && analyse(result, path, text.text, text.length, &options->target, names, diags);
}

bool compile_text(struct compiled *result, const char *name, const char *text, const struct target *target,
		  struct interner *names, struct diagnostics *diags)
{
	size_t length = strlen(text);
	return analyse(result, name, memory_copy_string(text, length), length, target, names, diags);
}

void compiled_release(struct compiled *compiled)
{
	unit_free(compiled->unit);
	syntax_free(compiled->syntax);
}
