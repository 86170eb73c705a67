/* Format 1.0, as far as an automaton is a chain: each edge with what is to be assumed, or which way a branch goes, is a waypoint
 * in a segment of its own. What an edge says beyond that is not needed to find the execution. */
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

#include "witness_internal.h"

struct reader {
	const char *path;
	struct witness *witness;
	struct diagnostics *diags;
	const char *file; /* programfile */
	VEC(xmlNodePtr) nodes;
	VEC(xmlNodePtr) edges;
};

static struct location spot(const struct reader *r, xmlNodePtr node)
{
	long line = xmlGetLineNo(node);
	return (struct location){ r->path, line > 0 ? (uint32_t)line : 1, 1 };
}

static bool is_element(xmlNodePtr node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name);
}

static const char *attribute(struct reader *r, xmlNodePtr node, const char *name)
{
	xmlChar *value = xmlGetProp(node, BAD_CAST name);
	const char *kept =
		value ? arena_string(r->witness->arena, (const char *)value, strlen((const char *)value)) : NULL;
	xmlFree(value);
	return kept;
}

static const char *content(struct reader *r, xmlNodePtr node)
{
	xmlChar *value = xmlNodeGetContent(node);
	const char *kept = arena_string(r->witness->arena, value ? (const char *)value : "",
					value ? strlen((const char *)value) : 0);
	xmlFree(value);
	return kept;
}

static bool has_key(struct reader *r, xmlNodePtr node, const char *key)
{
	const char *name = is_element(node, "data") ? attribute(r, node, "key") : NULL;
	return name && !strcmp(name, key);
}

static const char *data(struct reader *r, xmlNodePtr parent, const char *key)
{
	for (xmlNodePtr n = parent->children; n; n = n->next)
		if (has_key(r, n, key))
			return content(r, n);
	return NULL;
}

static const char *need(struct reader *r, xmlNodePtr parent, const char *key)
{
	const char *text = data(r, parent, key);
	if (!text)
		diagnose(r->diags, DIAG_INPUT, spot(r, parent), "there is no data '%s' here", key);
	return text;
}

static bool is_true(const char *text)
{
	return text && !strcmp(text, "true");
}

/* ---- the graph ---- */

static void read_lists(struct reader *r, xmlNodePtr graph)
{
	for (xmlNodePtr n = graph->children; n; n = n->next) {
		if (is_element(n, "node"))
			vec_push(&r->nodes, n);
		else if (is_element(n, "edge"))
			vec_push(&r->edges, n);
		else if (has_key(r, n, "programfile"))
			vec_push(&r->witness->files, content(r, n));
		else if (has_key(r, n, "programhash"))
			vec_push(&r->witness->hashes, content(r, n));
		else if (has_key(r, n, "specification"))
			vec_push(&r->witness->specification, content(r, n));
	}
}

static bool read_task(struct reader *r, xmlNodePtr graph)
{
	const char *type = need(r, graph, "witness-type"), *architecture = need(r, graph, "architecture");
	if (!type || !architecture || !need(r, graph, "programfile") || !need(r, graph, "programhash"))
		return false;
	r->witness->violation = !strcmp(type, "violation_witness");
	if (!r->witness->violation && strcmp(type, "correctness_witness") != 0) {
		diagnose(r->diags, DIAG_INPUT, spot(r, graph), "there is no witness-type '%s'", type);
		return false;
	}
	r->witness->data_model = strstr(architecture, "32") ? "ILP32" : "LP64";
	r->file = r->witness->files.at[0];
	return true;
}

static const char *basename_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool read_place(struct reader *r, xmlNodePtr edge, struct witness_place *place)
{
	const char *line = data(r, edge, "startline"), *file = data(r, edge, "originfile");
	char *end = NULL;
	errno = 0;
	unsigned long number = line ? strtoul(line, &end, 10) : 1;
	if (line && (*line < '0' || *line > '9' || *end || errno || !number || number >= UINT32_MAX)) {
		diagnose(r->diags, DIAG_INPUT, spot(r, edge), "'startline' must be a number from 1, not '%s'", line);
		return false;
	}
	place->file = basename_of(file ? file : r->file);
	place->line = line ? (uint32_t)number : 0;
	return true;
}

/* ---- violation ---- */

static xmlNodePtr node_with(struct reader *r, const char *key)
{
	for (size_t i = 0; i < r->nodes.count; i++)
		if (is_true(data(r, r->nodes.at[i], key)))
			return r->nodes.at[i];
	diagnose(r->diags, DIAG_INPUT, (struct location){ r->path, 1, 1 }, "there is no node with '%s'", key);
	return NULL;
}

/* The only edge from this node that does not end in a sink. */
static xmlNodePtr edge_from(struct reader *r, const char *node)
{
	xmlNodePtr found = NULL;
	for (size_t i = 0; i < r->edges.count; i++) {
		const char *source = attribute(r, r->edges.at[i], "source"),
			   *target = attribute(r, r->edges.at[i], "target");
		if (!source || !target || strcmp(source, node) != 0 || !strcmp(target, "sink") || !strcmp(target, node))
			continue;
		if (found) {
			diagnose(r->diags, DIAG_UNSUPPORTED, spot(r, r->edges.at[i]),
				 "a witness of format 1.0 is supported if it is a chain: node %s has two edges", node);
			return NULL;
		}
		found = r->edges.at[i];
	}
	if (!found)
		diagnose(r->diags, DIAG_INPUT, (struct location){ r->path, 1, 1 }, "no edge leads on from node %s",
			 node);
	return found;
}

