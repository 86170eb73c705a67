#define _GNU_SOURCE
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "memory.h"
#include "stream.h"

static const char *keep(struct options *o, const char *text, size_t length)
{
	vec_push(&o->owned, memory_copy_string(text, length));
	return vec_last(&o->owned);
}

/* The rest of the line that begins with PREFIX and has ":= "; NULL: there is none. memory_free. */
static char *value_of(const char *text, const char *prefix)
{
	for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const char *value = strstr(line, ":= ");
		size_t length = strcspn(line, "\n");
		if (!strncmp(line, prefix, strlen(prefix)) && value && value < line + length)
			return memory_copy_string(value + 3, length - (size_t)(value + 3 - line));
	}
	return NULL;
}

/* DIR/NAME.o: DIR/.NAME.o.cmd */
static const char *command_file(struct options *o, const char *object)
{
	const char *slash = strrchr(object, '/');
	size_t folder = slash ? (size_t)(slash + 1 - object) : 0, room = strlen(object) + 8;
	char *path = memory_alloc(room);
	snprintf(path, room, "%.*s.%s.cmd", (int)folder, object, object + folder);
	vec_push(&o->owned, path);
	return path;
}

/* What of the compiler's command is a flag. */
static void take_flags(struct options *o, const char *command, const char *source)
{
	wordexp_t split;
	struct string_list flags = { 0 };
	if (wordexp(command, &split, WRDE_NOCMD) != 0)
		return;
	for (size_t i = 1; i < split.we_wordc; i++) {
		const char *word = split.we_wordv[i];
		if (!strcmp(word, ";")) /* what is done with the object */
			break;
		if (!strcmp(word, "-o"))
			i++;
		else if (strcmp(word, "-c") != 0 && strcmp(word, source) != 0 && *word == '-')
			vec_push(&flags, keep(o, word, strlen(word)));
		else if (*word != '-' && flags.count && strcmp(word, source) != 0) /* the operand of -include */
			vec_push(&flags, keep(o, word, strlen(word)));
	}
	for (size_t i = 0; i < flags.count; i++) {
		vec_push(&o->front_end, flags.at[i]);
		vec_push(&o->compiler, flags.at[i]);
	}
	vec_free(&flags);
	wordfree(&split);
}

/* Kbuild's commands quote for make and the shell: $(pound) and the like do not come up in those of C files; what comes behind the
 * compiler is another command. */
static char *first_command(char *command)
{
	char *end = strstr(command, " ; ");
	if (end)
		*end = 0;
	return command;
}

static bool add_object(struct options *o, const char *object, struct diagnostics *diags)
{
	const char *path = command_file(o, object);
	char *text = NULL;
	size_t length;
	bool fine = stream_read(path, diags, &text, &length);
	char *source = fine ? value_of(text, "source_") : NULL, *command = fine ? value_of(text, "cmd_") : NULL;
	command = command || !fine ? command : value_of(text, "savedcmd_");
	if (fine && (!source || !command)) {
		struct location place = { object, 0, 0 };
		diagnose(diags, DIAG_INPUT, place, "%s does not say from what, and how, it was made", path);
		fine = false;
	}
	if (fine && !o->inputs.count)
		take_flags(o, first_command(command), source);
	if (fine)
		vec_push(&o->inputs, keep(o, source, strlen(source)));
	memory_free(source);
	memory_free(command);
	memory_free(text);
	return fine;
}

bool module_read(struct options *o, struct diagnostics *diags)
{
	char *text = NULL;
	size_t length;
	bool fine = stream_read(o->module, diags, &text, &length);
	for (char *word = fine ? text + strspn(text, " \t\n") : NULL; fine && *word;) {
		size_t n = strcspn(word, " \t\n");
		char *next = word + n + strspn(word + n, " \t\n");
		word[n] = 0;
		fine = add_object(o, keep(o, word, n), diags);
		word = next;
	}
	memory_free(text);
	if (fine && !o->inputs.count) {
		struct location place = { o->module, 0, 0 };
		diagnose(diags, DIAG_INPUT, place, "no object is named in it");
		fine = false;
	}
	return fine;
}
