/* The points-to analysis: inclusion constraints between flow nodes, solved with a worklist. See region.h. */
#include "record.h"
#include "region_internal.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_record.h"

#include <string.h>

struct regions *regions_new(void)
{
	struct regions *r = memory_alloc(sizeof *r);
	r->arena = arena_new();
	vec_push(&r->nodes, (struct node){ 0 }); /* 0: points nowhere */
	r->universe = region_object(r, NULL, NULL, false, 0);
	r->objects.at[r->universe].unknown = true;
	outside_init(r);
	return r;
}

void regions_free(struct regions *r)
{
	for (size_t i = 0; i < r->nodes.count; i++) {
		set_free(&r->nodes.at[i].set);
		set_free(&r->nodes.at[i].fresh);
		vec_free(&r->nodes.at[i].edges);
	}
	for (size_t i = 0; i < r->accesses.count; i++) {
		vec_free(&r->accesses.at[i].runs);
		table_free(&r->accesses.at[i].run_index);
	}
	for (size_t i = 0; i < r->objects.count; i++) {
		table_free(&r->objects.at[i].run_index);
		vec_free(&r->objects.at[i].spaces);
		vec_free(&r->objects.at[i].cells);
		vec_free(&r->objects.at[i].runs);
		vec_free(&r->objects.at[i].exposed);
	}
	outside_release(r);
	receivers_release(r);
	vec_free(&r->observations);
	table_free(&r->observed);
	vec_free(&r->nodes);
	vec_free(&r->objects);
	vec_free(&r->accesses);
	vec_free(&r->positions);
	vec_free(&r->cells);
	vec_free(&r->queue);
	vec_free(&r->changed);
	table_free(&r->copies);
	table_free(&r->records);
	vec_free(&r->derived);
	table_free(&r->derived_index);
	table_free(&r->position_index);
	table_free(&r->class_index);
	arena_free(r->arena);
	memory_free(r);
}

uint32_t region_object(struct regions *r, const struct types *types, const struct type *type, bool many, uint64_t size)
{
	vec_push(&r->objects, (struct object){ 0 });
	struct object *o = &vec_last(&r->objects);
	layout_object(o, &r->records, types, type, many, size);
	o->types = types;
	o->type = o->typed ? type : NULL;
	return (uint32_t)r->objects.count - 1;
}

void region_extended(struct regions *r, uint32_t object)
{
	r->objects.at[object].extended = true;
}

void region_function(struct regions *r, uint32_t object)
{
	r->objects.at[object].function = true;
}

uint32_t region_unknown(struct regions *r, const struct types *types, const struct type *type)
{
	enum { FEWER = 192 };
	uint32_t object = region_object(r, types, type, true, 0);
	r->objects.at[object].limit -= FEWER;
	r->objects.at[object].unknown = true;
	return object;
}

/* ---- nodes ---- */

node node_new(struct regions *r)
{
	node f = (node)r->nodes.count;
	vec_push(&r->nodes, (struct node){ .parent = f, .rank = UINT32_MAX });
	return f;
}

node node_find(struct regions *r, node f)
{
	while (r->nodes.at[f].parent != f) {
		r->nodes.at[f].parent = r->nodes.at[r->nodes.at[f].parent].parent;
		f = r->nodes.at[f].parent;
	}
	return f;
}

static void enqueue(struct regions *r, node f)
{
	if (r->nodes.at[f].queued)
		return;
	r->nodes.at[f].queued = true;
	queue_push(&r->queue, r->nodes.at[f].rank, f);
}

void node_add_position(struct regions *r, node f, uint32_t position)
{
	f = node_find(r, f); /* making the position may have merged nodes */
	struct node *n = &r->nodes.at[f];
	if (!set_add(&n->set, position))
		return;
	set_add(&n->fresh, position);
	enqueue(r, f);
}

static void add_members(struct regions *r, node f, const struct number_set *positions)
{
	struct node *n = &r->nodes.at[f];
	if (set_unite(&n->set, positions, &n->fresh))
		enqueue(r, f);
}

void node_address(struct regions *r, node to, uint32_t object)
{
	to = node_find(r, to);
	node_add_position(r, to, position_id(r, (struct position){ .object = object }));
}

/* The edge has yet to see all of the set: what is in it is taken as fresh. */
void region_add_edge(struct regions *r, node from, struct edge edge)
{
	if (!from)
		return;
	from = node_find(r, from);
	struct node *n = &r->nodes.at[from];
	vec_push(&n->edges, edge);
	if (set_is_empty(&n->set))
		return;
	if (edge.kind == EDGE_COPY) {
		add_members(r, edge.to, &n->set);
	} else {
		set_unite(&n->fresh, &n->set, NULL);
		enqueue(r, from);
	}
}

