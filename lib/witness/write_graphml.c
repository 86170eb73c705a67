/* Format 1.0: an automaton, here a chain with an edge for each waypoint, but for assumptions before a statement: in this format
 * they would hold behind one; and for what a line alone does not say. A correctness witness is a node for the start and one for each invariant. */
#include <inttypes.h>
#include <string.h>

#include "visible.h"
#include "witness_internal.h"

/* Few elements and one way of escaping: no library for XML is loaded for these lines, as by each run of verify. */
struct writer {
	struct output *out;
	unsigned depth;
	bool in_tag; /* its end has not been written */
};

/* As visible.h shows it: a file's name may have bytes that are no text of XML 1.0. */
static void write_text(struct output *out, const char *text)
{
	struct output *shown = output_memory();
	size_t length;
	visible_write(shown, text, SIZE_MAX);
	for (const char *at = output_text(shown, &length); *at; at++) {
		const char *escaped = *at == '&'   ? "&amp;"
				      : *at == '<' ? "&lt;"
				      : *at == '>' ? "&gt;"
				      : *at == '"' ? "&quot;"
						   : NULL;
		if (escaped)
			output_string(out, escaped);
		else
			output_write(out, at, 1);
	}
	output_abandon(shown);
}

static void end_tag(struct writer *w)
{
	if (w->in_tag)
		output_string(w->out, ">");
	w->in_tag = false;
}

static void begin(struct writer *w, const char *name)
{
	end_tag(w);
	output_format(w->out, "\n%*s<%s", (int)w->depth++, "", name);
	w->in_tag = true;
}

static void attribute(struct writer *w, const char *name, const char *value)
{
	output_format(w->out, " %s=\"", name);
	write_text(w->out, value);
	output_string(w->out, "\"");
}

/* Of an element that has others in it, or nothing. */
static void end(struct writer *w, const char *name)
{
	w->depth--;
	if (w->in_tag)
		output_string(w->out, "/>");
	else
		output_format(w->out, "\n%*s</%s>", (int)w->depth, "", name);
	w->in_tag = false;
}

static void end_with_text(struct writer *w, const char *name, const char *text, const char *more)
{
	end_tag(w);
	write_text(w->out, text);
	output_format(w->out, "%s</%s>", more, name);
	w->depth--;
}

static void data(struct writer *w, const char *key, const char *value)
{
	begin(w, "data");
	attribute(w, "key", key);
	end_with_text(w, "data", value, "");
}

static void data_number(struct writer *w, const char *key, uint32_t number)
{
	char text[16];
	snprintf(text, sizeof text, "%" PRIu32, number);
	data(w, key, text);
}

static void node_name(char name[16], uint32_t number)
{
	snprintf(name, 16, "N%" PRIu32, number);
}

static const struct {
	const char *id, *type, *where, *otherwise;
} keys[] = {
	{ "witness-type", "string", "graph", NULL },
	{ "sourcecodelang", "string", "graph", NULL },
	{ "producer", "string", "graph", NULL },
	{ "specification", "string", "graph", NULL },
	{ "programfile", "string", "graph", NULL },
	{ "programhash", "string", "graph", NULL },
	{ "architecture", "string", "graph", NULL },
	{ "creationtime", "string", "graph", NULL },
	{ "entry", "boolean", "node", "false" },
	{ "violation", "boolean", "node", "false" },
	{ "invariant", "string", "node", NULL },
	{ "invariant.scope", "string", "node", NULL },
	{ "startline", "int", "edge", NULL },
	{ "originfile", "string", "edge", NULL },
	{ "assumption", "string", "edge", NULL },
	{ "assumption.scope", "string", "edge", NULL },
	{ "assumption.resultfunction", "string", "edge", NULL },
	{ "control", "string", "edge", NULL },
	{ "enterLoopHead", "boolean", "edge", "false" },
	{ "enterFunction", "string", "edge", NULL },
};

static void write_default(struct writer *w, const char *text)
{
	begin(w, "default");
	end_with_text(w, "default", text, "");
}

