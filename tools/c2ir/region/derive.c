/* What is computed from a pointer is the same for the same pointer: the analysis does not tell apart where that happens. So
 * `p->list.next`, written many times in a function, is one chain of nodes, and one access. */
#include "region_internal.h"

static bool same(const struct derived *a, const struct derived *b)
{
	return a->kind == b->kind && a->from == b->from && a->value == b->value && a->amount == b->amount &&
	       a->size == b->size && a->flag == b->flag;
}

/* True: it is known, and *d is complete. Otherwise it has been noted, and the answer is still to be given. */
static bool known(struct regions *r, struct derived *d, size_t *index)
{
	uint64_t key = hash_mix(hash_mix((uint64_t)d->kind << 1 | d->flag, (uint64_t)d->from << 32 | d->value),
				(uint64_t)d->amount);
	key = hash_mix(key, (uint64_t)d->size) >> 1;
	for (;; key++) {
		uint64_t at = table_get(&r->derived_index, key, UINT64_MAX);
		if (at == UINT64_MAX)
			break;
		if (same(&r->derived.at[at], d)) {
			*d = r->derived.at[at];
			return true;
		}
	}
	*index = r->derived.count;
	table_put(&r->derived_index, key, r->derived.count);
	vec_push(&r->derived, *d);
	return false;
}

node node_derived(struct regions *r, node from, struct edge edge)
{
	struct derived d = {
		.kind = edge.kind, .from = from, .flag = edge.is_union, .amount = edge.amount, .size = edge.total
	};
	size_t index;
	if (known(r, &d, &index))
		return d.to;
	bool itself = edge.kind == EDGE_ADOPT || (edge.kind == EDGE_AS && edge.is_union);
	edge.to = r->derived.at[index].to = itself ? from : node_new(r);
	region_add_edge(r, from, edge);
	return edge.to;
}

node node_sum(struct regions *r, node from, int64_t bytes)
{
	return bytes == 0 ? from : node_derived(r, from, (struct edge){ .kind = EDGE_ADD, .amount = bytes });
}

node node_moved(struct regions *r, node from, int64_t bytes, uint64_t size)
{
	return node_derived(r, from, (struct edge){ .kind = EDGE_ADD, .amount = bytes, .total = (int64_t)size });
}

node node_indexed(struct regions *r, node from, uint64_t stride)
{
	return node_derived(r, from, (struct edge){ .kind = EDGE_INDEX, .amount = (int64_t)stride });
}

node node_entered(struct regions *r, node from, const struct types *types, const struct type *type)
{
	return node_derived(r, from, region_enter_edge(types, type));
}

static uint32_t access(struct regions *r, struct derived d)
{
	if (d.flag)
		r->pointer_bytes = d.amount;
	size_t index;
	struct region_access a = {
		.kind = d.kind, .value = d.value, .pointer = d.from, .size = d.amount, .is_pointer = d.flag
	};
	if (known(r, &d, &index))
		return (uint32_t)d.access;
	if (d.kind == EDGE_LOAD)
		a.value = node_new(r);
	uint32_t made = region_new_access(r, a);
	r->derived.at[index].access = made;
	region_add_edge(r, d.from, (struct edge){ .kind = d.kind, .access = made });
	return made;
}

uint32_t region_load(struct regions *r, node *value, node pointer, uint64_t size, bool is_pointer)
{
	uint32_t made = access(
		r, (struct derived){ .kind = EDGE_LOAD, .from = pointer, .amount = (int64_t)size, .flag = is_pointer });
	if (value)
		*value = r->accesses.at[made].value;
	return made;
}

uint32_t region_store(struct regions *r, node value, node pointer, uint64_t size, bool is_pointer)
{
	return access(r, (struct derived){ .kind = EDGE_STORE,
					   .from = pointer,
					   .value = value,
					   .amount = (int64_t)size,
					   .flag = is_pointer });
}