static void add_waypoint(struct reader *r, struct waypoint p)
{
	p.segment = (uint32_t)r->witness->waypoints.count;
	vec_push(&r->witness->waypoints, p);
}

/* It may be written as a statement. */
static const char *without_end(struct reader *r, const char *text)
{
	size_t length = strlen(text);
	while (length && strchr("; \t\n\r", text[length - 1]))
		length--;
	return arena_string(r->witness->arena, text, length);
}

static bool read_edge(struct reader *r, xmlNodePtr edge, bool last)
{
	struct waypoint p = { .said = spot(r, edge) };
	const char *assumption = data(r, edge, "assumption"), *control = data(r, edge, "control");
	if (!read_place(r, edge, &p.place))
		return false;
	p.place.function = data(r, edge, "assumption.scope");
	if (control && p.place.line) {
		p.kind = WAYPOINT_BRANCHING;
		p.value = !strcmp(control, "condition-true") ? "true" : "false";
		add_waypoint(r, p);
	}
	if (assumption && p.place.line) {
		p.callee = data(r, edge, "assumption.resultfunction");
		p.kind = p.callee ? WAYPOINT_RETURN : WAYPOINT_ASSUMPTION;
		p.value = without_end(r, assumption);
		if (!p.callee) {
			diagnose(r->diags, DIAG_UNSUPPORTED, p.said,
				 "an assumption of format 1.0 is supported if it is about the result of a function");
			return false;
		}
		add_waypoint(r, p);
	}
	if (last) {
		p.kind = WAYPOINT_TARGET;
		p.value = p.callee = NULL;
		if (!p.place.line)
			diagnose(r->diags, DIAG_INPUT, p.said, "the edge to the violation has no line");
		add_waypoint(r, p);
	}
	return !last || p.place.line;
}

static bool read_chain(struct reader *r)
{
	xmlNodePtr entry = node_with(r, "entry"), violation = entry ? node_with(r, "violation") : NULL;
	const char *at = violation ? attribute(r, entry, "id") : NULL,
		   *goal = violation ? attribute(r, violation, "id") : NULL;
	for (size_t steps = 0; at && goal; steps++) {
		xmlNodePtr edge = edge_from(r, at);
		const char *target = edge ? attribute(r, edge, "target") : NULL;
		if (!target || steps > r->edges.count)
			return false;
		bool last = !strcmp(target, goal);
		if (!read_edge(r, edge, last))
			return false;
		if (last)
			return true;
		at = target;
	}
	return false;
}

/* ---- correctness ---- */

/* An invariant of a node holds at the loops that edges to it enter. */
static bool read_invariant(struct reader *r, xmlNodePtr node)
{
	const char *value = data(r, node, "invariant"), *id = attribute(r, node, "id");
	if (!value || !strcmp(value, "1") || !strcmp(value, "true"))
		return true;
	for (size_t i = 0; i < r->edges.count; i++) {
		const char *target = attribute(r, r->edges.at[i], "target");
		struct witness_invariant v = { .value = value, .said = spot(r, node) };
		if (!id || !target || strcmp(target, id) != 0)
			continue;
		v.loop = is_true(data(r, r->edges.at[i], "enterLoopHead"));
		if (!read_place(r, r->edges.at[i], &v.place))
			return false;
		if (!v.loop || !v.place.line) {
			diagnose(r->diags, DIAG_UNSUPPORTED, v.said,
				 "an invariant of format 1.0 is supported at the head of a loop, with its line");
			return false;
		}
		vec_push(&r->witness->invariants, v);
	}
	return true;
}

static bool read_graph(struct reader *r, xmlNodePtr graph)
{
	read_lists(r, graph);
	if (!read_task(r, graph))
		return false;
	if (r->witness->violation)
		return read_chain(r);
	bool fine = true;
	for (size_t i = 0; i < r->nodes.count && fine; i++)
		fine = read_invariant(r, r->nodes.at[i]);
	return fine;
}

static xmlNodePtr find_graph(xmlDocPtr document)
{
	xmlNodePtr root = xmlDocGetRootElement(document);
	xmlNodePtr graph = root && is_element(root, "graphml") ? root->children : NULL;
	while (graph && !is_element(graph, "graph"))
		graph = graph->next;
	return graph;
}

static void tell_damage(const char *path, struct diagnostics *diags)
{
	const xmlError *error = xmlGetLastError();
	struct location at = { path, error && error->line > 0 ? (uint32_t)error->line : 1, 1 };
	const char *text = error && error->message ? error->message : "damaged";
	diagnose(diags, DIAG_INPUT, at, "this is no XML: %.*s", (int)strcspn(text, "\n"), text);
}

struct witness *witness_read_graphml(const char *path, const char *text, size_t length, struct diagnostics *diags)
{
	struct reader r = { .path = path, .diags = diags };
	if (length > INT32_MAX) {
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the witness is too large");
		return NULL;
	}
	/* Entities are not expanded, nothing else is loaded. */
	xmlDocPtr document =
		xmlReadMemory(text, (int)length, path, NULL,
			      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
	if (!document) {
		tell_damage(path, diags);
		return NULL;
	}
	xmlNodePtr graph = find_graph(document);
	r.witness = witness_new(false);
	if (!graph)
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "there is no graph in the witness");
	if (!graph || !read_graph(&r, graph)) {
		if (!diags->errors)
			diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the graph is damaged");
		witness_free(r.witness);
		r.witness = NULL;
	}
	vec_free(&r.nodes);
	vec_free(&r.edges);
	xmlFreeDoc(document);
	return r.witness;
}
