#include "harness.h"

#include <inttypes.h>
#include <string.h>

#include "visible.h"

struct harness {
	struct output *out;
	const struct program *program;
	const struct harness_options *options;
	const struct recording *recording;
};

/* What a sanitizer says when the check is violated; NULL: they do not look. */
static const char *seen(const char *check)
{
	static const struct {
		const char *check, *seen;
	} table[] = {
		{ "assert", "The failing assertion, or a stack trace of the call that must not be reached," },
		{ "null", "UndefinedBehaviorSanitizer or a SEGV" },
		{ "bounds", "AddressSanitizer or UndefinedBehaviorSanitizer" },
		{ "subobject", "UndefinedBehaviorSanitizer" },
		{ "uaf", "AddressSanitizer" },
		{ "free", "AddressSanitizer" },
		{ "overflow", "UndefinedBehaviorSanitizer" },
		{ "div", "UndefinedBehaviorSanitizer" },
		{ "shift", "UndefinedBehaviorSanitizer" },
		{ "leak", "LeakSanitizer, with the place of the allocation," },
		{ "readonly", "AddressSanitizer, by a SEGV," },
		{ "overlap", "AddressSanitizer" },
		{ "unreachable", "UndefinedBehaviorSanitizer" },
		{ "align", "UndefinedBehaviorSanitizer" },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].check, check))
			return table[i].seen;
	return NULL;
}

/* --- the head comment --- */

/* Text of the program or of the user inside a comment. */
static void write_text(struct harness *h, const char *text)
{
	for (size_t part; *text; text += part) {
		const char *end = strstr(text, "*/");
		part = end ? (size_t)(end - text) + 1 : strlen(text);
		visible_write(h->out, text, part);
		output_string(h->out, end ? " " : "");
	}
}

/* A character between single quotes of the shell, in a comment. A control character is written $'\012' (POSIX.1-2024,
 * 2.2.4). */
static void write_quoted(struct harness *h, const char *at)
{
	if (*at == '\'')
		output_string(h->out, "'\\''");
	else if (*at == '*' && at[1] == '/')
		output_string(h->out, "*''");
	else if ((unsigned char)*at < ' ' || *at == 127)
		output_format(h->out, "'$'\\%03o''", (unsigned char)*at);
	else
		output_write(h->out, at, 1);
}

static void write_word(struct harness *h, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
	output_string(h->out, " ");
	if (*word && word[strspn(word, plain)] == 0) {
		output_string(h->out, word);
		return;
	}
	output_string(h->out, "'");
	for (; *word; word++)
		write_quoted(h, word);
	output_string(h->out, "'");
}

/* A file, even where its name looks like a flag or a list of flags. */
static void write_file(struct harness *h, const char *name)
{
	size_t length;
	bool plain = *name != '-' && *name != '@';
	struct output *path = output_memory();
	output_format(path, "%s%s", plain ? "" : "./", name);
	write_word(h, output_text(path, &length));
	output_abandon(path);
}

static bool has_stack_objects(const struct recording *r)
{
	return r->variables.count || r->stack.count;
}

static void write_compile(struct harness *h)
{
	const struct recording *r = h->recording;
	output_string(h->out, " *     gcc -g -O0 -fsanitize=address,undefined");
	if (has_stack_objects(r))
		output_string(h->out, " -ftrivial-auto-var-init=zero");
	if (r->violation.reached)
		output_string(h->out, " -finstrument-functions");
	/* A compiler that knows memcpy need not call it. */
	if (!strcmp(r->violation.check, "overlap"))
		output_string(h->out, " -fno-builtin");
	harness_write_wraps(h->out, r);
	for (const struct attribute *a = h->program->attributes; a; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_EXTERNAL) && a->count && harness_is_name(a->values[0].string) &&
		    harness_is_wrapped(a->values[0].string))
			output_format(h->out, " -Wl,--wrap=%s", a->values[0].string);
	for (size_t i = 0; i < h->options->compiler_count; i++)
		write_word(h, h->options->compiler[i]);
	/* Of what the entry does not reach, nothing is defined here: the linker says what that is, and goes on. */
	output_string(h->out, " -no-pie -Wl,--warn-unresolved-symbols -o replay");
	write_file(h, h->options->file);
	for (const struct attribute *a = h->program->attributes; a; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_SOURCE) && a->count && a->values[0].string)
			write_file(h, a->values[0].string);
	output_string(h->out, " -lm\n");
}