static void write_keys(struct writer *w)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		begin(w, "key");
		attribute(w, "id", keys[i].id);
		attribute(w, "attr.name", keys[i].id);
		attribute(w, "attr.type", keys[i].type);
		attribute(w, "for", keys[i].where);
		if (keys[i].otherwise)
			write_default(w, keys[i].otherwise);
		end(w, "key");
	}
}

static void write_task(struct writer *w, const struct witness *witness)
{
	char time[WITNESS_TIME];
	witness_time(time);
	data(w, "witness-type", witness->violation ? "violation_witness" : "correctness_witness");
	data(w, "sourcecodelang", "C");
	data(w, "producer", WITNESS_PRODUCER " " PLUMB_VERSION);
	for (size_t i = 0; i < witness->specification.count; i++)
		data(w, "specification", witness->specification.at[i]);
	for (size_t i = 0; i < witness->files.count; i++) {
		data(w, "programfile", witness->files.at[i]);
		data(w, "programhash", witness->hashes.at[i]);
	}
	data(w, "architecture", !strcmp(witness->data_model, "ILP32") ? "32bit" : "64bit");
	data(w, "creationtime", time);
}

static void write_node(struct writer *w, uint32_t number, bool violation, const struct witness_invariant *invariant)
{
	char name[16];
	node_name(name, number);
	begin(w, "node");
	attribute(w, "id", name);
	if (!number)
		data(w, "entry", "true");
	if (violation)
		data(w, "violation", "true");
	if (invariant)
		data(w, "invariant", invariant->value);
	if (invariant && invariant->place.function)
		data(w, "invariant.scope", invariant->place.function);
	end(w, "node");
}

static void begin_edge(struct writer *w, uint32_t from, uint32_t to, const struct witness_place *place)
{
	char source[16], target[16];
	node_name(source, from);
	node_name(target, to);
	begin(w, "edge");
	attribute(w, "source", source);
	attribute(w, "target", target);
	data(w, "originfile", place->file);
	data_number(w, "startline", place->line);
}

static void write_waypoint(struct writer *w, uint32_t number, const struct waypoint *p)
{
	begin_edge(w, number, number + 1, &p->place);
	if (p->kind == WAYPOINT_BRANCHING)
		data(w, "control", !strcmp(p->value, "true") ? "condition-true" : "condition-false");
	if (p->kind == WAYPOINT_RETURN && p->value && p->callee) {
		begin(w, "data");
		attribute(w, "key", "assumption");
		end_with_text(w, "data", p->value, ";");
		if (p->place.function)
			data(w, "assumption.scope", p->place.function);
		data(w, "assumption.resultfunction", p->callee);
	}
	end(w, "edge");
}

static void write_violation(struct writer *w, const struct witness *witness)
{
	uint32_t number = 0;
	write_node(w, 0, false, NULL);
	for (size_t i = 0; i < witness->waypoints.count; i++) {
		const struct waypoint *p = &witness->waypoints.at[i];
		if (p->kind == WAYPOINT_ASSUMPTION || p->beside)
			continue;
		write_node(w, number + 1, p->kind == WAYPOINT_TARGET, NULL);
		write_waypoint(w, number, p);
		number++;
	}
}

static void write_invariants(struct writer *w, const struct witness *witness)
{
	write_node(w, 0, false, NULL);
	for (uint32_t i = 0; i < witness->invariants.count; i++) {
		const struct witness_invariant *v = &witness->invariants.at[i];
		write_node(w, i + 1, false, v);
		begin_edge(w, 0, i + 1, &v->place);
		if (v->loop)
			data(w, "enterLoopHead", "true");
		end(w, "edge");
	}
}

void witness_write_graphml(struct output *out, const struct witness *witness)
{
	struct writer w = { .out = out };
	output_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>");
	begin(&w, "graphml");
	attribute(&w, "xmlns", "http://graphml.graphdrawing.org/xmlns");
	attribute(&w, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
	write_keys(&w);
	begin(&w, "graph");
	attribute(&w, "edgedefault", "directed");
	write_task(&w, witness);
	if (witness->violation)
		write_violation(&w, witness);
	else
		write_invariants(&w, witness);
	end(&w, "graph");
	end(&w, "graphml");
	output_string(out, "\n");
}
