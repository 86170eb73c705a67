#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bv.h"
#include "hash.h"
#include "history.h"
#include "label.h"
#include "replay.h"
#include "visible.h"

enum { SCREEN = 60, HEAD = 15, TEXT_WIDTH = 72 };
#define UNKNOWN UINT64_MAX

/* A finished line. */
struct line {
	size_t start, text, end; /* in trace->lines: all of it, what follows place and function, without the newline */
	struct location location;
	const char *function;
	bool relevant; /* does the violation depend on it? */
	bool callback; /* its text is ours */
	uint32_t depth;
	size_t values; /* in trace->lines: where they begin */
};

struct trace {
	struct output *lines; /* all finished lines, each ended by a newline */
	VEC(struct line) all; /* of them */
	uint64_t steps;       /* as history counts them */
	/* Of a very long execution only the first and the last lines are written. */
	uint64_t count;     /* of its lines; 0: all are written; UNKNOWN: they are counted now */
	uint64_t unwritten; /* those that were not, all of them ... */
	size_t gap;         /* ... before this one */
	struct history *history;
	bool step_relevant, line_relevant;
	struct output *values;   /* of the current line */
	const char *valued_name; /* whose value is written now */
	bool open;               /* is there a current line? */
	bool valued;             /* has it values, though they are not written? */
	bool callback;           /* is it about a callback's call or return? */
	bool decided;            /* did it end with a branch? */
	bool threads; /* has another thread than the first one run? Then all lines matter: what was overwritten, too */
	struct location location;
	const char *function, *text;
	uint32_t calls, depth; /* of functions of C that are being executed: now, when the current line was begun */
	struct program *program;
	struct arena *arena; /* for texts of lines */
	struct table
		holders; /* object in the heap -> what was the first to hold a pointer to its beginning (const char *) */
	/* Of a driver (c2ir --kernel): the violated assertion stands in none of its functions; where its code was last. */
	bool outside;
	struct location last;
	bool whole;  /* are the lines of the C library wanted? */
	bool folded; /* were there any that are left out? */
};

/* --- values --- */

static bool type_is_pointer(const struct attribute *attributes, const char *type)
{
	return attribute_get_number(attributes, ATTRIBUTE_POINTER, 0) || (type && strchr(type, '*'));
}

static bool type_is_signed(const struct attribute *attributes, const char *type)
{
	if (attribute_find(attributes, ATTRIBUTE_SIGNED))
		return attribute_get_number(attributes, ATTRIBUTE_SIGNED, 0);
	return !type || (!strstr(type, "unsigned") && !strstr(type, "_Bool") && !strchr(type, '*'));
}

/* What is in the heap is told apart by its number, and known by what held it first. */
static void write_object(struct output *out, const struct trace *t, uint64_t object)
{
	const char *name = history_name(t->history, object);
	const char *holder = name ? NULL : (const char *)(uintptr_t)table_get(&t->holders, object, 0);
	if (name)
		output_format(out, "%s%s", *name == '"' ? "" : "&", name);
	else
		output_format(out, "&object%" PRIu64, object);
	if (holder && (!t->valued_name || strcmp(holder, t->valued_name) != 0))
		output_format(out, " (%s)", holder);
}

static void write_pointer(struct output *out, const struct trace *t, const struct value *v, uint32_t offset_bits)
{
	uint64_t object[2] = { 0 }, offset[2] = { 0 };
	bv_extract(offset, value_bits(v), offset_bits - 1, 0);
	bv_extract(object, value_bits(v), v->width - 1, offset_bits);
	if (!object[0] && !offset[0])
		output_string(out, "NULL");
	else if (!object[0])
		output_format(out, "(void *)0x%" PRIx64, offset[0]);
	else
		write_object(out, t, object[0]);
	if (object[0] && offset[0])
		output_format(out, " + %" PRId64, offset_bits == 32 ? (int64_t)(int32_t)offset[0] : (int64_t)offset[0]);
}

