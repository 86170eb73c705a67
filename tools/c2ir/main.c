/* c2ir: C to Plumb IR. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "clock.h"
#include "compile.h"
#include "driver.h"
#include "foreign.h"
#include "large_pages.h"
#include "library.h"
#include "linkable.h"
#include "model.h"
#include "obligation.h"
#include "program.h"
#include "thread.h"
#include "tool.h"
#include "validate.h"
#include "visible.h"
#include "weave.h"
#include "write.h"

/* The units of all files, and the library. */
struct front {
	struct source_list sources;
	VEC(struct compiled) compiled;
	VEC(struct unit *) units;
	struct library *library;
	struct driver_text driver;  /* --kernel */
	struct weave_target target; /* --validate-witness, of a violation */
};

static void add_source(struct front *front, struct source_unit unit, bool good, char *messages)
{
	if (good)
		vec_push(&front->sources, unit);
	if (messages)
		visible_print_lines(stderr, messages);
	memory_free(messages);
}

/* C files are preprocessed, linkable IR has been. A driver's files are one unit. */
static void read_sources(struct front *front, struct c2ir_options *options, struct interner *names,
			 struct diagnostics *diags)
{
	if (foreign_files(&options->files, &options->compiler, diags))
		return;
	for (size_t i = 0; i < (options->kernel ? 1 : options->files.count); i++) {
		const char *path = options->files.at[i];
		unsigned errors = diags->errors;
		if (!options->kernel &&
		    (linkable_read(path, &front->sources, options, names, diags) || diags->errors != errors))
			continue;
		struct source_unit unit = { .file = path, .target = options->target };
		char *messages = NULL;
		bool good = options->kernel ? driver_preprocess(&front->driver, options, names, diags, &unit.text,
								&unit.length, &messages)
					    : compile_preprocess(path, options->compiler.at, options->compiler.count,
								 names, diags, &unit.text, &unit.length, &messages);
		add_source(front, unit, good, messages);
	}
}

/* The program is what the witness makes of it. */
static void weave(struct front *front, struct c2ir_options *options, struct interner *names, struct diagnostics *diags)
{
	struct witness *witness = diags->errors ? NULL : witness_read(options->witness, diags);
	if (!witness)
		return;
	if (front->sources.count != 1) {
		diagnose(diags, DIAG_USAGE, (struct location){ NULL, 0, 0 }, "--validate-witness takes one C file");
		witness_free(witness);
		return;
	}
	struct source_unit *unit = &front->sources.at[0];
	bool fits = (options->target.pointer_bits == 32) == !strcmp(witness->data_model, "ILP32");
	if (!fits)
		diagnose(diags, DIAG_INPUT, (struct location){ intern_string(names, options->witness), 1, 1 },
			 "the witness is about a program in the data model %s: -m32 and -m64 choose it",
			 strcmp(witness->data_model, "ILP32") ? "LP64" : "ILP32");
	if (!witness->violation)
		check_set_error(&options->checks, WEAVE_REFUTED, diags);
	if (fits && witness_is_about(witness, options->witness, &options->files, diags))
		weave_witness(witness, options->witness, unit->file, &unit->text, &unit->length, &unit->target, names,
			      &front->target, diags);
	witness_free(witness);
}

static bool compile_all(struct front *front, struct c2ir_options *options, struct interner *names,
			struct diagnostics *diags)
{
	read_sources(front, options, names, diags);
	if (options->witness)
		weave(front, options, names, diags);
	for (size_t i = 0; i < front->sources.count; i++) {
		struct compiled compiled;
		struct source_unit *unit = &front->sources.at[i];
		char *text = options->linkable ? memory_copy_string(unit->text, unit->length) : unit->text;
		if (!options->linkable)
			unit->text = NULL;
		bool ok = compile_preprocessed(&compiled, unit->file, text, unit->length, &unit->target, names, diags);
		if (ok && options->kernel && !options->which_rules)
			ok = driver_compile(&compiled, &front->driver, options, names, diags);
		vec_push(&front->compiled, compiled);
		if (ok)
			vec_push(&front->units, compiled.unit);
	}
	if (options->linkable)
		return !diags->errors;
	if (!options->no_library && !diags->errors)
		front->library = library_new(&options->target, names, diags);
	return !diags->errors;
}