void node_copy(struct regions *r, node to, node from)
{
	if (!from || !to)
		return;
	from = node_find(r, from);
	to = node_find(r, to);
	uint64_t key = (uint64_t)from << 32 | to;
	if (from == to || table_has(&r->copies, key))
		return;
	table_put(&r->copies, key, true);
	region_add_edge(r, from, (struct edge){ .kind = EDGE_COPY, .to = to });
}

void node_add(struct regions *r, node to, node from, int64_t bytes)
{
	if (bytes == 0)
		node_copy(r, to, from);
	else
		region_add_edge(r, from, (struct edge){ .kind = EDGE_ADD, .to = to, .amount = bytes });
}

void node_index(struct regions *r, node to, node from, uint64_t stride)
{
	region_add_edge(r, from, (struct edge){ .kind = EDGE_INDEX, .to = to, .amount = (int64_t)stride });
}

void node_array_element(struct regions *r, node to, node from, uint64_t stride)
{
	region_add_edge(r, from, (struct edge){ .kind = EDGE_ELEMENT, .to = to, .amount = (int64_t)stride });
}

void node_anywhere(struct regions *r, node to, node from)
{
	region_add_edge(r, from, (struct edge){ .kind = EDGE_ANYWHERE, .to = to });
}

struct edge region_enter_edge(const struct types *types, const struct type *type)
{
	struct edge edge = { .kind = EDGE_ENTER, .is_union = type_is_union(type) };
	if (edge.is_union) {
		edge.total = (int64_t)type_record(type)->size;
	} else {
		const struct type *element = layout_element(type);
		edge.amount = type_has_size(element) ? (int64_t)type_size(types, element) : 0;
		edge.total = type_has_size(type) ? (int64_t)type_size(types, type) : 0;
	}
	return edge;
}

/* What one of the two had and the other had not is new to the edges of one of them. */
void node_merge(struct regions *r, node a, node b)
{
	a = node_find(r, a);
	b = node_find(r, b);
	if (a == b)
		return;
	struct node absorbed = r->nodes.at[b];
	struct node *n = &r->nodes.at[a];
	r->nodes.at[b] = (struct node){ .parent = a, .queued = absorbed.queued };
	struct number_set news = set_difference(&n->set, &absorbed.set);
	set_unite(&n->set, &absorbed.set, NULL);
	set_unite(&n->fresh, &absorbed.fresh, NULL);
	set_unite(&n->fresh, &news, NULL);
	for (size_t i = 0; i < absorbed.edges.count; i++)
		if (absorbed.edges.at[i].kind != EDGE_COPY || node_find(r, absorbed.edges.at[i].to) != a)
			vec_push(&n->edges, absorbed.edges.at[i]);
	if (!set_is_empty(&n->fresh))
		enqueue(r, a);
	set_free(&news);
	set_free(&absorbed.set);
	set_free(&absorbed.fresh);
	vec_free(&absorbed.edges);
}

/* ---- accesses ---- */

uint32_t region_new_access(struct regions *r, struct region_access access)
{
	access.cell = UINT32_MAX;
	vec_push(&r->accesses, access);
	return (uint32_t)r->accesses.count - 1;
}

uint32_t region_fill(struct regions *r, node pointer, uint64_t size, uint64_t multiple, bool zero)
{
	uint32_t access = region_new_access(r, (struct region_access){ .kind = EDGE_FILL,
								       .pointer = pointer,
								       .zero = zero,
								       .size = (int64_t)size,
								       .multiple = (int64_t)multiple });
	region_add_edge(r, pointer, (struct edge){ .kind = EDGE_FILL, .access = access });
	return access;
}

uint32_t region_copy(struct regions *r, node to, node from, uint64_t size, uint64_t multiple)
{
	uint32_t access = region_new_access(r, (struct region_access){ .kind = EDGE_TARGET,
								       .pointer = to,
								       .from = from,
								       .size = (int64_t)size,
								       .multiple = (int64_t)multiple });
	region_add_edge(r, to, (struct edge){ .kind = EDGE_TARGET, .access = access });
	region_add_edge(r, from, (struct edge){ .kind = EDGE_SOURCE, .access = access });
	return access;
}

void region_expose(struct regions *r, node objects, node found, node known)
{
	region_add_edge(r, objects, (struct edge){ .kind = EDGE_EXPOSE, .to = found, .amount = known });
}

