#include "report_json.h"

#include <string.h>

#include "json_text.h"
#include "verdict_report.h"

/* ---- what a struct has ---- */

enum kind { TEXT, WORD, COUNT, SECONDS, OBJECT, TEXTS, OBJECTS };

struct field {
	const char *name;
	enum kind kind;
	size_t offset;
	int64_t least; /* COUNT: less is nothing, and left out; OBJECTS: as a number of elements */
	const char *(*word)(unsigned value); /* WORD: of an enum's value; NULL: there is no such value */
	const struct shape *of;              /* OBJECT, OBJECTS */
};

struct shape {
	size_t size, count;
	const struct field *fields;
};

#define SHAPE(of, name)                                                                                             \
	static const struct shape name##_shape = { sizeof(struct of), sizeof name##_fields / sizeof *name##_fields, \
						   name##_fields }
#define FIELD(of, member, what, ...)                                                              \
	{                                                                                         \
		.name = #member, .kind = what, .offset = offsetof(struct of, member), __VA_ARGS__ \
	}

static const char *verdict_name(unsigned v)
{
	return v <= VERDICT_BOUNDED ? verdict_word(v) : NULL;
}

static const char *obligation_name(unsigned v)
{
	static const char *const names[] = { [OBLIGATION_OPEN] = "open",
					     [OBLIGATION_PROVED] = "proved",
					     [OBLIGATION_VIOLATED] = "violated",
					     [OBLIGATION_BOUNDED] = "bounded" };
	return v < sizeof names / sizeof *names ? names[v] : NULL;
}

static const struct field place_fields[] = {
	FIELD(report_place, file, TEXT, ),
	FIELD(report_place, uri, TEXT, ),
	FIELD(report_place, line, COUNT, .least = 1),
	FIELD(report_place, column, COUNT, .least = 1),
	FIELD(report_place, function, TEXT, ),
};
SHAPE(report_place, place);

static const struct field step_fields[] = {
	FIELD(report_step, place, OBJECT, .of = &place_shape),
	FIELD(report_step, text, TEXT, ),
	FIELD(report_step, values, TEXT, ),
	FIELD(report_step, depth, COUNT, .least = 1),
};
SHAPE(report_step, step);

static const struct field obligation_fields[] = {
	FIELD(report_obligation, verdict, WORD, .word = obligation_name),
	FIELD(report_obligation, cause, TEXT, ),
	FIELD(report_obligation, check, TEXT, ),
	FIELD(report_obligation, cwe, COUNT, .least = 1),
	FIELD(report_obligation, message, TEXT, ),
	FIELD(report_obligation, place, OBJECT, .of = &place_shape),
	FIELD(report_obligation, library, TEXT, ),
	FIELD(report_obligation, fingerprint, TEXT, ),
	FIELD(report_obligation, count, COUNT, .least = 2),
	FIELD(report_obligation, trace, OBJECTS, .least = 1, .of = &step_shape),
};
SHAPE(report_obligation, obligation);

static const struct field assumption_fields[] = {
	FIELD(report_assumption, text, TEXT, ),
	FIELD(report_assumption, place, OBJECT, .of = &place_shape),
};
SHAPE(report_assumption, assumption);

static const struct field cost_fields[] = {
	FIELD(report_cost, cpu_seconds, SECONDS, ),
	FIELD(report_cost, wall_seconds, SECONDS, ),
	FIELD(report_cost, memory_bytes, COUNT, ),
};
SHAPE(report_cost, cost);

static const struct field phase_fields[] = {
	FIELD(report_phase, name, TEXT, ),
	FIELD(report_phase, seconds, SECONDS, ),
};
SHAPE(report_phase, phase);

