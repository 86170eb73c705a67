/* The whole of c2ir, on text as the preprocessor leaves it: IR that the validator takes, or errors. The text's length decides on
 * options: 32 or 64 bits, and whether all checks are on. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "ir.h"
#include "memory.h"
#include "model.h"
#include "options.h"
#include "program.h"
#include "validate.h"

static void validate(const struct program *program)
{
	struct diagnostics faults;
	diagnostics_init(&faults);
	if (!program_validate(program, "input", &faults))
		abort(); /* c2ir would say "internal error" */
	diagnostics_release(&faults);
}

static void translate(const char *text, const struct c2ir_options *options)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	struct compiled compiled = { 0 };
	diagnostics_init(&diags);
	if (compile_text(&compiled, "input.i", text, &options->target, names, &diags)) {
		struct lowering_options lowering = options_of_lowering(options);
		struct program *program = lower_program(&compiled.unit, 1, NULL, &library_models, &lowering, &diags);
		if (program)
			validate(program);
		program_free(program);
	}
	compiled_release(&compiled);
	diagnostics_release(&diags);
	interner_free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char model[] = "-m32", checks[] = "--check=all", entries[] = "--entry=*", library[] = "--no-library",
	     file[] = "input.i";
	char name[] = "c2ir", *arguments[] = { name, library, file, NULL, NULL, NULL, NULL };
	int count = 3;
	struct diagnostics diags;
	struct c2ir_options options;
	char *text = memory_copy_string((const char *)data, size);
	if (size & 1)
		arguments[count++] = model;
	if (size & 2)
		arguments[count++] = checks;
	if (size & 4)
		arguments[count++] = entries;
	diagnostics_init(&diags);
	if (!c2ir_options_read(&options, count, arguments, &diags))
		abort();
	translate(text, &options);
	c2ir_options_release(&options);
	diagnostics_release(&diags);
	memory_free(text);
	return 0;
}
