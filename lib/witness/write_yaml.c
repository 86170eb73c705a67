/* Format 2.0. */
#include <inttypes.h>
#include <string.h>
#include <yaml.h>

#include "visible.h"
#include "witness_internal.h"

struct writer {
	yaml_document_t document;
	struct output *out;
};

/* As visible.h shows it: YAML is UTF-8, and a file's name may have any bytes. */
static int scalar(struct writer *w, const char *text, bool quoted)
{
	struct output *shown = output_memory();
	size_t length;
	visible_write(shown, text, SIZE_MAX);
	const char *bytes = output_text(shown, &length);
	int number = yaml_document_add_scalar(&w->document, NULL, (const yaml_char_t *)bytes, (int)length,
					      quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE);
	output_abandon(shown);
	if (!number)
		memory_exhausted();
	return number;
}

static int mapping(struct writer *w)
{
	return yaml_document_add_mapping(&w->document, NULL, YAML_BLOCK_MAPPING_STYLE);
}

static int sequence(struct writer *w)
{
	return yaml_document_add_sequence(&w->document, NULL, YAML_BLOCK_SEQUENCE_STYLE);
}

static void put(struct writer *w, int map, const char *key, int value)
{
	yaml_document_append_mapping_pair(&w->document, map, scalar(w, key, false), value);
}

static void put_text(struct writer *w, int map, const char *key, const char *text)
{
	put(w, map, key, scalar(w, text, true));
}

static void put_number(struct writer *w, int map, const char *key, uint32_t number)
{
	char text[16];
	snprintf(text, sizeof text, "%" PRIu32, number);
	put(w, map, key, scalar(w, text, false));
}

static int place(struct writer *w, const struct witness_place *p)
{
	int map = mapping(w);
	put_text(w, map, "file_name", p->file);
	put_number(w, map, "line", p->line);
	if (p->column)
		put_number(w, map, "column", p->column);
	if (p->function)
		put_text(w, map, "function", p->function);
	return map;
}

static int waypoint(struct writer *w, const struct waypoint *p)
{
	int map = mapping(w), outer = mapping(w);
	put_text(w, map, "type", waypoint_names[p->kind]);
	put_text(w, map, "action", p->avoid ? "avoid" : "follow");
	if (p->value) {
		int constraint = mapping(w);
		put_text(w, constraint, "value", p->value);
		if (p->kind == WAYPOINT_ASSUMPTION)
			put_text(w, constraint, "format", "c_expression");
		if (p->kind == WAYPOINT_RETURN)
			put_text(w, constraint, "format", "acsl_expression");
		put(w, map, "constraint", constraint);
	}
	put(w, map, "location", place(w, &p->place));
	put(w, outer, "waypoint", map);
	return outer;
}

static int segments(struct writer *w, const struct witness *witness)
{
	int list = sequence(w), segment = 0;
	uint32_t last = UINT32_MAX;
	for (size_t i = 0; i < witness->waypoints.count; i++) {
		const struct waypoint *p = &witness->waypoints.at[i];
		if (p->segment != last) {
			int map = mapping(w);
			segment = sequence(w);
			put(w, map, "segment", segment);
			yaml_document_append_sequence_item(&w->document, list, map);
			last = p->segment;
		}
		yaml_document_append_sequence_item(&w->document, segment, waypoint(w, p));
	}
	return list;
}

static int invariants(struct writer *w, const struct witness *witness)
{
	int list = sequence(w);
	for (size_t i = 0; i < witness->invariants.count; i++) {
		const struct witness_invariant *v = &witness->invariants.at[i];
		int map = mapping(w), outer = mapping(w);
		put_text(w, map, "type", v->loop ? "loop_invariant" : "location_invariant");
		put(w, map, "location", place(w, &v->place));
		put_text(w, map, "value", v->value);
		put_text(w, map, "format", "c_expression");
		put(w, outer, "invariant", map);
		yaml_document_append_sequence_item(&w->document, list, outer);
	}
	return list;
}

static int task(struct writer *w, const struct witness *witness)
{
	int map = mapping(w), files = sequence(w), hashes = mapping(w);
	struct output *lines = output_memory();
	size_t length;
	for (size_t i = 0; i < witness->files.count; i++) {
		yaml_document_append_sequence_item(&w->document, files, scalar(w, witness->files.at[i], true));
		put_text(w, hashes, witness->files.at[i], witness->hashes.at[i]);
	}
	for (size_t i = 0; i < witness->specification.count; i++)
		output_format(lines, "%s%s", i ? "\n" : "", witness->specification.at[i]);
	put(w, map, "input_files", files);
	put(w, map, "input_file_hashes", hashes);
	put_text(w, map, "specification", output_text(lines, &length));
	put_text(w, map, "data_model", witness->data_model);
	put_text(w, map, "language", "C");
	output_abandon(lines);
	return map;
}

static int metadata(struct writer *w, const struct witness *witness)
{
	char uuid[WITNESS_UUID], time[WITNESS_TIME];
	int map = mapping(w), producer = mapping(w);
	witness_uuid(uuid);
	witness_time(time);
	put_text(w, producer, "name", WITNESS_PRODUCER);
	put_text(w, producer, "version", PLUMB_VERSION);
	put_text(w, map, "format_version", "2.0");
	put_text(w, map, "uuid", uuid);
	put_text(w, map, "creation_time", time);
	put(w, map, "producer", producer);
	put(w, map, "task", task(w, witness));
	return map;
}

static int emit(void *context, unsigned char *bytes, size_t length)
{
	output_write(context, (const char *)bytes, length);
	return 1;
}

static void write_document(struct writer *w)
{
	yaml_emitter_t emitter;
	if (!yaml_emitter_initialize(&emitter))
		memory_exhausted();
	yaml_emitter_set_output(&emitter, emit, w->out);
	yaml_emitter_set_width(&emitter, -1);
	/* The document goes to the emitter, which releases it. */
	if (!yaml_emitter_open(&emitter) || !yaml_emitter_dump(&emitter, &w->document) || !yaml_emitter_close(&emitter))
		memory_exhausted();
	yaml_emitter_delete(&emitter);
}

void witness_write_yaml(struct output *out, const struct witness *witness)
{
	struct writer w = { .out = out };
	if (!yaml_document_initialize(&w.document, NULL, NULL, NULL, true, true))
		memory_exhausted();
	int root = sequence(&w), entry = mapping(&w);
	yaml_document_append_sequence_item(&w.document, root, entry);
	put_text(&w, entry, "entry_type", witness->violation ? "violation_sequence" : "invariant_set");
	put(&w, entry, "metadata", metadata(&w, witness));
	put(&w, entry, "content", witness->violation ? segments(&w, witness) : invariants(&w, witness));
	write_document(&w);
}
