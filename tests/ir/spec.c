/* The examples of ir-spec/ are tests: test-ir-spec FOLDER.
 *
 * Fenced blocks of its .md files: `plumb` is valid, and written text is a fixed point; `canonical` is also what
 * the writer makes of it; `plumb-bad` is invalid, with the messages of the `message` block after it; `outcome`
 * is what running the program before it with the `inputs` before it comes to; each line of `values` is an
 * equation of expressions. `script` carries the program before it, byte for byte; `script-bad` is rejected, with the
 * messages of the block after it. */
#include <dirent.h>
#include <stdlib.h>

#include "inputs.h"
#include "read.h"
#include "run.h"
#include "smt_embed.h"
#include "stream.h"
#include "tap.h"
#include "write.h"

struct spec {
	const char *file;
	unsigned line; /* of the block at hand */
	char *program, *inputs;
	char *script; /* that the next messages are about; NULL: they are about the program */
};

static char *copy(const char *text, size_t length)
{
	return memory_copy_string(text, length);
}

/* The diagnostics as "line:column: text" lines. */
static char *messages(const struct diagnostics *diags)
{
	struct output *out = output_memory();
	struct diagnostics none;
	diagnostics_init(&none);
	for (size_t i = 0; i < diags->list.count; i++) {
		const struct diagnostic *d = &diags->list.at[i];
		output_format(out, "%u:%u: %s\n", d->location.line, d->location.column, d->text);
	}
	size_t length;
	const char *text = output_text(out, &length);
	char *result = copy(text, length);
	output_close(out, &none);
	diagnostics_release(&none);
	return result;
}

static char *written(const struct program *p)
{
	struct output *out = output_memory();
	struct diagnostics none;
	size_t length;
	diagnostics_init(&none);
	program_write(p, out);
	const char *text = output_text(out, &length);
	char *result = copy(text, length);
	output_close(out, &none);
	diagnostics_release(&none);
	return result;
}

/* What the writer makes of `text`; NULL and a failed test if it is not valid. */
static char *canonical(const struct spec *s, const char *text, const char *what)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text(s->file, text, strlen(text), &diags);
	char *faults = messages(&diags), *result = p ? written(p) : NULL;
	is_str(faults, "", "%s:%u: %s is valid", s->file, s->line, what);
	memory_free(faults);
	program_free(p);
	diagnostics_release(&diags);
	return result;
}

static void good(const struct spec *s, bool as_it_stands)
{
	char *once = canonical(s, s->program, "the example");
	if (!once)
		return;
	if (as_it_stands)
		is_str(once, s->program, "%s:%u: is in canonical form", s->file, s->line);
	char *twice = canonical(s, once, "what was written");
	is_str(twice, once, "%s:%u: written text is a fixed point", s->file, s->line);
	memory_free(once);
	memory_free(twice);
}

static void bad(const struct spec *s, const char *wanted)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text(s->file, s->program, strlen(s->program), &diags);
	char *faults = messages(&diags);
	ok(!p, "%s:%u: is rejected", s->file, s->line);
	is_str(faults, wanted, "%s:%u: for the right reasons", s->file, s->line);
	memory_free(faults);
	program_free(p);
	diagnostics_release(&diags);
}

/* --- programs in scripts --- */

static void carried(const struct spec *s, const char *script)
{
	struct diagnostics diags;
	char *bytes = NULL;
	size_t size;
	diagnostics_init(&diags);
	enum smt_program found = smt_extract(script, strlen(script), s->file, &diags, &bytes, &size);
	if (ok(found == SMT_PROGRAM_FOUND, "%s:%u: the script carries a program", s->file, s->line))
		is_str(bytes, s->program, "%s:%u: the one before it", s->file, s->line);
	memory_free(bytes);
	diagnostics_release(&diags);
}

static void bad_script(struct spec *s, const char *wanted)
{
	struct diagnostics diags;
	char *bytes = NULL;
	size_t size;
	diagnostics_init(&diags);
	enum smt_program found = smt_extract(s->script, strlen(s->script), s->file, &diags, &bytes, &size);
	char *faults = messages(&diags);
	is_int(found, SMT_PROGRAM_DAMAGED, "%s:%u: is rejected", s->file, s->line);
	is_str(faults, wanted, "%s:%u: for the right reason", s->file, s->line);
	memory_free(faults);
	memory_free(bytes);
	diagnostics_release(&diags);
	memory_free(s->script);
	s->script = NULL;
}

/* --- running --- */

static void describe(const struct run_result *r, char *text, size_t size)
{
	const struct position *at = r->statement ? &r->statement->position : NULL;
	if (r->end == RUN_RETURNED)
		snprintf(text, size, "returned\n");
	else if (r->end == RUN_EXITED)
		snprintf(text, size, "exited %llu\n", (unsigned long long)r->exit_status);
	else if (r->end == RUN_VIOLATED || r->end == RUN_BLOCKED)
		snprintf(text, size, "%s %u:%u\n", r->end == RUN_VIOLATED ? "violated" : "blocked", at ? at->line : 0,
			 at ? at->column : 0);
	else
		snprintf(text, size, "%s\n", run_end_text(r));
}

