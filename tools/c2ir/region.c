/* The points-to analysis: inclusion constraints between flow nodes, solved with a worklist. See region.h. */
#include "region_internal.h"

#include <string.h>

struct regions *regions_new(void)
{
	struct regions *r = memory_alloc(sizeof *r);
	r->arena = arena_new();
	vec_push(&r->nodes, (struct node){ 0 }); /* 0: points nowhere */
	r->universe = region_object(r, NULL, NULL, false, 0);
	r->objects.at[r->universe].unknown = true;
	return r;
}

void regions_free(struct regions *r)
{
	for (size_t i = 0; i < r->nodes.count; i++) {
		vec_free(&r->nodes.at[i].set);
		vec_free(&r->nodes.at[i].edges);
		table_free(&r->nodes.at[i].members);
	}
	for (size_t i = 0; i < r->objects.count; i++) {
		vec_free(&r->objects.at[i].spaces);
		vec_free(&r->objects.at[i].cells);
		vec_free(&r->objects.at[i].runs);
	}
	for (size_t i = 0; i < r->accesses.count; i++)
		vec_free(&r->accesses.at[i].cells);
	vec_free(&r->nodes);
	vec_free(&r->objects);
	vec_free(&r->accesses);
	vec_free(&r->positions);
	vec_free(&r->cells);
	vec_free(&r->queue);
	vec_free(&r->changed);
	table_free(&r->position_index);
	table_free(&r->class_index);
	arena_free(r->arena);
	memory_free(r);
}

uint32_t region_object(struct regions *r, const struct types *types, const struct type *type, bool many, uint64_t size)
{
	vec_push(&r->objects, (struct object){ 0 });
	layout_object(&vec_last(&r->objects), types, type, many, size);
	return (uint32_t)r->objects.count - 1;
}

uint32_t region_unknown(struct regions *r, const struct types *types, const struct type *type)
{
	uint32_t object = region_object(r, types, type, true, 0);
	r->objects.at[object].unknown = true;
	return object;
}

/* ---- nodes ---- */

flow flow_new(struct regions *r)
{
	flow f = (flow)r->nodes.count;
	vec_push(&r->nodes, (struct node){ .parent = f });
	return f;
}

flow flow_find(struct regions *r, flow f)
{
	while (r->nodes.at[f].parent != f) {
		r->nodes.at[f].parent = r->nodes.at[r->nodes.at[f].parent].parent;
		f = r->nodes.at[f].parent;
	}
	return f;
}

static void enqueue(struct regions *r, flow f)
{
	if (r->nodes.at[f].queued)
		return;
	r->nodes.at[f].queued = true;
	vec_push(&r->queue, f);
}

static bool has_member(const struct node *n, uint32_t position)
{
	if (n->set.count > 8)
		return table_has(&n->members, position);
	for (size_t i = 0; i < n->set.count; i++)
		if (n->set.at[i] == position)
			return true;
	return false;
}

static void add_member(struct regions *r, flow f, uint32_t position)
{
	struct node *n = &r->nodes.at[f];
	if (has_member(n, position))
		return;
	vec_push(&n->set, position);
	if (n->set.count == 9)
		for (size_t i = 0; i < n->set.count; i++)
			table_put(&n->members, n->set.at[i], 1);
	else if (n->set.count > 9)
		table_put(&n->members, position, 1);
	enqueue(r, f);
}

static uint32_t position_id(struct regions *r, struct position p)
{
	const struct space *s = &r->objects.at[p.object].spaces.at[p.space];
	if (s->kind == SPACE_ARRAY && p.g == 0)
		p.g = s->element;
	if (s->kind == SPACE_ARRAY)
		p.r = modulo(p.r, p.g);
	uint64_t key = hash_mix(hash_mix(hash_mix(p.object, p.space), (uint64_t)p.r), (uint64_t)p.g) >> 1;
	for (;; key++) {
		uint64_t known = table_get(&r->position_index, key, UINT64_MAX);
		if (known == UINT64_MAX)
			break;
		const struct position *q = &r->positions.at[known];
		if (q->object == p.object && q->space == p.space && q->r == p.r && q->g == p.g)
			return (uint32_t)known;
	}
	r->objects.at[p.object].positions++;
	vec_push(&r->positions, p);
	table_put(&r->position_index, key, r->positions.count - 1);
	return (uint32_t)r->positions.count - 1;
}

void flow_address(struct regions *r, flow to, uint32_t object)
{
	to = flow_find(r, to);
	add_member(r, to, position_id(r, (struct position){ .object = object }));
}

