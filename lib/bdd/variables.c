#include "variables.h"

enum { UNKNOWNS = 200 };

struct walk {
	struct variables *variables;
	const struct machine *machine;
	TABLE(uint32_t, uint32_t) bit_of;  /* node -> bit + 1 */
	TABLE(uint32_t, bool) seen;        /* nodes */
	TABLE(uint32_t, uint32_t) word_of; /* node -> word + 1 */
	TABLE(uint32_t, bool) placed;      /* inputs */
	TABLE(uint32_t, bool) groups;      /* that are complete */
	VEC(uint32_t) stack;
};

static void add_bit(struct walk *w, uint32_t bit)
{
	struct variables *v = w->variables;
	v->current[bit] = v->count++;
	v->next[bit] = v->count++;
	vec_push(&v->bit, bit);
	vec_push(&v->bit, UINT32_MAX);
}

static void add_input(struct walk *w, uint32_t node)
{
	uint32_t bit = table_get(&w->bit_of, node, 0);
	if (table_has(&w->placed, node))
		return;
	table_put(&w->placed, node, true);
	if (bit) {
		add_bit(w, bit - 1);
		return;
	}
	table_put(&w->variables->input, node, ++w->variables->count);
	vec_push(&w->variables->bit, UINT32_MAX);
}

/* All words of a group, bit by bit. */
static void add_group(struct walk *w, uint32_t group)
{
	const struct machine *m = w->machine;
	if (table_has(&w->groups, group))
		return;
	table_put(&w->groups, group, true);
	bool more = true;
	for (uint32_t i = 0; more; i++) {
		more = false;
		for (size_t k = 0; k < m->words.count; k++) {
			const struct word *word = &m->words.at[k];
			if (word->group != group || i >= word->width)
				continue;
			more = true;
			add_input(w, word->bits[word->width - 1 - i] >> 1);
		}
	}
}

static void come_to(struct walk *w, uint32_t node)
{
	uint32_t word = table_get(&w->word_of, node, 0);
	if (word)
		add_group(w, w->machine->words.at[word - 1].group);
	add_input(w, node);
}

static void walk_from(struct walk *w, literal l)
{
	const struct gates *g = w->machine->gates;
	if (l == LITERAL_NONE)
		return;
	vec_push(&w->stack, l >> 1);
	while (w->stack.count) {
		uint32_t node = vec_pop(&w->stack);
		if (!node || table_has(&w->seen, node))
			continue;
		table_put(&w->seen, node, true);
		if (gates_is_input(g, node)) {
			come_to(w, node);
			continue;
		}
		vec_push(&w->stack, g->nodes.at[node].b >> 1);
		vec_push(&w->stack, g->nodes.at[node].a >> 1);
	}
}

static void walk_all(struct walk *w)
{
	const struct machine *m = w->machine;
	for (uint32_t c = 0; c < m->cuts; c++)
		walk_from(w, m->bad[c]);
	for (size_t e = 0; e < m->edges.count; e++) {
		walk_from(w, m->edges.at[e].condition);
		for (uint32_t b = 0; b < m->bits; b++)
			walk_from(w, m->edges.at[e].next[b]);
	}
	for (uint32_t b = 0; b < m->bits; b++)
		walk_from(w, m->current[b]);
}

void variables_init(struct variables *v, const struct machine *m)
{
	struct walk w = { .variables = v, .machine = m };
	*v = (struct variables){ 0 };
	v->current = memory_alloc((m->bits + 1) * sizeof *v->current);
	v->next = memory_alloc((m->bits + 1) * sizeof *v->next);
	for (uint32_t b = 0; b < m->bits; b++)
		table_put(&w.bit_of, m->current[b] >> 1, b + 1);
	for (uint32_t i = 0; i < m->words.count; i++)
		for (uint32_t k = 0; k < m->words.at[i].width; k++)
			table_put(&w.word_of, m->words.at[i].bits[k] >> 1, i + 1);
	walk_all(&w);
	v->unknown = v->count;
	for (int i = 0; i < UNKNOWNS; i++)
		vec_push(&v->bit, UINT32_MAX);
	v->count += UNKNOWNS;
	table_free(&w.bit_of);
	table_free(&w.seen);
	table_free(&w.word_of);
	table_free(&w.placed);
	table_free(&w.groups);
	vec_free(&w.stack);
}

void variables_release(struct variables *v)
{
	memory_free(v->current);
	memory_free(v->next);
	table_free(&v->input);
	vec_free(&v->bit);
}
