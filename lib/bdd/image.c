#include "image.h"

#include <string.h>

enum { MOST_PART = 3000 }; /* nodes of a relation that several were conjoined to */

/* --- functions --- */

void functions_init(struct functions *f, const struct machine *machine, const struct variables *variables,
		    uint32_t most)
{
	*f = (struct functions){
		.machine = machine, .variables = variables, .most = most, .unknown = variables->unknown
	};
	for (uint32_t b = 0; b < machine->bits; b++)
		table_put(&f->of, machine->current[b] >> 1, diagram_variable(variables->current[b]));
}

void functions_release(struct functions *f)
{
	for (size_t i = 0; i < f->of.capacity; i++)
		if (f->of.keys[i])
			diagram_drop((diagram)f->of.values[i]);
	table_free(&f->of);
}

static bool is_known(const struct functions *f, literal l)
{
	return table_has(&f->of, l >> 1);
}

/* Of a literal whose node is known; the caller drops it. */
static diagram known(const struct functions *f, literal l)
{
	diagram d = table_get(&f->of, l >> 1, 0);
	return l & 1 ? diagram_not(d) : diagram_copy(d);
}

/* What is too large may be anything instead: more states are reached then, never fewer. */
static diagram simple(struct functions *f, diagram d)
{
	if (f->unknown == f->variables->count || diagram_size(d) <= f->most)
		return d;
	diagram_drop(d);
	return diagram_variable(f->unknown++);
}

static void make(struct functions *f, uint32_t node)
{
	const struct gate *g = &f->machine->gates->nodes.at[node];
	if (!node) {
		table_put(&f->of, node, diagram_constant(true));
	} else if (gates_is_input(f->machine->gates, node)) {
		table_put(&f->of, node, diagram_variable(table_get(&f->variables->input, node, 0) - 1));
	} else {
		diagram a = known(f, g->a), b = known(f, g->b);
		table_put(&f->of, node, simple(f, diagram_and(a, b)));
		diagram_drop(a);
		diagram_drop(b);
	}
}

/* The caller drops it. */
diagram function_of(struct functions *f, literal l)
{
	VEC(uint32_t) stack = { 0 };
	vec_push(&stack, l >> 1);
	while (stack.count) {
		uint32_t node = vec_last(&stack);
		const struct gate *g = &f->machine->gates->nodes.at[node];
		size_t before = stack.count;
		if (!table_has(&f->of, node) && node && !gates_is_input(f->machine->gates, node)) {
			if (!is_known(f, g->a))
				vec_push(&stack, g->a >> 1);
			if (!is_known(f, g->b))
				vec_push(&stack, g->b >> 1);
		}
		if (stack.count > before)
			continue;
		if (!table_has(&f->of, node))
			make(f, node);
		stack.count--;
	}
	vec_free(&stack);
	return known(f, l);
}

/* --- the relations of an edge --- */

struct conjunct {
	diagram relation;
	bool *support; /* by variable */
	bool used;
};

struct builder {
	struct image *image;
	struct functions *functions;
	const struct edge *edge;
	uint32_t variables;
	bool *removed;  /* by variable: it is quantified */
	uint32_t *left; /* by variable: relations that depend on it and are not yet in a part */
	VEC(struct conjunct) conjuncts;
};

static bool stays(const struct builder *b, uint32_t bit)
{
	return b->edge->next[bit] == b->functions->machine->current[bit];
}

static void add_conjunct(struct builder *b, diagram relation)
{
	struct conjunct c = { .relation = relation };
	if (diagram_is_constant(relation, true))
		return;
	c.support = memory_alloc((b->variables + 1) * sizeof *c.support);
	diagram_support(relation, c.support);
	vec_push(&b->conjuncts, c);
}

/* The conjunction, as far as it is one, in its parts. */
static void add_condition(struct builder *b, literal l)
{
	const struct gate *g = &b->functions->machine->gates->nodes.at[l >> 1];
	if (l & 1 || !(l >> 1) || gates_is_input(b->functions->machine->gates, l >> 1)) {
		add_conjunct(b, function_of(b->functions, l));
		return;
	}
	add_condition(b, g->a);
	add_condition(b, g->b);
}

