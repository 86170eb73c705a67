/* Token pre-pass, grammar and tree, on text as the preprocessor leaves it. */
#include "fuzz.h"

#include "memory.h"
#include "syntax.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	diagnostics_init(&diags);
	struct target target = target_default(64);
	char *text = memory_copy_string((const char *)data, size);
	struct syntax *s = syntax_parse(&diags, names, &target, "input.i", text, size);
	syntax_free(s);
	diagnostics_release(&diags);
	interner_free(names);
	return 0;
}