static const struct field run_fields[] = {
	FIELD(report_run, files, TEXTS, ),
	FIELD(report_run, rule, TEXT, ),
	FIELD(report_run, verdict, WORD, .word = verdict_name),
	FIELD(report_run, cause, TEXT, ),
	FIELD(report_run, others, WORD, .word = verdict_name),
	FIELD(report_run, bound, COUNT, ),
	FIELD(report_run, beyond, OBJECTS, .least = 1, .of = &place_shape),
	FIELD(report_run, engine, TEXT, ),
	FIELD(report_run, solver, TEXT, ),
	FIELD(report_run, solver_version, TEXT, ),
	FIELD(report_run, certificate, TEXT, ),
	FIELD(report_run, obligations, OBJECTS, .of = &obligation_shape),
	FIELD(report_run, assumptions, OBJECTS, .of = &assumption_shape),
	FIELD(report_run, phases, OBJECTS, .least = 1, .of = &phase_shape),
	FIELD(report_run, cost, OBJECT, .of = &cost_shape),
};
SHAPE(report_run, run);

static const struct field report_fields[] = {
	FIELD(report, format, COUNT, ),
	FIELD(report, tool, TEXT, ),
	FIELD(report, version, TEXT, ),
	FIELD(report, command_line, TEXTS, ),
	FIELD(report, directory, TEXT, ),
	FIELD(report, verdict, WORD, .word = verdict_name),
	FIELD(report, exit_status, COUNT, ),
	FIELD(report, cost, OBJECT, .of = &cost_shape),
	FIELD(report, runs, OBJECTS, .of = &run_shape),
};
SHAPE(report, report);

/* A member that is a VEC of any type. Members are copied, for their own types differ. */
struct list {
	char *at;
	size_t count, capacity;
};

static void get(void *value, size_t size, const void *object, const struct field *f)
{
	memcpy(value, (const char *)object + f->offset, size);
}

static void put(void *object, const struct field *f, const void *value, size_t size)
{
	memcpy((char *)object + f->offset, value, size);
}

static size_t element_size(const struct field *f)
{
	return f->kind == TEXTS ? sizeof(const char *) : f->of->size;
}

/* ---- writing ---- */

static json_t *object_of(const struct shape *shape, const void *object);

static json_t *list_of(const void *object, const struct field *f)
{
	struct list list;
	get(&list, sizeof list, object, f);
	if (list.count < (size_t)f->least)
		return NULL;
	json_t *array = json_array();
	for (size_t i = 0; i < list.count; i++) {
		const char *at = list.at + i * element_size(f), *text;
		memcpy(&text, at, f->kind == TEXTS ? sizeof text : 0);
		json_array_append_new(array, f->kind == TEXTS ? json_text(text) : object_of(f->of, at));
	}
	return array;
}

/* NULL: there is nothing to say. */
static json_t *value_of(const void *object, const struct field *f)
{
	const char *text;
	int64_t number;
	unsigned word;
	double seconds;
	switch (f->kind) {
	case TEXT:
		get(&text, sizeof text, object, f);
		return text ? json_text(text) : NULL;
	case WORD:
		get(&word, sizeof word, object, f);
		return json_string(f->word(word));
	case COUNT:
		get(&number, sizeof number, object, f);
		return number < f->least ? NULL : json_integer(number);
	case SECONDS:
		get(&seconds, sizeof seconds, object, f);
		return json_real(seconds);
	case OBJECT:
		return object_of(f->of, (const char *)object + f->offset);
	case TEXTS:
	case OBJECTS:
		return list_of(object, f);
	}
	return NULL;
}

/* A member that is an object without members is left out. */
static json_t *object_of(const struct shape *shape, const void *object)
{
	json_t *result = json_object();
	for (size_t i = 0; i < shape->count; i++) {
		json_t *value = value_of(object, &shape->fields[i]);
		if (value && json_is_object(value) && !json_object_size(value))
			json_decref(value);
		else if (value)
			json_object_set_new(result, shape->fields[i].name, value);
	}
	return result;
}

static void write_object(struct output *out, const struct shape *shape, const void *object, unsigned indent)
{
	json_t *value = object_of(shape, object);
	json_write(out, value, indent);
	json_decref(value);
}

void report_json_write(struct output *out, const struct report *report)
{
	write_object(out, &report_shape, report, 1);
	output_string(out, "\n");
}

