/* Format 1.0, as far as an automaton is a chain: each edge with what is to be assumed, or which way a branch goes, is a waypoint
 * in a segment of its own. What an edge says beyond that is not needed to find the execution. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "witness_internal.h"
#include "xml_tree.h"

struct reader {
	const char *path;
	struct witness *witness;
	struct diagnostics *diags;
	const char *file; /* programfile */
	VEC(const struct xml_element *) nodes;
	VEC(const struct xml_element *) edges;
};

static struct location spot(const struct reader *r, const struct xml_element *e)
{
	return (struct location){ r->path, e->line, 1 };
}

static bool is_element(const struct xml_element *e, const char *name)
{
	return !strcmp(e->name, name);
}

static bool has_key(const struct xml_element *node, const char *key)
{
	const char *name = is_element(node, "data") ? xml_attribute(node, "key") : NULL;
	return name && !strcmp(name, key);
}

static const char *data(struct reader *r, const struct xml_element *parent, const char *key)
{
	(void)r;
	for (const struct xml_element *n = parent->first; n; n = n->next)
		if (has_key(n, key))
			return n->text;
	return NULL;
}

static const char *need(struct reader *r, const struct xml_element *parent, const char *key)
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

static void read_lists(struct reader *r, const struct xml_element *graph)
{
	for (const struct xml_element *n = graph->first; n; n = n->next) {
		if (is_element(n, "node"))
			vec_push(&r->nodes, n);
		else if (is_element(n, "edge"))
			vec_push(&r->edges, n);
		else if (has_key(n, "programfile"))
			vec_push(&r->witness->files, n->text);
		else if (has_key(n, "programhash"))
			vec_push(&r->witness->hashes, n->text);
		else if (has_key(n, "specification"))
			vec_push(&r->witness->specification, n->text);
	}
}

static bool read_task(struct reader *r, const struct xml_element *graph)
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

static bool read_place(struct reader *r, const struct xml_element *edge, struct witness_place *place)
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

static const struct xml_element *node_with(struct reader *r, const char *key)
{
	for (size_t i = 0; i < r->nodes.count; i++)
		if (is_true(data(r, r->nodes.at[i], key)))
			return r->nodes.at[i];
	diagnose(r->diags, DIAG_INPUT, (struct location){ r->path, 1, 1 }, "there is no node with '%s'", key);
	return NULL;
}

/* The only edge from this node that does not end in a sink. */
static const struct xml_element *edge_from(struct reader *r, const char *node)
{
	const struct xml_element *found = NULL;
	for (size_t i = 0; i < r->edges.count; i++) {
		const char *source = xml_attribute(r->edges.at[i], "source"),
			   *target = xml_attribute(r->edges.at[i], "target");
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

static bool read_edge(struct reader *r, const struct xml_element *edge, bool last)
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
	const struct xml_element *entry = node_with(r, "entry"), *violation = entry ? node_with(r, "violation") : NULL;
	const char *at = violation ? xml_attribute(entry, "id") : NULL,
		   *goal = violation ? xml_attribute(violation, "id") : NULL;
	for (size_t steps = 0; at && goal; steps++) {
		const struct xml_element *edge = edge_from(r, at);
		const char *target = edge ? xml_attribute(edge, "target") : NULL;
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
static bool read_invariant(struct reader *r, const struct xml_element *node)
{
	const char *value = data(r, node, "invariant"), *id = xml_attribute(node, "id");
	if (!value || !strcmp(value, "1") || !strcmp(value, "true"))
		return true;
	for (size_t i = 0; i < r->edges.count; i++) {
		const char *target = xml_attribute(r->edges.at[i], "target");
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

static bool read_graph(struct reader *r, const struct xml_element *graph)
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

static const struct xml_element *find_graph(const struct xml_element *root)
{
	const struct xml_element *graph = is_element(root, "graphml") ? root->first : NULL;
	while (graph && !is_element(graph, "graph"))
		graph = graph->next;
	return graph;
}

struct witness *witness_read_graphml(const char *path, const char *text, size_t length, struct diagnostics *diags)
{
	struct reader r = { .path = path, .diags = diags, .witness = witness_new(false) };
	const struct xml_element *root = xml_tree_read(r.witness->arena, path, text, length, diags);
	const struct xml_element *graph = root ? find_graph(root) : NULL;
	if (root && !graph)
		diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "there is no graph in the witness");
	if (!graph || !read_graph(&r, graph)) {
		if (!diags->errors)
			diagnose(diags, DIAG_INPUT, (struct location){ path, 1, 1 }, "the graph is damaged");
		witness_free(r.witness);
		r.witness = NULL;
	}
	vec_free(&r.nodes);
	vec_free(&r.edges);
	return r.witness;
}