static void outcome(const struct spec *s, const char *wanted)
{
	struct diagnostics diags;
	char text[200];
	diagnostics_init(&diags);
	struct program *p = program_read_text(s->file, s->program, strlen(s->program), &diags);
	const char *lines = s->inputs ? s->inputs : "";
	struct inputs *inputs = inputs_read(s->file, lines, strlen(lines), &diags);
	if (ok(p && inputs, "%s:%u: program and inputs are read", s->file, s->line)) {
		struct run *run = run_new(p);
		struct run_options options = { .max_steps = 1000000 };
		inputs_hook(inputs, false, &options.hooks);
		describe(run_execute(run, &options), text, sizeof text);
		is_str(text, wanted, "%s:%u: the outcome of the execution", s->file, s->line);
		ok(!inputs_unused(inputs), "%s:%u: all inputs are used", s->file, s->line);
		run_free(run);
	}
	inputs_free(inputs);
	program_free(p);
	diagnostics_release(&diags);
}

/* --- values --- */

static struct value no_leaf(void *context, term v)
{
	(void)context;
	(void)v;
	return (struct value){ 0 };
}

static void equation(const struct spec *s, const char *line, size_t length)
{
	struct diagnostics diags;
	char text[1000];
	const char *is = strstr(line, " = ");
	for (const char *next = is; next && next < line + length; next = strstr(next + 3, " = "))
		is = next; /* the last one: lets have their own */
	diagnostics_init(&diags);
	snprintf(text, sizeof text, "plumb 1 {entry \"f\"}\nprocedure f() {\na: assert eq(%.*s, %.*s);\n  return;\n}\n",
		 (int)(is - line), line, (int)(line + length - is - 3), is + 3);
	struct program *p = program_read_text(s->file, text, strlen(text), &diags);
	char *faults = messages(&diags);
	if (is_str(faults, "", "%s:%u: %.*s is well sorted", s->file, s->line, (int)length, line)) {
		term t = p->procedures[0]->blocks[0]->statements[0].term;
		struct value v = term_eval(p->bank, t, no_leaf, NULL);
		ok(v.kind == VALUE_WORD && v.word == 1, "%s:%u: %.*s", s->file, s->line, (int)length, line);
		value_release(&v);
	}
	memory_free(faults);
	program_free(p);
	diagnostics_release(&diags);
}

static void values(struct spec *s, const char *text)
{
	for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
		s->line++;
		equation(s, text, (size_t)(end - text));
	}
}

/* --- files --- */

static void block(struct spec *s, const char *kind, const char *text, size_t length)
{
	char *body = copy(text, length);
	bool program = !strcmp(kind, "plumb") || !strcmp(kind, "canonical") || !strcmp(kind, "plumb-bad");
	if (program || !strcmp(kind, "inputs")) {
		char **to = program ? &s->program : &s->inputs;
		memory_free(*to);
		*to = copy(text, length);
	}
	if (program) {
		memory_free(s->inputs);
		s->inputs = NULL;
	}
	if (!strcmp(kind, "plumb") || !strcmp(kind, "canonical"))
		good(s, kind[0] == 'c');
	else if (!strcmp(kind, "script"))
		carried(s, body);
	else if (!strcmp(kind, "script-bad"))
		s->script = copy(text, length);
	else if (!strcmp(kind, "message") && s->script)
		bad_script(s, body);
	else if (!strcmp(kind, "message"))
		bad(s, body);
	else if (!strcmp(kind, "outcome"))
		outcome(s, body);
	else if (!strcmp(kind, "values"))
		values(s, body);
	memory_free(body);
}

static void document(const char *path, const char *text)
{
	struct spec s = { .file = path };
	unsigned line = 1;
	const char *open = NULL;
	char kind[40] = "";
	for (const char *end; (end = strchr(text, '\n')); text = end + 1, line++) {
		if (strncmp(text, "```", 3))
			continue;
		if (open) {
			block(&s, kind, open, (size_t)(text - open));
			open = NULL;
			continue;
		}
		open = end + 1;
		s.line = line;
		snprintf(kind, sizeof kind, "%.*s", (int)(end - text - 3), text + 3);
	}
	ok(!open && !s.script, "%s: all blocks are closed, and each bad script has its messages", path);
	memory_free(s.program);
	memory_free(s.inputs);
}

static int is_document(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return length > 3 && !strcmp(entry->d_name + length - 3, ".md");
}

int main(int argc, char **argv)
{
	struct dirent **names;
	int count = argc > 1 ? scandir(argv[1], &names, is_document, alphasort) : -1;
	ok(count > 0, "there are documents");
	for (int i = 0; i < count; i++) {
		char path[4096], *text;
		size_t length;
		struct diagnostics diags;
		snprintf(path, sizeof path, "%s/%s", argv[1], names[i]->d_name);
		diagnostics_init(&diags);
		if (ok(stream_read(path, &diags, &text, &length), "%s is read", names[i]->d_name)) {
			document(names[i]->d_name, text);
			memory_free(text);
		}
		diagnostics_release(&diags);
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	return done_testing();
}
