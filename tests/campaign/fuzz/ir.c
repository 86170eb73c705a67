/* The reader of IR and the validator; what they take is written and read again, which must change nothing. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"
#include "stream.h"
#include "write.h"

static void write_again(const struct program *program)
{
	struct diagnostics diags;
	struct output *first = output_memory(), *second = output_memory();
	size_t length, again;
	diagnostics_init(&diags);
	program_write(program, first);
	const char *text = output_text(first, &length);
	struct program *read = program_read_text("again", text, length, &diags);
	if (!read)
		abort();
	program_write(read, second);
	const char *copy = output_text(second, &again);
	if (again != length || memcmp(text, copy, length) != 0)
		abort();
	program_free(read);
	output_abandon(first);
	output_abandon(second);
	diagnostics_release(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diagnostics diags;
	char *text = memory_copy_string((const char *)data, size);
	diagnostics_init(&diags);
	struct program *program = program_read_text("input.pir", text, size, &diags);
	if (program)
		write_again(program);
	program_free(program);
	diagnostics_release(&diags);
	memory_free(text);
	return 0;
}
