/* Format 2.0, and of 2.1 what that has too. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "witness_internal.h"

struct reader {
	const char *path;
	yaml_document_t document;
	struct witness *witness;
	struct diagnostics *diags;
};

static struct location spot(const struct reader *r, const yaml_node_t *node)
{
	return (struct location){ r->path, (uint32_t)node->start_mark.line + 1, (uint32_t)node->start_mark.column + 1 };
}

static const char *scalar(const yaml_node_t *node)
{
	return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

/* NULL: there is none. */
static yaml_node_t *find(struct reader *r, const yaml_node_t *map, const char *key)
{
	if (map->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
		const char *name = scalar(yaml_document_get_node(&r->document, p->key));
		if (name && !strcmp(name, key))
			return yaml_document_get_node(&r->document, p->value);
	}
	return NULL;
}

static yaml_node_t *need(struct reader *r, const yaml_node_t *map, const char *key, yaml_node_type_t type)
{
	static const char *const names[] = { "nothing", "a text", "a list", "a mapping" };
	yaml_node_t *node = find(r, map, key);
	if (!node)
		diagnose(r->diags, DIAG_INPUT, spot(r, map), "there is no '%s' here", key);
	else if (node->type != type)
		diagnose(r->diags, DIAG_INPUT, spot(r, node), "'%s' must be %s", key, names[type]);
	return node && node->type == type ? node : NULL;
}

static const char *keep(struct reader *r, const char *text)
{
	return arena_string(r->witness->arena, text, strlen(text));
}

static const char *need_text(struct reader *r, const yaml_node_t *map, const char *key)
{
	yaml_node_t *node = need(r, map, key, YAML_SCALAR_NODE);
	if (node && strlen(scalar(node)) != node->data.scalar.length) {
		diagnose(r->diags, DIAG_INPUT, spot(r, node), "'%s' has a NUL", key);
		return NULL;
	}
	return node ? keep(r, scalar(node)) : NULL;
}

static bool read_number(struct reader *r, const yaml_node_t *map, const char *key, bool needed, uint32_t *number)
{
	if (!needed && !find(r, map, key))
		return true;
	yaml_node_t *node = need(r, map, key, YAML_SCALAR_NODE);
	if (!node)
		return false;
	char *end;
	errno = 0;
	unsigned long value = strtoul(scalar(node), &end, 10);
	bool fine = *scalar(node) >= '0' && *scalar(node) <= '9' && !*end && !errno && value >= 1 && value < UINT32_MAX;
	if (!fine)
		diagnose(r->diags, DIAG_INPUT, spot(r, node), "'%s' must be a number from 1, not '%s'", key,
			 scalar(node));
	*number = (uint32_t)value;
	return fine;
}

static bool read_place(struct reader *r, const yaml_node_t *map, struct witness_place *place)
{
	yaml_node_t *node = need(r, map, "location", YAML_MAPPING_NODE);
	if (!node)
		return false;
	place->file = need_text(r, node, "file_name");
	yaml_node_t *function = find(r, node, "function");
	if (function && scalar(function))
		place->function = keep(r, scalar(function));
	return place->file && read_number(r, node, "line", true, &place->line) &&
	       read_number(r, node, "column", false, &place->column);
}

/* Which of the words it is; `count`: none, which is an error. */
static unsigned choose(struct reader *r, const yaml_node_t *map, const char *key, const char *const *words,
		       unsigned count)
{
	const char *text = need_text(r, map, key);
	unsigned i = 0;
	while (text && i < count && strcmp(text, words[i]) != 0)
		i++;
	if (text && i == count)
		diagnose(r->diags, DIAG_INPUT, spot(r, find(r, map, key)), "'%s' cannot be '%s'", key, text);
	return text ? i : count;
}

/* ---- content ---- */

static bool is_known_format(const char *text)
{
	return !strcmp(text, "c_expression") || !strcmp(text, "acsl_expression") || !strcmp(text, "ext_c_expression");
}

static bool check_format(struct reader *r, const yaml_node_t *map)
{
	yaml_node_t *format = find(r, map, "format");
	bool fine = !format || (scalar(format) && is_known_format(scalar(format)));
	if (!fine)
		diagnose(r->diags, DIAG_INPUT, spot(r, format), "there is no such format of expressions");
	return fine;
}