static void add_edge(struct regions *r, flow from, struct edge edge)
{
	if (!from)
		return;
	from = flow_find(r, from);
	vec_push(&r->nodes.at[from].edges, edge);
	if (r->nodes.at[from].set.count)
		enqueue(r, from);
}

void flow_copy(struct regions *r, flow to, flow from)
{
	if (!from || !to)
		return;
	from = flow_find(r, from);
	to = flow_find(r, to);
	if (from == to)
		return;
	const struct node *n = &r->nodes.at[from];
	for (size_t i = 0; i < n->edges.count; i++)
		if (n->edges.at[i].kind == EDGE_COPY && n->edges.at[i].to == to)
			return;
	add_edge(r, from, (struct edge){ .kind = EDGE_COPY, .to = to });
}

void flow_add(struct regions *r, flow to, flow from, int64_t bytes)
{
	if (bytes == 0)
		flow_copy(r, to, from);
	else
		add_edge(r, from, (struct edge){ .kind = EDGE_ADD, .to = to, .amount = bytes });
}

void flow_index(struct regions *r, flow to, flow from, uint64_t stride)
{
	add_edge(r, from, (struct edge){ .kind = EDGE_INDEX, .to = to, .amount = (int64_t)stride });
}

void flow_anywhere(struct regions *r, flow to, flow from)
{
	add_edge(r, from, (struct edge){ .kind = EDGE_ANYWHERE, .to = to });
}

void flow_enter(struct regions *r, flow to, flow from, const struct types *types, const struct type *type)
{
	struct edge edge = { .kind = EDGE_ENTER, .to = to, .is_union = type->kind == TYPE_UNION };
	if (edge.is_union) {
		edge.total = (int64_t)type->record->size;
	} else {
		const struct type *element = layout_element(type);
		edge.amount = type_has_size(element) ? (int64_t)type_size(types, element) : 0;
	}
	add_edge(r, from, edge);
}

void flow_merge(struct regions *r, flow a, flow b)
{
	a = flow_find(r, a);
	b = flow_find(r, b);
	if (a == b)
		return;
	struct node absorbed = r->nodes.at[b];
	r->nodes.at[b] = (struct node){ .parent = a };
	for (size_t i = 0; i < absorbed.set.count; i++)
		add_member(r, a, absorbed.set.at[i]);
	for (size_t i = 0; i < absorbed.edges.count; i++) {
		struct edge edge = absorbed.edges.at[i];
		edge.done = 0;
		add_edge(r, a, edge);
	}
	vec_free(&absorbed.set);
	vec_free(&absorbed.edges);
	table_free(&absorbed.members);
}

/* ---- accesses ---- */

static uint32_t new_access(struct regions *r, struct region_access access)
{
	vec_push(&r->accesses, access);
	return (uint32_t)r->accesses.count - 1;
}

uint32_t region_load(struct regions *r, flow to, flow pointer, uint64_t size, bool is_pointer)
{
	uint32_t access = new_access(r, (struct region_access){ .kind = EDGE_LOAD,
								.value = to,
								.pointer = pointer,
								.size = (int64_t)size,
								.is_pointer = is_pointer });
	add_edge(r, pointer, (struct edge){ .kind = EDGE_LOAD, .access = access });
	return access;
}

uint32_t region_store(struct regions *r, flow value, flow pointer, uint64_t size, bool is_pointer)
{
	uint32_t access = new_access(r, (struct region_access){ .kind = EDGE_STORE,
								.value = value,
								.pointer = pointer,
								.size = (int64_t)size,
								.is_pointer = is_pointer });
	add_edge(r, pointer, (struct edge){ .kind = EDGE_STORE, .access = access });
	return access;
}

uint32_t region_fill(struct regions *r, flow pointer, uint64_t size, uint64_t multiple, bool zero)
{
	uint32_t access = new_access(r, (struct region_access){ .kind = EDGE_FILL,
								.pointer = pointer,
								.zero = zero,
								.size = (int64_t)size,
								.multiple = (int64_t)multiple });
	add_edge(r, pointer, (struct edge){ .kind = EDGE_FILL, .access = access });
	return access;
}

uint32_t region_copy(struct regions *r, flow to, flow from, uint64_t size, uint64_t multiple)
{
	uint32_t access = new_access(r, (struct region_access){ .kind = EDGE_TARGET,
								.pointer = to,
								.from = from,
								.size = (int64_t)size,
								.multiple = (int64_t)multiple });
	add_edge(r, to, (struct edge){ .kind = EDGE_TARGET, .access = access });
	add_edge(r, from, (struct edge){ .kind = EDGE_SOURCE, .access = access });
	return access;
}

