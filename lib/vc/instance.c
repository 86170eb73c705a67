/* Nodes of the inlining DAG, and the names of what is unknown in them. They live as long as the struct vc, so that
 * a later execution makes the same terms where nothing has changed. */
#include "execute.h"

struct vc_node *vc_node_new(struct vc *vc, struct procedure *proc, struct vc_node *parent, const struct statement *site)
{
	struct vc_node *node = arena_alloc(vc->nodes, sizeof *node);
	node->id = (uint32_t)vc->all_nodes.count;
	node->procedure = proc;
	node->parent = parent;
	node->site = site;
	vec_push(&vc->all_nodes, node);
	return node;
}

struct vc_node *node_child(struct vc *vc, struct vc_node *node, const struct statement *site)
{
	struct vc_node *child = table_get(&node->children, site, NULL);
	if (child)
		return child;
	child = vc_node_new(vc, site->callee, node, site);
	table_put(&node->children, site, child);
	return child;
}

/* Pointers have at most 48 bits; `index`, which is less than MAX_TARGETS, stands below them. */
static uint64_t leaf_key(const void *key, uint32_t index)
{
	return (uint64_t)(uintptr_t)key << 16 | (index & 0xffff);
}

term vc_leaf(const struct vc_node *node, const void *key, uint32_t index)
{
	return (term)table_get(&node->leaves, leaf_key(key, index), 0);
}

term node_leaf(struct vc *vc, struct vc_node *node, const void *key, uint32_t index, sort s, const char *name)
{
	term leaf = vc_leaf(node, key, index);
	if (leaf)
		return leaf;
	leaf = term_variable(vc->program->bank, s, name);
	table_put(&node->leaves, leaf_key(key, index), leaf);
	return leaf;
}

term vc_initial(const struct vc *vc, const struct variable *global)
{
	return vc_leaf(&vc->initial, global, 0);
}

term node_identity(struct vc *vc, struct vc_node *node, const struct statement *s)
{
	term value = vc_leaf(node, s, 0);
	if (!value) {
		value = term_bv(vc->program->bank, sort_width(vc->program->bank, s->target->sort), vc->next_fresh++);
		table_put(&node->leaves, leaf_key(s, 0), value);
	}
	return value;
}

struct procedure_facts *facts_of(struct vc *vc, const struct procedure *proc)
{
	if (!vc->facts[proc->index])
		vc->facts[proc->index] = procedure_facts_new(proc, vc->graph);
	return vc->facts[proc->index];
}

const struct dag_reach *reach_of(void *context, const struct procedure *proc)
{
	return procedure_facts_reach(facts_of(context, proc));
}