static bool read_constraint(struct reader *r, const yaml_node_t *node, struct waypoint *p)
{
	yaml_node_t *constraint = find(r, node, "constraint");
	bool needed = p->kind == WAYPOINT_ASSUMPTION || p->kind == WAYPOINT_BRANCHING;
	if (!constraint && !needed)
		return true;
	constraint = need(r, node, "constraint", YAML_MAPPING_NODE);
	if (!constraint || !check_format(r, constraint))
		return false;
	p->value = need_text(r, constraint, "value");
	if (!p->value || p->kind != WAYPOINT_BRANCHING || !strcmp(p->value, "true") || !strcmp(p->value, "false"))
		return p->value;
	diagnose(r->diags, DIAG_UNSUPPORTED, spot(r, constraint),
		 "branching is supported to true and to false, not to '%s'", p->value);
	return false;
}

static bool read_waypoint(struct reader *r, const yaml_node_t *outer, uint32_t segment)
{
	static const char *const actions[] = { "follow", "avoid" };
	yaml_node_t *node = need(r, outer, "waypoint", YAML_MAPPING_NODE);
	struct waypoint p = { .segment = segment };
	if (!node)
		return false;
	unsigned kind = choose(r, node, "type", waypoint_names, WAYPOINT_KINDS);
	unsigned action = choose(r, node, "action", actions, 2);
	p.kind = kind;
	p.avoid = action == 1;
	p.said = spot(r, node);
	if (kind == WAYPOINT_KINDS || action == 2 || !read_place(r, node, &p.place) || !read_constraint(r, node, &p))
		return false;
	vec_push(&r->witness->waypoints, p);
	return true;
}

/* Those to avoid come first, then one to follow. */
static bool check_segment(struct reader *r, const yaml_node_t *list, size_t first, bool last)
{
	const struct witness *w = r->witness;
	bool fine = w->waypoints.count > first;
	for (size_t i = first; i < w->waypoints.count; i++)
		fine = fine && w->waypoints.at[i].avoid == (i + 1 < w->waypoints.count);
	if (!fine)
		diagnose(r->diags, DIAG_INPUT, spot(r, list), "a segment ends with its one waypoint that is followed");
	else if ((vec_last(&w->waypoints).kind == WAYPOINT_TARGET) != last)
		diagnose(r->diags, DIAG_INPUT, spot(r, list),
			 last ? "the last segment must end in the target" : "only the last segment ends in the target");
	else
		return true;
	return false;
}

static bool read_segments(struct reader *r, const yaml_node_t *content)
{
	uint32_t count = (uint32_t)(content->data.sequence.items.top - content->data.sequence.items.start);
	if (!count)
		diagnose(r->diags, DIAG_INPUT, spot(r, content), "there is no segment");
	for (uint32_t i = 0; i < count; i++) {
		yaml_node_t *item = yaml_document_get_node(&r->document, content->data.sequence.items.start[i]);
		yaml_node_t *list = need(r, item, "segment", YAML_SEQUENCE_NODE);
		size_t first = r->witness->waypoints.count;
		if (!list)
			return false;
		for (yaml_node_item_t *at = list->data.sequence.items.start; at < list->data.sequence.items.top; at++)
			if (!read_waypoint(r, yaml_document_get_node(&r->document, *at), i))
				return false;
		if (!check_segment(r, list, first, i + 1 == count))
			return false;
	}
	return count;
}

static bool read_invariants(struct reader *r, const yaml_node_t *content)
{
	static const char *const types[] = { "loop_invariant", "location_invariant" };
	for (yaml_node_item_t *at = content->data.sequence.items.start; at < content->data.sequence.items.top; at++) {
		yaml_node_t *node = need(r, yaml_document_get_node(&r->document, *at), "invariant", YAML_MAPPING_NODE);
		struct witness_invariant v = { 0 };
		unsigned type = node ? choose(r, node, "type", types, 2) : 2;
		if (type == 2 || !check_format(r, node) || !read_place(r, node, &v.place))
			return false;
		v.loop = type == 0;
		v.value = need_text(r, node, "value");
		v.said = spot(r, node);
		if (!v.value)
			return false;
		vec_push(&r->witness->invariants, v);
	}
	return true;
}