static void add_next(struct builder *b, uint32_t bit)
{
	const struct variables *v = b->functions->variables;
	literal next = b->edge->next[bit];
	struct image *image = b->image;
	diagram function = function_of(b->functions, next);
	if (diagram_is_constant(function, true) || diagram_is_constant(function, false)) {
		diagram x = diagram_variable(v->current[bit]);
		diagram fixed = diagram_iff(x, function), all = diagram_and(image->constants, fixed);
		diagram_drop(x), diagram_drop(fixed), diagram_drop(image->constants);
		image->constants = all;
	} else {
		diagram y = diagram_variable(v->next[bit]);
		add_conjunct(b, diagram_iff(y, function));
		diagram_drop(y);
	}
	diagram_drop(function);
}

static void add_conjuncts(struct builder *b)
{
	const struct machine *m = b->functions->machine;
	add_condition(b, b->edge->condition);
	for (uint32_t bit = 0; bit < m->bits; bit++)
		if (b->edge->next[bit] != LITERAL_NONE && !stays(b, bit))
			add_next(b, bit);
}

static void count_support(struct builder *b, const struct conjunct *c, bool more)
{
	for (uint32_t x = 0; x < b->variables; x++)
		b->left[x] += more ? c->support[x] : -(uint32_t)c->support[x];
}

/* Inputs that nothing else depends on. */
static diagram own_inputs(const struct builder *b, const struct conjunct *c)
{
	uint32_t *own = memory_alloc((b->variables + 1) * sizeof *own), count = 0;
	for (uint32_t x = 0; x < b->variables; x++)
		if (c->support[x] && b->left[x] == 1 && b->removed[x] &&
		    b->functions->variables->bit.at[x] == UINT32_MAX)
			own[count++] = x;
	diagram set = diagram_set(own, count);
	memory_free(own);
	return set;
}

static void quantify_own(struct builder *b, struct conjunct *c)
{
	diagram own = own_inputs(b, c), without = diagram_exists(c->relation, own);
	diagram_drop(own);
	diagram_drop(c->relation);
	c->relation = without;
	count_support(b, c, false);
	memset(c->support, 0, b->variables * sizeof *c->support);
	diagram_support(without, c->support);
	count_support(b, c, true);
	c->used = diagram_is_constant(without, true);
}

static void find_removed(struct builder *b)
{
	const struct machine *m = b->functions->machine;
	const struct variables *v = b->functions->variables;
	for (uint32_t i = 0; i < v->count; i++)
		b->removed[i] = true;
	for (uint32_t bit = 0; bit < m->bits; bit++) {
		b->removed[v->next[bit]] = false;
		b->removed[v->current[bit]] = !stays(b, bit);
	}
	for (size_t i = 0; i < b->conjuncts.count; i++)
		count_support(b, &b->conjuncts.at[i], true);
	for (size_t i = 0; i < b->conjuncts.count; i++)
		quantify_own(b, &b->conjuncts.at[i]);
}

/* --- their order --- */

/* What can be quantified when the conjunct has been used, less the variables that it brings. */
static int gain(const struct builder *b, const struct conjunct *c)
{
	int gain = 0;
	for (uint32_t x = 0; x < b->variables; x++)
		if (c->support[x])
			gain += b->removed[x] ? b->left[x] == 1 : -1;
	return gain;
}

static struct conjunct *best(struct builder *b)
{
	struct conjunct *found = NULL;
	int most = 0;
	for (size_t i = 0; i < b->conjuncts.count; i++) {
		struct conjunct *c = &b->conjuncts.at[i];
		int g = c->used ? 0 : gain(b, c);
		if (c->used || (found && g <= most))
			continue;
		found = c;
		most = g;
	}
	return found;
}

/* Those that nothing else depends on. */
static diagram quantifiable(struct builder *b, const bool *support)
{
	uint32_t *list = memory_alloc((b->variables + 1) * sizeof *list), count = 0;
	for (uint32_t x = 0; x < b->variables; x++)
		if (support[x] && b->removed[x] && !b->left[x]) {
			list[count++] = x;
			b->removed[x] = false;
		}
	diagram set = diagram_set(list, count);
	memory_free(list);
	return set;
}