static void write_number(struct output *out, const struct value *v, bool is_signed)
{
	char buffer[512];
	uint64_t words[8] = { 0 };
	if (v->width > 256) {
		output_string(out, "...");
		return;
	}
	memcpy(words, value_bits(v), bv_words(v->width) * sizeof *words);
	if (is_signed && v->width > 1 && bv_bit(words, v->width - 1)) {
		bv_neg(words, words, v->width);
		output_string(out, "-");
	}
	output_write(out, buffer, bv_print(buffer, words, v->width));
}

static bool write_real(struct output *out, const struct value *v)
{
	char text[BV_REAL];
	uint32_t length = bv_print_real(text, value_bits(v), v->width);
	output_write(out, text, length);
	return length;
}

static void write_value(struct trace *t, const struct value *v, const struct attribute *attributes, const char *type)
{
	uint32_t offset_bits = (uint32_t)attribute_get_number(t->program->attributes, ATTRIBUTE_POINTER, 64);
	if (v->kind == VALUE_MAP)
		output_string(t->values, "...");
	else if (type_is_pointer(attributes, type) && v->width > offset_bits)
		write_pointer(t->values, t, v, offset_bits);
	else if (!attribute_type_is_floating(type) || !write_real(t->values, v))
		write_number(t->values, v, type_is_signed(attributes, type));
}

/* --- lines --- */

static void write_text(struct output *out, const char *text)
{
	visible_write(out, text, SIZE_MAX);
}

static bool is_middle(const struct trace *t)
{
	return t->count == UNKNOWN ||
	       (t->count && t->all.count > SCREEN && t->all.count + t->unwritten + SCREEN < t->count);
}

static void end_line(struct trace *t)
{
	if (!t->open)
		return;
	t->open = false;
	size_t length;
	if (is_middle(t)) {
		t->gap = t->all.count;
		t->unwritten += t->text || t->valued;
		return;
	}
	const char *values = output_text(t->values, &length);
	if (!t->text && !length)
		return;
	struct line line = { .location = t->location,
			     .function = t->function,
			     .relevant = t->line_relevant,
			     .callback = t->callback,
			     .depth = t->depth };
	output_text(t->lines, &line.start);
	write_text(t->lines, t->location.file);
	output_format(t->lines, ":%u: ", t->location.line);
	write_text(t->lines, t->function);
	output_string(t->lines, ": ");
	output_text(t->lines, &line.text);
	visible_write(t->lines, t->text ? t->text : "", TEXT_WIDTH);
	output_string(t->lines, t->text && strlen(t->text) > TEXT_WIDTH ? "..." : "");
	output_text(t->lines, &line.values);
	output_string(t->lines, length ? "    [" : "");
	write_text(t->lines, values);
	output_string(t->lines, length ? "]" : "");
	output_text(t->lines, &line.end);
	output_string(t->lines, "\n");
	vec_push(&t->all, line);
	output_close(t->values, NULL);
	t->values = output_memory();
}

static void begin_line(struct trace *t, struct location location, const char *function, const char *text)
{
	end_line(t);
	t->open = true;
	t->line_relevant = t->valued = t->callback = t->decided = false;
	t->location = location;
	t->function = function;
	t->text = text;
	t->depth = t->calls;
}

static bool is_left_out(const struct trace *t, struct location location)
{
	return !t->whole && location_in_library(location) && !location_in_kernel(location);
}

/* The name of a function that a thread is in; of one other than the first: with its number. */
static const char *in_thread(struct trace *t, const char *name, const struct attribute *attributes)
{
	const struct attribute *own = attribute_find(attributes, ATTRIBUTE_FUNCTION);
	uint64_t thread = own && own->count > 1 ? own->values[1].number : 0;
	t->threads |= thread != 0;
	if (!thread)
		return name;
	name = arena_format(t->arena, "%s, thread %" PRIu64, name, thread);
	return intern_string(t->program->strings, name);
}

