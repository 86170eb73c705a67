/* Format 1.0: an automaton, here a chain with an edge for each waypoint, but for assumptions before a statement: in this format
 * they would hold behind one. A correctness witness is a node for the start and one for each invariant. */
#include <inttypes.h>
#include <libxml/xmlwriter.h>
#include <string.h>

#include "witness_internal.h"

struct writer {
	xmlTextWriterPtr xml;
};

static void begin(struct writer *w, const char *name)
{
	xmlTextWriterStartElement(w->xml, BAD_CAST name);
}

static void attribute(struct writer *w, const char *name, const char *value)
{
	xmlTextWriterWriteAttribute(w->xml, BAD_CAST name, BAD_CAST value);
}

static void end(struct writer *w)
{
	xmlTextWriterEndElement(w->xml);
}

static void data(struct writer *w, const char *key, const char *value)
{
	begin(w, "data");
	attribute(w, "key", key);
	xmlTextWriterWriteString(w->xml, BAD_CAST value);
	end(w);
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

static void write_keys(struct writer *w)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		begin(w, "key");
		attribute(w, "id", keys[i].id);
		attribute(w, "attr.name", keys[i].id);
		attribute(w, "attr.type", keys[i].type);
		attribute(w, "for", keys[i].where);
		if (keys[i].otherwise)
			xmlTextWriterWriteElement(w->xml, BAD_CAST "default", BAD_CAST keys[i].otherwise);
		end(w);
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
	end(w);
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
		xmlTextWriterStartElement(w->xml, BAD_CAST "data");
		attribute(w, "key", "assumption");
		xmlTextWriterWriteFormatString(w->xml, "%s;", p->value);
		end(w);
		if (p->place.function)
			data(w, "assumption.scope", p->place.function);
		data(w, "assumption.resultfunction", p->callee);
	}
	end(w);
}

static void write_violation(struct writer *w, const struct witness *witness)
{
	uint32_t number = 0;
	write_node(w, 0, false, NULL);
	for (size_t i = 0; i < witness->waypoints.count; i++) {
		const struct waypoint *p = &witness->waypoints.at[i];
		if (p->kind == WAYPOINT_ASSUMPTION)
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
		end(w);
	}
}

void witness_write_graphml(struct output *out, const struct witness *witness)
{
	xmlBufferPtr buffer = xmlBufferCreate();
	struct writer w = { buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL };
	if (!w.xml)
		memory_exhausted();
	xmlTextWriterSetIndent(w.xml, 1);
	xmlTextWriterStartDocument(w.xml, NULL, "UTF-8", "no");
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
	xmlTextWriterEndDocument(w.xml);
	xmlFreeTextWriter(w.xml);
	output_write(out, (const char *)xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
	xmlBufferFree(buffer);
}