void report_json_write_line(struct output *out, const struct report *report)
{
	write_object(out, &report_shape, report, 0);
}

void report_run_write(struct output *out, const struct report_run *run)
{
	write_object(out, &run_shape, run, 0);
}

/* ---- reading ---- */

static bool read_object(const struct shape *shape, const json_t *value, void *object, struct arena *arena);

static const char *read_text(const json_t *value, struct arena *arena)
{
	return json_is_string(value) ? arena_string(arena, json_string_value(value), json_string_length(value)) : NULL;
}

static bool read_list(const struct field *f, const json_t *value, void *object, struct arena *arena)
{
	size_t size = element_size(f), count = json_array_size(value);
	struct list list = { count ? memory_alloc(count * size) : NULL, count, count };
	bool fine = json_is_array(value);
	put(object, f, &list, sizeof list);
	for (size_t i = 0; i < count && fine; i++) {
		const json_t *element = json_array_get(value, i);
		if (f->kind == OBJECTS) {
			fine = read_object(f->of, element, list.at + i * size, arena);
			continue;
		}
		const char *text = read_text(element, arena);
		memcpy(list.at + i * size, &text, size);
		fine = text != NULL;
	}
	return fine;
}

static bool read_word(const struct field *f, const json_t *value, void *object)
{
	const char *text = json_string_value(value);
	for (unsigned i = 0; text && f->word(i); i++)
		if (!strcmp(f->word(i), text)) {
			put(object, f, &i, sizeof i);
			return true;
		}
	return false;
}

static bool read_value(const struct field *f, const json_t *value, void *object, struct arena *arena)
{
	const char *text;
	int64_t number = json_integer_value(value);
	double seconds = json_number_value(value);
	switch (f->kind) {
	case TEXT:
		text = read_text(value, arena);
		put(object, f, &text, sizeof text);
		return text;
	case WORD:
		return read_word(f, value, object);
	case COUNT:
		put(object, f, &number, sizeof number);
		return json_is_integer(value);
	case SECONDS:
		put(object, f, &seconds, sizeof seconds);
		return json_is_number(value);
	case OBJECT:
		return read_object(f->of, value, (char *)object + f->offset, arena);
	case TEXTS:
	case OBJECTS:
		return read_list(f, value, object, arena);
	}
	return false;
}

/* What is left out is nothing: zero, or less than the least. */
static bool read_object(const struct shape *shape, const json_t *value, void *object, struct arena *arena)
{
	bool fine = json_is_object(value);
	memset(object, 0, shape->size);
	for (size_t i = 0; i < shape->count; i++) {
		const struct field *f = &shape->fields[i];
		const json_t *member = json_object_get(value, f->name);
		int64_t none = f->least - 1;
		if (member)
			fine = read_value(f, member, object, arena) && fine;
		else if (f->kind == COUNT)
			put(object, f, &none, sizeof none);
	}
	return fine;
}

static bool read_document(const struct shape *shape, void *object, const char *text, size_t length, struct arena *arena)
{
	json_t *value = json_loadb(text, length, 0, NULL);
	bool fine = read_object(shape, value, object, arena);
	json_decref(value);
	return fine;
}

bool report_json_read(struct report *report, const char *text, size_t length, struct arena *arena)
{
	return read_document(&report_shape, report, text, length, arena);
}

bool report_run_read(struct report_run *run, const char *text, size_t length, struct arena *arena)
{
	return read_document(&run_shape, run, text, length, arena);
}

/* ---- the end ---- */

static void release(const struct shape *shape, void *object)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct field *f = &shape->fields[i];
		struct list list = { 0 };
		if (f->kind != TEXTS && f->kind != OBJECTS)
			continue;
		get(&list, sizeof list, object, f);
		for (size_t k = 0; f->kind == OBJECTS && k < list.count; k++)
			release(f->of, list.at + k * f->of->size);
		vec_free(&list);
		put(object, f, &list, sizeof list);
	}
}

void report_release(struct report *report)
{
	release(&report_shape, report);
}

void report_run_release(struct report_run *run)
{
	release(&run_shape, run);
}