/* What was copied to where the program calls the library stands in the line of that call. */
static void open_call(struct trace *t, const struct attribute *attributes)
{
	enum { NAME, FILE_NAME, LINE, COLUMN, TEXT, COUNT };
	const struct attribute *caller = attribute_find(attributes, ATTRIBUTE_CALLER);
	if (!attribute_find(t->program->attributes, ATTRIBUTE_THREADS) || !caller || caller->count < COUNT)
		return;
	const struct attribute_value *v = caller->values;
	const char *function = in_thread(t, v[NAME].string, attributes);
	bool same = t->open && t->location.line == v[LINE].number && t->location.column == v[COLUMN].number &&
		    t->location.file == v[FILE_NAME].string && t->function == function;
	if (!same)
		begin_line(
			t,
			(struct location){ v[FILE_NAME].string, (uint32_t)v[LINE].number, (uint32_t)v[COLUMN].number },
			function, v[TEXT].string);
	t->line_relevant = true;
}

/* What the C library's functions do is left out: the line of the call stays the current one. */
static bool fold(struct trace *t, struct location location, const struct attribute *attributes)
{
	if (!is_left_out(t, location))
		return false;
	t->folded = true;
	open_call(t, attributes);
	t->line_relevant = t->line_relevant || t->step_relevant;
	return true;
}

static const char *function_of(struct trace *t, const struct procedure *proc, const struct attribute *attributes)
{
	return in_thread(t, statement_function(proc, attributes), attributes);
}

/* Makes the statement's line the current one. False: it has none in C, or none that is written. */
static bool open_line(struct trace *t, const struct procedure *proc, const struct attribute *attributes)
{
	struct location location = attribute_location(attributes);
	const char *function = function_of(t, proc, attributes);
	const char *text = attribute_get_string(attributes, ATTRIBUTE_TEXT);
	if (!location.line || !function || fold(t, location, attributes))
		return false;
	bool same = t->open && !t->decided && t->location.line == location.line && t->location.file == location.file &&
		    t->function == function && (!text || !t->text || t->text == text);
	if (!same)
		begin_line(t, location, function, text);
	if (!t->text)
		t->text = text;
	t->line_relevant = t->line_relevant || t->step_relevant || t->threads;
	return true;
}

static void add_word(struct trace *t, const char *word)
{
	size_t length;
	output_text(t->values, &length);
	output_format(t->values, "%s%s", length ? ", " : "", word);
}

/* A variable may get the same value several times in a line, where procedures that were made of loops return it. */
static void add_value(struct trace *t, const char *name, const struct value *v, const struct attribute *attributes,
		      const char *type)
{
	struct output *whole = t->values, *one = output_memory();
	size_t length, had;
	t->values = one;
	t->valued_name = name;
	output_format(one, "%s = ", name);
	write_value(t, v, attributes, type);
	t->values = whole;
	const char *text = output_text(one, &length), *before = output_text(whole, &had);
	if (had < length || strcmp(before + had - length, text) || (had > length && before[had - length - 1] != ' '))
		add_word(t, text);
	output_close(one, NULL);
}

/* The variable or member got that value. */
static void note_holder(struct trace *t, const char *name, const struct value *v, const struct attribute *attributes,
			const char *type)
{
	uint32_t offset_bits = (uint32_t)attribute_get_number(t->program->attributes, ATTRIBUTE_POINTER, 64);
	uint64_t object[2] = { 0 }, offset[2] = { 0 };
	if (v->kind == VALUE_MAP || !type_is_pointer(attributes, type) || v->width <= offset_bits)
		return;
	bv_extract(offset, value_bits(v), offset_bits - 1, 0);
	bv_extract(object, value_bits(v), v->width - 1, offset_bits);
	if (object[0] && !offset[0] && !table_has(&t->holders, object[0]))
		table_put(&t->holders, object[0], (uintptr_t)name);
}

static const char *second_string(const struct attribute *list, const char *key)
{
	const struct attribute *a = attribute_find(list, key);
	return a && a->count > 1 ? a->values[1].string : NULL;
}