/* ---- metadata ---- */

static bool read_files(struct reader *r, const yaml_node_t *task)
{
	yaml_node_t *files = need(r, task, "input_files", YAML_SEQUENCE_NODE);
	yaml_node_t *hashes = need(r, task, "input_file_hashes", YAML_MAPPING_NODE);
	if (!files || !hashes)
		return false;
	for (yaml_node_item_t *at = files->data.sequence.items.start; at < files->data.sequence.items.top; at++) {
		const yaml_node_t *node = yaml_document_get_node(&r->document, *at);
		if (!scalar(node)) {
			diagnose(r->diags, DIAG_INPUT, spot(r, node), "the name of a file must be a text");
			return false;
		}
		const char *hash = need_text(r, hashes, scalar(node));
		if (!hash)
			return false;
		vec_push(&r->witness->files, keep(r, scalar(node)));
		vec_push(&r->witness->hashes, hash);
	}
	return true;
}

static bool read_task(struct reader *r, const yaml_node_t *task)
{
	const char *specification = need_text(r, task, "specification");
	r->witness->data_model = need_text(r, task, "data_model");
	if (specification)
		vec_push(&r->witness->specification, specification);
	return specification && r->witness->data_model && read_files(r, task);
}

static bool read_metadata(struct reader *r, const yaml_node_t *entry)
{
	yaml_node_t *metadata = need(r, entry, "metadata", YAML_MAPPING_NODE);
	const char *version = metadata ? need_text(r, metadata, "format_version") : NULL;
	if (!version)
		return false;
	if (strcmp(version, "2.0") != 0 && strcmp(version, "2.1") != 0) {
		diagnose(r->diags, DIAG_INPUT, spot(r, find(r, metadata, "format_version")),
			 "version %s of the format is not known: 2.0 and 2.1 are", version);
		return false;
	}
	yaml_node_t *task = need(r, metadata, "task", YAML_MAPPING_NODE);
	return task && read_task(r, task);
}

/* ---- the whole ---- */

static bool read_entry(struct reader *r, const yaml_node_t *entry)
{
	static const char *const types[] = { "invariant_set", "violation_sequence" };
	unsigned type = choose(r, entry, "entry_type", types, 2);
	if (type == 2)
		return false;
	r->witness->violation = type;
	if (!read_metadata(r, entry))
		return false;
	yaml_node_t *content = need(r, entry, "content", YAML_SEQUENCE_NODE);
	return content && (type ? read_segments(r, content) : read_invariants(r, content));
}

static bool read_root(struct reader *r)
{
	yaml_node_t *root = yaml_document_get_root_node(&r->document);
	struct location start = { r->path, 1, 1 };
	if (!root || root->type != YAML_SEQUENCE_NODE)
		diagnose(r->diags, DIAG_INPUT, root ? spot(r, root) : start, "a witness is a list of entries");
	else if (root->data.sequence.items.top - root->data.sequence.items.start != 1)
		diagnose(r->diags, DIAG_INPUT, spot(r, root), "a witness that is read has one entry");
	else
		return read_entry(r, yaml_document_get_node(&r->document, *root->data.sequence.items.start));
	return false;
}

struct witness *witness_read_yaml(const char *path, const char *text, size_t length, struct diagnostics *diags)
{
	yaml_parser_t parser;
	struct reader r = { .path = path, .diags = diags };
	if (!yaml_parser_initialize(&parser))
		memory_exhausted();
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
	if (!yaml_parser_load(&parser, &r.document)) {
		struct location at = { path, (uint32_t)parser.problem_mark.line + 1,
				       (uint32_t)parser.problem_mark.column + 1 };
		diagnose(diags, DIAG_INPUT, at, "this is no YAML: %s", parser.problem ? parser.problem : "damaged");
		yaml_parser_delete(&parser);
		return NULL;
	}
	r.witness = witness_new(false);
	if (!read_root(&r)) {
		witness_free(r.witness);
		r.witness = NULL;
	}
	yaml_document_delete(&r.document);
	yaml_parser_delete(&parser);
	return r.witness;
}