static uint64_t number_named(const struct recorded_values *list, const char *name, uint64_t otherwise)
{
	for (size_t i = 0; i < list->count; i++)
		if (!name || !strcmp(list->at[i].name, name))
			return value_bits(&list->at[i].value)[0];
	return otherwise;
}

enum { MOST_NAME = 48 };

/* The length of argv[i], or of what stands for all arguments that have no string of their own; `name`: which it is. */
static uint64_t argument_length(const struct recorded_values *arguments, uint64_t i, char name[MOST_NAME])
{
	char length[MOST_NAME + 8];
	snprintf(name, MOST_NAME, "argv[%" PRIu64 "]", i);
	snprintf(length, sizeof length, "strlen(%s)", name);
	uint64_t own = number_named(arguments, length, UINT64_MAX);
	if (own != UINT64_MAX)
		return own;
	snprintf(name, MOST_NAME, "argv[i]");
	return number_named(arguments, "strlen(argv[i])", 0);
}

/* The byte at `offset` of an argument; -1: any. */
static int argument_byte(const struct recording *r, const char *argument, uint64_t offset)
{
	for (size_t k = 0; k < r->cells.count; k++) {
		const struct recorded_cell *cell = &r->cells.at[k];
		const char *name = table_get(&r->argument_objects, cell->object, NULL);
		if (name && !strcmp(name, argument) && cell->offset == offset && cell->value.width == 8)
			return (int)value_bits(&cell->value)[0];
	}
	return -1;
}

/* In octal where need be: the shell's printf makes the bytes of it. */
static void write_argument(struct harness *h, const char *name, uint64_t length)
{
	output_string(h->out, " \"$(printf '");
	for (uint64_t i = 0; i < length; i++) {
		int c = argument_byte(h->recording, name, i);
		if (c == 0)
			break;
		if (c < 0)
			output_string(h->out, "x");
		else
			output_format(h->out,
				      (c >= '0' && c <= '9') || (c >= 'A' && c <= 'z' && c != '\\') ? "%c" : "\\%03o",
				      c);
	}
	output_string(h->out, "')\"");
}

static void write_run(struct harness *h)
{
	enum { MOST_ARGUMENTS = 20, MOST_CHARACTERS = 60 };
	const struct recorded_values *arguments = &h->recording->arguments;
	uint64_t count = number_named(arguments, NULL, 1) & UINT32_MAX, longest = 0;
	const char *entry = h->recording->entry;
	bool is_main = entry && !strcmp(entry, "main") && arguments->count;
	output_string(h->out, " *     ./replay");
	count = is_main && count >= 1 && count < 1 << 16 ? count : 1;
	for (uint64_t i = 1; i < count && i < MOST_ARGUMENTS; i++) {
		char name[MOST_NAME];
		uint64_t length = argument_length(arguments, i, name);
		longest = length > longest ? length : longest;
		write_argument(h, name, length < MOST_CHARACTERS ? length : MOST_CHARACTERS);
	}
	output_string(h->out, "\n");
	if (count > MOST_ARGUMENTS || longest > MOST_CHARACTERS)
		output_format(h->out,
			      " *\n * (with argc = %" PRIu64 ", each argument of up to %" PRIu64 " characters)\n",
			      count, longest);
}

static void write_location(struct harness *h, struct location location)
{
	write_text(h, location.file ? location.file : "?");
	output_format(h->out, ":%u", location.line);
}

static void write_expectation(struct harness *h)
{
	const struct violation *v = &h->recording->violation;
	const char *who = seen(v->check);
	output_string(h->out, " *\n * ");
	if (!who) {
		output_string(h->out, "No sanitizer looks for this (");
		write_text(h, v->check);
		output_string(h->out, "): a debugger's breakpoint shows that the line is reached.\n");
		return;
	}
	output_format(h->out, "%s then names ", who);
	write_location(h, v->location);
	output_string(h->out, ".\n");
}

/* --- what could not be set --- */

static void note_variables(struct harness *h)
{
	const struct recorded_values *variables = &h->recording->variables;
	for (size_t i = 0; i < variables->count; i++) {
		const struct recorded_value *v = &variables->at[i];
		if (harness_is_zero(&v->value) || !harness_type(v->type))
			continue;
		output_string(h->out, " * ");
		write_location(h, v->location);
		output_string(h->out, ": ");
		write_text(h, v->name);
		output_string(h->out, " is not initialised; this execution needs ");
		harness_write_value(h->out, v->type, &v->value);
		output_string(h->out, " there: C has no way to set it from outside.\n");
	}
}