static void show_variable(struct trace *t, const struct run *run, const struct statement *s, const struct variable *v)
{
	const char *name = attribute_get_string(v->attributes, ATTRIBUTE_C),
		   *shown = attribute_get_string(s->attributes, ATTRIBUTE_SHOWS);
	if (is_middle(t)) {
		t->valued = t->valued || name || shown;
		return;
	}
	const struct value *value = run_value(run, v);
	if (!value || (!name && !shown))
		return;
	const char *type =
		shown ? second_string(s->attributes, ATTRIBUTE_SHOWS) : second_string(v->attributes, ATTRIBUTE_C);
	add_value(t, shown ? shown : name, value, v->attributes, type);
	note_holder(t, shown ? shown : name, value, v->attributes, type);
}

static bool shows_result(const struct statement *s)
{
	bool shown = attribute_find(s->attributes, ATTRIBUTE_SHOWS);
	for (uint32_t i = 0; i < s->out_count; i++)
		shown = shown || attribute_find(s->outs[i]->attributes, ATTRIBUTE_C);
	return shown;
}

static void next_step(struct trace *t)
{
	t->step_relevant = history_relevant(t->history, t->steps++);
}

/* --- callbacks of drivers --- */

static bool is_callback(const struct procedure *callee, const struct statement *site)
{
	struct location location = attribute_location(callee->attributes);
	return site && location_in_kernel(attribute_location(site->attributes)) && location.line &&
	       !location_in_library(location) && attribute_find(callee->attributes, ATTRIBUTE_C);
}

/* A line that is in the slice whatever it depends on. */
static void begin_callback_line(struct trace *t, const struct procedure *callee, struct location location,
				const char *text)
{
	begin_line(t, location, attribute_get_string(callee->attributes, ATTRIBUTE_C), text);
	t->line_relevant = t->callback = true;
}

/* The parameters get their values in the same line. */
static void show_callback(struct trace *t, const struct procedure *callee)
{
	begin_callback_line(t, callee, attribute_location(callee->attributes), "is called");
}

/* Loops are procedures of their own, within the call that they are in. */
static bool is_function(const struct procedure *procedure)
{
	return attribute_find(procedure->attributes, ATTRIBUTE_C) &&
	       !attribute_find(procedure->attributes, ATTRIBUTE_LOOP);
}

static void show_return(struct trace *t, const struct run *run, const struct procedure *callee,
			const struct statement *site)
{
	if (!is_callback(callee, site) || !t->last.line)
		return;
	begin_callback_line(t, callee, t->last, "returns");
	for (uint32_t i = 0; i < callee->out_count; i++) {
		const struct variable *v = callee->variables[callee->in_count + i];
		const struct value *value = run_value(run, v);
		const char *type = second_string(callee->attributes, ATTRIBUTE_C);
		t->valued_name = NULL;
		if (value)
			write_value(t, value, v->attributes, type);
	}
	end_line(t);
}

static void trace_finish(void *context, const struct run *run, const struct procedure *callee,
			 const struct statement *site)
{
	struct trace *t = context;
	show_return(t, run, callee, site);
	t->calls -= is_function(callee) && t->calls;
}

/* Code of the driver is executed. What was not done since the last change of a state is seen by the branches that were taken. */
static void note_driver(struct trace *t, const struct procedure *proc, const struct attribute *attributes, bool branch)
{
	struct location location = attribute_location(attributes);
	if (!location.line || location_in_library(location) ||
	    location_in_library(attribute_location(proc->attributes)))
		return;
	t->last = location;
	if (branch && t->outside && t->steps > history_last_change(t->history))
		t->step_relevant = true;
}

static void trace_call(void *context, const struct run *run, const struct procedure *callee,
		       const struct statement *site)
{
	struct trace *t = context;
	const struct statement *inner;
	next_step(t);
	if (site && run_depth(run) >= 2 && !attribute_find(callee->attributes, ATTRIBUTE_LOOP))
		open_line(t, run_frame(run, run_depth(run) - 2, &inner), site->attributes);
	t->calls += is_function(callee);
	if (is_callback(callee, site))
		show_callback(t, callee);
}

