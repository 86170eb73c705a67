/* The host of a running program (ir-opt --run): it has all that the library's C asks for, and the rows with HOST are these. */
#include "host.h"

#include "libc.h"
#include "library.h"
#include "tap.h"

static bool is_in(const struct host_function *table, const char *name)
{
	while (table->name && strcmp(table->name, name) != 0)
		table++;
	return table->name != NULL;
}

/* host.c itself answers the first three. */
static bool has_host(const char *name)
{
	return !strcmp(name, "present") || !strcmp(name, "next") || !strcmp(name, "byte") ||
	       is_in(host_print_functions, name) || is_in(host_math_functions, name) ||
	       is_in(host_number_functions, name) || is_in(host_system_functions, name) ||
	       is_in(host_file_functions, name) || is_in(host_time_functions, name) ||
	       is_in(host_process_functions, name) || is_in(host_name_functions, name) ||
	       is_in(host_match_functions, name);
}

/* ---- what the library's C asks for ---- */

static struct {
	char names[400][40];
	unsigned count;
} asked;

static bool is_asked(const char *name)
{
	for (unsigned i = 0; i < asked.count; i++)
		if (!strcmp(asked.names[i], name))
			return true;
	return false;
}

/* `__plumb_host_int("open")`, anywhere in the line */
static void read_line(const char *line)
{
	static const char start[] = "__plumb_host_";
	for (const char *at = strstr(line, start); at; at = strstr(at + 1, start)) {
		char name[40];
		if (sscanf(at, "__plumb_host_%*[a-z_](\"%39[a-z_0-9]\"", name) == 1 && !is_asked(name) &&
		    asked.count < 400)
			strcpy(asked.names[asked.count++], name);
	}
}

static void read_texts(void)
{
	for (const struct library_text *text = library_texts; text->name; text++)
		for (const char *const *line = text->lines; *line; line++)
			read_line(*line);
}

int main(void)
{
	bool answered = true, marked = true;
	read_texts();
	for (unsigned i = 0; i < asked.count; i++)
		answered &= has_host(asked.names[i]) || (printf("# no host has %s\n", asked.names[i]), false);
	for (unsigned i = 0; i < libc_count; i++) {
		const struct libc_function *f = &libc_functions[i];
		bool text = libc_resolved(f) == f && (f->by == LIBC_TEXT || f->by == LIBC_FORMAT);
		bool good = libc_has(f, LIBC_HOST) == (text && is_asked(f->name));
		marked &= good || (printf("# HOST is wrong: %s\n", f->name), false);
	}
	ok(asked.count > 100 && answered, "the host has the %u functions that the library's C asks for", asked.count);
	ok(marked, "rows with HOST");
	return done_testing();
}