static void note_stack(struct harness *h)
{
	const struct recording *r = h->recording;
	for (size_t i = 0; i < r->cells.count; i++) {
		const struct recorded_cell *cell = &r->cells.at[i];
		const char *name = table_get(&r->stack, cell->object, NULL);
		if (!name || cell->value.width > 64 || harness_is_zero(&cell->value))
			continue;
		output_string(h->out, " * ");
		write_text(h, name);
		output_format(h->out,
			      " is not initialised; this execution needs 0x%" PRIx64 " in its %u bytes from %" PRIu64
			      " on: C has no way to set them from outside.\n",
			      value_bits(&cell->value)[0], cell->value.width / 8, cell->offset);
	}
}

static void note_others(struct harness *h)
{
	const struct recording *r = h->recording;
	harness_note_input(h->out, r);
	if (r->writes.count)
		output_string(h->out, " * The execution reads input into memory: it is not set here.\n");
	for (size_t i = 0; i < r->others.count; i++)
		if (!harness_is_zero(&r->others.at[i].value)) {
			output_string(h->out, " * ");
			write_location(h, r->others.at[i].location);
			output_string(h->out, ": ");
			write_text(h, r->others.at[i].name);
			output_string(h->out, " is not set here.\n");
		}
	for (size_t i = 0; i < r->results.count; i++)
		if (!harness_type(r->results.at[i].type)) {
			output_string(h->out, " * The result of ");
			write_text(h, r->results.at[i].name);
			output_string(h->out, ", a structure, is not set.\n");
		}
	if (h->options->optimised)
		output_string(h->out, " * The program had been through ir-opt: inputs that it removed are 0 here, "
				      "which may shift the others.\n");
}

/* What else than gcc's command line is to be known. */
static void note_compilers(struct harness *h)
{
	output_string(h->out, " * clang takes the same flags");
	if (has_stack_objects(h->recording))
		output_string(h->out,
			      "; before version 16 also\n * -enable-trivial-auto-var-init-zero-knowing-it-will-be-"
			      "removed-from-clang");
	output_string(h->out, ". What the linker warns of is defined in no file here.\n *\n");
}

static void write_head(struct harness *h)
{
	const struct violation *v = &h->recording->violation;
	output_string(h->out, "/*\n * Repeats the violation that verify found:\n *\n *     ");
	write_location(h, v->location);
	output_string(h->out, ": ");
	write_text(h, v->function);
	output_string(h->out, ": ");
	write_text(h, v->message);
	output_string(h->out, " (");
	write_text(h, v->check);
	output_string(h->out, ")\n *\n * Compile and run:\n *\n");
	write_compile(h);
	write_run(h);
	write_expectation(h);
	output_string(h->out, " *\n");
	note_compilers(h);
	note_variables(h);
	note_stack(h);
	note_others(h);
	output_string(h->out, " */\n");
}

/* --- definitions --- */