static bool trace_step(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		       const struct statement *s)
{
	struct trace *t = context;
	(void)block;
	next_step(t);
	note_driver(t, proc, s->attributes, false);
	/* The line of a call was written when it was made; it comes again only if it sets something. */
	if ((s->kind == STATEMENT_CALL && !shows_result(s)) || !open_line(t, proc, s->attributes))
		return true;
	switch (s->kind) {
	case STATEMENT_ASSIGN:
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		show_variable(t, run, s, s->target);
		break;
	case STATEMENT_CALL:
		for (uint32_t i = 0; i < s->out_count; i++)
			show_variable(t, run, s, s->outs[i]);
		break;
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		break;
	}
	return true;
}

static void trace_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			 uint32_t target)
{
	struct trace *t = context;
	(void)run;
	next_step(t);
	note_driver(t, proc, block->terminator.attributes, true);
	if (block->terminator.kind != TERMINATOR_BRANCH ||
	    !attribute_find(block->terminator.attributes, ATTRIBUTE_TEXT) ||
	    !open_line(t, proc, block->terminator.attributes))
		return;
	t->decided = true;
	if (!is_middle(t))
		add_word(t, target == 0 ? "true" : "false");
}

static void trace_leap(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		       uint64_t rounds)
{
	struct trace *t = context;
	const struct attribute *attributes = block->terminator.attributes;
	(void)run;
	for (uint32_t i = 0; !attribute_location(attributes).line && i < block->statement_count; i++)
		attributes = block->statements[i].attributes;
	end_line(t);
	t->step_relevant = true;
	if (!open_line(t, proc, attributes))
		return;
	t->text = arena_format(t->arena, "%" PRIu64 " more rounds of the loop", rounds);
	end_line(t);
}

/* --- the whole --- */

static void keep_step(struct trace *t, const struct line *line, struct arena *arena, struct trace_steps *steps)
{
	size_t length;
	const char *text = output_text(t->lines, &length);
	vec_push(steps,
		 (struct trace_step){ line->location, line->function,
				      arena_format(arena, "%.*s", (int)(line->end - line->text), text + line->text),
				      arena_format(arena, "%.*s", (int)(line->end - line->values), text + line->values),
				      line->depth, line->callback });
}

static void write_lines(struct output *out, struct trace *t, bool full, struct arena *arena, struct trace_steps *steps)
{
	size_t length;
	uint64_t left_out = 0;
	const char *text = output_text(t->lines, &length);
	VEC(const struct line *) shown = { 0 };
	for (size_t i = 0; i < t->all.count; i++)
		if (full || t->all.at[i].relevant)
			vec_push(&shown, &t->all.at[i]);
	left_out = t->all.count - shown.count;
	for (size_t i = 0; i < shown.count; i++) {
		if (!full && shown.count > SCREEN && i == HEAD) {
			size_t next = shown.count - (SCREEN - HEAD);
			next = next < t->gap ? t->gap : next;
			uint64_t between = next - i + t->unwritten;
			output_format(out, "  ... (%" PRIu64 " lines)\n", between);
			left_out += between;
			i = next;
		}
		output_string(out, "  ");
		output_write(out, text + shown.at[i]->start, shown.at[i]->end - shown.at[i]->start);
		output_string(out, "\n");
		keep_step(t, shown.at[i], arena, steps);
	}
	if (left_out)
		output_format(out, "  (%" PRIu64 " more line%s%s%s; --full-trace shows them)\n", left_out,
			      left_out == 1 ? "" : "s",
			      history_complete(t->history) && shown.count <= SCREEN
				      ? " on which the violation does not depend"
				      : "",
			      t->folded ? ", and those of the C library" : "");
	else if (t->folded)
		output_string(out, "  (lines of the C library are left out; --full-trace shows them)\n");
	vec_free(&shown);
}