static void use(struct builder *b, struct conjunct *c, bool *support)
{
	c->used = true;
	count_support(b, c, false);
	for (uint32_t x = 0; x < b->variables; x++)
		support[x] |= c->support[x];
}

/* As many relations as make a small one. */
static void add_part(struct builder *b)
{
	bool *support = memory_alloc((b->variables + 1) * sizeof *support);
	struct conjunct *c = best(b);
	diagram relation = diagram_copy(c->relation);
	use(b, c, support);
	for (c = best(b); c; c = best(b)) {
		diagram both = diagram_and(relation, c->relation);
		bool small = diagram_size(both) <= MOST_PART;
		diagram_drop(small ? relation : both);
		if (!small)
			break;
		relation = both;
		use(b, c, support);
	}
	vec_push(&b->image->parts, ((struct part){ relation, quantifiable(b, support) }));
	memory_free(support);
}

static bool some_left(const struct builder *b)
{
	bool some = false;
	for (size_t i = 0; i < b->conjuncts.count; i++)
		some |= !b->conjuncts.at[i].used;
	return some;
}

static void add_parts(struct builder *b)
{
	bool *all = memory_alloc((b->variables + 1) * sizeof *all);
	for (uint32_t x = 0; x < b->variables; x++)
		all[x] = true;
	vec_push(&b->image->parts, ((struct part){ diagram_constant(true), quantifiable(b, all) }));
	memory_free(all);
	while (some_left(b))
		add_part(b);
}

static void add_renaming(struct builder *b)
{
	const struct machine *m = b->functions->machine;
	const struct variables *v = b->functions->variables;
	uint32_t *from = memory_alloc((m->bits + 1) * sizeof *from), *to = memory_alloc((m->bits + 1) * sizeof *to);
	uint32_t count = 0;
	for (uint32_t bit = 0; bit < m->bits; bit++)
		if (b->edge->next[bit] != LITERAL_NONE && !stays(b, bit)) {
			from[count] = v->next[bit];
			to[count++] = v->current[bit];
		}
	b->image->renaming = count ? renaming_new(from, to, count) : NULL;
	memory_free(from);
	memory_free(to);
}

void image_init(struct image *image, struct functions *functions, const struct edge *edge)
{
	struct builder b = { .image = image, .functions = functions, .edge = edge };
	*image = (struct image){ .from = edge->from, .to = edge->to, .constants = diagram_constant(true) };
	b.variables = functions->variables->count;
	b.removed = memory_alloc((b.variables + 1) * sizeof *b.removed);
	b.left = memory_alloc((b.variables + 1) * sizeof *b.left);
	add_conjuncts(&b);
	find_removed(&b);
	add_parts(&b);
	add_renaming(&b);
	for (size_t i = 0; i < b.conjuncts.count; i++) {
		diagram_drop(b.conjuncts.at[i].relation);
		memory_free(b.conjuncts.at[i].support);
	}
	vec_free(&b.conjuncts);
	memory_free(b.removed);
	memory_free(b.left);
}

void image_release(struct image *image)
{
	for (size_t i = 0; i < image->parts.count; i++) {
		diagram_drop(image->parts.at[i].relation);
		diagram_drop(image->parts.at[i].quantified);
	}
	vec_free(&image->parts);
	renaming_free(image->renaming);
	diagram_drop(image->constants);
}

static void replace(diagram *d, diagram by)
{
	diagram_drop(*d);
	*d = by;
}

diagram image_of(const struct image *image, diagram states)
{
	diagram d = diagram_copy(states);
	for (size_t i = 0; i < image->parts.count; i++)
		replace(&d, diagram_and_exists(d, image->parts.at[i].relation, image->parts.at[i].quantified));
	if (image->renaming)
		replace(&d, diagram_rename(d, image->renaming));
	replace(&d, diagram_and(d, image->constants));
	return d;
}