/* The definitions have no parameters, whatever those of the program's functions are. */
static const char support[] = "#if !defined __clang__\n"
			      "#pragma GCC diagnostic ignored \"-Wbuiltin-declaration-mismatch\"\n"
			      "#elif __has_warning(\"-Wdeprecated-non-prototype\")\n"
			      "#pragma clang diagnostic ignored \"-Wdeprecated-non-prototype\"\n"
			      "#endif\n"
			      "#define HIDDEN __attribute__((no_instrument_function))\n"
			      "#define WEAK __attribute__((weak, no_instrument_function))\n"
			      "\n"
			      "long write(int, const void *, __SIZE_TYPE__);\n"
			      "void _exit(int);\n"
			      "void __sanitizer_print_stack_trace(void) __attribute__((weak));\n"
			      "\n"
			      "const char *__asan_default_options(void)\n"
			      "{\n"
			      "\treturn \"detect_stack_use_after_return=1:redzone=512:max_redzone=2048\";\n"
			      "}\n"
			      "\n"
			      "HIDDEN static void replay_say(const char *text)\n"
			      "{\n"
			      "\tif (write(2, text, __builtin_strlen(text)) < 0)\n"
			      "\t\t_exit(4);\n"
			      "}\n"
			      "\n"
			      "HIDDEN static void replay_reached(const char *name)\n"
			      "{\n"
			      "\treplay_say(\"replay: reached: \");\n"
			      "\treplay_say(name);\n"
			      "\treplay_say(\"()\\n\");\n"
			      "\tif (__sanitizer_print_stack_trace)\n"
			      "\t\t__sanitizer_print_stack_trace();\n"
			      "\t_exit(1);\n"
			      "}\n"
			      "\n"
			      "/* What the verifier's functions do, where the program does not say. */\n"
			      "WEAK void reach_error(void)\n"
			      "{\n"
			      "\treplay_reached(\"reach_error\");\n"
			      "}\n"
			      "\n"
			      "WEAK void __VERIFIER_error(void)\n"
			      "{\n"
			      "\treplay_reached(\"__VERIFIER_error\");\n"
			      "}\n"
			      "\n"
			      "WEAK void __VERIFIER_assume(int holds)\n"
			      "{\n"
			      "\tif (!holds) {\n"
			      "\t\treplay_say(\"replay: an assumption does not hold\\n\");\n"
			      "\t\t_exit(0);\n"
			      "\t}\n"
			      "}\n"
			      "\n"
			      "WEAK void __VERIFIER_atomic_begin(void)\n"
			      "{\n"
			      "}\n"
			      "\n"
			      "WEAK void __VERIFIER_atomic_end(void)\n"
			      "{\n"
			      "}\n";

/* The program may have a body for it that does nothing, but reaching it is the violation. */
static const char watch[] =
	"\n"
	"HIDDEN void __cyg_profile_func_enter(void *function, void *site)\n"
	"{\n"
	"\t(void)site;\n"
	"\tif (function == (void *)reach_error || function == (void *)__VERIFIER_error)\n"
	"\t\treplay_reached(function == (void *)reach_error ? \"reach_error\" : \"__VERIFIER_error\");\n"
	"}\n"
	"\n"
	"HIDDEN void __cyg_profile_func_exit(void *function, void *site)\n"
	"{\n"
	"\t(void)function, (void)site;\n"
	"}\n";

static const char end[] = "\n"
			  "/* The counterexample has no more results of this function. */\n"
			  "HIDDEN static void replay_end(const char *name)\n"
			  "{\n"
			  "\treplay_say(\"replay: the counterexample ends before this call of \");\n"
			  "\treplay_say(name);\n"
			  "\treplay_say(\"()\\n\");\n"
			  "\t_exit(0);\n"
			  "}\n";

static const char end_optimised[] = "\n"
				    "HIDDEN static void replay_end(const char *name)\n"
				    "{\n"
				    "\t(void)name;\n"
				    "}\n";

static void write_externals(struct harness *h)
{
	bool first = true;
	for (const struct attribute *a = h->program->attributes; a; a = a->next) {
		if (strcmp(a->key, ATTRIBUTE_EXTERNAL) || a->count < 2 || !a->values[0].string || !a->values[1].string)
			continue;
		if (first)
			output_string(h->out, h->options->optimised ? end_optimised : end);
		first = false;
		harness_write_function(h->out, a->values[0].string, a->values[1].string, &h->recording->results);
	}
}

static void write_globals(struct harness *h)
{
	const struct recorded_values *globals = &h->recording->globals;
	for (size_t i = 0; i < globals->count; i++) {
		const struct recorded_value *g = &globals->at[i];
		const char *type = harness_type(g->type);
		if (!type || !harness_is_name(g->name) || strstr(type, "float") || strstr(type, "double"))
			continue;
		output_format(h->out, "\n%s %s = ", type, g->name);
		harness_write_value(h->out, g->type, &g->value);
		output_string(h->out, ";\n");
	}
}

void harness_write(struct output *out, const struct program *program, const struct harness_options *options,
		   const struct recording *r)
{
	struct harness h = { out, program, options, r };
	write_head(&h);
	output_string(out, support);
	if (r->violation.reached)
		output_string(out, watch);
	write_globals(&h);
	write_externals(&h);
	harness_write_allocators(out, r);
	harness_write_input(out, r);
	if (r->entry && strcmp(r->entry, "main") && harness_is_name(r->entry))
		harness_write_entry(out, r->entry, &r->arguments);
}