static void write_location(struct output *out, const char *what, struct location location, const char *function)
{
	if (!location.line)
		return;
	output_format(out, " %s ", what);
	write_text(out, location.file);
	output_format(out, ":%u", location.line);
	output_string(out, function ? " in " : "");
	write_text(out, function ? function : "");
}

static void write_concerned(struct output *out, const struct history_object *o)
{
	bool heap = !strcmp(o->storage, "heap");
	write_text(out, heap ? "object" : o->name);
	if (heap)
		output_format(out, "%" PRIu64, o->object);
	output_string(out, ":");
	if (o->has_size)
		output_format(out, " %" PRIu64 " byte%s", o->size, o->size == 1 ? "" : "s");
	write_location(out, heap ? "allocated at" : "declared at", o->made, heap ? NULL : o->function);
	if (heap) {
		output_string(out, " by ");
		write_text(out, o->name);
		output_string(out, " in ");
		write_text(out, o->function);
	}
	if (o->ended) {
		output_format(out, ", %s", o->ended);
		write_location(out, "at", o->end, o->ended_in);
	}
	if (o->has_offset)
		output_format(out, "; the pointer is at offset %" PRId64, (int64_t)o->offset);
	output_string(out, "\n");
}

static void write_objects(struct output *out, const struct history *history)
{
	struct history_objects objects = history_objects(history);
	for (size_t i = 0; i < objects.count; i++) {
		output_string(out, i ? "  " : "objects:\n  ");
		write_concerned(out, &objects.at[i]);
	}
	vec_free(&objects);
}

static const struct run_result *follow(struct trace *t, struct run *run, const struct counterexample *c)
{
	struct replay replay = { .context = t,
				 .step = trace_step,
				 .branch = trace_branch,
				 .call = trace_call,
				 .leap = trace_leap,
				 .finish = trace_finish };
	return replay_execute(run, c->inputs, &replay);
}

static uint64_t count_lines(const struct trace *t, struct run *run, const struct counterexample *c)
{
	struct trace counting = { .program = t->program,
				  .history = t->history,
				  .values = t->values,
				  .count = UNKNOWN,
				  .arena = t->arena,
				  .whole = t->whole };
	follow(&counting, run, c);
	return counting.unwritten;
}

/* The last line. In the C library it is the call, whose line stays the current one unless a callback came between. */
static void write_violation(struct trace *t, const struct run_result *r, const struct violation *v)
{
	t->step_relevant = true;
	/* The text may be that of a statement before it, which a pass has removed. */
	if (open_line(t, r->procedure, r->statement->attributes) && !t->text)
		t->text = attribute_get_string(r->statement->attributes, ATTRIBUTE_MESSAGE);
	bool at_call = t->open && t->location.line == v->location.line && t->location.file == v->location.file;
	if (is_left_out(t, attribute_location(r->statement->attributes)) && v->location.line &&
	    (!at_call || t->threads)) {
		begin_line(t, v->location, v->function, v->message);
		t->line_relevant = true;
	}
}

void trace_write(struct output *out, struct program *program, const struct counterexample *c, bool full,
		 struct arena *arena, struct trace_steps *steps)
{
	struct trace t = {
		.lines = output_memory(), .values = output_memory(), .program = program, .arena = arena, .whole = full
	};
	t.history = history_new(program, c);
	t.outside = history_is_outside(t.history);
	struct run *run = run_new(program);
	if (!full && !history_complete(t.history))
		t.count = count_lines(&t, run, c);
	const struct run_result *r = follow(&t, run, c);
	if (r->end == RUN_VIOLATED && r->statement)
		write_violation(&t, r, &c->violation);
	end_line(&t);
	write_objects(out, t.history);
	output_string(out, "trace:\n");
	write_lines(out, &t, full, arena, steps);
	run_free(run);
	history_free(t.history);
	output_close(t.lines, NULL);
	output_close(t.values, NULL);
	table_free(&t.holders);
	vec_free(&t.all);
}