static void front_release(struct front *front)
{
	for (size_t i = 0; i < front->compiled.count; i++)
		compiled_release(&front->compiled.at[i]);
	library_free(front->library);
	for (size_t i = 0; i < front->sources.count; i++)
		memory_free(front->sources.at[i].text);
	memory_free(front->driver.text);
	memory_free(front->driver.macros);
	vec_free(&front->sources);
	vec_free(&front->compiled);
	vec_free(&front->units);
}

/* A program that we made and that is none is our fault, not the input's. */
static bool check_result(const struct program *program, struct diagnostics *diags)
{
	struct diagnostics faults;
	diagnostics_init(&faults);
	bool ok = program_validate(program, "c2ir", &faults);
	for (size_t i = 0; i < faults.list.count; i++)
		diagnose(diags, DIAG_INTERNAL, (struct location){ NULL, 0, 0 }, "internal error: %s",
			 faults.list.at[i].text);
	diagnostics_release(&faults);
	return ok;
}

static void report(const struct c2ir_options *options, const struct program *program, double parsed, double lowered)
{
	size_t blocks = 0, statements = 0;
	for (uint32_t i = 0; i < program->procedure_count; i++) {
		blocks += program->procedures[i]->block_count;
		for (uint32_t k = 0; k < program->procedures[i]->block_count; k++)
			statements += program->procedures[i]->blocks[k]->statement_count;
	}
	if (options->stats == STATS_JSON)
		fprintf(stderr, "{\"procedures\": %u, \"blocks\": %zu, \"statements\": %zu, \"globals\": %u}\n",
			program->procedure_count, blocks, statements, program->global_count);
	if (options->stats == STATS_TEXT || options->verbose)
		fprintf(stderr, "c2ir: %u procedures, %zu blocks, %zu statements, %u globals\n",
			program->procedure_count, blocks, statements, program->global_count);
	if (options->time || options->verbose)
		fprintf(stderr, "c2ir: front end %.3f s, lowering %.3f s\n", parsed, lowered);
}

static void report_front(const struct c2ir_options *options, double parsed)
{
	if (options->time || options->verbose)
		fprintf(stderr, "c2ir: front end %.3f s\n", parsed);
}

static void write_linkable(const struct front *front, const struct c2ir_options *options, struct diagnostics *diags)
{
	struct program *program = linkable_program(&front->sources, options);
	program_write_file(program, options->output, options->compress, diags);
	program_free(program);
}

static void write_preprocessed(struct c2ir_options *options, struct diagnostics *diags, struct interner *names,
			       struct front *front)
{
	read_sources(front, options, names, diags);
	struct output *out = diags->errors ? NULL : output_open(options->output, options->compress, diags);
	for (size_t i = 0; out && i < front->sources.count; i++)
		output_write(out, front->sources.at[i].text, front->sources.at[i].length);
	if (out)
		output_close(out, diags);
}

/* Drops warnings and the notes that belong to them. */
static void drop_warnings(struct diagnostics *diags)
{
	size_t kept = 0;
	bool dropping = false;
	for (size_t i = 0; i < diags->list.count; i++) {
		struct diagnostic *d = &diags->list.at[i];
		dropping = d->kind == DIAG_WARNING || (dropping && d->kind == DIAG_NOTE);
		if (dropping)
			memory_free(d->text);
		else
			diags->list.at[kept++] = *d;
	}
	diags->list.count = kept;
}

