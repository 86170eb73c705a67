/* A program with its instances: what lives longer than one execution, and what the last one has left. */
#include "execute.h"

static void find_may_violate(struct vc *vc)
{
	const struct callgraph *g = vc->graph;
	vc->may_violate = memory_alloc(g->count * sizeof *vc->may_violate);
	bool *component = memory_alloc(g->component_count * sizeof *component);
	for (uint32_t i = 0; i < g->component_count; i++) {
		for (uint32_t m = g->member_start[i]; m < g->member_start[i + 1]; m++) {
			const struct procedure *proc = vc->program->procedures[g->members[m]];
			component[i] = component[i] || effects_asserts(vc->effects, proc);
			for (uint32_t b = 0; b < proc->block_count; b++)
				for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++)
					if (attribute_find(proc->blocks[b]->statements[s].attributes, ATTRIBUTE_BOUND))
						component[i] = true;
			for (uint32_t e = g->callee_start[proc->index]; e < g->callee_start[proc->index + 1]; e++)
				component[i] = component[i] || component[g->component[g->callees[e]]];
		}
	}
	for (uint32_t i = 0; i < g->count; i++)
		vc->may_violate[i] = component[g->component[i]];
	memory_free(component);
}

/* Can the names of unknowns tell all targets of each goto apart (instance.c)? */
static bool nameable(const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		if (proc->blocks[b]->terminator.target_count > MAX_TARGETS)
			return false;
	return true;
}

struct vc *vc_new(struct program *program, struct diagnostics *diags)
{
	for (uint32_t i = 0; i < program->procedure_count; i++) {
		if (!nameable(program->procedures[i])) {
			diagnose(diags, DIAG_UNSUPPORTED, (struct location){ 0 },
				 "procedure %s has a goto with more than %d targets", program->procedures[i]->name,
				 MAX_TARGETS);
			return NULL;
		}
		struct cfg *cfg = cfg_new(program->procedures[i]);
		bool acyclic = cfg_is_acyclic(cfg);
		cfg_free(cfg);
		if (!acyclic) {
			diagnose(diags, DIAG_INTERNAL, (struct location){ 0 }, "procedure %s still has a loop",
				 program->procedures[i]->name);
			return NULL;
		}
	}
	struct vc *vc = memory_alloc(sizeof *vc);
	vc->program = program;
	vc->graph = callgraph_new(program);
	vc->effects = effects_new(vc->graph);
	vc->facts = memory_alloc(program->procedure_count * sizeof *vc->facts);
	vc->nodes = arena_new();
	vc->next_fresh = attribute_get_number(program->attributes, ATTRIBUTE_FIRST_FRESH, 1);
	find_may_violate(vc);
	vc->root = vc_node_new(vc, program->entry, NULL, NULL);
	vc->root->occurrences = 1;
	return vc;
}

void execution_release(struct vc *vc)
{
	arena_free(vc->arena);
	vc->arena = NULL;
	vec_clear(&vc->violations);
	vec_clear(&vc->open);
	vec_clear(&vc->cuts);
	table_clear(&vc->edges);
	vc->result = (struct vc_result){ 0 };
	vc->started = vc->ticks = 0;
	vc->free_rounds = 0;
	vc->status = VC_DONE;
	vc->end = (struct state){ 0 };
}

void vc_free(struct vc *vc)
{
	if (!vc)
		return;
	execution_release(vc);
	for (size_t i = 0; i < vc->all_nodes.count; i++) {
		table_free(&vc->all_nodes.at[i]->leaves);
		table_free(&vc->all_nodes.at[i]->children);
		vec_free(&vc->all_nodes.at[i]->out);
	}
	vec_free(&vc->all_nodes);
	table_free(&vc->initial.leaves);
	for (uint32_t i = 0; i < vc->program->procedure_count; i++)
		procedure_facts_free(vc->facts[i]);
	memory_free(vc->facts);
	memory_free(vc->may_violate);
	schedule_release(vc);
	effects_free(vc->effects);
	callgraph_free(vc->graph);
	arena_free(vc->nodes);
	vec_free(&vc->violations);
	vec_free(&vc->open);
	vec_free(&vc->cuts);
	vec_free(&vc->runnable);
	vec_free(&vc->parked);
	vec_free(&vc->waiting);
	table_free(&vc->edges);
	memory_free(vc);
}

/* --- the last execution --- */

const struct vc_result *vc_result(const struct vc *vc)
{
	return &vc->result;
}

struct vc_node *vc_root(const struct vc *vc)
{
	return vc->root;
}

bool vc_may_violate(const struct vc *vc, const struct vc_edge *edge)
{
	return vc->may_violate[edge->site->callee->index];
}

struct vc_edge *vc_edge_at(const struct vc *vc, const struct vc_node *node, const struct statement *site)
{
	const struct vc_node *child = table_get(&node->children, site, NULL);
	return child ? table_get(&vc->edges, child, NULL) : NULL;
}

term vc_end_condition(const struct vc *vc)
{
	return vc->end.path ? vc->end.path->full : 0;
}

term vc_end_value(const struct vc *vc, const struct variable *v)
{
	return env_get(v->kind == VARIABLE_GLOBAL ? &vc->end.globals : &vc->end.locals, v->index);
}
