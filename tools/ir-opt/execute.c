#include "execute.h"

#include <stdio.h>
#include <string.h>

#include "host.h"
#include "inputs.h"
#include "role.h"
#include "run.h"
#include "status.h"
#include "visible.h"
#include "write.h"

/* The place in C, else in the IR text. */
static struct location source_location(const struct program *p, const struct run_result *result)
{
	struct location location = { 0 };
	if (result->statement) {
		location = attribute_location(result->statement->attributes);
		if (!location.line)
			location = (struct location){ p->file, result->statement->position.line,
						      result->statement->position.column };
	}
	return location;
}

static void print_statement(const struct program *p, const struct run_result *result)
{
	struct output *out = output_memory();
	statement_write(p, result->statement, out);
	fprintf(stderr, "%s", output_text(out, NULL));
	output_abandon(out);
}

static void report_violation(const struct program *p, const struct run_result *result)
{
	const struct attribute *attributes = result->statement->attributes;
	const char *check = attribute_get_string(attributes, ATTRIBUTE_CHECK);
	const char *message = attribute_get_string(attributes, ATTRIBUTE_MESSAGE);
	struct location location = source_location(p, result);
	if (location.line) {
		visible_print(stderr, location.file ? location.file : "<program>");
		fprintf(stderr, ":%u:%u: ", location.line, location.column);
	}
	fprintf(stderr, "violated: ");
	visible_print(stderr, check ? check : "assert");
	fprintf(stderr, ": ");
	if (message)
		visible_print(stderr, message);
	else
		print_statement(p, result);
	fprintf(stderr, "\n");
}

static void report(const struct program *p, const struct run_result *result, enum diag_kind kind,
		   struct diagnostics *diags)
{
	struct location location = source_location(p, result);
	diagnose(diags, kind, location.line ? location : (struct location){ 0 }, "%s, in procedure '%s'",
		 run_end_text(result), result->procedure ? result->procedure->name : "?");
}

static void report_refusal(const struct program *p, const struct run *run, const struct run_result *result,
			   struct diagnostics *diags)
{
	const struct attribute *host = attribute_find(result->statement->attributes, ATTRIBUTE_HOST);
	diagnose(diags, DIAG_SYSTEM, run_place(run, source_location(p, result)),
		 "'%s' is refused: it would change something outside this process (--host allows that)",
		 host->values[0].string);
}

static int status_of_return(const struct program *p, const struct run *run)
{
	const struct variable *status = program_role(p, GLOBAL_STATUS);
	const struct value *value = status ? run_value(run, status) : NULL;
	return value && value->kind == VALUE_WORD ? (int)(value->word & 0xff) : 0;
}

static int conclude(const struct program *p, const struct command *c, const struct run *run,
		    const struct run_result *result, struct diagnostics *diags)
{
	if (c->verbose)
		fprintf(stderr, "ir-opt: %s after %llu steps\n", run_end_text(result),
			(unsigned long long)result->steps);
	switch (result->end) {
	case RUN_RETURNED:
		return status_of_return(p, run);
	case RUN_EXITED:
		return (int)(result->exit_status & 0xff);
	case RUN_VIOLATED:
		report_violation(p, result);
		return STATUS_VIOLATED;
	case RUN_BLOCKED:
		return STATUS_DONE;
	case RUN_LIMIT:
		report(p, result, DIAG_SYSTEM, diags);
		break;
	case RUN_REPLAY:
		report(p, result, DIAG_INPUT, diags);
		break;
	case RUN_STOPPED: /* by the host */
		report_refusal(p, run, result, diags);
		break;
	}
	return diagnostics_status(diags);
}

static struct inputs *read_inputs(const struct command *c, struct diagnostics *diags)
{
	char *text;
	size_t length;
	if (!c->inputs)
		return inputs_new();
	if (!stream_read(c->inputs, diags, &text, &length))
		return NULL;
	struct inputs *inputs = inputs_read(c->inputs, text, length, diags);
	memory_free(text);
	return inputs;
}

/* The first input of the entry procedure: argc, in a program that does not ask the host for its arguments. */
static const struct statement *first_input(const struct program *p)
{
	const struct statement *first = NULL;
	for (uint32_t i = 0; i < p->entry->block_count; i++)
		for (uint32_t k = 0; k < p->entry->blocks[i]->statement_count; k++) {
			const struct statement *s = &p->entry->blocks[i]->statements[k];
			if (s->kind != STATEMENT_HAVOC)
				continue;
			if (attribute_find(s->attributes, ATTRIBUTE_HOST))
				return NULL;
			if (!first && attribute_find(s->attributes, ATTRIBUTE_INPUT))
				first = s;
		}
	return first;
}

/* The program's arguments count; what they are is unknown to the program (c2ir's model of argv). True if there are any. */
static bool add_arguments(const struct program *p, const struct command *c, struct inputs *inputs)
{
	const struct statement *s = c->arguments[0] ? first_input(p) : NULL;
	uint64_t count = 1;
	while (c->arguments[count - 1])
		count++;
	if (!s || sort_kind(p->bank, s->target->sort) != SORT_BITVECTOR)
		return false;
	struct value value = value_word(sort_width(p->bank, s->target->sort), count);
	inputs_add(inputs, attribute_get_number(s->attributes, ATTRIBUTE_ID, 0), 0, &value);
	value_release(&value);
	return true;
}

int execute(const struct program *p, const struct command *c, struct diagnostics *diags)
{
	struct inputs *inputs = read_inputs(c, diags);
	if (!inputs)
		return diagnostics_status(diags);
	struct run_options options = { .random = c->random, .seed = c->seed, .max_steps = c->max_steps };
	if (add_arguments(p, c, inputs) || c->inputs)
		inputs_hook(inputs, c->strict, &options.hooks);
	struct host host;
	struct host_rights rights = { .replays = c->inputs != NULL, .outside = c->host };
	host_init(&host, c->input, (char **)(uintptr_t)c->arguments, rights);
	host_hook(&host, &options.hooks);
	struct run *run = run_new(p);
	const struct run_result *result = run_execute(run, &options);
	bool written = host_release(&host);
	if (!written)
		diagnose(diags, DIAG_SYSTEM, (struct location){ "<stdout>", 0, 0 },
			 "can't write what the program prints");
	int status = conclude(p, c, run, result, diags);
	if (c->verbose && c->inputs)
		fprintf(stderr, "ir-opt: %llu values of inputs not used\n", (unsigned long long)inputs_unused(inputs));
	run_free(run);
	inputs_free(inputs);
	return written ? status : diagnostics_status(diags);
}