/* What is said of a program that is about to go. */
static void keep_files(struct diagnostics *diags, struct interner *names)
{
	for (size_t i = 0; i < diags->list.count; i++) {
		struct location *at = &diags->list.at[i].location;
		at->file = at->file ? intern_string(names, at->file) : NULL;
	}
}

/* The units are lowered and written. */
static void write_program(struct c2ir_options *options, struct diagnostics *diags, struct interner *names,
			  struct front *front, double start)
{
	double parsed = clock_now();
	struct lowering_options lowering = options_of_lowering(options);
	struct program *program = lower_program(front->units.at, (uint32_t)front->units.count, front->library,
						&library_models, &lowering, diags);
	if (!program)
		return;
	bool sequential = thread_sequentialise(program, lowering.checks.checks >> CHECK_RACE & 1, diags);
	if (sequential && options->witness && attribute_find(program->attributes, ATTRIBUTE_THREADS)) {
		diagnose(diags, DIAG_UNSUPPORTED, (struct location){ NULL, 0, 0 },
			 "a witness of a program that starts threads is not supported");
		sequential = false;
	}
	if (!sequential) {
		keep_files(diags, names);
		program_free(program);
		return;
	}
	report(options, program, parsed - start, clock_now() - parsed);
	if (front->target.begin.line)
		weave_restrict(program, &front->target);
	program_record_obligations(program);
	if (check_result(program, diags))
		program_write_file(program, options->output, options->compress, diags);
	program_free(program);
}

/* What a process for one rule needs. */
struct for_rule {
	struct c2ir_options *options;
	struct interner *names;
	struct front *front;
	double start;
};

static int write_for_rule(void *context, const char *rule)
{
	struct for_rule *r = context;
	struct diagnostics diags;
	diagnostics_init(&diags);
	r->options->output = NULL;
	if (c2ir_options_take_rule(r->options, rule, r->names, &diags) &&
	    driver_compile(&r->front->compiled.at[0], &r->front->driver, r->options, r->names, &diags)) {
		r->front->units.at[0] = r->front->compiled.at[0].unit;
		write_program(r->options, &diags, r->names, r->front, r->start);
	}
	if (r->options->no_warnings)
		drop_warnings(&diags);
	diagnostics_print(&diags, "c2ir", stderr);
	return diagnostics_status(&diags);
}

static void translate(struct c2ir_options *options, struct diagnostics *diags, struct interner *names,
		      struct front *front)
{
	double start = clock_now();
	if (!compile_all(front, options, names, diags))
		return;
	if (options->which_rules)
		driver_write_rules(&front->compiled.at[0], options, names, write_for_rule,
				   &(struct for_rule){ options, names, front, start }, diags);
	else if (options->only_check)
		report_front(options, clock_now() - start);
	else if (options->linkable)
		write_linkable(front, options, diags);
	else
		write_program(options, diags, names, front, start);
}

/* Deeply nested input needs stack; what exceeds it is refused by the depth limits of each phase. */
static void more_stack(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_STACK, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_STACK, &limit);
	}
}

int main(int argc, char **argv)
{
	struct c2ir_options options;
	struct diagnostics diags;
	struct front front = { 0 };
	tool_begin();
	large_pages_prefer();
	more_stack();
	diagnostics_init(&diags);
	bool ok = c2ir_options_read(&options, argc, argv, &diags);
	struct interner *names = interner_new();
	if (ok && (options.help || options.version))
		option_answer(&c2ir_option_table, options.help, &diags);
	else if (ok && options.only_preprocess)
		write_preprocessed(&options, &diags, names, &front);
	else if (ok && c2ir_options_read_rule(&options, names, &diags))
		translate(&options, &diags, names, &front);
	int status = diagnostics_status(&diags);
	if (options.no_warnings)
		drop_warnings(&diags);
	diagnostics_print(&diags, "c2ir", stderr);
	front_release(&front);
	interner_free(names);
	c2ir_options_release(&options);
	diagnostics_release(&diags);
	return status;
}
