#include "dot.h"

#include <inttypes.h>

#include "inlining.h"
#include "visible.h"

/* In a string of Graphviz, to which a backslash is special. */
static void write_quoted(struct output *out, const char *text)
{
	while (*text) {
		size_t length = visible_length(text);
		if (!length)
			output_format(out, "\\\\x%02x", (unsigned char)*text);
		else if (*text == '"' || *text == '\\')
			output_format(out, "\\%c", *text);
		else
			output_write(out, text, length);
		text += length ? length : 1;
	}
}

static void write_label(struct output *out, const struct statement *site)
{
	struct location at = attribute_location(site->attributes);
	if (!at.file)
		return;
	output_string(out, " [label=\"");
	write_quoted(out, at.file);
	output_format(out, ":%u\"]", at.line);
}

static void write_instance(struct output *out, const struct vc_node *node)
{
	output_format(out, "  n%" PRIu32 " [label=\"", node->id);
	write_quoted(out, node->procedure->name);
	output_string(out, "\"];\n");
	for (size_t i = 0; i < node->out.count; i++) {
		const struct vc_edge *e = node->out.at[i];
		output_format(out, "  n%" PRIu32 " -> n%" PRIu32, node->id, e->destination->id);
		write_label(out, e->site);
		output_string(out, ";\n");
	}
}

static void write_open(struct output *out, const struct vc_edge *edge)
{
	output_format(out, "  n%" PRIu32 " [style=dashed, label=\"", edge->child->id);
	write_quoted(out, edge->site->callee->name);
	output_format(out, "\"];\n  n%" PRIu32 " -> n%" PRIu32, edge->source->id, edge->child->id);
	write_label(out, edge->site);
	output_string(out, ";\n");
}

void dot_write(const struct vc *vc, struct output *out)
{
	size_t count;
	struct vc_node **instances = vc_instances(vc, &count);
	const struct vc_result *r = vc_result(vc);
	output_string(out, "digraph inlining {\n  node [shape=box];\n");
	for (size_t i = 0; i < count; i++)
		write_instance(out, instances[i]);
	for (size_t i = 0; i < r->open_count; i++)
		write_open(out, r->open[i]);
	output_string(out, "}\n");
	memory_free(instances);
}
