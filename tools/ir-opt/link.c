#include "link.h"

#include <string.h>

#include "read.h"
#include "stream.h"
#include "tool.h"
#include "unit.h"
#include "vec.h"

static struct program *linked(char *const *files, size_t count, int *told, struct diagnostics *diags)
{
	VEC(char *) argv = { 0 };
	struct program *program = NULL;
	char *c2ir = tool_find("c2ir"), *text = NULL;
	size_t length = 0;
	vec_push(&argv, c2ir);
	vec_push(&argv, (char *)"--");
	for (size_t i = 0; i < count; i++)
		vec_push(&argv, files[i]);
	vec_push(&argv, NULL);
	if (tool_run("c2ir", argv.at, &text, &length, told, diags))
		program = program_read_text("<linked>", text, length, diags);
	memory_free(text);
	memory_free(c2ir);
	vec_free(&argv);
	return program;
}

struct program *link_read(char *const *files, size_t count, int *told, struct diagnostics *diags)
{
	char *text;
	size_t length;
	const char *path = count ? files[0] : NULL;
	if (count > 1)
		return linked(files, count, told, diags);
	if (!stream_read(path, diags, &text, &length))
		return NULL;
	bool from_input = !path || !strcmp(path, "-");
	struct program *program = NULL;
	bool linkable = !from_input && unit_is_linkable(text, length);
	if (!linkable)
		program = program_read_text(from_input ? "<stdin>" : path, text, length, diags);
	memory_free(text);
	return linkable ? linked(files, count, told, diags) : program;
}