/* The object's cells, and those that it will have. */
static void expose(struct regions *r, uint32_t object, node found, node known)
{
	struct object *o = &r->objects.at[object];
	for (size_t i = 0; i < o->exposed.count; i += 2)
		if (o->exposed.at[i] == found && o->exposed.at[i + 1] == known)
			return;
	vec_push(&o->exposed, found);
	vec_push(&o->exposed, known);
	for (size_t i = 0; i < r->objects.at[object].cells.count; i++)
		cell_expose(r, r->objects.at[object].cells.at[i], found, known);
}

void region_call(struct regions *r, node callee, void (*called)(void *context, uint32_t object), void *context)
{
	region_add_edge(r, callee, (struct edge){ .kind = EDGE_CALL, .called = called, .context = context });
}

/* ---- constraints ---- */

static void note_access(struct regions *r, const struct region_access *a, uint32_t cell, struct position p,
			struct int64_pair bytes)
{
	struct cell *c = &r->cells.at[cell], before = *c;
	bool load = a->kind == EDGE_LOAD;
	c->read |= load;
	if (!a->is_pointer)
		*(load ? &c->number_read : &c->number_written) = true;
	if (!a->is_pointer && !load)
		split_note_number(r, c, p, a->size);
	bool news = a->is_pointer && split_note_pointer(r, c, bytes.lo, bytes.hi, !load);
	if (news || whole_differs(&before, c))
		cell_changed(r, cell);
}

static void touch_cell(struct regions *r, uint32_t access, uint32_t cell, struct position p, struct int64_pair bytes)
{
	struct region_access *a = &r->accesses.at[access];
	struct cell *c = &r->cells.at[cell];
	note_access(r, a, cell, p, bytes);
	if (a->kind == EDGE_LOAD)
		node_copy(r, a->value, c->content);
	else
		node_copy(r, c->content, a->value);
	outside_mixed(r, cell);
	a = &r->accesses.at[access];
	if (a->cell != UINT32_MAX)
		cell_unite(r, a->cell, cell);
	a->cell = cell;
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
		uint32_t cell = cell_touch(r, p.object, touched[i].lo, touched[i].hi, is_pointer, !whole);
		touch_cell(r, access, cell, p, touched[i]);
	}
}

static void apply(struct regions *r, struct edge e, uint32_t position)
{
	struct position p = r->positions.at[position], second;
	node to = e.to ? node_find(r, e.to) : 0;
	if (r->objects.at[p.object].marker) {
		outside_apply(r, e, position);
		return;
	}
	switch (e.kind) {
	case EDGE_COPY: /* see propagate() */
		break;
	case EDGE_ADD:
	case EDGE_INDEX:
		p = e.kind == EDGE_ADD ? position_add(r, p, e.amount, e.total, &second)
				       : position_index(r, p, e.amount, &second);
		node_add_position(r, to, position_id(r, p));
		if (second.object != UINT32_MAX)
			node_add_position(r, to, position_id(r, second));
		break;
	case EDGE_ELEMENT:
		p = position_element(r, p, e.amount, &second);
		node_add_position(r, to, position_id(r, p));
		if (second.object != UINT32_MAX)
			node_add_position(r, to, position_id(r, second));
		break;
	case EDGE_ANYWHERE:
		node_add_position(r, to, position_id(r, position_anywhere(r, p)));
		break;
	case EDGE_ENTER:
		node_add_position(r, to, position_id(r, position_enter(r, p, e.is_union, e.amount, e.total)));
		break;
	case EDGE_LOAD:
	case EDGE_STORE:
		access_position(r, e.access, position);
		break;
	case EDGE_FILL:
		run_fill(r, e.access, position);
		break;
	case EDGE_TARGET:
	case EDGE_SOURCE:
		run_copy(r, e.access, position, e.kind == EDGE_TARGET);
		break;
	case EDGE_CALL:
		e.called(e.context, p.object);
		break;
	case EDGE_EXPOSE:
		expose(r, p.object, e.to, (node)e.amount);
		break;
	case EDGE_AS:
		node_add_position(r, to, position);
		break;
	case EDGE_PLACE:
		outside_place(r, e, p.object);
		break;
	case EDGE_COMPARED:
	case EDGE_ADOPT: /* see propagate() */
		break;
	}
}

/* Before anything is done to the objects. */
static void adopt(struct regions *r, node f, const struct number_set *fresh)
{
	for (size_t i = 0; i < r->nodes.at[f].edges.count; i++) {
		struct edge e = r->nodes.at[f].edges.at[i];
		for (struct set_cursor c = { 0 }; e.kind == EDGE_ADOPT && set_next(fresh, &c);)
			adopt_layout(r, c.number, &r->outside.pointees.at[e.amount]);
	}
}