void region_call(struct regions *r, flow callee, void (*called)(void *context, uint32_t object), void *context)
{
	add_edge(r, callee, (struct edge){ .kind = EDGE_CALL, .called = called, .context = context });
}

/* ---- constraints ---- */

static void touch_cell(struct regions *r, uint32_t access, uint32_t cell)
{
	struct region_access *a = &r->accesses.at[access];
	struct cell *c = &r->cells.at[cell];
	if (a->kind == EDGE_LOAD)
		c->read = true;
	if (a->kind == EDGE_LOAD)
		flow_copy(r, a->value, c->content);
	else
		flow_copy(r, c->content, a->value);
	a = &r->accesses.at[access];
	if (a->cells.count)
		cell_unite(r, a->cells.at[0], cell);
	vec_push(&a->cells, cell);
}

static void access_position(struct regions *r, uint32_t access, uint32_t position)
{
	enum { CAPACITY = 256 };
	struct int64_pair touched[CAPACITY];
	const struct region_access *a = &r->accesses.at[access];
	struct position p = r->positions.at[position];
	uint32_t count;
	bool whole = position_touch(r, p, a->size, touched, CAPACITY, &count);
	for (uint32_t i = 0; i < count; i++) {
		bool is_pointer = r->accesses.at[access].is_pointer;
		touch_cell(r, access, cell_touch(r, p.object, touched[i].lo, touched[i].hi, is_pointer, !whole));
	}
}

static void fill_position(struct regions *r, uint32_t access, uint32_t position)
{
	const struct region_access *a = &r->accesses.at[access];
	struct int64_pair run;
	bool whole = position_run(r, r->positions.at[position], a->size, a->multiple, &run);
	cell_add_run(
		r, r->positions.at[position].object,
		(struct run_of){ .lo = run.lo, .hi = run.hi, .is_fill = true, .zero = a->zero, .partial = !whole });
}

static void copy_positions(struct regions *r, const struct region_access *a, struct position to, struct position from)
{
	struct int64_pair target, source;
	bool whole = position_run(r, to, a->size, a->multiple, &target);
	whole &= position_run(r, from, a->size, a->multiple, &source);
	whole = whole && target.hi - target.lo == source.hi - source.lo &&
		layout_same(&r->objects.at[to.object], target.lo, &r->objects.at[from.object], source.lo,
			    target.hi - target.lo);
	cell_add_run(r, to.object,
		     (struct run_of){ .lo = target.lo,
				      .hi = target.hi,
				      .partial = !whole,
				      .other = from.object,
				      .other_lo = source.lo });
	cell_add_run(r, from.object,
		     (struct run_of){ .lo = source.lo,
				      .hi = source.hi,
				      .partial = !whole,
				      .other = to.object,
				      .other_lo = target.lo,
				      .source = true });
}

static void copy_position(struct regions *r, uint32_t access, uint32_t position, bool is_target)
{
	const struct region_access *a = &r->accesses.at[access];
	if (!a->pointer || !a->from)
		return;
	const struct node *others = &r->nodes.at[flow_find(r, is_target ? a->from : a->pointer)];
	for (size_t i = 0; i < others->set.count; i++) {
		struct position p = r->positions.at[position], q = r->positions.at[others->set.at[i]];
		copy_positions(r, a, is_target ? p : q, is_target ? q : p);
	}
}

static struct position entered(struct regions *r, const struct edge *e, struct position p)
{
	const struct object *o = &r->objects.at[p.object];
	const struct space *s = &o->spaces.at[p.space];
	if (s->kind == SPACE_ARRAY ? p.g != s->element : p.g != 0)
		return p;
	uint32_t child = layout_child(o, p.space, p.r, e->is_union, e->amount, e->total);
	if (child == UINT32_MAX)
		return p;
	p.space = child;
	p.r = 0;
	p.g = o->spaces.at[child].element;
	return p;
}

