/* What is read of SMT-LIB2 text: kinds of scripts, the program that rides along, S-expressions, solvers' answers. */
#include "fuzz.h"

#include "memory.h"
#include "smt_embed.h"
#include "smt_read.h"

static void read_expressions(const char *text, size_t length)
{
	size_t begin, end;
	while (length && smt_expression(text, length, &begin, &end) == SMT_EXPRESSION) {
		static const uint32_t widths[] = { 1, 8, 64, 65 };
		for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
			struct value value = { 0 };
			if (smt_read_get_value(text + begin, end - begin, widths[i], &value))
				value_release(&value);
		}
		text += end;
		length -= end;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diagnostics diags;
	char *text = memory_copy_string((const char *)data, size), *bytes = NULL;
	size_t length = 0;
	diagnostics_init(&diags);
	smt_is_script(text, size);
	if (smt_extract(text, size, "input.smt2", &diags, &bytes, &length) == SMT_PROGRAM_FOUND)
		memory_free(bytes);
	read_expressions(text, size);
	diagnostics_release(&diags);
	memory_free(text);
	return 0;
}