/* Shows every edge of the node what is fresh. The node may grow, get edges and be absorbed meanwhile. */
static void propagate(struct regions *r, node f)
{
	struct number_set fresh = r->nodes.at[f].fresh;
	r->nodes.at[f].fresh = (struct number_set){ 0 };
	adopt(r, f, &fresh);
	for (size_t i = 0; r->nodes.at[f].parent == f && i < r->nodes.at[f].edges.count; i++) {
		struct edge e = r->nodes.at[f].edges.at[i];
		r->work++;
		if (e.kind == EDGE_COPY) {
			node to = node_find(r, e.to);
			if (to != f)
				add_members(r, to, &fresh);
			continue;
		}
		for (struct set_cursor c = { 0 }; r->nodes.at[f].parent == f && set_next(&fresh, &c);)
			apply(r, e, c.number);
	}
	if (r->nodes.at[f].parent != f) {
		node now = node_find(r, f);
		set_unite(&r->nodes.at[now].fresh, &fresh, NULL);
		enqueue(r, now);
	}
	set_free(&fresh);
}

void regions_solve(struct regions *r)
{
	uint64_t limit = 0;
	while (r->queue.count || r->changed.count) {
		while (r->queue.count) {
			if (r->work >= limit) {
				region_collapse(r);
				limit = 4 * r->nodes.count + 1000;
			}
			node f = queue_pop(&r->queue);
			r->nodes.at[f].queued = false;
			if (r->nodes.at[f].parent == f)
				propagate(r, f);
		}
		position_sweep(r);
		cell_settle(r);
		if (!r->queue.count && !r->changed.count)
			receivers_settle(r);
		if (!r->queue.count && !r->changed.count)
			whole_settle(r);
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
		struct cell_class *c = table_get(&r->class_index, root, NULL);
		int64_t bytes = cell->hi - cell->lo;
		if (!c) {
			c = arena_alloc(r->arena, sizeof *c);
			c->id = r->class_count++;
			c->bytes = (uint32_t)bytes;
			c->pointer = cell->pointer;
			table_put(&r->class_index, root, c);
		}
		c->byte_wise |= cell->bytes || c->bytes != bytes || c->pointer != cell->pointer;
		c->pointer |= cell->pointer;
		c->read |= cell->read;
		c->spliced |= cell->spliced || cell->skewed;
		c->parted |= cell->parted || cell->spliced;
		if (c->byte_wise)
			c->bytes = 1;
	}
}

struct class_list VEC_BODY(const struct cell_class *);

const struct cell_class *region_class_of(struct regions *r, uint32_t cell)
{
	if (!r->class_count)
		describe_all(r);
	return table_get(&r->class_index, cell_class_root(r, cell_find(r, cell)), NULL);
}

static void add_class(struct regions *r, struct class_list *list, uint32_t cell)
{
	const struct cell_class *c = region_class_of(r, cell);
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == c)
			return;
	if (c)
		vec_push(list, c);
}

/* The run was noted before the object was folded, perhaps: its cells lie in the first `folded` bytes now, see cell_refold(). */
struct access_run region_folded_run(const struct object *o, struct access_run run)
{
	int64_t m = o->folded;
	if (o->typed || m == 0)
		return run;
	int64_t length = run.hi >= SPACE_ENDLESS ? m : run.hi - run.lo;
	run.lo = modulo(run.lo, m);
	if (length >= m || run.lo + length > m) {
		run.lo = 0;
		length = m;
	}
	run.hi = run.lo + length;
	run.partial = true;
	return run;
}

static void run_classes(struct regions *r, struct class_list *list, struct access_run run)
{
	const struct object *o = &r->objects.at[run.object];
	run = region_folded_run(o, run);
	for (size_t k = 0; k < o->cells.count; k++) {
		const struct cell *c = &r->cells.at[o->cells.at[k]];
		if (c->lo < run.hi && c->hi > run.lo)
			add_class(r, list, o->cells.at[k]);
	}
}

const struct cell_class *const *region_classes(struct regions *r, uint32_t access)
{
	struct region_access *a = &r->accesses.at[access];
	if (a->classes)
		return a->classes;
	struct class_list list = { 0 };
	if (a->cell != UINT32_MAX)
		add_class(r, &list, a->cell);
	for (size_t i = 0; a->kind == EDGE_FILL && i < a->runs.count; i++)
		run_classes(r, &list, a->runs.at[i]);
	if (a->hub) /* whatever is copied has its counterpart there */
		run_classes(r, &list, (struct access_run){ .object = a->hub, .hi = INT64_MAX });
	a->classes = arena_alloc(r->arena, sizeof *a->classes * (list.count + 1));
	for (size_t i = 0; i < list.count; i++)
		a->classes[i] = list.at[i];
	vec_free(&list);
	return a->classes;
}