static void apply(struct regions *r, struct edge e, uint32_t position)
{
	struct position p = r->positions.at[position], second;
	flow to = e.to ? flow_find(r, e.to) : 0;
	switch (e.kind) {
	case EDGE_COPY:
		add_member(r, to, position);
		break;
	case EDGE_ADD:
		p = position_add(r, p, e.amount, &second);
		add_member(r, to, position_id(r, p));
		if (second.object != UINT32_MAX)
			add_member(r, to, position_id(r, second));
		break;
	case EDGE_INDEX:
		add_member(r, to, position_id(r, position_index(r, p, e.amount)));
		break;
	case EDGE_ANYWHERE:
		add_member(r, to, position_id(r, position_anywhere(r, p)));
		break;
	case EDGE_ENTER:
		add_member(r, to, position_id(r, entered(r, &e, p)));
		break;
	case EDGE_LOAD:
	case EDGE_STORE:
		access_position(r, e.access, position);
		break;
	case EDGE_FILL:
		fill_position(r, e.access, position);
		break;
	case EDGE_TARGET:
	case EDGE_SOURCE:
		copy_position(r, e.access, position, e.kind == EDGE_TARGET);
		break;
	case EDGE_CALL:
		e.called(e.context, p.object);
		break;
	}
}

/* Brings every edge of the node up to its set. Both may grow, and the node may be absorbed, meanwhile. */
static void propagate(struct regions *r, flow f)
{
	for (size_t i = 0; r->nodes.at[f].parent == f && i < r->nodes.at[f].edges.count; i++) {
		while (r->nodes.at[f].parent == f && r->nodes.at[f].edges.at[i].done < r->nodes.at[f].set.count) {
			struct edge *e = &r->nodes.at[f].edges.at[i];
			uint32_t position = r->nodes.at[f].set.at[e->done++];
			apply(r, *e, position);
		}
	}
}

void regions_solve(struct regions *r)
{
	while (r->queue.count || r->changed.count) {
		while (r->queue.count) {
			flow f = vec_pop(&r->queue);
			r->nodes.at[f].queued = false;
			propagate(r, f);
		}
		cell_settle(r);
	}
	r->solved = true;
}

/* ---- results ---- */

static void describe_all(struct regions *r)
{
	/* One pass over the cells for all classes. */
	for (uint32_t i = 0; i < r->cells.count; i++) {
		if (r->cells.at[i].merged != i)
			continue;
		const struct cell *cell = &r->cells.at[i];
		uint32_t root = cell_class_root(r, i);
		struct cell_class *c = (void *)(uintptr_t)table_get(&r->class_index, root, 0);
		int64_t bytes = cell->hi - cell->lo;
		if (!c) {
			c = arena_alloc(r->arena, sizeof *c);
			c->id = r->class_count++;
			c->bytes = (uint32_t)bytes;
			c->pointer = cell->pointer;
			table_put(&r->class_index, root, (uintptr_t)c);
		}
		c->byte_wise |= cell->bytes || c->bytes != bytes || c->pointer != cell->pointer;
		c->pointer |= cell->pointer;
		c->read |= cell->read;
		if (c->byte_wise)
			c->bytes = 1;
	}
}

struct class_list VEC_BODY(const struct cell_class *);

static void add_class(struct regions *r, struct class_list *list, uint32_t cell)
{
	if (!r->class_count)
		describe_all(r);
	const struct cell_class *c =
		(void *)(uintptr_t)table_get(&r->class_index, cell_class_root(r, cell_find(r, cell)), 0);
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == c)
			return;
	if (c)
		vec_push(list, c);
}

static void run_classes(struct regions *r, struct class_list *list, flow pointer, const struct region_access *a)
{
	if (!pointer)
		return;
	const struct node *n = &r->nodes.at[flow_find(r, pointer)];
	for (size_t i = 0; i < n->set.count; i++) {
		struct position p = r->positions.at[n->set.at[i]];
		struct int64_pair run;
		position_run(r, p, a->size, a->multiple, &run);
		const struct object *o = &r->objects.at[p.object];
		for (size_t k = 0; k < o->cells.count; k++) {
			const struct cell *c = &r->cells.at[o->cells.at[k]];
			if (c->lo < run.hi && c->hi > run.lo)
				add_class(r, list, o->cells.at[k]);
		}
	}
}

const struct cell_class *const *region_classes(struct regions *r, uint32_t access)
{
	struct region_access *a = &r->accesses.at[access];
	if (a->classes)
		return a->classes;
	struct class_list list = { 0 };
	for (size_t i = 0; i < a->cells.count; i++)
		add_class(r, &list, a->cells.at[i]);
	if (a->kind == EDGE_FILL || a->kind == EDGE_TARGET)
		run_classes(r, &list, a->pointer, a);
	if (a->kind == EDGE_TARGET)
		run_classes(r, &list, a->from, a);
	a->classes = arena_alloc(r->arena, sizeof *a->classes * (list.count + 1));
	for (size_t i = 0; i < list.count; i++)
		a->classes[i] = list.at[i];
	vec_free(&list);
	return a->classes;
}
